/*
 * Matrices of numbers: products, elimination, eigenvalues, singular values.
 */
#ifndef MAJORANT_TESTS_AXIOMS_MATRIX_H
#define MAJORANT_TESTS_AXIOMS_MATRIX_H

#include "real.h"

struct matrix {
    size_t rows, cols;
    struct real *a; /* row by row, in the arena */
};

struct matrix matrix_zero(struct work *w, size_t rows, size_t cols);
struct matrix matrix_eye(struct work *w, size_t n);
struct matrix matrix_scalar(struct work *w, struct real x);
struct real *matrix_at(struct matrix m, size_t i, size_t j);
struct matrix matrix_add(struct work *w, struct matrix a, struct matrix b);
struct matrix matrix_scale(struct work *w, struct real c, struct matrix a);
struct matrix matrix_mul(struct work *w, struct matrix a, struct matrix b);
struct matrix matrix_transpose(struct work *w, struct matrix a);
bool matrix_is_exact(struct matrix a);

/* Pivots that may be 0 make the work unclear. */
struct real matrix_det(struct work *w, struct matrix a);
size_t matrix_rank(struct work *w, struct matrix a);
/* 0 if it is singular. */
struct matrix matrix_inverse(struct work *w, struct matrix a);

enum answer matrix_is_symmetric(struct matrix a, struct work *w);
/* Symmetric, and no form is negative; exactly for rational entries. */
enum answer matrix_is_psd(struct work *w, struct matrix a);
/* Of (A + A')/2, ascending. */
struct real *matrix_eigenvalues(struct work *w, struct matrix a);
/* min(rows, cols) of them, in no order. */
struct real *matrix_singular_values(struct work *w, struct matrix a);

#endif
