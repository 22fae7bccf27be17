/* Building a plan: the theorem's roots, and the finished list. */
#include "eval/plan_fast.h"
#include "ir/logarithm.h"

#include <stdlib.h>
#include <string.h>

static void copy_env(struct env *to, const struct env *from)
{
    env_init(to, from->count);
    if (from->count) {
        memcpy(to->values, from->values, from->count * sizeof *to->values);
        memcpy(to->known, from->known, from->count * sizeof *to->known);
    }
}

static void start(struct builder *b, const struct layout *layout,
                  const struct value *values)
{
    *b = (struct builder){.arena = arena_new(),
                          .layout = layout,
                          .theorem = layout->theorem,
                          .values = values};
    b->base = &layout->env;
    copy_env(&b->env, b->base);
}

/* The finished instructions become the plan's; the builder's memory goes. */
static enum status hand_over(struct builder *b, struct plan *plan)
{
    if (b->status == ST_OK) {
        plan->layout = b->layout;
        plan->arena = b->arena;
        plan->has_integrals = b->has_integrals;
        plan->count = b->count;
        if (plan->nliteral == 0) /* of a plan without fast forms */
            plan->nliteral = b->count;
        plan->instrs = arena_array(b->arena, b->count, sizeof *plan->instrs);
        if (b->count)
            memcpy(plan->instrs, b->instrs, b->count * sizeof *plan->instrs);
    }
    plan_items_clear(&b->items);
    env_clear(&b->env);
    free(b->instrs);
    map_clear(&b->table);
    free(b->scratch);
    return b->status;
}

/* Hands the instructions over to a plan in the arena, or all back. */
static enum status finish(struct builder *b, struct plan *plan,
                          struct plan **out, struct span *where, char **reason)
{
    *where = b->span;
    *reason = b->reason;
    *out = hand_over(b, plan) == ST_OK ? plan : NULL;
    if (!*out)
        arena_free(b->arena);
    return b->status;
}

/* What becomes of an integrand counts for the whole. */
static void start_body(struct builder *b, const struct builder *outer)
{
    *b = (struct builder){.arena = outer->arena,
                          .layout = outer->layout,
                          .theorem = outer->theorem,
                          .values = outer->values,
                          .nested = outer->nested + 1,
                          .open = outer->open,
                          .steps = outer->steps,
                          .entries = outer->entries};
    b->base = &outer->env;
    copy_env(&b->env, b->base);
}

const struct plan *plan_build_body(struct builder *b, plan_id *root,
                                   const struct expr *e)
{
    struct builder inner;
    struct plan *plan = arena_alloc(b->arena, sizeof *plan);
    if (b->nested >= PLAN_MAX_NESTED) {
        plan_fail(b, ST_LIMIT, "integrals nest more than %d deep",
                  (int)PLAN_MAX_NESTED);
        return NULL;
    }
    start_body(&inner, b);
    *plan = (struct plan){0};
    *root = plan_instantiate(&inner, e);
    b->has_integrals = true;
    b->steps = inner.steps;
    b->entries = inner.entries;
    if (hand_over(&inner, plan) == ST_OK)
        return plan;
    b->status = inner.status;
    b->reason = inner.reason;
    b->span = inner.span;
    return NULL;
}

static struct plan *new_plan(struct builder *b)
{
    const struct theorem *t = b->theorem;
    struct plan *plan = arena_alloc(b->arena, sizeof *plan);
    plan->assumptions =
        arena_array(b->arena, t->nassumptions, sizeof *plan->assumptions);
    plan->fast_assumptions =
        arena_array(b->arena, t->nassumptions, sizeof *plan->assumptions);
    plan->claims = arena_array(b->arena, t->nclaims, sizeof *plan->claims);
    return plan;
}

static void build_link(struct builder *b, struct plan_link *to,
                       const struct expr *relation, bool has_hole)
{
    *to = (struct plan_link){
        .lhs = PLAN_NONE, .rhs = PLAN_NONE, .has_hole = has_hole};
    to->truth = plan_instantiate(b, relation);
    if (relation->op == EX_REL) {
        to->rel = relation->rel;
        to->has_gap = !has_hole && logarithm_is_compared(relation);
        to->lhs = plan_instantiate(b, relation->kids[0]);
        to->rhs = plan_instantiate(b, relation->kids[1]);
    }
    to->fast_truth = to->truth;
    to->fast_lhs = to->lhs;
    to->fast_rhs = to->rhs;
}

static void build_claim(struct builder *b, struct plan_claim *to,
                        const struct claim *claim)
{
    to->links = arena_array(b->arena, claim->nlinks, sizeof *to->links);
    to->nlinks = claim->nlinks;
    for (size_t k = 0; k < claim->nlinks && b->status == ST_OK; k++)
        build_link(b, &to->links[k], claim->links[k].relation, claim->has_hole);
}

/* A claim that is impossible at these sizes: links without a value. */
static void leave_out_claim(struct builder *b, struct plan_claim *to,
                            const struct claim *claim)
{
    const plan_id undefined = plan_make_truth(b, TRUTH_UNDEFINED);
    to->links = arena_array(b->arena, claim->nlinks, sizeof *to->links);
    to->nlinks = claim->nlinks;
    for (size_t k = 0; k < claim->nlinks; k++)
        to->links[k] = (struct plan_link){.truth = undefined,
                                          .fast_truth = undefined,
                                          .lhs = PLAN_NONE,
                                          .rhs = PLAN_NONE,
                                          .fast_lhs = PLAN_NONE,
                                          .fast_rhs = PLAN_NONE,
                                          .has_hole = claim->has_hole};
}

