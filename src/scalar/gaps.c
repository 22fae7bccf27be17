/* Sums of weights times what instances say, as certificates. */
#include "scalar/gaps.h"

#include "core/ring.h"

const struct proof *gaps_prove(struct search *s, const struct problem *p,
                               const struct gap *gaps, size_t count,
                               unsigned depth)
{
    const struct form *rest = relation_atom(p->goal)->args[0];
    const struct proof *firsts[2 * GAPS + 1];
    struct certificate sum = {.nfacts = 0};
    const struct proof *out;
    size_t n = 0;

    for (size_t i = 0; i < count; i++)
        rest = ring_sub(s->pool, rest,
                        ring_mul(s->pool, gaps[i].weight, gaps[i].gap));
    firsts[n] =
        search_anew(s, p, search_sign(s, relation_kind(p->goal), rest), depth);
    if (firsts[n++] == NULL)
        return NULL;
    if (relation_atom(firsts[0]->goal) != NULL) {
        const struct multiple known = {{.relation = firsts[0]->goal}, rest};

        certificate_add(s, &sum, &known, 1, NULL);
    }
    for (size_t i = 0; i < count; i++) {
        struct multiple factors[] = {
            {{.relation = gaps[i].proof->goal}, gaps[i].gap},
            {{.relation = search_sign(s, CORE_LE, gaps[i].weight)},
             gaps[i].weight}};
        const struct number *c = form_as_number(s->pool, gaps[i].weight);

        firsts[n++] = gaps[i].proof;
        if (c != NULL) {
            factors[0].form = ring_scale(s->pool, c->value->q, gaps[i].gap);
            certificate_add(s, &sum, factors, 1, NULL);
            continue;
        }
        firsts[n] = search_goal(s, p, factors[1].fact.relation, depth);
        if (firsts[n++] == NULL)
            return NULL;
        certificate_add(s, &sum, factors, 2, NULL);
    }
    out = certificate_proof(s, &sum, relation_atom(p->goal)->args[0], NULL,
                            p->goal);
    while (n > 0 && out != NULL)
        out = proof_having(s, firsts[--n], out);
    return out;
}

const struct proof *gap_proof(struct search *s, const struct form *gap,
                              const struct squares_fact *instance,
                              const struct form *said,
                              const struct form *factor,
                              const struct squares_fact *equation,
                              const struct proof *proof)
{
    const struct form *rest =
        ring_sub(s->pool, gap, factor ? ring_mul(s->pool, said, factor) : said);
    const struct multiple factors[] = {
        {*instance, said},
        {{.relation = factor ? search_sign(s, CORE_LT, factor) : NULL},
         factor}};
    struct certificate sum = {.nfacts = 0};
    const struct proof *out;

    if (gap == NULL || rest == NULL || gap->count == 0)
        return NULL;
    certificate_add(s, &sum, factors, factor ? 2 : 1, NULL);
    if (equation != NULL) {
        const struct multiple known = {*equation, rest};

        certificate_add(s, &sum, &known, 1, NULL);
    }
    out = certificate_proof(s, &sum, gap, NULL, search_sign(s, CORE_LE, gap));
    return proof ? proof_having(s, proof, out) : out;
}
