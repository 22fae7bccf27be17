/*
 * Certified singular values: spectral and nuclear norm.
 *
 * The norm of the midpoints is enclosed and widened by the norm of the radii;
 * docs/error-analysis.md#singular-values.
 */
#include "eval/linalg.h"

#include "eval/linalg_internal.h"

#include <stdbool.h>

/* Handles non-finite matrices and those with at most one singular value. */
static bool enclose_simply(arb_t out, const arb_mat_t a, slong prec)
{
    if (!arb_mat_is_finite(a))
        arb_indeterminate(out);
    else if (arb_mat_nrows(a) <= 1 || arb_mat_ncols(a) <= 1)
        arb_mat_frobenius_norm(out, a, prec);
    else
        return false;
    return true;
}

/* The smaller of A'A and AA', in balls. */
static void smaller_gram(arb_mat_t gram, const arb_mat_t a, slong prec)
{
    slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a);
    LOCAL_ARB_MAT(transpose, cols, rows);
    arb_mat_transpose(transpose, a);
    if (rows <= cols)
        arb_mat_mul(gram, a, transpose, prec);
    else
        arb_mat_mul(gram, transpose, a, prec);
}

/* A norm is not negative, whatever the roundings say. */
static void finish(arb_t out, const mag_t error, slong prec)
{
    arb_add_error_mag(out, error);
    if (!arb_is_nonnegative(out))
        arb_nonnegative_part(out, out);
    arb_set_round(out, out, prec);
}

void linalg_norm2(arb_t out, const arb_mat_t a, slong prec)
{
    if (enclose_simply(out, a, prec))
        return;
    slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a);
    slong n = FLINT_MIN(rows, cols);
    LOCAL_ARB_MAT(mid, rows, cols);
    LOCAL_ARB_MAT(gram, n, n);
    LOCAL_MAG(error);
    linalg_split(mid, error, a);
    slong wp = linalg_working_precision(mid, error, prec);
    smaller_gram(gram, mid, wp);
    linalg_eigmax(out, gram, wp);
    arb_sqrtpos(out, out, wp);
    finish(out, error, prec);
}

/* [[0, A], [A', 0]]: its eigenvalues are plus and minus the singular values */
static void jordan_wielandt(arb_mat_t out, const arb_mat_t a)
{
    slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a);
    arb_mat_zero(out);
    for (slong i = 0; i < rows; i++)
        for (slong j = 0; j < cols; j++) {
            arb_srcptr x = arb_mat_entry(a, i, j);
            arb_set(arb_mat_entry(out, i, rows + j), x);
            arb_set(arb_mat_entry(out, rows + j, i), x);
        }
}

void linalg_normnuc(arb_t out, const arb_mat_t a, slong prec)
{
    if (enclose_simply(out, a, prec))
        return;
    slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a), n = rows + cols;
    arb_ptr values = _arb_vec_init(n);
    LOCAL_ARB_MAT(mid, rows, cols);
    LOCAL_ARB_MAT(both, n, n);
    LOCAL_MAG(error);
    LOCAL_MAG(root);
    linalg_split(mid, error, a);
    slong wp = linalg_working_precision(mid, error, prec);
    jordan_wielandt(both, mid);
    linalg_eigenvalues(values, both, wp);
    arb_zero(out);
    for (slong i = 0; i < n; i++) {
        arb_abs(values + i, values + i);
        arb_add(out, out, values + i, wp);
    }
    arb_mul_2exp_si(out, out, -1);
    /* |E|_nuc <= sqrt(min(rows, cols)) |E|_F by Cauchy and Schwarz */
    mag_set_ui(root, (ulong)FLINT_MIN(rows, cols));
    mag_sqrt(root, root);
    mag_mul(error, error, root);
    finish(out, error, prec);
    _arb_vec_clear(values, n);
}
