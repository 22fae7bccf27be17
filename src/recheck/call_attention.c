/* softmax, logsumexp, diameter, residuals, rows that sum to 1. */
#include "recheck/run.h"

#include "base/ceiling.h"

static void clip_to_unit(interval_t *x)
{
    interval_clip(x, x);
    if (mpfr_cmp_ui(x->lo, 1) > 0)
        mpfr_set_ui(x->lo, 1, MPFR_RNDD);
    if (mpfr_cmp_ui(x->hi, 1) > 0)
        mpfr_set_ui(x->hi, 1, MPFR_RNDU);
}

/* ---- softmax ---- */

/* Entries 0 and 1 forbid and allow; nothing else is a mask. */
static enum truth mask_defined(const struct kmatrix *mask)
{
    enum truth defined = TRUTH_TRUE;
    for (size_t k = 0; k < mask->rows * mask->cols; k++) {
        const interval_t *x = &mask->e[k];
        bool has_one = mpfr_cmp_ui(x->lo, 1) <= 0 && mpfr_cmp_ui(x->hi, 1) >= 0;
        bool exact = interval_is_point(x);
        if (!has_one && !interval_contains_zero(x))
            return TRUTH_FALSE;
        if (!exact)
            defined = TRUTH_UNKNOWN;
    }
    return defined;
}

/* The columns of row i that are allowed; the mask's entries are points. */
static size_t allowed_columns(size_t *columns, size_t cols, size_t i,
                              const struct kmatrix *mask)
{
    size_t count = 0;
    for (size_t j = 0; j < cols; j++)
        if (!mask || !interval_is_zero(kmatrix_at(mask, i, j)))
            columns[count++] = j;
    return count;
}

/* r = exp(x - shift), shift one number */
static void shifted_exp(interval_t *r, const interval_t *x,
                        const interval_t *shift)
{
    interval_sub(r, x, shift);
    interval_exp(r, r);
}

/* A number near the largest of the row's entries, as a point. */
static void choose_shift(interval_t *shift, const struct kmatrix *a, size_t i,
                         const size_t *columns, size_t count)
{
    interval_set_si(shift, 0);
    for (size_t k = 0; k < count; k++) {
        const interval_t *x = kmatrix_at(a, i, columns[k]);
        if (mpfr_number_p(x->lo) &&
            (k == 0 || mpfr_greater_p(x->lo, shift->lo))) {
            mpfr_set(shift->lo, x->lo, MPFR_RNDD);
            mpfr_set(shift->hi, shift->lo, MPFR_RNDU);
        }
    }
}

static bool is_constant(const struct kmatrix *a, size_t i,
                        const size_t *columns, size_t count)
{
    const interval_t *first = kmatrix_at(a, i, columns[0]);
    for (size_t k = 0; k < count; k++) {
        const interval_t *x = kmatrix_at(a, i, columns[k]);
        if (!interval_is_point(x) || !mpfr_equal_p(x->lo, first->lo))
            return false;
    }
    return true;
}

/* exp(x_j - m) / sum_k exp(x_k - m) for any m; it lies in [0, 1] */
static void softmax_row(struct kmatrix *r, const struct kmatrix *a, size_t i,
                        const size_t *columns, size_t count)
{
    mpfr_prec_t bits = mpfr_get_prec(r->e->lo);
    LOCAL_INTERVAL(sum, bits);
    LOCAL_INTERVAL(shift, bits);
    bool constant = count == 1 || is_constant(a, i, columns, count);
    choose_shift(&shift, a, i, columns, count);
    for (size_t k = 0; k < count; k++) {
        interval_t *z = kmatrix_at(r, i, columns[k]);
        if (constant)
            interval_set_si(z, 1);
        else
            shifted_exp(z, kmatrix_at(a, i, columns[k]), &shift);
        interval_add(&sum, &sum, z);
    }
    for (size_t k = 0; k < count; k++) {
        interval_t *z = kmatrix_at(r, i, columns[k]);
        interval_div(z, z, &sum);
        clip_to_unit(z);
    }
}

static struct kmatrix *softmax(struct run *run, const struct kmatrix *a,
                               const struct kmatrix *mask)
{
    enum truth defined = mask ? mask_defined(mask) : TRUTH_TRUE;
    struct kmatrix *r = kmatrix_new(run, a->rows, a->cols);
    if (!r || defined != TRUTH_TRUE)
        return kmatrix_undefine(r, defined);
    LOCAL_FREE size_t *columns = xcalloc(a->cols + 1, sizeof *columns);
    for (size_t i = 0; i < a->rows; i++) {
        size_t count = allowed_columns(columns, a->cols, i, mask);
        if (count == 0)
            defined = TRUTH_FALSE;
        else
            softmax_row(r, a, i, columns, count);
    }
    return kmatrix_undefine(r, defined);
}

