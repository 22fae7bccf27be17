/* Eigenvalues in doubles, for what only proposes: never certain. */
#pragma once

#include "ir/closed.h"

/* The least and the largest of a symmetric matrix, by Jacobi's rotations. */
void spectrum_ends(double *least, double *largest, const struct rmatrix *a);
/* The largest singular value of any matrix. */
double spectrum_norm(const struct rmatrix *a);
