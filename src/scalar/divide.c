/*
 * Factors of certain sign, and those of polynomials; quotients near an end at
 * which a term is 0 and has no slope, over the distance from there, and over a
 * factor of the only logarithm, or erf.
 */
#include "scalar/factor.h"
#include "scalar/squares.h"
#include "scalar/substitute_internal.h"

#include "core/ring.h"

/* Factors. */

const struct proof *prove_scaled(struct search *s, const struct problem *p,
                                 const struct form *factor,
                                 const struct form *rest, unsigned depth)
{
    const unsigned fn = relation_kind(p->goal);
    struct proof *out = search_proof(s, PROOF_PRODUCT, p->goal, 2);
    const struct wish wishes[] = {{p, search_sign(s, fn, factor)},
                                  {p, search_sign(s, fn, rest)}};

    out->power = 1;
    return search_kids(s, out, depth, wishes, 2) ? out : NULL;
}

const struct proof *prove_cleared(struct search *s, const struct node *n,
                                  const struct form *f)
{
    struct proof *out = search_proof(s, PROOF_PRODUCT, n->p->goal, 3);
    const struct form *rest, *u, *inverse;
    bool negative;

    u = factor_divisor(s->pool, n->e, f, &out->power, &rest, &negative);
    if (u == NULL)
        return NULL;
    out->t = u;
    inverse = form_apply1(s->pool, CORE_RECIP, u);
    if (negative) {
        u = ring_neg(s->pool, u);
        inverse = ring_neg(s->pool, inverse);
        rest = out->power % 2 == 1 ? ring_neg(s->pool, rest) : rest;
    }
    {
        const struct wish wishes[] = {
            {n->p, search_sign(s, CORE_LT, u)},
            {n->p, search_sign(s, CORE_LT, inverse)},
            {n->p, search_sign(s, relation_kind(n->p->goal), rest)}};

        return search_kids(s, out, n->depth, wishes, 3) ? out : NULL;
    }
}

bool has_divisor(struct search *s, const struct node *n, const struct form *f)
{
    const struct form *rest;
    unsigned power;
    bool negative;

    return factor_divisor(s->pool, n->e, f, &power, &rest, &negative) != NULL;
}

const struct proof *prove_factors(struct search *s, const struct node *n,
                                  const struct form *f)
{
    const struct form *first, *rest;
    int sign;

    if (!squares_are_of(f) || !squares_factor(s->pool, f, &first, &rest))
        return NULL;
    sign = samples_sign(n->samples, first);
    if (sign < 0) {
        first = ring_neg(s->pool, first);
        rest = ring_neg(s->pool, rest);
    }
    return sign != 0 ? prove_scaled(s, n->p, first, rest, n->depth) : NULL;
}

/* Quotients. */

/* f over a variable of certain sign, in its simplest form; NULL: it has none.
 */
static const struct form *quotient(struct search *s, struct enclosure *e,
                                   const struct form *f, const struct atom *x)
{
    const struct image *r = enclosure_value(e, x->form);
    const struct form *rest =
        ring_mul(s->pool, f, form_apply1(s->pool, CORE_RECIP, x->form));

    if (!image_is_positive(r) && !image_is_negative(r))
        return NULL;
    rest = image_is_positive(r) ? rest : ring_neg(s->pool, rest);
    return rest ? form_simplified(s, e, rest) : NULL;
}

/* The goal by that of the quotient. */
static const struct proof *by_quotient(struct search *s, const struct node *n,
                                       const struct form *rest,
                                       const struct atom *x)
{
    struct proof *out = search_proof(s, PROOF_PRODUCT, n->p->goal, 2);
    const bool is_below = image_is_negative(enclosure_value(n->e, x->form));
    const struct form *size = is_below ? ring_neg(s->pool, x->form) : x->form;
    const struct wish wishes[] = {
        {n->p, search_sign(s, CORE_LT, size)},
        {n->p, search_sign(s, relation_kind(n->p->goal), rest)}};

    out->t = x->form;
    out->power = 1;
    return search_kids(s, out, n->depth, wishes, 2) ? out : NULL;
}

/* By f / x, where x lies above 0, that is certainly positive. */
static const struct proof *from_zero(struct search *s, const struct node *n,
                                     const struct form *f, const struct atom *x)
{
    const struct form *rest = mpfr_zero_p(enclosure_value(n->e, x->form)->x.lo)
                                  ? quotient(s, n->e, f, x)
                                  : NULL;

    return rest != NULL && enclosure_sign(
                               n->e, search_sign(s, relation_kind(n->p->goal),
                                                 rest)) > 0
               ? by_quotient(s, n, rest, x)
               : NULL;
}

/* Over what the only logarithm, or erf, has as a factor: slopes are rid of it
 * then. */
const struct proof *prove_freed(struct search *s, const struct node *n,
                                const struct form *f)
{
    const struct atom *x = factor_of_function(f);
    const struct form *rest = x ? quotient(s, n->e, f, x) : NULL;

    return rest != NULL && search_is_new(s, rest) ? by_quotient(s, n, rest, x)
                                                  : NULL;
}

/* Whether it may have no slope where its arguments are 0. */
static bool is_singular(const struct atom *a, const void *x)
{
    return a->kind == ATOM_APPLY && variables_have(&a->free, x) &&
           (a->function == FN_LOG || a->function == FN_SQRT ||
            a->function == CORE_POW);
}

/* The goal so, for one of its variables. */
static const struct proof *
prove_from_zero(struct search *s, const struct problem *p, unsigned depth)
{
    const struct form *f = relation_atom(p->goal)->args[0];
    const struct proof *out = NULL;
    struct node n = {.p = p, .depth = depth};

    n.e = search_enclosure(s, p);
    for (size_t i = 0; i < f->free.count && out == NULL; i++)
        out = from_zero(s, &n, f, f->free.items[i]);
    enclosure_free(n.e);
    return out;
}

/* The same from an upper end, for the distance from there. */
static const struct proof *from_above(struct search *s, const struct node *n,
                                      const struct form *f,
                                      const struct atom *x)
{
    const struct form *hi = box_end(s->pool, n->p, n->e, x, true).value;
    struct exchange c = {.pool = s->pool, .x = x};

    if (hi == NULL || form_as_number(s->pool, hi) == NULL ||
        !simplifies_to_zero(s, n->p, form_at(s->pool, f, x, hi)))
        return NULL;
    c.u = search_name(s);
    c.forward = ring_sub(s->pool, hi, x->form);
    c.back = ring_sub(s->pool, hi, c.u->form);
    return prove_exchanged(s, n->p, &c, n->depth, prove_from_zero);
}

const struct proof *prove_divided(struct search *s, const struct node *n,
                                  const struct form *f, const struct atom *x)
{
    const struct proof *out = NULL;

    if (form_first(f, is_singular, x) == NULL)
        return NULL;
    out = from_zero(s, n, f, x);
    return out ? out : from_above(s, n, f, x);
}
