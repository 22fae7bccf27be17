/*
 * The linear programs behind minimal residuals, in doubles:
 *
 *     min alpha f + beta g  over x, f, g
 *     with sum_i |D_ij - x_j| <= f for all j, sum_j |D_ij - x_j| <= g for all i
 *
 * Nothing here is certified: callers take the vertex as a guess.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MINRES_LP_MAX_ENTRIES = 1024 };

/* Instead of a sign: the basis lets this |D_ij - x_j| be any larger number. */
enum { MINRES_INFLATED = 2 };

/*
 * Where the simplex method stopped.  sign[i * cols + j] is the sign of
 * D_ij - x_j that its basis stands for, 0 where x_j is pinned to D_ij, or
 * MINRES_INFLATED; tight constraints are the ones the basis holds with
 * equality.
 */
struct minres_guess {
    size_t rows, cols;
    signed char *sign;
    bool *tight_row, *tight_col;
    size_t *pin;         /* by column: a row with x_j = D_ij, or `rows` */
    double *x;           /* by column */
    double *lambda, *mu; /* multipliers of the rows and of the columns */
};

struct minres_guess *minres_guess_new(size_t rows, size_t cols);
void minres_guess_free(struct minres_guess *guess); /* NULL is allowed */

struct minres_lp;

/*
 * `d` is by rows, of magnitudes at most about 1, and is not kept.  NULL if
 * there are more than MINRES_LP_MAX_ENTRIES of them.  Where GLPK is not built
 * for threads the object holds a lock until it is freed: a thread has at most
 * one.
 */
struct minres_lp *minres_lp_new(const double *d, size_t rows, size_t cols);
void minres_lp_free(struct minres_lp *lp); /* NULL is allowed */

/*
 * Changes D, and the limits to sum_i |D_ij - x_j| + col_offset[j] <= f and
 * sum_j |D_ij - x_j| + row_offset[i] <= g (NULL: no offsets); the next
 * solution starts from the last one.
 */
void minres_lp_change(struct minres_lp *lp, const double *d,
                      const double *row_offset, const double *col_offset);

/*
 * Solves for the weights (nonnegative, not both 0), starting from the last
 * solution.  False if GLPK gave up; `guess` is then unspecified.
 */
bool minres_lp_solve(struct minres_lp *lp, double alpha, double beta,
                     struct minres_guess *guess);
