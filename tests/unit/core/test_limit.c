/*
 * Limits of terms, against their values far out, and what rises towards one.
 * Attack 37 of docs/core.md.
 */
#include "support.h"

#include "base/rng.h"
#include "core/derivative.h"
#include "core/limit.h"

#include <math.h>
#include <stdio.h>

#define NO_FACT ((fact_t)FACT_NONE)
#define assert_refused(call) assert_int_equal(call, FACT_NONE)
#define assert_learned(call) assert_true((call) != FACT_NONE)

enum { BITS = 64, TRIALS = 3000 };

static const struct form *call(struct symbols *s, unsigned fn,
                               const struct form *a)
{
    return form_apply1(s->pool, fn, a);
}

static const struct form *limit(struct symbols *s, const struct form *f)
{
    struct enclosure *e = enclosure_new(s->pool, NULL, 0, BITS);
    const struct form *out = form_limit(e, f, s->x_);

    enclosure_free(e);
    return out;
}

static const struct form *draw_polynomial(struct symbols *s, struct rng *rng)
{
    const struct form *out = integer(s, (int64_t)rng_below(rng, 7) - 3);

    for (unsigned k = 1; k < 3; k++)
        out = ring_add(s->pool, out,
                       ring_mul(s->pool,
                                integer(s, (int64_t)rng_below(rng, 5) - 2),
                                ring_power(s->pool, s->x, k)));
    return out;
}

static const struct form *draw(struct symbols *s, struct rng *rng, int depth)
{
    static const unsigned functions[] = {FN_EXP, FN_ABS,     FN_RELU, FN_SQRT,
                                         FN_LOG, CORE_RECIP, FN_TANH, FN_SIN,
                                         FN_COS, FN_ERF,     FN_SIGN};
    enum { COUNT = sizeof functions / sizeof functions[0] };
    const struct form *a, *b;

    if (depth == 0)
        return draw_polynomial(s, rng);
    a = draw(s, rng, depth - 1);
    b = draw(s, rng, depth - 1);
    switch (rng_below(rng, 6)) {
    case 0:
        return ring_mul(s->pool, a, call(s, FN_EXP, b));
    case 1:
        return ring_add(s->pool, a, b);
    case 2:
        return form_apply2(s->pool, FN_MAX2, a, b);
    case 3:
        return ring_mul(s->pool, a, call(s, CORE_RECIP, b));
    default:
        return call(s, functions[rng_below(rng, COUNT)], a);
    }
}

/* f at x is near the limit, as far as enclosures know them. */
static void check_at(struct enclosure *beyond, const struct form *f,
                     const struct form *to, double x, double near)
{
    interval_t at, value;

    interval_init(&at, BITS);
    interval_init(&value, BITS);
    mpfr_set_d(at.lo, x, MPFR_RNDN);
    mpfr_set_d(at.hi, x, MPFR_RNDN);
    enclosure_move(beyond, &at, false);
    interval_sub(&value, &enclosure_value(beyond, f)->x,
                 &enclosure_value(beyond, to)->x);
    assert_true(mpfr_cmp_d(value.lo, near) <= 0);
    assert_true(mpfr_cmp_d(value.hi, -near) >= 0);
    interval_clear(&at);
    interval_clear(&value);
}

static void test_values_tend_to_limits(void **state)
{
    struct symbols *s = *state;
    struct enclosure *e = enclosure_new(s->pool, NULL, 0, BITS);
    struct enclosure *beyond = enclosure_inside(e, s->x_);
    struct rng rng = rng_start(5);
    size_t found = 0;

    for (int i = 0; i < TRIALS; i++) {
        const struct form *f = draw(s, &rng, 1 + (int)rng_below(&rng, 3)), *to;

        pool_forgive(s->pool);
        to = f ? limit(s, f) : NULL;
        if (to == NULL || !variables_have(&f->free, s->x_))
            continue;
        assert_false(variables_have(&to->free, s->x_));
        found++;
        check_at(beyond, f, to, 1e7, 0.5);
        for (double x = 1e40; x < 1e80; x *= 1e15)
            check_at(beyond, f, to, x, 1e-3);
    }
    assert_true(found > TRIALS / 20);
    enclosure_free(beyond);
    enclosure_free(e);
}

