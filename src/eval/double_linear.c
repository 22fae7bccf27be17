/*
 * Products and powers by BLAS; determinant, inverse and rank in doubles, by
 * elimination with pivoting.
 */
#include "eval/double_internal.h"

#include "eval/blas.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- products and powers ---- */

/* out = a (r x k) times b (k x c) */
static void product(double *out, const double *a, const double *b, size_t r,
                    size_t k, size_t c)
{
    blas_product(out, 1.0, (struct blas_factor){a, false},
                 (struct blas_factor){b, false}, r, k, c);
}

void double_matmul(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    product(out, double_arg(run, i, 0), double_arg(run, i, 1), i->rows,
            double_arg_instr(run, i, 0)->cols, i->cols);
}

/* By squaring; the builder leaves powers >= 0 alone. */
void double_matpow(double *out, const struct double_run *run,
                   const struct plan_instr *i)
{
    ENSURE(i->power >= 0, "double: a negative matrix power");
    size_t n = i->rows, size = n * n;
    LOCAL_FREE double *base = xcalloc(size + 1, sizeof *base);
    LOCAL_FREE double *next = xcalloc(size + 1, sizeof *next);
    memcpy(base, double_arg(run, i, 0), size * sizeof *base);
    for (size_t k = 0; k < size; k++)
        out[k] = k % (n + 1) == 0;
    for (int64_t p = i->power; p; p /= 2) {
        if (p % 2) {
            product(next, out, base, n, n, n);
            memcpy(out, next, size * sizeof *out);
        }
        if (p > 1) {
            product(next, base, base, n, n, n);
            memcpy(base, next, size * sizeof *base);
        }
    }
}

/* ---- elimination ---- */

static void swap_rows(double *a, size_t cols, size_t r, size_t s)
{
    for (size_t j = 0; r != s && j < cols; j++) {
        double t = a[r * cols + j];
        a[r * cols + j] = a[s * cols + j];
        a[s * cols + j] = t;
    }
}

/* The row from `from` on whose entry in column j is largest. */
static size_t pivot_row(const double *a, size_t rows, size_t cols, size_t from,
                        size_t j)
{
    size_t best = from;
    for (size_t r = from + 1; r < rows; r++) {
        if (fabs(a[r * cols + j]) > fabs(a[best * cols + j]))
            best = r;
    }
    return best;
}

/* Row r minus a multiple of row p, so that its entry in column j vanishes. */
static void eliminate(double *a, size_t cols, size_t r, size_t p, size_t j)
{
    double factor = a[r * cols + j] / a[p * cols + j];
    a[r * cols + j] = 0;
    for (size_t k = j + 1; k < cols; k++)
        a[r * cols + k] -= factor * a[p * cols + k];
}

static double *copy_of(const double *a, size_t count)
{
    double *copy = xcalloc(count + 1, sizeof *copy);
    memcpy(copy, a, count * sizeof *copy);
    return copy;
}

void double_det(double *out, const struct double_run *run,
                const struct plan_instr *i)
{
    size_t n = double_arg_instr(run, i, 0)->rows;
    LOCAL_FREE double *a = copy_of(double_arg(run, i, 0), n * n);
    double det = 1;
    for (size_t j = 0; j < n; j++) {
        size_t p = pivot_row(a, n, n, j, j);
        swap_rows(a, n, p, j);
        det *= p == j ? a[j * n + j] : -a[j * n + j];
        for (size_t r = j + 1; r < n && a[j * n + j] != 0; r++)
            eliminate(a, n, r, j, j);
    }
    out[0] = det;
}

/* [A, 1] to [D, B] with D diagonal; false: a pivot is 0 (or NaN). */
static bool diagonalise(double *wide, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        size_t p = pivot_row(wide, n, 2 * n, j, j);
        swap_rows(wide, 2 * n, p, j);
        if (!(fabs(wide[j * 2 * n + j]) > 0))
            return false;
        for (size_t r = 0; r < n; r++) {
            if (r != j)
                eliminate(wide, 2 * n, r, j, j);
        }
    }
    return true;
}

void double_inv(double *out, const struct double_run *run,
                const struct plan_instr *i)
{
    size_t n = i->rows;
    const double *a = double_arg(run, i, 0);
    LOCAL_FREE double *wide = xcalloc(2 * n * n + 1, sizeof *wide);
    for (size_t r = 0; r < n; r++) {
        memcpy(&wide[r * 2 * n], &a[r * n], n * sizeof *wide);
        wide[r * 2 * n + n + r] = 1;
    }
    bool regular = diagonalise(wide, n);
    for (size_t r = 0; r < n; r++) {
        for (size_t c = 0; c < n; c++)
            out[r * n + c] =
                regular ? wide[r * 2 * n + n + c] / wide[r * 2 * n + r] : NAN;
    }
}

/* Brings the largest entry right and below of (k, k) to that place. */
static double full_pivot(double *a, size_t rows, size_t cols, size_t k)
{
    size_t row = k, col = k;
    for (size_t j = k; j < cols; j++) {
        size_t r = pivot_row(a, rows, cols, k, j);
        if (fabs(a[r * cols + j]) > fabs(a[row * cols + col])) {
            row = r;
            col = j;
        }
    }
    swap_rows(a, cols, row, k);
    for (size_t r = 0; r < rows; r++) {
        double t = a[r * cols + k];
        a[r * cols + k] = a[r * cols + col];
        a[r * cols + col] = t;
    }
    return fabs(a[k * cols + k]);
}

/* Pivots above the rounding noise of the largest entry. */
void double_rank(double *out, const struct double_run *run,
                 const struct plan_instr *i)
{
    const struct plan_instr *in = double_arg_instr(run, i, 0);
    size_t rows = in->rows, cols = in->cols, rank = 0;
    size_t least = rows < cols ? rows : cols;
    LOCAL_FREE double *a = copy_of(double_arg(run, i, 0), rows * cols);
    double noise = -1, sum = 0;
    for (size_t k = 0; k < rows * cols; k++)
        sum += a[k];
    while (rank < least) {
        double pivot = full_pivot(a, rows, cols, rank);
        if (noise < 0)
            noise = (double)(rows + cols) * DBL_EPSILON * pivot;
        if (!(pivot > noise))
            break;
        for (size_t r = rank + 1; r < rows; r++)
            eliminate(a, cols, r, rank, rank);
        rank++;
    }
    out[0] = isnan(sum) ? NAN : (double)rank;
}
