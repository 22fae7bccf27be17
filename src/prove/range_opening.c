/* Openings: another relation first, then branch and bound. */
#include "prove/range_gap.h"
#include "prove/range_internal.h"
#include "prove/range_list.h"
#include "prove/range_profile.h"

#include "base/status.h"

#include <stdlib.h>

enum { ODDS_EFFORT = 2 };

enum {
    VALLEY_DEPTH = 3,
    VALLEY_SHARE = 4,
    VALLEY_ATTEMPT = 300,
    ERF_SHARE = 10,
    INNER_SHARE = 4,
    CLEAR_SHARE = 20,
    CLEAR_EFFORT = 3,
    CLEAR_ATTEMPT = 300
};

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Applies the opening; its kids, if they are worth exploring. */
static bool open_task(struct range_search *s, const struct range_task *task,
                      const struct range_opening *o, struct sequent *kids,
                      size_t *count)
{
    size_t node = task->node;
    partition_set_numbers(s->out, node, o->at ? 1 : 0);
    if (o->rule == PARTITION_GAP &&
        !range_gap_fill(s, node, &task->sequent, o->index))
        return false;
    if (o->at) {
        struct partition_number *at = &s->out->nodes[node].numbers[0];
        at->kind = o->at->kind;
        mpq_set(at->value.q, o->at->value.q);
        mpq_set(at->argument.q, o->at->argument.q);
    }
    bool ok = range_try(s, node, &task->sequent, o->rule, o->variable, o->index,
                        kids, count) &&
              !(*count == 1 && kids[0].goal->term == task->sequent.goal->term);
    if (ok && o->rule == PARTITION_RATIO) /* else nothing is gained */
        ok = kids[0].goal->variables != task->sequent.goal->variables;
    for (size_t i = 0; i < *count && ok; i++)
        ok = range_is_hopeful(s, &kids[i]);
    return ok;
}

/*
 * A root less, where nothing is lost: its factor certainly has the sign, and
 * what is left holds as far as doubles see (explore_kids asked that).
 */
static bool is_plain_square(struct range_search *s,
                            const struct range_opening *o,
                            const struct range_task *task,
                            const struct sequent *kids)
{
    if (o->rule == PARTITION_SQUARE && o->index >= SQUARE_ODD &&
        o->index < SQUARE_ABSOLUTE)
        return true;
    return o->rule == PARTITION_SQUARE && o->index % 2 == 1 &&
           o->index < SQUARE_CONSTANTS &&
           sequent_holds(kids[0].goal, &kids[0].box, &s->oracle) &&
           kids[1].goal->term->weight < 3 * task->sequent.goal->term->weight;
}

/*
 * The opening takes nothing from the depth: a kink or variable less, powers
 * less, or the first cut on the way.
 */
static bool is_structural(const struct range_opening *o,
                          const struct range_task *task,
                          const struct sequent *kids, size_t count)
{
    unsigned before = task->sequent.goal->variables;
    unsigned after = kids[0].goal->variables;
    return o->rule == PARTITION_RESOLVE || o->rule == PARTITION_CASES ||
           o->rule == PARTITION_ELIMINATE || o->rule == PARTITION_ODDS ||
           o->rule == PARTITION_GAP ||
           (o->rule == PARTITION_LOG && kids[count - 1].goal->term->weight <
                                            task->sequent.goal->term->weight) ||
           ((o->rule == PARTITION_CUT || o->rule == PARTITION_SPLIT) &&
            !task->was_cut) ||
           (count == 1 && after != before && !(after & ~before));
}

static bool explore(struct range_search *s, const struct range_task *task,
                    unsigned depth);

/*
 * A logarithm or square takes an exponential or root away, a case a kink:
 * valleys show.
 */
static bool explore_valley(struct range_search *s,
                           const struct range_task *task,
                           const struct range_opening *o)
{
    unsigned variables = task->sequent.goal->variables;
    bool several = variables & (variables - 1);
    if (!several || (o->rule != PARTITION_LOG && o->rule != PARTITION_SQUARE &&
                     o->rule != PARTITION_CASES))
        return false;
    s->attempt = least_of(VALLEY_ATTEMPT, s->limits->attempt);
    return range_valley(s, task, VALLEY_DEPTH - 1);
}

