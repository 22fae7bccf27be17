/*
 * Orthogonal matrices with rational entries: Q = (I + A)^-1 (I - A) for a skew
 * A (Cayley).  I + A is never singular, since x'(I + A)x = x'x.
 */
#pragma once

#include "base/rng.h"
#include "instance/instance.h"

/* Blocks of one Cayley transform: fractions grow with their size. */
enum { ORTHOGONAL_BLOCK = 8 };

/*
 * Makes a square matrix (doubles or rationals) orthogonal: A is taken from its
 * entries below the diagonal, rounded to few bits, in blocks along the
 * diagonal.  Zero gives the identity.
 */
void orthogonal_map(struct value *v);
/* The same with entries of that many bits, for a search. */
void orthogonal_map_bits(struct value *v, int bits);
/* Permutes the rows at random. */
void orthogonal_permute(struct value *v, struct rng *rng);
/* Permutes the rows and changes their signs, both at random. */
void orthogonal_shuffle(struct value *v, struct rng *rng);
