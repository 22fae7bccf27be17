#include "verify/ladder.h"

#include "verify/sides.h"

#include <math.h>
#include <stdlib.h>

struct climb {
    struct stage *stage;
    const struct ladder_options *options;
    enum truth *assumptions;
    bool *open_assumptions, *open_links; /* still unknown */
    bool *no_ratio; /* links that certainly have none, whatever the bits */
    struct link_outcome *outcomes;
    bool rejected;
    bool *exact_ran; /* links that the exact evaluator has been asked for */
    long bits;       /* of the last ball evaluation */
};

long ladder_first_bits(long prec_max)
{
    return prec_max < LADDER_FIRST_BITS ? prec_max : LADDER_FIRST_BITS;
}

static bool any(const bool *flags, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (flags[i])
            return true;
    return false;
}

static bool is_decided(const struct climb *c)
{
    return c->rejected || (!any(c->open_assumptions, c->stage->nassumptions) &&
                           !any(c->open_links, c->stage->nlinks));
}

/* Takes over what is now known of the assumptions still open. */
static void note_assumptions(struct climb *c, bool exact)
{
    const struct stage *s = c->stage;
    for (size_t i = 0; i < s->nassumptions; i++) {
        plan_id id = s->plan->assumptions[i];
        if (!c->open_assumptions[i])
            continue;
        enum truth t =
            exact ? exact_run_truth(s->exact, id) : ball_run_truth(s->ball, id);
        c->open_assumptions[i] = t == TRUTH_UNKNOWN;
        c->assumptions[i] = t;
        if (t == TRUTH_FALSE || t == TRUTH_UNDEFINED)
            c->rejected = true;
    }
}

/*
 * With a `?` the relation is not what is asked: any instance with a finite
 * ratio admits a constant; a positive side over exact zero admits none.
 */