/* The rule, whose only kid becomes the task; false: it does not apply. */
static bool replace_task(struct range_search *s, struct range_task *task,
                         enum partition_rule rule, size_t variable,
                         size_t index)
{
    return range_step_into(s, &task->node, &task->sequent, rule, variable,
                           index);
}

/* A variable less, where two occur in one combination only. */
static bool translate_task(struct range_search *s, struct range_task *task)
{
    size_t k, j, node = task->node;
    partition_set_numbers(s->out, node, 1);
    if (range_find_translation(s, &task->sequent, &k, &j,
                               &s->out->nodes[node].numbers[0]) &&
        replace_task(s, task, PARTITION_TRANSLATE, k, j))
        return true;
    partition_set_numbers(s->out, node, 0);
    return false;
}

/* A kink less, the sign of which is known. */
static bool resolve_task(struct range_search *s, struct range_task *task)
{
    for (size_t i = 0; i < RESOLVE_WAYS && task->sequent.goal->has_kink; i++)
        if (replace_task(s, task, PARTITION_RESOLVE, 0, i))
            return true;
    return false;
}

/* The rule, then its kids, all of them; the likelier to fail first. */
static bool explore_kids(struct range_search *s, const struct range_task *task,
                         const struct range_opening *o, unsigned depth)
{
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    struct range_task *kid = xcalloc(1, sizeof *kid);
    size_t count = 0, node = task->node;
    bool ok = open_task(s, task, o, kids, &count);
    bool structural = ok && (is_structural(o, task, kids, count) ||
                             is_plain_square(s, o, task, kids));
    unsigned effort = s->effort;
    if (o->rule == PARTITION_ODDS && effort < ODDS_EFFORT)
        s->effort = ODDS_EFFORT;
    size_t first = range_add_kids(s, node, ok ? count : 0);
    for (size_t i = ok ? count : 0; i-- > 0 && ok;) {
        *kid = *task;
        kid->node = first + i;
        kid->sequent = kids[i];
        kid->fresh = true;
        kid->was_cut |= o->rule == PARTITION_CUT || o->rule == PARTITION_SPLIT;
        bool shorter =
            (o->rule == PARTITION_RISING && translate_task(s, kid)) ||
            (o->rule == PARTITION_ORDER && resolve_task(s, kid));
        ok = explore_valley(s, kid, o) ||
             explore(s, kid, depth - !(structural || shorter));
    }
    s->effort = effort;
    free(kids);
    free(kid);
    return ok;
}

/* The steps for an opening, of those that are left for it and the rest. */
static size_t share_of(const struct range_opening *o, size_t openings,
                       size_t left)
{
    if (o->is_likely)
        return left - left / 4;
    bool more = o->rule == PARTITION_RATIO || o->rule == PARTITION_SPLIT ||
                o->rule == PARTITION_ODDS || o->rule == PARTITION_SQUARE ||
                o->rule == PARTITION_GAP;
    size_t parts = more ? 2 : o->rule == PARTITION_CUT ? 4 : 1 + openings / 4;
    return left / parts;
}

/*
 * All openings, with up to `depth` - 1 more after them; each gets its share of
 * the steps that are left.
 */
static bool explore_each(struct range_search *s, const struct range_task *task,
                         const struct range_openings *o, unsigned depth)
{
    size_t kept = s->out->count, last = s->last;
    bool proved = false;
    for (size_t i = 0; i < o->count && s->steps < last && !proved; i++) {
        const struct range_opening *item = &o->items[i];
        s->last = s->steps + share_of(item, o->count - i, last - s->steps);
        proved = explore_kids(s, task, item, depth);
        if (!proved) {
            range_reopen(s, task->node, kept);
            partition_drop_factors(&s->out->nodes[task->node]);
        }
    }
    s->last = last;
    if (!proved)
        partition_set_numbers(s->out, task->node, 0);
    return proved;
}

static bool explore_openings(struct range_search *s,
                             const struct range_task *task, unsigned depth)
{
    struct range_openings o = {.count = 0};
    range_list_openings(&o, s, &task->sequent);
    return explore_each(s, task, &o, depth);
}

