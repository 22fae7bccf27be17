/*
 * Stored proofs: what `prove --update` writes of each file, beside the stored
 * counterexamples, so that nobody has to look for it again.
 *
 * A stored certificate counts only if it is of the theorems as they stand, and
 * each of its proofs only after the kernel has replayed it (session/proved.h).
 */
#pragma once

#include "session/proofs.h"

struct stored_proofs;

/*
 * Reads those of the tasks' files; all that is given outlives it.  ST_INPUT: a
 * file is no certificate, and a message was given; with --update it is a note.
 * Free it in every case.
 */
MUST_CHECK enum status stored_proofs_read(struct stored_proofs **out,
                                          const struct tasks *tasks,
                                          struct proofs *proofs,
                                          const struct session *session);
void stored_proofs_free(struct stored_proofs *s);

/*
 * Replays those of a set, before anything else is proved of it.  From several
 * threads for different sets; it may be given up (base/ceiling.h).
 */
void stored_proofs_replay(struct stored_proofs *s, size_t set);

/*
 * Once all is replayed: notes on statements that are others now.  ST_INPUT: the
 * kernel has rejected a proof, and a message was given; with --update it is a
 * note.
 */
MUST_CHECK enum status stored_proofs_tell(const struct stored_proofs *s);

/*
 * Writes what is proved of the tasks' files; where nothing is, the file is
 * removed.  The exit status: EXIT_EXPECTED unless that failed; then a message
 * was given.
 */
int stored_proofs_write(const struct stored_proofs *s);
