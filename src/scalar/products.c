/*
 * Logarithms, roots and inverses of products, by those of the factors; of sums
 * where all terms have a factor or a denominator.
 */
#include "scalar/expand_internal.h"

#include "core/ring.h"
#include "scalar/factor.h"
#include "scalar/squares.h"

/* What is known of the function at products and inverses; what cancels it, and
 * what it is of a root or an exponential. */
static const struct multiplicative {
    unsigned fn;
    const char *product, *inverse, *cancels, *root, *exponential;
} multiplicatives[] = {
    {FN_LOG, "log_of_product", "log_of_inverse", NULL, "log_of_root",
     "log_exp"},
    {FN_SQRT, "root_of_product", "root_of_inverse", "sqrt_square", NULL, NULL},
    {CORE_RECIP, "inverse_of_product", "inverse_of_inverse", "inverse_cancels",
     NULL, NULL},
};

/* Equations for the value at u. */
static void expand_value(struct expansion *x, const struct multiplicative *m,
                         const struct form *u);

/* The equation, if its premises certainly hold. */
static bool add_certain(struct expansion *x, const struct equation *e)
{
    const bool out = law_holds(x->e, e);

    if (out)
        expand_by(x, *e);
    return out;
}

/* The value at u, which is v * w, by an inverse perhaps. */
static void expand_factors(struct expansion *x, const struct multiplicative *m,
                           const struct form *u, const struct form *v,
                           const struct form *w)
{
    struct equation e = law_at(x->s->pool, m->product, v, w);

    e.head = form_apply1(x->s->pool, m->fn, u);
    if (add_certain(x, &e)) {
        expand_value(x, m, v);
        expand_value(x, m, w);
    }
}

/* The value at one letter, and what cancels it. */
static void expand_letter(struct expansion *x, const struct multiplicative *m,
                          const struct atom *a)
{
    struct pool *pool = x->s->pool;
    const char *theorem = NULL;
    struct equation e;

    if (m->cancels != NULL) {
        e = law_at(pool, m->cancels, a->form, NULL);
        add_certain(x, &e);
    }
    if (a->kind != ATOM_APPLY || a->count != 1)
        return;
    theorem = a->function == CORE_RECIP ? m->inverse
              : a->function == FN_SQRT  ? m->root
              : a->function == FN_EXP   ? m->exponential
                                        : NULL;
    if (theorem == NULL)
        return;
    e = law_at(pool, theorem, a->args[0], NULL);
    if (add_certain(x, &e) && m->fn != CORE_RECIP && a->function != FN_EXP)
        expand_value(x, m, a->args[0]);
}

/* v * recip(v) == 1, solved for a term that is no number; false: there is
 * none. */
static bool add_inverse(struct expansion *x, const struct form *v)
{
    size_t i = 0;

    while (i < v->count && v->terms[i].monomial->count == 0)
        i++;
    if (i < v->count)
        expand_by(x, law_of_inverse(x->s->pool, v, &v->terms[i]));
    return i < v->count;
}

/* The value at a sum with a factor, or with a denominator, or at a product of
 * two sums of one sign. */
static void expand_sum(struct expansion *x, const struct multiplicative *m,
                       const struct form *u)
{
    struct pool *pool = x->s->pool;
    const struct form *rest, *v = factor_common(pool, x->e, u, &rest);
    unsigned power;
    bool negative;

    if (v != NULL) {
        expand_factors(x, m, u, v, rest);
        return;
    }
    v = factor_divisor(pool, x->e, u, &power, &rest, &negative);
    if (v != NULL && add_inverse(x, v)) {
        v = ring_power(pool, form_apply1(pool, CORE_RECIP, v), power);
        expand_factors(x, m, u, v, rest);
    } else if (v == NULL && m->fn != CORE_RECIP &&
               squares_factor(pool, u, &v, &rest)) {
        if (interval_certainly_nonpositive(&enclosure_value(x->e, v)->x)) {
            v = ring_neg(pool, v);
            rest = ring_neg(pool, rest);
        }
        expand_factors(x, m, u, v, rest);
    }
}

/* The value at c * letters. */
static void expand_monomial(struct expansion *x, const struct multiplicative *m,
                            const struct form *u)
{
    struct pool *pool = x->s->pool;
    const struct term *t = &u->terms[0];
    const struct form *first = t->monomial->items[0].atom->form;
    struct term rest = *t;

    if (t->monomial->count == 1 && t->monomial->items[0].power == 1) {
        first = ring_number(pool, t->coefficient->value->q);
        rest.coefficient = pool_integer(pool, 1);
    } else {
        rest.monomial =
            monomial_divide(pool, t->monomial, first->terms[0].monomial);
    }
    expand_factors(x, m, u, first, ring_term(pool, NULL, NULL, &rest));
}

static void expand_value(struct expansion *x, const struct multiplicative *m,
                         const struct form *u)
{
    if (u == NULL || u->count == 0 || x->failed)
        return;
    if (u->count > 1)
        expand_sum(x, m, u);
    else if (form_letter(u) != NULL)
        expand_letter(x, m, form_letter(u));
    else if (u->terms[0].monomial->count > 0)
        expand_monomial(x, m, u);
}

void expand_product(struct expansion *x, const struct atom *a)
{
    for (size_t i = 0; i < sizeof multiplicatives / sizeof *multiplicatives;
         i++) {
        if (multiplicatives[i].fn == a->function && form_scalar(a->args[0]))
            expand_value(x, &multiplicatives[i],
                         form_by_all(x->s->pool, a->args[0], x->equations,
                                     x->nequations));
    }
}
