/*
 * Goals with a root by the squares of both sides: r >= c * sqrt(u) by r >= 0
 * and r^2 >= c^2 * u, and c * sqrt(u) >= r by c^2 * u >= r^2, for c >= 0.
 */
#include "scalar/certificate.h"

#include "core/ring.h"

/* f = rest + factor * root, the root of `of`. */
struct isolated {
    const struct form *root, *of, *factor, *rest;
    int sign; /* of the factor, seemingly */
};

/* False: the letter is in no term to the first power alone, or in all. */
static bool isolate(struct pool *pool, const struct form *f,
                    const struct atom *a, struct isolated *out)
{
    const struct letters *letter = a->form->terms[0].monomial;

    *out = (struct isolated){.root = a->form,
                             .of = a->args[0],
                             .factor = ring_int(pool, 0),
                             .rest = ring_int(pool, 0)};
    for (size_t i = 0; i < f->count; i++) {
        struct term t = f->terms[i];
        const struct letters *rest = monomial_divide(pool, t.monomial, letter);
        const struct form **part = rest ? &out->factor : &out->rest;

        if (rest != NULL && monomial_divides(letter, rest))
            return false;
        t.monomial = rest ? rest : t.monomial;
        *part = ring_add(pool, *part, ring_term(pool, NULL, NULL, &t));
        if (*part == NULL)
            return false;
    }
    return !form_is_nil(out->rest);
}

/* The root in f of the longest term with variables. */
static bool find_root(struct search *s, const struct node *n,
                      const struct form *f, struct isolated *out)
{
    size_t most = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++) {
            const struct atom *a = m->items[k].atom;
            struct isolated now;

            if (a->kind != ATOM_APPLY || a->function != FN_SQRT ||
                a->free.count == 0 || a->args[0]->count <= most ||
                !isolate(s->pool, f, a, &now))
                continue;
            now.sign = samples_sign(n->samples, now.factor);
            most = now.sign != 0 ? a->args[0]->count : most;
            *out = now.sign != 0 ? now : *out;
        }
    }
    return most > 0;
}

/* What the certificate is made of. */
struct squaring {
    struct search *s;
    const struct node *n;
    struct certificate sum;
    const struct proof *firsts[6];
    size_t nfirsts;
    bool failed;
};

/* A fact that the search proves. */
static struct multiple proved(struct squaring *q, unsigned fn,
                              const struct form *f)
{
    const struct multiple out = {{.relation = search_sign(q->s, fn, f)}, f};

    q->failed = q->failed || f == NULL;
    if (q->failed || form_as_number(q->s->pool, f) != NULL)
        return out;
    q->firsts[q->nfirsts] =
        search_anew(q->s, q->n->p, out.fact.relation, q->n->depth);
    q->failed = q->firsts[q->nfirsts++] == NULL;
    return out;
}

/* Adds a product of which numbers are no facts. */
static void add(struct squaring *q, const struct multiple *factors,
                size_t count)
{
    struct multiple all[3];
    size_t n = 0;
    const struct form *scale = pool_one(q->s->pool);

    for (size_t i = 0; i < count && !q->failed; i++) {
        const struct number *c = form_as_number(q->s->pool, factors[i].form);

        if (c != NULL)
            scale = ring_scale(q->s->pool, c->value->q, scale);
        else
            all[n++] = factors[i];
    }
    if (!q->failed && n > 0 && !form_is_nil(scale)) {
        all[0].form = ring_mul(q->s->pool, scale, all[0].form);
        certificate_add(q->s, &q->sum, all, n, NULL);
    }
}

static const struct proof *finish(struct squaring *q, const struct form *total,
                                  const struct form *denied)
{
    const struct proof *out =
        q->failed
            ? NULL
            : certificate_proof(q->s, &q->sum, total, denied, q->n->p->goal);

    while (q->nfirsts > 0 && out != NULL)
        out = proof_having(q->s, q->firsts[--q->nfirsts], out);
    return out;
}

/* 0 <= sqrt(u) */
static struct multiple root_sign(struct search *s, const struct form *root)
{
    return (struct multiple){{.relation = search_sign(s, CORE_LE, root)}, root};
}

/* The sum of what is not below 0. */
static const struct proof *by_signs(struct search *s, const struct node *n,
                                    const struct isolated *g)
{
    struct squaring q = {.s = s, .n = n};
    const struct multiple rest = proved(&q, relation_kind(n->p->goal), g->rest);
    const struct multiple product[] = {proved(&q, CORE_LE, g->factor),
                                       root_sign(s, g->root)};

    add(&q, &rest, 1);
    add(&q, product, 2);
    return finish(&q, relation_atom(n->p->goal)->args[0], NULL);
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
    struct squaring q = {.s = s, .n = n};
    const bool is_below = g->sign < 0;
    const struct form *denied = relation_not(pool, n->p->goal);
    const struct form *d = ring_neg(pool, relation_atom(n->p->goal)->args[0]);
    const struct form *rest =
        ring_sub(pool, ring_power(pool, g->rest, 2),
                 ring_mul(pool, ring_power(pool, g->factor, 2), g->of));
    const struct form *known =
        ring_sub(pool, ring_power(pool, g->root, 2), g->of);
    const struct multiple fact = {{.relation = denied}, d},
                          both[] = {fact, fact};
    struct multiple factors[3] = {
        {fact.fact, ring_mul(pool, ring_int(pool, 2), d)}};
    struct multiple equation = {{.relation = form_apply1(pool, CORE_EQ, known),
                                 .theorem = "sqrt_square",
                                 .values = {g->of},
                                 .nvalues = 1,
                                 .nkids = 1},
                                is_below ? ring_neg(pool, known) : known};

    if (denied == NULL || d == NULL || rest == NULL || known == NULL)
        return NULL;
    add(&q,
        (const struct multiple[]){
            proved(&q, relation_kind(n->p->goal),
                   is_below ? rest : ring_neg(pool, rest))},
        1);
    factors[1] = proved(&q, CORE_LE, is_below ? g->rest : g->factor);
    factors[2] = root_sign(s, g->root);
    add(&q, both, 2);
    add(&q, factors, is_below ? 2 : 3);
    equation.fact.kids[0] =
        search_goal(s, n->p, search_sign(s, CORE_LE, g->of), n->depth);
    q.failed = q.failed || equation.fact.kids[0] == NULL;
    certificate_add(s, &q.sum, &equation, 1, g->factor);
    return finish(&q, NULL, denied);
}

const struct proof *prove_isolated(struct search *s, const struct problem *p,
                                   unsigned depth)
{
    struct node n = {.p = p, .depth = depth};
    struct isolated g;
    const struct proof *out = NULL;
    int sign;

    n.e = enclosure_new(s->pool, p->facts, p->nfacts, SEARCH_BITS);
    n.samples = samples_new(s->pool, p, n.e);
    if (find_root(s, &n, relation_atom(p->goal)->args[0], &g)) {
        sign = g.sign < 0 ? -1 : samples_sign(n.samples, g.rest);
        if (sign == 0)
            out = prove_cases(s, p, search_sign(s, CORE_LE, g.rest), depth);
        else
            out = sign > 0 ? by_signs(s, &n, &g) : by_squares(s, &n, &g);
    }
    samples_free(n.samples);
    enclosure_free(n.e);
    return out;
}
