/*
 * Properties declared of givens: making drawn values have them exactly;
 * instance/property.h checks them.
 */
#pragma once

#include "instance/property.h"

/*
 * Absolute values whose rows sum to exactly 1: fractions where the entries are
 * small integers, else dyadic numbers, the largest entry taking the rest.  A
 * row of zeros becomes uniform.
 */
void property_make_stochastic(struct value *v);
/*
 * Maps a drawn matrix to one of the kind: absolute values, integers, lower
 * triangle mirrored, B*B', Cayley transform, reflections, convex combinations
 * of permutations, zeros; and fits it into the range where that keeps the kind.
 * `facts` (sampler_facts) say what need not be done.
 */
void property_map(struct value *v, enum given_kind kind, unsigned facts,
                  const struct range *range);
/*
 * Whether a column of that kind is drawn as a row: so that samplers that draw
 * row by row (onehot, dirichlet) mean the whole of it.
 */
bool property_draws_rows(enum given_kind kind);
