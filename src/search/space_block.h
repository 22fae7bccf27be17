/*
 * One block of a space in doubles: how its parameters give its entries, and
 * what a gradient in the entries is in the parameters.
 *
 * Reflections, permutations and balanced matrices are not differentiated
 * through: there the gradient is that along the set itself (the tangent space
 * of frames and unit vectors), or that of the entries as they are.
 */
#pragma once

#include "search/space.h"

/* The entries of a value (not VALUE_EXPR) as doubles. */
void space_block_read(double *t, const struct value *v);
/* The entries x, by rows, from the parameters t. */
void space_block_write(const struct block *b, const double *t, double *x);
/* g (zero on entry) from w, both by rows; at the parameters t. */
void space_block_pull(const struct block *b, const double *t, const double *w,
                      double *g);
/* Whether the entries are parameters of the same instance, only tidier. */
bool space_block_is_normalised(enum given_kind kind);
