/*
 * Definiteness of symmetric ball matrices, three-valued.
 *
 * Tried in order: elimination in balls, an approximate eigenvector as witness,
 * and exact elimination for exact entries; docs/error-analysis.md#definiteness.
 */
#include "eval/linalg.h"

#include "eval/linalg_internal.h"

#include "base/ceiling.h"

#include <stdbool.h>

enum {
    EXACT_MAX_SIZE = 64,
    EXACT_MAX_BITS = 1 << 16, /* of an entry as an integer */
    EXACT_MAX_WORK_BITS = 33  /* log2 of size^4 * bits */
};

static void swap_symmetric(arb_mat_t s, slong i, slong j)
{
    slong n = arb_mat_nrows(s);
    for (slong k = 0; k < n; k++)
        arb_swap(arb_mat_entry(s, i, k), arb_mat_entry(s, j, k));
    for (slong k = 0; k < n; k++)
        arb_swap(arb_mat_entry(s, k, i), arb_mat_entry(s, k, j));
}

/* The remaining diagonal entry with the largest midpoint comes to `k`. */
static void bring_pivot(arb_mat_t s, slong k)
{
    slong best = k;
    for (slong i = k + 1; i < arb_mat_nrows(s); i++)
        if (arf_cmp(arb_midref(arb_mat_entry(s, i, i)),
                    arb_midref(arb_mat_entry(s, best, best))) > 0)
            best = i;
    if (best != k)
        swap_symmetric(s, k, best);
}

static bool has_negative_diagonal(const arb_mat_t s, slong from)
{
    for (slong i = from; i < arb_mat_nrows(s); i++)
        if (arb_is_negative(arb_mat_entry(s, i, i)))
            return true;
    return false;
}

/* Whether the remaining block is certainly diagonal and nonnegative. */
static bool is_plainly_psd(const arb_mat_t s, slong from)
{
    for (slong i = from; i < arb_mat_nrows(s); i++) {
        if (!arb_is_nonnegative(arb_mat_entry(s, i, i)))
            return false;
        for (slong j = from; j < arb_mat_nrows(s); j++)
            if (i != j && !arb_is_zero(arb_mat_entry(s, i, j)))
                return false;
    }
    return true;
}

static void eliminate(arb_mat_t s, slong k, slong prec)
{
    slong n = arb_mat_nrows(s);
    LOCAL_ARB(factor);
    ceiling_pass();
    for (slong i = k + 1; i < n; i++) {
        arb_div(factor, arb_mat_entry(s, i, k), arb_mat_entry(s, k, k), prec);
        for (slong j = i; j < n; j++) {
            arb_submul(arb_mat_entry(s, i, j), factor, arb_mat_entry(s, k, j),
                       prec);
            if (i != j)
                arb_set(arb_mat_entry(s, j, i), arb_mat_entry(s, i, j));
        }
    }
}

/*
 * While the pivots are certainly positive, the matrix is psd iff the remaining
 * Schur complement is; a negative diagonal entry refutes that.
 */
static enum truth decide_by_elimination(arb_mat_t s, slong prec)
{
    slong n = arb_mat_nrows(s);
    for (slong k = 0; k < n; k++) {
        if (has_negative_diagonal(s, k))
            return TRUTH_FALSE;
        if (is_plainly_psd(s, k))
            return TRUTH_TRUE;
        bring_pivot(s, k);
        if (!arb_is_positive(arb_mat_entry(s, k, k)))
            return TRUTH_UNKNOWN;
        eliminate(s, k, prec);
    }
    return TRUTH_TRUE;
}

/* Whether x'Ax < 0 certainly, for row k of qt as x. */
static bool is_refuted_by(const arb_mat_t a, const arb_mat_t qt, slong k,
                          slong prec)
{
    slong n = arb_mat_nrows(a);
    arb_srcptr x = arb_mat_entry(qt, k, 0);
    LOCAL_ARB(row);
    LOCAL_ARB(sum);
    for (slong i = 0; i < n; i++) {
        arb_dot(row, NULL, 0, arb_mat_entry(a, i, 0), 1, x, 1, n, prec);
        arb_addmul(sum, row, x + i, prec);
    }
    return arb_is_negative(sum);
}

static enum truth decide_by_eigenvalues(const arb_mat_t a, slong prec)
{
    slong n = arb_mat_nrows(a);
    enum truth answer = TRUTH_UNKNOWN;
    arb_ptr values = _arb_vec_init(n);
    LOCAL_ARB_MAT(mid, n, n);
    LOCAL_ARB_MAT(qt, n, n);
    LOCAL_MAG(error);
    linalg_symmetric_mid(mid, error, a);
    slong wp = linalg_working_precision(mid, error, prec);
    linalg_approx_eigenvectors(qt, mid, wp);
    linalg_certify_eigenvalues(values, mid, qt, wp);
    bool all = true;
    for (slong i = 0; i < n; i++) {
        arb_add_error_mag(values + i, error);
        all = all && arb_is_nonnegative(values + i);
        if (arf_sgn(arb_midref(values + i)) < 0 && is_refuted_by(a, qt, i, wp))
            answer = TRUTH_FALSE;
    }
    if (all)
        answer = TRUTH_TRUE;
    _arb_vec_clear(values, n);
    return answer;
}

