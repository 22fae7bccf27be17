/* Determinant, inverse and rank of rational matrices, by elimination. */
#include "ir/closed_internal.h"

#include "base/ceiling.h"

static void swap_rows(struct rmatrix *a, size_t i, size_t k)
{
    for (size_t j = 0; i != k && j < a->cols; j++)
        mpq_swap(rmatrix_at(a, i, j)->q, rmatrix_at(a, k, j)->q);
}

void rmatrix_clear_column(struct rmatrix *a, size_t r, size_t j, size_t first)
{
    mpq_t factor, work;
    mpq_inits(factor, work, NULL);
    for (size_t i = first; i < a->rows; i++) {
        rational_t *row = a->entries + i * a->cols;
        if (i == r || mpq_sgn(row[j].q) == 0)
            continue;
        ceiling_pass();
        mpq_div(factor, row[j].q, rmatrix_at(a, r, j)->q);
        for (size_t k = 0; k < a->cols; k++) {
            if (mpq_sgn(rmatrix_at(a, r, k)->q) == 0)
                continue;
            mpq_mul(work, factor, rmatrix_at(a, r, k)->q);
            mpq_sub(row[k].q, row[k].q, work);
        }
    }
    mpq_clears(factor, work, NULL);
}

/* What an elimination over the first `n` columns found. */
struct echelon {
    size_t rank;
    bool odd; /* an odd number of row exchanges */
};

/*
 * Brings the first `n` columns of `a` into echelon form; with `above`, the
 * entries above the pivots are cleared too.
 */
static enum status reduce(struct echelon *out, struct closing *c,
                          struct rmatrix *a, size_t n, bool above)
{
    *out = (struct echelon){0};
    enum status st = ST_OK;
    for (size_t j = 0; j < n && out->rank < a->rows && st == ST_OK; j++) {
        size_t r = out->rank, p = r;
        while (p < a->rows && mpq_sgn(rmatrix_at(a, p, j)->q) == 0)
            p++;
        if (p == a->rows)
            continue;
        swap_rows(a, p, r);
        out->odd ^= p != r;
        st = closed_spend(c, (uint64_t)a->rows * a->cols);
        if (st == ST_OK)
            rmatrix_clear_column(a, r, j, above ? 0 : r + 1);
        out->rank++;
    }
    return st;
}

/* A reduced copy of `a`, cleared by the caller on ST_OK; out: room for a
 * number. */
static enum status reduce_copy(struct rmatrix *copy, struct echelon *form,
                               struct rmatrix *out, struct closing *c,
                               const struct rmatrix *a)
{
    enum status st = closed_alloc(copy, c, a->rows, a->cols);
    if (st != ST_OK)
        return st;
    rmatrix_copy(copy, a);
    st = reduce(form, c, copy, a->cols, false);
    if (st == ST_OK)
        st = closed_alloc(out, c, 1, 1);
    if (st != ST_OK)
        rmatrix_clear(copy);
    return st;
}

enum status closed_det(struct rmatrix *out, struct closing *c,
                       const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    struct rmatrix a;
    struct echelon form;
    const enum status st = reduce_copy(&a, &form, out, c, args);
    if (st != ST_OK)
        return st;
    rational_set_int(&out->entries[0], form.odd ? -1 : 1);
    for (size_t i = 0; i < a.rows; i++) /* 0 where the rank is short */
        mpq_mul(out->entries[0].q, out->entries[0].q, rmatrix_at(&a, i, i)->q);
    rmatrix_clear(&a);
    return st;
}

enum status closed_rank(struct rmatrix *out, struct closing *c,
                        const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    struct rmatrix a;
    struct echelon form;
    const enum status st = reduce_copy(&a, &form, out, c, args);
    if (st != ST_OK)
        return st;
    rational_set_int(&out->entries[0], (int64_t)form.rank);
    rmatrix_clear(&a);
    return st;
}

/* The right half of [D, B] with D diagonal and nonzero: D^-1 B. */
static void take_inverse(struct rmatrix *out, const struct rmatrix *wide)
{
    size_t n = out->rows;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            mpq_div(rmatrix_at(out, i, j)->q, rmatrix_at(wide, i, n + j)->q,
                    rmatrix_at(wide, i, i)->q);
    }
}

enum status closed_inv(struct rmatrix *out, struct closing *c,
                       const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    size_t n = args[0].rows;
    struct rmatrix wide;
    struct echelon form;
    enum status st = closed_alloc(&wide, c, n, 2 * n);
    if (st != ST_OK)
        return st;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            mpq_set(rmatrix_at(&wide, i, j)->q, rmatrix_at(args, i, j)->q);
        rational_set_int(rmatrix_at(&wide, i, n + i), 1);
    }
    st = reduce(&form, c, &wide, n, true);
    if (st == ST_OK && form.rank < n)
        st = ST_DOMAIN;
    if (st == ST_OK)
        st = closed_alloc(out, c, n, n);
    if (st == ST_OK)
        take_inverse(out, &wide);
    rmatrix_clear(&wide);
    return st;
}
