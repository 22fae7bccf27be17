/*
 * The rules of logic: parts, contexts, resolution, for all, induction.
 */
#include "core/internal.h"
#include "core/ring.h"

bool derive_part(struct deduction *d, const struct argument *a)
{
    const struct form *r = a[0].fact.relation;
    size_t k = (size_t)a[1].number;

    return relation_kind(r) == CORE_AND && k < relation_parts(r, CORE_AND) &&
           deduction_learn(d, relation_part(r, CORE_AND, k));
}

bool derive_both(struct deduction *d, const struct argument *a)
{
    const struct form **parts =
        arena_array(pool_arena(d->pool), d->nargs + 1, sizeof *parts);

    for (size_t i = 0; i < d->nargs; i++)
        parts[i] = a[i].fact.relation;
    return deduction_learn(d, form_apply(d->pool, CORE_AND, parts, d->nargs));
}

/* Contexts. */

bool context_open(struct deduction *d, struct context c,
                  const struct form *const *facts, size_t count)
{
    const struct variables none = {0, NULL};

    for (size_t i = 0; i < count; i++) {
        if (!is_relation(d->pool, facts[i]) ||
            variables_stray(&facts[i]->free, &none))
            return deduction_refuse(d, "no relation, or of a generic variable");
    }
    if (c.fixed != NULL)
        arena_push(pool_arena(d->pool), &d->fixed, &d->nfixed, sizeof c.fixed,
                   &c.fixed);
    c.facts = d->nfacts;
    c.rules = rules_count(d->rules);
    arena_push(pool_arena(d->pool), &d->contexts, &d->ncontexts, sizeof c, &c);
    for (size_t i = 0; i < count; i++) {
        if (!deduction_learn_at(d, facts[i], none))
            return false;
    }
    return true;
}

void context_close(struct deduction *d)
{
    const struct context *c = &d->contexts[--d->ncontexts];

    for (size_t i = c->facts; i < d->nfacts; i++)
        d->facts[i].is_closed = true;
    rules_cut(d->rules, c->rules);
}

struct context context_innermost(const struct deduction *d)
{
    return d->ncontexts > 0 ? d->contexts[d->ncontexts - 1]
                            : (struct context){.assumed = NULL};
}

bool derive_assume(struct deduction *d, const struct argument *a)
{
    return context_open(d, (struct context){.assumed = a->term}, &a->term, 1);
}

const struct atom *fixed_new(struct deduction *d, bool is_integer,
                             const struct form *size)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FIXED,
                         .is_integer = is_integer,
                         .serial = (unsigned)d->nfixed,
                         .rows = size,
                         .cols = size ? pool_one(d->pool) : NULL};

    return pool_atom(d->pool, &model);
}

bool derive_fix(struct deduction *d, const struct argument *a)
{
    const struct form *lo = a[0].term, *hi = a[1].term, *facts[2];
    const struct atom *v = fixed_new(d, true, NULL);

    facts[0] = relation_between(d->pool, CORE_LE, lo, ring_atom(d->pool, v));
    facts[1] = relation_between(d->pool, CORE_LE, ring_atom(d->pool, v), hi);
    return context_open(d, (struct context){.fixed = v, .lo = lo, .hi = hi},
                        facts, 2);
}

bool derive_vector(struct deduction *d, const struct argument *a)
{
    const struct atom *v = fixed_new(d, false, a->term);

    if (v == NULL || variables_stray(&v->free, &(struct variables){0, NULL}))
        return deduction_refuse(d, "no size, or of a generic variable");
    return context_open(d, (struct context){.fixed = v}, NULL, 0);
}

