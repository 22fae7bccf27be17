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

/* f over g, multiples of each other. */
static const struct form *ratio_of(struct search *s, const struct form *f,
                                   const struct form *g)
{
    return ring_number(s->pool,
                       pool_number_of(s->pool, mpq_div, f->terms[0].coefficient,
                                      g->terms[0].coefficient)
                           ->value->q);
}

void certificate_add(struct search *s, struct certificate *c,
                     const struct multiple *factors, size_t count,
                     const struct form *square)
{
    struct squares_product out = {.square = square};
    const struct form *scale = pool_one(s->pool);

    for (size_t i = 0; i < count && !c->failed; i++) {
        const struct atom *a = relation_atom(factors[i].fact.relation);
        const struct form *f = factors[i].form;

        c->failed = a == NULL || a->count == 0 || f == NULL || f->count == 0 ||
                    a->args[0]->count != f->count ||
                    c->nproducts == CERTIFICATE_ROOM;
        if (c->failed)
            return;
        scale = ring_mul(s->pool, scale, ratio_of(s, f, a->args[0]));
        out.facts[out.nfacts++] = place_of(c, &factors[i].fact);
        c->failed = out.facts[i] == CERTIFICATE_ROOM;
    }
    out.is_turned = mpq_sgn(form_as_number(s->pool, scale)->value->q) < 0;
    out.coefficient = out.is_turned ? ring_neg(s->pool, scale) : scale;
    c->products[c->nproducts++] = out;
}

const struct proof *certificate_proof(struct search *s, struct certificate *c,
                                      const struct form *total,
                                      const struct form *denied,
                                      const struct form *goal)
{
    struct proof *out = search_proof(s, PROOF_SQUARES, goal, 0);
    struct squares *squares = arena_alloc(pool_arena(s->pool), sizeof *squares);
    const struct atom *a = relation_atom(goal);
    const struct form *scale = pool_one(s->pool);

    if (a == NULL || a->count == 0 || c->failed)
        return NULL;
    if (total != NULL)
        scale = ratio_of(s, a->args[0], total);
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
    out->squares = squares;
    return out;
}

const struct proof *proof_having(struct search *s, const struct proof *first,
                                 const struct proof *rest)
{
    struct proof *out =
        rest ? search_proof(s, PROOF_HAVE, rest->goal, 2) : NULL;

    if (first == NULL || rest == NULL)
        return NULL;
    out->assumed = first->goal;
    out->kids[out->nkids++] = first;
    out->kids[out->nkids++] = rest;
    return out;
}
