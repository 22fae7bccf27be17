/*
 * Linear algebra in plain doubles, for the forward pass that a user would run
 * and for the search.  Nothing here is certified.  Matrices are by rows.
 */
#pragma once

#include <stddef.h>

/* NaN where an entry is not finite. */
double linalg_double_norm2(const double *a, size_t rows, size_t cols);
double linalg_double_normnuc(const double *a, size_t rows, size_t cols);
double linalg_double_eigmin(const double *a, size_t n);
double linalg_double_eigmax(const double *a, size_t n);
double linalg_double_minres1(const double *a, size_t rows, size_t cols);
double linalg_double_minresinf(const double *a, size_t rows, size_t cols);
double linalg_double_minres1inf(const double *a, size_t rows, size_t cols);

/*
 * Eigenvalues of a symmetric finite matrix, ascending; vector k is row k of
 * `vectors`.
 */
void linalg_double_eigen(double *values, double *vectors, const double *a,
                         size_t n);

/*
 * A subgradient of the minimal residual at `a` (rows * cols entries): by the
 * envelope theorem, from a minimiser and its multipliers.  Zeros where there
 * is none.
 */
enum minres_kind { MINRES_ONE, MINRES_INF, MINRES_ONE_INF };
void linalg_double_minres_gradient(double *out, const double *a, size_t rows,
                                   size_t cols, enum minres_kind kind);
