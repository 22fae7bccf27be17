/*
 * Exponentials of sums as products, those of multiples as powers of the least
 * one that occurs, tanh by exponentials; sines and cosines of sums and
 * multiples likewise (angles.c); then products (products.c).
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

/* Looks at what the functions are of, innermost first. */
static void see(struct expansion *x, const struct form *f,
                const unsigned functions[2])
{
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++) {
            const struct atom *a = m->items[k].atom;

            for (size_t j = 0; a->kind == ATOM_APPLY && j < a->count; j++)
                see(x, a->args[j], functions);
            if (a->kind == ATOM_APPLY && form_scalar(a->form) &&
                (a->function == functions[0] || a->function == functions[1]))
                see_exponent(x, a->args[0]);
        }
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

static const struct form *exponential(struct expansion *x, const struct form *u)
{
    return form_apply1(x->s->pool, FN_EXP, u);
}

/* exp(u) for u = v + w */
static const struct form *expanded(struct expansion *x, const struct form *u);

static const struct form *sum_of(struct expansion *x, const struct form *v,
                                 const struct form *w)
{
    struct pool *pool = x->s->pool;
    const struct form *left = expanded(x, v), *right = expanded(x, w);

    expand_by(x, (struct equation){.theorem = "exp_of_number_sum",
                                   .values = {v, w},
                                   .head = exponential(x, ring_add(pool, v, w)),
                                   .by = ring_mul(pool, left, right)});
    return ring_mul(pool, left, right);
}

/* exp(-v) */
static const struct form *inverse_of(struct expansion *x, const struct form *v)
{
    struct pool *pool = x->s->pool;
    const struct form *out = form_apply1(pool, CORE_RECIP, expanded(x, v));

    expand_by(x, (struct equation){.theorem = "inverse_of_exp",
                                   .values = {v},
                                   .head = exponential(x, ring_neg(pool, v)),
                                   .by = out});
    return out;
}

int expand_multiple(struct expansion *x, const struct form *u,
                    const struct form **least)
{
    struct pool *pool = x->s->pool;
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
        *least = ring_scale(pool, k, u);
    }
    return out;
}

/* exp of one term, a multiple of the least there is. */
static const struct form *expanded_term(struct expansion *x,
                                        const struct form *u)
{
    struct pool *pool = x->s->pool;
    const struct form *least;
    const int k = expand_multiple(x, u, &least);

    if (k == 0)
        return NULL;
    if (k < 0)
        return inverse_of(x, ring_neg(pool, u));
    return k == 1 ? exponential(x, u)
                  : sum_of(x, least, ring_sub(pool, u, least));
}

static const struct form *expanded(struct expansion *x, const struct form *u)
{
    struct pool *pool = x->s->pool;

    if (u == NULL || u->count == 0 || x->failed)
        return u ? exponential(x, u) : NULL;
    if (u->count == 1)
        return expanded_term(x, u);
    const struct form *first = ring_term(pool, NULL, NULL, &u->terms[0]);
    return sum_of(x, first, ring_sub(pool, u, first));
}

static void expand_tanh(struct expansion *x, const struct atom *a)
{
    struct pool *pool = x->s->pool;
    const struct form *u = a->args[0], *up = expanded(x, u),
                      *down = expanded(x, ring_neg(pool, u));

    expand_by(x, (struct equation){
                     .theorem = "tanh_as_exp",
                     .values = {u},
                     .head = a->form,
                     .by = ring_mul(pool, ring_sub(pool, up, down),
                                    form_apply1(pool, CORE_RECIP,
                                                ring_add(pool, up, down)))});
}

/* All of it. */

/* Equations for an atom whose arguments have theirs. */
static void expand_exponential(struct expansion *x, const struct atom *a)
{
    if (a->function == FN_EXP)
        expanded(x, a->args[0]);
    if (a->function == FN_TANH)
        expand_tanh(x, a);
}

/* What is expanded: an atom whose arguments have their equations. */
typedef void expand_atom(struct expansion *x, const struct atom *a);

static const struct expander {
    expand_atom *each;
    unsigned functions[2]; /* of sums and multiples */
} exponentials = {expand_exponential, {FN_EXP, FN_TANH}},
  angles = {expand_angle, {FN_SIN, FN_COS}},
  products = {expand_product, {0, 0}};

/* Equations for the atoms of f, inner ones first. */
static void expand(struct expansion *x, const struct form *f, expand_atom *each)
{
    for (size_t i = 0; i < f->count && !x->failed; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++) {
            const struct atom *a = m->items[k].atom;

            if (a->kind != ATOM_APPLY || a->count > 2)
                continue;
            for (size_t j = 0; j < a->count; j++)
                expand(x, a->args[j], each);
            each(x, a);
        }
    }
}

/* The problem with equations for all its atoms, then by `next`; *changed: there
 * are some. */
static const struct proof *by_expansion(struct search *s,
                                        const struct problem *p, unsigned depth,
                                        const struct expander *by, prover *next,
                                        bool *changed)
{
    struct expansion x = {.s = s, .e = search_enclosure(s, p)};
    const struct proof *out = NULL;

    see(&x, p->goal, by->functions);
    for (size_t i = 0; i < p->nfacts; i++)
        see(&x, p->facts[i], by->functions);
    expand(&x, p->goal, by->each);
    for (size_t i = 0; i < p->nfacts; i++)
        expand(&x, p->facts[i], by->each);
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
        by_expansion(s, p, depth, &products, prove_products, &changed);

    return changed ? out : search_prove(s, p, depth);
}

const struct proof *prove_products_once(struct search *s,
                                        const struct problem *p, unsigned depth,
                                        prover *next, bool *changed)
{
    return by_expansion(s, p, depth, &products, next, changed);
}

const struct proof *prove_expanded(struct search *s, const struct problem *p,
                                   unsigned depth)
{
    bool changed;
    const struct proof *out =
        by_expansion(s, p, depth, &exponentials, prove_products, &changed);

    return changed
               ? out
               : by_expansion(s, p, depth, &products, prove_products, &changed);
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