bool derive_implied(struct deduction *d, const struct argument *a)
{
    const struct context c = context_innermost(d);

    if (c.assumed == NULL)
        return deduction_refuse(d, "nothing was assumed");
    context_close(d);
    return deduction_learn_at(d,
                              relation_or(d->pool,
                                          relation_not(d->pool, c.assumed),
                                          a->fact.relation),
                              a->fact.leans);
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

bool derive_forall(struct deduction *d, const struct argument *a)
{
    const struct context c = context_innermost(d);
    const struct fact *f = &a->fact;
    struct variables avoid =
        variables_join(d->pool, f->relation->free, f->leans);
    struct substitution by = {.variable = c.fixed};
    const struct atom *g;

    if (c.lo == NULL || !c.fixed->is_integer)
        return deduction_refuse(d, "no integer was fixed");
    for (size_t i = 0; i < f->leans.count; i++)
        avoid = variables_join(d->pool, avoid, f->leans.items[i]->free);
    g = generic_new(d->pool, true, c.lo, c.hi, &avoid);
    by.value = ring_atom(d->pool, g);
    if (by.value == NULL)
        return false;
    context_close(d);
    return deduction_learn_at(d, form_substitute(d->pool, f->relation, &by, 1),
                              variables_join(d->pool,
                                             leans_at(d, f->leans, &by),
                                             variables_of(d->pool, g)));
}

bool context_is_in_scope(const struct deduction *d, const struct context *c)
{
    for (size_t i = 0; i < d->scope.count; i++) {
        if (variables_have(&d->scope.items[i]->free, c->fixed))
            return true;
    }
    return false;
}

bool derive_definite(struct deduction *d, const struct argument *a)
{
    const struct form *f = a[2].term;
    const struct context c = context_innermost(d);

    if (c.fixed == NULL || c.lo != NULL || f->rows != f->cols ||
        variables_have(&f->free, c.fixed))
        return deduction_refuse(d, "no vector was fixed for this matrix");
    if (form_rows(d->pool, c.fixed->form) != form_rows(d->pool, f))
        return deduction_refuse(d, "a vector of another size");
    if (context_is_in_scope(d, &c))
        return deduction_refuse(d, "a range that mentions the vector");
    if (!deduction_meets(
            d, a[0].number,
            form_apply1(d->pool, CORE_LE,
                        ring_quadratic(d->pool, f, c.fixed->form))) ||
        !deduction_meets_between(d, a[1].number, CORE_EQ, f,
                                 ring_transpose(d->pool, f)))
        return deduction_refuse(d, "the facts do not give its sign");
    context_close(d);
    return deduction_learn(d, form_apply1(d->pool, CORE_PSD, f));
}

/* Resolution. */

/*
 * A disjunction without one of its parts, or all of them (-), which is *out;
 * NULL: there is none.
 */
static const struct form *without(struct deduction *d, const struct form *r,
                                  long part, const struct form **out)
{
    size_t n = relation_parts(r, CORE_OR), count = 0;
    const struct form **rest =
        arena_array(pool_arena(d->pool), n + 1, sizeof *rest);

    if (part == FACT_NONE) {
        *out = r;
        return relation_false(d->pool);
    }
    if ((size_t)part >= n)
        return NULL;
    *out = relation_part(r, CORE_OR, (size_t)part);
    for (size_t i = 0; i < n; i++) {
        if (i != (size_t)part)
            rest[count++] = relation_part(r, CORE_OR, i);
    }
    return form_apply(d->pool, CORE_OR, rest, count);
}

bool derive_resolved(struct deduction *d, const struct argument *a)
{
    const struct form *p, *q, *rest, *other;

    rest = without(d, a[0].fact.relation, a[1].number, &p);
    other = without(d, a[2].fact.relation, a[3].number, &q);
    if (rest == NULL || other == NULL)
        return deduction_refuse(d, "no such part");
    if (!relation_gives(d->pool, q, relation_not(d->pool, p)))
        return deduction_refuse(d, "parts that do not contradict each other");
    return deduction_learn(d, relation_or(d->pool, rest, other));
}

/* For all. */

bool derive_special(struct deduction *d, const struct argument *a)
{
    const struct fact *f = &a[0].fact;
    const struct atom *g = a[1].variable;
    const struct form *e = a[2].term;
    const struct substitution by = {.variable = g, .value = e};
    struct variables leans;

    if (!variables_have(&f->leans, g) || variables_have(&e->free, g) ||
        variables_stray(&e->free, &d->scope))
        return deduction_refuse(d, "the fact does not lean on the variable");
    leans = leans_at(d, variables_without(d->pool, f->leans, g), &by);
    if (!variables_within(&leans, &d->scope))
        return deduction_refuse(d, "a fact that leans on more than the scope");
    if (!deduction_is_integer(d, e, 5) ||
        !deduction_meets_between(d, a[3].number, CORE_LE, g->lo, e) ||
        !deduction_meets_between(d, a[4].number, CORE_LE, e, g->hi))
        return deduction_refuse(d, "a value not known to be in the range");
    return deduction_learn(d, form_substitute(d->pool, f->relation, &by, 1));
}

bool derive_open(struct deduction *d, const struct argument *a)
{
    const struct form *r = a[0].fact.relation;
    const struct atom *g = a[1].variable;

    if (relation_kind(r) != RELATION_FORALL || !variables_have(&d->scope, g) ||
        g->lo != relation_atom(r)->lo || g->hi != relation_atom(r)->hi)
        return deduction_refuse(d, "no variable of that range in scope");
    return deduction_learn(d, binder_open(d->pool, relation_atom(r), g->form));
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

bool derive_induction(struct deduction *d, const struct argument *a)
{
    const struct form *claim = a[0].term, *now, *next;
    const struct atom *all = relation_atom(claim), *g;

    if (relation_kind(claim) != RELATION_FORALL)
        return deduction_refuse(d, "no claim for all");
    g = step_variable(d, &a[2].fact, claim);
    if (g == NULL || !deduction_is_integer(d, all->lo, 3) ||
        !deduction_meets(d, a[1].number, binder_open(d->pool, all, all->lo)))
        return deduction_refuse(d, "the first case is not met");
    now = binder_open(d->pool, all, g->form);
    next = binder_open(d->pool, all,
                       ring_add(d->pool, g->form, pool_one(d->pool)));
    now = relation_or(d->pool, relation_not(d->pool, now), next);
    if (now == NULL || a[2].fact.relation != now)
        return deduction_refuse(d, "the step is not met");
    return deduction_learn(d, claim);
}
