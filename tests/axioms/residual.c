#include "residual.h"

#include "base/status.h"

/*
 * max c'y under M y <= b, 0 <= y, for b >= 0, by the simplex method with
 * Bland's rule ([Bland1977]): a tableau whose last row is -c, and whose last
 * column is b.
 */
static bool entering(struct matrix t, size_t *j)
{
    for (*j = 0; *j + 1 < t.cols; ++*j) {
        if (real_sign(*matrix_at(t, t.rows - 1, *j)) < 0)
            return true;
    }
    return false;
}

static size_t leaving(struct work *w, struct matrix t, const size_t *basis,
                      size_t j)
{
    size_t out = t.rows;
    struct real best = real_int(w, 0);

    for (size_t i = 0; i + 1 < t.rows; i++) {
        struct real ratio;
        int sign;

        if (real_sign(*matrix_at(t, i, j)) <= 0)
            continue;
        ratio = real_div(w, *matrix_at(t, i, t.cols - 1), *matrix_at(t, i, j));
        sign = out == t.rows ? -1 : real_sign(real_sub(w, ratio, best));
        if (sign < 0 || (sign == 0 && basis[i] < basis[out])) {
            out = i;
            best = ratio;
        }
    }
    return out;
}

static void pivot(struct work *w, struct matrix t, size_t r, size_t c)
{
    const struct real inverse = real_recip(w, *matrix_at(t, r, c));

    for (size_t j = 0; j < t.cols; j++) {
        struct real *x = matrix_at(t, r, j);

        if (real_sign(*x) != 0)
            *x = real_mul(w, inverse, *x);
    }
    for (size_t i = 0; i < t.rows; i++) {
        const struct real factor = *matrix_at(t, i, c);

        for (size_t j = 0; i != r && real_sign(factor) != 0 && j < t.cols;
             j++) {
            struct real *x = matrix_at(t, i, j);

            if (real_sign(*matrix_at(t, r, j)) != 0)
                *x = real_sub(w, *x, real_mul(w, factor, *matrix_at(t, r, j)));
        }
    }
}

static void maximise(struct work *w, struct matrix t, size_t *basis)
{
    size_t j;

    while (entering(t, &j)) {
        const size_t r = leaving(w, t, basis, j);

        ENSURE(r < t.rows, "a least residual without bound");
        pivot(w, t, r, j);
        basis[r] = j;
    }
}

/* A value of norm1, and one of norminf, of A - 1 x' for one x. */
struct point {
    struct real norm1, norminf;
};

/*
 * The x where lambda * norm1 + norminf is least: the dual is max sum a z where
 * abs(z[i, j]) <= p[j] + q[i], columns of z sum to 0, p sums to lambda at most,
 * q to 1; its multipliers of the last two are the norms.
 */
static struct point least(struct work *w, struct matrix a, struct real lambda)
{
    const size_t n = a.rows, m = a.cols, nz = n * m;
    const size_t nvars = 2 * nz + m + n, nrows = nz + 2 * m + 2;
    struct matrix t = matrix_zero(w, nrows + 1, nvars + nrows + 1);
    size_t *basis = arena_array(w->arena, nrows, sizeof *basis);
    const struct real one = real_int(w, 1), minus = real_int(w, -1);

    for (size_t k = 0; k < nz; k++) {
        const size_t i = k / m, j = k % m;

        for (size_t s = 0; s < 2; s++) {
            const size_t z = 2 * k + s;

            *matrix_at(t, nrows, z) = s ? a.a[k] : real_neg(w, a.a[k]);
            *matrix_at(t, k, z) = one;
            *matrix_at(t, nz + 2 * j, z) = s ? minus : one;
            *matrix_at(t, nz + 2 * j + 1, z) = s ? one : minus;
        }
        *matrix_at(t, k, 2 * nz + j) = minus;
        *matrix_at(t, k, 2 * nz + m + i) = minus;
    }
    for (size_t j = 0; j < m; j++)
        *matrix_at(t, nrows - 2, 2 * nz + j) = one;
    for (size_t i = 0; i < n; i++)
        *matrix_at(t, nrows - 1, 2 * nz + m + i) = one;
    *matrix_at(t, nrows - 2, t.cols - 1) = lambda;
    *matrix_at(t, nrows - 1, t.cols - 1) = one;
    for (size_t i = 0; i < nrows; i++) {
        *matrix_at(t, i, nvars + i) = one;
        basis[i] = nvars + i;
    }
    maximise(w, t, basis);
    return (struct point){*matrix_at(t, nrows, nvars + nrows - 2),
                          *matrix_at(t, nrows, nvars + nrows - 1)};
}

