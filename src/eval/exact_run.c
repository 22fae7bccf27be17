/* Runs of the walk with exact numbers, and what they found. */
#include "eval/exact_internal.h"

#include <stdlib.h>

struct exact_run *exact_run_new(const struct plan *plan)
{
    struct exact_run *run = xcalloc(1, sizeof *run);
    walk_init(&run->walk, &exact_arithmetic, plan);
    run->values = xcalloc(plan->count + 1UL, sizeof *run->values);
    return run;
}

/* Forgets the last evaluation. */
static void reset(struct exact_run *run)
{
    exact_ring_free(run->ring);
    run->ring = NULL;
    if (run->arena)
        arena_free(run->arena);
    run->arena = NULL;
}

void exact_run_free(struct exact_run *run)
{
    if (!run)
        return;
    reset(run);
    walk_clear(&run->walk);
    free(run->values);
    free(run);
}

static bool is_worth_it(const struct plan *plan, const plan_id *cone,
                        size_t count)
{
    size_t entries = count;
    for (size_t k = 0; k < count && entries <= EXACT_MAX_CONE_ENTRIES; k++)
        entries +=
            (size_t)plan->instrs[cone[k]].rows * plan->instrs[cone[k]].cols;
    return entries <= EXACT_MAX_CONE_ENTRIES;
}

void exact_run_eval(struct exact_run *run, const struct instance *x,
                    const plan_id *cone, size_t count)
{
    reset(run);
    walk_begin(&run->walk, x);
    if (!is_worth_it(run->walk.plan, cone, count))
        return;
    run->ring = exact_ring_new();
    run->arena = arena_new();
    walk_run(&run->walk, cone, count);
}

enum truth exact_run_truth(const struct exact_run *run, plan_id id)
{
    return walk_truth(&run->walk, id);
}

enum truth exact_run_undefined(const struct exact_run *run, plan_id id)
{
    return walk_undefined(&run->walk, id);
}
