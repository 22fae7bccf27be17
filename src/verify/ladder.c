#include "verify/ladder.h"

#include "eval/plan_price.h"
#include "verify/ladder_internal.h"
#include "verify/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ladder_uses_filter(const struct ladder_options *options)
{
    return !options->no_filter && options->prec_max >= LADDER_FIRST_BITS;
}

const char *ladder_filter_refusal(void)
{
    return filter_refusal();
}

/* Flags of a link above: open, no_ratio, filtered, exact_ran, wanting. */
enum { LINK_FLAGS = 5 };
_Static_assert((int)LINK_FLAGS == (int)STAGE_LINK_FLAGS, "room in a stage");

long ladder_first_bits(long prec_max)
{
    return prec_max < LADDER_FIRST_BITS ? prec_max : LADDER_FIRST_BITS;
}

bool ladder_any(const bool *flags, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (flags[i])
            return true;
    return false;
}

static bool is_decided(const struct climb *c)
{
    return c->rejected ||
           (!ladder_any(c->open_assumptions, c->stage->nassumptions) &&
            !ladder_any(c->open_links, c->stage->nlinks));
}

/* ---- what the evaluators say; the exact one of the literal form ---- */

static enum truth truth_at(const struct stage *s, enum rung rung,
                           plan_id literal, plan_id fast)
{
    switch (rung) {
    case RUNG_FILTER:
        return filter_run_truth(s->filtered, s->lane, fast);
    case RUNG_BALL:
        return ball_run_truth(s->ball, fast);
    case RUNG_EXACT:
        break;
    }
    return exact_run_truth(s->exact, literal);
}

struct enclosure ladder_ratio_at(const struct stage *s, enum rung rung,
                                 const struct plan_link *link)
{
    switch (rung) {
    case RUNG_FILTER:
        return filter_run_ratio(s->filtered, s->lane, link);
    case RUNG_BALL:
        return ball_run_ratio(s->ball, link);
    case RUNG_EXACT:
        break;
    }
    return exact_run_ratio(s->exact, link);
}

bool ladder_forbids_ratio(const struct stage *s, enum rung rung,
                          const struct plan_link *link)
{
    return rung == RUNG_FILTER
               ? filter_run_forbids_ratio(s->filtered, s->lane, link)
               : sides_forbid_ratio(s->ball, s->plan, link);
}

