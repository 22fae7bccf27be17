/*
 * Matrices of one instance transposed, in blocks where that is quicker.
 * Included by the sources of variants with one lane alone.
 */
#pragma once

#include "eval/filter_wide.h"

#if defined(FILTER_HAS_VECTORS) && FILTER_NATIVE > 2

/* A 4 x 4 block, of a matrix of rows as long as `step` into one of `cols`. */
static inline void transpose_block(double *out, size_t cols, const double *x,
                                   size_t step)
{
    const filter_four a = AT(filter_four, x);
    const filter_four b = AT(filter_four, x + step);
    const filter_four c = AT(filter_four, x + 2 * step);
    const filter_four d = AT(filter_four, x + 3 * step);
    const filter_four p = PICK(a, b, 0, 4, 2, 6), q = PICK(a, b, 1, 5, 3, 7);
    const filter_four r = PICK(c, d, 0, 4, 2, 6), s = PICK(c, d, 1, 5, 3, 7);
    *(filter_four *)out = PICK(p, r, 0, 1, 4, 5);
    *(filter_four *)(out + cols) = PICK(q, s, 0, 1, 4, 5);
    *(filter_four *)(out + 2 * cols) = PICK(p, r, 2, 3, 6, 7);
    *(filter_four *)(out + 3 * cols) = PICK(q, s, 2, 3, 6, 7);
}

static inline bool transpose_blocks(double *out, const double *x, size_t rows,
                                    size_t cols)
{
    if (rows % 4 != 0 || cols % 4 != 0)
        return false;
    for (size_t i = 0; i < rows; i += 4)
        for (size_t j = 0; j < cols; j += 4)
            transpose_block(out + i * cols + j, cols, x + j * rows + i, rows);
    return true;
}

#else

static inline bool transpose_blocks(double *out, const double *x, size_t rows,
                                    size_t cols)
{
    (void)out, (void)x, (void)rows, (void)cols;
    return false;
}

#endif

/* out (rows x cols) = the transpose of x */
static inline void transpose_into(double *restrict out,
                                  const double *restrict x, size_t rows,
                                  size_t cols)
{
    if (transpose_blocks(out, x, rows, cols))
        return;
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j++)
            out[i * cols + j] = x[j * rows + i];
    }
}
