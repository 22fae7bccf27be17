/*
 * The rules of logic: parts, contexts, resolution, for all, induction.
 */
#include "base/status.h"
#include "core/internal.h"
#include "core/ring.h"

#include <stdlib.h>

bool derive_part(struct deduction *d)
{
    const struct form *r = d->args[0].fact.relation;
    size_t k = (size_t)d->args[1].number;

    return deduction_sees(d, 0) && relation_kind(r) == CORE_AND &&
           k < relation_parts(r, CORE_AND) &&
           deduction_learn(d, relation_part(r, CORE_AND, k));
}

bool derive_both(struct deduction *d)
{
    const struct form **parts =
        arena_array(pool_arena(d->pool), d->nargs + 1, sizeof *parts);

    for (size_t i = 0; i < d->nargs; i++) {
        if (!deduction_sees(d, i))
            return false;
        parts[i] = d->args[i].fact.relation;
    }
    return deduction_learn(d, form_apply(d->pool, CORE_AND, parts, d->nargs));
}

/* Contexts. */

static struct context *context_push(struct deduction *d)
{
    struct context *c;

    if (d->ncontexts == d->contexts_capacity) {
        d->contexts_capacity =
            d->contexts_capacity ? 2 * d->contexts_capacity : 8;
        d->contexts =
            xrealloc(d->contexts, d->contexts_capacity, sizeof *d->contexts);
    }
    c = &d->contexts[d->ncontexts++];
    *c = (struct context){.facts = d->nfacts, .rules = rules_count(d->rules)};
    return c;
}

/* Closes the innermost context: its facts and rules are gone. */
static void context_pop(struct deduction *d)
{
    const struct context *c = &d->contexts[--d->ncontexts];

    for (size_t i = c->facts; i < d->nfacts; i++)
        d->facts[i].is_closed = true;
    rules_cut(d->rules, c->rules);
}

/* Whether a hypothesis may have it: no generic variable, no stray one. */
static bool is_hypothesis(struct deduction *d, const struct form *f)
{
    return !variables_stray(&f->free, &(struct variables){0, NULL}) ||
           deduction_refuse(d, "an assumption about a generic variable");
}

bool derive_assume(struct deduction *d)
{
    const struct form *r = term(d, 0);

    if (!is_hypothesis(d, r) || !is_relation(d->pool, r))
        return deduction_refuse(d, "no relation");
    context_push(d)->assumed = r;
    return deduction_learn_at(d, r, (struct variables){0, NULL});
}

/* A new fixed variable: an integer, or a vector of that size. */
static const struct atom *fixed_new(struct deduction *d,
                                    const struct form *size)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FIXED,
                         .is_integer = size == NULL,
                         .serial = (unsigned)d->nfixed,
                         .rows = size,
                         .cols = size ? pool_one(d->pool) : NULL};
    const struct atom *v = pool_atom(d->pool, &model);

    if (v != NULL)
        arena_push(pool_arena(d->pool), &d->fixed, &d->nfixed, sizeof v, &v);
    return v;
}

bool derive_fix(struct deduction *d)
{
    const struct form *lo = term(d, 0), *hi = term(d, 1), *x, *ends[2];
    const struct variables none = {0, NULL};
    const struct atom *v;
    struct context *c;

    if (!form_scalar(lo) || !form_scalar(hi) || !is_hypothesis(d, lo) ||
        !is_hypothesis(d, hi))
        return deduction_refuse(d, "no range");
    v = fixed_new(d, NULL);
    x = ring_atom(d->pool, v);
    ends[0] = relation_between(d->pool, CORE_LE, lo, x);
    ends[1] = relation_between(d->pool, CORE_LE, x, hi);
    if (ends[0] == NULL || ends[1] == NULL)
        return false;
    c = context_push(d);
    c->fixed = v;
    c->lo = lo;
    c->hi = hi;
    return deduction_learn_at(d, ends[0], none) &&
           deduction_learn_at(d, ends[1], none);
}

