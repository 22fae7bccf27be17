/*
 * Integrals with parameters: what the kernel's own quadrature says of them,
 * when it lets them be differentiated, and closed forms against quadrature.
 */
#include "kernel/range_check.h"
#include "kernel/range_slope.h"
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

#include <stdlib.h>

static void test_enclosures_hold_all_parameters(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {LEAF(DIRECT)};
    static const struct row rows[] = {
        {CLOSED_X, "integral(t in 0..1, exp(x*t)) >= 1", true},
        {CLOSED_X, "integral(t in 0..1, exp(x*t)) >= 1.001", false},
        {CLOSED_X, "integral(t in 0..1, exp(x*t)) <= 1.8", true},
        {CLOSED_X, "integral(t in 0..1, exp(x*t)) <= 1.71", false},
        {CLOSED_X, "integral(t in 0..x, exp(t^2)) >= 0", true},
        {CLOSED_X, "integral(t in x..0, exp(t^2)) <= 0", true},
        {CLOSED_X, "integral(t in x..0, exp(t^2)) >= 0", false},
        {CLOSED_X, "integral(t in 0..inf, exp(-t)/(1 + x*t)) >= 0.5", true},
        {CLOSED_X, "integral(t in 0..inf, exp(-t)/(1 + x*t)) >= 0.6", false},
        {CLOSED_X, "integral(t in 0..inf, exp(-t)/(1 + x*t)) <= 1.1", true},
        {CLOSED_X, "integral(t in -inf..0, exp(t)/(1 - x*t)) <= 1.1", true},
        {CLOSED_X, "integral(t in 0..inf, 1/(1 + x*t)) <= 1000000", false},
        {CLOSED_X, "integral(t in 0..1, 1/(t + x)) <= 1000000", false},
        {CLOSED_X, "integral(t in 0..1, sqrt(t*x)) <= 1.01", true},
    };
    COMPARE(rows, steps);
}

/* At an empty range the integral is 0 though its body has no value there. */
static void test_empty_ranges_count(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {LEAF(DIRECT)};
    static const struct row rows[] = {
        {CLOSED_X, "integral(t in 0..x, log(x - 2)) <= -1", false},
        {CLOSED_X, "integral(t in 0..x, sqrt(t - 2)) <= -1", false},
        {CLOSED_X, "integral(t in 0..x, exp(t^2) * log(x - 2)) >= 1", false},
    };
    COMPARE(rows, steps);
}

/* Under the sign: the body is analytic on the whole of box and range. */
static void test_slopes_need_an_analytic_body(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                          LEAF(ZERO), LEAF(DIRECT)};
    static const struct row rows[] = {
        {CLOSED_X, "integral(t in 0..1, exp(x*t^2)) >= 1", true},
        {CLOSED_X, "integral(t in 0..1, exp(-x*t^2)) >= 1", false},
        {CLOSED_X, "integral(t in 0..1, 1/(1 + x*t^2)) <= 1", true},
        {CLOSED_X, "integral(t in 0..1, 1/(1 - x*t^2)) >= 1", false},
        {"given x : real in [0, 9/10]; ",
         "integral(t in 0..1, 1/(1 - x*t^2)) >= 1", true},
        {CLOSED_X, "integral(t in 0..1, sqrt(t)*exp(x*t)) >= 2/3", true},
        {CLOSED_X, "integral(t in 0..1, sqrt(t + x)) >= 2/3", true},
        {CLOSED_X, "integral(t in 0..1, exp(sqrt(x)*t)) >= 1", false},
        {CLOSED_X, "integral(t in 0..x, 1/(1 + t^2)) <= x", true},
        {CLOSED_X, "integral(t in 0..inf, exp(-t)/(1 + x*t)) <= 1", true},
        {CLOSED_X, "integral(t in 0..inf, exp(-t)/(1 + x*t)) >= 1", false},
    };
    COMPARE(rows, steps);
}

