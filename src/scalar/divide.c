/*
 * Quotients: near an end at which a term is 0 and has no slope, over the
 * distance from there; over a factor of the only logarithm, or erf.
 */
#include "scalar/factor.h"
#include "scalar/search.h"

#include "core/ring.h"

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

/* f over a variable of certain sign that the only logarithm, or erf, has as a
 * factor: slopes are rid of it then. */
const struct proof *prove_freed(struct search *s, const struct node *n,
                                const struct form *f)
{
    const struct atom *x = factor_of_function(f);
    const struct image *r = x ? enclosure_value(n->e, x->form) : NULL;
    struct proof *out = search_proof(s, PROOF_DIVIDE, n->p->goal, 2);
    const struct form *rest, *size;

    if (x == NULL || (!image_is_positive(r) && !image_is_negative(r)))
        return NULL;
    out->t = x->form;
    size = image_is_positive(r) ? x->form : ring_neg(s->pool, x->form);
    rest = ring_mul(s->pool, f, form_apply1(s->pool, CORE_RECIP, x->form));
    if (size != x->form)
        rest = ring_neg(s->pool, rest);
    rest = rest ? form_simplified(s, n->e, rest) : NULL;
    if (rest == NULL || !search_is_new(s, rest))
        return NULL;
    {
        const struct wish wishes[] = {
            {n->p, search_sign(s, CORE_LT, size)},
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
    out->y = search_name(s);
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
