/*
 * Least residuals min over x of N(A - 1 x'), exactly, by linear programs.
 */
#ifndef MAJORANT_TESTS_AXIOMS_RESIDUAL_H
#define MAJORANT_TESTS_AXIOMS_RESIDUAL_H

#include "matrix.h"

/* The work is unclear where an entry is inexact. */
struct real residual_norm1(struct work *w, struct matrix a);
struct real residual_norminf(struct work *w, struct matrix a);
/* Of norm1 * norminf: the square of that of norm1inf. */
struct real residual_product(struct work *w, struct matrix a);

#endif
