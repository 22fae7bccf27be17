/*
 * Ladders: a goal in one variable that meets 0 at an end of its range.  From
 * there it rises as long as its slope is >= 0, a goal of the same kind; and
 * between two rungs what is positive is divided out, so that each slope has
 * a function less (logarithms, erf, exponentials).  Where the slope changes its
 * sign the range is cut before that.
 */
#include "prove/range_internal.h"
#include "prove/range_profile.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>

enum {
    POINTS = PROFILE_POINTS,
    RUNGS = 4,        /* ways to go on that are tried */
    DEPTH = 12,       /* rungs and cuts, one after the other */
    SETTLE_STEPS = 40 /* rules tried before a rung */
};

/* What is done before the slope is taken. */
struct rung {
    enum partition_rule rule; /* PARTITION_OPEN: nothing */
    size_t index;
    bool clear;              /* it does not touch then */
    bool full;               /* the slope has its sign on the whole range */
    bool steep;              /* the slope is infinite at the end */
    double from, to;         /* where it begins to be wrong */
    unsigned weight;         /* of the slope */
    const struct goal *goal; /* after the rule */
};

struct ladder {
    struct range_search *s;
    const struct range_task *task; /* of which the kids are */
    size_t k;
};

/* ---- nodes ---- */

static bool climb(const struct ladder *l, size_t node, const struct sequent *q,
                  unsigned depth);

/* The rule's kids become nodes. */
static bool open_node(struct range_search *s, size_t node,
                      const struct sequent *q, enum partition_rule rule,
                      size_t k, size_t index, struct sequent *kids,
                      size_t *count)
{
    if (!range_try(s, node, q, rule, k, index, kids, count))
        return false;
    (void)range_add_kids(s, node, *count);
    return true;
}

static bool settle_briefly(struct range_search *s, size_t node,
                           const struct sequent *q)
{
    s->until = s->steps + SETTLE_STEPS;
    return range_settle(s, node, q, 3);
}

/* Branch and bound on what does not touch. */
static bool run(const struct ladder *l, size_t node, const struct sequent *q)
{
    enum { BOXES = 24 };
    struct range_task *task = xcalloc(1, sizeof *task);
    size_t kept = l->s->out->count;
    *task = *l->task;
    task->node = node;
    task->sequent = *q;
    task->fresh = false;
    bool proved = range_run(l->s, task, BOXES);
    free(task);
    if (!proved)
        range_reopen(l->s, node, kept);
    return proved;
}

/* ---- cuts ---- */

static bool split_at(const struct ladder *l, size_t node,
                     const struct sequent *q, const struct partition_number *at,
                     struct sequent *kids)
{
    struct partition *out = l->s->out;
    size_t count;
    partition_set_numbers(out, node, 1);
    range_number_set(&out->nodes[node].numbers[0], at);
    if (open_node(l->s, node, q, PARTITION_SPLIT, l->k, 0, kids, &count))
        return true;
    partition_set_numbers(out, node, 0);
    return false;
}

/* The same at a simple number. */
static bool split_between(const struct ladder *l, size_t node,
                          const struct sequent *q, double from, double to,
                          struct sequent *kids)
{
    struct partition_number at = {.kind = CONSTANT_PLAIN};
    mpq_init(at.value.q);
    mpq_init(at.argument.q);
    range_simplest(at.value.q, from, to);
    bool split = split_at(l, node, q, &at, kids);
    mpq_clear(at.value.q);
    mpq_clear(at.argument.q);
    return split;
}

/* Both sides of the node's cut. */
static bool climb_sides(const struct ladder *l, size_t node,
                        const struct sequent *kids, unsigned depth)
{
    size_t first = l->s->out->nodes[node].first;
    return climb(l, first, &kids[0], depth) &&
           climb(l, first + 1, &kids[1], depth);
}

