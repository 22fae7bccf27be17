/*
 * Entries several at a time, for what the compiler does not find by itself:
 * vectors as GCC and Clang have them, the one extension of C here.  A compiler
 * without them builds the same operations entry by entry (FILTER_PLAIN, which
 * the tests build as well).  Included by the sources of variants alone.
 *
 * A walk takes S entries at a time, which the type V holds: as many as the
 * machine's vectors (S is V then), or, with one lane, 4 or 1 at the end.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { W = FILTER_WIDTH };

#if !defined(FILTER_PLAIN) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define FILTER_HAS_VECTORS
#endif
#endif

/* What lies at x, as a V. */
#define AT(V, x) (*(const V *)(x))
#define LOAD(at) AT(filter_vec, at)

#define ABS1(x) fabs(x)
#define PLUS1(x, y) ((x) + (y))
#define LARGER1(x, y) ((x) > (y) ? (x) : (y))
#define SMALLER1(x, y) ((x) < (y) ? (x) : (y))
#define PLAIN1(x) (x)

#ifdef FILTER_HAS_VECTORS

#if defined(__AVX512F__)
#define FILTER_NATIVE 8
#elif defined(__AVX2__)
#define FILTER_NATIVE 4
#else
#define FILTER_NATIVE 2
#endif
enum { FILTER_VECTOR = FILTER_NATIVE };

/* Loaded from anywhere that a double may lie. */
#define FILTER_VECTOR_OF(count)                                                \
    __attribute__((vector_size((count) * sizeof(double)),                      \
                   aligned(sizeof(double)), may_alias))
typedef double filter_vec FILTER_VECTOR_OF(FILTER_NATIVE);
typedef double filter_four FILTER_VECTOR_OF(4);
typedef int64_t filter_bits __attribute__((vector_size(FILTER_NATIVE * 8)));
typedef int64_t filter_bits_four __attribute__((vector_size(32)));
#define PICK __builtin_shufflevector

/*
 * The modulus; x if it is larger (smaller), else y, as if x is NaN.  Bits are
 * taken as those of integers.
 */
#define FILTER_CHOICES(S, V, B)                                                \
    static inline V ABS##S(V x)                                                \
    {                                                                          \
        return (V)((B)x & INT64_MAX);                                          \
    }                                                                          \
    static inline V PLUS##S(V x, V y)                                          \
    {                                                                          \
        return x + y;                                                          \
    }                                                                          \
    static inline V LARGER##S(V x, V y)                                        \
    {                                                                          \
        const B c = x > y;                                                     \
        return (V)((c & (B)x) | (~c & (B)y));                                  \
    }                                                                          \
    static inline V SMALLER##S(V x, V y)                                       \
    {                                                                          \
        const B c = x < y;                                                     \
        return (V)((c & (B)x) | (~c & (B)y));                                  \
    }                                                                          \
    static inline V PLAIN##S(V x)                                              \
    {                                                                          \
        return x;                                                              \
    }
FILTER_CHOICES(V, filter_vec, filter_bits)
#if FILTER_NATIVE > 2
FILTER_CHOICES(4, filter_four, filter_bits_four)
#endif

#if FILTER_WIDTH > 1

/* WALK(n, BODY): BODY(V, S) for a line of n doubles, at k. */
#define WALK(n, BODY)                                                          \
    for (size_t k_ = 0; k_ < (n); k_ += W)                                     \
        for (size_t v_ = 0; v_ < W; v_ += FILTER_VECTOR) {                     \
            const size_t k = k_ + v_;                                          \
            BODY(filter_vec, V)                                                \
        }

/* Sums over a walk. */
struct strands {
    filter_vec of[W / FILTER_NATIVE];
};
#define STRAND(sum, S, k) ((sum).of[(k) % W / FILTER_VECTOR])

/* The sum of each lane. */
static inline void strands_sum(double *out, const struct strands *s)
{
    for (size_t l = 0; l < W; l += FILTER_VECTOR)
        *(filter_vec *)(out + l) = s->of[l / FILTER_VECTOR];
}

/* The number of the lane that entry k is in, in all places of a V. */
#define SPLAT(V, x, k) AT(V, (x) + (k) % W)

#else

#if FILTER_NATIVE > 4
#define WALK_FOUR(BODY)                                                        \
    if (k + 4 <= end_) {                                                       \
        BODY(filter_four, 4)                                                   \
        k += 4;                                                                \
    }
