/* Runs of the walk with balls, and what they found. */
#include "eval/ball_internal.h"
#include "eval/ball_integrand.h"

#include <stdlib.h>

/* ---- memory ---- */

struct ball_run *ball_run_new(const struct plan *plan)
{
    struct ball_run *run = xcalloc(1, sizeof *run);
    walk_init(&run->walk, &ball_arithmetic, plan);
    run->values = xcalloc(plan->count + 1UL, sizeof *run->values);
    if (plan->has_integrals)
        run->integrands = xcalloc(plan->count + 1UL, sizeof *run->integrands);
    return run;
}

void ball_run_free(struct ball_run *run)
{
    if (!run)
        return;
    for (plan_id id = 0; id < run->walk.plan->count; id++) {
        if (run->values[id].ready)
            arb_mat_clear(run->values[id].m);
        if (run->integrands)
            ball_integrand_free(run->integrands[id]);
    }
    ball_pool_free(run);
    walk_clear(&run->walk);
    free(run->integrands);
    free(run->values);
    free(run);
}

void ball_run_begin(struct ball_run *run, const struct instance *x, long prec,
                    const plan_id *cone, size_t count)
{
    run->prec = prec;
    walk_begin(&run->walk, x);
    ball_pool_begin(run, cone, count);
}

void ball_run_step(struct ball_run *run, const plan_id *ids, size_t count)
{
    walk_run(&run->walk, ids, count);
}

void ball_run_eval(struct ball_run *run, const struct instance *x, long prec,
                   const plan_id *cone, size_t count)
{
    ball_run_begin(run, x, prec, cone, count);
    ball_run_step(run, cone, count);
}

/* ---- results; what the last eval did not compute is unknown ---- */

enum truth ball_run_truth(const struct ball_run *run, plan_id id)
{
    return walk_truth(&run->walk, id);
}

enum truth ball_run_undefined(const struct ball_run *run, plan_id id)
{
    return walk_undefined(&run->walk, id);
}

struct enclosure ball_run_entry(const struct ball_run *run, plan_id id,
                                size_t i, size_t j)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    if (ball_run_undefined(run, id) != TRUTH_FALSE)
        return out;
    const struct ball_operand a = {
        .x = arb_mat_entry(run->values[id].m, (slong)i, (slong)j),
        .facts = run->walk.plan->instrs[id].facts};
    LOCAL_ARF(lo);
    LOCAL_ARF(hi);
    ball_lower(lo, &a, run->prec);
    ball_upper(hi, &a, run->prec);
    out = ball_enclosure(lo, hi);
    return out;
}
