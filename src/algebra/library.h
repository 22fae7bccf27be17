/*
 * A theory from files of statements.
 */
#ifndef MAJORANT_ALGEBRA_LIBRARY_H
#define MAJORANT_ALGEBRA_LIBRARY_H

#include "base/diag.h"
#include "core/theorem.h"

/*
 * Adds the claims of every theorem of a `.bound` file as axioms (read totally)
 * or as cited theorems (S(H), D |- C where the claim is one relation); a claim
 * "rule" takes the theorem's name, another theorem.claim.  Claims that the core
 * cannot read are left out and counted.  ST_INPUT: an error of the file.
 */
MUST_CHECK enum status library_add(struct theory *theory, const char *path,
                                   enum theorem_origin origin, size_t *read,
                                   size_t *left_out, struct diag *diag);

#endif
