/*
 * Valleys: a goal that is least where x_k is another variable, or where its
 * slope by x_k vanishes.  Cut there and led there from both sides, it becomes
 * a goal in one variable less.
 */
#include "prove/range_internal.h"

#include "base/status.h"

#include <stdlib.h>

enum { SLOPE_BOXES = 12, FACE_BOXES = 30 };

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
 * The part of the cut where x_k >= t (side 0) or x_k <= t: falling to t, and
 * proved at x_k = t.
 */
static bool settle_side(struct range_search *s, const struct range_task *task,
                        const struct sequent *q, size_t node, size_t k,
                        size_t side, unsigned depth)
{
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    struct range_task *kid = xcalloc(1, sizeof *kid);
    bool is_fact = q->nfacts > task->sequent.nfacts;
    size_t end = is_fact ? 1 + q->nfacts : side;
    bool ok = range_open_node(s, node, q, PARTITION_RISING, k, end, kids);
    size_t first = s->out->nodes[node].first;
    ok = ok && range_run_kid(s, task, first + 1, &kids[1], SLOPE_BOXES, kid) &&
         (range_run_kid(s, task, first, &kids[0], FACE_BOXES, kid) ||
          range_valley(s, kid, depth - 1));
    free(kids);
    free(kid);
    return ok;
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

bool range_valley(struct range_search *s, const struct range_task *task,
                  unsigned depth)
{
    const struct goal *goal = task->sequent.goal;
    if (depth == 0 || !goal->term || goal->has_kink ||
        goal->term->weight > RANGE_MAX_WEIGHT)
        return false;
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
