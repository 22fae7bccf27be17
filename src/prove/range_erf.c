/*
 * Goals with erf in them, led to goals without: put alone on a side and
 * differentiated, erf is an exponential; where its square occurs it stands
 * between the roots of what is quadratic in it.  Two variables that a slope has
 * in one combination alone are one.
 */
#include "prove/range_internal.h"

#include "base/status.h"

#include <stdlib.h>

enum {
    ERF_DEPTH = 8,  /* rules, one after another */
    ERF_LEVELS = 5, /* halves of halves of the range */
    ERF_RISES = 1,  /* slopes of goals in several variables */
    ERF_BOXES = 24,
    ERF_CALLS = 6,     /* functions put alone, on either side */
    ERF_QUADRATICS = 2 /* squares looked at */
};

/* A task on the ladder, and how much of each there is to come. */
struct climb {
    struct range_search *s;
    struct range_task task;
    unsigned depth, levels, rises;
    bool is_alone; /* erf is a term of its own */
    bool is_whole; /* parts of the range may be looked at one by one */
};

enum answer { IDLE = 0, FAILED, PROVED };

static bool climb(const struct climb *c);

static bool has_erf(const struct scalar *e)
{
    if (e->variables == 0)
        return false;
    if (e->op == SCALAR_CALL && e->fn == FN_ERF)
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (has_erf(e->kids[i]))
            return true;
    return false;
}

/* ---- rules and their kids ---- */

/* The kid with the lightest goal among those to be settled yet. */
static size_t lightest(const struct sequent *kids, size_t count,
                       const bool *settled)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++)
        if (!settled[i] && (best == count || kids[i].goal->term->weight <
                                                 kids[best].goal->term->weight))
            best = i;
    return best;
}

/* What a kid of the rule inherits. */
static void start_kid(struct climb *kid, const struct climb *c,
                      enum partition_rule rule, size_t i)
{
    bool is_root = rule == PARTITION_ISOLATE || rule == PARTITION_QUADRATIC;
    *kid = *c;
    kid->depth -= rule != PARTITION_SPLIT;
    kid->levels -= rule == PARTITION_SPLIT;
    kid->rises -= rule == PARTITION_RISING && !c->is_alone;
    kid->is_alone = rule == PARTITION_ISOLATE && i == 1;
    kid->is_whole = c->is_whole && !is_root;
}

static bool climb_kids(const struct climb *c, const struct sequent *kids,
                       enum partition_rule rule)
{
    bool settled[SEQUENT_MAX_KIDS] = {false};
    const struct partition_node *node = &c->s->out->nodes[c->task.node];
    size_t first = node->first, count = node->count;
    struct climb *kid = xcalloc(1, sizeof *kid);
    bool ok = true;
    for (size_t n = 0; n < count && ok; n++) {
        size_t i = lightest(kids, count, settled);
        start_kid(kid, c, rule, i);
        kid->task.node = first + i;
        kid->task.sequent = kids[i];
        settled[i] = true;
        ok = climb(kid);
    }
    free(kid);
    return ok;
}

/* The rule gives the same goal again, or a multiple of it. */
static bool is_idle(const struct climb *c, const struct sequent *kids,
                    enum partition_rule rule)
{
    return (rule == PARTITION_ISOLATE || rule == PARTITION_CLEAR) &&
           (kids[0].goal->variables == 0 ||
            kids[0].goal->term == c->task.sequent.goal->term);
}

/* The rule, and all of its kids. */
static enum answer climb_by(const struct climb *c, enum partition_rule rule,
                            size_t k, size_t index)
{
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    size_t kept = c->s->out->count, node = c->task.node;
    bool applies =
        range_open_node(c->s, node, &c->task.sequent, rule, k, index, kids) &&
        !is_idle(c, kids, rule);
    bool ok = applies && climb_kids(c, kids, rule);
    free(kids);
    if (!ok)
        range_reopen(c->s, node, kept);
    return ok ? PROVED : applies ? FAILED : IDLE;
}

/* ---- the rungs ---- */

/* Towards the end to which the goal falls. */
static bool climb_rising(const struct climb *c)
{
    const struct sequent *q = &c->task.sequent;
    if (c->rises == 0 && !c->is_alone)
        return false;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(q->goal->variables >> k & 1))
            continue;
        int end = range_falling_end(c->s, q, k);
        if (end < 0)
            continue;
        if (climb_by(c, PARTITION_RISING, k, (size_t)end) == PROVED ||
            climb_by(c, PARTITION_RISING, k, PARTITION_OBLIGED + (size_t)end) ==
                PROVED)
            return true;
    }
    return false;
}

