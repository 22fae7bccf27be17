/* The plain forward pass in doubles: memory and the loop over a cone. */
#include "eval/double_internal.h"

#include <cblas.h>
#include <stdlib.h>

/* Threads are the trials' business. */
void double_use_one_thread(void)
{
#ifdef OPENBLAS_VERSION
    if (openblas_get_num_threads() != 1)
        openblas_set_num_threads(1);
#endif
}

bool eval_has_threads(void)
{
#ifdef OPENBLAS_VERSION
    return openblas_get_parallel() != OPENBLAS_SEQUENTIAL &&
           openblas_get_num_threads() > 1;
#else
    return false;
#endif
}

struct double_run *double_run_new(const struct plan *plan)
{
    double_use_one_thread();
    struct double_run *run = xcalloc(1, sizeof *run);
    walk_init(&run->walk, &double_arithmetic, plan);
    run->own = xcalloc(plan->count + 1, sizeof *run->own);
    if (plan->has_integrals)
        run->integrands = xcalloc(plan->count + 1, sizeof *run->integrands);
    return run;
}

void double_run_free(struct double_run *run)
{
    if (!run)
        return;
    for (uint32_t id = 0; id < run->walk.plan->count; id++) {
        free(run->own[id]);
        if (run->integrands)
            double_integrand_free(run->integrands[id]);
    }
    walk_clear(&run->walk);
    free(run->integrands);
    free(run->own);
    free(run);
}

void double_run_eval(struct double_run *run, const struct instance *x,
                     const plan_id *cone, size_t count)
{
    run->walk.x = x;
    walk_run(&run->walk, cone, count);
}

void double_run_release(struct double_run *run, plan_id id)
{
    free(run->own[id]);
    run->own[id] = NULL;
    run->walk.results[id].at = NULL;
}

enum truth double_run_truth(const struct double_run *run, plan_id id)
{
    return walk_truth(&run->walk, id);
}

const double *double_run_value(const struct double_run *run, plan_id id)
{
    return run->walk.results[id].at;
}
