/* Ratios made accurate, once the truths are known. */
#include "verify/ladder_internal.h"
#include "verify/sides.h"

#include <stdlib.h>

/* Whether more precision may still give the link an accurate ratio. */
static bool wants_ratio(const struct climb *c, size_t i)
{
    const struct plan_link *link = c->stage->links[i];
    const struct link_outcome *o = &c->outcomes[i];
    if (!sides_have_ratio(link) || o->truth == TRUTH_UNDEFINED ||
        o->ratio.kind == ENCLOSURE_INFINITE)
        return false;
    if (c->filtered[i])
        return !c->no_ratio[i] && !o->is_between && !o->is_coarse;
    if (o->ratio.kind == ENCLOSURE_FINITE)
        return !enclosure_is_accurate(&o->ratio, LADDER_RATIO_BITS);
    return !c->no_ratio[i];
}

static void refine_with(struct climb *c, const bool *wanting, long bits)
{
    struct stage *s = c->stage;
    struct cone cone;
    stage_cone(&cone, s, bits > 0 ? CONE_FAST : CONE_LITERAL, NULL, wanting);
    if (bits > 0)
        ladder_run_balls(c, bits, &cone);
    else if (!c->stopped)
        exact_run_eval(s->exact, &s->x, cone.ids, cone.count);
    free(cone.ids);
    for (size_t i = 0; i < s->nlinks; i++) {
        if (!wanting[i])
            continue;
        enum rung rung = bits > 0 ? RUNG_BALL : RUNG_EXACT;
        struct enclosure ratio = ladder_ratio_at(s, rung, s->links[i]);
        if (ratio.kind != ENCLOSURE_NONE || c->filtered[i])
            c->outcomes[i].ratio = ratio;
        if (ratio.kind == ENCLOSURE_NONE && bits > 0)
            c->no_ratio[i] = ladder_forbids_ratio(s, rung, s->links[i]);
        c->filtered[i] = false;
    }
}

/* Of those wanted so far, the ones that still want; whether there are any. */
static bool still_wanting(const struct climb *c, bool *wanting)
{
    size_t count = c->stage->nlinks;
    for (size_t i = 0; i < count; i++)
        wanting[i] = wanting[i] && wants_ratio(c, i);
    return ladder_any(wanting, count);
}

/* Asks the exact evaluator for the ratios that it has not been asked for. */
static void refine_exactly(struct climb *c, const bool *wanting)
{
    size_t count = c->stage->nlinks;
    LOCAL_FREE bool *fresh = xcalloc(count, sizeof *fresh);
    for (size_t i = 0; i < count; i++)
        fresh[i] = wanting[i] && !c->exact_ran[i];
    if (ladder_any(fresh, count))
        refine_with(c, fresh, 0);
}

/*
 * Whether the double pass is measured against an accurate ratio here: in the
 * first trials, or in the very first where balls are dear.
 */
static bool compares_forward(const struct stage *s)
{
    return s->trial < (s->is_large ? 1 : TALLY_ERROR_TRIALS);
}

/*
 * The filter's ratios are not accurate.  Those that say nothing but their bin
 * of the histogram are left so, the others asked of the first balls.  The
 * double pass is measured against the accurate ones of the first trials alone:
 * which others are accurate depends on what a thread has seen before.
 */
static void refine_filtered(struct climb *c, bool *wanting)
{
    const struct stage *s = c->stage;
    for (size_t i = 0; i < s->nlinks; i++) {
        struct link_outcome *o = &c->outcomes[i];
        wanting[i] = c->filtered[i];
        if (!wanting[i] || !s->ranges || c->options->every_ratio ||
            compares_forward(s))
            continue;
        o->is_between = tally_is_between(&o->ratio, &s->ranges[i]);
        o->is_coarse = c->options->defers && !s->links[i]->has_hole &&
                       tally_is_beyond(&o->ratio, &s->ranges[i]);
    }
    if (still_wanting(c, wanting))
        refine_with(c, wanting, ladder_first_bits(c->options->prec_max));
}

void ladder_refine_ratios(struct climb *c)
{
    size_t count = c->stage->nlinks;
    bool *wanting = c->wanting;
    long cap = c->options->prec_max < LADDER_RATIO_MAX_BITS
                   ? c->options->prec_max
                   : LADDER_RATIO_MAX_BITS;
    long bits = 2 * LADDER_FIRST_BITS;
    refine_filtered(c, wanting);
    for (size_t i = 0; i < count; i++)
        wanting[i] = true;
    if (bits <= cap && still_wanting(c, wanting))
        refine_with(c, wanting, bits);
    if (still_wanting(c, wanting) && !c->stopped)
        refine_exactly(c, wanting);
    while ((bits *= 2) <= cap && still_wanting(c, wanting))
        refine_with(c, wanting, bits);
}
