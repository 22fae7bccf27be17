/*
 * Sums of products of facts, for scalar/write_squares.c; linear terms as such
 * sums, one letter after another taken away by a fact that has it with the same
 * sign ([Schrijver1986] 12.2).
 */
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

    if (a == NULL || a->count == 0 || f == NULL || f->count == 0 ||
        a->args[0]->count != f->count)
        return NULL;
    size_t place = place_of(c, &factor->fact);
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

/* Linear terms. */

struct elimination {
    struct search *s;
    const struct node *n;
    struct multiple used[LINEAR_DEPTH + 1];
    size_t count;
    unsigned tries;
};

/* f less a multiple of g, a fact, in which that term is gone; NULL: g has none
 * of its sign. */
static const struct form *less(struct pool *pool, const struct form *f,
                               const struct term *t, const struct form *g,
                               const struct form **multiple)
{
    for (size_t i = 0; i < g->count; i++) {
        if (g->terms[i].monomial != t->monomial)
            continue;
        const struct number *c = pool_number_of(pool, mpq_div, t->coefficient,
                                                g->terms[i].coefficient);
        if (c == NULL || mpq_sgn(c->value->q) <= 0)
            return NULL;
        *multiple = ring_scale(pool, c->value->q, g);
        return ring_sub(pool, f, *multiple);
    }
    return NULL;
}

/* Whether f is what is used and is not below 0, or above where it has to be. */
static bool by_facts(struct elimination *x, const struct form *f,
                     bool is_strict);

/* By a fact that has that letter. */
static bool by_fact(struct elimination *x, const struct form *f,
                    const struct term *t, const struct form *fact,
                    bool is_strict)
{
    const unsigned fn = relation_kind(fact);
    struct multiple *used = &x->used[x->count];

    if ((fn != CORE_LE && fn != CORE_LT) ||
        !form_is_linear(relation_atom(fact)->args[0], false))
        return false;
    const struct form *rest =
        less(x->s->pool, f, t, relation_atom(fact)->args[0], &used->form);
    if (rest == NULL)
        return false;
    used->fact = (struct squares_fact){.relation = fact};
    x->count++;
    if (by_facts(x, rest, is_strict && fn != CORE_LT))
        return true;
    x->count--;
    return false;
}

static bool by_facts(struct elimination *x, const struct form *f,
                     bool is_strict)
{
    struct search *s = x->s;
    const struct form *said = search_sign(s, is_strict ? CORE_LT : CORE_LE, f);

    if (x->tries == 0)
        return false;
    x->tries--;
    if (said == relation_true(s->pool) || enclosure_sign(x->n->e, said) > 0) {
        x->used[x->count++] = (struct multiple){{.relation = said}, f};
        return true;
    }
    for (size_t i = 0; i < f->count && x->count < LINEAR_DEPTH; i++) {
        for (size_t k = 0; k < x->n->p->nfacts; k++) {
            if (f->terms[i].monomial->count == 1 &&
                by_fact(x, f, &f->terms[i], x->n->p->facts[k], is_strict))
                return true;
        }
    }
    return false;
}

const struct proof *prove_linear(struct search *s, const struct node *n,
                                 const struct form *f)
{
    struct elimination x = {.s = s, .n = n, .tries = LINEAR_TRIES};
    struct certificate sum = {.nfacts = 0};

    if (!form_is_linear(f, false) ||
        !by_facts(&x, f, relation_kind(n->p->goal) == CORE_LT))
        return NULL;
    for (size_t i = 0; i < x.count; i++)
        certificate_add(s, &sum, &x.used[i], 1, NULL);
    return certificate_proof(s, &sum, f, NULL, n->p->goal);
}

/* Whether boxes say little of it: a sum, or what has an infinite range. */
static bool is_unknown(const struct node *n, const struct letters *m)
{
    const struct atom *a =
        m->count == 1 && m->items[0].power == 1 ? m->items[0].atom : NULL;

    return a != NULL &&
           ((a->kind == ATOM_BINDER && binder_is_over_index(a)) ||
            !interval_is_finite(&enclosure_value(n->e, a->form)->x));
}

/* By that fact, and a rest without the letter of the term. */
static const struct proof *by_rest(struct search *s, const struct node *n,
                                   const struct form *f, const struct term *t,
                                   const struct form *fact)
{
    const unsigned fn = relation_kind(fact);
    struct multiple used = {{.relation = fact}, NULL}, known;
    struct certificate sum = {.nfacts = 0};
    const struct form *rest =
        fn == CORE_LE || fn == CORE_LT
            ? less(s->pool, f, t, relation_atom(fact)->args[0], &used.form)
            : NULL;

    if (rest == NULL ||
        variables_have(&rest->free, t->monomial->items[0].atom) ||
        !search_is_new(s, rest))
        return NULL;
    known = certificate_known(
        &sum,
        search_goal(s, n->p, search_sign(s, relation_kind(n->p->goal), rest),
                    n->depth),
        rest);
    certificate_add(s, &sum, &used, 1, NULL);
    certificate_add(s, &sum, &known, 1, NULL);
    return certificate_proof(s, &sum, f, NULL, n->p->goal);
}

const struct proof *prove_eliminated(struct search *s, const struct node *n,
                                     const struct form *f)
{
    const struct proof *out = NULL;

    for (size_t i = 0; i < f->count && out == NULL; i++) {
        for (size_t k = 0; k < n->p->nfacts && out == NULL; k++) {
            if (is_unknown(n, f->terms[i].monomial))
                out = by_rest(s, n, f, &f->terms[i], n->p->facts[k]);
        }
    }
    return out;
}
