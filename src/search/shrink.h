/*
 * From a violating instance to a locally minimal one.
 *
 * Tactics, the largest steps first: smaller sizes; tables of tiny integers;
 * whole inputs zero, ones, identity, rescaled, rounded; rows and columns;
 * single entries zero, equal, small integers, simple fractions.  After each
 * success back to the first.  A step is taken only when the ladder certifies
 * the violation again; steps at which doubles see the link clearly true are
 * passed over.
 */
#pragma once

#include "verify/ladder.h"

struct shrink_options {
    uint64_t decisions; /* of the ladder, at most */
    double work;        /* in the units of eval/plan_price.h, at most; 0: any */
    size_t dropped;     /* as in the search, or STAGE_DROP_NONE */
    struct ladder_options ladder;
};

enum { SHRINK_DEFAULT_DECISIONS = 10000 };
#define SHRINK_DEFAULT_WORK 5e8

struct shrink_result {
    uint64_t decisions, steps; /* steps that succeeded */
    bool is_minimal; /* no tactic goes further; else a limit was reached */
};

/*
 * `*stage` holds an instance that violates link `link` of claim `claim`, with
 * the plan of that claim; it is replaced by a simpler one.  What the case
 * fixes stays.
 */
void shrink_run(struct stage **stage, const struct spec *spec, size_t claim,
                size_t link, const struct shrink_options *options,
                struct shrink_result *result);
