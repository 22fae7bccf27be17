/*
 * Permutation matrices and their convex combinations, the doubly stochastic
 * ones (Birkhoff's theorem, [HornJohnson2013] Thm 8.7.2), near any matrix.
 */
#pragma once

#include "instance/instance.h"

/* Rows and columns of one combination: larger matrices have blocks of it. */
enum { BIRKHOFF_BLOCK = 32 };

/*
 * Makes a square matrix (doubles or rationals) a permutation matrix: row by
 * row the largest entry of a column that is left.
 */
void birkhoff_permutation(struct value *v);
/*
 * Makes a square matrix doubly stochastic, exactly: absolute values, balanced
 * in doubles (Sinkhorn), taken apart into permutations whose weights then are
 * rational numbers with sum 1.  Zero becomes uniform.
 */
void birkhoff_doubly_stochastic(struct value *v);
/* Absolute values over the sums of their rows and columns, again and again. */
void birkhoff_balance(double *x, size_t n);
