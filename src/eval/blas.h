/*
 * Products of matrices of doubles by BLAS, or by plain loops where memory is
 * limited: OpenBLAS asks for ever for a buffer of 128 MB that it does not get.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether the address space or the data of the process has a limit. */
bool blas_memory_is_limited(void);

/* A factor, row by row; transposed: it lies there as it was. */
struct blas_factor {
    const double *entries;
    bool is_transposed;
};

/* out (rows x cols) = scale * a (rows x inner) * b (inner x cols). */
void blas_product(double *out, double scale, struct blas_factor a,
                  struct blas_factor b, size_t rows, size_t inner, size_t cols);

/* The same by plain loops: sums from the first term on. */
void blas_plain_product(double *out, double scale, struct blas_factor a,
                        struct blas_factor b, size_t rows, size_t inner,
                        size_t cols);
