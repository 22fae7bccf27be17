/*
 * The rules of sum, product and chain, a table of functions, and Leibniz's rule
 * for integrals.
 *
 * A function is continuous relative to the points at which its condition of
 * continuity holds; so is what is composed of such functions.
 */
#include "core/derivative.h"

#include "core/binder.h"
#include "core/meaning.h"
#include "core/ring.h"

/*
 * By the first argument, and by the second or NULL; where there is a
 * derivative, and where it is continuous (NULL: everywhere).
 */
static const struct rule {
    unsigned fn;
    const char *first, *second, *smooth, *continuous;
} table[] = {
    {CORE_RECIP, "-recip(a) * recip(a)", NULL, "a != 0", "a != 0"},
    {CORE_POW, "b * pow(a, b) * recip(a)", "pow(a, b) * log(a)", "0 < a",
     "0 < a"},
    {FN_EXP, "exp(a)", NULL, NULL, NULL},
    {FN_LOG, "recip(a)", NULL, "0 < a", "0 < a"},
    /* 0 below 0 */
    {FN_SQRT, "recip(2) * recip(sqrt(a))", NULL, "0 < a", NULL},
    {FN_SIN, "cos(a)", NULL, NULL, NULL},
    {FN_COS, "-sin(a)", NULL, NULL, NULL},
    {FN_TANH, "1 - tanh(a) * tanh(a)", NULL, NULL, NULL},
    {FN_ERF, "2 * recip(sqrt(pi())) * exp(-a * a)", NULL, NULL, NULL},
    {FN_ABS, "sign(a)", NULL, "a != 0", NULL},
    {FN_RELU, "(1 + sign(a)) * recip(2)", NULL, "a != 0", NULL},
    {FN_SIGN, "0", NULL, "a != 0", "a != 0"},
    /* a relation is 1 where it is true, else 0 */
    {FN_MAX2, "b < a", "a < b", "a != b", NULL},
    {FN_MIN2, "a < b", "b < a", "a != b", NULL},
};

static const struct rule *rule_of(const struct atom *a)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (a->kind == ATOM_APPLY && a->function == table[i].fn &&
            form_scalar(a->args[0]))
            return &table[i];
    }
    return NULL;
}

/* One differentiation: by x, of what was not met before. */
struct differentiation {
    struct pool *pool;
    const struct atom *x;
    struct conditions *asked;
    struct memo known; /* derivatives of forms */
};

/* Once; false: the condition is no relation. */
static bool ask_for(struct differentiation *d, const struct form ***list,
                    size_t *count, const struct form *r)
{
    size_t i = 0;

    while (i < *count && (*list)[i] != r)
        i++;
    if (i == *count && r != NULL && r != relation_true(d->pool))
        arena_push(pool_arena(d->pool), list, count, sizeof r, &r);
    return r != NULL;
}

static bool ask(struct differentiation *d, const struct form ***list,
                size_t *count, const char *text, const struct atom *a)
{
    return ask_for(
        d, list, count,
        text ? meaning_at2(d->pool, text, a->args[0], a->args[a->count - 1])
             : relation_true(d->pool));
}

static const struct form *derivative(struct differentiation *d,
                                     const struct form *f);

/* text(a, b) * the derivative of argument k. */
static const struct form *chained(struct differentiation *d, const char *text,
                                  const struct atom *a, size_t k)
{
    const struct form *inner = derivative(d, a->args[k]);

    if (inner == NULL || form_is_nil(inner))
        return inner;
    if (text == NULL)
        return pool_fail(d->pool, "no derivative by this argument");
    return ring_mul(
        d->pool, meaning_at2(d->pool, text, a->args[0], a->args[a->count - 1]),
        inner);
}

/* Integrals. */

/* What is free in the integral and in the conditions that speak of its body. */
static struct variables in_conditions(struct pool *pool,
                                      const struct atom *integral,
                                      const struct conditions *inner)
{
    struct variables out = integral->free;

    for (size_t i = 0; i < inner->nsmooth; i++)
        out = variables_join(pool, out, inner->smooth[i]->free);
    for (size_t i = 0; i < inner->ncontinuous; i++)
        out = variables_join(pool, out, inner->continuous[i]->free);
    return out;
}

/* Any number from lo on, by a letter that is not in `avoid`. */
static const struct form *number_beyond(struct differentiation *d,
                                        const struct form *lo,
                                        const struct variables *avoid)
{
    unsigned k = 0;

    while (variables_have(avoid, spare_parameter(d->pool, k, false)))
        k++;
    return ring_add(
        d->pool, lo,
        ring_power(d->pool,
                   ring_atom(d->pool, spare_parameter(d->pool, k, false)), 2));
}

/*
 * The conditions with a number between the ends in the place of t, which is no
 * other that they speak of: of an integral within, over the same range.
 */
static bool ask_between(struct differentiation *d, const struct atom *integral,
                        const struct atom *t, const struct conditions *inner)
{
    const struct variables avoid = in_conditions(d->pool, integral, inner);
    const struct form *g =
        integral->binder == BINDER_RAY
            ? number_beyond(d, integral->lo, &avoid)
            : ring_atom(d->pool, generic_new(d->pool, false, integral->lo,
                                             integral->hi, &avoid));

    for (size_t i = 0; i < inner->nsmooth; i++)
        ask_for(d, &d->asked->smooth, &d->asked->nsmooth,
                form_at(d->pool, inner->smooth[i], t, g));
    for (size_t i = 0; i < inner->ncontinuous; i++)
        ask_for(d, &d->asked->continuous, &d->asked->ncontinuous,
                form_at(d->pool, inner->continuous[i], t, g));
    return pool_why(d->pool) == NULL;
}

