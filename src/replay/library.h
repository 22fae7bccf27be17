/*
 * A theory from files of statements, and the one that the program knows.
 */
#ifndef MAJORANT_REPLAY_LIBRARY_H
#define MAJORANT_REPLAY_LIBRARY_H

#include "base/diag.h"
#include "core/theorem.h"
#include "ir/theorem.h"

struct module;

/*
 * Adds the claims of a theorem as axioms (read totally) or as cited theorems
 * (S(H), D |- C where the claim is one relation), by their names (name.h).
 * Claims that the core cannot
 * read are left out and counted.  An "equation" is meant to be used from left
 * to right, an "explicit" one where sizes are numbers: `lefts`, if it is not
 * NULL, gets its left side by the theorem.
 */
void library_add_theorem(struct theory *theory, const struct theorem *t,
                         enum theorem_origin origin, struct memo *lefts,
                         size_t *read, size_t *left_out);
/* The same for every theorem of a module. */
void library_add_module(struct theory *theory, const struct module *module,
                        enum theorem_origin origin, struct memo *lefts,
                        size_t *read, size_t *left_out);
/* The same for a `.bound` file.  ST_INPUT: an error of the file. */
MUST_CHECK enum status library_add(struct theory *theory, const char *path,
                                   enum theorem_origin origin,
                                   struct memo *lefts, size_t *read,
                                   size_t *left_out, struct diag *diag);

/*
 * Adds axioms/ and library/ as they were when the program was built: their
 * statements lie in it, and no file is read.  Those of the library are cited.
 */
void library_add_known(struct theory *theory, struct memo *lefts);
/* The axioms of them. */
void library_add_axioms(struct theory *theory, struct memo *lefts);

#endif
