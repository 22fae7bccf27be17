/* The order of a cone in which values live briefly; see plan_order. */
#include "eval/plan.h"

#include <stdlib.h>

struct visit {
    plan_id id;
    uint32_t next; /* the argument to look at */
};

/* Depth first, an instruction after its arguments; no recursion. */
static void order_root(plan_id *ids, size_t *count, bool *done,
                       struct visit *stack, const struct plan *plan,
                       plan_id root)
{
    size_t depth = 0;
    if (done[root])
        return;
    done[root] = true;
    stack[depth++] = (struct visit){.id = root};
    while (depth > 0) {
        struct visit *v = &stack[depth - 1];
        const struct plan_instr *i = &plan->instrs[v->id];
        if (v->next == i->nargs) {
            ids[(*count)++] = v->id;
            depth--;
            continue;
        }
        plan_id x = i->args[v->next++];
        if (!done[x]) {
            done[x] = true;
            stack[depth++] = (struct visit){.id = x};
        }
    }
}

void plan_order(plan_id **ids, size_t *ends, const struct plan *plan,
                const plan_id *roots, size_t nroots)
{
    LOCAL_FREE bool *done = xcalloc(plan->count + 1UL, sizeof *done);
    LOCAL_FREE struct visit *stack = xcalloc(plan->count + 1UL, sizeof *stack);
    size_t count = 0;
    *ids = xcalloc(plan->count + 1UL, sizeof **ids);
    for (size_t k = 0; k < nroots; k++) {
        if (roots[k] != PLAN_NONE)
            order_root(*ids, &count, done, stack, plan, roots[k]);
        ends[k] = count;
    }
}

static uint64_t entries_of(const struct plan *plan, plan_id id)
{
    return (uint64_t)plan->instrs[id].rows * plan->instrs[id].cols;
}

static void count_uses(uint32_t *uses, const struct plan *plan,
                       const plan_id *ids, size_t count)
{
    for (size_t k = 0; k < count; k++)
        for (uint32_t a = 0; a < plan->instrs[ids[k]].nargs; a++)
            uses[plan->instrs[ids[k]].args[a]]++;
}

uint64_t plan_alive(const struct plan *plan, const plan_id *roots,
                    size_t nroots)
{
    LOCAL_FREE plan_id *ids = NULL;
    LOCAL_FREE size_t *ends = xcalloc(nroots + 1, sizeof *ends);
    LOCAL_FREE uint32_t *uses = xcalloc(plan->count + 1UL, sizeof *uses);
    uint64_t now = 0, most = 0;
    plan_order(&ids, ends, plan, roots, nroots);
    const size_t count = nroots > 0 ? ends[nroots - 1] : 0;
    count_uses(uses, plan, ids, count);
    for (size_t k = 0; k < nroots; k++)
        if (roots[k] != PLAN_NONE)
            uses[roots[k]]++;
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *i = &plan->instrs[ids[k]];
        now += entries_of(plan, ids[k]);
        most = now > most ? now : most;
        for (uint32_t a = 0; a < i->nargs; a++)
            if (--uses[i->args[a]] == 0)
                now -= entries_of(plan, i->args[a]);
    }
    return most;
}