/* log sum_j exp(x_j) = m + log sum_j exp(x_j - m) */
static struct kmatrix *logsumexp(struct run *run, const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, a->rows, 1);
    LOCAL_FREE size_t *columns = xcalloc(a->cols + 1, sizeof *columns);
    LOCAL_INTERVAL(t, run_bits(run));
    LOCAL_INTERVAL(shift, run_bits(run));
    size_t count = allowed_columns(columns, a->cols, 0, NULL);
    for (size_t i = 0; r && i < a->rows; i++) {
        choose_shift(&shift, a, i, columns, count);
        for (size_t j = 0; j < a->cols; j++) {
            shifted_exp(&t, kmatrix_at(a, i, j), &shift);
            interval_add(&r->e[i], &r->e[i], &t);
        }
        interval_log(&r->e[i], &r->e[i]);
        interval_add(&r->e[i], &r->e[i], &shift);
        if (a->cols == 1)
            interval_set(&r->e[i], &a->e[i]);
    }
    return r;
}

/* ---- rows ---- */

static void square_distance(interval_t *r, const struct kmatrix *a, size_t i,
                            size_t k)
{
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    interval_set_si(r, 0);
    for (size_t j = 0; j < a->cols; j++) {
        interval_sub(&t, kmatrix_at(a, i, j), kmatrix_at(a, k, j));
        interval_sqr(&t, &t);
        interval_add(r, r, &t);
    }
}

static struct kmatrix *diameter(struct run *run, const struct kmatrix *a)
{
    if (!run_spend(run, (uint64_t)a->rows * a->rows * a->cols))
        return NULL;
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    LOCAL_INTERVAL(t, run_bits(run));
    for (size_t i = 0; r && i < a->rows; i++, ceiling_pass())
        for (size_t k = 0; k < i; k++) {
            square_distance(&t, a, i, k);
            interval_max(r->e, r->e, &t);
        }
    if (r)
        interval_sqrt(r->e, r->e);
    return r;
}

/*
 * a_ij - mean_k a_kj = (n d_i - sum_k d_k) / n for d_k = a_kj - m and any m:
 * equal entries give exact zeros.
 */
static void residual_column(struct kmatrix *r, const struct kmatrix *a,
                            size_t j)
{
    mpfr_prec_t bits = mpfr_get_prec(r->e->lo);
    LOCAL_INTERVAL(sum, bits);
    LOCAL_INTERVAL(shift, bits);
    LOCAL_INTERVAL(n, bits);
    interval_set_si(&n, (long)a->rows);
    if (mpfr_number_p(kmatrix_at(a, 0, j)->lo)) {
        mpfr_set(shift.lo, kmatrix_at(a, 0, j)->lo, MPFR_RNDD);
        mpfr_set(shift.hi, shift.lo, MPFR_RNDU);
    }
    for (size_t i = 0; i < a->rows; i++) {
        interval_sub(kmatrix_at(r, i, j), kmatrix_at(a, i, j), &shift);
        interval_add(&sum, &sum, kmatrix_at(r, i, j));
    }
    for (size_t i = 0; i < a->rows; i++) {
        interval_t *z = kmatrix_at(r, i, j);
        interval_mul(z, z, &n);
        interval_sub(z, z, &sum);
        interval_div_si(z, z, (long)a->rows);
    }
}

static struct kmatrix *residual(struct run *run, const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, a->rows, a->cols);
    for (size_t j = 0; r && a->rows > 1 && j < a->cols; j++)
        residual_column(r, a, j);
    return r; /* a row is its own mean */
}

/* Defined where no entry is negative and the sum is positive. */
static enum truth normalise_row(struct kmatrix *r, const struct kmatrix *a,
                                size_t i)
{
    enum truth defined = TRUTH_TRUE;
    LOCAL_INTERVAL(sum, mpfr_get_prec(r->e->lo));
    for (size_t j = 0; j < a->cols; j++) {
        const interval_t *x = kmatrix_at(a, i, j);
        if (interval_certainly_negative(x))
            defined = TRUTH_FALSE;
        else if (!interval_certainly_nonnegative(x))
            defined = truth_and(defined, TRUTH_UNKNOWN);
        interval_add(&sum, &sum, x);
    }
    if (!interval_certainly_positive(&sum))
        defined = truth_and(defined, interval_is_zero(&sum) ? TRUTH_FALSE
                                                            : TRUTH_UNKNOWN);
    for (size_t j = 0; j < a->cols; j++) {
        interval_div(kmatrix_at(r, i, j), kmatrix_at(a, i, j), &sum);
        clip_to_unit(kmatrix_at(r, i, j));
    }
    return defined;
}

static struct kmatrix *normalise(struct run *run, const struct kmatrix *a)
{
    enum truth defined = TRUTH_TRUE;
    struct kmatrix *r = kmatrix_new(run, a->rows, a->cols);
    for (size_t i = 0; r && i < a->rows; i++)
        defined = truth_and(defined, normalise_row(r, a, i));
    return kmatrix_undefine(r, defined);
}

struct kmatrix *call_attention(struct run *run, enum function fn,
                               const struct kmatrix *a,
                               const struct kmatrix *mask)
{
    if (fn == FN_SOFTMAX)
        return softmax(run, a, mask);
    if (fn == FN_LOGSUMEXP)
        return logsumexp(run, a);
    if (fn == FN_DIAMETER)
        return diameter(run, a);
    return fn == FN_RES ? residual(run, a) : normalise(run, a);
}