bool derive_vector(struct deduction *d)
{
    const struct atom *v =
        form_scalar(term(d, 0)) && is_hypothesis(d, term(d, 0))
            ? fixed_new(d, term(d, 0))
            : NULL;

    if (v != NULL)
        context_push(d)->fixed = v;
    return v != NULL;
}

/* The innermost context; NULL: none is open. */
static const struct context *innermost(struct deduction *d)
{
    return d->ncontexts > 0 ? &d->contexts[d->ncontexts - 1] : NULL;
}

bool derive_implied(struct deduction *d)
{
    const struct fact f = d->args[0].fact;
    const struct context *c = innermost(d);
    const struct form *r;

    if (c == NULL || c->assumed == NULL)
        return deduction_refuse(d, "nothing was assumed");
    r = relation_or(d->pool, relation_not(d->pool, c->assumed), f.relation);
    context_pop(d);
    return deduction_learn_at(d, r, f.leans);
}

/* The variables with `by` applied to their ranges. */
static struct variables leans_at(struct deduction *d, struct variables leans,
                                 const struct substitution *by)
{
    struct variables out = {0, NULL};

    for (size_t i = 0; i < leans.count; i++) {
        const struct atom *g =
            generic_substitute(d->pool, leans.items[i], by, 1);

        if (g != NULL)
            out = variables_join(d->pool, out, variables_of(d->pool, g));
    }
    return out;
}

bool derive_forall(struct deduction *d)
{
    const struct fact f = d->args[0].fact;
    const struct context *c = innermost(d);
    struct variables avoid = variables_join(d->pool, f.relation->free, f.leans);
    struct substitution by = {.variable = c ? c->fixed : NULL};
    const struct atom *g;
    const struct form *r;

    if (c == NULL || c->lo == NULL)
        return deduction_refuse(d, "no integer was fixed");
    for (size_t i = 0; i < f.leans.count; i++)
        avoid = variables_join(d->pool, avoid, f.leans.items[i]->free);
    g = generic_new(d->pool, true, c->lo, c->hi, &avoid);
    by.value = ring_atom(d->pool, g);
    if (by.value == NULL)
        return false;
    r = form_substitute(d->pool, f.relation, &by, 1);
    avoid = variables_join(d->pool, leans_at(d, f.leans, &by),
                           variables_of(d->pool, g));
    context_pop(d);
    return deduction_learn_at(d, r, avoid);
}

bool derive_definite(struct deduction *d)
{
    const struct form *f = term(d, 2), *x, *value;
    const struct context *c = innermost(d);

    if (c == NULL || c->fixed == NULL || c->lo != NULL || f->rows != f->cols ||
        variables_have(&f->free, c->fixed))
        return deduction_refuse(d, "no vector was fixed for this matrix");
    x = ring_atom(d->pool, c->fixed);
    if (form_rows(d->pool, x) != form_rows(d->pool, f))
        return deduction_refuse(d, "a vector of another size");
    for (size_t i = 0; i < d->scope.count; i++) {
        if (variables_have(&d->scope.items[i]->free, c->fixed))
            return deduction_refuse(d, "a range that mentions the vector");
    }
    value =
        ring_mul(d->pool, ring_transpose(d->pool, x), ring_mul(d->pool, f, x));
    if (!deduction_meets(d, d->args[0].number,
                         form_apply1(d->pool, CORE_LE, value)) ||
        !deduction_meets(
            d, d->args[1].number,
            relation_between(d->pool, CORE_EQ, f, ring_transpose(d->pool, f))))
        return deduction_refuse(d, "the facts do not give its sign");
    context_pop(d);
    return deduction_learn(d, form_apply1(d->pool, CORE_PSD, f));
}

/* Resolution. */

