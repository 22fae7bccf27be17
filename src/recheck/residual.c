/*
 * min over x of a norm of A - ones * x', enclosed from both sides: any x gives
 * an upper bound, any feasible multipliers a lower one, whatever the numbers
 * they were found from (docs/error-analysis.md#minres).
 */
#include "recheck/run.h"

#include <stdlib.h>

/* x as a row of points; upper = the norm of a - ones * x' */
enum norm { NORM_COLUMNS, NORM_ROWS };

static void shifted_norm(interval_t *r, const struct kmatrix *a,
                         const interval_t *x, enum norm norm)
{
    mpfr_prec_t bits = mpfr_get_prec(r->lo);
    size_t outer = norm == NORM_ROWS ? a->rows : a->cols;
    size_t inner = norm == NORM_ROWS ? a->cols : a->rows;
    LOCAL_INTERVAL(sum, bits);
    LOCAL_INTERVAL(t, bits);
    interval_set_si(r, 0);
    for (size_t k = 0; k < outer; k++) {
        interval_set_si(&sum, 0);
        for (size_t l = 0; l < inner; l++) {
            size_t i = norm == NORM_ROWS ? k : l;
            size_t j = norm == NORM_ROWS ? l : k;
            interval_sub(&t, kmatrix_at(a, i, j), &x[j]);
            interval_abs(&t, &t);
            interval_add(&sum, &sum, &t);
        }
        interval_max(r, r, &sum);
    }
}

static void shifted_composite(interval_t *r, const struct kmatrix *a,
                              const interval_t *x)
{
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    shifted_norm(r, a, x, NORM_COLUMNS);
    shifted_norm(&t, a, x, NORM_ROWS);
    interval_mul(r, r, &t);
    interval_sqrt(r, r);
}

/* r.hi = min(r.hi, bound.hi) */
static void lower_top(interval_t *r, const interval_t *bound)
{
    mpfr_min(r->hi, r->hi, bound->hi, MPFR_RNDU);
}

/* r.lo = max(r.lo, bound.lo) */
static void raise_bottom(interval_t *r, const interval_t *bound)
{
    mpfr_max(r->lo, r->lo, bound->lo, MPFR_RNDD);
}

static void set_nonnegative(interval_t *r)
{
    mpfr_set_zero(r->lo, 1);
    mpfr_set_inf(r->hi, 1);
}

/* ---- minres1: columns apart from each other ---- */

static int by_lower_end(const void *p, const void *q)
{
    const interval_t *const *x = p, *const *y = q;
    return mpfr_cmp((*x)->lo, (*y)->lo);
}

/* The entries of a column, sorted; free it. */
static const interval_t **sorted(const struct kmatrix *a, size_t j)
{
    const interval_t **column = xcalloc(a->rows, sizeof *column);
    for (size_t i = 0; i < a->rows; i++)
        column[i] = kmatrix_at(a, i, j);
    qsort(column, a->rows, sizeof *column, by_lower_end);
    return column;
}

static void set_point(interval_t *x, mpfr_srcptr value)
{
    mpfr_set(x->lo, value, MPFR_RNDD);
    mpfr_set(x->hi, x->lo, MPFR_RNDU);
}

/* x = a median of each column, as points */
static void medians(interval_t *x, const struct kmatrix *a)
{
    for (size_t j = 0; j < a->cols; j++) {
        LOCAL_FREE const interval_t **column = sorted(a, j);
        set_point(&x[j], column[a->rows / 2]->lo);
    }
}

/*
 * s in {-1, 0, 1}, sum s = 0 |- sum_i s_i a_i = sum_i s_i (a_i - x) <=
 * sum_i |a_i - x|
 */
static void column_bottom(interval_t *r, const struct kmatrix *a, size_t j)
{
    LOCAL_FREE const interval_t **column = sorted(a, j);
    size_t n = a->rows;
    interval_set_si(r, 0);
    for (size_t k = 0; k < n / 2; k++) {
        interval_sub(r, r, column[k]);
        interval_add(r, r, column[n - 1 - k]);
    }
}

void residual_1(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits)
{
    set_nonnegative(r);
    if (!kmatrix_is_finite(a))
        return;
    LOCAL_INTERVAL(bound, bits);
    interval_t *x = interval_vector(a->cols, bits);
    for (size_t j = 0; j < a->cols; j++) {
        column_bottom(&bound, a, j);
        raise_bottom(r, &bound);
    }
    medians(x, a);
    shifted_norm(&bound, a, x, NORM_COLUMNS);
    lower_top(r, &bound);
    interval_vector_clear(x, a->cols);
}

/* ---- candidates for x ---- */

static void middles(interval_t *x, const struct kmatrix *a)
{
    for (size_t j = 0; j < a->cols; j++) {
        LOCAL_FREE const interval_t **column = sorted(a, j);
        interval_add(&x[j], column[0], column[a->rows - 1]);
        interval_div_si(&x[j], &x[j], 2);
        set_point(&x[j], x[j].lo);
    }
}

