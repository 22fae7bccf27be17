/*
 * Sums of logarithms, c_1 log(a_1) + c_2 log(a_2) + ..., by log(t) <= t - 1 at
 * products t of powers of the a_j ([CoverThomas2006] 2.6, the information
 * inequality): what is left of the goal has none.
 */
#include "scalar/combination.h"
#include "scalar/gaps.h"
#include "scalar/laws.h"

#include "core/ring.h"

/* f = rest + sum of coefficients[j] * log(args[j]), by weights. */
struct logs {
    struct search *s;
    const struct problem *p;
    struct node node;
    size_t count, nweights;
    const struct form *args[GAPS], *coefficients[GAPS];
    const struct form *weights[GAPS];
    const struct number *shares[GAPS][GAPS]; /* by log, by weight */
};

static bool is_log(const struct atom *a)
{
    return atom_is(a, FN_LOG) && form_scalar(a->form);
}

/* The one logarithm of the monomial, of a variable if there are others; NULL:
 * there is none; *several: more than one. */
static const struct atom *log_of(const struct letters *m, bool *several)
{
    const struct atom *out = NULL;

    for (size_t k = 0; k < m->count; k++) {
        const struct atom *a = m->items[k].atom;

        if (!is_log(a) || (out != NULL && a->free.count == 0))
            continue;
        if (out != NULL && out->free.count > 0)
            *several = true;
        if (a->free.count > 0 && m->items[k].power > 1)
            *several = true;
        out = a;
    }
    return out;
}

static bool read_logs(struct logs *g, const struct form *f)
{
    for (size_t i = 0; i < f->count; i++) {
        bool several = false;
        const struct atom *a = log_of(f->terms[i].monomial, &several);
        struct term t = f->terms[i];
        size_t at = 0;

        if (several)
            return false;
        if (a == NULL)
            continue;
        while (at < g->count && g->args[at] != a->args[0])
            at++;
        if (at == GAPS)
            return false;
        if (at == g->count) {
            g->args[g->count] = a->args[0];
            g->coefficients[g->count++] = ring_int(g->s->pool, 0);
        }
        t.monomial =
            monomial_divide(g->s->pool, t.monomial, a->form->terms[0].monomial);
        g->coefficients[at] = ring_add(g->s->pool, g->coefficients[at],
                                       ring_term(g->s->pool, NULL, NULL, &t));
        if (g->coefficients[at] == NULL)
            return false;
    }
    return g->count > 0;
}

/* Whether one of so many weights is the same but for a number. */
static bool is_known(struct logs *g, const struct form *c)
{
    const struct number *share;
    bool out = false;

    for (size_t i = 0; i < g->nweights && !out; i++)
        out = combination_of(g->s->pool, c, &g->weights[i], 1, &share);
    return out;
}

/* Whether weight i is a sum of others with coefficients not below 0. */
static bool is_sum(struct logs *g, size_t i)
{
    const struct form *others[GAPS];
    const struct number *shares[GAPS];
    size_t count = 0;

    for (size_t k = 0; k < g->nweights; k++) {
        if (k != i)
            others[count++] = g->weights[k];
    }
    bool out = combination_of(g->s->pool, g->weights[i], others, count, shares);
    for (size_t k = 0; k < count && out; k++)
        out = mpq_sgn(shares[k]->value->q) >= 0;
    return out;
}

/* Coefficients that seem to have a sign, without sums of others, the longest
 * first. */
static void list_weights(struct logs *g)
{
    size_t longest = 0;

    for (size_t j = 0; j < g->count; j++) {
        const struct form *c = g->coefficients[j];
        const int sign =
            g->args[j]->free.count > 0 ? samples_sign(g->node.samples, c) : 0;

        if (sign != 0 && !is_known(g, c))
            g->weights[g->nweights++] = sign > 0 ? c : ring_neg(g->s->pool, c);
        longest = c->count > longest ? c->count : longest;
    }
    for (; longest > 0; longest--) {
        for (size_t i = g->nweights; i-- > 0;) {
            if (g->weights[i]->count == longest && is_sum(g, i))
                g->weights[i] = g->weights[--g->nweights];
        }
    }
}

/* What equations among the facts compare with 0. */
static size_t add_sides(const struct logs *g, const struct form **out)
{
    size_t count = 0;

    for (size_t i = 0; i < g->p->nfacts && count < GAPS; i++) {
        const struct form *r = g->p->facts[i];

        if (relation_kind(r) == CORE_EQ &&
            form_scalar(relation_atom(r)->args[0]))
            out[count++] = relation_atom(r)->args[0];
    }
    return count;
}

/* A coefficient as a multiple of one weight, or a sum of them, perhaps by
 * equations. */
static bool share(struct logs *g, size_t j)
{
    const struct form *terms[2 * GAPS], *c = g->coefficients[j];
    const struct number *shares[2 * GAPS];
    bool fine = false;

    for (size_t i = 0; i < g->nweights; i++) {
        terms[i] = g->weights[i];
        g->shares[j][i] = pool_integer(g->s->pool, 0);
    }
    for (size_t i = 0; i < g->nweights; i++) {
        if (combination_of(g->s->pool, c, &terms[i], 1, &g->shares[j][i]))
            return true;
    }
    size_t sides = add_sides(g, &terms[g->nweights]);
    for (int k = 0; k < 2 && !fine; k++)
        fine = combination_of(g->s->pool, c, terms,
                              g->nweights + (k ? sides : 0), shares);
    for (size_t i = 0; i < g->nweights && fine; i++)
        g->shares[j][i] = shares[i];
    return fine;
}

