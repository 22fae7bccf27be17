/*
 * Goals about an integer n by induction: where n is an index of a family, an
 * end of a sum or an exponent, the goal is proved for all x from the least n
 * on, up to n.
 */
#include "algebra/find_internal.h"

#include "core/ring.h"
#include "scalar/box.h"

/* Whether it is a member of a family at x, a sum or the like up to x, or a
 * power. */
static bool is_up_to(const struct atom *a, const void *x)
{
    if (a->kind == ATOM_BINDER)
        return a->binder != BINDER_FORALL && variables_have(&a->hi->free, x);
    if (atom_is(a, CORE_POW) || atom_is(a, CORE_MATPOW))
        return variables_have(&a->args[1]->free, x);
    for (size_t i = 0; a->kind == ATOM_MEMBER && i < a->count; i++) {
        if (variables_have(&a->args[i]->free, x))
            return true;
    }
    return false;
}

/* The largest number that facts say n is at least, or NULL. */
static const struct form *least(struct find *s, const struct atom *n)
{
    const struct form *out = NULL;
    const struct number *most = NULL;

    for (fact_t k = 0, end = deduction_facts(s->deduction); k < end; k++) {
        const struct form *r = find_seen(s, k);
        const struct form *lo = r ? box_bound(s->pool, r, n, false) : NULL;
        const struct number *q = lo ? form_as_number(s->pool, lo) : NULL;

        if (q != NULL &&
            (most == NULL || mpq_cmp(q->value->q, most->value->q) > 0)) {
            out = lo;
            most = q;
        }
    }
    return out;
}

/* For all x in lo..n, the goal with x in the place of n; NULL: sizes depend on
 * it. */
static const struct form *for_all(struct find *s, const struct form *goal,
                                  const struct atom *n, const struct form *lo)
{
    struct variables avoid = deduction_scope(s->deduction);
    const struct atom *x;
    const struct form *body;

    avoid = variables_join(s->pool, avoid, goal->free);
    x = generic_new(s->pool, true, lo, n->form, &avoid);
    body = form_at(s->pool, goal, n, x->form);
    return body ? form_bind(s->pool, BINDER_FORALL, lo, n->form, body, x)
                : NULL;
}

fact_t find_by_induction(struct find *s, const struct form *goal)
{
    for (size_t i = 0; i < goal->free.count && !find_is_over(s); i++) {
        const struct atom *n = goal->free.items[i];
        const struct form *lo, *all;
        fact_t fact = FACT_NONE;

        if (!n->is_integer || !find_within(goal, is_up_to, n))
            continue;
        lo = least(s, n);
        all = lo ? for_all(s, goal, n, lo) : NULL;
        if (all != NULL && relation_kind(all) == RELATION_FORALL)
            fact = find_for_all(s, all);
        if (fact != FACT_NONE)
            fact = find_at(s, fact, &n->form, 1);
        if (fact != FACT_NONE)
            return find_rule(s, "restated", "ft", fact, goal);
    }
    return FACT_NONE;
}
