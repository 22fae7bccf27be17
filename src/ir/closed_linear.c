/* Determinant, inverse and rank of rational matrices, by elimination. */
#include "ir/closed_internal.h"

#include "base/ceiling.h"

static void swap_rows(struct rmatrix *a, size_t i, size_t k)
{
    for (size_t j = 0; i != k && j < a->cols; j++)
        mpq_swap(rmatrix_at(a, i, j)->q, rmatrix_at(a, k, j)->q);
}

/* Row i minus `factor` times row k, from column `from` on. */
static void eliminate(struct rmatrix *a, size_t i, size_t k, size_t from,
                      const rational_t *factor, rational_t *work)
{
    for (size_t j = from; j < a->cols; j++) {
        mpq_mul(work->q, factor->q, rmatrix_at(a, k, j)->q);
        mpq_sub(rmatrix_at(a, i, j)->q, rmatrix_at(a, i, j)->q, work->q);
    }
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
    rational_t factor, work;
    rational_init(&factor);
    rational_init(&work);
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
        for (size_t i = above ? 0 : r + 1; i < a->rows && st == ST_OK; i++) {
            if (i == r || mpq_sgn(rmatrix_at(a, i, j)->q) == 0)
                continue;
            ceiling_pass();
            mpq_div(factor.q, rmatrix_at(a, i, j)->q, rmatrix_at(a, r, j)->q);
            eliminate(a, i, r, j, &factor, &work);
        }
        out->rank++;
    }
    rational_clear(&factor);
    rational_clear(&work);
    return st;
}

static enum status copy(struct rmatrix *out, struct closing *c,
                        const struct rmatrix *a)
{
    enum status st = closed_alloc(out, c, a->rows, a->cols);
    if (st == ST_OK)
        rmatrix_copy(out, a);
    return st;
}

enum status closed_det(struct rmatrix *out, struct closing *c,
                       const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    struct rmatrix a;
    struct echelon form;
    enum status st = copy(&a, c, &args[0]);
    if (st != ST_OK)
        return st;
    st = reduce(&form, c, &a, a.cols, false);
    if (st == ST_OK)
        st = closed_alloc(out, c, 1, 1);
    if (st == ST_OK) {
        rational_set_int(&out->entries[0], form.odd ? -1 : 1);
        for (size_t i = 0; i < a.rows; i++) /* 0 where the rank is short */
            mpq_mul(out->entries[0].q, out->entries[0].q,
                    rmatrix_at(&a, i, i)->q);
    }
    rmatrix_clear(&a);
    return st;
}

enum status closed_rank(struct rmatrix *out, struct closing *c,
                        const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    struct rmatrix a;
    struct echelon form;
    enum status st = copy(&a, c, &args[0]);
    if (st != ST_OK)
        return st;
    st = reduce(&form, c, &a, a.cols, false);
    if (st == ST_OK)
        st = closed_alloc(out, c, 1, 1);
    if (st == ST_OK)
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
