/* Sums of products of facts, for scalar/write_squares.c. */
#include "scalar/certificate.h"

#include "core/ring.h"

/* The fact among those of the certificate. */
static size_t place_of(struct certificate *c, const struct squares_fact *fact)
{
    size_t i = 0;

    while (i < c->nfacts && c->facts[i].relation != fact->relation)
        i++;
    if (i == c->nfacts && i < CERTIFICATE_ROOM)
        c->facts[c->nfacts++] = *fact;
    return i;
}

struct multiple certificate_known(struct certificate *c,
                                  const struct proof *proof,
                                  const struct form *form)
{
    c->failed = c->failed || proof == NULL || c->nfirsts == CERTIFICATE_ROOM;
    if (!c->failed)
        c->firsts[c->nfirsts++] = proof;
    return (struct multiple){{.relation = proof ? proof->goal : NULL}, form};
}

/* The number by which f is a multiple of what the fact compares with 0, the
 * fact among those of the product; NULL: it is none. */
static const struct form *add_factor(struct search *s, struct certificate *c,
                                     const struct multiple *factor,
                                     struct squares_product *out)
{
    const struct atom *a = relation_atom(factor->fact.relation);
    const struct form *f = factor->form;
    size_t place;

    if (a == NULL || a->count == 0 || f == NULL || f->count == 0 ||
        a->args[0]->count != f->count)
        return NULL;
    place = place_of(c, &factor->fact);
    out->facts[out->nfacts++] = place;
    return place < CERTIFICATE_ROOM ? number_ratio(s->pool, f, a->args[0])
                                    : NULL;
}

void certificate_add(struct search *s, struct certificate *c,
                     const struct multiple *factors, size_t count,
                     const struct form *square)
{
    struct squares_product out = {.square = square};
    const struct form *scale = pool_one(s->pool);

    for (size_t i = 0; i < count && !c->failed; i++) {
        const struct form *by = factors[i].form;

        if (form_as_number(s->pool, by) == NULL)
            by = add_factor(s, c, &factors[i], &out);
        c->failed = by == NULL || c->nproducts == CERTIFICATE_ROOM;
        scale = by ? ring_mul(s->pool, scale, by) : NULL;
    }
    if (c->failed || out.nfacts == 0 || form_is_nil(scale))
        return;
    out.is_turned = mpq_sgn(form_as_number(s->pool, scale)->value->q) < 0;
    out.coefficient = out.is_turned ? ring_neg(s->pool, scale) : scale;
    c->products[c->nproducts++] = out;
}

const struct proof *proof_having(struct search *s, const struct proof *first,
                                 const struct proof *rest)
{
    struct proof *out = search_proof(s, PROOF_HAVE, rest->goal, 2);

    out->assumed = first->goal;
    out->kids[out->nkids++] = first;
    out->kids[out->nkids++] = rest;
    return out;
}

const struct proof *certificate_proof(struct search *s, struct certificate *c,
                                      const struct form *total,
                                      const struct form *denied,
                                      const struct form *goal)
{
    struct proof *sum = search_proof(s, PROOF_SQUARES, goal, 0);
    const struct proof *out = sum;
    struct squares *squares = arena_alloc(pool_arena(s->pool), sizeof *squares);
    const struct atom *a = relation_atom(goal);
    const struct form *scale = pool_one(s->pool);

    if (a == NULL || a->count == 0 || c->failed)
        return NULL;
    if (total != NULL)
        scale = number_ratio(s->pool, a->args[0], total);
    for (size_t i = 0; i < c->nproducts; i++)
        c->products[i].coefficient =
            ring_mul(s->pool, scale, c->products[i].coefficient);
    *squares = (struct squares){
        .denied = denied,
        .facts = pool_copy(s->pool, c->facts, c->nfacts, sizeof *c->facts),
        .nfacts = c->nfacts,
        .products =
            pool_copy(s->pool, c->products, c->nproducts, sizeof *c->products),
        .nproducts = c->nproducts};
    sum->squares = squares;
    for (size_t i = c->nfirsts; i > 0; i--)
        out = proof_having(s, c->firsts[i - 1], out);
    return out;
}
