/*
 * Logarithms, roots and inverses of products, by those of the factors; of sums
 * where all terms have a factor or a denominator.
 */
#include "scalar/expand_internal.h"

#include "core/ring.h"
#include "scalar/factor.h"
#include "scalar/squares.h"

/* By the theorems of these names, where the relation (fn 0: none) holds. */
static const struct multiplicative {
    unsigned fn, asked;
    bool is_sum; /* of the values at both factors, not their product */
    const char *product, *inverse;
} multiplicatives[] = {
    {FN_LOG, CORE_LT, true, "log_of_product", "log_of_inverse"},
    {FN_SQRT, CORE_LE, false, "root_of_product", "root_of_inverse"},
    {CORE_RECIP, 0, false, "inverse_of_product", "inverse_of_inverse"},
};

static const struct multiplicative *multiplicative_of(const struct atom *a)
{
    for (size_t i = 0; i < sizeof multiplicatives / sizeof *multiplicatives;
         i++) {
        if (multiplicatives[i].fn == a->function)
            return &multiplicatives[i];
    }
    return NULL;
}

static const struct form *value_of(struct expansion *x,
                                   const struct multiplicative *m,
                                   const struct form *u);

static const struct form *asked(struct expansion *x, unsigned fn,
                                const struct form *u)
{
    return form_apply1(x->s->pool, fn, u);
}

/* The equation is true where 0 (fn) u; fn 0: everywhere. */
static void ask(struct expansion *x, unsigned fn, const struct form *u,
                struct equation *e)
{
    if (fn != 0)
        e->premises[e->npremises++] = asked(x, fn, u);
}

static bool is_met(const struct expansion *x, unsigned fn, const struct form *u)
{
    const struct form *r = fn ? form_apply1(x->s->pool, fn, u) : NULL;

    return fn == 0 || (r != NULL && enclosure_sign(x->e, r) > 0);
}

/* Of v * w; `head` is what it is called, the value at u. */
static const struct form *at_product(struct expansion *x,
                                     const struct multiplicative *m,
                                     const struct form *head,
                                     const struct form *v, const struct form *w)
{
    struct pool *pool = x->s->pool;
    const struct form *left, *right, *out;
    struct equation e;

    if (v == NULL || w == NULL || !is_met(x, m->asked, v) ||
        !is_met(x, m->asked, w))
        return head;
    left = value_of(x, m, v);
    right = value_of(x, m, w);
    out = m->is_sum ? ring_add(pool, left, right) : ring_mul(pool, left, right);
    e = (struct equation){
        .theorem = m->product, .values = {v, w}, .head = head, .by = out};
    ask(x, m->asked, v, &e);
    ask(x, m->asked, w, &e);
    expand_by(x, e);
    return out;
}

static const struct form *half_log(struct expansion *x,
                                   const struct multiplicative *m,
                                   const struct form *u)
{
    return ring_mul(x->s->pool, number_fraction(x->s->pool, 1, 2),
                    value_of(x, m, u));
}

/* The value at recip(u). */
static const struct form *at_inverse(struct expansion *x,
                                     const struct multiplicative *m,
                                     const struct form *u)
{
    const struct form *value = m->fn == CORE_RECIP ? u : value_of(x, m, u);

    if (m->is_sum)
        return ring_neg(x->s->pool, value);
    return m->fn == CORE_RECIP
               ? u
               : ring_mul(x->s->pool, value,
                          form_apply1(x->s->pool, CORE_RECIP, u));
}

/* The value at one letter. */
static const struct form *at_letter(struct expansion *x,
                                    const struct multiplicative *m,
                                    const struct atom *a)
{
    struct equation e = {.head = form_apply1(x->s->pool, m->fn, a->form)};
    const bool is_inverse = a->function == CORE_RECIP;
    const unsigned fn = m->fn == CORE_RECIP ? 0 : CORE_LT;

    if (a->kind != ATOM_APPLY || a->count != 1)
        return e.head;
    e.values[0] = a->args[0];
    if (m->fn == FN_LOG && a->function == FN_EXP) {
        e.theorem = "log_exp";
        e.by = a->args[0];
    } else if ((is_inverse || (m->fn == FN_LOG && a->function == FN_SQRT)) &&
               is_met(x, fn, a->args[0])) {
        e.theorem = is_inverse ? m->inverse : "log_of_root";
        ask(x, fn, a->args[0], &e);
        e.by = is_inverse ? at_inverse(x, m, a->args[0])
                          : half_log(x, m, a->args[0]);
    } else {
        return e.head;
    }
    expand_by(x, e);
    return e.by;
}

