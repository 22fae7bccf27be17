#include "eval/plan.h"

#include <stdlib.h>

void plan_free(struct plan *plan)
{
    if (plan)
        arena_free(plan->arena); /* the plan itself lies in it */
}

bool plan_is_truth(enum plan_op op)
{
    return op == PL_REL || op == PL_PSD || op == PL_AND || op == PL_OR ||
           op == PL_NOT || op == PL_TRUTH;
}

bool plan_is_scalar(const struct plan *plan, plan_id id)
{
    return plan->instrs[id].rows == 1 && plan->instrs[id].cols == 1;
}

/* Arguments have smaller numbers, so one pass from the end finds them all. */
void plan_cone(plan_id **ids, size_t *count, const struct plan *plan,
               const plan_id *roots, size_t nroots)
{
    LOCAL_FREE bool *needed = xcalloc(plan->count + 1, sizeof *needed);
    size_t n = 0;
    for (size_t k = 0; k < nroots; k++) {
        if (roots[k] != PLAN_NONE)
            needed[roots[k]] = true;
    }
    for (uint32_t id = plan->count; id-- > 0;) {
        const struct plan_instr *i = &plan->instrs[id];
        n += needed[id];
        for (uint32_t k = 0; needed[id] && k < i->nargs; k++)
            needed[i->args[k]] = true;
    }
    *ids = xcalloc(n + 1, sizeof **ids);
    *count = 0;
    for (uint32_t id = 0; id < plan->count; id++) {
        if (needed[id])
            (*ids)[(*count)++] = id;
    }
}
