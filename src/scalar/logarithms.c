/*
 * Sums of logarithms, c_1 log(a_1) + c_2 log(a_2) + ..., by log(t) <= t - 1 at
 * products t of powers of the a_j ([CoverThomas2006] 2.6, the information
 * inequality): what is left of the goal has none.
 */
#include "scalar/combination.h"
#include "scalar/gaps.h"

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
    return a->kind == ATOM_APPLY && a->function == FN_LOG &&
           form_scalar(a->form);
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

/* A product of powers, and the equations that say what its logarithm is. */
struct ratio {
    struct search *s;
    const struct form *t, *log;
    struct equation equations[4 * GAPS];
    size_t nequations;
    bool failed;
};

static const struct form *log_at(struct ratio *r, const struct form *u)
{
    return form_apply1(r->s->pool, FN_LOG, u);
}

/* log(head) == by, where u and v, if there is one, are above 0. */
static void add_equation(struct ratio *r, const char *theorem,
                         const struct form *head, const struct form *u,
                         const struct form *v, const struct form *by)
{
    struct equation *e = &r->equations[r->nequations];

    if (r->nequations == sizeof r->equations / sizeof *r->equations ||
        head == NULL || log_at(r, head) == NULL || by == NULL) {
        r->failed = true;
        return;
    }
    r->nequations++;
    *e = (struct equation){.theorem = theorem,
                           .values = {u, v},
                           .head = log_at(r, head),
                           .by = by};
    e->premises[e->npremises++] = search_sign(r->s, CORE_LT, u);
    if (v != NULL)
        e->premises[e->npremises++] = search_sign(r->s, CORE_LT, v);
}

/* Times a^e, for a multiple e of 1/2. */
static void add_factor(struct ratio *r, const struct form *a, mpq_srcptr e)
{
    enum { MOST = 6 };
    struct pool *pool = r->s->pool;
    const struct form *base = a;
    const bool is_half = mpz_cmp_ui(mpq_denref(e), 2) == 0;

    if ((!is_half && mpz_cmp_ui(mpq_denref(e), 1) != 0) ||
        mpz_cmpabs_ui(mpq_numref(e), MOST) > 0) {
        r->failed = true;
        return;
    }
    if (is_half) {
        base = form_apply1(pool, FN_SQRT, a);
        add_equation(r, "log_of_root", base, a, NULL,
                     ring_mul(pool, number_fraction(pool, 1, 2), log_at(r, a)));
    }
    if (mpq_sgn(e) < 0) {
        const struct form *inverse = form_apply1(pool, CORE_RECIP, base);

        add_equation(r, "log_of_inverse", inverse, base, NULL,
                     ring_neg(pool, log_at(r, base)));
        base = inverse;
    }
    for (size_t k = mpz_get_ui(mpq_numref(e)); k > 0; k--) {
        const struct form *t = r->t;

        r->t = t ? ring_mul(pool, t, base) : base;
        if (t != NULL)
            add_equation(r, "log_of_product", r->t, t, base,
                         ring_add(pool, log_at(r, t), log_at(r, base)));
    }
    r->log = ring_add(pool, r->log, ring_scale(pool, e, log_at(r, a)));
}

/* By the instance of log(t) <= t - 1. */
static bool bound_ratio(struct ratio *r, const struct problem *p,
                        struct gap *out, unsigned depth)
{
    struct pool *pool = r->s->pool;
    const struct form *of = log_at(r, r->t);
    const struct form *line = ring_sub(pool, r->t, pool_one(pool));
    const struct form *said = ring_sub(pool, line, of);
    struct squares_fact instance = {.theorem = "log_below_tangent",
                                    .relation =
                                        search_sign(r->s, CORE_LE, said),
                                    .values = {r->t},
                                    .nvalues = 1,
                                    .nkids = 1};
    struct squares_fact known = {.nkids = 0};
    const struct proof *equation = NULL;
    struct problem kid = *p;

    if (said == NULL || r->log == NULL)
        return false;
    instance.kids[0] =
        search_goal(r->s, p, search_sign(r->s, CORE_LT, r->t), depth);
    kid.goal = relation_between(pool, CORE_EQ, of, r->log);
    if (of != r->log)
        equation = prove_rewritten(r->s, &kid, r->equations, r->nequations,
                                   depth + 1, search_prove);
    for (size_t i = 0; i < r->nequations && equation != NULL; i++) {
        const struct form *u =
            r->equations[i].head->terms[0].monomial->items[0].atom->args[0];
        const struct proof *value; /* that the logarithm has one */

        if (u->count <= 1)
            continue;
        value = search_goal(r->s, p, search_sign(r->s, CORE_LT, u), depth);
        equation = value ? proof_having(r->s, value, equation) : NULL;
    }
    if (instance.kids[0] == NULL || (of != r->log && equation == NULL))
        return false;
    out->gap = ring_sub(pool, line, r->log);
    known.relation = kid.goal;
    out->proof = gap_proof(r->s, out->gap, &instance, said, NULL,
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
    struct ratio r = {.s = g->s, .log = ring_int(g->s->pool, 0)};

    LOCAL_MPQ(scale);
    LOCAL_MPQ(e);
    largest_share(scale, g, i);
    mpq_div(scale, scale, power);
    out->weight = ring_scale(g->s->pool, scale, g->weights[i]);
    for (size_t j = 0; j < g->count && !r.failed; j++) {
        mpq_div(e, g->shares[j][i]->value->q, scale);
        mpq_neg(e, e);
        if (mpq_sgn(e) != 0)
            add_factor(&r, g->args[j], e);
    }
    return !r.failed && r.t != NULL &&
           bound_ratio(&r, g->p, out, g->node.depth);
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
