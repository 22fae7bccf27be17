/*
 * Nonnegative solutions of linear equations, in exact arithmetic.
 */
#ifndef MAJORANT_ALGEBRA_LINEAR_H
#define MAJORANT_ALGEBRA_LINEAR_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * x >= 0 with A x == b; A by rows, rows * cols entries, changed; b, changed; x
 * has cols entries, initialised.  False: there is none, or it takes more than
 * LINEAR_MAX_PIVOTS pivots.
 */
enum { LINEAR_MAX_PIVOTS = 2000 };
bool linear_solve(mpq_t *x, mpq_t *a, mpq_t *b, size_t rows, size_t cols);

#endif