/* Between two contacts: where the goal is largest. */
static bool cut_between(const struct ladder *l, size_t node,
                        const struct sequent *q, const struct range_profile *p,
                        unsigned depth)
{
    size_t top = POINTS / 2;
    for (size_t i = POINTS / 4; i < POINTS - POINTS / 4; i++)
        if (p->f[i] > p->f[top])
            top = i;
    struct sequent kids[SEQUENT_MAX_KIDS];
    double width = (p->x[top + 1] - p->x[top - 1]) / 2;
    return split_between(l, node, q, p->x[top] - width, p->x[top] + width,
                         kids) &&
           climb_sides(l, node, kids, depth);
}

/* ---- rungs ---- */

/* How far from the end the slope is >= 0, as far as doubles see. */
static bool measure(struct rung *rung, const struct ladder *l,
                    const struct sequent *q, size_t end)
{
    struct range_profile p;
    const struct scalar *slope =
        scalar_derivative(l->s->pool, q->goal->term, l->k);
    slope = end ? scalar_times(l->s->pool, -1, slope) : slope;
    if (!slope || slope->weight > RANGE_MAX_WEIGHT)
        return false;
    range_profile(&p, l->s, q, l->k, slope);
    size_t good = 0;
    while (good < POINTS) {
        size_t i = end ? POINTS - 1 - good : good;
        if (!range_profile_is_right(&p, i))
            break;
        good++;
    }
    rung->weight = slope->weight;
    rung->steep = p.grows[end];
    rung->full = good == POINTS;
    if (rung->full || good < 6)
        return rung->full;
    size_t last = end ? POINTS - good : good - 1;
    size_t inner = end ? last + 2 : last - 2;
    rung->from = end ? p.x[last] : p.x[inner];
    rung->to = end ? p.x[inner] : p.x[last];
    return true;
}

/* The goal after the rung's rule, the last of its kids; false: none. */
static bool changed_goal(struct sequent *out, const struct ladder *l,
                         size_t node, const struct sequent *q,
                         const struct rung *rung)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    *out = *q;
    if (rung->rule == PARTITION_OPEN)
        return true;
    if (!range_try(l->s, node, q, rung->rule, l->k, rung->index, kids, &count))
        return false;
    partition_set_rule(l->s->out, node, PARTITION_OPEN, 0, 0);
    *out = kids[count - 1];
    return out->goal->term && out->goal->term != q->goal->term &&
           !out->goal->has_kink;
}

/* Smaller is better. */
static double price(const struct rung *r)
{
    double factor = r->full ? 1 : 1.5;
    return r->clear ? 0 : (r->steep ? 2 : 1) * factor * r->weight;
}

static void keep_rung(struct rung *rungs, size_t *count, const struct rung *r)
{
    size_t at = *count;
    for (size_t i = 0; i < at; i++)
        if (rungs[i].goal == r->goal)
            return;
    while (at > 0 && price(&rungs[at - 1]) > price(r))
        at--;
    if (at == RUNGS)
        return;
    if (*count < RUNGS)
        ++*count;
    for (size_t i = *count - 1; i > at; i--)
        rungs[i] = rungs[i - 1];
    rungs[at] = *r;
}

/* The end of the range after the rung's rule. */
static size_t end_after(const struct rung *rung, size_t end)
{
    return rung->rule == PARTITION_EXPONENTIAL ? 0 : end;
}

/* Where the cut comes, which is before the rule. */
static void place_cut(struct rung *rung, const struct ladder *l,
                      const struct sequent *q)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    double from = exp(rung->from), to = exp(rung->to);
    if (rung->rule != PARTITION_EXPONENTIAL)
        return;
    range_double_box(lo, hi, l->s, &q->box);
    double end = rung->index == 1 ? lo[l->k] : hi[l->k];
    rung->from = rung->index == 0   ? from
                 : rung->index == 1 ? end + from
                                    : end - to;
    rung->to = rung->index == 0 ? to : rung->index == 1 ? end + to : end - from;
}

/* Exponentials lead to infinity where an end was. */
static bool is_apt(const struct rung *rung, size_t end)
{
    return rung->rule != PARTITION_EXPONENTIAL ||
           (rung->index == 2) == (end == 1);
}

