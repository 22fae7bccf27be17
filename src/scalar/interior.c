/*
 * An infeasible primal-dual method with the directions of Helmberg, Rendl,
 * Vanderbei and Wolkowicz, a predictor and a corrector ([Helmberg1996]).
 *
 * Without an objective the central path is one matrix, the analytic centre of
 * the solutions, so that the iterates come to lie in their relative interior.
 */
#include "scalar/interior.h"
#include "scalar/tuning.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double feasible = 1e-10, close = 1e-6, ray = 1e-8, gone = 1e-13;

struct work {
    const struct interior *p;
    size_t whole, rows; /* numbers in all blocks, and their rows */
    size_t *starts;     /* of the blocks */
    double *x, *z, *inverse, *dx, *dz, *product, *other, *third, *best;
    double *y, *dy, *right, *schur;
};

/* Blocks. */

static void multiply(double *out, const double *a, const double *b, size_t n)
{
    memset(out, 0, n * n * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            const double f = a[i * n + k];

            for (size_t j = 0; j < n && f != 0; j++)
                out[i * n + j] += f * b[k * n + j];
        }
    }
}

static void multiply_all(const struct work *w, double *out, const double *a,
                         const double *b)
{
    for (size_t c = 0, at = 0; c < w->p->blocks; c++) {
        multiply(out + at, a + at, b + at, w->p->size[c]);
        at += w->p->size[c] * w->p->size[c];
    }
}

/* The lower factor of Cholesky in the place of a; false: not definite. */
static bool factorise(double *a, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double v = a[i * n + j];

            for (size_t k = 0; k < j; k++)
                v -= a[i * n + k] * a[j * n + k];
            if (i == j && !(v > 0))
                return false;
            a[i * n + j] = i == j ? sqrt(v) : v / a[j * n + j];
        }
    }
    return true;
}

static void solve(const double *l, double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= l[i * n + k] * x[k];
        x[i] /= l[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            x[i] -= l[k * n + i] * x[k];
        x[i] /= l[i * n + i];
    }
}

static bool is_definite(struct work *w, const double *a)
{
    memcpy(w->third, a, w->whole * sizeof *a);
    for (size_t c = 0, at = 0; c < w->p->blocks; c++) {
        if (!factorise(w->third + at, w->p->size[c]))
            return false;
        at += w->p->size[c] * w->p->size[c];
    }
    return true;
}

static bool invert(struct work *w)
{
    if (!is_definite(w, w->z))
        return false;
    memset(w->inverse, 0, w->whole * sizeof *w->inverse);
    for (size_t c = 0, at = 0; c < w->p->blocks; c++) {
        const size_t n = w->p->size[c];

        for (size_t i = 0; i < n; i++) {
            w->inverse[at + i * n + i] = 1;
            solve(w->third + at, w->inverse + at + i * n, n);
        }
        at += n * n;
    }
    return true;
}