#else
#define WALK_FOUR(BODY)
#endif
#define WALK(n, BODY)                                                          \
    {                                                                          \
        const size_t end_ = (n);                                               \
        size_t k = 0;                                                          \
        for (; k + FILTER_VECTOR <= end_; k += FILTER_VECTOR)                  \
            BODY(filter_vec, V)                                                \
        WALK_FOUR(BODY)                                                        \
        for (; k < end_; k++)                                                  \
            BODY(double, 1)                                                    \
    }

struct strands {
    filter_vec ofV;
    filter_four of4;
    double of1;
};
#define STRAND(sum, S, k) ((sum).of##S)

static inline double vector_sum(filter_vec x)
{
#if FILTER_NATIVE == 8
    const filter_four y = PICK(x, x, 0, 1, 2, 3) + PICK(x, x, 4, 5, 6, 7);
    return (y[0] + y[2]) + (y[1] + y[3]);
#elif FILTER_NATIVE == 4
    return (x[0] + x[2]) + (x[1] + x[3]);
#else
    return x[0] + x[1];
#endif
}

static inline void strands_sum(double *out, const struct strands *s)
{
    *out = vector_sum(s->ofV) + s->of1;
#if FILTER_NATIVE > 4
    *out += (s->of4[0] + s->of4[2]) + (s->of4[1] + s->of4[3]);
#endif
}

#define SPLAT(V, x, k) ((V){0} + *(x))

#endif

/*
 * GATHER(out, n, start, JOIN, TERM): for each lane the join (PLUS, LARGER,
 * SMALLER) of `start` and all TERM(V, S, k) of a line.  Four joins are under
 * way, so that none waits for the last.
 */
#define GATHER(out, n, start, JOIN, TERM)                                      \
    {                                                                          \
        const size_t all_ = (n);                                               \
        size_t j_ = 0;                                                         \
        filter_vec p_ = (filter_vec){0} + (start), q_ = p_, r_ = p_, s_ = p_;  \
        for (; j_ + 4 * FILTER_VECTOR <= all_; j_ += 4 * FILTER_VECTOR) {      \
            p_ = JOIN##V(p_, TERM(filter_vec, V, j_));                         \
            q_ = JOIN##V(q_, TERM(filter_vec, V, j_ + FILTER_VECTOR));         \
            r_ = JOIN##V(r_, TERM(filter_vec, V, j_ + 2 * FILTER_VECTOR));     \
            s_ = JOIN##V(s_, TERM(filter_vec, V, j_ + 3 * FILTER_VECTOR));     \
        }                                                                      \
        GATHER_END(out, all_, JOIN, TERM)                                      \
    }
#if FILTER_WIDTH == 1
#if FILTER_NATIVE == 8
#define GATHER_VECTOR(JOIN, TERM)                                              \
    filter_four h_ =                                                           \
        JOIN##4(PICK(p_, p_, 0, 1, 2, 3), PICK(p_, p_, 4, 5, 6, 7));           \
    if (j_ + 4 <= all_) {                                                      \
        h_ = JOIN##4(h_, TERM(filter_four, 4, j_));                            \
        j_ += 4;                                                               \
    }                                                                          \
    double e_ = JOIN##1(JOIN##1(h_[0], h_[2]), JOIN##1(h_[1], h_[3]));
#elif FILTER_NATIVE == 4
#define GATHER_VECTOR(JOIN, TERM)                                              \
    double e_ = JOIN##1(JOIN##1(p_[0], p_[2]), JOIN##1(p_[1], p_[3]));
#else
#define GATHER_VECTOR(JOIN, TERM) double e_ = JOIN##1(p_[0], p_[1]);
#endif
#define GATHER_END(out, n, JOIN, TERM)                                         \
    if (j_ > 0) /* some of the others are in use */                            \
        p_ = JOIN##V(JOIN##V(p_, q_), JOIN##V(r_, s_));                        \
    for (; j_ + FILTER_VECTOR <= n; j_ += FILTER_VECTOR)                       \
        p_ = JOIN##V(p_, TERM(filter_vec, V, j_));                             \
    GATHER_VECTOR(JOIN, TERM)                                                  \
    for (; j_ < n; j_++)                                                       \
        e_ = JOIN##1(e_, TERM(double, 1, j_));                                 \
    *(out) = e_;
#elif FILTER_NATIVE == 8
#define GATHER_END(out, n, JOIN, TERM)                                         \
    for (; j_ < n; j_ += 8)                                                    \
        p_ = JOIN##V(p_, TERM(filter_vec, V, j_));                             \
    *(filter_vec *)(out) = JOIN##V(JOIN##V(p_, q_), JOIN##V(r_, s_));
