/*
 * Problems by equations of functions, and those of functions with a kink.
 */
#include "scalar/search.h"

#include "core/ring.h"
#include "core/theorem.h"
#include "scalar/factor.h"
#include "scalar/laws.h"

/* Substitution of atoms. */

/* The problem by the equations of the proof, which remembers which facts
 * change. */
static struct problem by_equations(struct search *s, const struct problem *p,
                                   struct proof *out)
{
    const struct form **facts =
        arena_array(pool_arena(s->pool), 3 * p->nfacts + 1, sizeof *facts);
    const struct form **before = facts + p->nfacts,
                      **after = before + p->nfacts;
    struct problem q = {
        facts, 0,
        form_by_all(s->pool, p->goal, out->equations, out->nequations)};

    for (size_t i = 0; i < p->nfacts; i++) {
        const struct form *fact =
            form_by_all(s->pool, p->facts[i], out->equations, out->nequations);

        if (fact == NULL)
            fact = p->facts[i];
        if (fact == relation_true(s->pool))
            continue;
        facts[q.nfacts++] = fact;
        if (fact == p->facts[i])
            continue;
        before[out->nfacts] = p->facts[i];
        after[out->nfacts++] = fact;
    }
    out->before = before;
    out->after = after;
    return q;
}

/* Kids for what the equations ask. */
static bool add_premises(struct search *s, struct proof *out,
                         const struct problem *p, unsigned depth)
{
    bool fine = true;

    for (size_t i = 0; i < out->nequations && fine; i++) {
        const struct equation *e = &out->equations[i];

        for (size_t k = 0; k < e->npremises && fine; k++) {
            const struct wish wish = {p, e->premises[k]};

            fine = search_kids(s, out, depth, &wish, 1);
        }
    }
    return fine;
}

static struct proof *rewriting(struct search *s, const struct problem *p,
                               const struct equation *equations, size_t count)
{
    struct proof *out =
        search_proof(s, PROOF_REWRITE, p->goal, count * EQUATION_PREMISES + 1);

    out->equations = pool_copy(s->pool, equations, count, sizeof *equations);
    out->nequations = count;
    return out;
}

const struct proof *prove_rewritten(struct search *s, const struct problem *p,
                                    const struct equation *equations,
                                    size_t count, unsigned depth, prover *next)
{
    struct proof *out = rewriting(s, p, equations, count);
    struct problem q = by_equations(s, p, out);

    if (q.goal == NULL || (q.goal == p->goal && out->nfacts == 0) ||
        !add_premises(s, out, p, depth))
        return NULL;
    out->kids[out->nkids] = next(s, &q, depth + 1);
    return out->kids[out->nkids++] ? out : NULL;
}

/* Kinks. */

/* What fn(a, b) is where a relation holds, the premise of the theorem. */
static const struct kink {
    unsigned fn;
    int side; /* of which the relation is: 1, where a, or a - b, is above 0 */
    const char *theorem;
} kinks[] = {
    {FN_ABS, 1, "abs_above"},        {FN_ABS, -1, "abs_below"},
    {FN_RELU, 1, "relu_above_zero"}, {FN_RELU, -1, "relu_below_zero"},
    {FN_SIGN, 1, "sign_above"},      {FN_SIGN, -1, "sign_below"},
    {FN_SIGN, 0, "sign_at_zero"},    {FN_MAX2, 1, "max_first"},
    {FN_MAX2, -1, "max_second"},     {FN_MIN2, -1, "min_first"},
    {FN_MIN2, 1, "min_second"},
};

enum { NKINKS = sizeof kinks / sizeof kinks[0] };

static bool has_kink(const struct atom *a)
{
    bool out = a->kind == ATOM_APPLY && a->function >= CORE_EQ;

    for (size_t i = 0; i < NKINKS && !out; i++)
        out = atom_is(a, kinks[i].fn) && form_scalar(a->args[0]);
    return out;
}

static struct equation kink_law(struct pool *pool, const struct kink *k,
                                const struct atom *a)
{
    return law_at(pool, k->theorem, a->args[0],
                  a->count > 1 ? a->args[1] : NULL);
}

const struct form *kink_difference(struct pool *pool, const struct atom *a)
{
    if (!has_kink(a) || a->function >= CORE_EQ)
        return NULL;
    return a->count == 1 ? a->args[0] : ring_sub(pool, a->args[0], a->args[1]);
}

const struct form *kink_branch(struct pool *pool, const struct atom *a,
                               int side)
{
    for (size_t i = 0; i < NKINKS; i++) {
        if (kinks[i].fn == a->function && kinks[i].side == side)
            return kink_law(pool, &kinks[i], a).by;
    }
    return NULL;
}

/* An atom with a kink and none in its arguments, as a part of a number. */
static const struct atom *kink_in(const struct form *f, bool is_number)
{
    struct walk w = walk_of(f);

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom, *inner = NULL;
        const bool is_relation =
            a->kind == ATOM_APPLY && a->function >= CORE_EQ;
        const bool is_within =
            is_number || (is_relation && a->function <= CORE_LT);

        for (size_t j = 0;
             a->kind == ATOM_APPLY && j < a->count && inner == NULL; j++)
            inner =
                form_scalar(a->args[j]) ? kink_in(a->args[j], is_within) : NULL;
        if (inner != NULL)
            return inner;
        if (has_kink(a) && (is_number || !is_relation))
            return a;
    }
    return NULL;
}

