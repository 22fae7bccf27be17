#include "kernel/range_slope.h"

#include "interval/interval.h"

enum { SLOPE_BITS = 256, SLOPE_MAX_WEIGHT = 1 << 14 };

struct audit {
    struct range_oracle *oracle;
    const struct sequent_box *box;
    size_t k;
};

/* x_k' = 1; the slope of e is in D.  false: it is not known this way. */
static bool slope_of(interval_t *d, const struct audit *a,
                     const struct scalar *e);

static bool value_of(interval_t *v, const struct audit *a,
                     const struct scalar *e)
{
    return range_oracle_middle(v, a->oracle, e, a->box);
}

/* (sum e_i)' = sum e_i' */
static bool slope_of_sum(interval_t *d, const struct audit *a,
                         const struct scalar *e)
{
    interval_t part;
    bool ok = true;
    interval_init(&part, SLOPE_BITS);
    interval_set_si(d, 0);
    for (size_t i = 0; i < e->count && ok; i++) {
        ok = slope_of(&part, a, e->kids[i]);
        interval_add(d, d, &part);
    }
    interval_clear(&part);
    return ok;
}

/* (u v)' = u' v + u v', one factor after the other */
static bool slope_of_product(interval_t *d, const struct audit *a,
                             const struct scalar *e)
{
    interval_t value, factor, slope, part;
    bool ok = true;
    interval_init(&value, SLOPE_BITS);
    interval_init(&factor, SLOPE_BITS);
    interval_init(&slope, SLOPE_BITS);
    interval_init(&part, SLOPE_BITS);
    interval_set_si(&value, 1);
    interval_set_si(d, 0);
    for (size_t i = 0; i < e->count && ok; i++) {
        ok =
            value_of(&factor, a, e->kids[i]) && slope_of(&slope, a, e->kids[i]);
        interval_mul(d, d, &factor);
        interval_mul(&part, &value, &slope);
        interval_add(d, d, &part);
        interval_mul(&value, &value, &factor);
    }
    interval_clear(&value);
    interval_clear(&factor);
    interval_clear(&slope);
    interval_clear(&part);
    return ok;
}

/* (u^q)' = q u^q u' / u, for u away from 0 */
static bool outer_power(interval_t *d, const struct audit *a,
                        const struct scalar *e, const interval_t *u)
{
    interval_t q;
    interval_init(&q, SLOPE_BITS);
    interval_set_q(&q, e->number);
    bool ok = value_of(d, a, e) && !interval_contains_zero(u);
    interval_mul(d, d, &q);
    if (ok)
        interval_div(d, d, u);
    interval_clear(&q);
    return ok;
}

/* erf' = 2 / sqrt(pi) exp(-u^2) */
static void outer_erf(interval_t *d, const interval_t *u)
{
    interval_t c;
    interval_init(&c, SLOPE_BITS);
    interval_pi(&c);
    interval_sqrt(&c, &c);
    interval_sqr(d, u);
    interval_neg(d, d);
    interval_exp(d, d);
    interval_div(d, d, &c);
    interval_add(d, d, d);
    interval_clear(&c);
}

/* 1 - x^2, for x = tanh u */
static void outer_tanh(interval_t *d, const interval_t *u)
{
    interval_t one;
    interval_init(&one, SLOPE_BITS);
    interval_set_si(&one, 1);
    interval_tanh(d, u);
    interval_sqr(d, d);
    interval_sub(d, &one, d);
    interval_clear(&one);
}

/* f'(u) for the functions without kinks */
static bool outer_call(interval_t *d, const struct scalar *e,
                       const interval_t *u)
{
    if (e->fn == FN_EXP) {
        interval_exp(d, u);
    } else if (e->fn == FN_LOG && interval_certainly_positive(u)) {
        interval_set_si(d, 1);
        interval_div(d, d, u);
    } else if (e->fn == FN_SIN) {
        interval_cos(d, u);
    } else if (e->fn == FN_COS) {
        interval_sin(d, u);
        interval_neg(d, d);
    } else if (e->fn == FN_TANH) {
        outer_tanh(d, u);
    } else if (e->fn == FN_ERF) {
        outer_erf(d, u);
    } else {
        return false;
    }
    return true;
}

