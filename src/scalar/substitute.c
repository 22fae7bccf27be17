/*
 * Near a point at which a term is 0 and has no slope: the term over the
 * distance from there; and other variables: u = 1/x on a half line.
 */
#include "scalar/search.h"

#include "core/meaning.h"
#include "core/ring.h"

/* Ends. */

/*
 * f / x, where x lies above 0 and f is 0 at 0, is certainly positive:
 * logarithms and roots have no slopes there.
 */
static const struct proof *from_zero(struct search *s, const struct node *n,
                                     const struct form *f, const struct atom *x)
{
    const struct image *r = enclosure_value(n->e, x->form);
    struct proof *out = search_proof(s, PROOF_DIVIDE, n->p->goal, 2);
    const struct form *rest;

    if (!mpfr_zero_p(r->x.lo) || !image_is_positive(r))
        return NULL;
    out->t = x->form;
    rest = ring_mul(s->pool, f, form_apply1(s->pool, CORE_RECIP, x->form));
    rest = form_simplified(s, n->e, rest);
    if (rest == NULL ||
        enclosure_sign(n->e, search_sign(s, relation_kind(n->p->goal), rest)) <=
            0)
        return NULL;
    {
        const struct wish wishes[] = {
            {n->p, search_sign(s, CORE_LT, x->form)},
            {n->p, search_sign(s, relation_kind(n->p->goal), rest)}};

        return search_kids(s, out, n->depth, wishes, 2) ? out : NULL;
    }
}

/* The same from an upper end, for the distance y from there. */
static const struct proof *from_above(struct search *s, const struct node *n,
                                      const struct form *f,
                                      const struct atom *x)
{
    const struct end hi = box_end(s->pool, n->p, n->e, x, true);
    struct proof *out = search_proof(s, PROOF_REWRITE, n->p->goal, 1);
    const struct form **after =
        arena_array(pool_arena(s->pool), n->p->nfacts + 1, sizeof *after);
    struct problem q = {after, n->p->nfacts, NULL};
    struct node kid = {&q, NULL, NULL, n->depth + 1};
    const struct form *back;

    if (hi.value == NULL || form_as_number(s->pool, hi.value) == NULL ||
        !simplifies_to_zero(s, n->p, form_at(s->pool, f, x, hi.value)))
        return NULL;
    out->y = problem_name(s->pool, s->names++, false);
    out->t = ring_sub(s->pool, hi.value, x->form);
    back = ring_sub(s->pool, hi.value, out->y->form);
    for (size_t i = 0; i < n->p->nfacts; i++)
        after[i] = form_at(s->pool, n->p->facts[i], x, back);
    q.goal = form_at(s->pool, n->p->goal, x, back);
    out->before = n->p->facts;
    out->after = after;
    out->nfacts = q.nfacts;
    kid.e = enclosure_new(s->pool, q.facts, q.nfacts, SEARCH_BITS);
    out->kids[out->nkids++] =
        from_zero(s, &kid, form_at(s->pool, f, x, back), out->y);
    enclosure_free(kid.e);
    return out->kids[0] ? out : NULL;
}

const struct proof *prove_divided(struct search *s, const struct node *n,
                                  const struct form *f, const struct atom *x)
{
    const struct proof *out = from_zero(s, n, f, x);

    return out ? out : from_above(s, n, f, x);
}

/* Half lines. */

/* What stands for u in x, and for x in u; equations by theorems: what is made
 * of both, and what of the other way round. */
static const struct row {
    const char *forward, *back, *theorem;
} row = {"recip(a)", "recip(a)", "inverse_of_inverse"};

struct exchange {
    struct pool *pool;
    const struct atom *x, *u;
    const struct form *forward, *back, *both;
};

/* The text at one argument. */
static const struct form *at(struct pool *pool, const char *text,
                             const struct form *a)
{
    return meaning_at2(pool, text, a, a);
}

