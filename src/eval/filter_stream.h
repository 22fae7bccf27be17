/*
 * Sums over the rows of a matrix, in the order in which they lie.  Where rows
 * are long, walking down strips of columns meets a new page with each row and
 * the same few lines of the cache; four rows are added to the sums at a time
 * instead.  Any order of the additions serves the bounds.  Included by the
 * sources of variants alone.
 */
#pragma once

#include "eval/filter_internal.h"
#include "eval/filter_wide.h"

#include <string.h>

/*
 * STREAM(name, TERM): out = the sum over the rows i of TERM(c[i], row i), which
 * are n doubles long.  TERM(V, S, x, y): y as the type V has it, x a double.
 */
#define STREAM(name, TERM)                                                     \
    static inline void name(double *restrict out, const double *c,             \
                            const double *x, size_t rows, size_t n)            \
    {                                                                          \
        size_t i = 0;                                                          \
        memset(out, 0, n * sizeof *out);                                       \
        for (; i + 4 <= rows; i += 4, x += 4 * n) {                            \
            const double *y = x + n, *z = y + n, *t = z + n;                   \
            WALK(n, STREAM_FOUR_##TERM)                                        \
        }                                                                      \
        for (; i < rows; i++, x += n) {                                        \
            WALK(n, STREAM_ONE_##TERM)                                         \
        }                                                                      \
        (void)c;                                                               \
    }
#define STREAM_PUT(V, value)                                                   \
    {                                                                          \
        const V sum_ = AT(V, out + k) + (value);                               \
        *(V *)(out + k) = sum_;                                                \
    }
#define STREAM_FOUR_SELF(V, S)                                                 \
    STREAM_PUT(V, (AT(V, x + k) + AT(V, y + k)) + (AT(V, z + k) + AT(V, t + k)))
#define STREAM_ONE_SELF(V, S) STREAM_PUT(V, AT(V, x + k))
#define STREAM_FOUR_MODULUS(V, S)                                              \
    STREAM_PUT(V, (ABS##S(AT(V, x + k)) + ABS##S(AT(V, y + k))) +              \
                      (ABS##S(AT(V, z + k)) + ABS##S(AT(V, t + k))))
#define STREAM_ONE_MODULUS(V, S) STREAM_PUT(V, ABS##S(AT(V, x + k)))
#define STREAM_FOUR_TIMES(V, S)                                                \
    STREAM_PUT(V, (c[i] * AT(V, x + k) + c[i + 1] * AT(V, y + k)) +            \
                      (c[i + 2] * AT(V, z + k) + c[i + 3] * AT(V, t + k)))
#define STREAM_ONE_TIMES(V, S) STREAM_PUT(V, c[i] * AT(V, x + k))
