/* The reverse pass through spectra, determinants and inverses. */
#include "search/gradient_internal.h"

#include "eval/linalg_double.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_finite(const double *a, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(a[k]))
            return false;
    return true;
}

static void add_outer(double *out, const double *u, const double *v,
                      size_t rows, size_t cols, double weight)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < cols; c++)
            out[r * cols + c] += weight * u[r] * v[c];
}

/* u = a v */
static void times(double *u, const double *a, const double *v, size_t rows,
                  size_t cols)
{
    for (size_t r = 0; r < rows; r++) {
        u[r] = 0;
        for (size_t c = 0; c < cols; c++)
            u[r] += a[r * cols + c] * v[c];
    }
}

/*
 * The sum of u v' over the right singular vectors v with a singular value
 * sigma that counts, u = a v / sigma: the largest alone (norm2), or all.
 */
static void singular(const struct back *b, const double *values,
                     const double *vectors)
{
    const struct plan_instr *a = back_arg(b, 0);
    size_t n = a->cols;
    double least = values[n - 1] * 1e-20;
    double *u = xcalloc(a->rows + 1, sizeof *u);
    for (size_t k = b->i->fn == FN_NORM2 ? n - 1 : 0; k < n; k++) {
        if (!(values[k] > least))
            continue;
        const double *v = vectors + k * n;
        times(u, back_value(b, 0), v, a->rows, n);
        add_outer(back_into(b, 0), u, v, a->rows, n, b->w[0] / sqrt(values[k]));
    }
    free(u);
}

void gradient_spectral(const struct back *b)
{
    const struct plan_instr *a = back_arg(b, 0);
    const double *x = back_value(b, 0);
    bool of_gram = b->i->fn == FN_NORM2 || b->i->fn == FN_NORMNUC;
    size_t n = a->cols;
    if (n == 0 || a->rows == 0 || !is_finite(x, (size_t)a->rows * n))
        return;
    LOCAL_FREE double *memory = xcalloc(2 * n * n + n, sizeof *memory);
    double *matrix = memory, *vectors = matrix + n * n;
    double *values = vectors + n * n;
    if (of_gram)
        gradient_product(matrix, x, true, x, false, n, a->rows, n);
    else
        memcpy(matrix, x, n * n * sizeof *x);
    if (is_finite(matrix, n * n)) {
        linalg_double_eigen(values, vectors, matrix, n);
        const double *q =
            b->i->fn == FN_EIGMIN ? vectors : vectors + (n - 1) * n;
        if (of_gram)
            singular(b, values, vectors);
        else
            add_outer(back_into(b, 0), q, q, n, n, b->w[0]);
    }
}

/* The matrix without row r and column c. */
static void minor_of(double *out, const double *a, size_t n, size_t r, size_t c)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (i != r && j != c)
                *out++ = a[i * n + j];
}

/* By elimination with pivoting; `a` is destroyed. */
static double determinant(double *a, size_t n)
{
    double det = 1;
    for (size_t j = 0; j < n; j++) {
        size_t p = j;
        for (size_t r = j + 1; r < n; r++)
            if (fabs(a[r * n + j]) > fabs(a[p * n + j]))
                p = r;
        double pivot = a[p * n + j];
        det *= p == j ? pivot : -pivot;
        for (size_t k = j; k < n && p != j; k++) {
            double t = a[p * n + k];
            a[p * n + k] = a[j * n + k];
            a[j * n + k] = t;
        }
        for (size_t r = j + 1; r < n && pivot != 0; r++) {
            double factor = a[r * n + j] / pivot;
            for (size_t k = j; k < n; k++)
                a[r * n + k] -= factor * a[j * n + k];
        }
    }
    return det;
}

/* Cofactors, so that singular matrices have their gradient too. */
void gradient_det(const struct back *b)
{
    enum { MOST = 24 };
    size_t n = back_arg(b, 0)->rows;
    if (n > MOST)
        return;
    LOCAL_FREE double *rest = xcalloc(n * n + 1, sizeof *rest);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            minor_of(rest, back_value(b, 0), n, r, c);
            double cofactor = determinant(rest, n - 1);
            back_into(b, 0)[r * n + c] +=
                b->w[0] * ((r + c) % 2 ? -cofactor : cofactor);
        }
}

/* -y' w y' */
void gradient_inv(const struct back *b)
{
    size_t n = b->i->rows;
    LOCAL_FREE double *memory = xcalloc(2 * n * n + 1, sizeof *memory);
    double *half = memory, *all = memory + n * n;
    gradient_product(half, b->y, true, b->w, false, n, n, n);
    gradient_product(all, half, false, b->y, true, n, n, n);
    for (size_t k = 0; k < n * n; k++)
        back_into(b, 0)[k] -= all[k];
}
