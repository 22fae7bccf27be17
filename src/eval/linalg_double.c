/*
 * The same quantities in plain doubles, for the forward pass that a user
 * would run.  Nothing is certified here.
 */
#include "eval/linalg_double.h"

#include "eval/linalg_internal.h"

#include "base/status.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static bool is_finite(const double *a, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(a[k]))
            return false;
    return true;
}

static double largest(const double *a, size_t count)
{
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = fmax(most, fabs(a[k]));
    return most;
}

/* Ascending eigenvalues of a copy of `a` (n >= 1, finite). */
static double *eigenvalues(const double *a, size_t n)
{
    LOCAL_FREE double *copy = xmalloc(n * n * sizeof *copy);
    LOCAL_FREE double *vectors = xmalloc(n * n * sizeof *vectors);
    double *values = xmalloc(n * sizeof *values);
    for (size_t k = 0; k < n * n; k++)
        copy[k] = a[k];
    linalg_jacobi(values, vectors, copy, n);
    return values;
}

static double eigenvalue_at(const double *a, size_t n, size_t k)
{
    if (n == 0 || !is_finite(a, n * n))
        return NAN;
    double *values = eigenvalues(a, n), value = values[k];
    free(values);
    return value;
}

double linalg_double_eigmin(const double *a, size_t n)
{
    return eigenvalue_at(a, n, 0);
}

double linalg_double_eigmax(const double *a, size_t n)
{
    return eigenvalue_at(a, n, n - 1);
}

/* Singular values times 1 / scale, by [[0, A], [A', 0]] / scale. */
static double *both_signs(const double *a, size_t rows, size_t cols,
                          double scale)
{
    size_t n = rows + cols;
    LOCAL_FREE double *both = xcalloc(n * n, sizeof *both);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) {
            double x = a[i * cols + j] / scale;
            both[i * n + rows + j] = x;
            both[(rows + j) * n + i] = x;
        }
    double *values = eigenvalues(both, n);
    return values;
}

double linalg_double_norm2(const double *a, size_t rows, size_t cols)
{
    double scale = largest(a, rows * cols);
    if (!is_finite(a, rows * cols))
        return NAN;
    if (scale == 0)
        return 0;
    size_t n = rows < cols ? rows : cols;
    LOCAL_FREE double *gram = xcalloc(n * n, sizeof *gram);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < rows + cols - n; k++) {
                double x = n == rows ? a[i * cols + k] : a[k * cols + i];
                double y = n == rows ? a[j * cols + k] : a[k * cols + j];
                gram[i * n + j] += (x / scale) * (y / scale);
            }
    return scale * sqrt(eigenvalue_at(gram, n, n - 1));
}

double linalg_double_normnuc(const double *a, size_t rows, size_t cols)
{
    double scale = largest(a, rows * cols);
    if (!is_finite(a, rows * cols))
        return NAN;
    if (scale == 0)
        return 0;
    double *values = both_signs(a, rows, cols, scale), sum = 0;
    for (size_t k = 0; k < rows + cols; k++)
        sum += fabs(values[k]);
    free(values);
    return scale * (sum / 2);
}

void linalg_double_eigen(double *values, double *vectors, const double *a,
                         size_t n)
{
    LOCAL_FREE double *copy = xmalloc(n * n * sizeof *copy + 1);
    for (size_t k = 0; k < n * n; k++)
        copy[k] = a[k];
    linalg_jacobi(values, vectors, copy, n);
}
