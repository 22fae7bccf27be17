/*
 * Integrals of functions with a kink, by pieces on which they have none: cut
 * where the kink is (both sides have one slope in the cut, and are equal where
 * it is at an end), then by the branch, whose integrand is the same.
 */
#include "scalar/calculus_internal.h"

#include "core/ring.h"
#include "scalar/certificate.h"

/* An integral, its body at y, and an atom in it whose branches meet at root. */
struct kinked {
    const struct atom *integral, *y, *kink;
    const struct form *body, *root;
    int slope; /* the sign of what the kink is of, behind the root */
};

/* What is looked for in a body. */
struct wanted {
    struct pool *pool;
    const struct atom *y;
};

static bool is_kinked(const struct atom *a, const void *context)
{
    const struct wanted *w = context;

    return variables_have(&a->free, w->y) && kink_difference(w->pool, a);
}

/* u = c * y + rest; false: it is no such sum with c of a certain sign. */
static bool solve(struct search *s, struct enclosure *e, const struct form *u,
                  struct kinked *k)
{
    struct pool *pool = s->pool;
    const struct form *rest = form_at(pool, u, k->y, ring_int(pool, 0));
    const struct form *one = form_at(pool, u, k->y, pool_one(pool));
    const struct form *c = ring_sub(pool, one, rest);

    if (c == NULL || form_is_nil(c) || variables_have(&rest->free, k->y) ||
        ring_add(pool, ring_mul(pool, c, k->y->form), rest) != u)
        return false;
    const struct image *r = enclosure_value(e, c);
    k->slope = image_is_positive(r) ? 1 : image_is_negative(r) ? -1 : 0;
    k->root =
        ring_neg(pool, ring_mul(pool, rest, form_apply1(pool, CORE_RECIP, c)));
    return k->slope != 0 && k->root != NULL;
}

/* An integral of f with a kink that is linear in its variable. */
static bool find_kinked(struct search *s, struct enclosure *e,
                        const struct form *f, struct kinked *k)
{
    struct walk w = walk_of(f);

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;

        if (a->kind != ATOM_BINDER || binder_is_over_index(a))
            continue;
        *k = (struct kinked){.integral = a, .y = search_name(s)};
        k->body = binder_open(s->pool, a, k->y->form);
        const struct wanted wanted = {s->pool, k->y};
        k->kink = k->body ? form_first(k->body, is_kinked, &wanted) : NULL;
        if (k->kink != NULL &&
            solve(s, e, kink_difference(s->pool, k->kink), k))
            return true;
    }
    return false;
}

/* The integral of such a body over a part of the range, or all of it. */
static const struct form *area_of(struct search *s, const struct kinked *k,
                                  const struct form *body,
                                  const struct form *lo, const struct form *hi)
{
    return form_bind(s->pool, hi ? BINDER_INTEGRAL : k->integral->binder, lo,
                     hi ? hi : k->integral->hi, body, k->y);
}

/* 0 <= what t is at the end of the range, or its integral over the range. */
typedef const struct proof *
side_prover(struct search *s, const struct problem *p, const struct kinked *k,
            const struct form *t, const struct atom *y, unsigned depth);

/* 0 == f, of the integral and `by`; *is_turned: f is `by` less the integral. */
static const struct form *difference_of(struct search *s,
                                        const struct kinked *k,
                                        const struct form *by, bool *is_turned)
{
    const struct form *r =
        relation_between(s->pool, CORE_EQ, k->integral->form, by);
    const struct form *f =
        relation_kind(r) == CORE_EQ ? relation_atom(r)->args[0] : NULL;
    const struct form *given = ring_sub(s->pool, k->integral->form, by);

    if (f == NULL || given == NULL)
        return NULL;
    *is_turned =
        mpq_sgn(form_as_number(s->pool, number_ratio(s->pool, f, given))
                    ->value->q) < 0;
    return f;
}

/* f or -f with a name of its own for y, as each context has one. */
static const struct form *side_at(struct search *s, const struct form *f,
                                  bool is_turned, const struct atom **y)
{
    const struct atom *before = *y;

    *y = search_name(s);
    return form_at(s->pool, is_turned ? ring_neg(s->pool, f) : f, before,
                   (*y)->form);
}

