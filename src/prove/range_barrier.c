#include "prove/range_barrier.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CENTRING_STEPS = 25, HALVINGS = 30, STAGES = 16 };

static const double growth = 4, close_enough = 0.3, hopeless = 1e-6;

struct work {
    const struct barrier *b;
    double *y;       /* Y(z), packed */
    double *inverse; /* (Y(z) - t)^-1, the blocks in full, one after another */
    double *turned;  /* inverse * N_k * inverse, packed, for all k */
    double *hessian, *step; /* free + 1 unknowns, t last */
    double *trial;
    double t;
};

void barrier_value(double *y, const struct barrier *b, const double *z)
{
    memcpy(y, b->start, b->entries * sizeof *y);
    for (size_t k = 0; k < b->free; k++)
        for (size_t i = 0; i < b->entries; i++)
            y[i] += z[k] * b->direction[k * b->entries + i];
}

static size_t total_size(const struct barrier *b)
{
    size_t n = 0;
    for (size_t c = 0; c < b->blocks; c++)
        n += b->size[c];
    return n;
}

static size_t full_entries(const struct barrier *b)
{
    size_t n = 0;
    for (size_t c = 0; c < b->blocks; c++)
        n += b->size[c] * b->size[c];
    return n;
}

/* Packed to full. */
static void unpack(double *full, const double *packed, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            full[i * n + j] = full[j * n + i] = *packed++;
}

/* a := its lower Cholesky factor; false: not positive definite. */
static bool cholesky_factor(double *a, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        double d = a[j * n + j];
        for (size_t k = 0; k < j; k++)
            d -= a[j * n + k] * a[j * n + k];
        if (!(d > 0))
            return false;
        d = sqrt(d);
        a[j * n + j] = d;
        for (size_t i = j + 1; i < n; i++) {
            double v = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                v -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = v / d;
        }
    }
    return true;
}

/* x := (l l')^-1 x */
static void cholesky_solve(const double *l, double *x, size_t n)
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

/* w->inverse := (y - t)^-1; false: y - t is not positive definite. */
static bool invert(struct work *w, const double *y, double t)
{
    double l[BARRIER_MAX_SIZE * BARRIER_MAX_SIZE];
    double *out = w->inverse;
    for (size_t c = 0; c < w->b->blocks; c++) {
        size_t n = w->b->size[c];
        unpack(l, y, n);
        for (size_t i = 0; i < n; i++)
            l[i * n + i] -= t;
        if (!cholesky_factor(l, n))
            return false;
        memset(out, 0, n * n * sizeof *out);
        for (size_t i = 0; i < n; i++) {
            out[i * n + i] = 1;
            cholesky_solve(l, out + i * n, n);
        }
        out += n * n;
        y += n * (n + 1) / 2;
    }
    return true;
}

/* packed := p a p, a packed and p in full */
static void turn(double *packed, const double *p, const double *a, size_t n)
{
    double full[BARRIER_MAX_SIZE * BARRIER_MAX_SIZE];
    double half[BARRIER_MAX_SIZE * BARRIER_MAX_SIZE];
    unpack(full, a, n);
    memset(half, 0, n * n * sizeof *half);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n && full[i * n + k] != 0; j++)
                half[i * n + j] += full[i * n + k] * p[k * n + j];
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += p[i * n + k] * half[k * n + j];
            *packed++ = sum;
        }
}

/* <a, x> of two packed matrices; the trace of a if x is NULL. */
static double inner(const struct barrier *b, const double *a, const double *x)
{
    double sum = 0;
    for (size_t c = 0; c < b->blocks; c++)
        for (size_t i = 0; i < b->size[c]; i++)
            for (size_t j = i; j < b->size[c]; j++, a++) {
                double other = x ? *x++ : i == j;
                sum += (i == j ? 1 : 2) * *a * other;
            }
    return sum;
}

/* out := inverse a inverse, block by block; a packed */
static void turn_all(double *out, const struct work *w, const double *a)
{
    const double *p = w->inverse;
    for (size_t c = 0; c < w->b->blocks; c++) {
        size_t n = w->b->size[c], packed = n * (n + 1) / 2;
        turn(out, p, a, n);
        out += packed;
        a += packed;
        p += n * n;
    }
}

/* The packed blocks of the inverse, and of its square. */
static void pack_inverse(double *packed, double *square, const struct work *w)
{
    const double *p = w->inverse;
    for (size_t c = 0; c < w->b->blocks; c++) {
        size_t n = w->b->size[c];
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++) {
                double sum = 0;
                for (size_t k = 0; k < n; k++)
                    sum += p[i * n + k] * p[k * n + j];
                *packed++ = p[i * n + j];
                *square++ = sum;
            }
        p += n * n;
    }
}