/* erf between the roots of a quadratic, or alone. */
static bool climb_alone(const struct climb *c)
{
    for (size_t i = 0; i < ERF_QUADRATICS; i++)
        if (climb_by(c, PARTITION_QUADRATIC, 0, 2 * i + 1) == PROVED)
            return true;
    for (size_t i = 0; i < ERF_CALLS; i++)
        if (climb_by(c, PARTITION_ISOLATE, 0, i) == PROVED)
            return true;
    return false;
}

/* Two parts of the range of the only variable. */
static bool climb_halves(const struct climb *c)
{
    size_t variable, node = c->task.node;
    struct partition *out = c->s->out;
    if (!c->is_whole || c->levels == 0)
        return false;
    partition_set_numbers(out, node, 1);
    if (range_choose_split(c->s, &c->task, &variable,
                           &out->nodes[node].numbers[0]) &&
        climb_by(c, PARTITION_SPLIT, variable, 0) == PROVED)
        return true;
    partition_set_numbers(out, node, 0);
    return false;
}

/* One variable for x_k + c x_j. */
static enum answer translate(const struct climb *c, size_t k, size_t j)
{
    struct partition *out = c->s->out;
    size_t node = c->task.node;
    enum answer answer = IDLE;
    partition_set_numbers(out, node, 1);
    if (range_translation(c->s, &c->task.sequent, k, j,
                          &out->nodes[node].numbers[0]))
        answer = climb_by(c, PARTITION_TRANSLATE, k, j);
    if (answer != PROVED)
        partition_set_numbers(out, node, 0);
    return answer;
}

static enum answer climb_translation(const struct climb *c)
{
    unsigned variables = c->task.sequent.goal->variables;
    enum answer answer = IDLE;
    if (c->task.sequent.nfacts > 0) /* these may speak of the two alone */
        return IDLE;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        for (size_t j = 0; j < k && answer == IDLE; j++)
            if ((variables >> k & 1) && (variables >> j & 1))
                answer = translate(c, k, j);
    return answer;
}

/* A ratio of variables in place of one, if the other goes away with it. */
static bool climb_ratio(const struct climb *c)
{
    unsigned variables = c->task.sequent.goal->variables;
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    size_t count, node = c->task.node;
    bool proved = false;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        for (size_t j = 0; j < SCALAR_MAX_VARIABLES && !proved; j++)
            proved = j != k && (variables >> k & 1) && (variables >> j & 1) &&
                     range_try(c->s, node, &c->task.sequent, PARTITION_RATIO, k,
                               j, kids, &count) &&
                     !(kids[0].goal->variables >> j & 1) &&
                     climb_by(c, PARTITION_RATIO, k, j) == PROVED;
    if (!proved)
        partition_set_rule(c->s->out, node, PARTITION_OPEN, 0, 0);
    free(kids);
    return proved;
}

static bool run(const struct climb *c)
{
    struct range_task *kid = xcalloc(1, sizeof *kid);
    bool ok = range_run_kid(c->s, &c->task, c->task.node, &c->task.sequent,
                            ERF_BOXES, kid);
    free(kid);
    return ok;
}

/*
 * What is no step of its own comes first: there is no going back from it.
 * Branch and bound comes last but for halves, where nothing else is left.
 */
static bool climb(const struct climb *c)
{
    const struct goal *goal = c->task.sequent.goal;
    bool single = (goal->variables & (goal->variables - 1)) == 0;
    enum answer answer = IDLE;
    if (c->s->steps > c->s->last)
        return false;
    if (!goal->term || goal->has_kink || goal->variables == 0 ||
        c->depth == 0 || goal->term->weight > RANGE_MAX_WEIGHT)
        return run(c);
    if (range_leaf(c->s, c->task.node, &c->task.sequent))
        return true;
    if (!c->is_alone)
        answer =
            single ? climb_by(c, PARTITION_CLEAR, 0, 0) : climb_translation(c);
    if (answer != IDLE)
        return answer == PROVED;
    if (!single && climb_ratio(c))
        return true;
    if (!has_erf(goal->term))
        return c->depth < ERF_DEPTH && run(c);
    return (c->is_alone || !single ? climb_rising(c) : climb_alone(c)) ||
           run(c) || (single && climb_halves(c));
}

bool range_erf(struct range_search *s, const struct range_task *task)
{
    const struct goal *goal = task->sequent.goal;
    bool single = (goal->variables & (goal->variables - 1)) == 0;
    if (!goal->term || goal->has_kink ||
        !(has_erf(goal->term) || (goal->term->has_integral && !single)))
        return false;
    struct climb *c = xcalloc(1, sizeof *c);
    *c = (struct climb){.s = s,
                        .task = *task,
                        .depth = ERF_DEPTH,
                        .levels = ERF_LEVELS,
                        .rises = ERF_RISES,
                        .is_whole = true};
    bool ok = climb(c);
    free(c);
    return ok;
}
