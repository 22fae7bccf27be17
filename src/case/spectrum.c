/* Jacobi's method in doubles ([GolubVanLoan2013], sect. 8.5). */
#include "case/spectrum.h"

#include <math.h>
#include <stdlib.h>

/* Rotates rows and columns p, q of the symmetric a so that a[p, q] is 0. */
static void rotate(double *a, size_t n, size_t p, size_t q)
{
    if (a[p * n + q] == 0)
        return;
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (size_t k = 0; k < n; k++) {
        double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for (size_t k = 0; k < n; k++) {
        double x = a[p * n + k], y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
}

static void ends_of(double *least, double *largest, double *a, size_t n)
{
    enum { SWEEPS = 12 };
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t p = 0; p + 1 < n; p++)
            for (size_t q = p + 1; q < n; q++)
                rotate(a, n, p, q);
    *least = INFINITY;
    *largest = -INFINITY;
    for (size_t k = 0; k < n; k++) {
        *least = fmin(*least, a[k * n + k]);
        *largest = fmax(*largest, a[k * n + k]);
    }
}

void spectrum_ends(double *least, double *largest, const struct rmatrix *a)
{
    LOCAL_FREE double *x = xcalloc(a->rows * a->cols, sizeof *x);
    for (size_t k = 0; k < a->rows * a->cols; k++)
        x[k] = rational_to_double(&a->entries[k]);
    ends_of(least, largest, x, a->rows);
}

double spectrum_norm(const struct rmatrix *a)
{
    size_t n = a->cols;
    double least, largest, *x = xcalloc(n * n, sizeof *x);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < a->rows; k++)
                x[i * n + j] += rational_to_double(rmatrix_at(a, k, i)) *
                                rational_to_double(rmatrix_at(a, k, j));
    ends_of(&least, &largest, x, n);
    free(x);
    return largest > 0 ? sqrt(largest) : 0;
}