static void means(interval_t *x, const struct kmatrix *a)
{
    for (size_t j = 0; j < a->cols; j++) {
        interval_set_si(&x[j], 0);
        for (size_t i = 0; i < a->rows; i++)
            interval_add(&x[j], &x[j], kmatrix_at(a, i, j));
        interval_div_si(&x[j], &x[j], (long)a->rows);
        set_point(&x[j], x[j].lo);
    }
}

/* Rational numbers near the middles of the entries. */
static void middle_rationals(struct rmatrix *q, const struct kmatrix *a)
{
    LOCAL_RATIONAL hi = rational_zero();
    rmatrix_init(q, a->rows, a->cols);
    for (size_t k = 0; k < a->rows * a->cols; k++) {
        mpfr_get_q(q->entries[k].q, a->e[k].lo);
        mpfr_get_q(hi.q, a->e[k].hi);
        mpq_add(q->entries[k].q, q->entries[k].q, hi.q);
        mpq_div_2exp(q->entries[k].q, q->entries[k].q, 1);
    }
}

/*
 * r = sum s_ij a_ij, at most alpha * norm1(a - ones * x') + beta * norminf(...)
 * for every x
 */
static void weighted_sum(interval_t *r, const struct kmatrix *a,
                         const struct rmatrix *s)
{
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    interval_set_si(r, 0);
    for (size_t k = 0; k < a->rows * a->cols; k++) {
        interval_set_q(&t, &s->entries[k]);
        interval_mul(&t, &t, &a->e[k]);
        interval_add(r, r, &t);
    }
}

/* The linear program's x, and in r its lower bound. */
static void solve(interval_t *x, interval_t *r, const struct kmatrix *a,
                  const rational_t *alpha, const rational_t *beta)
{
    LOCAL(rmatrix_clear) struct rmatrix q;
    middle_rationals(&q, a);
    LOCAL_MADE_OF(rmatrix, s, a->rows, a->cols);
    LOCAL_MADE_OF(rmatrix, point, 1, a->cols);
    simplex_residual(point.entries, &s, &q, alpha, beta);
    for (size_t j = 0; j < a->cols; j++) {
        interval_set_q(&x[j], &point.entries[j]);
        set_point(&x[j], x[j].lo);
    }
    weighted_sum(r, a, &s);
}

/* ---- minresinf ---- */

