#include "kernel/kernel_internal.h"

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

interval_t *kmatrix_spread(const struct kmatrix *m, size_t i, size_t j)
{
    return m->rows == 1 && m->cols == 1 ? m->e : kmatrix_at(m, i, j);
}

void kmatrix_undefine(struct kmatrix *m, enum truth defined)
{
    m->defined = truth_and(m->defined, defined);
    if (m->defined == TRUTH_TRUE)
        return;
    for (size_t i = 0; i < m->rows * m->cols; i++)
        interval_set_whole(&m->e[i]);
}

struct kmatrix *kmatrix_copy(struct kernel_run *run, const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, a->rows, a->cols);
    for (size_t i = 0; i < a->rows * a->cols; i++)
        interval_set(&r->e[i], &a->e[i]);
    r->defined = a->defined;
    return r;
}

/* a in A, b in B |- sum_k a_ik b_kj in sum_k A_ik B_kj */
struct kmatrix *kmatrix_product(struct kernel_run *run, const struct kmatrix *a,
                                const struct kmatrix *b)
{
    struct kmatrix *r = kmatrix_new(run, a->rows, b->cols);
    interval_t t;
    interval_init(&t, run_bits(run));
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < b->cols; j++)
            for (size_t k = 0; k < a->cols; k++) {
                interval_mul(&t, kmatrix_at(a, i, k), kmatrix_at(b, k, j));
                interval_t *sum = kmatrix_at(r, i, j);
                interval_add(sum, sum, &t);
            }
    interval_clear(&t);
    return r;
}

struct kmatrix *kmatrix_transpose(struct kernel_run *run,
                                  const struct kmatrix *a)
{
    struct kmatrix *r = kmatrix_new(run, a->cols, a->rows);
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->cols; j++)
            interval_set(kmatrix_at(r, j, i), kmatrix_at(a, i, j));
    return r;
}
