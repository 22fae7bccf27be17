/*
 * Goals with a root by the squares of both sides: r >= c * sqrt(u) by r >= 0
 * and r^2 >= c^2 * u, and c * sqrt(u) >= r by c^2 * u >= r^2, for c >= 0.
 */
#include "scalar/certificate.h"

#include "core/ring.h"
#include "scalar/factor.h"
#include "scalar/laws.h"

/* f = rest + factor * root, the root of `of`. */
struct isolated {
    const struct form *root, *of, *factor, *rest;
    int sign; /* of the factor, seemingly */
};

/* The root in f of the longest term with variables. */
static bool find_root(struct search *s, const struct node *n,
                      const struct form *f, struct isolated *out)
{
    struct walk w = walk_of(f);
    size_t most = 0;

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;
        struct isolated now = {.root = a->form};

        if (!atom_is(a, FN_SQRT) || a->free.count == 0 ||
            a->args[0]->count <= most ||
            !factor_linear(s->pool, f, a, &now.factor, &now.rest) ||
            form_is_nil(now.rest))
            continue;
        now.of = a->args[0];
        now.sign = samples_sign(n->samples, now.factor);
        most = now.sign != 0 ? a->args[0]->count : most;
        *out = now.sign != 0 ? now : *out;
    }
    return most > 0;
}

/* A fact that the search proves, unless it is about a number. */
static struct multiple proved(struct search *s, const struct node *n,
                              struct certificate *sum, unsigned fn,
                              const struct form *f)
{
    const struct form *r = search_sign(s, fn, f);

    if (sum->failed || form_as_number(s->pool, f) != NULL)
        return (struct multiple){.form = f};
    return certificate_known(sum, search_anew(s, n->p, r, n->depth), f);
}

/* 0 <= sqrt(u) */
static struct multiple root_sign(struct search *s, const struct form *root)
{
    return (struct multiple){{.relation = search_sign(s, CORE_LE, root)}, root};
}

/*
 * Denied, d = -f > 0: d^2 + 2 r d + (r^2 - c^2 u) = c^2 (root^2 - u) for d = c
 * root - r, and d^2 + 2 c root d + (c^2 u - r^2) = c^2 (u - root^2) for d = -r
 * - c root.
 */
static const struct proof *by_squares(struct search *s, const struct node *n,
                                      const struct isolated *g)
{
    struct pool *pool = s->pool;
    struct certificate sum = {.nfacts = 0};
    const bool is_below = g->sign < 0;
    const struct form *denied = relation_not(pool, n->p->goal);
    const struct form *d = ring_neg(pool, relation_atom(n->p->goal)->args[0]);
    const struct form *rest =
        ring_sub(pool, ring_power(pool, g->rest, 2),
                 ring_mul(pool, ring_power(pool, g->factor, 2), g->of));
    const struct form *known =
                          ring_sub(pool, ring_power(pool, g->root, 2), g->of),
                      *premise;
    const struct multiple fact = {{.relation = denied}, d},
                          both[] = {fact, fact};
    struct multiple factors[3] = {
        {fact.fact, ring_mul(pool, ring_int(pool, 2), d)}};
    struct multiple squares,
        equation = {law_fact(pool, "sqrt_square", g->of, NULL, &premise),
                    is_below ? ring_neg(pool, known) : known};

    if (denied == NULL || d == NULL || rest == NULL || known == NULL)
        return NULL;
    squares = proved(s, n, &sum, relation_kind(n->p->goal),
                     is_below ? rest : ring_neg(pool, rest));
    certificate_add(s, &sum, &squares, 1, NULL);
    factors[1] = proved(s, n, &sum, CORE_LE, is_below ? g->rest : g->factor);
    factors[2] = root_sign(s, g->root);
    certificate_add(s, &sum, both, 2, NULL);
    certificate_add(s, &sum, factors, is_below ? 2 : 3, NULL);
    equation.fact.kids[equation.fact.nkids++] =
        search_goal(s, n->p, premise, n->depth);
    sum.failed = sum.failed || equation.fact.kids[0] == NULL;
    certificate_add(s, &sum, &equation, 1, g->factor);
    return certificate_proof(s, &sum, NULL, denied, n->p->goal);
}

const struct proof *prove_isolated(struct search *s, const struct problem *p,
                                   unsigned depth)
{
    struct node n = {.p = p, .depth = depth};
    struct isolated g;
    const struct proof *out = NULL;

    n.e = search_enclosure(s, p);
    n.samples = samples_new(s->pool, p, n.e);
    if (find_root(s, &n, relation_atom(p->goal)->args[0], &g) &&
        (g.sign < 0 || samples_sign(n.samples, g.rest) < 0))
        out = by_squares(s, &n, &g);
    samples_free(n.samples);
    enclosure_free(n.e);
    return out;
}