/* The body at that end times the slope of the end. */
static const struct form *end_moves(struct differentiation *d,
                                    const struct atom *integral,
                                    const struct form *end)
{
    const struct form *slope = derivative(d, end);

    return slope == NULL || form_is_nil(slope)
               ? slope
               : ring_mul(d->pool, binder_open(d->pool, integral, end), slope);
}

/* To infinity: both integrals are dominated; none such is in the body. */
static bool ask_domination(struct differentiation *d, const struct atom *a,
                           const struct conditions *inner,
                           const struct form *slope)
{
    const struct form *const forms[] = {a->form, slope};

    if (inner->ndominated > 0)
        return pool_fail(d->pool, "an integral to infinity in another") != NULL;
    for (size_t i = 0; i < 2 && a->binder == BINDER_RAY; i++)
        ask_for(d, &d->asked->dominated, &d->asked->ndominated, forms[i]);
    return slope != NULL;
}

/*
 * The integral of the derivative, and what the ends add.  A body without x that
 * is continuous everywhere needs nothing else ([Rudin1976], 6.20).  Where it
 * has a derivative by t and by x, at all t between the ends, each of its parts
 * is smooth around there: both are continuous on a neighbourhood of that
 * compact set (9.42).  To infinity both are below something that has an
 * integral, whatever x is: limits may be taken inside (dominated
 * convergence, 11.32).
 */
static const struct form *integral_derivative(struct differentiation *d,
                                              const struct atom *a)
{
    struct conditions inner = {.nsmooth = 0};
    const struct atom *t;
    const struct form *body = binder_enter(d->pool, a, &t), *slope, *out;

    slope = form_derivative(d->pool, body, d->x, &inner);
    if (slope == NULL || ((variables_have(&body->free, d->x) ||
                           !form_is_continuous(d->pool, body, t)) &&
                          (form_derivative(d->pool, body, t, &inner) == NULL ||
                           !ask_between(d, a, t, &inner))))
        out = NULL;
    else if (form_is_nil(slope))
        out = slope;
    else
        out = form_bind(d->pool, a->binder, a->lo, a->hi, slope, t);
    pool_leave(d->pool);
    if (!ask_domination(d, a, &inner, out))
        return NULL;
    if (a->binder == BINDER_INTEGRAL)
        out = ring_add(d->pool, out, end_moves(d, a, a->hi));
    return ring_sub(d->pool, out, end_moves(d, a, a->lo));
}

static const struct form *atom_derivative(struct differentiation *d,
                                          const struct atom *a)
{
    const struct rule *rule = rule_of(a);
    struct conditions *asked = d->asked;
    const struct form *sum;

    if (a == d->x)
        return pool_one(d->pool);
    if (a->kind == ATOM_BINDER && !binder_is_over_index(a) &&
        form_scalar(a->form))
        return integral_derivative(d, a);
    if (rule == NULL)
        return pool_fail(d->pool, "no derivative of this");
    if (!ask(d, &asked->smooth, &asked->nsmooth, rule->smooth, a) ||
        !ask(d, &asked->continuous, &asked->ncontinuous, rule->continuous, a))
        return NULL;
    sum = chained(d, rule->first, a, 0);
    return a->count > 1 && sum != NULL
               ? ring_add(d->pool, sum, chained(d, rule->second, a, 1))
               : sum;
}

/* A letter without a derivative leaves the product without one. */
static const struct form *of_letter(struct differentiation *d,
                                    const struct atom *a)
{
    const struct form *known = memo_get(&d->known, a);

    if (known == NULL) {
        known = atom_derivative(d, a);
        if (known != NULL)
            memo_set(&d->known, a, known);
    }
    return known;
}

/* The derivative of one letter of a term, times the rest of the term. */
static const struct form *letter_derivative(struct differentiation *d,
                                            const struct term *t, size_t at)
{
    const struct form *product = ring_number(d->pool, t->coefficient->value->q);

    for (size_t i = 0; product != NULL && i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];
        unsigned power = l->power - (i == at);

        if (power > 0)
            product = ring_mul(d->pool, product,
                               ring_power(d->pool, l->atom->form, power));
        if (i == at)
            product = ring_mul(
                d->pool,
                ring_mul(d->pool, product, ring_int(d->pool, l->power)),
                of_letter(d, l->atom));
    }
    return product;
}

/* Nothing is tried any more once something has failed. */
static const struct form *derivative(struct differentiation *d,
                                     const struct form *f)
{
    const struct form *sum = ring_int(d->pool, 0);

    if (f == NULL || !form_scalar(f))
        return f ? pool_fail(d->pool, "no scalar") : NULL;
    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];

        for (size_t k = 0; sum != NULL && k < t->monomial->count; k++) {
            if (variables_have(&t->monomial->items[k].atom->free, d->x))
                sum = ring_add(d->pool, sum, letter_derivative(d, t, k));
        }
    }
    return sum;
}

const struct form *form_derivative(struct pool *pool, const struct form *f,
                                   const struct atom *x,
                                   struct conditions *conditions)
{
    struct differentiation d = {pool, x, conditions, {{NULL, 0, 0}}};
    const struct form *out = derivative(&d, f);

    memo_clear(&d.known);
    return out;
}

bool form_is_continuous(struct pool *pool, const struct form *f,
                        const struct atom *x)
{
    bool fine = form_scalar(f) && pool_burn(pool);

    for (size_t i = 0; i < f->count && fine; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count && fine; k++) {
            const struct atom *a = m->items[k].atom;
            const struct rule *rule = rule_of(a);

            if (a == x || !variables_have(&a->free, x))
                continue;
            fine = rule != NULL && rule->continuous == NULL;
            for (size_t j = 0; j < a->count && fine; j++)
                fine = form_is_continuous(pool, a->args[j], x);
        }
    }
    return fine;
}
