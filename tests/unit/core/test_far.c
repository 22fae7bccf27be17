/*
 * Bounds of terms far out, against their values there, and integrals to
 * infinity.  Attacks 36, 37 of docs/core.md.
 */
#include "support.h"

#include "base/rng.h"
#include "core/derivative.h"
#include "core/far.h"
#include "core/integral.h"

#include <math.h>

enum { BITS = 64, TRIALS = 1500, START = 16 };

static const struct form *call(struct symbols *s, unsigned fn,
                               const struct form *a)
{
    return form_apply1(s->pool, fn, a);
}

static const struct form *draw_polynomial(struct symbols *s, struct rng *rng,
                                          const struct form *t)
{
    const struct form *out = integer(s, (int64_t)rng_below(rng, 7) - 3);

    for (unsigned k = 1; k < 4; k++)
        out = ring_add(s->pool, out,
                       ring_mul(s->pool,
                                integer(s, (int64_t)rng_below(rng, 5) - 2),
                                ring_power(s->pool, t, k)));
    return out;
}

static const struct form *draw(struct symbols *s, struct rng *rng,
                               const struct form *t, int depth)
{
    static const unsigned functions[] = {FN_EXP, FN_ABS,     FN_RELU, FN_SQRT,
                                         FN_LOG, CORE_RECIP, FN_TANH, FN_SIN};
    const struct form *a, *b;

    if (depth == 0)
        return draw_polynomial(s, rng, t);
    a = draw(s, rng, t, depth - 1);
    b = draw(s, rng, t, 0);
    switch (rng_below(rng, 6)) {
    case 0:
        return ring_mul(s->pool, a, call(s, FN_EXP, b));
    case 1:
        return ring_add(s->pool, a, b);
    case 2:
        return form_apply2(s->pool, FN_MAX2, a, b);
    case 3:
        return form_apply2(
            s->pool, CORE_POW, a,
            call(s, CORE_RECIP, integer(s, (int64_t)rng_below(rng, 7) - 3)));
    default:
        return call(s, functions[rng_below(rng, 8)], a);
    }
}

/* c t^m exp(g t + h t^2) is at least the least that |f| may be at t. */
static void check_at(const struct decay *bound, struct enclosure *beyond,
                     const struct form *f, unsigned long t)
{
    interval_t at, value, u;

    interval_init(&at, BITS);
    interval_init(&value, BITS);
    interval_init(&u, BITS);
    interval_set_si(&at, (long)t);
    enclosure_move(beyond, &at, false);
    interval_mul(&value, &bound->h, &at);
    interval_add(&value, &value, &bound->g);
    interval_mul(&value, &value, &at);
    interval_exp(&value, &value);
    interval_pow(&u, &at, &bound->m);
    interval_mul(&value, &value, &u);
    interval_mul(&value, &value, &bound->c);
    interval_abs(&u, &enclosure_value(beyond, f)->x);
    assert_true(mpfr_cmp(u.lo, value.hi) <= 0);
    interval_clear(&at);
    interval_clear(&value);
    interval_clear(&u);
}

static void test_bounds_hold(void **state)
{
    struct symbols *s = *state;
    const struct form *t = s->x;
    struct enclosure *e = enclosure_new(s->pool, NULL, 0, BITS);
    struct enclosure *beyond = enclosure_inside(e, s->x_);
    struct rng rng = rng_start(12);
    size_t found = 0;

    for (int i = 0; i < TRIALS; i++) {
        const struct form *f = draw(s, &rng, t, 1 + (int)rng_below(&rng, 3));
        struct decay bound;
        interval_t start, range;

        pool_forgive(s->pool);
        if (f == NULL)
            continue;
        decay_init(&bound, BITS);
        interval_init(&start, BITS);
        interval_init(&range, BITS);
        interval_set_si(&start, START);
        interval_set_si(&range, START);
        mpfr_set_inf(range.hi, 1);
        enclosure_move(beyond, &range, false);
        if (form_decay(&bound, beyond, f, s->x_, &start)) {
            found++;
            for (unsigned long at = START; at < 20000; at = at * 3 / 2)
                check_at(&bound, beyond, f, at);
        }
        decay_clear(&bound);
        interval_clear(&start);
        interval_clear(&range);
    }
    assert_true(found > TRIALS / 3);
    enclosure_free(beyond);
    enclosure_free(e);
}