/* What is to be built; `culprit`: the claim that failed, or NO_CLAIM. */
struct building {
    const struct layout *layout;
    const bool *wanted, *left_out;
    const struct value *values;
    size_t culprit;
};

static const size_t NO_CLAIM = SIZE_MAX;

static void build_claims(struct builder *b, struct plan *plan,
                         struct building *what)
{
    const struct theorem *t = b->theorem;
    for (size_t k = 0; k < t->nclaims && b->status == ST_OK; k++) {
        if (what->wanted && !what->wanted[k])
            continue;
        if (what->left_out && what->left_out[k])
            leave_out_claim(b, &plan->claims[k], &t->claims[k]);
        else
            build_claim(b, &plan->claims[k], &t->claims[k]);
        if (b->status != ST_OK)
            what->culprit = k;
    }
}

static enum status build(struct plan **out, struct building *what,
                         struct span *where, char **reason)
{
    struct builder b;
    start(&b, what->layout, what->values);
    struct plan *plan = new_plan(&b);
    const struct theorem *t = b.theorem;
    what->culprit = NO_CLAIM;
    for (size_t k = 0; k < t->nassumptions && b.status == ST_OK; k++)
        plan->fast_assumptions[k] = plan->assumptions[k] =
            plan_instantiate(&b, t->assumptions[k].relation);
    build_claims(&b, plan, what);
    plan->nliteral = b.count;
    plan_fast(&b, plan);
    return finish(&b, plan, out, where, reason);
}

enum status plan_build(struct plan **out, const struct layout *layout,
                       const bool *wanted, const struct value *values,
                       struct span *where, char **reason)
{
    struct building what = {
        .layout = layout, .wanted = wanted, .values = values};
    return build(out, &what, where, reason);
}

enum status plan_build_possible(struct plan **out, const struct layout *layout,
                                const bool *wanted, const struct value *values,
                                struct span *where, char **reason)
{
    const size_t nclaims = layout->theorem->nclaims;
    size_t possible = 0;
    LOCAL_FREE bool *left_out = xcalloc(nclaims + 1, sizeof *left_out);
    struct building what = {.layout = layout,
                            .wanted = wanted,
                            .left_out = left_out,
                            .values = values};
    for (size_t k = 0; k < nclaims; k++)
        possible += !wanted || wanted[k];
    enum status st = build(out, &what, where, reason);
    while (st == ST_INPUT && what.culprit != NO_CLAIM && possible > 1) {
        left_out[what.culprit] = true;
        possible--;
        free(*reason);
        st = build(out, &what, where, reason);
    }
    return st;
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

/* The roots, in the order of the index, so that values are made as needed. */
static void build_roots(struct builder *b, struct plan *plan,
                        const struct plan_curves *curves, struct env *base)
{
    size_t points = (size_t)(curves->hi - curves->lo) + 1;
    for (size_t k = 0; k < points; k++) {
        for (size_t s = 0; s < curves->nsymbols; s++) {
            env_set(base, curves->symbols[s], curves->lo + (int64_t)k);
            env_set(&b->env, curves->symbols[s], curves->lo + (int64_t)k);
        }
        for (size_t e = 0; e < curves->nexprs && b->status == ST_OK; e++)
            plan->fast_roots[e * points + k] = plan->roots[e * points + k] =
                plan_instantiate(b, curves->exprs[e]);
    }
}

static void build_curves(struct builder *b, struct plan *plan,
                         const struct plan_curves *curves)
{
    uint64_t points = (uint64_t)curves->hi - (uint64_t)curves->lo + 1;
    if (points > PLAN_MAX_INSTRS / curves->nexprs) {
        plan_fail(b, ST_LIMIT, "a range has more than %d values",
                  (int)PLAN_MAX_INSTRS);
        return;
    }
    LOCAL(env_clear) struct env base;
    copy_env(&base, &b->layout->env);
    b->base = &base;
    plan->nroots = (size_t)points * curves->nexprs;
    plan->roots = arena_array(b->arena, plan->nroots, sizeof *plan->roots);
    plan->fast_roots = arena_array(b->arena, plan->nroots, sizeof *plan->roots);
    plan->scales = arena_array(b->arena, plan->nroots, sizeof *plan->scales);
    build_roots(b, plan, curves, &base);
    plan->nliteral = b->count;
    plan_fast(b, plan);
    for (size_t k = 0; k < plan->nroots && b->status == ST_OK; k++)
        plan->scales[k] = plan_scale(b, plan->roots[k]);
    b->base = &b->layout->env;
}

enum status plan_build_values(struct plan **out, const struct layout *layout,
                              const struct plan_curves *curves,
                              const struct value *values, struct span *where,
                              char **reason)
{
    struct builder b;
    start(&b, layout, values);
    b.in_passes = true;
    struct plan *plan = new_plan(&b);
    build_curves(&b, plan, curves);
    enum status st = finish(&b, plan, out, where, reason);
    if (st != ST_OK ||
        (plan_alive(plan, plan->fast_roots, plan->nroots) <= PLAN_MAX_ENTRIES &&
         plan_alive(plan, plan->roots, plan->nroots) <= PLAN_MAX_ENTRIES))
        return st;
    plan_free(plan);
    *out = NULL;
    *where = curves->exprs[0]->span;
    *reason = buffer_text("the matrices alive at one time have more than %d "
                          "entries together: ask for fewer expressions at "
                          "once, or for smaller sizes",
                          (int)PLAN_MAX_ENTRIES);
    return ST_LIMIT;
}
