/*
 * Functions of sums: y = x + c * t in the place of x, where that leaves fewer
 * functions of several variables.
 */
#include "scalar/substitute_internal.h"

#include "core/ring.h"

/* Whether a sum in its argument stays one: exponentials have a law for sums,
 * logarithms are compared at what they are of. */
static bool is_of_sum(const struct atom *a)
{
    return a->kind == ATOM_APPLY &&
           (a->function == FN_ERF || a->function == FN_TANH ||
            a->function == FN_SIN || a->function == FN_COS);
}

/* In how many variables, more than one each, arguments of functions are. */
static size_t mixture(const struct form *f)
{
    const struct letter *l;
    size_t out = 0;

    if (f == NULL)
        return 0;
    for (struct walk w = walk_of(f); (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;

        for (size_t j = 0; a->kind == ATOM_APPLY && j < a->count; j++) {
            const size_t n = is_of_sum(a) ? a->args[j]->free.count : 0;

            out += (n > 1 ? n - 1 : 0) + mixture(a->args[j]);
        }
    }
    return out;
}

/* y = x + c * t in the place of x, where terms of u are a multiple of that;
 * false: there are none. */
static bool sum_in(struct search *s, const struct form *u, size_t i, size_t j,
                   struct exchange *out)
{
    const struct atom *x = exchange_variable(u, i),
                      *t = exchange_variable(u, j);
    struct term other = u->terms[j];

    if (x == NULL || t == NULL || x == t)
        return false;
    other.monomial =
        monomial_divide(s->pool, other.monomial, t->form->terms[0].monomial);
    if (other.monomial != monomial_divide(s->pool, u->terms[i].monomial,
                                          x->form->terms[0].monomial))
        return false;
    LOCAL_MPQ(ratio);
    mpq_div(ratio, other.coefficient->value->q,
            u->terms[i].coefficient->value->q);
    const struct form *rest = ring_scale(s->pool, ratio, t->form);
    *out = (struct exchange){.pool = s->pool, .x = x, .u = search_name(s)};
    out->forward = ring_add(s->pool, x->form, rest);
    out->back = ring_sub(s->pool, out->u->form, rest);
    return true;
}

struct wanted {
    struct search *s;
    const struct form *goal;
    struct exchange *out;
};

/* Whether a sum in its argument, named, leaves the goal less mixed. */
static bool has_sum(const struct atom *a, const void *context)
{
    const struct wanted *w = context;
    const struct form *u = is_of_sum(a) ? a->args[0] : NULL;

    for (size_t i = 0; u != NULL && i < u->count * u->count; i++) {
        if (sum_in(w->s, u, i / u->count, i % u->count, w->out) &&
            mixture(exchange_form(w->out, w->goal)) < mixture(w->goal))
            return true;
    }
    return false;
}

static bool is_unbounded(struct search *s, const struct problem *p,
                         const struct atom *x)
{
    LOCAL_ENCLOSURE e = search_enclosure(s, p);
    return !interval_is_finite(&enclosure_value(e, x->form)->x);
}

/* In all forms: there is less than there was. */
static const struct proof *
prove_unmixed(struct search *s, const struct problem *p, unsigned depth)
{
    const enum stage before = s->stage;

    s->stage = STAGE_CASES;
    const struct proof *out = search_prove(s, p, depth);
    s->stage = before;
    return out;
}

const struct proof *prove_sums_named(struct search *s, const struct problem *p,
                                     unsigned depth)
{
    struct exchange c;
    const struct wanted w = {s, p->goal, &c};

    /* a box of two ends would be none of y */
    return form_first(p->goal, has_sum, &w) && is_unbounded(s, p, c.x)
               ? prove_exchanged(s, p, &c, depth, prove_unmixed)
               : NULL;
}
