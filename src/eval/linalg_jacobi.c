/*
 * Jacobi's method in doubles: a starting point, never a result.  Rotations by
 * the stable formulas of [GolubVanLoan2013] section 8.5.
 */
#include "eval/linalg_internal.h"

#include "base/ceiling.h"
#include "base/status.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { MAX_SWEEPS = 40 };

static void rotate(double *x, double *y, size_t n, size_t step, double c,
                   double s)
{
    for (size_t k = 0; k < n; k++) {
        double u = x[k * step], v = y[k * step];
        x[k * step] = c * u - s * v;
        y[k * step] = s * u + c * v;
    }
}

static void annihilate(double *a, double *vectors, size_t n, size_t p, size_t q)
{
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
    double t = 1 / (fabs(theta) + hypot(theta, 1));
    if (theta < 0)
        t = -t;
    double c = 1 / sqrt(t * t + 1), s = t * c;
    rotate(a + p * n, a + q * n, n, 1, c, s);
    rotate(a + p, a + q, n, n, c, s);
    a[p * n + q] = a[q * n + p] = 0;
    rotate(vectors + p * n, vectors + q * n, n, 1, c, s);
}

static bool sweep(double *a, double *vectors, size_t n, double tiny)
{
    bool changed = false;
    for (size_t p = 0; p < n; p++, ceiling_pass())
        for (size_t q = p + 1; q < n; q++)
            if (fabs(a[p * n + q]) > tiny) {
                annihilate(a, vectors, n, p, q);
                changed = true;
            }
    return changed;
}

/* Clusters become neighbours: the next stage converges faster on them. */
static void sort_ascending(double *values, double *vectors, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++) {
        size_t least = i;
        for (size_t k = i + 1; k < n; k++)
            if (values[k] < values[least])
                least = k;
        double value = values[i];
        values[i] = values[least];
        values[least] = value;
        for (size_t k = 0; k < n && least != i; k++) {
            double v = vectors[i * n + k];
            vectors[i * n + k] = vectors[least * n + k];
            vectors[least * n + k] = v;
        }
    }
}

void linalg_jacobi(double *values, double *vectors, double *a, size_t n)
{
    double scale = 0;
    for (size_t i = 0; i < n * n; i++) {
        scale = fmax(scale, fabs(a[i]));
        vectors[i] = i % (n + 1) == 0 ? 1 : 0;
    }
    double tiny = scale * DBL_EPSILON / 16;
    for (int k = 0; k < MAX_SWEEPS && sweep(a, vectors, n, tiny); k++)
        continue;
    for (size_t i = 0; i < n; i++)
        values[i] = a[i * n + i];
    sort_ascending(values, vectors, n);
}

void linalg_scaled_doubles(double *out, fmpz_t exponent, const arb_mat_t a)
{
    slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a);
    fmpz_t e;
    arf_t x;
    bool any = false;
    fmpz_init(e);
    arf_init(x);
    fmpz_zero(exponent);
    for (slong k = 0; k < rows * cols; k++) {
        arf_srcptr m = arb_midref(arb_mat_entry(a, k / cols, k % cols));
        if (arf_is_special(m))
            continue;
        arf_abs_bound_lt_2exp_fmpz(e, m);
        if (!any || fmpz_cmp(e, exponent) > 0)
            fmpz_set(exponent, e);
        any = true;
    }
    fmpz_neg(e, exponent);
    for (slong k = 0; k < rows * cols; k++) {
        arf_mul_2exp_fmpz(x, arb_midref(arb_mat_entry(a, k / cols, k % cols)),
                          e);
        out[k] = arf_is_finite(x) ? arf_get_d(x, ARF_RND_NEAR) : 0;
    }
    arf_clear(x);
    fmpz_clear(e);
}
