#include "prove/range_internal.h"

#include "base/buffer.h"
#include "base/status.h"

#include <stdlib.h>

struct queue {
    struct range_task *items;
    size_t head, count, capacity;
};

/* ---- the queue ---- */

static struct range_task *queue_add(struct queue *queue)
{
    if (queue->count == queue->capacity) {
        queue->capacity = queue->capacity ? 2 * queue->capacity : 64;
        queue->items =
            xrealloc(queue->items, queue->capacity, sizeof *queue->items);
    }
    return &queue->items[queue->count++];
}

/* What kids of a task inherit. */
static void enqueue(struct queue *queue, const struct range_task *parent,
                    size_t node, const struct sequent *s, bool fresh)
{
    struct range_task *task = queue_add(queue);
    *task = *parent;
    task->node = node;
    task->sequent = *s;
    task->depth = parent->depth + 1;
    task->fresh = fresh;
}

/* ---- steps ---- */

struct step {
    struct range_search *s;
    struct queue *queue;
    const struct range_task *task;
};

/* Kids become tasks; `fixed`: a face of this variable came first. */
static void commit(struct step *p, const struct sequent *kids, size_t count,
                   bool fresh)
{
    struct range_search *s = p->s;
    size_t first = range_add_kids(s, p->task->node, count);
    for (size_t i = 0; i < count; i++)
        enqueue(p->queue, p->task, first + i, &kids[i], fresh);
}

static bool try_commit(struct step *p, enum partition_rule rule,
                       size_t variable, size_t index, bool fresh)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    if (!range_try(p->s, p->task->node, &p->task->sequent, rule, variable,
                   index, kids, &count))
        return false;
    commit(p, kids, count, fresh);
    return true;
}

static bool is_compare(const struct goal *goal)
{
    return goal->kind == GOAL_GE || goal->kind == GOAL_GT;
}

/* The variable's slope has a sign: its end does. */
static bool collapse_monotone(struct step *p, size_t k)
{
    struct range_search *s = p->s;
    const struct sequent q = p->task->sequent;
    const struct scalar *slope = scalar_derivative(s->pool, q.goal->term, k);
    if (!slope)
        return false;
    unsigned signs = s->oracle.signs(s->oracle.context, slope, &q.box);
    bool up = !(signs & SIGN_NEGATIVE), down = !(signs & SIGN_POSITIVE);
    size_t end = up ? 0 : 1;
    const struct scalar *value = up ? q.box.lo[k] : q.box.hi[k];
    /* f' > 0 is asked from an end that is not admitted, or zeros apart */
    bool open = (up ? q.box.open_lo : q.box.open_hi) >> k & 1;
    if (q.goal->kind == GOAL_GT && open && (signs & SIGN_ZERO) &&
        slope->variables != 1u << k)
        return false;
    return (up || down) && value &&
           try_commit(p, PARTITION_RISING, k, end, false);
}

/*
 * One variable less.  Where facts depend on it the ends may not be admitted:
 * then only what is settled at once counts (range_settle did that).
 */
static bool collapse(struct step *p)
{
    const struct sequent *q = &p->task->sequent;
    unsigned variables = q->goal->variables;
    const struct sequent copy = *q;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if ((variables >> k & 1) && !range_is_bound(&copy, k) &&
            (collapse_monotone(p, k) ||
             try_commit(p, PARTITION_CONCAVE, k, 0, false)))
            return true;
    return false;
}

/* In one variable: all cases everywhere, if they all hold there. */
static bool unfold_everywhere(struct step *p)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    const struct sequent q = p->task->sequent;
    size_t count = 0, node = p->task->node;
    bool single = (q.goal->variables & (q.goal->variables - 1)) == 0;
    const struct scalar *kink = goal_kink(q.goal);
    bool ok = single && q.goal->term && kink && kink->op == SCALAR_CALL &&
              range_try(p->s, node, &q, PARTITION_CASES, 0, 1, kids, &count);
    for (size_t i = 0; i < count && ok; i++)
        ok = range_is_right(p->s, &kids[i]);
    if (ok)
        commit(p, kids, count, true);
    else
        partition_set_rule(p->s->out, node, PARTITION_OPEN, 0, 0);
    return ok;
}