/* Boxes, and steps for each new goal, by effort. */
static const struct {
    size_t boxes, attempt;
} budgets[] = {{6, 200},
               {40, 800},
               {300, RANGE_ATTEMPT_STEPS},
               {4000, RANGE_ATTEMPT_STEPS}};

/*
 * Branch and bound within the budget of the round; else after another rule (an
 * opening), up to `depth` (at most 2) of them.  False: the node is open again.
 */
static bool explore(struct range_search *s, const struct range_task *task,
                    unsigned depth)
{
    size_t kept = s->out->count;
    const struct goal *goal = task->sequent.goal;
    s->attempt =
        least_of(s->is_clear ? CLEAR_ATTEMPT : budgets[s->effort].attempt,
                 s->limits->attempt);
    if (range_run(s, task,
                  least_of(budgets[s->effort].boxes, s->limits->boxes)))
        return true;
    range_reopen(s, task->node, kept);
    if (!s->is_refuted && task->fresh && s->effort > 0 && range_ladder(s, task))
        return true;
    if (depth == 0 || s->is_refuted || !goal->term || goal->variables == 0 ||
        goal->term->weight > RANGE_MAX_WEIGHT)
        return false;
    const bool is_own = s->is_own;
    s->is_own = false;
    bool proved = explore_openings(s, task, depth);
    s->is_own = is_own;
    return proved;
}

/*
 * The same with at most one opening in each part of the range of a goal in
 * one variable, which is halved at most `levels` times.
 */
static bool divide(struct range_search *s, const struct range_task *task,
                   unsigned levels)
{
    size_t kept = s->out->count, node = task->node, count, variable = 0;
    const struct goal *goal = task->sequent.goal;
    if (explore(s, task, 1))
        return true;
    if (levels == 0 || s->is_false || !goal->term || goal->has_kink ||
        (goal->variables & (goal->variables - 1)) || s->steps > s->last)
        return false;
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    struct range_task *kid = xcalloc(1, sizeof *kid);
    partition_set_numbers(s->out, node, 1);
    bool ok = range_choose_split(s, task, &variable,
                                 &s->out->nodes[node].numbers[0]) &&
              range_try(s, node, &task->sequent, PARTITION_SPLIT, variable, 0,
                        kids, &count);
    size_t first = range_add_kids(s, node, ok ? count : 0);
    for (size_t i = 0; ok && i < count; i++) {
        *kid = *task;
        kid->node = first + i;
        kid->sequent = kids[i];
        ok = divide(s, kid, levels - 1);
    }
    free(kids);
    free(kid);
    if (!ok) {
        range_reopen(s, node, kept);
        partition_set_numbers(s->out, node, 0);
    }
    return ok;
}

enum { DIVIDE_LEVELS = 3, SHARES = 32 };

/*
 * Rounds of exploring: each with its share of the steps of one search, begun
 * before `until` searches are spent; the last ones only where patience was
 * asked for.
 */
static const struct {
    unsigned depth, effort, share, levels, until;
    bool is_patient;
} rounds[] = {{0, 1, SHARES, 0, 1, false}, {1, 0, 6, 0, 1, false},
              {0, 2, 4, 0, 1, false},      {2, 0, 6, 0, 1, false},
              {1, 1, 6, 0, 1, false},      {1, 1, 6, DIVIDE_LEVELS, 1, false},
              {0, 3, 14, 0, 1, false},     {2, 1, 8, 0, 2, true},
              {0, 3, SHARES, 0, 3, true},  {1, 3, 16, 0, 3, true}};

/* Valleys of the goal without denominators, its terms multiplied out. */
static bool clear_valley(struct range_search *s, const struct range_task *task)
{
    struct range_task *kid = xcalloc(1, sizeof *kid);
    size_t kept = s->out->count;
    *kid = *task;
    bool ok = !task->sequent.goal->has_kink &&
              range_cleared(s, task->node, &task->sequent, &kid->sequent,
                            &kid->node) &&
              kid->sequent.goal != task->sequent.goal &&
              range_valley(s, kid, VALLEY_DEPTH);
    free(kid);
    if (!ok)
        range_reopen(s, task->node, kept);
    return ok;
}

