/*
 * Instances of log t <= t - 1 (PARTITION_GAP): a goal
 *
 *     rest + c_1 log a_1 + c_2 log a_2 + ...
 *
 * is written as rest - sum of w_i log t_i with as few w_i >= 0 as there are,
 * each t_i a product of powers of the a_j.  That t_i is about 1 where the goal
 * is about 0 is what makes the step worth it: divergences, entropies, weighted
 * means.
 */
#ifndef MAJORANT_PROVE_RANGE_GAP_H
#define MAJORANT_PROVE_RANGE_GAP_H

#include "logic/partition.h"
#include "logic/sequent.h"

#include <stdbool.h>

struct range_search;

enum { RANGE_GAP_POWERS = 3 };

/*
 * Fills the factors of a node for the goal so written, with powers t^r of the
 * ratios: -w log t >= w/r (1 - t^r), r depending on `way`, which is below
 * RANGE_GAP_POWERS.  False: the goal is not of that kind.
 */
bool range_gap_fill(struct range_search *s, size_t node,
                    const struct sequent *q, size_t way);

#endif
