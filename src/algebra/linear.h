/*
 * Nonnegative solutions of sparse linear equations, in exact arithmetic.
 */
#ifndef MAJORANT_ALGEBRA_LINEAR_H
#define MAJORANT_ALGEBRA_LINEAR_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* A x == b, x >= 0, of which the sum of cost * x is to be small. */
struct linear;

/* So many numbers, 0. */
mpq_t *numbers_new(size_t count);
void numbers_free(mpq_t *x, size_t count);

struct linear *linear_new(size_t rows, size_t cols);
void linear_free(struct linear *lp);
/* An entry of A, at most once each; of b; the cost of a column, >= 0. */
void linear_set(struct linear *lp, size_t row, size_t col, mpq_srcptr value);
void linear_right(struct linear *lp, size_t row, mpq_srcptr value);
void linear_cost(struct linear *lp, size_t col, double cost);
/*
 * x has cols entries, initialised.  False: none was found; there may be one
 * that doubles do not see, or that takes more than LINEAR_MAX_PIVOTS pivots.
 */
enum { LINEAR_MAX_PIVOTS = 2000 };
bool linear_solve(struct linear *lp, mpq_t *x);

#endif