static void test_closed_forms_are_exact(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {RULE(AND, 0, 0, 2, NULL), LEAF(ZERO),
                                          LEAF(ZERO)};
    static const struct row rows[] = {
        {CLOSED_X, "integral(t in 0..x, t^2) == x^3/3", true},
        {CLOSED_X, "integral(t in 0..x, t^2) == x^3/4", false},
        {CLOSED_X, "integral(t in 0..inf, t^2*exp(-t)) == 2 + 0*x", true},
        {CLOSED_X, "integral(t in 0..1, exp(-t)) == 1 - exp(-1) + 0*x", true},
        {CLOSED_X, "expectation(z, (x + z)^2) == x^2 + 1", true},
        {CLOSED_X, "expectation(z, exp(x*z)) == exp(x^2/2)", true},
        {CLOSED_X, "expectation(z, z^2*tanh(z)) == 0*x", true},
        {CLOSED_X, "expectation(z, z*tanh(z)) == 0*x", false},
        {CLOSED_X, "expectation(z, sin(z)*exp(x*z^2/9)) == 0*x", true},
        {CLOSED_X, "integral(t in 0..inf, exp(-2*t)*cos(x*t)) == 2/(4 + x^2)",
         true},
        {CLOSED_X, "integral(t in 0..inf, exp(-2*t)*sin(x*t)) == x/(4 + x^2)",
         true},
        {CLOSED_X, "integral(t in 1..2, 1/t^2) == 1/2 + 0*x", true},
        {CLOSED_X, "integral(t in 0..x, 1/(1 + t)^2) == x/(1 + x)", true},
        /* the terms have poles, the body has none, or none that is allowed */
        {CLOSED_X, "integral(t in -2..1, 1/t - cos(t)/t) == 5 + 0*x", false},
        {CLOSED_X,
         "integral(t in -1..1, 1/t^2 - exp(-t^2)/t^2) == -2 - "
         "integral(t in -1..1, exp(-t^2)/t^2) + 0*x",
         false},
        {CLOSED_X, "integral(t in -1..1, 1/t^2) == 0*x - 2", false},
        {CLOSED_X, "integral(t in -1..1, 1/t) == 5 + 0*x", false},
        {CLOSED_X, "integral(t in 0..1, 1/(t - x)^2) == -2 + 0*x", false},
        /* 0 at x = 0, 1 elsewhere */
        {CLOSED_X, "integral(t in 0..inf, x*exp(-x*t)) == 1", false},
    };
    COMPARE(rows, steps);
}

/* ---- closed forms against quadrature ---- */

struct sample {
    struct scalar_pool *pool;
    const struct scalar *t, *body, *lo, *hi;
    unsigned infinite;
};

/* t^n exp(a t^2 + b t) times, by `kind`, nothing, a wave, a kink, a power. */
static void draw(struct sample *s, unsigned i)
{
    struct scalar_pool *pool = s->pool;
    long a = -1 - (long)(i % 3), b = (long)(i / 3 % 5) - 2;
    const struct scalar *square =
        scalar_product(pool, scalar_ratio(pool, i % 4 == 3 ? 0 : a, 2),
                       scalar_power_si(pool, s->t, 2));
    const struct scalar *top = scalar_sum(
        pool, square, scalar_product(pool, scalar_ratio(pool, b, 3), s->t));
    const struct scalar *line =
        scalar_sum(pool, scalar_ratio(pool, b, 2),
                   scalar_product(pool, scalar_ratio(pool, -a, 3), s->t));
    const struct scalar *extra[] = {
        scalar_power_si(pool, s->t, (long)(i % 6)),
        scalar_call1(pool, i % 2 ? FN_SIN : FN_COS, line),
        scalar_call1(pool, i % 2 ? FN_ABS : FN_RELU, line),
        scalar_power_si(pool, scalar_sum(pool, line, scalar_int(pool, 4)), -2)};
    unsigned kind = i / 7 % 4;
    s->body = kind == 3 ? extra[3]
                        : scalar_product(pool, extra[kind],
                                         scalar_call1(pool, FN_EXP, top));
    s->infinite = kind == 3 || i % 4 == 3 ? 0 : i % 3 ? 0 : 3;
    s->lo = scalar_ratio(pool, (long)(i % 5) - 3, 2);
    s->hi = scalar_ratio(pool, (long)(i % 8) - 2, 2);
}

static void test_closed_forms_agree_with_quadrature(void **state)
{
    (void)state;
    enum { SAMPLES = 40 };
    size_t compared = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        struct sample s = {.pool = scalar_pool_new()};
        struct range_oracle *oracle = range_oracle_new(s.pool, 128);
        struct sequent sequent;
        s.t = scalar_variable(s.pool, SCALAR_BOUND);
        draw(&s, i);
        const struct scalar *value =
            scalar_integral(s.pool, s.body, s.lo, s.hi, s.infinite);
        assert_non_null(value);
        scalar_note_integral(s.pool, value, s.body, s.lo, s.hi, s.infinite);
        sequent_init(&sequent, goal_compare(s.pool, GOAL_GE, value));
        const struct scalar *raw;
        compared += scalar_integral_note(&raw, &value, s.pool, 0);
        if (!range_integrals_agree(oracle, s.pool, &sequent))
            fail_msg("sample %u: closed form and quadrature are apart", i);
        range_oracle_free(oracle);
        scalar_pool_free(s.pool);
    }
    assert_true(compared > SAMPLES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enclosures_hold_all_parameters),
        cmocka_unit_test(test_empty_ranges_count),
        cmocka_unit_test(test_slopes_need_an_analytic_body),
        cmocka_unit_test(test_closed_forms_are_exact),
        cmocka_unit_test(test_closed_forms_agree_with_quadrature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