/* Kinks: of certain sign, or by cases. */
static bool unfold_kink(struct step *p)
{
    for (size_t i = 0; i < RESOLVE_WAYS; i++)
        if (try_commit(p, PARTITION_RESOLVE, 0, i, p->task->fresh))
            return true;
    if (p->task->cases >= RANGE_MAX_CASES)
        return false;
    size_t first = p->queue->count;
    if (!unfold_everywhere(p) && !try_commit(p, PARTITION_CASES, 0, 0, true))
        return false;
    for (size_t i = first; i < p->queue->count; i++)
        p->queue->items[i].cases++;
    return true;
}

static bool settle_either(struct step *p)
{
    p->s->until = p->s->steps + p->s->limits->settle;
    for (size_t i = 0; i < 2; i++)
        if (range_reduce(p->s, p->task->node, &p->task->sequent, PARTITION_OR,
                         0, i, p->s->limits->order))
            return true;
    return false;
}

/*
 * The disjunct to go on with: rather one where the other's failing is all said
 * by the box.
 */
static size_t choose_disjunct(struct step *p)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    const struct sequent q = p->task->sequent;
    size_t count, node = p->task->node;
    for (size_t i = 0; i < 2; i++) {
        if (!range_try(p->s, node, &q, PARTITION_OR, 0, i, kids, &count))
            continue;
        partition_set_rule(p->s->out, node, PARTITION_OPEN, 0, 0);
        if (kids[0].nfacts == q.nfacts)
            return i;
    }
    return 1;
}

/* ---- a new goal ---- */

/* Factors, with or without clearing denominators first, as tasks. */
static bool commit_factors(struct step *p)
{
    struct range_search *s = p->s;
    struct sequent kids[SEQUENT_MAX_KIDS], cleared;
    size_t count, inner, kept = s->out->count, node = p->task->node;
    if (!range_cleared(s, node, &p->task->sequent, &cleared, &inner))
        return false;
    if (!range_split_factors(s, inner, &cleared, kids, &count)) {
        range_reopen(s, node, kept);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        enqueue(p->queue, p->task, s->out->nodes[inner].first + i, &kids[i],
                true);
    return true;
}

static bool eliminate(struct step *p, const struct goal *equation, size_t k,
                      size_t index)
{
    return sequent_solve(equation->term, k, p->s->pool) &&
           try_commit(p, PARTITION_ELIMINATE, k, index, true);
}

/* An equation among the facts takes a variable away. */
static bool commit_elimination(struct step *p)
{
    const struct sequent q = p->task->sequent;
    for (size_t i = 0; i < q.nfacts; i++)
        for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
            if ((q.facts[i]->variables >> k & 1) &&
                (q.goal->variables & q.facts[i]->variables) &&
                is_compare(q.facts[i]) && eliminate(p, q.facts[i], k, i))
                return true;
    return false;
}

/* A multiple of a fact makes up for what the goal lacks. */
static bool commit_multiplier(struct step *p)
{
    struct range_search *s = p->s;
    size_t fact, node = p->task->node;
    partition_set_numbers(s->out, node, 1);
    return range_multiplier(s, p->task, &fact,
                            &s->out->nodes[node].numbers[0]) &&
           try_commit(p, PARTITION_MULTIPLIER, 0, fact, true);
}

/* Two variables that occur in one combination only. */
static bool commit_translation(struct step *p)
{
    size_t k, j, node = p->task->node;
    struct partition *out = p->s->out;
    partition_set_numbers(out, node, 1);
    if (range_find_translation(p->s, &p->task->sequent, &k, &j,
                               &out->nodes[node].numbers[0]) &&
        try_commit(p, PARTITION_TRANSLATE, k, j, true))
        return true;
    partition_set_numbers(out, node, 0);
    return false;
}

/* Terms that cancel far out, one by one. */
static bool commit_parts(struct step *p)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    const struct sequent q = p->task->sequent;
    size_t count;
    if (!range_parts(p->s, p->task->node, &q, kids, &count))
        return false;
    commit(p, kids, count, true);
    return true;
}

