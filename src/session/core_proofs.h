/*
 * `prove --engine core`: proofs on the core (docs/core.md).
 *
 * They are looked for in processes of their own, and nothing counts as proved
 * before yet another process, the program's own `recheck`, has replayed what is
 * found from its text (replay/record.h): nothing that a search has done to the
 * terms in memory reaches it.
 */
#pragma once

#include "session/proofs.h"

struct core_proofs;

/* All that is given outlives it; the ladder's `stop` ends a search.  Whether it
   explains, and takes the time for that, what it proves. */
struct core_proofs *core_proofs_new(const struct session *session,
                                    bool explains, const struct tasks *tasks,
                                    const struct proofs *proofs,
                                    const struct ladder_options *ladder);
void core_proofs_free(struct core_proofs *p);

/*
 * Looks for proofs of a set's theorems: of the claims that are wanted, their
 * steps, and lemmas.  From several threads for different sets.
 */
void core_proofs_attempt(struct core_proofs *p, size_t set);

/*
 * Replays all that was found.  False: something was refused, which is the
 * program's fault, and *reason (to be freed) says what.
 */
MUST_CHECK bool core_proofs_replay(struct core_proofs *p, char **reason);

/* Only after that: the result becomes proved if its link is; whether it is. */
bool core_proofs_take(const struct core_proofs *p, struct result *r);
/* Tells of a link that stays open where the search for a proof ended. */
void core_proofs_tell(const struct core_proofs *p, struct result *r);
/* The text of all records; empty: nothing was proved. */
const struct buffer *core_proofs_text(const struct core_proofs *p);