/* Whether all are shared out; logarithms of numbers may stay. */
static bool share_out(struct logs *g)
{
    bool fine = g->nweights > 0;

    for (size_t j = 0; j < g->count && fine; j++)
        fine = share(g, j) || g->args[j]->free.count == 0;
    return fine;
}

/* A product of powers, and what its logarithm is. */
struct ratio {
    const struct form *t, *log;
};

/* Times a^e; false: e is no small multiple of 1/2. */
static bool add_factor(struct pool *pool, struct ratio *r, const struct form *a,
                       mpq_srcptr e)
{
    enum { MOST = 6 };
    const struct form *base = a;
    const bool is_half = mpz_cmp_ui(mpq_denref(e), 2) == 0;

    if ((!is_half && mpz_cmp_ui(mpq_denref(e), 1) != 0) ||
        mpz_cmpabs_ui(mpq_numref(e), MOST) > 0)
        return false;
    if (is_half)
        base = form_apply1(pool, FN_SQRT, a);
    if (mpq_sgn(e) < 0)
        base = form_apply1(pool, CORE_RECIP, base);
    r->t =
        ring_mul(pool, r->t,
                 ring_power(pool, base, (unsigned)mpz_get_ui(mpq_numref(e))));
    r->log = ring_add(pool, r->log,
                      ring_scale(pool, e, form_apply1(pool, FN_LOG, a)));
    return true;
}

/* By the instance of log(t) <= t - 1. */
static bool bound_ratio(struct search *s, const struct problem *p,
                        const struct ratio *r, struct gap *out, unsigned depth)
{
    struct pool *pool = s->pool;
    const struct form *of = form_apply1(pool, FN_LOG, r->t), *premise;
    const struct form *line = ring_sub(pool, r->t, pool_one(pool));
    const struct form *said = ring_sub(pool, line, of);
    struct squares_fact instance =
        law_fact(pool, "log_below_tangent", r->t, NULL, &premise);
    struct squares_fact known = {.nkids = 0};
    const struct proof *equation = NULL;
    struct problem kid = *p;
    bool changed;

    if (said == NULL || r->log == NULL)
        return false;
    instance.kids[instance.nkids++] = search_goal(s, p, premise, depth);
    if (instance.kids[0] == NULL)
        return false;
    kid.goal = relation_between(pool, CORE_EQ, of, r->log);
    if (of != r->log) {
        kid = problem_with(pool, &kid, premise);
        equation =
            prove_products_once(s, &kid, depth + 1, search_prove, &changed);
        if (equation == NULL)
            return false;
        equation = proof_having(s, instance.kids[0], equation);
    }
    out->gap = ring_sub(pool, line, r->log);
    known.relation = kid.goal;
    out->proof = gap_proof(s, out->gap, &instance, said, NULL,
                           equation ? &known : NULL, equation);
    return out->proof != NULL;
}

/* The largest share of the weight. */
static void largest_share(mpq_t out, const struct logs *g, size_t i)
{
    LOCAL_MPQ(share);
    mpq_set_ui(out, 0, 1);
    for (size_t j = 0; j < g->count; j++) {
        mpq_abs(share, g->shares[j][i]->value->q);
        if (mpq_cmp(share, out) > 0)
            mpq_set(out, share);
    }
}

/* The ratio of weight i, the largest of its exponents being `power`. */
static bool bound_weight(struct logs *g, size_t i, mpq_srcptr power,
                         struct gap *out)
{
    struct pool *pool = g->s->pool;
    struct ratio r = {pool_one(pool), ring_int(pool, 0)};
    bool fine = true;

    LOCAL_MPQ(scale);
    LOCAL_MPQ(e);
    largest_share(scale, g, i);
    mpq_div(scale, scale, power);
    out->weight = ring_scale(pool, scale, g->weights[i]);
    for (size_t j = 0; j < g->count && fine; j++) {
        mpq_div(e, g->shares[j][i]->value->q, scale);
        mpq_neg(e, e);
        fine = mpq_sgn(e) == 0 || add_factor(pool, &r, g->args[j], e);
    }
    return fine && bound_ratio(g->s, g->p, &r, out, g->node.depth);
}

static const struct proof *prove_ratios(struct logs *g)
{
    static const unsigned long powers[][2] = {{1, 1}, {1, 2}, {2, 1}};
    struct gap gaps[GAPS];
    const struct proof *out = NULL;

    LOCAL_MPQ(power);
    for (size_t k = 0; k < sizeof powers / sizeof *powers && out == NULL; k++) {
        bool fine = true;

        mpq_set_ui(power, powers[k][0], powers[k][1]);
        for (size_t i = 0; i < g->nweights && fine; i++)
            fine = bound_weight(g, i, power, &gaps[i]);
        if (fine)
            out = gaps_prove(g->s, g->p, gaps, g->nweights, g->node.depth);
    }
    return out;
}

const struct proof *prove_logarithms(struct search *s, const struct node *n)
{
    struct logs g = {.s = s, .p = n->p, .node = *n};

    if (!read_logs(&g, relation_atom(n->p->goal)->args[0]))
        return NULL;
    list_weights(&g);
    return share_out(&g) ? prove_ratios(&g) : NULL;
}
