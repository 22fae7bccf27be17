/* Sums of weights times what instances say, as certificates. */
#include "scalar/gaps.h"

#include "core/ring.h"

const struct proof *gaps_prove(struct search *s, const struct problem *p,
                               const struct gap *gaps, size_t count,
                               unsigned depth)
{
    const struct form *f = relation_atom(p->goal)->args[0], *rest = f;
    struct certificate sum = {.nfacts = 0};
    struct multiple known;

    for (size_t i = 0; i < count; i++)
        rest = ring_sub(s->pool, rest,
                        ring_mul(s->pool, gaps[i].weight, gaps[i].gap));
    known = certificate_known(
        &sum,
        search_anew(s, p, search_sign(s, relation_kind(p->goal), rest), depth),
        rest);
    certificate_add(s, &sum, &known, 1, NULL);
    for (size_t i = 0; i < count && !sum.failed; i++) {
        const struct form *w = gaps[i].weight;
        struct multiple factors[] = {
            certificate_known(&sum, gaps[i].proof, gaps[i].gap), {.form = w}};

        if (form_as_number(s->pool, w) == NULL)
            factors[1] = certificate_known(
                &sum, search_goal(s, p, search_sign(s, CORE_LE, w), depth), w);
        certificate_add(s, &sum, factors, 2, NULL);
    }
    return certificate_proof(s, &sum, f, NULL, p->goal);
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

    if (gap == NULL || rest == NULL || gap->count == 0)
        return NULL;
    if (proof != NULL)
        certificate_known(&sum, proof, rest);
    certificate_add(s, &sum, factors, factor ? 2 : 1, NULL);
    if (equation != NULL) {
        const struct multiple known = {*equation, rest};

        certificate_add(s, &sum, &known, 1, NULL);
    }
    return certificate_proof(s, &sum, gap, NULL, search_sign(s, CORE_LE, gap));
}