static void try_rung(struct rung *rungs, size_t *count, const struct ladder *l,
                     size_t node, const struct sequent *q, size_t end,
                     enum partition_rule rule, size_t index)
{
    struct rung rung = {.rule = rule, .index = index};
    struct sequent kid;
    struct range_profile p;
    size_t after = end_after(&rung, end);
    if (!is_apt(&rung, end) || !changed_goal(&kid, l, node, q, &rung))
        return;
    range_profile(&p, l->s, &kid, l->k, kid.goal->term);
    if (!range_profile_is_right_all(&p))
        return;
    rung.clear = rule != PARTITION_OPEN && !p.touches[after] && !p.grows[after];
    rung.weight = kid.goal->term->weight;
    rung.goal = kid.goal;
    if (!rung.clear && !measure(&rung, l, &kid, after))
        return;
    place_cut(&rung, l, q);
    keep_rung(rungs, count, &rung);
}

static size_t list_rungs(struct rung *rungs, const struct ladder *l,
                         size_t node, const struct sequent *q, size_t end)
{
    static const struct {
        enum partition_rule rule;
        size_t count;
    } rules[] = {{PARTITION_OPEN, 1},  {PARTITION_CLEAR, 1},
                 {PARTITION_SCALE, 4}, {PARTITION_ISOLATE, 6},
                 {PARTITION_LOG, 1},   {PARTITION_EXPONENTIAL, 3}};
    size_t count = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (size_t j = 0; j < rules[i].count; j++)
            try_rung(rungs, &count, l, node, q, end, rules[i].rule, j);
    return count;
}

/* From the end on along the slope. */
static bool rise(const struct ladder *l, size_t node, const struct sequent *q,
                 size_t end, unsigned depth)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    if (!open_node(l->s, node, q, PARTITION_RISING, l->k, end, kids, &count))
        return false;
    size_t first = l->s->out->nodes[node].first;
    return settle_briefly(l->s, first, &kids[0]) &&
           climb(l, first + 1, &kids[1], depth);
}

/* The rung's rule and what follows, on a range where its slope is right. */
static bool step_up(const struct ladder *l, size_t node,
                    const struct sequent *q, size_t end,
                    const struct rung *rung, unsigned depth)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count = 1;
    kids[0] = *q;
    if (rung->rule != PARTITION_OPEN) {
        if (!open_node(l->s, node, q, rung->rule, l->k, rung->index, kids,
                       &count))
            return false;
        node = l->s->out->nodes[node].first + count - 1;
    }
    for (size_t i = 0; i + 1 < count; i++)
        if (!settle_briefly(l->s, node - count + 1 + i, &kids[i]))
            return false;
    return rung->clear
               ? climb(l, node, &kids[count - 1], depth)
               : rise(l, node, &kids[count - 1], end_after(rung, end), depth);
}

static bool take_rung(const struct ladder *l, size_t node,
                      const struct sequent *q, size_t end,
                      const struct rung *rung, unsigned depth)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    if (rung->clear || rung->full)
        return step_up(l, node, q, end, rung, depth);
    if (!split_between(l, node, q, rung->from, rung->to, kids))
        return false;
    size_t first = l->s->out->nodes[node].first;
    return step_up(l, first + end, &kids[end], end, rung, depth) &&
           climb(l, first + 1 - end, &kids[1 - end], depth);
}

static bool climb_from(const struct ladder *l, size_t node,
                       const struct sequent *q, size_t end, unsigned depth)
{
    struct rung rungs[RUNGS];
    size_t kept = l->s->out->count, count = list_rungs(rungs, l, node, q, end);
    for (size_t i = 0; i < count && l->s->steps < l->s->last; i++) {
        if (take_rung(l, node, q, end, &rungs[i], depth))
            return true;
        range_reopen(l->s, node, kept);
        partition_set_numbers(l->s->out, node, 0);
    }
    return false;
}

/* A product, factor by factor. */
static bool climb_factors(const struct ladder *l, size_t node,
                          const struct sequent *q, unsigned depth)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    struct range_search *s = l->s;
    size_t count, kept = s->out->count;
    bool proved = range_split_factors(s, node, q, kids, &count);
    size_t first = s->out->nodes[node].first;
    for (size_t i = 0; proved && i < count; i++)
        proved = kids[i].goal->term != q->goal->term &&
                 climb(l, first + i, &kids[i], depth);
    if (!proved) {
        range_reopen(s, node, kept);
        partition_drop_factors(&s->out->nodes[node]);
    }
    return proved;
}

