/*
 * Definiteness by symmetric elimination in intervals, the largest pivot first:
 * a sixth of the work of one sweep of rotations, and enough wherever no
 * eigenvalue is near 0 (docs/error-analysis.md#eigenvalues, "In the checker").
 */
#include "recheck/run.h"

#include "base/ceiling.h"

/* A in a |- (A + A')/2 in s, whose lower half alone is used */
static struct kmatrix symmetric_part(const struct kmatrix *a, mpfr_prec_t bits)
{
    struct kmatrix s = kmatrix_local(a->rows, a->rows, bits);
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j <= i; j++) {
            interval_t *x = kmatrix_at(&s, i, j);
            interval_add(x, kmatrix_at(a, i, j), kmatrix_at(a, j, i));
            interval_div_si(x, x, 2);
        }
    return s;
}

/* The entry in the lower half that stands for s_ij and s_ji. */
static interval_t *lower(const struct kmatrix *s, size_t i, size_t j)
{
    return i >= j ? kmatrix_at(s, i, j) : kmatrix_at(s, j, i);
}

static void swap(interval_t *x, interval_t *y)
{
    mpfr_swap(x->lo, y->lo);
    mpfr_swap(x->hi, y->hi);
}

/* Rows and columns p and k; an orthogonal congruence */
static void exchange(struct kmatrix *s, size_t p, size_t k)
{
    if (p == k)
        return;
    for (size_t i = 0; i < s->rows; i++)
        if (i != p && i != k)
            swap(lower(s, p, i), lower(s, k, i));
    swap(kmatrix_at(s, p, p), kmatrix_at(s, k, k));
}

/* s_kk > 0 |- the Schur complement of s_kk in what begins at k + 1 */
static void eliminate(struct kmatrix *s, size_t k, mpfr_prec_t bits)
{
    LOCAL_INTERVAL(factor, bits);
    LOCAL_INTERVAL(t, bits);
    for (size_t i = k + 1; i < s->rows; i++) {
        ceiling_pass();
        interval_div(&factor, kmatrix_at(s, i, k), kmatrix_at(s, k, k));
        for (size_t j = k + 1; j <= i; j++) {
            interval_mul(&t, &factor, kmatrix_at(s, j, k));
            interval_sub(kmatrix_at(s, i, j), kmatrix_at(s, i, j), &t);
        }
    }
}

/*
 * From k on: TRUE with the place of the largest pivot that is certainly
 * positive, FALSE where one is certainly negative, else UNKNOWN.
 */
static enum truth find_pivot(size_t *place, const struct kmatrix *s, size_t k)
{
    enum truth found = TRUTH_UNKNOWN;
    for (size_t i = k; i < s->rows; i++) {
        const interval_t *x = kmatrix_at(s, i, i);
        if (interval_certainly_negative(x))
            return TRUTH_FALSE;
        if (mpfr_number_p(x->lo) && mpfr_sgn(x->lo) > 0 &&
            (found == TRUTH_UNKNOWN ||
             mpfr_greater_p(x->lo, kmatrix_at(s, *place, *place)->lo))) {
            *place = i;
            found = TRUTH_TRUE;
        }
    }
    return found;
}

/*
 * pivots before it positive, one negative |- x'Ax < 0 for some x; all positive
 * |- x'Ax > 0 for all x != 0 ([HornJohnson2013] Thm 7.7.7)
 */
enum truth definite_by_pivots(const struct kmatrix *a, mpfr_prec_t bits)
{
    LOCAL(kmatrix_local_clear) struct kmatrix s = symmetric_part(a, bits);
    enum truth answer = TRUTH_TRUE;
    for (size_t k = 0; k < s.rows && answer == TRUTH_TRUE; k++) {
        size_t p = k;
        answer = find_pivot(&p, &s, k);
        if (answer != TRUTH_TRUE)
            break;
        exchange(&s, p, k);
        eliminate(&s, k, bits);
    }
    return answer;
}

enum truth definite_psd(struct run *run, const struct kmatrix *a,
                        bool symmetric)
{
    const uint64_t n = a->rows;
    const enum truth known = symmetric ? TRUTH_TRUE : eigen_symmetric(a);
    if (known == TRUTH_FALSE)
        return TRUTH_FALSE;
    if (!run_spend(run, n * n * n))
        return TRUTH_UNKNOWN;
    const enum truth definite = definite_by_pivots(a, run_bits(run));
    if (definite == TRUTH_TRUE)
        return known;
    if (definite == TRUTH_FALSE || !run_may_spend(run, eigen_work(a->rows)))
        return definite;
    return eigen_psd(a, symmetric, run_bits(run));
}
