/*
 * Loops over lines of entries, for the operations of one variant: FILTER_LANES
 * side by side, or one instance whose entries lie together.  Included by the
 * sources of variants alone, which are compiled with FILTER_WIDTH (the number
 * of lanes) and FILTER_VARIANT (the end of their names) defined.
 *
 * A line is `count` vectors of W doubles.
 */
#pragma once

#include "eval/filter_internal.h"
#include "eval/filter_wide.h"

#include <math.h>
#include <string.h>

#define FILTER_JOIN2(a, b) filter_##a##_##b
#define FILTER_JOIN(a, b) FILTER_JOIN2(a, b)
/* The name of an operation in this variant. */
#define FILTER_OP(name) FILTER_JOIN(name, FILTER_VARIANT)

#define X(name) filter_fn FILTER_OP(name);
FILTER_OPERATIONS(X)
#undef X

/* NaN becomes infinity, and so does what is out of range. */
static inline double in_range(double x)
{
    return x <= FILTER_HUGE ? x : INFINITY;
}

/* max that keeps NaN out of bounds: they are never NaN. */
static inline double larger_of(double x, double y)
{
    return x > y ? x : y;
}

static inline double smaller_of(double x, double y)
{
    return x < y ? x : y;
}

/* FILTER_ETA if both are positive, else 0: exact zeros stay exact. */
static inline double eta_if(double x, double y)
{
    return x > 0 && y > 0 ? FILTER_ETA : 0;
}

static inline void line_sum(double *out, const double *x, size_t count)
{
#define TERM(V, S, k) AT(V, x + (k))
    GATHER(out, count * W, 0, PLUS, TERM)
#undef TERM
}

static inline void line_abs_sum(double *out, const double *x, size_t count)
{
#define MODULUS(V, S, k) ABS##S(AT(V, x + (k)))
    GATHER(out, count * W, 0, PLUS, MODULUS)
#undef MODULUS
}

static inline void line_squares(double *out, const double *x, size_t count)
{
#define SQUARE(V, S, k) (AT(V, x + (k)) * AT(V, x + (k)))
    GATHER(out, count * W, 0, PLUS, SQUARE)
#undef SQUARE
}

/* Of a line without NaN; with one, no more than some number. */
static inline void line_max(double *out, const double *x, size_t count)
{
#define TERM(V, S, k) PLAIN##S(AT(V, x + (k)))
    GATHER(out, count * W, -INFINITY, LARGER, TERM)
#undef TERM
}

static inline void line_min(double *out, const double *x, size_t count)
{
#define TERM(V, S, k) PLAIN##S(AT(V, x + (k)))
    GATHER(out, count * W, INFINITY, SMALLER, TERM)
#undef TERM
}

static inline void line_abs_max(double *out, const double *x, size_t count)
{
#define TERM(V, S, k) ABS##S(AT(V, x + (k)))
    GATHER(out, count * W, 0, LARGER, TERM)
#undef TERM
}

static inline void line_abs_min(double *out, const double *x, size_t count)
{
#define TERM(V, S, k) ABS##S(AT(V, x + (k)))
    GATHER(out, count * W, INFINITY, SMALLER, TERM)
#undef TERM
}

/*
 * The length of one lane's line where squares are out of range: at most the
 * largest modulus times the root of their number; infinite with a NaN.
 */
static inline double length_scaled(const double *x, size_t count)
{
    double most = 0;
    for (size_t k = 0; k < count; k++) {
        const double size = fabs(x[k * W]);
        if (!(size <= FILTER_HUGE))
            return INFINITY;
        most = larger_of(most, size);
    }
    return most * sqrt((double)count) * FILTER_GROW;
}

/*
 * A bound of the Euclidean length of a line from the sum q of its squares, 0
 * exactly for zeros.  A square that underflows is off by 2^-1075 at most, which
 * is nothing beside 2^-900; under that, and over 2^919, the slow way is taken.
 */
static inline void roots_of_squares(double *out, const double *q,
                                    const double *x, size_t count)
{
    int odd = 0;
    for (size_t l = 0; l < W; l++) {
        odd |= !(q[l] >= 0x1p-900) | !(q[l] <= 0x1p919);
        out[l] = sqrt(q[l]) * FILTER_GROW;
    }
    for (size_t l = 0; odd && l < W; l++)
        if (!(q[l] >= 0x1p-900 && q[l] <= 0x1p919))
            out[l] = length_scaled(x + l, count);
}

static inline void line_length(double *out, const double *x, size_t count)
{
    double q[W];
    line_squares(q, x, count);
    roots_of_squares(out, q, x, count);
}

/*
 * A radius from its parts, raised.  Positive radii stay far from the subnormal
 * numbers, where the factor would do nothing.
 */
static inline double raised(double rad, double eps, double norm)
{
    const double r = rad + eps * norm;
    const double least = r > 0 || (eps > 0 && norm > 0) ? 0x1p-1000 : 0;
    /* the norm is infinite where a midpoint is not finite */
    return norm <= FILTER_HUGE ? in_range((r + least) * FILTER_GROW) : INFINITY;
}

