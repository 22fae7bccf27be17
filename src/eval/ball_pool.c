/* The memory of a ball run: matrices go from value to value by shape. */
#include "eval/ball_internal.h"

#include <stdlib.h>

/* The index of a shape; a plan has few. */
static uint32_t shape_of(struct ball_pool *pool, const struct plan_instr *in)
{
    uint32_t k = 0;
    while (k < pool->nshapes &&
           (pool->free[k].rows != in->rows || pool->free[k].cols != in->cols))
        k++;
    if (k == pool->nshapes) {
        APPEND(pool->free, pool->nshapes) =
            (struct ball_free){.rows = in->rows, .cols = in->cols};
    }
    return k;
}

static struct ball_pool *pool_new(const struct plan *plan)
{
    struct ball_pool *pool = xcalloc(1, sizeof *pool);
    pool->kept = xcalloc(plan->count + 1UL, sizeof *pool->kept);
    pool->uses = xcalloc(plan->count + 1UL, sizeof *pool->uses);
    pool->shape = xcalloc(plan->count + 1UL, sizeof *pool->shape);
    for (plan_id id = 0; id < plan->count; id++)
        pool->shape[id] = shape_of(pool, &plan->instrs[id]);
    return pool;
}

void ball_run_keep(struct ball_run *run, const plan_id *ids, size_t count)
{
    if (!run->pool)
        run->pool = pool_new(run->walk.plan);
    for (size_t k = 0; k < count; k++)
        if (ids[k] != PLAN_NONE)
            run->pool->kept[ids[k]] = true;
}

void ball_pool_begin(struct ball_run *run, const plan_id *cone, size_t count)
{
    if (!run->pool)
        return;
    for (size_t k = 0; k < count; k++)
        run->pool->uses[cone[k]] = 0;
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *in = &run->walk.plan->instrs[cone[k]];
        for (uint32_t i = 0; i < in->nargs; i++)
            run->pool->uses[in->args[i]]++;
    }
}

void ball_pool_take(struct ball_run *run, plan_id id)
{
    const struct plan_instr *in = &run->walk.plan->instrs[id];
    struct ball_value *v = &run->values[id];
    struct ball_free *f =
        run->pool ? &run->pool->free[run->pool->shape[id]] : NULL;
    if (v->ready)
        return;
    v->ready = true;
    if (f && f->count > 0)
        *v->m = f->items[--f->count];
    else
        arb_mat_init(v->m, in->rows, in->cols);
}

static void give_back(struct ball_run *run, plan_id id)
{
    struct ball_value *v = &run->values[id];
    struct ball_free *f = &run->pool->free[run->pool->shape[id]];
    if (!v->ready)
        return;
    if (f->count == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 4;
        f->items = xrealloc(f->items, f->capacity, sizeof *f->items);
    }
    f->items[f->count++] = *v->m;
    v->ready = false;
    run->walk.results[id].stamp = 0; /* of no eval: it reads as unknown */
}

void ball_pool_end(struct ball_run *run, const struct plan_instr *in)
{
    for (uint32_t k = 0; run->pool && k < in->nargs; k++) {
        const plan_id id = in->args[k];
        if (--run->pool->uses[id] == 0 && !run->pool->kept[id])
            give_back(run, id);
    }
}

void ball_pool_free(struct ball_run *run)
{
    struct ball_pool *pool = run->pool;
    if (!pool)
        return;
    for (size_t k = 0; k < pool->nshapes; k++) {
        for (size_t i = 0; i < pool->free[k].count; i++)
            arb_mat_clear(&pool->free[k].items[i]);
        free(pool->free[k].items);
    }
    free(pool->free);
    free(pool->kept);
    free(pool->uses);
    free(pool->shape);
    free(pool);
}