/* integral(t in lo..inf, body) */
static const struct form *ray(struct symbols *s, int64_t lo,
                              const struct form *body)
{
    const struct atom *t =
        generic_numbered(s->pool, false, integer(s, 0), integer(s, 0), 0);

    return form_bind(s->pool, BINDER_RAY, integer(s, lo), integer(s, 0),
                     form_at(s->pool, body, s->x_, t->form), t);
}

/* Whether it is enclosed; the value is in it, and it is that narrow. */
static bool is_enclosed(struct symbols *s, const struct form *f, double value,
                        double width)
{
    struct enclosure *e = enclosure_new(s->pool, NULL, 0, BITS);
    const interval_t *r = &enclosure_value(e, f)->x;
    bool out = interval_is_finite(r);

    if (out) {
        double lo = mpfr_get_d(r->lo, MPFR_RNDD);
        double hi = mpfr_get_d(r->hi, MPFR_RNDU);

        assert_true(lo <= value + 1e-15 && value - 1e-15 <= hi);
        assert_true(hi - lo <= width);
    }
    enclosure_free(e);
    return out;
}

static void test_integrals_to_infinity(void **state)
{
    struct symbols *s = *state;
    const struct form *t = s->x, *square = ring_mul(s->pool, t, t);
    const struct form *falls = call(s, FN_EXP, ring_neg(s->pool, t));
    const struct form *one = integer(s, 1);
    const struct form *inverse =
        call(s, CORE_RECIP, ring_add(s->pool, one, square));

    assert_true(is_enclosed(s, ray(s, 0, falls), 1, 1e-12));
    assert_true(is_enclosed(s, ray(s, -2, falls), exp(2), 1e-12));
    assert_true(
        is_enclosed(s, ray(s, 0, call(s, FN_EXP, ring_neg(s->pool, square))),
                    0.88622692545275801, 1e-12));
    assert_true(is_enclosed(s, ray(s, 1, inverse), 0.78539816339744831, 1e-3));
    assert_true(
        is_enclosed(s, ray(s, 0, ring_mul(s->pool, falls, call(s, FN_SIN, t))),
                    0.5, 1e-12));
    assert_true(
        is_enclosed(s, ray(s, 1, call(s, FN_RELU, falls)), exp(-1), 1e-9));
}

/* exp(-q t^j) t^k */
static const struct form *falling(struct symbols *s, const struct form *q,
                                  unsigned j, unsigned k)
{
    return ring_mul(
        s->pool, ring_power(s->pool, s->x, k),
        call(s, FN_EXP,
             ring_neg(s->pool,
                      ring_mul(s->pool, q, ring_power(s->pool, s->x, j)))));
}

/* From 0 on it is a number by its form, from 1 on it is enclosed. */
static void test_moments(void **state)
{
    struct symbols *s = *state;
    const struct form *zero = integer(s, 0), *one = integer(s, 1);
    const struct form *const scales[] = {call(s, CORE_RECIP, integer(s, 2)),
                                         one, integer(s, 3)};
    const struct atom *t = generic_numbered(s->pool, false, zero, zero, 0);

    for (unsigned k = 0; k < 6 * 6; k++) {
        const struct form *body =
            falling(s, scales[k % 3], 1 + k / 3 % 2, k / 6);
        const struct form *whole = ray(s, 0, body), *rest = ray(s, 1, body);
        const struct form *first =
            form_bind(s->pool, BINDER_INTEGRAL, zero, one,
                      form_at(s->pool, body, s->x_, t->form), t);

        assert_ptr_not_equal(whole, rest);
        assert_true(is_enclosed(
            s, ring_sub(s->pool, whole, ring_add(s->pool, first, rest)), 0,
            1e-9));
    }
}

