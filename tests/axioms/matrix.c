#include "matrix.h"

#include "base/status.h"

struct matrix matrix_zero(struct work *w, size_t rows, size_t cols)
{
    struct matrix out = {rows, cols, NULL};
    const struct real zero = real_int(w, 0);

    ENSURE(rows < 4096 && cols < 4096, "a matrix of this size was drawn");
    out.a = arena_array(w->arena, rows * cols + 1, sizeof *out.a);
    for (size_t i = 0; i < rows * cols; i++)
        out.a[i] = zero;
    return out;
}

struct real *matrix_at(struct matrix m, size_t i, size_t j)
{
    ENSURE(i < m.rows && j < m.cols, "an entry outside");
    return &m.a[i * m.cols + j];
}

struct matrix matrix_eye(struct work *w, size_t n)
{
    struct matrix out = matrix_zero(w, n, n);

    for (size_t i = 0; i < n; i++)
        *matrix_at(out, i, i) = real_int(w, 1);
    return out;
}

struct matrix matrix_scalar(struct work *w, struct real x)
{
    struct matrix out = matrix_zero(w, 1, 1);

    out.a[0] = x;
    return out;
}

struct matrix matrix_add(struct work *w, struct matrix a, struct matrix b)
{
    struct matrix out = matrix_zero(w, a.rows, a.cols);

    ENSURE((a.rows == b.rows && a.cols == b.cols) || w->unclear,
           "a sum of other shapes");
    if (w->unclear)
        return out;
    for (size_t i = 0; i < a.rows * a.cols; i++)
        out.a[i] = real_add(w, a.a[i], b.a[i]);
    return out;
}

struct matrix matrix_scale(struct work *w, struct real c, struct matrix a)
{
    struct matrix out = matrix_zero(w, a.rows, a.cols);

    for (size_t i = 0; i < a.rows * a.cols; i++)
        out.a[i] = real_mul(w, c, a.a[i]);
    return out;
}

static bool is_nil(struct real x)
{
    return x.q != NULL && mpq_sgn(x.q) == 0;
}

struct matrix matrix_mul(struct work *w, struct matrix a, struct matrix b)
{
    struct matrix out = matrix_zero(w, a.rows, b.cols);

    ENSURE(a.cols == b.rows || w->unclear, "a product of other shapes");
    if (w->unclear)
        return out;
    for (size_t i = 0; i < a.rows; i++) {
        for (size_t k = 0; k < a.cols; k++) {
            const struct real x = *matrix_at(a, i, k);

            for (size_t j = 0; !is_nil(x) && j < b.cols; j++) {
                struct real *to = matrix_at(out, i, j);

                *to = real_add(w, *to, real_mul(w, x, *matrix_at(b, k, j)));
            }
        }
    }
    return out;
}

struct matrix matrix_transpose(struct work *w, struct matrix a)
{
    struct matrix out = matrix_zero(w, a.cols, a.rows);

    for (size_t i = 0; i < a.rows; i++) {
        for (size_t j = 0; j < a.cols; j++)
            *matrix_at(out, j, i) = *matrix_at(a, i, j);
    }
    return out;
}

bool matrix_is_exact(struct matrix a)
{
    for (size_t i = 0; i < a.rows * a.cols; i++) {
        if (a.a[i].q == NULL)
            return false;
    }
    return true;
}

/* Elimination. */

static void swap_rows(struct matrix m, size_t i, size_t k)
{
    for (size_t j = 0; i != k && j < m.cols; j++) {
        const struct real x = *matrix_at(m, i, j);

        *matrix_at(m, i, j) = *matrix_at(m, k, j);
        *matrix_at(m, k, j) = x;
    }
}

/* A row from `from` on whose entry in column j is not 0; rows: there is none.
 */
static size_t find_pivot(struct work *w, struct matrix m, size_t from, size_t j)
{
    size_t found = m.rows;
    bool unclear = false;

    for (size_t i = from; i < m.rows; i++) {
        const int sign = real_sign(*matrix_at(m, i, j));

        unclear = unclear || sign == SIGN_UNCLEAR;
        if ((sign == 1 || sign == -1) && found == m.rows)
            found = i;
    }
    if (found == m.rows && unclear)
        work_unclear(w, "a pivot that is nearly 0");
    return found;
}

/*
 * Row echelon form in place, of the first `ncols` columns; the determinant of
 * the pivots with their sign.  The number of pivots.
 */
static size_t eliminate(struct work *w, struct matrix m, size_t ncols,
                        struct real *det)
{
    size_t rank = 0;