static void test_some_limits(void **state)
{
    struct symbols *s = *state;
    const struct form *x = s->x, *one = integer(s, 1);
    const struct form *inverse = call(s, CORE_RECIP, x);
    const struct form *falls = call(s, FN_EXP, ring_neg(s->pool, x));

    assert_ptr_equal(limit(s, call(s, FN_ERF, x)), one);
    /* x - x erf(x), and times exp(x^2) */
    assert_true(form_is_nil(limit(
        s, ring_sub(s->pool, x, ring_mul(s->pool, x, call(s, FN_ERF, x))))));
    assert_null(
        limit(s, ring_mul(s->pool, call(s, FN_EXP, ring_mul(s->pool, x, x)),
                          ring_sub(s->pool, one, call(s, FN_ERF, x)))));
    assert_null(
        limit(s, ring_mul(s->pool,
                          call(s, FN_EXP, ring_mul(s->pool, integer(s, 3), x)),
                          ring_sub(s->pool, one, call(s, FN_TANH, x)))));
    assert_ptr_equal(limit(s, call(s, FN_TANH, ring_neg(s->pool, x))),
                     integer(s, -1));
    assert_true(form_is_nil(
        limit(s, ring_mul(s->pool, falls, ring_power(s->pool, x, 5)))));
    assert_ptr_equal(
        limit(s, call(s, FN_SQRT, ring_add(s->pool, one, inverse))),
        call(s, FN_SQRT, one));
    assert_ptr_equal(limit(s, call(s, FN_EXP, inverse)),
                     call(s, FN_EXP, integer(s, 0)));
    assert_ptr_equal(limit(s, ring_add(s->pool, s->y, inverse)), s->y);
    /* what has none, or none that is known */
    assert_null(limit(s, x));
    assert_null(limit(s, call(s, FN_SIN, x)));
    assert_null(limit(s, call(s, FN_LOG, inverse)));
    assert_null(limit(s, call(s, CORE_RECIP, inverse)));
    assert_null(limit(s, call(s, CORE_RECIP, falls)));
    assert_null(limit(s, call(s, FN_SIGN, inverse)));
    assert_null(limit(s, ring_mul(s->pool, x, inverse)));
    assert_null(limit(s, call(s, FN_ERF, call(s, FN_SIN, x))));
    /* 1/y is not continuous where y may be 0 */
    assert_null(
        limit(s, call(s, CORE_RECIP, ring_add(s->pool, s->y, inverse))));
}

/* The rule. */

static const struct form *at_least(struct symbols *s, const struct form *a)
{
    return call(s, CORE_LE, a); /* 0 <= a */
}

static const struct form *above(struct symbols *s, const struct form *a)
{
    return call(s, CORE_LT, a);
}

struct beyond {
    struct draft *d;
    const struct form *y;
    fact_t above;
};

static struct beyond open_beyond(struct symbols *s, int64_t lo)
{
    static const struct atom *symbols[2];
    struct sequent sequent = {.symbols = symbols,
                              .nsymbols = 2,
                              .conclusion = relation_true(s->pool)};
    struct beyond out = {NULL, NULL, NO_FACT};

    symbols[0] = s->x_;
    symbols[1] = s->y_;
    out.d = draft_new(s->theory, &sequent);
    out.y = draft_next(out.d, false, NULL);
    out.above = draft_rule(out.d, "beyond", "t", integer(s, lo));
    assert_learned(out.above);
    return out;
}