/* Sums are taken apart where all parts decay for certain. */
static void test_sums_to_infinity(void **state)
{
    struct symbols *s = *state;
    const struct form *t = s->x, *falls = falling(s, integer(s, 1), 1, 1);
    const struct form *wave = ring_mul(s->pool, falls, call(s, FN_SIN, t));
    const struct form *soft;
    const struct form *const others[] = {
        call(s, CORE_RECIP, ring_mul(s->pool, t, t)), t,
        ring_mul(s->pool, falls, call(s, CORE_RECIP, t)),
        ring_mul(s->pool, falls, call(s, FN_EXP, t)),
        /* logarithms that may be of 0, or below any power */
        ring_mul(s->pool, falls,
                 call(s, FN_LOG,
                      ring_sub(s->pool, call(s, FN_EXP, t), integer(s, 9)))),
        ring_mul(s->pool, falls,
                 call(s, FN_LOG, call(s, FN_EXP, call(s, FN_EXP, t)))),
        ring_mul(s->pool, falls,
                 call(s, FN_LOG, ring_add(s->pool, t, integer(s, 9)))),
        call(s, FN_EXP, ring_neg(s->pool, ring_mul(s->pool, s->y, t)))};

    assert_ptr_equal(ray(s, 0, ring_add(s->pool, falls, wave)),
                     ring_add(s->pool, ray(s, 0, wave), integer(s, 1)));
    soft =
        ring_mul(s->pool, falls,
                 call(s, FN_LOG,
                      ring_add(s->pool, integer(s, 1),
                               call(s, FN_EXP, ring_mul(s->pool, s->y, t)))));
    assert_ptr_equal(ray(s, 0, ring_add(s->pool, falls, soft)),
                     ring_add(s->pool, ray(s, 0, soft), integer(s, 1)));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_ptr_not_equal(
            ray(s, 1, ring_add(s->pool, wave, others[i])),
            ring_add(s->pool, ray(s, 1, wave), ray(s, 1, others[i])));
}

/* What has no integral there, or none that is known. */
static void test_what_does_not_decay(void **state)
{
    struct symbols *s = *state;
    const struct form *t = s->x, *square = ring_mul(s->pool, t, t);
    const struct form *inverse = call(s, CORE_RECIP, t);
    const struct form *const bodies[] = {
        integer(s, 1), inverse, ring_neg(s->pool, inverse), call(s, FN_SIN, t),
        call(s, FN_EXP, t),
        call(s, CORE_RECIP, ring_add(s->pool, integer(s, 1), t)),
        ring_mul(s->pool, inverse, call(s, FN_SIN, t)), /* not absolutely */
        ring_mul(s->pool, call(s, FN_EXP, square),
                 call(s, FN_EXP, ring_neg(s->pool, square))),
        ring_mul(s->pool, inverse, call(s, CORE_RECIP, call(s, FN_LOG, t))),
        /* 1/(t - 100)^2 */
        call(s, CORE_RECIP,
             ring_power(s->pool, ring_sub(s->pool, t, integer(s, 100)), 2)),
        /* exp(-y t) for any y */
        call(s, FN_EXP, ring_neg(s->pool, ring_mul(s->pool, s->y, t)))};

    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        assert_false(is_enclosed(s, ray(s, 2, bodies[i]), 0, 0));
    /* to infinity alone: the other end is none */
    pool_forgive(s->pool);
    assert_null(form_bind(
        s->pool, BINDER_RAY, integer(s, 0), integer(s, 1), integer(s, 1),
        generic_numbered(s->pool, false, integer(s, 0), integer(s, 0), 0)));
    pool_forgive(s->pool);
}

/* lo <= x <= hi, and |f| <= 9. */
static struct enclosure *with_facts(struct symbols *s, int64_t lo, int64_t hi,
                                    const struct form *f)
{
    const struct form *facts[] = {
        call(s, CORE_LE, ring_sub(s->pool, s->x, integer(s, lo))),
        call(s, CORE_LE, ring_sub(s->pool, integer(s, hi), s->x)),
        call(s, CORE_LE, ring_add(s->pool, integer(s, 9), f)),
        call(s, CORE_LE, ring_sub(s->pool, integer(s, 9), f))};

    return enclosure_new(s->pool, facts, 4, BITS);
}

/* integral(t in 0..inf, exp(-y t)) */
static const struct form *laplace(struct symbols *s, const struct form *y)
{
    const struct form *zero = integer(s, 0);
    const struct atom *t = generic_numbered(s->pool, false, zero, zero, 0);

    return form_bind(
        s->pool, BINDER_RAY, zero, zero,
        call(s, FN_EXP, ring_neg(s->pool, ring_mul(s->pool, y, t->form))), t);
}

/* Bounds by one function; a bound of the integral itself is none. */
static void test_domination(void **state)
{
    struct symbols *s = *state;
    const struct form *f = laplace(s, s->x);

    for (int64_t lo = 0; lo < 2; lo++) {
        struct enclosure *e = with_facts(s, lo, 2, f);

        assert_int_equal(integral_is_dominated(e, f), lo > 0);
        assert_true(integral_is_dominated(e, s->y));
        enclosure_free(e);
    }
}