static enum truth hole_truth(enum truth plain, const struct enclosure *ratio)
{
    if (plain == TRUTH_UNDEFINED)
        return TRUTH_UNDEFINED;
    switch (ratio->kind) {
    case ENCLOSURE_FINITE:
        return TRUTH_TRUE;
    case ENCLOSURE_INFINITE:
        return TRUTH_FALSE;
    case ENCLOSURE_NONE:
        break;
    }
    return plain == TRUTH_TRUE ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

static void note_links(struct climb *c, bool exact)
{
    const struct stage *s = c->stage;
    for (size_t i = 0; i < s->nlinks; i++) {
        const struct plan_link *link = s->links[i];
        struct link_outcome *o = &c->outcomes[i];
        if (!c->open_links[i])
            continue;
        o->truth = exact ? exact_run_truth(s->exact, link->truth)
                         : ball_run_truth(s->ball, link->truth);
        if (!exact)
            o->bits = c->bits;
        if (sides_have_ratio(link)) {
            struct enclosure ratio = exact ? exact_run_ratio(s->exact, link)
                                           : ball_run_ratio(s->ball, link);
            if (!exact || ratio.kind != ENCLOSURE_NONE)
                o->ratio = ratio;
            if (!exact && ratio.kind == ENCLOSURE_NONE)
                c->no_ratio[i] = sides_forbid_ratio(s->ball, s->plan, link);
        }
        if (link->has_hole)
            o->truth = hole_truth(o->truth, &o->ratio);
        c->open_links[i] = o->truth == TRUTH_UNKNOWN;
    }
}

static void ball_step(struct climb *c, long bits)
{
    struct stage *s = c->stage;
    struct cone cone;
    c->bits = bits;
    stage_cone(&cone, s, c->open_assumptions, c->open_links);
    ball_run_eval(s->ball, &s->x, bits, cone.ids, cone.count);
    free(cone.ids);
    note_assumptions(c, false);
    if (!c->rejected)
        note_links(c, false);
}

static void exact_step(struct climb *c)
{
    struct stage *s = c->stage;
    struct cone cone;
    for (size_t i = 0; i < s->nlinks; i++)
        c->exact_ran[i] = c->open_links[i];
    stage_cone(&cone, s, c->open_assumptions, c->open_links);
    exact_run_eval(s->exact, &s->x, cone.ids, cone.count);
    free(cone.ids);
    note_assumptions(c, true);
    if (!c->rejected)
        note_links(c, true);
}

/*
 * The first rung, on the cones that every trial needs.  Where assumptions
 * reject often they are asked alone first; elsewhere that would be done twice.
 */
static void first_step(struct climb *c)
{
    struct stage *s = c->stage;
    c->bits = ladder_first_bits(c->options->prec_max);
    s->tried++;
    if (s->nassumptions > 0 && s->rejected > s->tried / 4) {
        ball_run_eval(s->ball, &s->x, c->bits, s->assumptions.ids,
                      s->assumptions.count);
        note_assumptions(c, false);
        if (c->rejected)
            return;
    }
    ball_run_eval(s->ball, &s->x, c->bits, s->whole.ids, s->whole.count);
    note_assumptions(c, false);
    if (!c->rejected)
        note_links(c, false);
}

/*
 * Whether all that is open looks like equality: then steps in between would
 * not decide either, and the cap is tried at once.
 */
static bool looks_equal(const struct climb *c)
{
    const struct stage *s = c->stage;
    if (any(c->open_assumptions, s->nassumptions))
        return false;
    for (size_t i = 0; i < s->nlinks; i++) {
        if (!c->open_links[i])
            continue;
        if (!sides_exist(s->links[i]) ||
            ball_run_agreement(s->ball, s->links[i]) < c->bits * 3 / 4)
            return false;
    }
    return true;
}

static long next_bits(const struct climb *c)
{
    long cap = c->options->prec_max;
    if (c->bits >= 2 * LADDER_FIRST_BITS && looks_equal(c))
        return cap;
    return c->bits > cap / 2 ? cap : 2 * c->bits;
}

static bool is_stopped(const struct climb *c)
{
    return c->options->stop && c->options->stop(c->options->context);
}

/*
 * Up to the cap; false: told to stop.  The second rung of balls goes before
 * the exact evaluator: where a cancellation is all that hides the sign it is
 * far cheaper, and where there is a tie it adds little.
 */
static bool climb_up(struct climb *c)
{
    first_step(c);
    if (!is_decided(c) && c->bits < c->options->prec_max)
        ball_step(c, next_bits(c));
    if (!is_decided(c))
        exact_step(c);
    while (!is_decided(c) && c->bits < c->options->prec_max) {
        if (is_stopped(c))
            return false;
        ball_step(c, next_bits(c));
    }
    return true;
}

/* Of the links still open at the cap. */
static void note_agreement(struct climb *c)
{
    const struct stage *s = c->stage;
    for (size_t i = 0; i < s->nlinks; i++)
        if (c->open_links[i] && sides_exist(s->links[i]) &&
            !s->links[i]->has_hole)
            c->outcomes[i].agreement = ball_run_agreement(s->ball, s->links[i]);
}

/* Whether more precision may still give the link an accurate ratio. */
static bool wants_ratio(const struct climb *c, size_t i)
{
    const struct plan_link *link = c->stage->links[i];
    const struct link_outcome *o = &c->outcomes[i];
    if (!sides_have_ratio(link) || o->truth == TRUTH_UNDEFINED ||
        o->ratio.kind == ENCLOSURE_INFINITE)
        return false;
    if (o->ratio.kind == ENCLOSURE_FINITE)
        return !enclosure_is_accurate(&o->ratio, LADDER_RATIO_BITS);
    return !c->no_ratio[i];
}

static void refine_with(struct climb *c, const bool *wanting, long bits)
{
    struct stage *s = c->stage;
    struct cone cone;
    stage_cone(&cone, s, NULL, wanting);
    if (bits > 0)
        ball_run_eval(s->ball, &s->x, bits, cone.ids, cone.count);
    else
        exact_run_eval(s->exact, &s->x, cone.ids, cone.count);
    free(cone.ids);
    for (size_t i = 0; i < s->nlinks; i++) {
        if (!wanting[i])
            continue;
        struct enclosure ratio = bits > 0
                                     ? ball_run_ratio(s->ball, s->links[i])
                                     : exact_run_ratio(s->exact, s->links[i]);
        if (ratio.kind != ENCLOSURE_NONE)
            c->outcomes[i].ratio = ratio;
        else if (bits > 0)
            c->no_ratio[i] = sides_forbid_ratio(s->ball, s->plan, s->links[i]);
    }
}

/* Of those wanted so far, the ones that still want; whether there are any. */
static bool still_wanting(const struct climb *c, bool *wanting)
{
    size_t count = c->stage->nlinks;
    for (size_t i = 0; i < count; i++)
        wanting[i] = wanting[i] && wants_ratio(c, i);
    return any(wanting, count);
}

/* Asks the exact evaluator for the ratios that it has not been asked for. */
static void refine_exactly(struct climb *c, const bool *wanting)
{
    size_t count = c->stage->nlinks;
    bool *fresh = xcalloc(count, sizeof *fresh);
    for (size_t i = 0; i < count; i++)
        fresh[i] = wanting[i] && !c->exact_ran[i];
    if (any(fresh, count))
        refine_with(c, fresh, 0);
    free(fresh);
}

/*
 * Makes the ratios accurate, in the order of the ladder (a side that is
 * exactly 0 gets no relative accuracy from balls, whatever the bits).
 */
static void refine_ratios(struct climb *c)
{
    size_t count = c->stage->nlinks;
    bool *wanting = xcalloc(count, sizeof *wanting);
    long cap = c->options->prec_max < LADDER_RATIO_MAX_BITS
                   ? c->options->prec_max
                   : LADDER_RATIO_MAX_BITS;
    long bits = 2 * LADDER_FIRST_BITS;
    for (size_t i = 0; i < count; i++)
        wanting[i] = true;
    if (bits <= cap && still_wanting(c, wanting))
        refine_with(c, wanting, bits);
    if (still_wanting(c, wanting))
        refine_exactly(c, wanting);
    while ((bits *= 2) <= cap && still_wanting(c, wanting))
        refine_with(c, wanting, bits);
    free(wanting);
}

static void note_forward(struct climb *c)
{
    struct stage *s = c->stage;
    double_run_eval(s->forward, &s->x, s->whole.ids, s->whole.count);
    for (size_t i = 0; i < s->nlinks; i++) {
        const struct plan_link *link = s->links[i];
        struct link_outcome *o = &c->outcomes[i];
        if (sides_have_ratio(link))
            o->double_ratio = double_run_ratio(s->forward, link);
        if (!link->has_hole)
            o->double_truth = double_run_truth(s->forward, link->truth);
    }
}

static enum admission climb_end(struct climb *c)
{
    if (c->rejected) {
        c->stage->rejected++;
        return ADMISSION_REJECTED;
    }
    if (any(c->open_assumptions, c->stage->nassumptions))
        return ADMISSION_UNKNOWN;
    note_agreement(c);
    refine_ratios(c);
    note_forward(c);
    return ADMISSION_ADMITTED;
}

static void climb_start(struct climb *c)
{
    const struct stage *s = c->stage;
    c->assumptions = xcalloc(s->nassumptions, sizeof *c->assumptions);
    c->open_assumptions = xcalloc(s->nassumptions, sizeof(bool));
    c->open_links = xcalloc(s->nlinks, sizeof(bool));
    c->no_ratio = xcalloc(s->nlinks, sizeof(bool));
    c->exact_ran = xcalloc(s->nlinks, sizeof(bool));
    for (size_t i = 0; i < s->nassumptions; i++)
        c->open_assumptions[i] = true;
    for (size_t i = 0; i < s->nlinks; i++) {
        c->open_links[i] = true;
        c->outcomes[i] =
            (struct link_outcome){.cap = c->options->prec_max,
                                  .agreement = -1,
                                  .double_ratio = NAN};
    }
}

enum status ladder_decide(enum admission *admission,
                          struct link_outcome *outcomes, struct stage *stage,
                          const struct ladder_options *options)
{
    struct ladder_options own = *options;
    struct climb c = {.stage = stage, .options = &own, .outcomes = outcomes};
    if (stage->plan->has_integrals && own.integral_max > 0)
        own.prec_max = own.integral_max;
    climb_start(&c);
    enum status st = climb_up(&c) ? ST_OK : ST_UNABLE;
    if (st == ST_OK)
        *admission = climb_end(&c);
    free(c.assumptions);
    free(c.open_assumptions);
    free(c.open_links);
    free(c.no_ratio);
    free(c.exact_ran);
    return st;
}

void ladder_sides(struct enclosure *lhs, struct enclosure *rhs,
                  struct stage *stage, size_t link, long bits)
{
    *lhs = *rhs = (struct enclosure){0};
    if (!sides_exist(stage->links[link]))
        return;
    bool *wanted = xcalloc(stage->nlinks, sizeof *wanted);
    struct cone cone;
    wanted[link] = true;
    stage_cone(&cone, stage, NULL, wanted);
    ball_run_eval(stage->ball, &stage->x, bits, cone.ids, cone.count);
    sides_worst(lhs, rhs, stage->ball, stage->plan, stage->links[link]);
    free(cone.ids);
    free(wanted);
}