/* f(u)' = f'(u) u' */
static bool slope_of_call(interval_t *d, const struct audit *a,
                          const struct scalar *e)
{
    interval_t u, inner;
    interval_init(&u, SLOPE_BITS);
    interval_init(&inner, SLOPE_BITS);
    bool ok = value_of(&u, a, e->kids[0]) && slope_of(&inner, a, e->kids[0]) &&
              (e->op == SCALAR_POWER ? outer_power(d, a, e, &u)
                                     : outer_call(d, e, &u));
    if (ok)
        interval_mul(d, d, &inner);
    interval_clear(&u);
    interval_clear(&inner);
    return ok;
}

static bool slope_of(interval_t *d, const struct audit *a,
                     const struct scalar *e)
{
    interval_set_si(d, 0);
    if (!(e->variables >> a->k & 1))
        return true;
    switch (e->op) {
    case SCALAR_VARIABLE:
        interval_set_si(d, 1);
        return true;
    case SCALAR_ADD:
        return slope_of_sum(d, a, e);
    case SCALAR_MUL:
        return slope_of_product(d, a, e);
    case SCALAR_POWER:
    case SCALAR_CALL:
        return !scalar_is_kink(e) && slope_of_call(d, a, e);
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_GENERAL:
    case SCALAR_IF:
    case SCALAR_INTEGRAL:
        return false;
    }
    return false;
}

static bool are_apart(const interval_t *x, const interval_t *y)
{
    return interval_is_finite(x) && interval_is_finite(y) &&
           (mpfr_cmp(x->lo, y->hi) > 0 || mpfr_cmp(y->lo, x->hi) > 0);
}

bool range_integrals_agree(struct range_oracle *oracle,
                           const struct scalar_pool *pool,
                           const struct sequent *s)
{
    const struct scalar *raw, *value;
    interval_t x, y;
    bool agree = true;
    interval_init(&x, SLOPE_BITS);
    interval_init(&y, SLOPE_BITS);
    for (size_t i = 0; agree && scalar_integral_note(&raw, &value, pool, i);
         i++)
        agree = !range_oracle_middle(&x, oracle, raw, &s->box) ||
                !range_oracle_middle(&y, oracle, value, &s->box) ||
                !are_apart(&x, &y);
    interval_clear(&x);
    interval_clear(&y);
    return agree;
}

/* The derivative of e by k as a term, against that at the middle. */
static bool agrees(const struct audit *a, const struct scalar *e,
                   struct scalar_pool *pool)
{
    const struct scalar *slope = scalar_derivative(pool, e, a->k);
    interval_t own, term;
    if (!slope || e->weight > SLOPE_MAX_WEIGHT)
        return false;
    interval_init(&own, SLOPE_BITS);
    interval_init(&term, SLOPE_BITS);
    bool known =
        (value_of(&term, a, slope) && slope_of(&own, a, e)) ||
        range_oracle_quotient(&own, &term, a->oracle, e, slope, a->k, a->box);
    bool apart = known && are_apart(&own, &term);
    interval_clear(&own);
    interval_clear(&term);
    return !apart;
}

/* First derivatives by the variables of `mask`, second ones where asked. */
static bool all_agree(struct range_oracle *oracle, struct scalar_pool *pool,
                      const struct sequent *s, unsigned mask, bool second)
{
    const struct scalar *f = s->goal->term;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        struct audit a = {.oracle = oracle, .box = &s->box, .k = k};
        if (!(mask >> k & 1) || !(f->variables >> k & 1))
            continue;
        if (!agrees(&a, f, pool))
            return false;
        const struct scalar *slope = scalar_derivative(pool, f, k);
        for (a.k = 0; second && a.k < SCALAR_MAX_VARIABLES; a.k++)
            if ((mask & slope->variables) >> a.k & 1 &&
                !agrees(&a, slope, pool))
                return false;
    }
    return true;
}

bool range_slope_agrees(struct range_oracle *oracle, struct scalar_pool *pool,
                        const struct sequent *s,
                        const struct partition_node *node)
{
    unsigned one =
        node->variable < SCALAR_MAX_VARIABLES ? 1u << node->variable : 0;
    switch ((int)node->rule) {
    case PARTITION_RISING:
        return all_agree(oracle, pool, s, one, false);
    case PARTITION_CONCAVE:
        return all_agree(oracle, pool, s, one, true);
    case PARTITION_MEAN:
        return all_agree(oracle, pool, s, ~0u, false);
    case PARTITION_CONVEX:
        return all_agree(oracle, pool, s, ~0u, true);
    default:
        return true;
    }
}