/* max(|a_i - x|, |a_k - x|) >= |a_i - a_k| / 2 in any norm */
static void pairs_bottom(interval_t *r, const struct kmatrix *a)
{
    LOCAL_INTERVAL(sum, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    for (size_t i = 0; i < a->rows; i++)
        for (size_t k = 0; k < i; k++) {
            interval_set_si(&sum, 0);
            for (size_t j = 0; j < a->cols; j++) {
                interval_sub(&t, kmatrix_at(a, i, j), kmatrix_at(a, k, j));
                interval_abs(&t, &t);
                interval_add(&sum, &sum, &t);
            }
            interval_div_si(&sum, &sum, 2);
            raise_bottom(r, &sum);
        }
}

/* Both bounds from the linear program with alpha = 0, beta = 1. */
static void improve_rows(interval_t *r, const struct kmatrix *a, interval_t *x)
{
    LOCAL_RATIONAL alpha = rational_zero(), beta = rational_zero();
    LOCAL_INTERVAL(bound, mpfr_get_prec(r->lo));
    rational_set_int(&beta, 1);
    solve(x, &bound, a, &alpha, &beta);
    raise_bottom(r, &bound);
    shifted_norm(&bound, a, x, NORM_ROWS);
    lower_top(r, &bound);
}

void residual_inf(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits)
{
    set_nonnegative(r);
    if (!kmatrix_is_finite(a))
        return;
    LOCAL_INTERVAL(bound, bits);
    interval_t *x = interval_vector(a->cols, bits);
    pairs_bottom(r, a);
    middles(x, a); /* the minimum for one column, and for two rows */
    shifted_norm(&bound, a, x, NORM_ROWS);
    lower_top(r, &bound);
    means(x, a);
    shifted_norm(&bound, a, x, NORM_ROWS);
    lower_top(r, &bound);
    if (a->cols > 1 && a->rows > 2 && a->rows * a->cols <= RUN_MAX_SIMPLEX &&
        kmatrix_is_moderate(a))
        improve_rows(r, a, x);
    interval_vector_clear(x, a->cols);
}

/* ---- minres1inf ---- */

/*
 * Two rows with the difference z: |u_j| + |v_j| >= |z_j| for u, v the rows of
 * A - ones * x', so the norms are at least max|z_j| and sum|z_j|/2; the middle
 * attains both.
 */
static void two_rows(interval_t *r, const struct kmatrix *a)
{
    LOCAL_INTERVAL(z, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(largest, mpfr_get_prec(r->lo));
    interval_set_si(r, 0);
    for (size_t j = 0; j < a->cols; j++) {
        interval_sub(&z, kmatrix_at(a, 0, j), kmatrix_at(a, 1, j));
        interval_abs(&z, &z);
        interval_add(r, r, &z);
        interval_max(&largest, &largest, &z);
    }
    interval_mul(r, r, &largest);
    interval_div_si(r, r, 2);
    interval_sqrt(r, r);
}

/*
 * Let f, g be the norms at a minimiser, t = sqrt(g/f) in [t1, t2].  From
 * t1 f + g/t2 >= v it follows that f (t1 + t^2/t2) >= v, and so
 * sqrt(f g) = t f >= v t / (t1 + t^2/t2) >= v / (1 + t1/t2): as a function of
 * t the last but one rises and falls, and is that at both ends.
 */
static void piece(interval_t *least, interval_t *top, const struct kmatrix *a,
                  mpfr_srcptr t1, mpfr_srcptr t2)
{
    mpfr_prec_t bits = mpfr_get_prec(top->lo);
    interval_t *x = interval_vector(a->cols, bits);
    LOCAL_RATIONAL alpha = rational_zero(), beta = rational_zero();
    LOCAL_INTERVAL(v, bits);
    LOCAL_INTERVAL(ratio, bits);
    mpfr_get_q(alpha.q, t1);
    mpfr_get_q(beta.q, t2);
    mpq_inv(beta.q, beta.q);
    solve(x, &v, a, &alpha, &beta);
    mpq_mul(alpha.q, alpha.q, beta.q);
    mpq_set_ui(beta.q, 1, 1);
    mpq_add(alpha.q, alpha.q, beta.q);
    interval_set_q(&ratio, &alpha);
    interval_div(&v, &v, &ratio);
    interval_min(least, least, &v);
    shifted_composite(&v, a, x);
    lower_top(top, &v);
    interval_vector_clear(x, a->cols);
}

/*
 * f >= minres1, g >= minresinf and f g <= U^2 for an upper bound U confine t
 * to [minresinf / U, U / minres1], which is cut into pieces.
 */
static void improve_composite(interval_t *r, const struct kmatrix *a,
                              const interval_t *columns, const interval_t *rows)
{
    enum { PIECES = 16, PIECE_BITS = 24 };
    mpfr_prec_t bits = mpfr_get_prec(r->lo);
    if (!interval_certainly_positive(columns) ||
        !interval_certainly_positive(rows) || !mpfr_number_p(r->hi))
        return;
    LOCAL_MPFR(t1, PIECE_BITS);
    LOCAL_MPFR(t2, PIECE_BITS);
    LOCAL_MPFR(end, PIECE_BITS);
    LOCAL_MPFR(step, PIECE_BITS);
    LOCAL_INTERVAL(least, bits);
    mpfr_set_inf(least.lo, 1);
    mpfr_set_inf(least.hi, 1);
    mpfr_div(t1, rows->lo, r->hi, MPFR_RNDD);
    mpfr_div(end, r->hi, columns->lo, MPFR_RNDU);
    mpfr_div(step, end, t1, MPFR_RNDU);
    mpfr_rootn_ui(step, step, PIECES, MPFR_RNDU);
    for (int k = 1; k <= PIECES && mpfr_less_p(t1, end); k++) {
        mpfr_mul(t2, t1, step, MPFR_RNDU);
        if (k == PIECES || mpfr_greater_p(t2, end))
            mpfr_set(t2, end, MPFR_RNDU);
        piece(&least, r, a, t1, t2);
        mpfr_set(t1, t2, MPFR_RNDU); /* the same bits */
    }
    if (mpfr_number_p(least.lo))
        raise_bottom(r, &least);
}

static void best_candidate(interval_t *r, const struct kmatrix *a)
{
    void (*const candidates[])(interval_t *, const struct kmatrix *) = {
        medians, middles, means};
    LOCAL_INTERVAL(bound, mpfr_get_prec(r->lo));
    interval_t *x = interval_vector(a->cols, mpfr_get_prec(r->lo));
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
        candidates[k](x, a);
        shifted_composite(&bound, a, x);
        lower_top(r, &bound);
    }
    interval_vector_clear(x, a->cols);
}

/*
 * sqrt(minres1 * minresinf) below, the best of some x above; then both from
 * linear programs (docs/error-analysis.md#minres)
 */
void residual_1inf(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits)
{
    set_nonnegative(r);
    if (!kmatrix_is_finite(a))
        return;
    if (a->rows == 2) {
        two_rows(r, a);
        return;
    }
    LOCAL_INTERVAL(columns, bits);
    LOCAL_INTERVAL(rows, bits);
    LOCAL_INTERVAL(bound, bits);
    residual_1(&columns, a, bits);
    residual_inf(&rows, a, bits);
    interval_mul(&bound, &columns, &rows);
    interval_sqrt(&bound, &bound);
    raise_bottom(r, &bound);
    best_candidate(r, a);
    if (a->rows * a->cols <= RUN_MAX_FRONTIER && kmatrix_is_moderate(a))
        improve_composite(r, a, &columns, &rows);
}
