/* Blocks of a space in doubles; declared in search/space_block.h. */
#include "search/space_block.h"

#include "base/status.h"
#include "case/birkhoff.h"
#include "case/orthogonal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * ---- The Cayley transform ----
 *
 * C = (I + A)^-1 (I - A) in doubles, of the skew A with the entries of t below
 * its diagonal, in the blocks of orthogonal_map.
 */

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

static void cayley_transform(double *c, const double *t, size_t n)
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

static void cayley_multiply(double *out, const double *a, const double *b,
                            size_t n)
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
static void cayley_pull(double *g, const double *w, const double *q,
                        const double *t, size_t n)
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

void space_block_read(double *t, const struct value *v)
{
    for (size_t k = 0; k < v->rows * v->cols; k++)
        t[k] = v->kind == VALUE_DOUBLES ? v->doubles[k]
                                        : rational_to_double(&v->rationals[k]);
}

/* ---- writing ---- */

static void write_stochastic(double *x, const double *t, size_t rows,
                             size_t cols)
{
    for (size_t r = 0; r < rows; r++) {
        double sum = 0;
        for (size_t c = 0; c < cols; c++)
            sum += fabs(t[r * cols + c]);
        for (size_t c = 0; c < cols; c++)
            x[r * cols + c] =
                sum > 0 ? fabs(t[r * cols + c]) / sum : 1 / (double)cols;
    }
}

static void write_symmetric(double *x, const double *t, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            x[r * n + c] = r >= c ? t[r * n + c] : t[c * n + r];
}

static void write_gram(double *x, const double *t, size_t n)
{
    memset(x, 0, n * n * sizeof *x);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            for (size_t k = 0; k < n; k++)
                x[r * n + c] += t[r * n + k] * t[c * n + k];
}

static void write_rotated(double *x, const struct block *b, const double *t)
{
    size_t n = b->rows, size = n * n;
    LOCAL_FREE double *memory = xcalloc(2 * size, sizeof *memory);
    double *q = memory, *c = memory + size;
    space_block_read(q, &b->base);
    cayley_transform(c, t, n);
    cayley_multiply(x, q, c, n);
}

/* Gram-Schmidt in the order of the columns; dependent ones stay 0. */
static void write_frame(double *x, const double *t, size_t n, size_t k)
{
    memcpy(x, t, n * k * sizeof *x);
    for (size_t j = 0; j < k; j++) {
        double length = 0;
        for (size_t c = 0; c < j; c++) {
            double product = 0;
            for (size_t i = 0; i < n; i++)
                product += x[i * k + c] * x[i * k + j];
            for (size_t i = 0; i < n; i++)
                x[i * k + j] -= product * x[i * k + c];
        }
        for (size_t i = 0; i < n; i++)
            length = hypot(length, x[i * k + j]);
        for (size_t i = 0; i < n && length > 0; i++)
            x[i * k + j] /= length;
    }
}

/* Entries below the diagonal and on it, each kept or not. */
static void write_triangle(double *x, const double *t, size_t n,
                           enum given_kind kind)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            double below = kind == GIVEN_DIAGONAL ? 0 : t[r * n + c];
            double above = kind == GIVEN_SKEW ? -t[c * n + r] : 0;
            double middle = kind == GIVEN_SKEW ? 0 : t[r * n + c];
            x[r * n + c] = r > c ? below : r < c ? above : middle;
        }
}

static void write_mapped(double *x, const struct block *b, const double *t)
{
    LOCAL_MADE(value, v);
    value_set_doubles(&v, b->rows, b->cols);
    memcpy(v.doubles, t, b->rows * b->cols * sizeof *t);
    if (b->kind == GIVEN_PERMUTATION)
        birkhoff_permutation(&v);
    else
        birkhoff_balance(v.doubles, b->rows);
    space_block_read(x, &v);
}

void space_block_write(const struct block *b, const double *t, double *x)
{
    size_t size = b->rows * b->cols;
    switch (b->kind) {
    case GIVEN_REAL:
        memcpy(x, t, size * sizeof *x);
        break;
    case GIVEN_NONNEG:
        for (size_t k = 0; k < size; k++)
            x[k] = fabs(t[k]);
        break;
    case GIVEN_INT:
        for (size_t k = 0; k < size; k++)
            x[k] = floor(t[k] + 0.5);
        break;
    case GIVEN_MASK:
        for (size_t k = 0; k < size; k++)
            x[k] = t[k] > 0;
        break;
    case GIVEN_SYMMETRIC:
        write_symmetric(x, t, b->rows);
        break;
    case GIVEN_STOCHASTIC:
        write_stochastic(x, t, b->rows, b->cols);
        break;
    case GIVEN_SIMPLEX:
        write_stochastic(x, t, b->cols, b->rows);
        break;
    case GIVEN_PSD:
        write_gram(x, t, b->rows);
        break;
    case GIVEN_ORTHOGONAL:
        write_rotated(x, b, t);
        break;
    case GIVEN_UNIT:
    case GIVEN_FRAME:
        write_frame(x, t, b->rows, b->cols);
        break;
    case GIVEN_PERMUTATION:
    case GIVEN_DOUBLY_STOCHASTIC:
        write_mapped(x, b, t);
        break;
    case GIVEN_SKEW:
    case GIVEN_DIAGONAL:
    case GIVEN_LOWER:
        write_triangle(x, t, b->rows, b->kind);
        break;
    }
}