/* The lengths of all rows; most are in range and taken several at a time. */
static inline void row_lengths(double *restrict norm, const double *x,
                               size_t rows, size_t cols)
{
    const size_t n = cols * W;
    int odd = 0;
    if (cols == 1) {
        for (size_t k = 0; k < rows * W; k++)
            norm[k] = in_range(fabs(x[k]));
        return;
    }
    for (size_t i = 0; i < rows; i++)
        line_squares(norm + i * W, x + i * n, cols);
    for (size_t k = 0; k < rows * W; k++) {
        const double length = sqrt(norm[k]) * FILTER_GROW;
        odd |= !(length >= 0x1p-449) | !(length <= 0x1p459);
        norm[k] = length;
    }
    for (size_t k = 0; odd && k < rows * W; k++)
        if (!(norm[k] >= 0x1p-449 && norm[k] <= 0x1p459))
            norm[k] = length_scaled(x + k / W * n + k % W, cols);
}

/* A value is known as a whole or not at all: it may be undefined as a whole. */
static inline void forget_lane(struct filter_value *v, size_t l)
{
    for (size_t i = 0; i < v->parts; i++)
        v->rad[i * W + l] = v->norm[i * W + l] = INFINITY;
    v->radf[l] = v->normf[l] = INFINITY;
}

/* norm of a value whose midpoints are in place */
static inline void settle_lengths(struct filter_value *v)
{
    if (v->parts == 1)
        line_length(v->norm, v->mid, (size_t)v->rows * v->cols);
    else
        row_lengths(v->norm, v->mid, v->parts, v->cols);
}

/* The other bounds, once norm is in place. */
static inline void settle_radii(struct filter_value *v, double eps)
{
    const size_t parts = v->parts;
    if (parts == 1) {
        for (size_t l = 0; l < W; l++)
            v->rad[l] = raised(v->rad[l], eps, v->norm[l]);
        return;
    }
    for (size_t k = 0; k < parts * W; k++)
        v->rad[k] = raised(v->rad[k], eps, v->norm[k]);
    line_length(v->radf, v->rad, parts);
    line_length(v->normf, v->norm, parts);
    for (size_t l = 0; l < W; l++)
        if (!(v->radf[l] + v->normf[l] <= FILTER_HUGE))
            forget_lane(v, l);
}

/* As `settle` below, of a value of one entry. */
static inline void settle_scalar(struct filter_value *v, double eps)
{
    for (size_t l = 0; l < W; l++) {
        const double size = in_range(fabs(v->mid[l]));
        v->norm[l] = size;
        v->rad[l] = raised(v->rad[l], eps, size);
    }
}

/*
 * The bounds of a value whose midpoints are in place: rad[i] becomes
 * GROW * (rad[i] + eps * norm[i]), which must then bound the part's error.
 */
static inline void settle(struct filter_value *v, double eps)
{
    if (v->rows == 1 && v->cols == 1) {
        settle_scalar(v, eps);
        return;
    }
    settle_lengths(v);
    settle_radii(v, eps);
}

/* Whether the value's only entry is spread over the entries of out. */
static inline bool is_spread(const struct filter_value *a,
                             const struct filter_value *out)
{
    return a->rows == 1 && a->cols == 1 && (out->rows != 1 || out->cols != 1);
}

/*
 * EACH(out, s, expression in x and y): entry by entry of two values, a 1 x 1
 * one spread over the other.
 */
#define EACH(o, s, expression)                                                 \
    do {                                                                       \
        const double *restrict a_ = (s)->a->mid, *restrict b_ = (s)->b->mid;   \
        const size_t n_ = (size_t)(s)->out->rows * (s)->out->cols * W;         \
        if (is_spread((s)->a, (s)->out)) {                                     \
            EACH_LANE(o, n_, l_, k_ + l_, expression);                         \
        } else if (is_spread((s)->b, (s)->out)) {                              \
            EACH_LANE(o, n_, k_ + l_, l_, expression);                         \
        } else {                                                               \
            EACH_LANE(o, n_, k_ + l_, k_ + l_, expression);                    \
        }                                                                      \
    } while (0)
#define EACH_LANE(o, n, ia, ib, expression)                                    \
    for (size_t k_ = 0; k_ < (n); k_ += W) {                                   \
        for (size_t l_ = 0; l_ < W; l_++) {                                    \
            const double x = a_[ia], y = b_[ib];                               \
            (o)[k_ + l_] = (expression);                                       \
        }                                                                      \
    }

/* Where the bounds are of the part that row i is in, in lane l. */
static inline size_t bound_at(const struct filter_value *a, size_t i, size_t l)
{
    return a->parts == 1 ? l : i * W + l;
}

/* The rows and the entries of one part. */
static inline size_t part_rows(const struct filter_value *a)
{
    return a->rows / a->parts;
}

static inline size_t part_size(const struct filter_value *a)
{
    return part_rows(a) * a->cols;
}

/*
 * The sum over all rows of bounds: those of the r rows of a part add up to at
 * most sqrt(r) times its own.
 */
static inline void sum_over_rows(double *out, const double *bounds,
                                 const struct filter_value *a)
{
    const double root = sqrt((double)part_rows(a));
    line_sum(out, bounds, a->parts);
    for (size_t l = 0; l < W; l++)
        out[l] *= root;
}
