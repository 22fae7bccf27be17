/*
 * Valleys: a goal that is least where x_k is another variable, or where its
 * slope by x_k vanishes.  Cut there and led there from both sides, it becomes
 * a goal in one variable less.
 */
#include "prove/range_internal.h"
#include "prove/range_list.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>

enum { SLOPE_BOXES = 12, FACE_BOXES = 30, DESCENTS = 2 };

static bool descend(struct range_search *s, const struct range_task *task,
                    unsigned depth);
static bool settle_plainer(struct range_search *s,
                           const struct range_task *task, unsigned depth);

bool range_open_node(struct range_search *s, size_t node,
                     const struct sequent *q, enum partition_rule rule,
                     size_t k, size_t index, struct sequent *kids)
{
    size_t count;
    if (!range_try(s, node, q, rule, k, index, kids, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!range_is_hopeful(s, &kids[i])) {
            partition_set_rule(s->out, node, PARTITION_OPEN, 0, 0);
            return false;
        }
    (void)range_add_kids(s, node, count);
    return true;
}

bool range_run_kid(struct range_search *s, const struct range_task *task,
                   size_t node, const struct sequent *q, size_t boxes,
                   struct range_task *kid)
{
    size_t kept = s->out->count;
    *kid = *task;
    kid->node = node;
    kid->sequent = *q;
    kid->fresh = true;
    if (range_run(s, kid, boxes))
        return true;
    range_reopen(s, node, kept);
    return false;
}

/*
 * The slope away from the end of x_k, by branch and bound or led to ends of its
 * own at most `depth` times, and the goal there, at most `valleys` deep.
 */
static bool settle_descent(struct range_search *s,
                           const struct range_task *task,
                           const struct sequent *q, size_t node, size_t k,
                           size_t end, unsigned depth, unsigned valleys)
{
    struct range_task *face = xcalloc(1, sizeof *face);
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    struct range_task *slope = xcalloc(1, sizeof *slope);
    bool ok = range_open_node(s, node, q, PARTITION_RISING, k, end, kids);
    size_t first = s->out->nodes[node].first;
    ok = ok &&
         (range_run_kid(s, task, first + 1, &kids[1], SLOPE_BOXES, slope) ||
          descend(s, slope, depth) || settle_plainer(s, slope, depth)) &&
         (range_run_kid(s, task, first, &kids[0], FACE_BOXES, face) ||
          range_valley(s, face, valleys));
    free(face);
    free(kids);
    free(slope);
    return ok;
}

/*
 * The same for the goal without denominators, and for logarithms of its terms
 * where these are exponentials.
 */
static bool settle_plainer(struct range_search *s,
                           const struct range_task *task, unsigned depth)
{
    struct range_task *kid = xcalloc(1, sizeof *kid);
    struct sequent q = task->sequent;
    size_t kept = s->out->count, node = task->node;
    bool ok = depth > 0 && !s->is_refuted && s->steps < s->last &&
              range_step_into(s, &node, &q, PARTITION_CLEAR, 0, 0) &&
              range_compares_exponentials(q.goal) &&
              range_step_into(s, &node, &q, PARTITION_LOG, 0, 0) &&
              (range_run_kid(s, task, node, &q, SLOPE_BOXES, kid) ||
               descend(s, kid, depth));
    free(kid);
    if (!ok)
        range_reopen(s, task->node, kept);
    return ok;
}

/* The goal led to the end `end` of x_k; false: the node is open again. */
static bool descend_to(struct range_search *s, const struct range_task *task,
                       size_t k, size_t end, unsigned depth)
{
    size_t kept = s->out->count;
    bool ok =
        s->steps < s->last && settle_descent(s, task, &task->sequent,
                                             task->node, k, end, depth - 1, 0);
    if (!ok)
        range_reopen(s, task->node, kept);
    return ok;
}

/*
 * A goal of several variables led to an end of one, or to what a fact says of
 * it.  False: the node is open again.
 */
static bool descend(struct range_search *s, const struct range_task *task,
                    unsigned depth)
{
    const struct sequent *q = &task->sequent;
    const struct goal *goal = q->goal;
    if (depth == 0 || s->is_refuted || !goal->term || goal->has_kink ||
        (goal->variables & (goal->variables - 1)) == 0 ||
        goal->term->weight > RANGE_MAX_WEIGHT)
        return false;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (!(goal->variables >> k & 1))
            continue;
        for (size_t i = 0; i < q->nfacts; i++)
            if ((q->facts[i]->variables >> k & 1) &&
                descend_to(s, task, k, 2 + i, depth))
                return true;
        int end = range_falling_end(s, q, k);
        if (end >= 0 && descend_to(s, task, k, (size_t)end, depth))
            return true;
    }
    return false;
}

