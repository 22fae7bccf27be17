/*
 * A stage: everything needed to run trials at one choice of sizes (layout,
 * instance, plan, evaluator runs).  Stages are kept from trial to trial, in a
 * cache that belongs to one thread.
 */
#pragma once

#include "case/casefile.h"
#include "eval/evaluator.h"
#include "eval/filter.h"
#include "verify/tally.h"

struct cone {
    plan_id *ids;
    size_t count;
};

struct stage {
    struct layout layout;
    struct instance x; /* the instance drawn last */
    struct plan *plan;
    struct filter_run *filter;
    struct ball_run *ball;
    struct exact_run *exact;
    struct double_run *forward;
    size_t nassumptions;
    bool is_refutable;              /* theorem_is_refutable */
    const struct plan_link **links; /* of the wanted claims, in order */
    bool *shows_only;               /* of each link: no instance refutes it */
    size_t nlinks;
    struct cone assumptions;    /* what the assumptions need, in fast form */
    struct cone whole;          /* what they and the links need, literally */
    struct cone fast;           /* the same in fast form */
    bool filter_helps;          /* it can decide a link */
    uint64_t tried, rejected;   /* trials so far */
    struct ratio_range *ranges; /* of each link, over the earlier trials of the
                                   cache; NULL if made by hand */
    struct drawer *drawer;      /* of its trials; NULL if made by hand */
    bool is_large;              /* over STAGE_LARGE entries of inputs */
    uint64_t trial;             /* the one drawn last; 0 if made by hand */
    /* Trials drawn together; x is the instance of one of them. */
    struct instance *lanes;   /* FILTER_LANES; NULL: the plan suits none */
    struct filter_run *batch; /* likewise */
    const struct filter_run *filtered; /* what has run on x: filter or batch */
    size_t lane;                       /* of `filtered` */
    /* Room for the ladder: see climb_start. */
    enum truth *truths;
    bool *flags;
};

enum {
    STAGE_LARGE = 1024,
    STAGE_LINK_FLAGS = 5,       /* of the ladder, for each link */
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
/*
 * Whether the value of a slot has the kind and range of its given; else `why`
 * says what is wrong, with that name.
 */
bool stage_fits(const struct stage *stage, size_t slot, const char *name,
                struct buffer *why);

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
 * The same for `count` trials (up to FILTER_LANES) from `trial` on, of a spec
 * with fixed sizes; the filter runs on all of them side by side.  Then
 * stage_select makes one of them the stage's instance, which is decided as if
 * it were alone.  ST_UNABLE: the plan does not suit batches, or one of the
 * trials is impossible; they are to be drawn singly.
 */
MUST_CHECK enum status stage_draw_batch(struct stage **out,
                                        struct stage_cache *cache,
                                        uint64_t trial, size_t count);
void stage_select(struct stage *stage, uint64_t trial, size_t lane);

/*
 * The cone of the given truths of assumptions and links (flags; NULL: none),
 * with both sides of the links, in the literal form or the fast one.
 */
enum cone_form { CONE_LITERAL, CONE_FAST };
void stage_cone(struct cone *out, const struct stage *stage,
                enum cone_form form, const bool *assumptions,
                const bool *links);
