/*
 * Matrices of two or three rows entry by entry.  While `spelled` is set a given
 * of such a size is written as
 *
 *     sum(i, j, unit(i)' * A * unit(j) * unit(i) * unit(j)'),
 *
 * one with so few rows (columns) alone as sum(i, unit(i) * unit(i)' * A),
 * and determinants and inverses are polynomials, and quotients, of entries; so
 * what follows from Cayley and Hamilton for a fixed size is an identity of
 * polynomials.  Used in the last test for zero alone.
 */
#include "logic/make.h"
#include "logic/normal_internal.h"

enum { MAX_SIZE = 3, MAX_DEPTH = 64 };

static bool is_small(const struct dim *rows, const struct dim *cols, int64_t *m,
                     int64_t *k)
{
    return rows && cols && dim_is_constant(rows, m) &&
           dim_is_constant(cols, k) && *m <= MAX_SIZE && *k <= MAX_SIZE &&
           *m * *k > 1;
}

static const form *unit_at(struct normalizer *n, const struct dim *size,
                           int64_t i)
{
    return block_unit(n, size, dim_constant(n->dims, i));
}

static const form *entry_of(struct normalizer *n, const form *a, int64_t i,
                            int64_t j)
{
    const form *row = form_flip(n, unit_at(n, a->rows, i));
    return form_mul(n, form_mul(n, row, a), unit_at(n, a->cols, j));
}

/* The matrix whose entry i, j, from 1 on, is all[i - 1][j - 1]. */
static const form *matrix_of(struct normalizer *n, const struct dim *rows,
                             const struct dim *cols,
                             const form *all[MAX_SIZE][MAX_SIZE], int64_t m,
                             int64_t k)
{
    const form *sum = form_zero(n, rows, cols);
    for (int64_t i = 1; i <= m; i++)
        for (int64_t j = 1; j <= k; j++) {
            const form *place = form_mul(n, unit_at(n, rows, i),
                                         form_flip(n, unit_at(n, cols, j)));
            sum = form_add(n, sum, form_mul(n, all[i - 1][j - 1], place));
        }
    return sum;
}

static void read_entries(struct normalizer *n, const form *a,
                         const form *all[MAX_SIZE][MAX_SIZE], int64_t m,
                         int64_t k)
{
    for (int64_t i = 1; i <= m; i++)
        for (int64_t j = 1; j <= k; j++)
            all[i - 1][j - 1] = entry_of(n, a, i, j);
}

static bool is_few(const struct dim *size, int64_t *m)
{
    return size && dim_is_constant(size, m) && *m > 1 && *m <= MAX_SIZE;
}

/* A = sum(i, unit(i) * (unit(i)' * A)) for few rows */
static const form *rows_spelled(struct normalizer *n, const form *a, int64_t m)
{
    const form *sum = form_zero(n, a->rows, a->cols);
    for (int64_t i = 1; i <= m; i++) {
        const form *unit = unit_at(n, a->rows, i);
        sum = form_add(n, sum,
                       form_mul(n, unit, form_mul(n, form_flip(n, unit), a)));
    }
    return sum;
}

const form *entries_spelled(struct normalizer *n, const form *atom)
{
    const form *all[MAX_SIZE][MAX_SIZE];
    int64_t m, k;
    if (!n->spelled || n->failed)
        return atom;
    if (!is_small(atom->rows, atom->cols, &m, &k)) {
        if (is_few(atom->rows, &m))
            return rows_spelled(n, atom, m);
        if (is_few(atom->cols, &m))
            return form_flip(n, rows_spelled(n, form_flip(n, atom), m));
        return atom;
    }
    read_entries(n, atom, all, m, k);
    return matrix_of(n, atom->rows, atom->cols, all, m, k);
}

bool entries_ones(struct normalizer *n, const struct dim *size,
                  const form **out)
{
    int64_t m;
    if (!n->spelled || n->failed || !is_few(size, &m))
        return false;
    *out = unit_at(n, size, 1);
    for (int64_t i = 2; i <= m; i++)
        *out = form_add(n, *out, unit_at(n, size, i));
    return true;
}

