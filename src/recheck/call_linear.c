/* Determinants, inverses, rank, eigenvalues, minimal residuals. */
#include "recheck/run.h"

#include "base/ceiling.h"

/* ---- rational matrices, exactly ---- */

/* a becomes an echelon form; returns its rank */
static size_t echelon(struct rmatrix *a)
{
    size_t rank = 0;
    mpq_t t, factor;
    mpq_inits(t, factor, NULL);
    for (size_t j = 0; j < a->cols && rank < a->rows; j++) {
        size_t p = rank;
        while (p < a->rows && mpq_sgn(rmatrix_at(a, p, j)->q) == 0)
            p++;
        if (p == a->rows)
            continue;
        for (size_t k = 0; k < a->cols; k++)
            mpq_swap(rmatrix_at(a, p, k)->q, rmatrix_at(a, rank, k)->q);
        for (size_t i = rank + 1; i < a->rows; i++) {
            ceiling_pass();
            mpq_div(factor, rmatrix_at(a, i, j)->q, rmatrix_at(a, rank, j)->q);
            for (size_t k = j; k < a->cols; k++) {
                mpq_mul(t, factor, rmatrix_at(a, rank, k)->q);
                mpq_sub(rmatrix_at(a, i, k)->q, rmatrix_at(a, i, k)->q, t);
            }
        }
        rank++;
    }
    mpq_clears(t, factor, NULL);
    return rank;
}

/* The rank, if all entries are known exactly. */
static bool exact_rank(size_t *rank, const struct kmatrix *a)
{
    struct rmatrix q;
    if (a->rows * a->cols > RUN_MAX_EXACT || !kmatrix_rationals(&q, a))
        return false;
    *rank = echelon(&q);
    rmatrix_clear(&q);
    return true;
}

static struct kmatrix *rank_of(struct run *run, const struct expr *e,
                               const struct kmatrix *a)
{
    size_t rank, most = a->rows < a->cols ? a->rows : a->cols;
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (!r)
        return NULL;
    if (exact_rank(&rank, a)) {
        interval_set_si(r->e, (long)rank);
        return r;
    }
    const struct expr *exact = exact_value(run, e);
    if (exact)
        interval_set_q(r->e, exact->number);
    else
        mpfr_set_ui(r->e->hi, most, MPFR_RNDU); /* it is in [0, most] */
    return r;
}

/* ---- elimination: [A | B] with row operations ---- */

/* The row from k on whose entry is certainly not 0 and largest, or a->rows. */
static size_t choose_pivot(const struct kmatrix *a, size_t k)
{
    size_t best = a->rows;
    for (size_t i = k; i < a->rows; i++) {
        const interval_t *x = kmatrix_at(a, i, k);
        if (interval_contains_zero(x))
            continue;
        if (best == a->rows ||
            mpfr_cmpabs(x->lo, kmatrix_at(a, best, k)->lo) > 0)
            best = i;
    }
    return best;
}

static void swap_rows(struct kmatrix *a, size_t i, size_t k)
{
    for (size_t j = 0; j < a->cols; j++) {
        mpfr_swap(kmatrix_at(a, i, j)->lo, kmatrix_at(a, k, j)->lo);
        mpfr_swap(kmatrix_at(a, i, j)->hi, kmatrix_at(a, k, j)->hi);
    }
}

/* row i -= factor * row k, from column `from` on */
static void subtract_multiple(struct kmatrix *a, size_t i, size_t k,
                              const interval_t *factor, size_t from)
{
    ceiling_pass();
    LOCAL_INTERVAL(t, mpfr_get_prec(a->e->lo));
    for (size_t j = from; j < a->cols; j++) {
        interval_mul(&t, factor, kmatrix_at(a, k, j));
        interval_sub(kmatrix_at(a, i, j), kmatrix_at(a, i, j), &t);
    }
}

/*
 * pivots certainly nonzero |- every matrix in A is invertible and the right
 * half ends as an enclosure of its inverse
 */
static bool gauss_jordan(struct kmatrix *w, mpfr_prec_t bits)
{
    LOCAL_INTERVAL(factor, bits);
    bool ok = true;
    for (size_t k = 0; k < w->rows && ok; k++) {
        size_t p = choose_pivot(w, k);
        ok = p < w->rows;
        if (!ok)
            break;
        swap_rows(w, p, k);
        interval_set(&factor, kmatrix_at(w, k, k));
        for (size_t j = k; j < w->cols; j++)
            interval_div(kmatrix_at(w, k, j), kmatrix_at(w, k, j), &factor);
        for (size_t i = 0; i < w->rows; i++) {
            if (i == k)
                continue;
            interval_set(&factor, kmatrix_at(w, i, k));
            subtract_multiple(w, i, k, &factor, k);
        }
    }
    return ok;
}

