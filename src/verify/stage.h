/*
 * A stage: everything needed to run trials at one choice of sizes (layout,
 * instance, plan, evaluator runs).  Stages are kept from trial to trial, in a
 * cache that belongs to one thread.
 */
#ifndef MAJORANT_VERIFY_STAGE_H
#define MAJORANT_VERIFY_STAGE_H

#include "case/casefile.h"
#include "eval/evaluator.h"

struct cone {
    plan_id *ids;
    size_t count;
};

struct stage {
    struct layout layout;
    struct instance x; /* the instance drawn last */
    struct plan *plan;
    struct ball_run *ball;
    struct exact_run *exact;
    struct double_run *forward;
    size_t nassumptions;
    const struct plan_link **links; /* of the wanted claims, in order */
    size_t nlinks;
    struct cone assumptions;  /* what the assumptions need */
    struct cone whole;        /* what they and the links need */
    uint64_t tried, rejected; /* trials so far */
};

enum {
    STAGE_MAX_KEPT = 256,       /* stages in a cache */
    STAGE_MAX_ENTRIES = 1 << 22 /* and the entries of all their values */
};

/*
 * A stage made by hand: opened with an empty instance, then (ints that sizes
 * depend on set in its layout, values filled in) built for the wanted claims,
 * without the assumption `dropped` (STAGE_DROP_NONE: with all).  Values that
 * are expressions become part of the plan.  Statuses as stage_draw.
 */
#define STAGE_DROP_NONE SIZE_MAX
MUST_CHECK enum status stage_open(struct stage **out,
                                  const struct theorem *theorem,
                                  const int64_t *dims, char **reason);
MUST_CHECK enum status stage_build(struct stage *stage, const bool *wanted,
                                   size_t dropped, struct span *where,
                                   char **reason);
void stage_free(struct stage *stage);

struct stage_cache;

/* `wanted` has a flag for each claim of the theorem; both must outlive it. */
struct stage_cache *stage_cache_new(const struct spec *spec,
                                    const bool *wanted);
void stage_cache_free(struct stage_cache *cache);

/*
 * Draws trial `trial` on a stage of its sizes, which stays valid until the
 * next call.  ST_INPUT, ST_LIMIT: the trial is impossible; *where and *reason
 * (free it) say what.
 */
MUST_CHECK enum status stage_draw(struct stage **out, struct stage_cache *cache,
                                  uint64_t trial, struct span *where,
                                  char **reason);

/*
 * The cone of the given truths of assumptions and links (flags; NULL: none),
 * with both sides of the links.
 */
void stage_cone(struct cone *out, const struct stage *stage,
                const bool *assumptions, const bool *links);

#endif