/* all without row i and column j, from 0 on */
static const form *minor(struct normalizer *n,
                         const form *all[MAX_SIZE][MAX_SIZE], int64_t m,
                         int64_t i, int64_t j)
{
    const form *rest[2][2] = {{form_number(n, 1, 1), form_number(n, 0, 1)},
                              {form_number(n, 0, 1), form_number(n, 1, 1)}};
    for (int64_t r = 0, y = 0; r < m; r++) {
        for (int64_t c = 0, x = 0; c < m && r != i; c++)
            if (c != j)
                rest[y][x++] = all[r][c];
        y += r != i;
    }
    return form_sub(n, form_mul(n, rest[0][0], rest[1][1]),
                    form_mul(n, rest[0][1], rest[1][0]));
}

static const form *cofactor(struct normalizer *n,
                            const form *all[MAX_SIZE][MAX_SIZE], int64_t m,
                            int64_t i, int64_t j)
{
    const form *a = minor(n, all, m, i, j);
    return (i + j) % 2 == 0 ? a : form_neg(n, a);
}

/* By the first row; with the entries for the caller. */
static const form *expanded(struct normalizer *n, const form *a,
                            const form *all[MAX_SIZE][MAX_SIZE], int64_t m)
{
    const form *det = form_zero(n, n->one, n->one);
    read_entries(n, a, all, m, m);
    for (int64_t j = 0; j < m; j++)
        det =
            form_add(n, det, form_mul(n, all[0][j], cofactor(n, all, m, 0, j)));
    return det;
}

bool entries_det(struct normalizer *n, const form *a, const form **out)
{
    const form *all[MAX_SIZE][MAX_SIZE];
    int64_t m, k;
    if (!n->spelled || n->failed || a->rows != a->cols ||
        !is_small(a->rows, a->cols, &m, &k))
        return false;
    *out = expanded(n, a, all, m);
    return true;
}

/* inv(A) = adjugate(A) / det(A); det(A) is not 0 where inv(A) is defined. */
bool entries_inverse(struct normalizer *n, const form *a, const form **out)
{
    const form *all[MAX_SIZE][MAX_SIZE], *turned[MAX_SIZE][MAX_SIZE];
    int64_t m, k;
    if (!n->spelled || n->failed || a->rows != a->cols ||
        !is_small(a->rows, a->cols, &m, &k))
        return false;
    const form *det = expanded(n, a, all, m);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < m; j++)
            turned[j][i] = cofactor(n, all, m, i, j);
    *out = form_mul(n, normal_scalar_inverse(n, det),
                    matrix_of(n, a->rows, a->cols, turned, m, m));
    return true;
}

/* Whether a given with few rows or columns, or the determinant or inverse of
 * a small matrix, occurs. */
static bool has_small(const struct expr *e, size_t depth)
{
    int64_t m, k;
    const struct expr *of =
        expr_is_call(e, FN_DET) || expr_is_call(e, FN_INV) ? e->kids[0] : e;
    if ((e->op == EX_GIVEN || of != e) && is_small(of->rows, of->cols, &m, &k))
        return true;
    if (e->op == EX_GIVEN && (is_few(e->rows, &m) || is_few(e->cols, &k)))
        return true;
    for (size_t i = 0; i < e->count && depth < MAX_DEPTH; i++)
        if (has_small(e->kids[i], depth + 1))
            return true;
    return false;
}

bool entries_vanish(struct normalizer *n, const struct expr *a,
                    const struct expr *b)
{
    size_t before = n->work;
    if (n->spelled || n->failed || n->cleared > NORMAL_MAX_CLEARING ||
        a->rows != b->rows || a->cols != b->cols ||
        (!has_small(a, 0) && !has_small(b, 0)))
        return false;
    n->spelled = true;
    memo_forget(n);
    bool zero =
        form_vanishes(n, form_sub(n, normal_build(n, a), normal_build(n, b)));
    n->spelled = false;
    memo_forget(n);
    n->cleared += n->work - before;
    return zero && !n->failed;
}