/* head == its value where the relation, *premise, certainly holds. */
static bool certain_value(struct search *s, const struct node *n,
                          const struct atom *a, struct equation *out)
{
    for (size_t i = 0; i < NKINKS && a->function < CORE_EQ; i++) {
        if (kinks[i].fn != a->function ||
            theory_find(s->theory, kinks[i].theorem) == NULL)
            continue;
        *out = kink_law(s->pool, &kinks[i], a);
        if (law_holds(n->e, out))
            return true;
    }
    if (a->function < CORE_EQ || enclosure_sign(n->e, a->form) == 0)
        return false;
    *out = (struct equation){.head = a->form, .npremises = 1};
    out->by = ring_int(s->pool, enclosure_sign(n->e, a->form) > 0);
    out->premises[0] = relation_between(s->pool, CORE_EQ, a->form, out->by);
    return true;
}

/* What decides what a letter is and is not decided itself; or NULL. */
static const struct form *side_of(struct search *s, const struct node *n,
                                  const struct atom *a)
{
    if (a->function >= CORE_EQ)
        return a->form;
    for (size_t i = 0; i < NKINKS; i++) {
        const struct form *r = kinks[i].fn == a->function
                                   ? kink_law(s->pool, &kinks[i], a).premises[0]
                                   : NULL;

        if (r != NULL && enclosure_sign(n->e, r) == 0)
            return r;
    }
    return NULL;
}

/* Whether the goal fails where the maximum is less, or the minimum more: it is
 * to hold of both that it is one of. */
static bool is_of_both(struct search *s, const struct node *n,
                       const struct atom *a)
{
    const struct form *f = relation_atom(n->p->goal)->args[0], *factor, *rest;

    return a->function < CORE_EQ && a->function != FN_SIGN &&
           relation_kind(n->p->goal) >= CORE_LE &&
           factor_linear(s->pool, f, a, &factor, &rest) &&
           samples_sign(n->samples, factor) ==
               (a->function == FN_MIN2 ? 1 : -1);
}

/* By both sides, without what would be known where it is one of them. */
static const struct proof *prove_both(struct search *s, const struct node *n,
                                      const struct atom *a,
                                      const struct form *decides)
{
    struct proof *out = search_proof(s, PROOF_CASES, n->p->goal, 2);

    out->assumed = decides;
    for (size_t i = 0; i < 2; i++) {
        const struct form *side =
            i == 0 ? out->assumed : relation_not(s->pool, out->assumed);
        const struct problem q = problem_with(s->pool, n->p, side);
        struct node inner = {.p = &q, .depth = n->depth + 1};
        struct equation e;

        inner.e = search_enclosure(s, &q);
        bool is_known = certain_value(s, &inner, a, &e);
        enclosure_free(inner.e);
        if (!is_known)
            return NULL;
        struct proof *kid = rewriting(s, &q, &e, 1);
        if (!add_premises(s, kid, &q, inner.depth))
            return NULL;
        kid->kids[kid->nkids] = search_goal(
            s, n->p, form_by_all(s->pool, n->p->goal, &e, 1), inner.depth);
        if (kid->kids[kid->nkids++] == NULL)
            return NULL;
        out->kids[out->nkids++] = kid;
    }
    return out;
}

const struct proof *prove_kink(struct search *s, const struct node *n,
                               bool guess)
{
    const struct atom *a = kink_in(n->p->goal, false);
    const struct proof *out = NULL;
    struct equation e;

    for (size_t i = 0; i < n->p->nfacts && a == NULL; i++)
        a = kink_in(n->p->facts[i], false);
    if (a == NULL)
        return NULL;
    if (certain_value(s, n, a, &e))
        return prove_rewritten(s, n->p, &e, 1, n->depth, search_prove);
    const struct form *side = guess ? side_of(s, n, a) : NULL;
    if (side == NULL)
        return NULL;
    if (is_of_both(s, n, a)) {
        const struct share kept = share_take(s, 2);

        out = prove_both(s, n, a, side);
        share_give(s, kept);
    }
    return out ? out : prove_cases(s, n->p, side, n->depth);
}

/* Points. */

const struct proof *prove_points(struct search *s, const struct node *n)
{
    for (size_t i = 0; i < n->p->goal->free.count; i++) {
        const struct atom *x = n->p->goal->free.items[i];
        const struct image *r = enclosure_value(n->e, x->form);
        struct equation e = {.head = x->form, .npremises = 1};

        if (!interval_is_finite(&r->x) || !mpfr_equal_p(r->x.lo, r->x.hi))
            continue;
        e.by = number_exactly(s->pool, mpfr_get_d(r->x.lo, MPFR_RNDN));
        e.premises[0] = relation_between(s->pool, CORE_EQ, x->form, e.by);
        return prove_rewritten(s, n->p, &e, 1, n->depth, search_prove);
    }
    return NULL;
}