static fact_t rise(struct symbols *s, const struct beyond *b,
                   const struct form *t, bool strict)
{
    struct conditions asked = {.nsmooth = 0};
    const struct form *f = form_derivative(
        s->pool, t, b->y->terms[0].monomial->items[0].atom, &asked);
    fact_t sign =
        draft_rule(b->d, "enclose", "tnf",
                   strict ? above(s, f) : at_least(s, f), (size_t)64, b->above);

    return draft_rule(b->d, "rise", "tnff", t, (size_t)strict, sign, b->above);
}

/* -1/y rises to 0 from 1 on: -1 < 0. */
static void test_what_rises_stays_below_its_limit(void **state)
{
    struct symbols *s = *state;
    struct beyond b = open_beyond(s, 1);
    const struct form *t = ring_neg(s->pool, call(s, CORE_RECIP, b.y)),
                      *one = integer(s, 1);
    fact_t fact;

    assert_refused(rise(s, &b, ring_neg(s->pool, t), false)); /* it falls */
    assert_refused(rise(s, &b, b.y, false)); /* it has no limit */
    fact = rise(s, &b, ring_mul(s->pool, s->x, t), false);
    assert_refused(fact); /* x has any sign */
    fact = rise(s, &b, ring_add(s->pool, s->x, t), true);
    assert_learned(fact);
    assert_ptr_equal(deduction_fact(draft_deduction(b.d), fact, NULL),
                     above(s, call(s, CORE_RECIP, one)));
    draft_free(b.d);
}

/* -1/y is 0 at 0, above all that it is beyond: it is not continuous there. */
static void test_a_pole_at_the_end(void **state)
{
    struct symbols *s = *state;
    struct beyond b = open_beyond(s, 0);
    const struct form *t =
        ring_sub(s->pool, integer(s, 3), call(s, CORE_RECIP, b.y));

    assert_refused(rise(s, &b, t, true));
    t = ring_neg(s->pool, call(s, FN_EXP, ring_neg(s->pool, b.y)));
    assert_learned(rise(s, &b, t, true));
    draft_free(b.d);
}

/* A condition at lo that is too much work to write is not met. */
static void test_what_is_too_large_is_refused(void **state)
{
    enum { COUNT = 60 };
    struct symbols *s = *state;
    static const struct atom *symbols[COUNT];
    static const struct form *facts[COUNT];
    struct sequent sequent = {.symbols = symbols,
                              .nsymbols = COUNT,
                              .hypotheses = facts,
                              .nhypotheses = COUNT,
                              .conclusion = relation_true(s->pool)};
    const struct form *lo = integer(s, 0), *y, *t;
    struct conditions asked = {.nsmooth = 0};
    fact_t all[COUNT + 1], sign;
    struct draft *d;

    for (size_t i = 0; i < COUNT; i++) {
        char name[8];

        snprintf(name, sizeof name, "p%zu", i);
        symbols[i] = symbol(s->pool, name, false, NULL, NULL);
        facts[i] = at_least(s, ring_atom(s->pool, symbols[i]));
        lo = ring_add(s->pool, lo, ring_atom(s->pool, symbols[i]));
        all[i] = (fact_t)i;
    }
    d = draft_new(s->theory, &sequent);
    y = draft_next(d, false, NULL);
    all[COUNT] = draft_rule(d, "beyond", "t", lo);
    assert_learned(all[COUNT]);
    t = ring_add(s->pool, integer(s, 1), ring_power(s->pool, y, 4));
    t = ring_neg(s->pool, call(s, CORE_RECIP, t));
    sign = draft_rule(
        d, "enclose", "tnF",
        at_least(s,
                 form_derivative(s->pool, t,
                                 y->terms[0].monomial->items[0].atom, &asked)),
        (size_t)64, (size_t)(COUNT + 1), all);
    assert_learned(sign);
    assert_refused(draft_rule(d, "rise", "tnfF", t, (size_t)0, sign,
                              (size_t)(COUNT + 1), all));
    draft_free(d);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_values_tend_to_limits),
        TEST(test_some_limits),
        TEST(test_what_rises_stays_below_its_limit),
        TEST(test_a_pole_at_the_end),
        TEST(test_what_is_too_large_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