static double inner(const struct work *w, const double *a, const double *b)
{
    double sum = 0;

    for (size_t i = 0; i < w->whole; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Equations. */

/* Where the block of the entry begins; *n: its size. */
static size_t place(const struct work *w, const struct interior_entry *e,
                    size_t *n)
{
    *n = w->p->size[e->block];
    return w->starts[e->block];
}

/* out += scale * what the equations say of a (not symmetric). */
static void apply(const struct work *w, double *out, const double *a,
                  double scale)
{
    for (size_t k = 0; k < w->p->nentries; k++) {
        const struct interior_entry *e = &w->p->entries[k];
        size_t n, at = place(w, e, &n);
        const double v = a[at + e->i * n + e->j] + a[at + e->j * n + e->i];

        out[e->equation] += scale * e->value * v / 2;
    }
}

/* out += the transposed equations at y. */
static void transpose(const struct work *w, double *out, const double *y)
{
    for (size_t k = 0; k < w->p->nentries; k++) {
        const struct interior_entry *e = &w->p->entries[k];
        size_t n, at = place(w, e, &n);
        const double v = e->value * y[e->equation] / 2;

        out[at + e->i * n + e->j] += v;
        out[at + e->j * n + e->i] += v;
    }
}

/* x * (the matrix of an equation) * inverse; first: its entries. */
static void turn(struct work *w, double *out, const struct interior_entry *e,
                 size_t count)
{
    memset(out, 0, w->whole * sizeof *out);
    for (size_t k = 0; k < count; k++) {
        size_t n, at = place(w, &e[k], &n);
        const size_t i = e[k].i, j = e[k].j;
        const double half = e[k].value / 2;

        for (size_t a = 0; a < n; a++) {
            const double l = half * w->x[at + a * n + i];
            const double r = half * w->x[at + a * n + j];

            for (size_t b = 0; b < n; b++)
                out[at + a * n + b] += l * w->inverse[at + j * n + b] +
                                       r * w->inverse[at + i * n + b];
        }
    }
}

static bool make_schur(struct work *w)
{
    const size_t m = w->p->equations;
    size_t from = 0;

    for (size_t j = 0; j < m; j++) {
        size_t to = from;

        while (to < w->p->nentries && w->p->entries[to].equation == j)
            to++;
        turn(w, w->other, w->p->entries + from, to - from);
        memset(w->right, 0, m * sizeof *w->right);
        apply(w, w->right, w->other, 1);
        for (size_t i = 0; i < m; i++)
            w->schur[i * m + j] = w->right[i];
        from = to;
    }
    for (size_t i = 0; i < m; i++)
        w->schur[i * m + i] *= 1 + gone;
    for (size_t i = 0; i < m; i++)
        w->schur[i * m + i] += 1e-300;
    return factorise(w->schur, m);
}

/* Steps. */

/* dy, dz and dx for that centre; corrected: less dx * dz of before. */
static void direct(struct work *w, double centre, bool is_corrected)
{
    const size_t m = w->p->equations;

    memset(w->product, 0, w->whole * sizeof *w->product);
    if (is_corrected)
        multiply_all(w, w->product, w->dx, w->dz);
    memset(w->dz, 0, w->whole * sizeof *w->dz);
    transpose(w, w->dz, w->y);
    for (size_t i = 0; i < w->whole; i++)
        w->dz[i] -= w->z[i];
    multiply_all(w, w->other, w->x, w->dz);
    for (size_t i = 0; i < w->whole; i++)
        w->product[i] += w->other[i];
    multiply_all(w, w->other, w->product, w->inverse);
    for (size_t i = 0; i < w->whole; i++)
        w->product[i] = centre * w->inverse[i] - w->other[i];
    for (size_t i = 0; i < m; i++)
        w->dy[i] = -w->p->right[i];
    apply(w, w->dy, w->product, 1);
    solve(w->schur, w->dy, m);
    memset(w->third, 0, w->whole * sizeof *w->third);
    transpose(w, w->third, w->dy);
    for (size_t i = 0; i < w->whole; i++)
        w->dz[i] += w->third[i];
    multiply_all(w, w->other, w->x, w->third);
    multiply_all(w, w->third, w->other, w->inverse);
    for (size_t i = 0; i < w->whole; i++)
        w->product[i] -= w->third[i] + w->x[i];
    for (size_t c = 0, at = 0; c < w->p->blocks; c++) {
        const size_t n = w->p->size[c];

        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++)
                w->dx[at + i * n + j] =
                    (w->product[at + i * n + j] + w->product[at + j * n + i]) /
                    2;
        }
        at += n * n;
    }
}

/* How far a + share * d stays definite, at most 1. */
static double reach(struct work *w, const double *a, const double *d)
{
    double share = 1;

    for (size_t k = 0; k < INTERIOR_HALVINGS; k++, share *= 0.7) {
        for (size_t i = 0; i < w->whole; i++)
            w->other[i] = a[i] + share * d[i];
        if (is_definite(w, w->other))
            return k == 0 ? 1 : 0.95 * share;
    }
    return 0;
}

/* The largest of what the equations miss, over the largest right side. */
static double missed(struct work *w)
{
    double most = 0, whole = 1;

    for (size_t i = 0; i < w->p->equations; i++)
        w->right[i] = w->p->right[i];
    apply(w, w->right, w->x, -1);
    for (size_t i = 0; i < w->p->equations; i++) {
        most = fmax(most, fabs(w->right[i]));
        whole = fmax(whole, fabs(w->p->right[i]));
    }
    return most / whole;
}

