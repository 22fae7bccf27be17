/*
 * exp and expm1 with proved bounds, of one number here; FILTER_EXP makes the
 * same of vectors, for loops that the compiler does not vectorise well.
 * docs/error-analysis.md#filter-exp
 */
#pragma once

#include <stdint.h>
#include <string.h>

/* Relative errors for |x| <= 700. */
#define FILTER_EXP_ERROR (4 * 0x1p-53)
#define FILTER_EXPM1_ERROR (20 * 0x1p-53)
#define FILTER_EXP_MAX 700.0

/*
 * FILTER_EXP(S, V, B): filter_exp##S and filter_expm1##S of a V, that is a
 * double or a vector of them; B is as wide and of 64-bit integers.
 *
 * exp_quotient: the Taylor polynomial of (exp(r) - 1) / r of degree 12; even
 * and odd powers after the first are added up side by side.
 *
 * filter_reduce: x = k log 2 + r with an integer k and |r| <= 0.3467; scale =
 * 2^k.  Adding 1.5 * 2^52 rounds x / log 2 to an integer and leaves it in the
 * low bits.  k has at most 10 bits and `high` 42: their product is exact.
 *
 * filter_expm1: near 0, where k = 0, nothing is subtracted.
 */
#define FILTER_EXP(S, V, B)                                                    \
    struct reduced##S {                                                        \
        V r, scale;                                                            \
    };                                                                         \
    static inline V exp_quotient##S(V r)                                       \
    {                                                                          \
        const V s = r * r;                                                     \
        V even = s * (1.0 / 6227020800.0) + 1.0 / 39916800.0;                  \
        V odd = s * (1.0 / 479001600.0) + 1.0 / 3628800.0;                     \
        even = even * s + 1.0 / 362880.0;                                      \
        odd = odd * s + 1.0 / 40320.0;                                         \
        even = even * s + 1.0 / 5040.0;                                        \
        odd = odd * s + 1.0 / 720.0;                                           \
        even = even * s + 1.0 / 120.0;                                         \
        odd = odd * s + 1.0 / 24.0;                                            \
        even = even * s + 1.0 / 6.0;                                           \
        odd = odd * s + 0.5;                                                   \
        return (even * r + odd) * r + 1.0;                                     \
    }                                                                          \
    static inline struct reduced##S filter_reduce##S(V x) {                    \
        const double shift = 0x1.8p52, inverse = 0x1.71547652b82fep0;          \
        const double high = 0x1.62e42fefa38p-1, low = 0x1.ef35793c7673p-45;    \
        const V t = x * inverse + shift;                                       \
        const V k = t - shift;                                                 \
        struct reduced##S out = {.r = (x - k * high) - k * low};               \
        B bits;                                                                \
        memcpy(&bits, &t, sizeof bits);                                        \
        bits = (bits << 52) + ((uint64_t)1023 << 52);                          \
        memcpy(&out.scale, &bits, sizeof bits);                                \
        return out;                                                            \
    } static inline V filter_exp##S(V x)                                       \
    {                                                                          \
        const struct reduced##S a = filter_reduce##S(x);                       \
        return (a.r * exp_quotient##S(a.r) + 1.0) * a.scale;                   \
    }                                                                          \
    static inline V filter_expm1##S(V x)                                       \
    {                                                                          \
        const struct reduced##S a = filter_reduce##S(x);                       \
        return a.scale * (a.r * exp_quotient##S(a.r)) + (a.scale - 1.0);       \
    }

FILTER_EXP(, double, uint64_t)
#define filter_exp1(x) filter_exp(x)
#define filter_expm11(x) filter_expm1(x)