bool derive_resolved(struct deduction *d)
{
    const struct form *rest[2];

    for (size_t k = 0; k < 2; k++) {
        const struct form *r = d->args[2 * k].fact.relation, **parts;
        size_t n = relation_parts(r, CORE_OR), count = 0;
        size_t out = (size_t)d->args[2 * k + 1].number;

        if (!deduction_sees(d, 2 * k) || out >= n)
            return deduction_refuse(d, "no such part");
        parts = arena_array(pool_arena(d->pool), n, sizeof *parts);
        for (size_t i = 0; i < n; i++) {
            if (i != out)
                parts[count++] = relation_part(r, CORE_OR, i);
        }
        rest[k] = form_apply(d->pool, CORE_OR, parts, count);
        d->args[2 * k].node.form = relation_part(r, CORE_OR, out);
    }
    return (relation_gives(d->pool, term(d, 2),
                           relation_not(d->pool, term(d, 0))) ||
            deduction_refuse(d, "parts that do not contradict each other")) &&
           deduction_learn(d, relation_or(d->pool, rest[0], rest[1]));
}

/* For all. */

bool derive_special(struct deduction *d)
{
    const struct fact f = d->args[0].fact;
    const struct atom *g = variable(d, 1);
    const struct form *e = term(d, 2);
    struct substitution by = {.variable = g, .value = e};
    struct variables leans;

    if (!variables_have(&f.leans, g) || variables_have(&e->free, g) ||
        variables_stray(&e->free, &d->scope))
        return deduction_refuse(d, "the fact does not lean on the variable");
    leans = leans_at(d, variables_without(d->pool, f.leans, g), &by);
    if (!variables_within(&leans, &d->scope))
        return deduction_refuse(d, "a fact that leans on more than the scope");
    if (!deduction_is_integer(d, e, 5) ||
        !deduction_meets(d, d->args[3].number,
                         relation_between(d->pool, CORE_LE, g->lo, e)) ||
        !deduction_meets(d, d->args[4].number,
                         relation_between(d->pool, CORE_LE, e, g->hi)))
        return deduction_refuse(d, "a value not known to be in the range");
    return deduction_learn(d, form_substitute(d->pool, f.relation, &by, 1));
}

bool derive_open(struct deduction *d)
{
    const struct form *r = d->args[0].fact.relation;
    const struct atom *g = variable(d, 1);

    if (!deduction_sees(d, 0) || relation_kind(r) != RELATION_FORALL ||
        !variables_have(&d->scope, g) || g->lo != relation_atom(r)->lo ||
        g->hi != relation_atom(r)->hi)
        return deduction_refuse(d, "no variable of that range in scope");
    return deduction_learn(
        d, binder_open(d->pool, relation_atom(r), ring_atom(d->pool, g)));
}

/* The variable of the step: generic, in lo..hi - 1 of the forall. */
static const struct atom *step_variable(struct deduction *d,
                                        const struct fact *step,
                                        const struct form *claim)
{
    const struct atom *all = relation_atom(claim);
    const struct form *hi = ring_sub(d->pool, all->hi, pool_one(d->pool));

    for (size_t i = 0; i < step->leans.count; i++) {
        const struct atom *g = step->leans.items[i];
        struct variables rest = variables_without(d->pool, step->leans, g);

        if (g->lo == all->lo && g->hi == hi && !variables_have(&d->scope, g) &&
            !variables_have(&claim->free, g) &&
            variables_within(&rest, &d->scope))
            return g;
    }
    deduction_refuse(d, "no step of this induction");
    return NULL;
}

bool derive_induction(struct deduction *d)
{
    const struct form *claim = term(d, 0), *x, *now, *next;
    const struct fact step = d->args[2].fact;
    const struct atom *all, *g;

    if (relation_kind(claim) != RELATION_FORALL)
        return deduction_refuse(d, "no claim for all");
    all = relation_atom(claim);
    g = step_variable(d, &step, claim);
    if (g == NULL || !deduction_is_integer(d, all->lo, 3) ||
        !deduction_meets(d, d->args[1].number,
                         binder_open(d->pool, all, all->lo)))
        return deduction_refuse(d, "the first case is not met");
    x = ring_atom(d->pool, g);
    now = binder_open(d->pool, all, x);
    next = binder_open(d->pool, all, ring_add(d->pool, x, pool_one(d->pool)));
    now = relation_or(d->pool, relation_not(d->pool, now), next);
    if (now == NULL || step.relation != now)
        return deduction_refuse(d, "the step is not met");
    return deduction_learn(d, claim);
}
