/*
 * Exponentials, sines and cosines of sums by their laws, those of multiples by
 * the least one that occurs, tanh by exponentials; then products (products.c).
 *
 * What comes of it is rational in few exponentials: slopes of slopes end.
 */
#include "scalar/expand_internal.h"

#include "core/ring.h"

#include "base/status.h"

#include <stdlib.h>

/* Exponents. */

/* a := the greatest rational of which a and b are multiples. */
static void common_measure(mpq_t a, mpq_srcptr b)
{
    LOCAL_MPZ(x);
    LOCAL_MPZ(y);
    mpz_mul(x, mpq_numref(a), mpq_denref(b));
    mpz_mul(y, mpq_numref(b), mpq_denref(a));
    mpz_gcd(x, x, y);
    mpz_mul(y, mpq_denref(a), mpq_denref(b));
    mpz_set(mpq_numref(a), x);
    mpz_set(mpq_denref(a), y);
    mpq_canonicalize(a);
}

static struct exponent *exponent_of(struct expansion *x,
                                    const struct letters *monomial)
{
    for (size_t i = 0; i < x->nexponents; i++) {
        if (x->exponents[i].monomial == monomial)
            return &x->exponents[i];
    }
    return NULL;
}

static void see_exponent(struct expansion *x, const struct form *u)
{
    for (size_t i = 0; i < u->count; i++) {
        const struct term *t = &u->terms[i];
        struct exponent *known = exponent_of(x, t->monomial);

        if (known == NULL) {
            x->exponents =
                xrealloc(x->exponents, x->nexponents + 1, sizeof *x->exponents);
            known = &x->exponents[x->nexponents++];
            known->monomial = t->monomial;
            mpq_init(known->least);
        }
        common_measure(known->least, t->coefficient->value->q);
    }
}

/* Functions that have laws for sums and negatives, one for each of them. */
static const struct family {
    unsigned functions[2];
    const char *sum[2], *negative[2];
} exponentials = {{FN_EXP, FN_TANH}, {"exp_of_number_sum"}, {"inverse_of_exp"}},
  angles = {{FN_SIN, FN_COS}, {"sin_sum", "cos_sum"}, {"sin_odd", "cos_even"}};

static bool is_of_family(const struct family *f, const struct atom *a)
{
    return f != NULL && a->kind == ATOM_APPLY && form_scalar(a->form) &&
           (a->function == f->functions[0] || a->function == f->functions[1]);
}

/* Looks at what the functions are of, innermost first. */
static void see(struct expansion *x, const struct form *f)
{
    struct walk w = walk_of(f);

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;

        for (size_t j = 0; a->kind == ATOM_APPLY && j < a->count; j++)
            see(x, a->args[j]);
        if (is_of_family(x->family, a))
            see_exponent(x, a->args[0]);
    }
}

/* Equations. */

void expand_by(struct expansion *x, struct equation e)
{
    for (size_t i = 0; i < x->nequations; i++) {
        if (x->equations[i].head == e.head)
            return;
    }
    x->failed = x->failed || x->nequations == EXPAND_EQUATIONS ||
                e.by == NULL || e.head == e.by;
    if (!x->failed)
        x->equations[x->nequations++] = e;
}

/* k, where the one term of u is k times the least there is, *least; 0, and the
 * expansion fails: it is no multiple, or one too large. */
static int multiple_of(struct expansion *x, const struct form *u,
                       const struct form **least)
{
    const struct exponent *known = exponent_of(x, u->terms[0].monomial);
    int out = 0;

    LOCAL_MPQ(k);
    if (known != NULL)
        mpq_div(k, u->terms[0].coefficient->value->q, known->least);
    if (known == NULL || mpz_cmp_ui(mpq_denref(k), 1) != 0 ||
        mpz_cmpabs_ui(mpq_numref(k), EXPAND_POWER) > 0) {
        x->failed = true;
    } else {
        out = (int)mpz_get_si(mpq_numref(k));
        mpq_inv(k, k);
        *least = ring_scale(x->s->pool, k, u);
    }
    return out;
}

static void by_laws(struct expansion *x, const char *const laws[2],
                    const struct form *v, const struct form *w)
{
    for (size_t i = 0; i < 2 && laws[i] != NULL; i++)
        expand_by(x, law_at(x->s->pool, laws[i], v, w));
}