/* An integer multiple (by a power of two) of an exact matrix, if affordable. */
static bool get_integers(fmpz_mat_t out, const arb_mat_t a)
{
    slong n = arb_mat_nrows(a);
    fmpz_t low, high, e;
    bool any = false, fits = true;
    fmpz_init(low);
    fmpz_init(high);
    fmpz_init(e);
    for (slong k = 0; k < n * n; k++) {
        arf_srcptr x = arb_midref(arb_mat_entry(a, k / n, k % n));
        if (arf_is_zero(x))
            continue;
        arf_bot(e, x);
        if (!any || fmpz_cmp(e, low) < 0)
            fmpz_set(low, e);
        arf_abs_bound_lt_2exp_fmpz(e, x);
        if (!any || fmpz_cmp(e, high) > 0)
            fmpz_set(high, e);
        any = true;
    }
    fmpz_sub(high, high, low);
    if (fmpz_cmp_si(high, EXACT_MAX_BITS) > 0) {
        fits = false;
    } else {
        slong size = (slong)FLINT_BIT_COUNT((ulong)n);
        slong bits = (slong)fmpz_bits(high);
        fits = 4 * size + bits <= EXACT_MAX_WORK_BITS + 4;
        for (slong k = 0; fits && k < n * n; k++)
            arf_get_fmpz_fixed_fmpz(fmpz_mat_entry(out, k / n, k % n),
                                    arb_midref(arb_mat_entry(a, k / n, k % n)),
                                    low);
    }
    fmpz_clear(e);
    fmpz_clear(high);
    fmpz_clear(low);
    return fits;
}

/* Bareiss' step: exact, and a positive multiple of the Schur complement. */
static void eliminate_exactly(fmpz_mat_t s, const bool *done, slong p,
                              const fmpz_t previous)
{
    slong n = fmpz_mat_nrows(s);
    fmpz_t t;
    fmpz_init(t);
    for (slong i = 0; i < n; i++, ceiling_pass())
        for (slong j = i; j < n; j++) {
            if (done[i] || done[j])
                continue;
            fmpz *x = fmpz_mat_entry(s, i, j);
            fmpz_mul(t, x, fmpz_mat_entry(s, p, p));
            fmpz_submul(t, fmpz_mat_entry(s, i, p), fmpz_mat_entry(s, p, j));
            fmpz_divexact(x, t, previous);
            fmpz_set(fmpz_mat_entry(s, j, i), x);
        }
    fmpz_clear(t);
}

/* A remaining block with zero diagonal is psd iff it is zero. */
static bool is_zero_block(const fmpz_mat_t s, const bool *done)
{
    slong n = fmpz_mat_nrows(s);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            if (!done[i] && !done[j] && !fmpz_is_zero(fmpz_mat_entry(s, i, j)))
                return false;
    return true;
}

static enum truth decide_exactly(fmpz_mat_t s)
{
    slong n = fmpz_mat_nrows(s);
    bool done[EXACT_MAX_SIZE] = {false};
    enum truth answer = TRUTH_UNKNOWN;
    fmpz_t previous;
    fmpz_init_set_ui(previous, 1);
    while (answer == TRUTH_UNKNOWN) {
        slong p = -1;
        for (slong i = 0; i < n; i++) {
            int sign = done[i] ? 0 : fmpz_sgn(fmpz_mat_entry(s, i, i));
            if (sign < 0)
                answer = TRUTH_FALSE;
            if (sign > 0)
                p = i;
        }
        if (answer == TRUTH_UNKNOWN && p < 0)
            answer = is_zero_block(s, done) ? TRUTH_TRUE : TRUTH_FALSE;
        if (answer == TRUTH_UNKNOWN) {
            done[p] = true;
            eliminate_exactly(s, done, p, previous);
            fmpz_set(previous, fmpz_mat_entry(s, p, p));
        }
    }
    fmpz_clear(previous);
    return answer;
}

static enum truth try_exactly(const arb_mat_t a)
{
    slong n = arb_mat_nrows(a);
    enum truth answer = TRUTH_UNKNOWN;
    if (n > EXACT_MAX_SIZE || !arb_mat_is_exact(a))
        return TRUTH_UNKNOWN;
    LOCAL_FMPZ_MAT(s, n, n);
    if (get_integers(s, a))
        answer = decide_exactly(s);
    return answer;
}

/*
 * The balls that hold a_ij and a_ji both; false if some are disjoint, that is
 * if no symmetric matrix is inside.
 */
static bool intersect_transpose(arb_mat_t s, const arb_mat_t a, slong prec)
{
    slong n = arb_mat_nrows(a);
    for (slong i = 0; i < n; i++)
        for (slong j = i; j < n; j++) {
            arb_srcptr x = arb_mat_entry(a, i, j), y = arb_mat_entry(a, j, i);
            arb_ptr z = arb_mat_entry(s, i, j);
            if (arb_equal(x, y) || arb_is_exact(x))
                arb_set(z, x);
            else if (arb_is_exact(y))
                arb_set(z, y);
            else if (!arb_intersection(z, x, y, prec))
                return false;
            if (!arb_overlaps(x, y))
                return false;
            arb_set(arb_mat_entry(s, j, i), z);
        }
    return true;
}

enum truth linalg_is_psd(const arb_mat_t a, slong prec)
{
    slong n = arb_mat_nrows(a);
    enum truth answer = TRUTH_UNKNOWN;
    if (n != arb_mat_ncols(a) || !arb_mat_is_finite(a))
        return TRUTH_UNKNOWN;
    LOCAL_ARB_MAT(s, n, n);
    LOCAL_ARB_MAT(work, n, n);
    if (intersect_transpose(s, a, prec)) {
        arb_mat_set(work, s);
        answer = decide_by_elimination(work, prec);
        if (answer == TRUTH_UNKNOWN)
            answer = try_exactly(s);
        if (answer == TRUTH_UNKNOWN)
            answer = decide_by_eigenvalues(s, prec);
    }
    return answer;
}