static bool commit_period(struct step *p)
{
    const struct sequent q = p->task->sequent;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if ((q.goal->variables >> k & 1) && (!q.box.lo[k] || !q.box.hi[k]) &&
            try_commit(p, PARTITION_PERIOD, k, 0, true))
            return true;
    return false;
}

/* ---- one task ---- */

static void split(struct step *p)
{
    struct range_search *s = p->s;
    size_t node = p->task->node, variable = 0;
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    partition_set_numbers(s->out, node, 1);
    if (!range_choose_split(s, p->task, &variable,
                            &s->out->nodes[node].numbers[0]))
        return;
    if (range_try(s, node, &p->task->sequent, PARTITION_SPLIT, variable, 0,
                  kids, &count))
        commit(p, kids, count, false);
}

enum { CLEAR_SETTLE = 20 };

/* Settles the task without splitting its box. */
static bool settle_task(struct step *p)
{
    struct range_search *s = p->s;
    const struct range_task *task = p->task;
    if (!task->fresh) {
        s->until = s->steps + (s->is_clear ? CLEAR_SETTLE : s->limits->settle);
        return range_settle(s, task->node, &task->sequent, s->limits->order);
    }
    range_hunt(s, task);
    s->until = s->steps + s->attempt;
    return !s->is_refuted &&
           range_attempt(s, task->node, &task->sequent, s->limits->changes);
}

static void process_compare(struct step *p)
{
    struct range_search *s = p->s;
    const struct range_task *task = p->task;
    if (settle_task(p) || s->is_refuted || task->sequent.goal->variables == 0)
        return;
    if (task->fresh && !s->is_plain &&
        (commit_translation(p) || commit_period(p) || commit_multiplier(p) ||
         commit_factors(p)))
        return;
    if (!range_contact_settle(s, task->node, &task->sequent) && !collapse(p) &&
        !commit_parts(p))
        split(p);
}

static void process(struct step *p)
{
    struct range_search *s = p->s;
    const struct sequent *q = &p->task->sequent;
    if (range_leaf(s, p->task->node, q))
        return;
    if (p->task->fresh && !is_compare(q->goal))
        range_hunt(s, p->task);
    if (s->is_refuted ||
        (p->task->fresh && !s->is_plain && commit_elimination(p)) ||
        try_commit(p, PARTITION_AND, 0, 0, true))
        return;
    if (q->goal->kind == GOAL_OR && !q->goal->has_kink) {
        if (!settle_either(p))
            (void)try_commit(p, PARTITION_OR, 0, choose_disjunct(p), true);
    } else if (q->goal->has_kink) {
        if (!unfold_kink(p))
            split(p);
    } else {
        process_compare(p);
    }
}

static bool is_stopped(const struct range_limits *limits)
{
    return limits->stop && limits->stop(limits->stop_context);
}

/* Whether all nodes from `first` on are settled. */
static bool is_settled(const struct range_search *s, size_t node, size_t first)
{
    bool settled = s->out->nodes[node].rule != PARTITION_OPEN;
    for (size_t i = first; i < s->out->count && settled; i++)
        settled = s->out->nodes[i].rule != PARTITION_OPEN;
    return settled;
}

bool range_run(struct range_search *s, const struct range_task *first,
               size_t most)
{
    struct queue queue = {0};
    size_t boxes = 0, kept = s->out->count, until = s->steps;
    size_t share = RANGE_STEPS * most;
    until += share < s->share ? share : s->share;
    s->is_refuted = false;
    *queue_add(&queue) = *first;
    while (queue.head < queue.count && !s->is_refuted && boxes++ < most &&
           s->steps < until && !is_stopped(s->limits)) {
        struct range_task task = queue.items[queue.head++];
        struct step p = {.s = s, .queue = &queue, .task = &task};
        process(&p);
        if (s->out->nodes[task.node].rule == PARTITION_OPEN)
            break; /* nothing can close it */
    }
    free(queue.items);
    return is_settled(s, first->node, kept);
}
