/*
 * Small matrices made of others by place: joined, cut out, diagonal,
 * centred.
 */
#include "logic/domain_matrix.h"

static bool fill_zeros(struct domain_matrix *out, struct domain_reader *r)
{
    const struct scalar *zero = scalar_int(r->pool, 0);
    for (size_t i = 0; i < out->rows * out->cols; i++)
        out->entries[i] = zero;
    return zero != NULL;
}

/* The parts, side by side or one under the other. */
static bool read_joined(struct domain_matrix *out, struct domain_reader *r,
                        const struct expr *e)
{
    size_t row = 0, col = 0;
    for (size_t k = 0; k < e->count; k++) {
        struct domain_matrix part;
        if (!domain_read_matrix(&part, r, e->kids[k]) ||
            row + part.rows > out->rows || col + part.cols > out->cols)
            return false;
        for (size_t i = 0; i < part.rows; i++)
            for (size_t j = 0; j < part.cols; j++)
                *domain_at(out, row + i, col + j) = *domain_at(&part, i, j);
        *(e->fn == FN_HCAT ? &col : &row) +=
            e->fn == FN_HCAT ? part.cols : part.rows;
    }
    return e->fn == FN_HCAT ? col == out->cols : row == out->rows;
}

/* unit(n, i) for 1 <= i <= n */
static bool read_unit(struct domain_matrix *out, struct domain_reader *r,
                      const struct expr *e)
{
    int64_t i;
    if (!domain_integer(&i, domain_term(r, e->kids[1])) || i < 1 ||
        i > (int64_t)out->rows || !fill_zeros(out, r))
        return false;
    *domain_at(out, (size_t)i - 1, 0) = scalar_int(r->pool, 1);
    return *domain_at(out, (size_t)i - 1, 0) != NULL;
}

/* diag(v) of a column, diagof(A) of a square matrix */
static bool read_diagonal(struct domain_matrix *out, struct domain_reader *r,
                          const struct expr *e)
{
    struct domain_matrix a;
    if (!domain_read_matrix(&a, r, e->kids[0]) || !fill_zeros(out, r))
        return false;
    for (size_t i = 0; i < out->rows && i < a.rows; i++) {
        if (e->fn == FN_DIAG)
            *domain_at(out, i, i) = *domain_at(&a, i, 0);
        else
            *domain_at(out, i, 0) = *domain_at(&a, i, i);
    }
    return true;
}

/* Each column without its mean. */
static bool read_residual(struct domain_matrix *out, struct domain_reader *r,
                          const struct expr *e)
{
    struct domain_matrix a;
    if (!domain_read_matrix(&a, r, e->kids[0]))
        return false;
    const struct scalar *count = scalar_int(r->pool, (int64_t)a.rows);
    for (size_t j = 0; j < a.cols; j++) {
        const struct scalar *sum = scalar_int(r->pool, 0);
        for (size_t i = 0; i < a.rows; i++)
            sum = scalar_sum(r->pool, sum, *domain_at(&a, i, j));
        const struct scalar *mean =
            scalar_product(r->pool, sum, scalar_power_si(r->pool, count, -1));
        for (size_t i = 0; i < a.rows; i++) {
            *domain_at(out, i, j) =
                scalar_difference(r->pool, *domain_at(&a, i, j), mean);
            if (!*domain_at(out, i, j))
                return false;
        }
    }
    return true;
}

/* A[i..j, k..l], whose size is the shape of the slice */
static bool read_slice(struct domain_matrix *out, struct domain_reader *r,
                       const struct expr *e)
{
    struct domain_matrix a;
    int64_t row, col;
    if (!domain_read_matrix(&a, r, e->kids[0]) ||
        !domain_integer(&row, domain_term(r, e->kids[1])) ||
        !domain_integer(&col, domain_term(r, e->kids[3])) || row < 1 ||
        col < 1 || row - 1 + (int64_t)out->rows > (int64_t)a.rows ||
        col - 1 + (int64_t)out->cols > (int64_t)a.cols)
        return false;
    for (size_t i = 0; i < out->rows; i++)
        for (size_t j = 0; j < out->cols; j++)
            *domain_at(out, i, j) =
                *domain_at(&a, i + (size_t)row - 1, j + (size_t)col - 1);
    return true;
}

bool domain_read_placed(struct domain_matrix *out, struct domain_reader *r,
                        const struct expr *e)
{
    if (e->op == EX_SLICE)
        return read_slice(out, r, e);
    if (e->op != EX_CALL)
        return false;
    switch ((int)e->fn) {
    case FN_HCAT:
    case FN_VCAT:
        return read_joined(out, r, e);
    case FN_UNIT:
        return read_unit(out, r, e);
    case FN_DIAG:
    case FN_DIAGOF:
        return read_diagonal(out, r, e);
    case FN_RES:
        return read_residual(out, r, e);
    }
    return false;
}