/* -that rises between 1 and 2, by facts that say so; from 0 on it does not. */
static void test_derivatives_under_domination(void **state)
{
    struct symbols *s = *state;
    struct sequent sequent = {.conclusion = relation_true(s->pool)};

    for (int64_t lo = 0; lo < 2; lo++) {
        struct draft *d = draft_new(s->theory, &sequent);
        const struct form *y = draft_next(d, false, NULL);
        const struct form *t = ring_neg(s->pool, laplace(s, y)), *slope;
        struct conditions asked = {.nsmooth = 0};
        fact_t facts[2], sign;

        facts[0] =
            draft_rule(d, "between", "tt", integer(s, lo), integer(s, 2));
        facts[1] = facts[0] + 1;
        slope = form_derivative(s->pool, t, y->free.items[0], &asked);
        assert_int_equal(asked.ndominated, 2);
        sign = draft_rule(d, "enclose", "tnF", call(s, CORE_LE, slope),
                          (size_t)64, (size_t)2, facts);
        assert_int_equal(sign != FACT_NONE, lo > 0);
        assert_int_equal(draft_rule(d, "rise", "tnf", t, (size_t)0, sign),
                         FACT_NONE);
        assert_int_equal(draft_rule(d, "rise", "tnfF", t, (size_t)0, sign,
                                    (size_t)2, facts) != FACT_NONE,
                         lo > 0);
        draft_free(d);
    }
}

/* A fact about the number that a context fixes. */
static fact_t fact_of(struct draft *d, const struct form *relation, fact_t from)
{
    return draft_rule(d, "enclose", "tnf", relation, (size_t)64, from);
}

/* What is positive has a positive integral, or none, which is 0. */
static void test_areas(void **state)
{
    struct symbols *s = *state;
    struct sequent sequent = {.conclusion = relation_true(s->pool)};
    struct draft *d = draft_new(s->theory, &sequent);
    const struct form *zero = integer(s, 0), *one = integer(s, 1);
    const struct form *y = draft_next(d, false, NULL), *r;
    fact_t fact = draft_rule(d, "beyond", "t", one), sign;

    /* log is positive beyond 1, and has no integral */
    sign = fact_of(d, call(s, CORE_LE, call(s, FN_LOG, y)), fact);
    assert_int_not_equal(sign, FACT_NONE);
    assert_int_equal(draft_rule(d, "area", "tf",
                                ring_neg(s->pool, call(s, FN_LOG, y)), sign),
                     FACT_NONE);
    assert_int_equal(
        draft_rule(d, "area", "tf", call(s, FN_LOG, y), (fact_t)FACT_NONE),
        FACT_NONE);
    /* there is no limit to rise to */
    assert_int_equal(
        draft_rule(d, "rise", "tnf", y, (size_t)0, (fact_t)FACT_NONE),
        FACT_NONE);
    fact = draft_rule(d, "area", "tf", call(s, FN_LOG, y), sign);
    assert_int_not_equal(fact, FACT_NONE);
    assert_ptr_equal(deduction_fact(draft_deduction(d), fact, NULL),
                     call(s, CORE_LE, ray(s, 1, call(s, FN_LOG, s->x))));
    /* between ends, unless they are the wrong way round */
    y = draft_next(d, false, NULL);
    fact = draft_rule(d, "between", "tt", one, zero);
    sign = fact_of(d, call(s, CORE_LE, ring_sub(s->pool, y, one)), fact);
    assert_int_not_equal(sign, FACT_NONE);
    fact = draft_rule(d, "area", "tf", ring_sub(s->pool, y, one), sign);
    assert_int_not_equal(fact, FACT_NONE);
    r = deduction_fact(draft_deduction(d), fact, NULL);
    assert_ptr_equal(r, relation_true(s->pool)); /* as 0 < 1 */
    draft_free(d);
    /* nothing was fixed */
    d = draft_new(s->theory, &sequent);
    assert_int_equal(draft_rule(d, "area", "tf", one, (fact_t)FACT_NONE),
                     FACT_NONE);
    draft_free(d);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_bounds_hold),
        TEST(test_integrals_to_infinity),
        TEST(test_moments),
        TEST(test_sums_to_infinity),
        TEST(test_what_does_not_decay),
        TEST(test_domination),
        TEST(test_areas),
        TEST(test_derivatives_under_domination),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