/* The integral is `by`: its difference, t(y), is not below 0, nor above. */
static const struct proof *prove_sides(struct search *s, const struct node *n,
                                       const struct kinked *k,
                                       const struct form *by,
                                       const struct form *t,
                                       const struct atom *y, side_prover *prove)
{
    bool is_turned;
    const struct form *f = by && t ? difference_of(s, k, by, &is_turned) : NULL;

    if (f == NULL)
        return NULL;
    struct proof *out = search_proof(
        s, PROOF_EQUAL,
        relation_between(s->pool, CORE_EQ, k->integral->form, by), 2);
    for (int i = 0; i < 2; i++) {
        const struct problem p = {
            n->p->facts, n->p->nfacts,
            search_sign(s, CORE_LE, i == 0 ? f : ring_neg(s->pool, f))};

        t = side_at(s, t, i == 1 || is_turned, &y);
        out->kids[i] = prove(s, &p, k, t, y, n->depth);
        if (out->kids[i] == NULL)
            return NULL;
    }
    out->nkids = 2;
    return out;
}

/* The goal with `by` in the place of the integral, by that equation. */
static const struct proof *by_equation(struct search *s, const struct node *n,
                                       const struct kinked *k,
                                       const struct form *by,
                                       const struct proof *equal)
{
    struct equation e = {.head = k->integral->form, .by = by, .npremises = 1};
    struct problem with;

    if (equal == NULL)
        return NULL;
    e.premises[0] = equal->goal;
    with = problem_with(s->pool, n->p, equal->goal);
    const struct proof *out =
        prove_rewritten(s, &with, &e, 1, n->depth, search_prove);
    return out ? proof_having(s, equal, out) : NULL;
}

/* By its slope in the cut, from an end of the range on. */
static const struct proof *cut_moves(struct search *s, const struct problem *p,
                                     const struct kinked *k,
                                     const struct form *t, const struct atom *y,
                                     unsigned depth)
{
    return slope_between(s, p, t, y, k->integral->lo, k->root, depth);
}

static const struct proof *cut_at_root(struct search *s, const struct node *n,
                                       const struct kinked *k)
{
    const struct atom *a = k->integral, *end = search_name(s);
    const struct form *by =
        ring_add(s->pool, area_of(s, k, k->body, a->lo, k->root),
                 area_of(s, k, k->body, k->root, NULL));
    const struct form *t =
        ring_sub(s->pool, a->form,
                 ring_add(s->pool, area_of(s, k, k->body, a->lo, end->form),
                          area_of(s, k, k->body, end->form, NULL)));

    return by_equation(s, n, k, by,
                       prove_sides(s, n, k, by, t, end, cut_moves));
}

static const struct proof *
area_of_rest(struct search *s, const struct problem *p, const struct kinked *k,
             const struct form *t, const struct atom *y, unsigned depth)
{
    return area_between(s, p, k->integral, t, y, depth);
}

static const struct proof *by_branch(struct search *s, const struct node *n,
                                     const struct kinked *k, int side)
{
    const struct equation e = {.head = k->kink->form,
                               .by = kink_branch(s->pool, k->kink, side)};
    const struct form *body = form_by_all(s->pool, k->body, &e, 1);
    const struct form *by = area_of(s, k, body, k->integral->lo, NULL);
    const struct form *rest = ring_sub(s->pool, k->body, body);

    return by_equation(s, n, k, by,
                       prove_sides(s, n, k, by, rest, k->y, area_of_rest));
}

/* 1: a <= b certainly, -1: b <= a; or 0. */
static int order_of(struct search *s, struct enclosure *e, const struct form *a,
                    const struct form *b)
{
    const struct form *up = relation_between(s->pool, CORE_LE, a, b),
                      *down = relation_between(s->pool, CORE_LE, b, a);

    if (up == NULL || down == NULL)
        return 0;
    return enclosure_sign(e, up) > 0 ? 1 : enclosure_sign(e, down) > 0 ? -1 : 0;
}

const struct proof *prove_pieces(struct search *s, const struct node *n,
                                 const struct form *f)
{
    struct kinked k;
    const struct form *lo, *hi;
    int low, high = 1;

    if (!find_kinked(s, n->e, f, &k))
        return NULL;
    lo = k.integral->lo;
    hi = k.integral->binder == BINDER_INTEGRAL ? k.integral->hi : NULL;
    low = order_of(s, n->e, lo, k.root);
    if (hi != NULL)
        high = order_of(s, n->e, k.root, hi);
    if (low < 0 || k.root == lo)
        return by_branch(s, n, &k, k.slope);
    if (high < 0 || k.root == hi)
        return by_branch(s, n, &k, -k.slope);
    if (low > 0 && high > 0)
        return cut_at_root(s, n, &k);
    return prove_cases(s, n->p,
                       low == 0
                           ? relation_between(s->pool, CORE_LE, lo, k.root)
                           : relation_between(s->pool, CORE_LE, k.root, hi),
                       n->depth);
}
