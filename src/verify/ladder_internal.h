/*
 * One instance on its way up the ladder: what the parts of the ladder share.
 * Internal to verify/ladder*.c.
 */
#pragma once

#include "verify/ladder.h"

struct climb {
    struct stage *stage;
    const struct ladder_options *options;
    enum truth *assumptions;
    bool *open_assumptions, *open_links; /* still unknown */
    bool *no_ratio; /* links that certainly have none, whatever the bits */
    bool *filtered; /* links that the filter alone has been asked for */
    struct link_outcome *outcomes;
    bool rejected;
    bool *exact_ran; /* links that the exact evaluator has been asked for */
    bool *wanting;   /* links whose ratio is to be made accurate */
    long bits;       /* of the last ball evaluation */
    bool stopped;    /* within an evaluation: what it left out is unknown */
};

enum rung { RUNG_FILTER, RUNG_BALL, RUNG_EXACT };

/* Whether one of the flags is set. */
bool ladder_any(const bool *flags, size_t count);
/* What the evaluator of the rung says of the link's ratio. */
struct enclosure ladder_ratio_at(const struct stage *s, enum rung rung,
                                 const struct plan_link *link);
/*
 * Whether the link certainly has no ratio.  Not of RUNG_EXACT, which has said
 * so by its silence.
 */
bool ladder_forbids_ratio(const struct stage *s, enum rung rung,
                          const struct plan_link *link);
/*
 * Evaluates the cone in balls; in steps where they may take long, so that it
 * can be stopped (c->stopped) and watched.
 */
void ladder_run_balls(struct climb *c, long bits, const struct cone *cone);

/*
 * ladder_ratio.c: makes the ratios accurate, in the order of the ladder (a side
 * that is exactly 0 gets no relative accuracy from balls, whatever the bits).
 */
void ladder_refine_ratios(struct climb *c);