static bool can_be_done(struct work *w, struct matrix a)
{
    if (a.rows > 0 && a.cols > 0 && matrix_is_exact(a) && a.rows <= 4 &&
        a.cols <= 3)
        return true;
    if (a.rows > 0 && a.cols > 0)
        work_unclear(w, "a least residual of a large or inexact matrix");
    return false;
}

static struct real median(struct work *w, struct matrix a, size_t j)
{
    /* the entry with as many below as above, ties by their place */
    for (size_t i = 0; i < a.rows; i++) {
        size_t below = 0;

        for (size_t k = 0; k < a.rows; k++) {
            const int sign = real_sign_of(
                w, real_sub(w, *matrix_at(a, k, j), *matrix_at(a, i, j)));

            below += sign < 0 || (sign == 0 && k < i);
        }
        if (below == a.rows / 2)
            return *matrix_at(a, i, j);
    }
    return real_int(w, 0);
}

/* Both norms where x is the median of each column, so norm1 is least. */
static struct point at_medians(struct work *w, struct matrix a)
{
    struct point out = {real_int(w, 0), real_int(w, 0)};
    struct matrix r = matrix_zero(w, a.rows, a.cols);

    for (size_t j = 0; j < a.cols; j++) {
        const struct real x = median(w, a, j);
        struct real sum = real_int(w, 0);

        for (size_t i = 0; i < a.rows; i++) {
            *matrix_at(r, i, j) =
                real_abs(w, real_sub(w, *matrix_at(a, i, j), x));
            sum = real_add(w, sum, *matrix_at(r, i, j));
        }
        out.norm1 = real_max(w, out.norm1, sum);
    }
    for (size_t i = 0; i < a.rows; i++) {
        struct real sum = real_int(w, 0);

        for (size_t j = 0; j < a.cols; j++)
            sum = real_add(w, sum, *matrix_at(r, i, j));
        out.norminf = real_max(w, out.norminf, sum);
    }
    return out;
}

struct real residual_norm1(struct work *w, struct matrix a)
{
    return at_medians(w, a).norm1;
}

struct real residual_norminf(struct work *w, struct matrix a)
{
    if (!can_be_done(w, a))
        return real_int(w, 0);
    return least(w, a, real_int(w, 0)).norminf;
}

static struct real product(struct work *w, struct point p)
{
    return real_mul(w, p.norm1, p.norminf);
}

/*
 * The least product between two points of the frontier: the product is
 * quasi-concave, so it is least at a vertex.
 */
static struct real between(struct work *w, struct matrix a, struct point p,
                           struct point q, unsigned depth)
{
    const struct real wide = real_sub(w, q.norm1, p.norm1);
    const struct real deep = real_sub(w, p.norminf, q.norminf);
    const struct real best = real_min(w, product(w, p), product(w, q));
    struct real lambda, gain;
    struct point r;

    if (real_sign(wide) <= 0 || real_sign(deep) <= 0)
        return best;
    if (depth == 0) {
        work_unclear(w, "a frontier of many vertices");
        return best;
    }
    lambda = real_div(w, deep, wide);
    r = least(w, a, lambda);
    gain = real_sub(w, real_add(w, real_mul(w, lambda, p.norm1), p.norminf),
                    real_add(w, real_mul(w, lambda, r.norm1), r.norminf));
    if (real_sign(gain) <= 0)
        return best;
    return real_min(w, between(w, a, p, r, depth - 1),
                    between(w, a, r, q, depth - 1));
}

struct real residual_product(struct work *w, struct matrix a)
{
    if (!can_be_done(w, a))
        return real_int(w, 0);
    return between(w, a, at_medians(w, a), least(w, a, real_int(w, 0)), 16);
}
