/*
 * The rules of sum, product and chain, and a table of functions.
 *
 * A function is continuous relative to the points at which its condition of
 * continuity holds; so is what is composed of such functions.
 */
#include "core/derivative.h"

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
    {FN_SQRT, "recip(2 * sqrt(a))", NULL, "0 < a", NULL},
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

/* False: the condition is no relation. */
static bool ask(struct pool *pool, const struct form ***list, size_t *count,
                const char *text, const struct atom *a)
{
    const struct form *r =
        text ? meaning_at2(pool, text, a->args[0], a->args[a->count - 1])
             : relation_true(pool);

    if (r != NULL && r != relation_true(pool))
        arena_push(pool_arena(pool), list, count, sizeof r, &r);
    return r != NULL;
}

/* text(a, b) * the derivative of argument k. */
static const struct form *chained(struct pool *pool, const char *text,
                                  const struct atom *a, size_t k,
                                  const struct atom *x, struct conditions *out)
{
    const struct form *inner = form_derivative(pool, a->args[k], x, out);

    if (inner == NULL || form_is_nil(inner))
        return inner;
    if (text == NULL)
        return pool_fail(pool, "no derivative by this argument");
    return ring_mul(pool,
                    meaning_at2(pool, text, a->args[0], a->args[a->count - 1]),
                    inner);
}

static const struct form *atom_derivative(struct pool *pool,
                                          const struct atom *a,
                                          const struct atom *x,
                                          struct conditions *out)
{
    const struct rule *rule = rule_of(a);
    const struct form *sum;

    if (a == x)
        return pool_one(pool);
    if (!variables_have(&a->free, x))
        return ring_int(pool, 0);
    if (rule == NULL)
        return pool_fail(pool, "no derivative of this");
    if (!ask(pool, &out->smooth, &out->nsmooth, rule->smooth, a) ||
        !ask(pool, &out->continuous, &out->ncontinuous, rule->continuous, a))
        return NULL;
    sum = chained(pool, rule->first, a, 0, x, out);
    return a->count > 1
               ? ring_add(pool, sum, chained(pool, rule->second, a, 1, x, out))
               : sum;
}

/* The derivative of one letter of a term, times the rest of the term. */
static const struct form *letter_derivative(struct pool *pool,
                                            const struct term *t, size_t at,
                                            const struct atom *x,
                                            struct conditions *out)
{
    const struct form *product = ring_number(pool, t->coefficient->value->q);

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];
        unsigned power = l->power - (i == at);

        if (power > 0)
            product =
                ring_mul(pool, product, ring_power(pool, l->atom->form, power));
        if (i == at)
            product = ring_mul(
                pool, ring_mul(pool, product, ring_int(pool, l->power)),
                atom_derivative(pool, l->atom, x, out));
    }
    return product;
}

const struct form *form_derivative(struct pool *pool, const struct form *f,
                                   const struct atom *x,
                                   struct conditions *conditions)
{
    const struct form *sum = ring_int(pool, 0);

    if (f == NULL || !form_scalar(f))
        return f ? pool_fail(pool, "no scalar") : NULL;
    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];

        for (size_t k = 0; k < t->monomial->count; k++) {
            if (variables_have(&t->monomial->items[k].atom->free, x))
                sum = ring_add(pool, sum,
                               letter_derivative(pool, t, k, x, conditions));
        }
    }
    return sum;
}
