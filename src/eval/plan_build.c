/* Building a plan: the theorem's roots, and the finished list. */
#include "eval/plan_internal.h"

#include <stdlib.h>
#include <string.h>

static void start(struct builder *b, const struct layout *layout,
                  const struct value *values)
{
    *b = (struct builder){.arena = arena_new(),
                          .layout = layout,
                          .theorem = layout->theorem,
                          .values = values};
    size_t count = layout->env.count;
    env_init(&b->env, count);
    if (count) {
        memcpy(b->env.values, layout->env.values,
               count * sizeof *b->env.values);
        memcpy(b->env.known, layout->env.known, count * sizeof *b->env.known);
    }
}

/* Hands the instructions over to a plan in the arena, or all back. */
static enum status finish(struct builder *b, struct plan *plan,
                          struct plan **out, struct span *where, char **reason)
{
    *out = NULL;
    *where = b->span;
    *reason = b->reason;
    if (b->status == ST_OK) {
        plan->layout = b->layout;
        plan->arena = b->arena;
        plan->count = b->count;
        plan->instrs = arena_array(b->arena, b->count, sizeof *plan->instrs);
        if (b->count)
            memcpy(plan->instrs, b->instrs, b->count * sizeof *plan->instrs);
        *out = plan;
    } else {
        arena_free(b->arena);
    }
    plan_items_clear(&b->items);
    env_clear(&b->env);
    free(b->instrs);
    free(b->table);
    free(b->scratch);
    return b->status;
}

static struct plan *new_plan(struct builder *b)
{
    const struct theorem *t = b->theorem;
    struct plan *plan = arena_alloc(b->arena, sizeof *plan);
    plan->assumptions =
        arena_array(b->arena, t->nassumptions, sizeof *plan->assumptions);
    plan->claims = arena_array(b->arena, t->nclaims, sizeof *plan->claims);
    return plan;
}

static void build_link(struct builder *b, struct plan_link *to,
                       const struct expr *relation)
{
    *to = (struct plan_link){.lhs = PLAN_NONE, .rhs = PLAN_NONE};
    to->truth = plan_instantiate(b, relation);
    if (relation->op != EX_REL)
        return;
    to->rel = relation->rel;
    to->lhs = plan_instantiate(b, relation->kids[0]);
    to->rhs = plan_instantiate(b, relation->kids[1]);
}

static void build_claim(struct builder *b, struct plan_claim *to,
                        const struct claim *claim)
{
    to->links = arena_array(b->arena, claim->nlinks, sizeof *to->links);
    to->nlinks = claim->nlinks;
    for (size_t k = 0; k < claim->nlinks && b->status == ST_OK; k++) {
        build_link(b, &to->links[k], claim->links[k].relation);
        to->links[k].has_hole = claim->has_hole;
    }
}

enum status plan_build(struct plan **out, const struct layout *layout,
                       const bool *wanted, const struct value *values,
                       struct span *where, char **reason)
{
    struct builder b;
    start(&b, layout, values);
    struct plan *plan = new_plan(&b);
    const struct theorem *t = layout->theorem;
    for (size_t k = 0; k < t->nassumptions && b.status == ST_OK; k++)
        plan->assumptions[k] = plan_instantiate(&b, t->assumptions[k].relation);
    for (size_t k = 0; k < t->nclaims && b.status == ST_OK; k++) {
        if (!wanted || wanted[k])
            build_claim(&b, &plan->claims[k], &t->claims[k]);
    }
    return finish(&b, plan, out, where, reason);
}

enum status plan_build_value(struct plan **out, plan_id *root,
                             const struct layout *layout, const struct expr *e,
                             const struct value *values, struct span *where,
                             char **reason)
{
    struct builder b;
    start(&b, layout, values);
    struct plan *plan = new_plan(&b);
    *root = plan_instantiate(&b, e);
    return finish(&b, plan, out, where, reason);
}
