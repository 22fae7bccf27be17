/*
 * Structured moves of a search: what gradients cannot find.  Signs, zeros,
 * equal rows, one-hot rows, scaling of whole inputs by powers of two, small
 * integers, a*I + b*J, and steps of single entries over many magnitudes.
 */
#pragma once

#include "base/rng.h"
#include "search/space.h"

/* Changes the parameters by one move, drawn from `rng`; space->size > 0. */
void moves_apply(const struct space *space, double *t, struct rng *rng);