/* No contact: branch and bound, or along the slope from an end. */
static bool climb_clear(const struct ladder *l, size_t node,
                        const struct sequent *q, unsigned depth)
{
    enum { CLEAR_DEPTH = 2 };
    size_t kept = l->s->out->count;
    if (run(l, node, q))
        return true;
    depth = depth < CLEAR_DEPTH ? depth : CLEAR_DEPTH;
    for (size_t end = 0; end < 2; end++) {
        struct rung rung = {.rule = PARTITION_OPEN};
        if (measure(&rung, l, q, end) &&
            take_rung(l, node, q, end, &rung, depth))
            return true;
        range_reopen(l->s, node, kept);
        partition_set_numbers(l->s->out, node, 0);
    }
    return false;
}

static bool climb_on(const struct ladder *l, size_t node,
                     const struct sequent *q, const struct range_profile *p,
                     unsigned depth)
{
    if (depth + 3 > DEPTH && climb_factors(l, node, q, depth))
        return true;
    struct sequent kids[SEQUENT_MAX_KIDS];
    const struct partition_number *at = range_profile_contact(p, l->s, q, l->k);
    if (at)
        return split_at(l, node, q, at, kids) &&
               climb_sides(l, node, kids, depth);
    if (p->touches[0] && p->touches[1])
        return cut_between(l, node, q, p, depth);
    return p->touches[0] || p->touches[1]
               ? climb_from(l, node, q, p->touches[1], depth)
               : climb_clear(l, node, q, depth);
}

/* One goal, at most `depth` rungs and cuts from here. */
static bool climb(const struct ladder *l, size_t node, const struct sequent *q,
                  unsigned depth)
{
    struct range_search *s = l->s;
    size_t kept = s->out->count;
    struct range_profile p;
    if (settle_briefly(s, node, q))
        return true;
    if (depth == 0 || !q->goal->term || q->goal->variables != 1u << l->k ||
        q->goal->has_kink || q->goal->term->weight > RANGE_MAX_WEIGHT ||
        s->steps >= s->last)
        return false;
    range_profile(&p, l->s, q, l->k, q->goal->term);
    if (range_profile_fails(&p, l->s, q, l->k))
        return false;
    bool proved = climb_on(l, node, q, &p, depth - 1);
    if (!proved) {
        range_reopen(s, node, kept);
        partition_set_numbers(s->out, node, 0);
    }
    return proved;
}

/* Whether it was tried in vain, and from now on it was. */
static bool is_barren(struct range_search *s, const struct sequent *q, size_t k)
{
    for (size_t i = 0; i < RANGE_MAX_BARREN; i++)
        if (s->ladders[i].goal == q->goal && s->ladders[i].lo == q->box.lo[k] &&
            s->ladders[i].hi == q->box.hi[k])
            return true;
    s->ladders[s->nladders++ % RANGE_MAX_BARREN] =
        (struct range_barren){q->goal, q->box.lo[k], q->box.hi[k]};
    return false;
}

bool range_ladder(struct range_search *s, const struct range_task *task)
{
    enum { STEPS = 4000, ALL_STEPS = 12000 };
    const struct sequent *q = &task->sequent;
    struct ladder l = {.s = s, .task = task};
    if (!q->goal->term || q->goal->has_kink || q->integers ||
        q->goal->term->has_integral)
        return false;
    while (l.k < SCALAR_MAX_VARIABLES && q->goal->variables != 1u << l.k)
        l.k++;
    if (l.k == SCALAR_MAX_VARIABLES || s->climbed > ALL_STEPS ||
        is_barren(s, q, l.k))
        return false;
    size_t last = s->last, start = s->steps;
    const bool is_own = s->is_own;
    s->is_own = false;
    s->last = last < s->steps + STEPS ? last : s->steps + STEPS;
    bool proved = climb(&l, task->node, q, DEPTH);
    s->climbed += s->steps - start;
    s->last = last;
    s->is_own = is_own;
    return proved;
}