static const struct form *exchanged(void *context, const struct atom *a)
{
    const struct exchange *c = context;

    if (a->form == c->forward)
        return c->u->form;
    return a == c->x ? c->back : NULL;
}

static const struct form *in_other(const struct exchange *c,
                                   const struct form *f)
{
    const struct equation e = {.head = c->both, .by = c->u->form};
    const struct form *g =
        f ? form_mapped(c->pool, f, exchanged, (void *)c) : NULL;

    return g ? form_rewritten(c->pool, g, &e, 1) : NULL;
}

/* The facts about u that the range of x, all of it above lo > 0, gives. */
static size_t range_of(struct search *s, const struct exchange *c,
                       const struct form *lo, const struct form **facts)
{
    size_t count = 0;

    facts[count++] = search_sign(s, CORE_LT, c->forward);
    if (lo != NULL && form_as_number(s->pool, lo) != NULL &&
        mpq_sgn(form_as_number(s->pool, lo)->value->q) > 0)
        facts[count++] = relation_between(
            s->pool, CORE_LE, c->forward,
            ring_number(
                s->pool,
                pool_inverse(s->pool, form_as_number(s->pool, lo))->value->q));
    return count;
}

static const struct proof *by_exchange(struct search *s,
                                       const struct problem *p,
                                       const struct exchange *c,
                                       const struct form *lo, unsigned depth)
{
    enum { ROOM = 2 };
    struct proof *out = search_proof(s, PROOF_REWRITE, p->goal, 4);
    const struct form **facts =
        arena_array(pool_arena(s->pool), 2 * (p->nfacts + ROOM), sizeof *facts);
    const struct form **after = facts + p->nfacts + ROOM;
    size_t count = range_of(s, c, lo, facts);
    struct equation *e = arena_array(pool_arena(s->pool), 1, sizeof *e);
    struct problem q;

    *e = (struct equation){.theorem = row.theorem,
                           .values = {c->x->form},
                           .head = at(s->pool, row.back, c->forward),
                           .by = c->x->form};
    out->y = c->u;
    out->t = c->forward;
    out->equations = e;
    out->nequations = 1;
    out->nranges = count;
    for (size_t i = 0; i < p->nfacts; i++)
        facts[count++] = p->facts[i];
    for (size_t i = 0; i < count; i++) {
        after[i] = in_other(c, facts[i]);
        if (after[i] == NULL)
            return NULL;
    }
    out->before = facts;
    out->after = after;
    out->nfacts = count;
    q = (struct problem){after, count, in_other(c, p->goal)};
    {
        const struct wish wishes[] = {{p, facts[0]}, {p, facts[1]}};

        if (q.goal == NULL || !search_kids(s, out, depth, wishes, out->nranges))
            return NULL;
    }
    out->kids[out->nkids] = prove_expanded(s, &q, depth + 1);
    if (out->kids[out->nkids] == NULL)
        out->kids[out->nkids] = search_prove(s, &q, depth + 1);
    return out->kids[out->nkids++] ? out : NULL;
}

const struct proof *prove_substituted(struct search *s, const struct problem *p,
                                      unsigned depth)
{
    struct enclosure *e =
        enclosure_new(s->pool, p->facts, p->nfacts, SEARCH_BITS);
    const struct proof *out = NULL;

    for (size_t i = 0; i < p->goal->free.count && out == NULL; i++) {
        const struct atom *x = p->goal->free.items[i];
        const struct image *r = enclosure_value(e, x->form);
        struct exchange c = {.pool = s->pool, .x = x};
        struct end lo;

        if (x->is_integer || !mpfr_inf_p(r->x.hi) || !image_is_positive(r))
            continue;
        lo = box_end(s->pool, p, e, x, false);
        c.u = problem_name(s->pool, s->names++, false);
        c.forward = at(s->pool, row.forward, x->form);
        c.back = at(s->pool, row.back, c.u->form);
        c.both = at(s->pool, row.forward, c.back);
        out = by_exchange(s, p, &c, lo.value, depth);
    }
    enclosure_free(e);
    return out;
}