/* What valleys there are. */
static bool try_valleys(struct range_search *s, const struct range_task *task)
{
    return range_valley(s, task, VALLEY_DEPTH) || clear_valley(s, task);
}

/* Before all rounds but the first, with a share of the steps. */
static bool try_before(struct range_search *s, const struct range_task *task,
                       bool (*attempt)(struct range_search *,
                                       const struct range_task *),
                       size_t steps)
{
    const bool is_own = s->is_own;
    s->is_own = false;
    s->attempt = least_of(VALLEY_ATTEMPT, s->limits->attempt);
    s->share = steps;
    s->last = s->steps + s->share;
    bool proved = attempt(s, task);
    s->is_own = is_own;
    return proved;
}

/*
 * What costs nothing: ends at which the goal has no value are left out, and
 * kinks of certain sign resolved, one after the other.
 */
static bool simplify_task(struct range_search *s, struct range_task *task)
{
    for (size_t i = 0; i < 2 * SCALAR_MAX_VARIABLES; i++)
        if ((task->sequent.goal->variables >> i / 2 & 1) &&
            replace_task(s, task, PARTITION_DEFINED, i / 2, i % 2))
            return true;
    if (resolve_task(s, task))
        return true;
    unsigned variables = task->sequent.goal->variables;
    if (task->sequent.goal->term && (variables & (variables - 1)) &&
        range_has_root(task->sequent.goal->term) &&
        replace_task(s, task, PARTITION_CLEAR, 0, CLEAR_ROOTS))
        return true;
    return range_compares_exponentials(task->sequent.goal) &&
           replace_task(s, task, PARTITION_LOG, 0, 0);
}

/*
 * A goal in one variable that is nowhere about 0: branch and bound gets there
 * if its boxes last.
 */
static bool is_clear(struct range_search *s, const struct range_task *task)
{
    const struct sequent *q = &task->sequent;
    struct range_profile p;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (q->goal->term && q->goal->variables == 1u << k &&
            !(q->integers >> k & 1)) {
            range_profile(&p, s, q, k, q->goal->term);
            return range_profile_is_clear(&p);
        }
    return false;
}

/* Its boxes, before openings take the steps away. */
static bool run_clear(struct range_search *s, const struct range_task *task,
                      size_t all)
{
    s->effort = CLEAR_EFFORT;
    s->share = all * CLEAR_SHARE / SHARES;
    s->last = s->steps + s->share;
    s->is_clear = is_clear(s, task);
    bool proved = s->is_clear && explore(s, task, 0);
    s->is_clear = false;
    return proved;
}

static bool run_rounds(struct range_search *s, const struct range_task *task)
{
    size_t all = RANGE_STEPS * s->limits->boxes, start = s->steps;
    if (s->is_inner)
        all /= INNER_SHARE;
    if (try_before(s, task, range_integrand, all))
        return true;
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds && !s->is_false;
         i++) {
        if (s->steps >= start + rounds[i].until * all ||
            (rounds[i].is_patient && !s->limits->is_patient) ||
            (i > 0 && task->sequent.goal->variables == 0))
            continue; /* of numbers no round says more than the first */
        if (i == 1 &&
            (run_clear(s, task, all) ||
             try_before(s, task, range_erf, all * ERF_SHARE / SHARES) ||
             try_before(s, task, try_valleys, all * VALLEY_SHARE / SHARES)))
            return true;
        s->effort = rounds[i].effort;
        s->share = all * rounds[i].share / SHARES;
        s->last = s->steps + s->share;
        bool proved = rounds[i].levels ? divide(s, task, rounds[i].levels)
                                       : explore(s, task, rounds[i].depth);
        if (proved)
            return true;
    }
    return false;
}

bool range_rounds(struct range_search *s, const struct range_task *task)
{
    struct range_task open = *task;
    size_t kept = s->out->count;
    while (simplify_task(s, &open)) {
    }
    if (run_rounds(s, &open))
        return true;
    if (open.node != task->node)
        range_reopen(s, task->node, kept);
    return false;
}
