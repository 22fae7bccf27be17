/*
 * Goals taken apart by their form: conjunctions, disjunctions, cases.
 */
#include "scalar/search.h"

#include "core/ring.h"

const struct proof *prove_cases(struct search *s, const struct problem *p,
                                const struct form *assumed, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_CASES, p->goal, 2);
    const struct form *other = relation_not(s->pool, assumed);
    const struct problem first = problem_with(s->pool, p, assumed);
    const struct problem second = problem_with(s->pool, p, other);
    const struct wish wishes[] = {{&first, p->goal}, {&second, p->goal}};

    out->assumed = assumed;
    return search_kids(s, out, depth, wishes, 2) ? out : NULL;
}

const struct proof *prove_and(struct search *s, const struct problem *p,
                              unsigned depth)
{
    size_t n = relation_parts(p->goal, CORE_AND);
    struct proof *out = search_proof(s, PROOF_BOTH, p->goal, n);

    for (size_t i = 0; i < n; i++) {
        const struct wish wish = {p, relation_part(p->goal, CORE_AND, i)};

        if (!search_kids(s, out, depth, &wish, 1))
            return NULL;
    }
    return out;
}

/* All parts of a disjunction but one. */
static const struct form *without(struct pool *pool, const struct form *goal,
                                  size_t part)
{
    const struct form *out = relation_false(pool);

    for (size_t i = 0; i < relation_parts(goal, CORE_OR); i++) {
        if (i != part)
            out = relation_or(pool, out, relation_part(goal, CORE_OR, i));
    }
    return out;
}

/* The simplest part is denied, and the others proved. */
const struct proof *prove_or(struct search *s, const struct problem *p,
                             unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_ASSUMING, p->goal, 1);
    size_t part = 0, n = relation_parts(p->goal, CORE_OR);
    struct problem under;
    struct wish wish = {&under, NULL};

    for (size_t i = 1; i < n; i++) {
        if (relation_part(p->goal, CORE_OR, i)->depth <
            relation_part(p->goal, CORE_OR, part)->depth)
            part = i;
    }
    out->assumed = relation_not(s->pool, relation_part(p->goal, CORE_OR, part));
    under = problem_with(s->pool, p, out->assumed);
    wish.goal = without(s->pool, p->goal, part);
    return search_kids(s, out, depth, &wish, 1) ? out : NULL;
}

/* Above or below 0. */
const struct proof *prove_unequal(struct search *s, const struct problem *p,
                                  const struct form *f, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_PART, p->goal, 1);
    const struct wish wishes[] = {
        {p, search_sign(s, CORE_LT, f)},
        {p, search_sign(s, CORE_LT, ring_neg(s->pool, f))}};

    for (size_t i = 0; i < 2; i++) {
        out->nkids = 0;
        if (search_kids(s, out, depth, &wishes[i], 1))
            return out;
    }
    return NULL;
}

/* Neither above nor below. */
const struct proof *prove_equal(struct search *s, const struct problem *p,
                                const struct form *f, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_EQUAL, p->goal, 2);
    const struct wish wishes[] = {
        {p, search_sign(s, CORE_LE, f)},
        {p, search_sign(s, CORE_LE, ring_neg(s->pool, f))}};

    return search_kids(s, out, depth, wishes, 2) ? out : NULL;
}

/* The goal with a fact that the search proves. */
static const struct proof *prove_having(struct search *s,
                                        const struct problem *p,
                                        const struct form *fact, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_HAVE, p->goal, 2);
    const struct wish first = {p, fact};
    struct problem with;

    out->assumed = fact;
    if (!search_kids(s, out, depth, &first, 1))
        return NULL;
    with = problem_with(s->pool, p, fact);
    out->kids[out->nkids] = search_goal(s, &with, p->goal, depth);
    return out->kids[out->nkids++] ? out : NULL;
}

const struct proof *prove_choice(struct search *s, const struct node *n)
{
    for (size_t i = 0; i < n->p->nfacts; i++) {
        const struct form *fact = n->p->facts[i];

        for (size_t k = 0; relation_kind(fact) == CORE_OR &&
                           k < relation_parts(fact, CORE_OR);
             k++) {
            const struct form *part = relation_part(fact, CORE_OR, k);
            const int sign = enclosure_sign(n->e, part);

            if (sign > 0)
                break;
            if (sign == 0)
                return prove_cases(s, n->p, part, n->depth);
        }
    }
    return NULL;
}

const struct proof *prove_contradiction(struct search *s,
                                        const struct problem *p, unsigned depth)
{
    for (size_t i = p->nfacts; i > 0; i--) {
        const struct form *fact = p->facts[i - 1];
        const unsigned fn = relation_kind(fact);
        struct proof *out = search_proof(s, PROOF_HAVE, p->goal, 2);
        struct problem others = problem_without(s->pool, p, fact), with;
        struct share kept;

        if (fact_is_box(fact) || (fn != CORE_LE && fn != CORE_LT))
            continue;
        out->assumed = relation_not(s->pool, fact);
        with = problem_with(s->pool, p, out->assumed);
        {
            const struct wish wishes[] = {{&others, out->assumed},
                                          {&with, p->goal}};

            kept = share_take(s, 2);
            if (search_kids(s, out, depth, wishes, 2)) {
                share_give(s, kept);
                return out;
            }
            share_give(s, kept);
        }
    }
    return NULL;
}

/* Inverses of what has no certain sign, but seems to have one. */

static int open_sign(const struct node *n, const struct form *u)
{
    const struct image *r = enclosure_value(n->e, u);

    return image_is_positive(r) || image_is_negative(r)
               ? 0
               : samples_sign(n->samples, u);
}

const struct proof *prove_signed(struct search *s, const struct node *n,
                                 const struct form *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++) {
            const struct atom *a = m->items[k].atom;
            const struct form *u =
                a->kind == ATOM_APPLY && a->function == CORE_RECIP ? a->args[0]
                                                                   : NULL;
            const int sign = u ? open_sign(n, u) : 0;

            if (sign != 0)
                return prove_having(
                    s, n->p,
                    search_sign(s, CORE_LT,
                                sign < 0 ? ring_neg(s->pool, u) : u),
                    n->depth);
        }
    }
    return NULL;
}
