/*
 * Sums of exponentials by their tangents at one exponent, as weighted means are
 * compared ([HardyLittlewoodPolya1952] 2.5); sums of logarithms before.
 */
#include "scalar/gaps.h"

#include "core/ring.h"
#include "scalar/laws.h"

/* f = sum of weights[i] * letters[i], products of exponentials whose exponents
 * add up to exponents[i]. */
struct exponentials {
    size_t count;
    const struct form *weights[GAPS], *letters[GAPS], *exponents[GAPS];
};

static bool read_term(struct pool *pool, struct exponentials *g,
                      const struct term *t)
{
    const struct form *weight = ring_number(pool, t->coefficient->value->q),
                      *letters = pool_one(pool), *exponent = ring_int(pool, 0);
    size_t at = 0;

    for (size_t k = 0; k < t->monomial->count; k++) {
        const struct atom *a = t->monomial->items[k].atom;
        const unsigned power = t->monomial->items[k].power;
        const struct form *f = ring_power(pool, a->form, power);

        if (!atom_is(a, FN_EXP)) {
            weight = ring_mul(pool, weight, f);
            continue;
        }
        letters = ring_mul(pool, letters, f);
        exponent = ring_add(
            pool, exponent,
            ring_mul(pool, a->args[0], ring_int(pool, (int64_t)power)));
    }
    while (at < g->count && g->letters[at] != letters)
        at++;
    if (at == GAPS)
        return false;
    if (at == g->count) {
        g->weights[at] = ring_int(pool, 0);
        g->letters[at] = letters;
        g->exponents[g->count++] = exponent;
    }
    g->weights[at] = ring_add(pool, g->weights[at], weight);
    return g->weights[at] != NULL && letters != NULL && exponent != NULL;
}

/* letters[i] >= letters[m] * (1 + exponents[i] - exponents[m]) */
static bool bound_exponential(struct search *s, const struct node *n,
                              const struct exponentials *g, size_t i, size_t m,
                              struct gap *out)
{
    struct pool *pool = s->pool;
    const struct form *rise = ring_sub(pool, g->exponents[i], g->exponents[m]);
    const struct form *line = ring_add(pool, pool_one(pool), rise);
    const struct form *power = form_apply1(pool, FN_EXP, rise);
    const struct form *said = ring_sub(pool, power, line);
    const struct form *product = ring_mul(pool, g->letters[m], power);
    const struct form *premise;
    const struct squares_fact instance =
        law_fact(pool, "exp_above_line_scalar", rise, NULL, &premise);
    struct squares_fact known =
        law_fact(pool, "exp_of_number_sum", rise, g->exponents[m], &premise);
    const struct proof *equation = NULL;
    struct problem kid = *n->p;

    kid.goal = relation_between(pool, CORE_EQ, product, g->letters[i]);
    known.relation = kid.goal;
    if (said == NULL || kid.goal == NULL)
        return false;
    if (form_apply1(pool, FN_EXP, g->exponents[i]) != g->letters[i] ||
        form_apply1(pool, FN_EXP, g->exponents[m]) != g->letters[m]) {
        known = (struct squares_fact){.relation = kid.goal};
        equation = product != g->letters[i]
                       ? prove_expanded(s, &kid, n->depth + 1)
                       : NULL;
        if (product != g->letters[i] && equation == NULL)
            return false;
    }
    out->weight = g->weights[i];
    out->gap =
        ring_sub(pool, g->letters[i], ring_mul(pool, g->letters[m], line));
    out->proof =
        gap_proof(s, out->gap, &instance, said,
                  g->letters[m] == pool_one(pool) ? NULL : g->letters[m],
                  product != g->letters[i] ? &known : NULL, equation);
    return out->proof != NULL;
}