/* What cancels the value at a letter: sqrt(u)^2 == u, u * recip(u) == 1. */
static void add_cancelling(struct expansion *x, const struct multiplicative *m,
                           const struct form *u)
{
    struct pool *pool = x->s->pool;
    const struct form *value = form_apply1(pool, m->fn, u);

    if (m->fn == FN_SQRT)
        expand_by(x, (struct equation){.theorem = "sqrt_square",
                                       .values = {u},
                                       .premises = {asked(x, CORE_LE, u)},
                                       .npremises = 1,
                                       .head = ring_power(pool, value, 2),
                                       .by = u});
    if (m->fn == CORE_RECIP)
        expand_by(x, (struct equation){.theorem = "inverse_cancels",
                                       .values = {u},
                                       .premises = {asked(x, CORE_NE, u)},
                                       .npremises = 1,
                                       .head = ring_mul(pool, value, u),
                                       .by = ring_int(pool, 1)});
}

/* v * recip(v) == 1, solved for a term that is no number; false: there is
 * none. */
static bool add_inverse(struct expansion *x, const struct form *v)
{
    struct pool *pool = x->s->pool;
    const struct form *inverse = form_apply1(pool, CORE_RECIP, v);
    size_t i = 0;
    struct term first;
    const struct form *head, *rest;

    while (i < v->count && v->terms[i].monomial->count == 0)
        i++;
    if (i == v->count)
        return false;
    first = v->terms[i];
    first.coefficient = pool_integer(pool, 1);
    head = ring_term(pool, NULL, NULL, &first);
    rest = ring_sub(pool, v, ring_term(pool, NULL, NULL, &v->terms[i]));
    rest = ring_sub(pool, ring_int(pool, 1), ring_mul(pool, rest, inverse));
    expand_by(
        x, (struct equation){
               .theorem = "inverse_cancels",
               .values = {v},
               .premises = {asked(x, CORE_NE, v)},
               .npremises = 1,
               .head = ring_mul(pool, head, inverse),
               .by = ring_scale(
                   pool, pool_inverse(pool, v->terms[i].coefficient)->value->q,
                   rest)});
    return true;
}

/* The value at a product of two sums of one sign, or at what is none. */
static const struct form *at_factors(struct expansion *x,
                                     const struct multiplicative *m,
                                     const struct form *head,
                                     const struct form *u)
{
    const struct form *v, *rest;

    if (m->asked == 0 || !squares_factor(x->s->pool, u, &v, &rest))
        return head;
    if (!is_met(x, m->asked, v)) {
        v = ring_neg(x->s->pool, v);
        rest = ring_neg(x->s->pool, rest);
    }
    return at_product(x, m, head, v, rest);
}

/* The value at a sum with a factor, or with a denominator. */
static const struct form *at_sum(struct expansion *x,
                                 const struct multiplicative *m,
                                 const struct form *head, const struct form *u)
{
    struct pool *pool = x->s->pool;
    const struct form *rest, *v = factor_common(pool, x->e, u, &rest);
    unsigned power;
    bool negative;

    if (v != NULL)
        return at_product(x, m, head, v, rest);
    v = factor_divisor(pool, x->e, u, &power, &rest, &negative);
    if (v == NULL)
        return at_factors(x, m, head, u);
    if (!add_inverse(x, v))
        return head;
    v = ring_power(pool, form_apply1(pool, CORE_RECIP, v), power);
    return at_product(x, m, head, v, rest);
}

/* The value at c * letters. */
static const struct form *at_monomial(struct expansion *x,
                                      const struct multiplicative *m,
                                      const struct form *head,
                                      const struct form *u)
{
    struct pool *pool = x->s->pool;
    const struct term *t = &u->terms[0];
    const struct letters *letters = t->monomial;
    const struct letter first = {letters->items[0].atom, 1};
    struct term rest = *t;

    if (letters->count == 1 && letters->items[0].power == 1) {
        rest.coefficient = pool_integer(pool, 1);
        return at_product(x, m, head,
                          ring_number(pool, t->coefficient->value->q),
                          ring_term(pool, NULL, NULL, &rest));
    }
    rest.monomial =
        monomial_divide(pool, letters, pool_letters(pool, 1, &first));
    return at_product(x, m, head, first.atom->form,
                      ring_term(pool, NULL, NULL, &rest));
}

static const struct form *value_of(struct expansion *x,
                                   const struct multiplicative *m,
                                   const struct form *u)
{
    const struct form *head = u ? form_apply1(x->s->pool, m->fn, u) : NULL;
    const struct letters *letters =
        u && u->count == 1 ? u->terms[0].monomial : NULL;

    if (u == NULL || u->count == 0 || x->failed)
        return head;
    if (letters == NULL)
        return at_sum(x, m, head, u);
    if (letters->count == 0)
        return head;
    if (letters->items[0].atom->form != u)
        return at_monomial(x, m, head, u);
    if (is_met(x, m->fn == CORE_RECIP ? CORE_NE : m->asked, u))
        add_cancelling(x, m, u);
    return at_letter(x, m, letters->items[0].atom);
}

void expand_product(struct expansion *x, const struct atom *a)
{
    const struct multiplicative *m = multiplicative_of(a);

    if (m != NULL && form_scalar(a->args[0]))
        value_of(
            x, m,
            form_by_all(x->s->pool, a->args[0], x->equations, x->nequations));
}