/* Takes over what is now known of the assumptions still open. */
static void note_assumptions(struct climb *c, enum rung rung)
{
    const struct stage *s = c->stage;
    for (size_t i = 0; i < s->nassumptions; i++) {
        if (!c->open_assumptions[i])
            continue;
        enum truth t = truth_at(s, rung, s->plan->assumptions[i],
                                s->plan->fast_assumptions[i]);
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

static void note_ratio(struct climb *c, size_t i, enum rung rung)
{
    const struct plan_link *link = c->stage->links[i];
    const struct enclosure ratio = ladder_ratio_at(c->stage, rung, link);
    if (rung != RUNG_EXACT || ratio.kind != ENCLOSURE_NONE)
        c->outcomes[i].ratio = ratio;
    if (rung != RUNG_EXACT && ratio.kind == ENCLOSURE_NONE)
        c->no_ratio[i] = ladder_forbids_ratio(c->stage, rung, link);
}

static void note_links(struct climb *c, enum rung rung)
{
    const struct stage *s = c->stage;
    for (size_t i = 0; i < s->nlinks; i++) {
        const struct plan_link *link = s->links[i];
        struct link_outcome *o = &c->outcomes[i];
        if (!c->open_links[i])
            continue;
        o->truth = truth_at(s, rung, link->truth, link->fast_truth);
        if (rung == RUNG_BALL)
            o->bits = c->bits;
        c->filtered[i] = rung == RUNG_FILTER;
        if (sides_have_ratio(link))
            note_ratio(c, i, rung);
        if (link->has_hole)
            o->truth = hole_truth(o->truth, &o->ratio);
        c->open_links[i] = o->truth == TRUTH_UNKNOWN;
    }
}

static bool is_stopped(const struct climb *c)
{
    return c->options->stop && c->options->stop(c->options->context);
}

static bool may_take_long(const struct stage *s)
{
    return s->is_large || s->plan->count >= LADDER_LONG_PLAN;
}

void ladder_run_balls(struct climb *c, long bits, const struct cone *cone)
{
    struct stage *s = c->stage;
    const struct ladder_options *o = c->options;
    if (c->stopped)
        return;
    if (!may_take_long(s)) {
        ball_run_eval(s->ball, &s->x, bits, cone->ids, cone->count);
        return;
    }
    ball_run_begin(s->ball, &s->x, bits, cone->ids, cone->count);
    for (size_t k = 0; k < cone->count && !c->stopped; k++) {
        c->stopped = is_stopped(c);
        if (o->pulse)
            o->pulse(o->pulse_context, s->trial, bits, k, cone->count);
        if (!c->stopped)
            ball_run_step(s->ball, &cone->ids[k], 1);
    }
}

static void ball_step(struct climb *c, long bits)
{
    struct stage *s = c->stage;
    struct cone cone;
    c->bits = bits;
    stage_cone(&cone, s, CONE_FAST, c->open_assumptions, c->open_links);
    ladder_run_balls(c, bits, &cone);
    free(cone.ids);
    note_assumptions(c, RUNG_BALL);
    if (!c->rejected)
        note_links(c, RUNG_BALL);
}

static void exact_step(struct climb *c)
{
    struct stage *s = c->stage;
    struct cone cone;
    for (size_t i = 0; i < s->nlinks; i++)
        c->exact_ran[i] = c->open_links[i];
    stage_cone(&cone, s, CONE_LITERAL, c->open_assumptions, c->open_links);
    exact_run_eval(s->exact, &s->x, cone.ids, cone.count);
    free(cone.ids);
    note_assumptions(c, RUNG_EXACT);
    if (!c->rejected)
        note_links(c, RUNG_EXACT);
}

/* The filter may have run already, for several trials side by side. */
static void eval_first(struct climb *c, enum rung rung, const struct cone *cone)
{
    struct stage *s = c->stage;
    const struct instance *x = &s->x;
    if (rung == RUNG_FILTER && s->filtered == s->batch)
        return;
    if (rung == RUNG_FILTER)
        filter_run_eval(s->filter, &x, 1, cone->ids, cone->count);
    else
        ladder_run_balls(c, c->bits, cone);
}

/*
 * The first rung, on the cones that every trial needs.  Where assumptions
 * reject often they are asked alone first; elsewhere that would be done twice.
 */
static void first_step(struct climb *c, enum rung rung)
{
    struct stage *s = c->stage;
    if (s->nassumptions > 0 && s->rejected > s->tried / 4) {
        eval_first(c, rung, &s->assumptions);
        note_assumptions(c, rung);
        if (c->rejected)
            return;
    }
    eval_first(c, rung, &s->fast);
    note_assumptions(c, rung);
    if (!c->rejected)
        note_links(c, rung);
}

/*
 * The filter's verdicts are those of the balls wherever these have at least
 * its precision; under that it is not asked, so that a low cap means the same
 * with it and without.
 */
static bool uses_filter(const struct climb *c)
{
    return c->stage->filter_helps && ladder_uses_filter(c->options);
}

/* The filter where it helps, and the first balls for what it leaves open. */
static void first_steps(struct climb *c)
{
    const struct stage *s = c->stage;
    c->stage->tried++;
    c->bits = ladder_first_bits(c->options->prec_max);
    if (uses_filter(c)) {
        first_step(c, RUNG_FILTER);
        if (is_decided(c))
            return;
    }
    bool all = true;
    for (size_t i = 0; i < s->nlinks; i++)
        all = all && c->open_links[i];
    if (all)
        first_step(c, RUNG_BALL);
    else
        ball_step(c, c->bits);
}

/*
 * Whether all that is open looks like equality: then steps in between would
 * not decide either, and the cap is tried at once.
 */
static bool looks_equal(const struct climb *c)
{
    const struct stage *s = c->stage;
    if (ladder_any(c->open_assumptions, s->nassumptions))
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

/*
 * Up to the cap; false: told to stop.  The second rung of balls goes before
 * the exact evaluator: where a cancellation is all that hides the sign it is
 * far cheaper, and where there is a tie it adds little.
 */
static bool climb_up(struct climb *c)
{
    first_steps(c);
    if (!is_decided(c) && c->bits < c->options->prec_max)
        ball_step(c, next_bits(c));
    if (!is_decided(c) && !c->stopped)
        exact_step(c);
    while (!is_decided(c) && c->bits < c->options->prec_max) {
        if (c->stopped || is_stopped(c))
            return false;
        ball_step(c, next_bits(c));
    }
    return !c->stopped;
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

/* Of a long campaign a sample, the same whatever the number of threads. */
static bool samples_forward(const struct stage *s)
{
    const uint64_t all = s->is_large ? LADDER_FORWARD_STEP : LADDER_FORWARD_ALL;
    return s->trial < all || s->trial % LADDER_FORWARD_STEP == 0;
}

static void note_forward(struct climb *c)
{
    struct stage *s = c->stage;
    if (!samples_forward(s))
        return;
    double_run_eval(s->forward, &s->x, s->whole.ids, s->whole.count);
    for (size_t i = 0; i < s->nlinks; i++) {
        const struct plan_link *link = s->links[i];
        struct link_outcome *o = &c->outcomes[i];
        o->has_forward = true;
        if (sides_have_ratio(link))
            o->double_ratio = double_run_ratio(s->forward, link);
        if (!link->has_hole)
            o->double_truth = double_run_truth(s->forward, link->truth);
    }
}

/* Some value may do where this one does not, and the sides say nothing. */
static void keep_what_is_shown(struct climb *c)
{
    for (size_t i = 0; i < c->stage->nlinks; i++)
        if (c->stage->shows_only[i] && c->outcomes[i].truth != TRUTH_TRUE)
            c->outcomes[i] = (struct link_outcome){.truth = TRUTH_UNKNOWN,
                                                   .bits = c->outcomes[i].bits,
                                                   .cap = c->outcomes[i].cap,
                                                   .agreement = -1,
                                                   .double_ratio = NAN};
}

static enum admission climb_end(struct climb *c)
{
    if (c->rejected) {
        c->stage->rejected++;
        return ADMISSION_REJECTED;
    }
    if (!c->stage->is_refutable || /* nor is it certainly admitted */
        ladder_any(c->open_assumptions, c->stage->nassumptions))
        return ADMISSION_UNKNOWN;
    note_agreement(c);
    ladder_refine_ratios(c);
    if (c->stopped)
        return ADMISSION_UNKNOWN;
    for (size_t i = 0; c->stage->ranges && i < c->stage->nlinks; i++)
        tally_widen(&c->stage->ranges[i], &c->outcomes[i]);
    note_forward(c);
    keep_what_is_shown(c);
    return ADMISSION_ADMITTED;
}

static void climb_start(struct climb *c)
{
    const struct stage *s = c->stage;
    const size_t flags = s->nassumptions + LINK_FLAGS * s->nlinks;
    memset(s->truths, 0, s->nassumptions * sizeof *s->truths);
    memset(s->flags, 0, flags * sizeof *s->flags);
    c->assumptions = s->truths;
    c->open_assumptions = s->flags;
    c->open_links = c->open_assumptions + s->nassumptions;
    c->no_ratio = c->open_links + s->nlinks;
    c->filtered = c->no_ratio + s->nlinks;
    c->exact_ran = c->filtered + s->nlinks;
    c->wanting = c->exact_ran + s->nlinks;
    for (size_t i = 0; i < s->nassumptions; i++)
        c->open_assumptions[i] = true;
    for (size_t i = 0; i < s->nlinks; i++) {
        c->open_links[i] = true;
        c->outcomes[i] = (struct link_outcome){
            .cap = c->options->prec_max, .agreement = -1, .double_ratio = NAN};
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
    return c.stopped ? ST_UNABLE : st;
}

void ladder_sides(struct enclosure *lhs, struct enclosure *rhs,
                  struct stage *stage, size_t link, long bits)
{
    *lhs = *rhs = (struct enclosure){0};
    if (!sides_exist(stage->links[link]))
        return;
    LOCAL_FREE bool *wanted = xcalloc(stage->nlinks, sizeof *wanted);
    struct cone cone;
    wanted[link] = true;
    stage_cone(&cone, stage, CONE_FAST, NULL, wanted);
    ball_run_eval(stage->ball, &stage->x, bits, cone.ids, cone.count);
    sides_worst(lhs, rhs, stage->ball, stage->plan, stage->links[link]);
    free(cone.ids);
}

/*
 * An evaluation by balls is some ten times one in doubles at the first
 * precision, and grows with it; what 128 bits leave open may also be a matter
 * of the exact evaluator, which costs hundreds.  What that leaves open too goes
 * up to precisions at which numbers of many words are multiplied.
 */
double ladder_price(const struct stage *stage,
                    const struct link_outcome *outcomes)
{
    enum { MANY_WORDS = 1024 };
    const double balls = 10, exact = 300, open = 3000;
    long bits = 0;
    for (size_t i = 0; i < stage->nlinks; i++)
        if (outcomes[i].bits > bits)
            bits = outcomes[i].bits;
    return plan_price(stage->plan) *
           (1 + balls * (double)bits / LADDER_FIRST_BITS +
            (bits > LADDER_FIRST_BITS ? exact : 0) +
            (bits > MANY_WORDS ? open : 0));
}