/* The Newton step of weight t + logdet(Y - t) at the inverse at hand. */
static bool newton(struct work *w, double weight, double *decrement)
{
    const struct barrier *b = w->b;
    size_t n = b->free + 1, m = b->free;
    double *inverse = w->trial, *square = w->trial + b->entries;
    double *diagonal = xcalloc(n, sizeof *diagonal);
    double *gradient = xcalloc(n, sizeof *gradient);
    pack_inverse(inverse, square, w);
    for (size_t k = 0; k < m; k++)
        turn_all(w->turned + k * b->entries, w, b->direction + k * b->entries);
    for (size_t k = 0; k < m; k++) {
        const double *a = b->direction + k * b->entries;
        gradient[k] = inner(b, inverse, a);
        w->hessian[m * n + k] = -inner(b, square, a);
        for (size_t i = 0; i <= k; i++)
            w->hessian[k * n + i] = inner(b, w->turned + i * b->entries, a);
    }
    gradient[m] = weight - inner(b, inverse, NULL);
    w->hessian[m * n + m] = inner(b, square, NULL);
    for (size_t i = 0; i < n; i++)
        diagonal[i] = sqrt(w->hessian[i * n + i]) + 1e-300;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++)
            w->hessian[i * n + j] /= diagonal[i] * diagonal[j];
        w->hessian[i * n + i] += 1e-13;
        w->step[i] = gradient[i] / diagonal[i];
    }
    bool ok = cholesky_factor(w->hessian, n);
    *decrement = 0;
    if (ok)
        cholesky_solve(w->hessian, w->step, n);
    for (size_t i = 0; i < n && ok; i++) {
        w->step[i] /= diagonal[i];
        *decrement += w->step[i] * gradient[i];
    }
    *decrement = sqrt(fabs(*decrement));
    free(diagonal);
    free(gradient);
    return ok && isfinite(*decrement);
}

/* Goes along the step as far as the matrix stays positive definite. */
static bool advance(struct work *w, double *z, double decrement)
{
    double share = decrement < 0.25 ? 1 : 1 / (1 + decrement);
    size_t m = w->b->free;
    for (size_t i = 0; i < HALVINGS; i++, share /= 2) {
        double *next = w->trial; /* free numbers; then the matrix */
        for (size_t k = 0; k < m; k++)
            next[k] = z[k] + share * w->step[k];
        barrier_value(w->y, w->b, next);
        if (!invert(w, w->y, w->t + share * w->step[m]))
            continue;
        memcpy(z, next, m * sizeof *z);
        w->t += share * w->step[m];
        return true;
    }
    return false;
}

/* From z = 0 and a t below all eigenvalues on, along the central path. */
static void follow(struct work *w, double *z)
{
    double weight = 1, n = (double)total_size(w->b), decrement;
    for (size_t i = 0; i < STAGES; i++, weight *= growth) {
        for (size_t k = 0; k < CENTRING_STEPS; k++) {
            if (!newton(w, weight, &decrement) || !advance(w, z, decrement))
                return;
            if (decrement < close_enough)
                break;
        }
        if (w->t + 2 * n / weight < -hopeless || w->t > n / weight)
            return;
    }
}

double barrier_solve(double *z, const struct barrier *b)
{
    size_t n = b->free + 1, scratch = 2 * b->entries + b->free;
    struct work w = {.b = b,
                     .y = xcalloc(b->entries + 1, sizeof(double)),
                     .inverse = xcalloc(full_entries(b) + 1, sizeof(double)),
                     .turned =
                         xcalloc(b->free * b->entries + 1, sizeof(double)),
                     .hessian = xcalloc(n * n, sizeof(double)),
                     .step = xcalloc(n, sizeof(double)),
                     .trial = xcalloc(scratch + 1, sizeof(double)),
                     .t = -1};
    memset(z, 0, b->free * sizeof *z);
    barrier_value(w.y, b, z);
    for (size_t i = 0; i < HALVINGS && !invert(&w, w.y, w.t); i++)
        w.t *= 2;
    if (invert(&w, w.y, w.t))
        follow(&w, z);
    free(w.y);
    free(w.inverse);
    free(w.turned);
    free(w.hessian);
    free(w.step);
    free(w.trial);
    return w.t;
}
