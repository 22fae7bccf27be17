/*
 * What the rule `gap` (instances of log t <= t - 1) shares with its finder:
 * how the polynomials and ratios of its node are written.
 */
#ifndef MAJORANT_LOGIC_SEQUENT_GAP_H
#define MAJORANT_LOGIC_SEQUENT_GAP_H

#include "logic/expansion.h"
#include "logic/partition.h"

bool sequent_is_logarithm(const struct scalar *atom);
/*
 * logs (0 before) := the terms of p that have a logarithm as a factor, and
 * their generators; false: over a limit, or a negative exponent.
 */
bool sequent_log_generators(struct expansion_generator *out, size_t *width,
                            struct expansion *logs, const struct expansion *p);
/* A polynomial of a node in the generators of its term; out is 0 before. */
bool sequent_factor_poly(struct expansion *out,
                         const struct partition_factor *f,
                         const struct expansion_generator *generators,
                         size_t width);

#endif
