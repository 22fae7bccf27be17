#include "search/cayley.h"

#include "base/status.h"
#include "case/orthogonal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool in_one_block(size_t r, size_t c)
{
    return r / ORTHOGONAL_BLOCK == c / ORTHOGONAL_BLOCK;
}

/* [I + A | I - A] by rows. */
static void set_system(double *m, const double *t, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            double a = r > c ? t[r * n + c] : r < c ? -t[c * n + r] : 0;
            double one = r == c;
            a = in_one_block(r, c) ? a : 0;
            m[r * 2 * n + c] = one + a;
            m[r * 2 * n + n + c] = one - a;
        }
}

void cayley_transform(double *c, const double *t, size_t n)
{
    LOCAL_FREE double *m = xcalloc(2 * n * n, sizeof *m);
    set_system(m, t, n);
    /* Leading blocks of I + A are regular: no search for pivots. */
    for (size_t k = 0; k < n; k++) {
        double *row = m + k * 2 * n, pivot = row[k];
        for (size_t j = k; j < 2 * n; j++)
            row[j] /= pivot;
        for (size_t r = 0; r < n; r++) {
            double part = m[r * 2 * n + k];
            for (size_t j = k; j < 2 * n && r != k; j++)
                m[r * 2 * n + j] -= part * row[j];
        }
    }
    for (size_t r = 0; r < n; r++)
        memcpy(c + r * n, m + r * 2 * n + n, n * sizeof *c);
}

void cayley_multiply(double *out, const double *a, const double *b, size_t n)
{
    memset(out, 0, n * n * sizeof *out);
    for (size_t r = 0; r < n; r++)
        for (size_t k = 0; k < n; k++)
            for (size_t c = 0; c < n; c++)
                out[r * n + c] += a[r * n + k] * b[k * n + c];
}

static void transpose(double *out, const double *a, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            out[c * n + r] = a[r * n + c];
}

/*
 * dC = -(I + A)^-1 dA (I + C) and (I + A)^-1 = (I + C) / 2, so the adjoint of
 * A is -1/2 (I + C)' (Q' w) (I + C)'.
 */
void cayley_pull(double *g, const double *w, const double *q, const double *t,
                 size_t n)
{
    size_t size = n * n;
    LOCAL_FREE double *memory = xcalloc(4 * size, sizeof *memory);
    double *c = memory, *turned = memory + size, *x = memory + 2 * size,
           *y = memory + 3 * size;
    cayley_transform(c, t, n);
    for (size_t k = 0; k < n; k++)
        c[k * n + k] += 1;
    transpose(turned, c, n);
    transpose(y, q, n);
    cayley_multiply(x, y, w, n);
    cayley_multiply(y, turned, x, n);
    cayley_multiply(x, y, turned, n);
    for (size_t r = 0; r < n; r++)
        for (size_t k = 0; k < r; k++)
            if (in_one_block(r, k))
                g[r * n + k] = -(x[r * n + k] - x[k * n + r]) / 2;
}