/* Equations for the functions of u. */
static void expand_argument(struct expansion *x, const struct form *u)
{
    struct pool *pool = x->s->pool;
    const struct form *first, *rest;
    int k = 2;

    if (u == NULL || u->count == 0 || x->failed)
        return;
    first = ring_term(pool, NULL, NULL, &u->terms[0]);
    if (u->count == 1)
        k = multiple_of(x, u, &first);
    if (k < 0) {
        rest = ring_neg(pool, u);
        by_laws(x, x->family->negative, rest, NULL);
        expand_argument(x, rest);
    } else if (k > 1) {
        rest = ring_sub(pool, u, first);
        by_laws(x, x->family->sum, first, rest);
        expand_argument(x, first);
        expand_argument(x, rest);
    }
}

/* All of it. */

/* Equations for an atom whose arguments have theirs. */
static void expand_atom(struct expansion *x, const struct atom *a)
{
    if (x->family == NULL)
        expand_product(x, a);
    if (!is_of_family(x->family, a))
        return;
    expand_argument(x, a->args[0]);
    if (a->function == FN_TANH) {
        expand_argument(x, ring_neg(x->s->pool, a->args[0]));
        expand_by(x, law_at(x->s->pool, "tanh_as_exp", a->args[0], NULL));
    }
}

/* Equations for the atoms of f, inner ones first. */
static void expand(struct expansion *x, const struct form *f)
{
    struct walk w = walk_of(f);

    for (const struct letter *l; !x->failed && (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;

        if (a->kind != ATOM_APPLY || a->count > 2)
            continue;
        for (size_t j = 0; j < a->count; j++)
            expand(x, a->args[j]);
        expand_atom(x, a);
    }
}

/* The problem with equations for all its atoms, of that family or (NULL) those
 * of products, then by `next`; *changed: there are some. */
static const struct proof *by_expansion(struct search *s,
                                        const struct problem *p, unsigned depth,
                                        const struct family *family,
                                        prover *next, bool *changed)
{
    struct expansion x = {
        .s = s, .e = search_enclosure(s, p), .family = family};
    const struct proof *out = NULL;

    see(&x, p->goal);
    for (size_t i = 0; i < p->nfacts; i++)
        see(&x, p->facts[i]);
    expand(&x, p->goal);
    for (size_t i = 0; i < p->nfacts; i++)
        expand(&x, p->facts[i]);
    pool_forgive(s->pool);
    enclosure_free(x.e);
    *changed =
        !x.failed && x.nequations > 0 &&
        form_rewritten(s->pool, p->goal, x.equations, x.nequations) != p->goal;
    if (*changed)
        out = prove_rewritten(s, p, x.equations, x.nequations, depth, next);
    for (size_t i = 0; i < x.nexponents; i++)
        mpq_clear(x.exponents[i].least);
    free(x.exponents);
    return out;
}

/* Products until there are none, then all else. */
static const struct proof *
prove_products(struct search *s, const struct problem *p, unsigned depth)
{
    bool changed;
    const struct proof *out =
        by_expansion(s, p, depth, NULL, prove_products, &changed);

    return changed ? out : search_prove(s, p, depth);
}

const struct proof *prove_products_once(struct search *s,
                                        const struct problem *p, unsigned depth,
                                        prover *next, bool *changed)
{
    return by_expansion(s, p, depth, NULL, next, changed);
}

const struct proof *prove_expanded(struct search *s, const struct problem *p,
                                   unsigned depth)
{
    bool changed;
    const struct proof *out =
        by_expansion(s, p, depth, &exponentials, prove_products, &changed);

    return changed ? out
                   : by_expansion(s, p, depth, NULL, prove_products, &changed);
}

const struct proof *prove_exponentials(struct search *s,
                                       const struct problem *p, unsigned depth,
                                       prover *next)
{
    bool changed;
    const struct proof *out =
        by_expansion(s, p, depth, &exponentials, next, &changed);

    return changed ? out : next(s, p, depth);
}

const struct proof *prove_turned(struct search *s, const struct problem *p,
                                 unsigned depth)
{
    bool changed;

    return by_expansion(s, p, depth, &angles, search_prove, &changed);
}