/* Whether y shows that there is no solution: b'y < 0, A'y semidefinite. */
static bool is_refuted(struct work *w)
{
    double value = 0, most = 0;

    for (size_t i = 0; i < w->p->equations; i++)
        value += w->p->right[i] * w->y[i];
    memset(w->other, 0, w->whole * sizeof *w->other);
    transpose(w, w->other, w->y);
    for (size_t i = 0; i < w->whole; i++)
        most = fmax(most, fabs(w->other[i] - w->z[i]));
    return value < 0 && most < -ray * value;
}

static void step(struct work *w, double primal, double dual)
{
    for (size_t i = 0; i < w->whole; i++) {
        w->x[i] += primal * w->dx[i];
        w->z[i] += dual * w->dz[i];
    }
    for (size_t i = 0; i < w->p->equations; i++)
        w->y[i] += dual * w->dy[i];
}

/* One step; false: no way on. */
static bool advance(struct work *w)
{
    const double mean = inner(w, w->x, w->z) / (double)w->rows;
    double primal, dual, after, ratio;

    if (!isfinite(mean) || !invert(w) || !make_schur(w))
        return false;
    direct(w, 0, false);
    primal = reach(w, w->x, w->dx);
    dual = reach(w, w->z, w->dz);
    after = 0;
    for (size_t i = 0; i < w->whole; i++)
        after += (w->x[i] + primal * w->dx[i]) * (w->z[i] + dual * w->dz[i]);
    ratio = fmin(1, fmax(0, after / (double)w->rows / mean));
    direct(w, fmax(ratio * ratio * ratio, 1e-6) * mean, true);
    primal = reach(w, w->x, w->dx);
    dual = reach(w, w->z, w->dz);
    step(w, primal, dual);
    return primal > 1e-7 || dual > 1e-7;
}

static double largest(const double *a, size_t n)
{
    double out = 1;

    for (size_t i = 0; i < n; i++)
        out = fmax(out, fabs(a[i]));
    return out;
}

static bool follow(struct work *w)
{
    const double start = 10 * largest(w->p->right, w->p->equations);
    double left = INFINITY, best = INFINITY;
    size_t since = 0;

    for (size_t c = 0, at = 0; c < w->p->blocks; c++) {
        const size_t n = w->p->size[c];

        for (size_t i = 0; i < n; i++)
            w->x[at + i * n + i] = w->z[at + i * n + i] = start;
        at += n * n;
    }
    for (size_t k = 0; k < INTERIOR_STEPS && best > feasible && since < 6;
         k++) {
        if (!advance(w) || is_refuted(w))
            break;
        left = missed(w);
        since += best < close;
        if (left < best) {
            memcpy(w->best, w->x, w->whole * sizeof *w->x);
            best = left;
            since = 0;
        }
    }
    return best < close;
}

bool interior_solve(double *x, const struct interior *program)
{
    struct work w = {.p = program};
    const size_t m = program->equations;

    w.starts = xcalloc(program->blocks + 1, sizeof *w.starts);
    for (size_t c = 0; c < program->blocks; c++) {
        w.starts[c] = w.whole;
        w.rows += program->size[c];
        w.whole += program->size[c] * program->size[c];
    }
    LOCAL_FREE double *numbers =
        xcalloc(9 * w.whole + 3 * m + m * m + 1, sizeof *numbers);
    w.x = numbers;
    w.z = w.x + w.whole;
    w.inverse = w.z + w.whole;
    w.dx = w.inverse + w.whole;
    w.dz = w.dx + w.whole;
    w.product = w.dz + w.whole;
    w.other = w.product + w.whole;
    w.third = w.other + w.whole;
    w.best = w.third + w.whole;
    w.y = w.best + w.whole;
    w.dy = w.y + m;
    w.right = w.dy + m;
    w.schur = w.right + m;
    bool out = follow(&w);
    memcpy(x, w.best, w.whole * sizeof *x);
    free(w.starts);
    return out;
}