struct kmatrix *call_inverse(struct run *run, const struct kmatrix *a)
{
    size_t n = a->rows, rank;
    if (!run_spend(run, 2 * (uint64_t)n * n * n))
        return NULL;
    struct kmatrix *w = kmatrix_new(run, n, 2 * n);
    struct kmatrix *r = kmatrix_new(run, n, n);
    if (!w || !r)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            interval_set(kmatrix_at(w, i, j), kmatrix_at(a, i, j));
        interval_set_si(kmatrix_at(w, i, n + i), 1);
    }
    if (!gauss_jordan(w, run_bits(run))) {
        bool singular = exact_rank(&rank, a) && rank < n;
        return kmatrix_undefine(r, singular ? TRUTH_FALSE : TRUTH_UNKNOWN);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            interval_set(kmatrix_at(r, i, j), kmatrix_at(w, i, n + j));
    return r;
}

/* |det| <= product of the rows' norms ([HornJohnson2013] Cor. 7.8.3) */
static void hadamard(interval_t *r, const struct kmatrix *w, size_t from)
{
    LOCAL_INTERVAL(sum, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    interval_set_si(r, 1);
    for (size_t i = from; i < w->rows; i++) {
        interval_set_si(&sum, 0);
        for (size_t j = from; j < w->cols; j++) {
            interval_sqr(&t, kmatrix_at(w, i, j));
            interval_add(&sum, &sum, &t);
        }
        interval_sqrt(&sum, &sum);
        interval_mul(r, r, &sum);
    }
    mpfr_neg(r->lo, r->hi, MPFR_RNDD);
}

/* det = product of the pivots times the determinant of what is left */
static void determinant(interval_t *r, struct kmatrix *w, mpfr_prec_t bits)
{
    LOCAL_INTERVAL(factor, bits);
    interval_set_si(r, 1);
    for (size_t k = 0; k < w->rows; k++) {
        size_t p = choose_pivot(w, k);
        if (p == w->rows) {
            hadamard(&factor, w, k);
            interval_mul(r, r, &factor);
            break;
        }
        if (p != k) {
            swap_rows(w, p, k);
            interval_neg(r, r);
        }
        interval_mul(r, r, kmatrix_at(w, k, k));
        for (size_t i = k + 1; i < w->rows; i++) {
            interval_div(&factor, kmatrix_at(w, i, k), kmatrix_at(w, k, k));
            subtract_multiple(w, i, k, &factor, k);
        }
    }
}

static struct kmatrix *det(struct run *run, const struct kmatrix *a)
{
    size_t rank;
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    struct kmatrix *w = kmatrix_copy(run, a);
    if (!r || !w || !run_spend(run, (uint64_t)a->rows * a->rows * a->rows))
        return NULL;
    determinant(r->e, w, run_bits(run));
    if (interval_contains_zero(r->e) && exact_rank(&rank, a) && rank < a->rows)
        interval_set_si(r->e, 0);
    return r;
}

/* ---- the rest ---- */

/* Defined for symmetric matrices alone. */
static struct kmatrix *extreme(struct run *run, const struct expr *e,
                               const struct kmatrix *a)
{
    size_t n = a->rows;
    enum truth symmetric = symmetric_by_form(run->theorem, e->kids[0])
                               ? TRUTH_TRUE
                               : eigen_symmetric(a);
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (!r || symmetric != TRUTH_TRUE)
        return kmatrix_undefine(r, symmetric);
    if (!run_spend(run, eigen_work(n)))
        return NULL;
    interval_t *values = interval_vector(n, run_bits(run));
    eigen_enclose(values, a, run_bits(run));
    interval_set(r->e, &values[0]);
    for (size_t i = 1; i < n; i++)
        if (e->fn == FN_EIGMAX)
            interval_max(r->e, r->e, &values[i]);
        else
            interval_min(r->e, r->e, &values[i]);
    interval_vector_clear(values, n);
    return r;
}

static struct kmatrix *minimal_residual(struct run *run, enum function fn,
                                        const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (!r || !run_spend(run, (uint64_t)a->rows * a->rows * a->cols))
        return NULL;
    if (fn == FN_MINRES1)
        residual_1(r->e, a, run_bits(run));
    else if (fn == FN_MINRESINF)
        residual_inf(r->e, a, run_bits(run));
    else
        residual_1inf(r->e, a, run_bits(run));
    return r;
}

struct kmatrix *call_linear(struct run *run, const struct expr *e,
                            const struct kmatrix *a)
{
    if (e->fn == FN_RANK)
        return rank_of(run, e, a);
    if (e->fn == FN_DET)
        return det(run, a);
    if (e->fn == FN_INV)
        return call_inverse(run, a);
    if (e->fn == FN_EIGMIN || e->fn == FN_EIGMAX)
        return extreme(run, e, a);
    return minimal_residual(run, e->fn, a);
}