#elif FILTER_NATIVE == 4
#define GATHER_END(out, n, JOIN, TERM)                                         \
    if (j_ < n) {                                                              \
        p_ = JOIN##V(p_, TERM(filter_vec, V, j_));                             \
        q_ = JOIN##V(q_, TERM(filter_vec, V, j_ + 4));                         \
    }                                                                          \
    *(filter_vec *)(out) = JOIN##V(p_, r_);                                    \
    *(filter_vec *)((out) + 4) = JOIN##V(q_, s_);
#else
#define GATHER_END(out, n, JOIN, TERM)                                         \
    *(filter_vec *)(out) = p_;                                                 \
    *(filter_vec *)((out) + 2) = q_;                                           \
    *(filter_vec *)((out) + 4) = r_;                                           \
    *(filter_vec *)((out) + 6) = s_;
#endif

#if FILTER_WIDTH == 1 && FILTER_NATIVE > 2

/*
 * FOUR_ROWS(name, JOIN, TERM): for each of four rows of x the join of its terms
 * TERM(x + k, b + k); cols is a multiple of 4.
 */
#define FOUR_ROWS(name, JOIN, TERM)                                            \
    static inline void name(double *out, const double *x, const double *b,     \
                            size_t cols)                                       \
    {                                                                          \
        const double *y = x + cols, *z = y + cols, *t = z + cols;              \
        filter_four p = TERM(x, b), q = TERM(y, b);                            \
        filter_four r = TERM(z, b), s = TERM(t, b);                            \
        for (size_t k = 4; k < cols; k += 4) {                                 \
            p = JOIN(p, TERM(x + k, b + k));                                   \
            q = JOIN(q, TERM(y + k, b + k));                                   \
            r = JOIN(r, TERM(z + k, b + k));                                   \
            s = JOIN(s, TERM(t + k, b + k));                                   \
        }                                                                      \
        p = JOIN(PICK(p, q, 0, 4, 2, 6), PICK(p, q, 1, 5, 3, 7));              \
        r = JOIN(PICK(r, s, 0, 4, 2, 6), PICK(r, s, 1, 5, 3, 7));              \
        q = PICK(p, r, 0, 1, 4, 5);                                            \
        s = PICK(p, r, 2, 3, 6, 7);                                            \
        *(filter_four *)out = JOIN(q, s);                                      \
        (void)b;                                                               \
    }
#define ENTRY4(x, b) AT(filter_four, x)
#define MODULUS4(x, b) ABS4(AT(filter_four, x))
#define PRODUCT4(x, b) (AT(filter_four, x) * AT(filter_four, b))
FOUR_ROWS(four_sums, PLUS4, ENTRY4)
FOUR_ROWS(four_abs_sums, PLUS4, MODULUS4)
FOUR_ROWS(four_products, PLUS4, PRODUCT4)
FOUR_ROWS(four_maxima, LARGER4, ENTRY4)
FOUR_ROWS(four_minima, SMALLER4, ENTRY4)
#define FOURS(name) (four_##name)

#endif

#else

enum { FILTER_VECTOR = 1 };
typedef double filter_vec;

#define WALK(n, BODY)                                                          \
    {                                                                          \
        const size_t end_ = (n);                                               \
        for (size_t k = 0; k < end_; k++)                                      \
            BODY(double, 1)                                                    \
    }

struct strands {
    double of[W];
};
#define STRAND(sum, S, k) ((sum).of[(k) % W])
#define SPLAT(V, x, k) ((x)[(k) % W])

static inline void strands_sum(double *out, const struct strands *s)
{
    for (size_t l = 0; l < W; l++)
        out[l] = s->of[l];
}

#define GATHER(out, n, start, JOIN, TERM)                                      \
    {                                                                          \
        const size_t all_ = (n);                                               \
        double join_[W];                                                       \
        for (size_t l = 0; l < W; l++)                                         \
            join_[l] = (start);                                                \
        for (size_t j_ = 0; j_ < all_; j_++)                                   \
            join_[j_ % W] = JOIN##1(join_[j_ % W], TERM(double, 1, j_));       \
        for (size_t l = 0; l < W; l++)                                         \
            (out)[l] = join_[l];                                               \
    }

#endif

/* ---- matrices whose rows are taken four at a time ---- */

/* b: a row that is looked at with each of the others, or any of them. */
typedef void filter_fours(double *out, const double *x, const double *b,
                          size_t cols);
#ifdef FOURS
static inline bool suits_fours(size_t cols)
{
    return cols % 4 == 0 && cols <= 32;
}
#else
#define FOURS(name) NULL
static inline bool suits_fours(size_t cols)
{
    (void)cols;
    return false;
}
#endif
