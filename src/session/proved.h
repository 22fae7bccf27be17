/*
 * What is proved of some theorems of a module.
 *
 * A link counts as proved when its proof was written down as text, that text
 * was read again over the theorems' statement alone, which is another pool,
 * and the kernel replayed it there.  Proofs stand in the order in which they
 * were accepted: what one rests on stands before it.
 *
 * A proof that is rejected leaves nothing behind: the statement is read again
 * and what was accepted is replayed, before the next one is looked at.  So the
 * certificate of all proofs is accepted by whoever reads it.
 */
#pragma once

#include "kernel/proof.h"

struct proved;

/* A link (both from 0) of a theorem of the module. */
struct proved_link {
    const struct theorem *theorem;
    size_t claim, link;
};

/*
 * Theorems whose proofs rest on no others.  The list is copied; module and
 * theorems outlive it.
 */
struct proved *proved_new(const struct module *module,
                          const struct theorem *const *theorems, size_t count);
void proved_free(struct proved *p);

/*
 * Accepts a derivation of the link in that way.  False: *reason (to be freed)
 * says why not.
 */
MUST_CHECK bool proved_accept(struct proved *p, const struct derivation *d,
                              size_t claim, size_t link, char **reason);
/*
 * The same for the proofs of a certificate that was read, up to the first that
 * is rejected: each of the link that it names, but of what is proved already.
 * *reason says which it was as well.
 */
MUST_CHECK bool proved_accept_all(struct proved *p,
                                  struct proof_certificate *certificate,
                                  char **reason);
/* The same for the text of the proof (proof_json_write_one). */
MUST_CHECK bool proved_accept_text(struct proved *p,
                                   const struct proved_link *of,
                                   const struct buffer *text, char **reason);

bool proved_has(const struct proved *p, const struct proved_link *of);
/* The rules of its proof, "by algebra", to be freed; NULL: none is named. */
char *proved_summary(const struct proved *p, const struct proved_link *of);

const struct module *proved_module(const struct proved *p);
/* The theorems, with NULL behind the last one; the list is to be freed. */
const struct theorem **proved_theorems(const struct proved *p);
/* The theorems' text, in which proofs are read again; owned by `p`. */
const char *proved_statement(struct proved *p);
/* All that was accepted; it has a statement if there is any.  Owned by `p`. */
const struct proof_certificate *proved_written(const struct proved *p);