/*
 * The part of the cut where x_k >= t (side 0) or x_k <= t: falling to t, and
 * proved at x_k = t.
 */
static bool settle_side(struct range_search *s, const struct range_task *task,
                        const struct sequent *q, size_t node, size_t k,
                        size_t side, unsigned depth)
{
    bool is_fact = q->nfacts > task->sequent.nfacts;
    size_t end = is_fact ? 1 + q->nfacts : side;
    return settle_descent(s, task, q, node, k, end, DESCENTS, depth - 1);
}

static bool settle_at(struct range_search *s, const struct range_task *task,
                      size_t k, size_t index, unsigned depth)
{
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    size_t kept = s->out->count, node = task->node;
    bool ok =
        range_open_node(s, node, &task->sequent, PARTITION_CUT, k, index, kids);
    size_t first = s->out->nodes[node].first;
    for (size_t side = 0; side < 2 && ok; side++)
        ok = settle_side(s, task, &kids[side], first + side, k, side, depth);
    free(kids);
    if (!ok)
        range_reopen(s, node, kept);
    return ok;
}

/* Whether doubles see the goal vanish wherever x_k is `at`. */
static bool is_contact(struct range_search *s, const struct sequent *q,
                       size_t k, double at)
{
    enum { POINTS = 4 };
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    double x[SCALAR_MAX_VARIABLES];
    range_double_box(lo, hi, s, &q->box);
    bool vanishes = true;
    for (size_t i = 0; i < POINTS && vanishes; i++) {
        for (size_t j = 0; j < SCALAR_MAX_VARIABLES; j++) {
            double m = range_middle(lo[j], hi[j]), part = (double)i / POINTS;
            double a = isinf(lo[j]) ? m - 1 : lo[j];
            double b = isinf(hi[j]) ? m + 1 : hi[j];
            x[j] = a + (b - a) * (0.2 + 0.6 * (j % 2 ? 1 - part : part));
        }
        x[k] = at;
        vanishes = fabs(range_double(s->doubles, q->goal->term, x)) < 1e-9;
    }
    return vanishes;
}

/* On both sides of x_k = 0, where the goal vanishes. */
static bool settle_around(struct range_search *s, const struct range_task *task,
                          size_t k, unsigned depth)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count, node = task->node;
    partition_set_numbers(s->out, node, 1);
    range_number_set(&s->out->nodes[node].numbers[0], &s->zero);
    bool ok =
        range_try(s, node, &task->sequent, PARTITION_SPLIT, k, 0, kids, &count);
    size_t first = range_add_kids(s, node, ok ? count : 0);
    for (size_t side = 0; side < 2 && ok; side++)
        ok = settle_descent(s, task, &kids[side], first + side, k, 1 - side,
                            DESCENTS, depth);
    if (!ok) {
        range_reopen(s, node, kept);
        partition_set_numbers(s->out, node, 0);
    }
    return ok;
}

/* A goal that vanishes at an end of x_k, or where x_k is 0, all along. */
static bool settle_contact(struct range_search *s,
                           const struct range_task *task, size_t k,
                           unsigned depth)
{
    const struct sequent *q = &task->sequent;
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    range_double_box(lo, hi, s, &q->box);
    for (size_t end = 0; end < 2; end++)
        if (is_contact(s, q, k, end ? hi[k] : lo[k]) &&
            descend_to(s, task, k, end, DESCENTS + 1))
            return true;
    return lo[k] < 0 && hi[k] > 0 && !(q->integers >> k & 1) &&
           is_contact(s, q, k, 0) && settle_around(s, task, k, depth);
}

bool range_valley(struct range_search *s, const struct range_task *task,
                  unsigned depth)
{
    const struct goal *goal = task->sequent.goal;
    if (depth == 0 || !goal->term || goal->has_kink ||
        goal->term->weight > RANGE_MAX_WEIGHT)
        return false;
    bool single = (goal->variables & (goal->variables - 1)) == 0;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES && !single; k++)
        if ((goal->variables >> k & 1) && s->steps < s->last &&
            settle_contact(s, task, k, depth - 1))
            return true;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        for (size_t j = 0; j <= SCALAR_MAX_VARIABLES; j++) {
            bool is_other = j == SCALAR_MAX_VARIABLES ||
                            (j != k && (goal->variables >> j & 1));
            if ((goal->variables >> k & 1) && is_other && s->steps < s->last &&
                settle_at(s, task, k, j, depth))
                return true;
        }
    return false;
}