    *det = real_int(w, 1);
    for (size_t j = 0; j < ncols && rank < m.rows; j++) {
        const size_t p = find_pivot(w, m, rank, j);
        struct real inverse;

        if (p == m.rows)
            continue;
        swap_rows(m, p, rank);
        *det = real_mul(w, *det, *matrix_at(m, rank, j));
        if (p != rank)
            *det = real_neg(w, *det);
        inverse = real_recip(w, *matrix_at(m, rank, j));
        for (size_t c = 0; c < m.cols; c++)
            *matrix_at(m, rank, c) =
                real_mul(w, inverse, *matrix_at(m, rank, c));
        for (size_t i = 0; i < m.rows; i++) {
            const struct real x = *matrix_at(m, i, j);

            for (size_t c = j; i != rank && !is_nil(x) && c < m.cols; c++) {
                struct real *to = matrix_at(m, i, c);

                *to = real_sub(w, *to, real_mul(w, x, *matrix_at(m, rank, c)));
            }
        }
        rank++;
    }
    return rank;
}

static struct matrix copied(struct work *w, struct matrix a, size_t more)
{
    struct matrix out = matrix_zero(w, a.rows, a.cols + more);

    for (size_t i = 0; i < a.rows; i++) {
        for (size_t j = 0; j < a.cols; j++)
            *matrix_at(out, i, j) = *matrix_at(a, i, j);
    }
    return out;
}

/* By minors where entries are inexact: nothing is divided by. */
static struct real det_by_minors(struct work *w, struct matrix a)
{
    struct real out = real_int(w, a.rows == 0);

    for (size_t k = 0; k < a.rows; k++) {
        struct matrix minor = matrix_zero(w, a.rows - 1, a.rows - 1);
        struct real x;

        for (size_t i = 1; i < a.rows; i++) {
            for (size_t j = 0; j + 1 < a.rows; j++)
                *matrix_at(minor, i - 1, j) = *matrix_at(a, i, j + (j >= k));
        }
        x = real_mul(w, *matrix_at(a, 0, k), det_by_minors(w, minor));
        out = real_add(w, out, k % 2 == 0 ? x : real_neg(w, x));
    }
    return out;
}

struct real matrix_det(struct work *w, struct matrix a)
{
    struct real det;

    if (!matrix_is_exact(a) && a.rows <= 5)
        return det_by_minors(w, a);
    return eliminate(w, copied(w, a, 0), a.cols, &det) == a.rows
               ? det
               : real_int(w, 0);
}

size_t matrix_rank(struct work *w, struct matrix a)
{
    struct real det;

    return eliminate(w, copied(w, a, 0), a.cols, &det);
}

struct matrix matrix_inverse(struct work *w, struct matrix a)
{
    const size_t n = a.rows;
    struct matrix both = copied(w, a, n), out = matrix_zero(w, n, n);
    struct real det;

    for (size_t i = 0; i < n; i++)
        *matrix_at(both, i, n + i) = real_int(w, 1);
    if (eliminate(w, both, n, &det) < n) {
        work_outside(w);
        return out;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            *matrix_at(out, i, j) = *matrix_at(both, i, n + j);
    }
    return out;
}

/* Definiteness. */

enum answer matrix_is_symmetric(struct matrix a, struct work *w)
{
    enum answer out = ANSWER_YES;

    for (size_t i = 0; i < a.rows; i++) {
        for (size_t j = 0; j < i; j++) {
            const int sign = real_sign(
                real_sub(w, *matrix_at(a, i, j), *matrix_at(a, j, i)));

            if (sign == 1 || sign == -1)
                return ANSWER_NO;
            if (sign == SIGN_UNCLEAR)
                out = ANSWER_UNCLEAR;
        }
    }
    return out;
}

/* Pivots of a symmetric rational matrix: none negative, a zero one in a zero
 * row. */
static bool has_square_pivots(struct work *w, struct matrix m)
{
    for (size_t k = 0; k < m.rows; k++) {
        const int sign = real_sign(*matrix_at(m, k, k));
        struct real inverse;

        if (sign < 0)
            return false;
        for (size_t j = k + 1; sign == 0 && j < m.rows; j++) {
            if (!is_nil(*matrix_at(m, k, j)))
                return false;
        }
        if (sign == 0)
            continue;
        inverse = real_recip(w, *matrix_at(m, k, k));
        for (size_t i = k + 1; i < m.rows; i++) {
            const struct real x = real_mul(w, inverse, *matrix_at(m, i, k));

            for (size_t j = k + 1; j < m.rows; j++) {
                struct real *to = matrix_at(m, i, j);

                *to = real_sub(w, *to, real_mul(w, x, *matrix_at(m, k, j)));
            }
        }
    }
    return true;
}

enum answer matrix_is_psd(struct work *w, struct matrix a)
{
    const enum answer symmetric = matrix_is_symmetric(a, w);
    int sign;

    if (symmetric == ANSWER_NO)
        return ANSWER_NO;
    if (matrix_is_exact(a))
        return has_square_pivots(w, copied(w, a, 0)) ? ANSWER_YES : ANSWER_NO;
    if (a.rows == 0)
        return ANSWER_YES;
    sign = real_sign(matrix_eigenvalues(w, a)[0]);
    if (sign == -1)
        return ANSWER_NO;
    return sign == SIGN_UNCLEAR ? ANSWER_UNCLEAR : symmetric;
}