bool space_block_is_normalised(enum given_kind kind)
{
    return kind == GIVEN_STOCHASTIC || kind == GIVEN_SIMPLEX ||
           kind == GIVEN_UNIT || kind == GIVEN_FRAME ||
           kind == GIVEN_DOUBLY_STOCHASTIC;
}

/* ---- gradients ---- */

static void pull_stochastic(double *g, const double *w, const double *t,
                            size_t rows, size_t cols)
{
    for (size_t r = 0; r < rows; r++) {
        double sum = 0, mean = 0;
        for (size_t c = 0; c < cols; c++)
            sum += fabs(t[r * cols + c]);
        for (size_t c = 0; c < cols && sum > 0; c++)
            mean += w[r * cols + c] * fabs(t[r * cols + c]) / sum;
        for (size_t c = 0; c < cols && sum > 0; c++)
            g[r * cols + c] = (w[r * cols + c] - mean) / sum *
                              (t[r * cols + c] >= 0 ? 1 : -1);
    }
}

static void pull_symmetric(double *g, const double *w, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c <= r; c++)
            g[r * n + c] = r == c ? w[r * n + r] : w[r * n + c] + w[c * n + r];
}

/* (w + w') B */
static void pull_gram(double *g, const double *w, const double *t, size_t n)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            for (size_t k = 0; k < n; k++)
                g[r * n + c] += (w[r * n + k] + w[k * n + r]) * t[k * n + c];
}

static void pull_rotated(double *g, const double *w, const struct block *b,
                         const double *t)
{
    LOCAL_FREE double *q = xcalloc(b->rows * b->cols, sizeof *q);
    space_block_read(q, &b->base);
    cayley_pull(g, w, q, t, b->rows);
}

/* w - X (X'w + w'X) / 2, over the length of t where it is one column. */
static void pull_frame(double *g, const struct block *b, const double *t,
                       const double *w)
{
    size_t n = b->rows, k = b->cols;
    double *x = xcalloc(n * k, sizeof *x), length = 0;
    write_frame(x, t, n, k);
    memcpy(g, w, n * k * sizeof *g);
    for (size_t c = 0; c < k; c++)
        for (size_t d = 0; d < k; d++) {
            double product = 0;
            for (size_t i = 0; i < n; i++)
                product += (x[i * k + c] * w[i * k + d] +
                            w[i * k + c] * x[i * k + d]) /
                           2;
            for (size_t i = 0; i < n; i++)
                g[i * k + d] -= x[i * k + c] * product;
        }
    for (size_t i = 0; i < n; i++)
        length = hypot(length, t[i * k]);
    for (size_t i = 0; i < n && k == 1 && length > 0; i++)
        g[i] /= length;
    free(x);
}

static void pull_triangle(double *g, const double *w, size_t n,
                          enum given_kind kind)
{
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c <= r; c++) {
            double above = kind == GIVEN_SKEW ? w[c * n + r] : 0;
            bool counts = kind == GIVEN_DIAGONAL ? r == c : true;
            g[r * n + c] = counts ? w[r * n + c] - above : 0;
        }
}

void space_block_pull(const struct block *b, const double *t, const double *w,
                      double *g)
{
    size_t size = b->rows * b->cols;
    switch (b->kind) {
    case GIVEN_REAL:
    case GIVEN_INT:
    case GIVEN_MASK:
    case GIVEN_PERMUTATION:
        memcpy(g, w, size * sizeof *g);
        break;
    case GIVEN_NONNEG:
    case GIVEN_DOUBLY_STOCHASTIC:
        for (size_t k = 0; k < size; k++)
            g[k] = t[k] >= 0 ? w[k] : -w[k];
        break;
    case GIVEN_SYMMETRIC:
        pull_symmetric(g, w, b->rows);
        break;
    case GIVEN_STOCHASTIC:
        pull_stochastic(g, w, t, b->rows, b->cols);
        break;
    case GIVEN_SIMPLEX:
        pull_stochastic(g, w, t, b->cols, b->rows);
        break;
    case GIVEN_PSD:
        pull_gram(g, w, t, b->rows);
        break;
    case GIVEN_ORTHOGONAL:
        pull_rotated(g, w, b, t);
        break;
    case GIVEN_UNIT:
    case GIVEN_FRAME:
        pull_frame(g, b, t, w);
        break;
    case GIVEN_SKEW:
    case GIVEN_DIAGONAL:
    case GIVEN_LOWER:
        pull_triangle(g, w, b->rows, b->kind);
        break;
    }
}
