/*
 * Jacobi's methods: of two sides for eigenvalues, of one for singular values.
 * Rotations are orthogonal up to rounding, so the error is a multiple of the
 * norm ([HornJohnson2013] corollary 4.3.15, Weyl).
 */
#include "matrix.h"

#include "special.h"

#include <float.h>
#include <math.h>

enum { SWEEPS = 60 };

/* The middles; the error is that of the entries together, and of rounding. */
static long double *middles(struct work *w, struct matrix a, long double *err)
{
    const size_t count = a.rows * a.cols;
    long double *out = arena_array(w->arena, count + 1, sizeof *out);
    long double sum = 0, errors = 0;

    for (size_t i = 0; i < count; i++) {
        const struct real x = real_inexact(a.a[i]);

        out[i] = x.x;
        sum += x.x * x.x;
        errors += x.err;
    }
    *err = errors + sqrtl(sum) * 1000 * LDBL_EPSILON;
    return out;
}

/* The rotation that makes the off-diagonal entry of [p r; r q] vanish. */
static void rotation(long double p, long double q, long double r,
                     long double *c, long double *s)
{
    const long double theta = (q - p) / (2 * r);
    const long double t =
        (theta >= 0 ? 1 : -1) / (fabsl(theta) + sqrtl(theta * theta + 1));

    *c = 1 / sqrtl(t * t + 1);
    *s = t * *c;
}

static void rotate(long double *x, long double *y, long double c, long double s)
{
    const long double a = *x, b = *y;

    *x = c * a - s * b;
    *y = s * a + c * b;
}

static void ascend(struct real *x, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && real_value(x[j]) < real_value(x[j - 1]);
             j--) {
            const struct real y = x[j];

            x[j] = x[j - 1];
            x[j - 1] = y;
        }
    }
}

static bool sweep(long double *a, size_t n)
{
    bool turned = false;

    for (size_t p = 0; p < n; p++) {
        for (size_t q = p + 1; q < n; q++) {
            long double c, s;

            if (fabsl(a[p * n + q]) <=
                LDBL_EPSILON * (fabsl(a[p * n + p]) + fabsl(a[q * n + q])))
                continue;
            turned = true;
            rotation(a[p * n + p], a[q * n + q], a[p * n + q], &c, &s);
            for (size_t i = 0; i < n; i++)
                rotate(&a[i * n + p], &a[i * n + q], c, s);
            for (size_t i = 0; i < n; i++)
                rotate(&a[p * n + i], &a[q * n + i], c, s);
        }
    }
    return turned;
}

static bool is_diagonal(struct matrix a)
{
    for (size_t i = 0; i < a.rows; i++) {
        for (size_t j = 0; j < a.cols; j++) {
            const struct real x = *matrix_at(a, i, j);

            if (x.q == NULL || (i != j && mpq_sgn(x.q) != 0))
                return false;
        }
    }
    return true;
}

static struct real *diagonal(struct work *w, struct matrix a)
{
    struct real *out = arena_array(w->arena, a.rows + 1, sizeof *out);

    for (size_t i = 0; i < a.rows; i++)
        out[i] = *matrix_at(a, i, i);
    return out;
}

struct real *matrix_eigenvalues(struct work *w, struct matrix a)
{
    const size_t n = a.rows;
    struct real *out = arena_array(w->arena, n + 1, sizeof *out);
    long double err, *m;

    if (is_diagonal(a)) {
        out = diagonal(w, a);
        ascend(out, n);
        return out;
    }
    m = middles(w, a, &err);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            m[i * n + j] = m[j * n + i] = (m[i * n + j] + m[j * n + i]) / 2;
    }
    for (size_t k = 0; k < SWEEPS && sweep(m, n); k++)
        continue;
    for (size_t i = 0; i < n; i++)
        out[i] = real_ball(w, m[i * n + i], err);
    ascend(out, n);
    return out;
}

/* The columns of an r x c matrix become orthogonal. */
static bool sweep_columns(long double *a, size_t r, size_t c)
{
    bool turned = false;

    for (size_t p = 0; p < c; p++) {
        for (size_t q = p + 1; q < c; q++) {
            long double pp = 0, qq = 0, pq = 0, cosine, sine;

            for (size_t i = 0; i < r; i++) {
                pp += a[i * c + p] * a[i * c + p];
                qq += a[i * c + q] * a[i * c + q];
                pq += a[i * c + p] * a[i * c + q];
            }
            if (fabsl(pq) <= 2 * LDBL_EPSILON * sqrtl(pp * qq) ||
                fabsl(pq) < LDBL_MIN)
                continue;
            turned = true;
            rotation(pp, qq, pq, &cosine, &sine);
            for (size_t i = 0; i < r; i++)
                rotate(&a[i * c + p], &a[i * c + q], cosine, sine);
        }
    }
    return turned;
}

struct real *matrix_singular_values(struct work *w, struct matrix a)
{
    const struct matrix m = a.cols > a.rows ? matrix_transpose(w, a) : a;
    const struct matrix gram = matrix_mul(w, matrix_transpose(w, m), m);
    struct real *out = arena_array(w->arena, m.cols + 1, sizeof *out);
    long double err, *x = middles(w, m, &err);

    if (is_diagonal(gram)) {
        for (size_t j = 0; j < m.cols; j++)
            out[j] = real_sqrt(w, *matrix_at(gram, j, j));
        return out;
    }
    for (size_t k = 0; k < SWEEPS && sweep_columns(x, m.rows, m.cols); k++)
        continue;
    for (size_t j = 0; j < m.cols; j++) {
        long double sum = 0;

        for (size_t i = 0; i < m.rows; i++)
            sum += x[i * m.cols + j] * x[i * m.cols + j];
        out[j] = real_ball(w, sqrtl(sum), err);
    }
    return out;
}
