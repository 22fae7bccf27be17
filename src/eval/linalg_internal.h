/*
 * What the certified linear algebra modules share: scaling to doubles and
 * approximate eigenvectors.  Nothing here is certified by itself; the callers
 * verify in ball arithmetic.
 */
#pragma once

#include "eval/flint_compat.h"

#include <stddef.h>

/*
 * Midpoints of `a` by rows, times 2^-exponent so that the largest lies in
 * [1/2, 1); tiny ones become 0.  exponent is 0 for a matrix of zeros.
 */
void linalg_scaled_doubles(double *out, fmpz_t exponent, const arb_mat_t a);

/*
 * Cyclic Jacobi in doubles.  `a` is symmetric, finite, by rows, and destroyed;
 * `values` ascend; vector k is row k of `vectors`.  Stops after a fixed number
 * of sweeps whatever the matrix.
 */
void linalg_jacobi(double *values, double *vectors, double *a, size_t n);

/*
 * Every symmetric matrix inside the finite ball matrix `a` is mid + E with
 * |E|_F <= *error; mid is exact and symmetric.
 */
void linalg_symmetric_mid(arb_mat_t mid, mag_t error, const arb_mat_t a);

/* Exact midpoints, and a bound on the Frobenius norm of the radii. */
void linalg_split(arb_mat_t mid, mag_t error, const arb_mat_t a);

/*
 * A precision at which to treat `mid` when the answer is uncertain by `error`
 * anyway: at most prec, plus guard bits for the size.
 */
slong linalg_working_precision(const arb_mat_t mid, const mag_t error,
                               slong prec);

/*
 * Rows of qt (exact numbers) become approximately orthonormal eigenvectors of
 * the exact symmetric matrix `mid`.
 */
void linalg_approx_eigenvectors(arb_mat_t qt, const arb_mat_t mid, slong prec);

/*
 * Enclosures of the eigenvalues of the exact symmetric matrix `mid`, with any
 * qt; good ones if qt is good.
 */
void linalg_certify_eigenvalues(arb_ptr values, const arb_mat_t mid,
                                const arb_mat_t qt, slong prec);
