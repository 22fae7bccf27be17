/* Rational matrices made of others: entries, slices, literals, blocks. */
#include "ir/closed_internal.h"

/* ST_INPUT: not 1..CLOSED_MAX_ENTRIES (or no integer at all). */
static enum status read_size(size_t *out, const struct rmatrix *m)
{
    int64_t n;
    if (closed_integer(&n, m) != ST_OK || n < 1)
        return ST_INPUT;
    if (n > CLOSED_MAX_ENTRIES)
        return ST_LIMIT;
    *out = (size_t)n;
    return ST_OK;
}

/* An index into 1..size, from 0; ST_DOMAIN: outside. */
static enum status read_index(size_t *out, const struct rmatrix *m, size_t size)
{
    int64_t k;
    if (closed_integer(&k, m) != ST_OK || k < 1 || (uint64_t)k > size)
        return ST_DOMAIN;
    *out = (size_t)k - 1;
    return ST_OK;
}

enum status closed_entry(struct rmatrix *out, struct closing *c,
                         const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    size_t i, j;
    enum status st = read_index(&i, &args[1], args[0].rows);
    if (st == ST_OK)
        st = read_index(&j, &args[2], args[0].cols);
    if (st == ST_OK)
        st = closed_alloc(out, c, 1, 1);
    if (st == ST_OK)
        mpq_set(out->entries[0].q, rmatrix_at(&args[0], i, j)->q);
    return st;
}

/* Both ends of a slice; ST_INPUT: not 1 <= lo <= hi <= size. */
static enum status read_range(size_t *first, size_t *count,
                              const struct rmatrix *ends, size_t size)
{
    int64_t lo, hi;
    if (closed_integer(&lo, &ends[0]) != ST_OK ||
        closed_integer(&hi, &ends[1]) != ST_OK || lo < 1 || hi < lo ||
        (uint64_t)hi > size)
        return ST_INPUT;
    *first = (size_t)lo - 1;
    *count = (size_t)(hi - lo) + 1;
    return ST_OK;
}

/* Copies `part` to the place of `out` whose corner is (row, col). */
static void put(struct rmatrix *out, size_t row, size_t col,
                const struct rmatrix *part)
{
    for (size_t i = 0; i < part->rows; i++) {
        for (size_t j = 0; j < part->cols; j++)
            mpq_set(rmatrix_at(out, row + i, col + j)->q,
                    rmatrix_at(part, i, j)->q);
    }
}

enum status closed_slice(struct rmatrix *out, struct closing *c,
                         const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    size_t row, col, rows, cols;
    enum status st = read_range(&row, &rows, &args[1], args[0].rows);
    if (st == ST_OK)
        st = read_range(&col, &cols, &args[3], args[0].cols);
    if (st == ST_OK)
        st = closed_alloc(out, c, rows, cols);
    for (size_t i = 0; st == ST_OK && i < rows; i++) {
        for (size_t j = 0; j < cols; j++)
            mpq_set(rmatrix_at(out, i, j)->q,
                    rmatrix_at(&args[0], row + i, col + j)->q);
    }
    return st;
}

enum status closed_literal(struct rmatrix *out, struct closing *c,
                           const struct expr *e, const struct rmatrix *args)
{
    int64_t rows, cols;
    enum status st = closed_dim(&rows, e->rows, &c->env);
    if (st == ST_OK)
        st = closed_dim(&cols, e->cols, &c->env);
    if (st != ST_OK)
        return st;
    ENSURE(rows > 0 && cols > 0 && (uint64_t)(rows * cols) == e->count,
           "literal: entries do not fill its shape");
    st = closed_alloc(out, c, (size_t)rows, (size_t)cols);
    for (size_t k = 0; st == ST_OK && k < e->count; k++)
        mpq_set(out->entries[k].q, args[k].entries[0].q);
    return st;
}

static enum status unit(struct rmatrix *out, struct closing *c, size_t n,
                        const struct rmatrix *index)
{
    size_t i;
    enum status st = read_index(&i, index, n);
    if (st == ST_OK)
        st = closed_alloc(out, c, n, 1);
    if (st == ST_OK)
        rational_set_int(rmatrix_at(out, i, 0), 1);
    return st;
}

enum status closed_sizes(struct rmatrix *out, struct closing *c,
                         const struct expr *e, const struct rmatrix *args)
{
    size_t rows, cols = 1;
    enum status st = read_size(&rows, &args[0]);
    if (st == ST_OK && e->fn == FN_UNIT)
        return unit(out, c, rows, &args[1]);
    if (st == ST_OK && e->count == 2)
        st = read_size(&cols, &args[1]);
    if (st == ST_OK && e->fn == FN_EYE)
        cols = rows;
    if (st == ST_OK)
        st = closed_alloc(out, c, rows, cols);
    if (st != ST_OK)
        return st;
    for (size_t k = 0; e->fn == FN_ONES && k < rows * cols; k++)
        rational_set_int(&out->entries[k], 1);
    for (size_t i = 0; e->fn == FN_EYE && i < rows; i++)
        rational_set_int(rmatrix_at(out, i, i), 1);
    return ST_OK;
}

enum status closed_diag(struct rmatrix *out, struct closing *c,
                        const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    size_t n = args[0].rows * args[0].cols;
    enum status st = closed_alloc(out, c, n, n);
    for (size_t i = 0; st == ST_OK && i < n; i++)
        mpq_set(rmatrix_at(out, i, i)->q, args[0].entries[i].q);
    return st;
}

enum status closed_diagof(struct rmatrix *out, struct closing *c,
                          const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    enum status st = closed_alloc(out, c, args[0].rows, 1);
    for (size_t i = 0; st == ST_OK && i < args[0].rows; i++)
        mpq_set(rmatrix_at(out, i, 0)->q, rmatrix_at(&args[0], i, i)->q);
    return st;
}

enum status closed_kron(struct rmatrix *out, struct closing *c,
                        const struct expr *e, const struct rmatrix *args)
{
    (void)e;
    const struct rmatrix *a = &args[0], *b = &args[1];
    enum status st = closed_alloc(out, c, a->rows * b->rows, a->cols * b->cols);
    for (size_t i = 0; st == ST_OK && i < out->rows; i++) {
        for (size_t j = 0; j < out->cols; j++)
            mpq_mul(rmatrix_at(out, i, j)->q,
                    rmatrix_at(a, i / b->rows, j / b->cols)->q,
                    rmatrix_at(b, i % b->rows, j % b->cols)->q);
    }
    return st;
}

enum status closed_hcat(struct rmatrix *out, struct closing *c,
                        const struct expr *e, const struct rmatrix *args)
{
    size_t cols = 0, at = 0;
    for (size_t k = 0; k < e->count; k++)
        cols += args[k].cols;
    enum status st = closed_alloc(out, c, args[0].rows, cols);
    for (size_t k = 0; st == ST_OK && k < e->count; at += args[k++].cols)
        put(out, 0, at, &args[k]);
    return st;
}

enum status closed_vcat(struct rmatrix *out, struct closing *c,
                        const struct expr *e, const struct rmatrix *args)
{
    size_t rows = 0, at = 0;
    for (size_t k = 0; k < e->count; k++)
        rows += args[k].rows;
    enum status st = closed_alloc(out, c, rows, args[0].cols);
    for (size_t k = 0; st == ST_OK && k < e->count; at += args[k++].rows)
        put(out, at, 0, &args[k]);
    return st;
}
