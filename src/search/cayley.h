/*
 * The Cayley transform C = (I + A)^-1 (I - A) in doubles, of the skew A with
 * the entries of t below its diagonal, in the blocks of orthogonal_map.
 */
#ifndef MAJORANT_SEARCH_CAYLEY_H
#define MAJORANT_SEARCH_CAYLEY_H

#include <stddef.h>

void cayley_transform(double *c, const double *t, size_t n);
/* out = a b, all n x n. */
void cayley_multiply(double *out, const double *a, const double *b, size_t n);
/* The gradient in t, where w is that in Q C. */
void cayley_pull(double *g, const double *w, const double *q, const double *t,
                 size_t n);

#endif
