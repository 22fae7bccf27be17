/* Matrices of intervals: sums, products and copies, entry by entry. */
#include "recheck/run.h"

struct kmatrix kmatrix_local(size_t rows, size_t cols, mpfr_prec_t bits)
{
    return (struct kmatrix){.defined = TRUTH_TRUE,
                            .rows = rows,
                            .cols = cols,
                            .e = interval_vector(rows * cols, bits)};
}

void kmatrix_local_clear(struct kmatrix *m)
{
    interval_vector_clear(m->e, m->rows * m->cols);
    m->e = NULL;
}

interval_t *kmatrix_at(const struct kmatrix *m, size_t i, size_t j)
{
    return &m->e[i * m->cols + j];
}

bool kmatrix_is_single(const struct kmatrix *m)
{
    return m->rows == 1 && m->cols == 1;
}

interval_t *kmatrix_spread(const struct kmatrix *m, size_t i, size_t j)
{
    return kmatrix_is_single(m) ? m->e : kmatrix_at(m, i, j);
}

struct kmatrix *kmatrix_undefine(struct kmatrix *m, enum truth defined)
{
    if (!m)
        return NULL;
    m->defined = truth_and(m->defined, defined);
    if (m->defined == TRUTH_TRUE)
        return m;
    for (size_t i = 0; i < m->rows * m->cols; i++)
        interval_set_whole(&m->e[i]);
    return m;
}

struct kmatrix *kmatrix_copy(struct run *run, const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, a->rows, a->cols);
    for (size_t i = 0; r && i < a->rows * a->cols; i++)
        interval_set(&r->e[i], &a->e[i]);
    return kmatrix_undefine(r, a->defined);
}

struct kmatrix *kmatrix_eye(struct run *run, size_t n)
{
    struct kmatrix *r = kmatrix_new(run, n, n);
    for (size_t i = 0; r && i < n; i++)
        interval_set_si(kmatrix_at(r, i, i), 1);
    return r;
}

/* row of R += x * (row of B) */
static void add_multiple(interval_t *r, const interval_t *x,
                         const interval_t *b, size_t count, interval_t *t)
{
    for (size_t j = 0; j < count; j++) {
        interval_mul(t, x, &b[j]);
        interval_add(&r[j], &r[j], t);
    }
}

/*
 * a in A, b in B |- sum_k a_ik b_kj in sum_k A_ik B_kj.  Exact zeros of A are
 * passed over, so that structured matrices cost little.
 */
struct kmatrix *kmatrix_product(struct run *run, const struct kmatrix *a,
                                const struct kmatrix *b)
{
    if (a->cols != b->rows)
        return run_fail(run, "sizes do not agree");
    struct kmatrix *r = kmatrix_new(run, a->rows, b->cols);
    LOCAL_INTERVAL(t, run_bits(run));
    for (size_t i = 0; r && i < a->rows; i++)
        for (size_t k = 0; k < a->cols; k++) {
            const interval_t *x = kmatrix_at(a, i, k);
            if (interval_is_zero(x))
                continue;
            if (!run_spend(run, b->cols)) {
                r = NULL;
                break;
            }
            add_multiple(kmatrix_at(r, i, 0), x, kmatrix_at(b, k, 0), b->cols,
                         &t);
        }
    return r;
}

struct kmatrix *kmatrix_transpose(struct run *run, const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, a->cols, a->rows);
    for (size_t i = 0; r && i < a->rows; i++)
        for (size_t j = 0; j < a->cols; j++)
            interval_set(kmatrix_at(r, j, i), kmatrix_at(a, i, j));
    return r;
}

bool kmatrix_is_finite(const struct kmatrix *a)
{
    for (size_t i = 0; i < a->rows * a->cols; i++)
        if (!interval_is_finite(&a->e[i]))
            return false;
    return true;
}

/* A rational of 2^(2^40) would take more memory than there is. */
static bool is_moderate(mpfr_srcptr x)
{
    enum { MOST_EXPONENT = 1 << 16 };
    return mpfr_zero_p(x) ||
           (mpfr_number_p(x) && mpfr_get_exp(x) <= MOST_EXPONENT &&
            mpfr_get_exp(x) >= -MOST_EXPONENT);
}

bool kmatrix_is_moderate(const struct kmatrix *a)
{
    for (size_t i = 0; i < a->rows * a->cols; i++)
        if (!is_moderate(a->e[i].lo) || !is_moderate(a->e[i].hi))
            return false;
    return true;
}

bool kmatrix_rationals(struct rmatrix *out, const struct kmatrix *a)
{
    if (!kmatrix_is_moderate(a))
        return false;
    for (size_t i = 0; i < a->rows * a->cols; i++)
        if (!interval_is_point(&a->e[i]))
            return false;
    rmatrix_init(out, a->rows, a->cols);
    for (size_t i = 0; i < a->rows * a->cols; i++)
        mpfr_get_q(out->entries[i].q, a->e[i].lo);
    return true;
}