static const struct proof *prove_exponentials_at(struct search *s,
                                                 const struct node *n,
                                                 const struct exponentials *g,
                                                 size_t m)
{
    struct gap gaps[GAPS];
    size_t count = 0;
    bool fine = true;

    for (size_t i = 0; i < g->count && fine; i++)
        fine = i == m || samples_sign(n->samples, g->weights[i]) > 0;
    for (size_t i = 0; i < g->count && fine; i++)
        fine = i == m || bound_exponential(s, n, g, i, m, &gaps[count++]);
    return fine ? gaps_prove(s, n->p, gaps, count, n->depth) : NULL;
}

/* Quotients. */

/* The only one with a weight of its sign; g->count: there is none. */
static size_t odd_one(const struct node *n, const struct exponentials *g)
{
    size_t place[2] = {0, 0}, count[2] = {0, 0};

    for (size_t i = 0; i < g->count; i++) {
        const int sign = samples_sign(n->samples, g->weights[i]);

        if (sign == 0)
            return g->count;
        count[sign > 0]++;
        place[sign > 0] = i;
    }
    return count[0] == 1 ? place[0] : count[1] == 1 ? place[1] : g->count;
}

static const struct proof *prove_joined(struct search *s,
                                        const struct problem *p, unsigned depth)
{
    return search_anew(s, p, p->goal, depth);
}

/* f over the exponential that others are compared with. */
static const struct proof *prove_quotient(struct search *s,
                                          const struct node *n,
                                          const struct form *f,
                                          const struct exponentials *g)
{
    struct pool *pool = s->pool;
    struct proof *out = search_proof(s, PROOF_PRODUCT, n->p->goal, 2);
    const size_t m = odd_one(n, g);
    struct equation list[GAPS + 1];
    size_t count = 1;

    if (m == g->count || form_letter(g->letters[m]) == NULL)
        return NULL;
    const struct form *down = ring_neg(pool, g->exponents[m]),
                      *inverse = form_apply1(pool, CORE_RECIP, g->letters[m]);
    list[0] = law_back(pool, "inverse_of_exp", g->exponents[m], NULL);
    for (size_t i = 0; i < g->count; i++) {
        if (form_letter(g->letters[i]) != NULL)
            list[count++] =
                law_back(pool, "exp_of_number_sum", g->exponents[i], down);
    }
    out->t = g->letters[m];
    out->power = 1;
    const struct problem over = {
        n->p->facts, n->p->nfacts,
        search_sign(s, relation_kind(n->p->goal), ring_mul(pool, f, inverse))};
    const struct wish wish = {n->p, search_sign(s, CORE_LT, out->t)};
    if (!search_kids(s, out, n->depth, &wish, 1))
        return NULL;
    out->kids[out->nkids] =
        prove_rewritten(s, &over, list, count, n->depth + 1, prove_joined);
    return out->kids[out->nkids++] ? out : NULL;
}

static const struct proof *prove_tangents_of(struct search *s,
                                             const struct node *n)
{
    const struct form *f = relation_atom(n->p->goal)->args[0];
    struct exponentials g = {.count = 0};
    const struct proof *out = NULL;
    bool fine = true;

    for (size_t i = 0; i < f->count && fine; i++)
        fine = read_term(s->pool, &g, &f->terms[i]);
    for (size_t m = 0; m < g.count && fine && g.count > 1 && out == NULL; m++)
        out = prove_exponentials_at(s, n, &g, m);
    if (out == NULL && fine && g.count > 1 && search_is_new(s, f))
        out = prove_quotient(s, n, f, &g);
    return out;
}

const struct proof *prove_tangents(struct search *s, const struct problem *p,
                                   unsigned depth)
{
    struct node n = {.p = p, .depth = depth};
    bool changed;

    const struct proof *out =
        prove_products_once(s, p, depth, prove_tangents, &changed);
    if (changed)
        return out;
    if (relation_kind(p->goal) != CORE_LE && relation_kind(p->goal) != CORE_LT)
        return search_prove(s, p, depth);
    n.e = search_enclosure(s, p);
    n.samples = samples_new(s->pool, p, n.e);
    out = prove_logarithms(s, &n);
    if (out == NULL)
        out = prove_tangents_of(s, &n);
    samples_free(n.samples);
    enclosure_free(n.e);
    return out;
}
