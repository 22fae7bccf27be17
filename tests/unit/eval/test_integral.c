/* Integrals, expectations and Lambert's W as balls, against closed forms. */
#include "plan_fixture.h"
#include "support/eval_finish.h"

struct trial {
    struct fixture f;
    struct instance x;
    struct ball_run *run;
};

/* "given s : real; claim c: ...": s is set, the claim evaluated. */
static void trial_init(struct trial *t, const char *claim, double s, long prec)
{
    struct buffer body;
    plan_id *cone;
    size_t count;
    buffer_init(&body);
    buffer_printf(&body, "given s : real; claim c: %s;", claim);
    fixture_build(&t->f, body.text, NULL);
    buffer_clear(&body);
    const struct plan_link *link = fixture_link(&t->f);
    const plan_id roots[] = {link->truth, link->lhs, link->rhs};
    instance_init(&t->x, &t->f.layout);
    value_set_doubles(&t->x.values[0], 1, 1);
    t->x.values[0].doubles[0] = s;
    t->run = ball_run_new(t->f.plan);
    plan_cone(&cone, &count, t->f.plan, roots, 3);
    ball_run_eval(t->run, &t->x, prec, cone, count);
    free(cone);
}

static void trial_clear(struct trial *t)
{
    ball_run_free(t->run);
    instance_clear(&t->x);
    fixture_clear(&t->f);
}

static enum truth decide(const char *claim, double s)
{
    struct trial t;
    trial_init(&t, claim, s, 128);
    enum truth truth = ball_run_truth(t.run, fixture_link(&t.f)->truth);
    trial_clear(&t);
    return truth;
}

/* Both sides agree to at least `bits` at 192 bits, and are not told apart. */
static void agrees_to(const char *claim, double s, long bits)
{
    struct trial t;
    trial_init(&t, claim, s, 192);
    const struct plan_link *link = fixture_link(&t.f);
    if (ball_run_truth(t.run, link->truth) == TRUTH_FALSE ||
        ball_run_agreement(t.run, link) < bits)
        fail_msg("%s: %ld bits", claim, ball_run_agreement(t.run, link));
    trial_clear(&t);
}

static void agrees(const char *claim)
{
    agrees_to(claim, 1.5, 160);
}

static enum truth undefined(const char *value)
{
    struct trial t;
    struct buffer claim;
    buffer_init(&claim);
    buffer_printf(&claim, "%s == 0", value);
    trial_init(&t, claim.text, 1.5, 128);
    enum truth truth = ball_run_undefined(t.run, fixture_link(&t.f)->lhs);
    trial_clear(&t);
    buffer_clear(&claim);
    return truth;
}

/* ---- finite ranges ---- */

static void test_smooth_integrals(void **state)
{
    (void)state;
    agrees("integral(x in 0..1, x^7) == 1/8");
    agrees("integral(x in 0..s, exp(x)) == exp(s) - 1");
    agrees("integral(x in 1..2, 1/x) == log(2)");
    agrees("integral(x in 0..100, sin(x)) == 1 - cos(100)");
    agrees("integral(x in -1..1, tanh(x)^2) == 2 - 2*tanh(1)");
    agrees("integral(x in 0..1, erf(x)) == erf(1) - (1 - exp(-1))/sqrt(pi)");
    agrees("integral(x in 0..1, 2^x) == 1/log(2)");
    agrees("integral(x in sqrt(2)..sqrt(3), 1/x) == log(3/2)/2");
}

static void test_orientation(void **state)
{
    (void)state;
    agrees("integral(x in 1..0, x) == -1/2");
    agrees("integral(x in inf..0, exp(-x)) == -1");
    assert_int_equal(decide("integral(x in s..s, 1/x) == 0", 0), TRUTH_TRUE);
}

static void test_algebraic_ends(void **state)
{
    (void)state;
    agrees_to("integral(x in 0..1, sqrt(x)) == 2/3", 0, 150);
    agrees_to("integral(x in 0..4, x^1.5) == 64/5", 0, 150);
}

static void test_kinks_at_irrational_points(void **state)
{
    (void)state;
    agrees("integral(x in 0..3, abs(x^2 - 2)) == 3 + 8*sqrt(2)/3");
    agrees("integral(x in 0..pi, abs(cos(x))) == 2");
    agrees("integral(x in 0..2, relu(x - exp(-1))) == (2 - exp(-1))^2/2");
    agrees("integral(x in -1..3, sign(x - log(2))) == 2 - 2*log(2)");
    agrees("integral(x in 0..2, max(x^2, 2)) == 4*sqrt(2)/3 + 8/3");
    agrees("integral(x in 0..1, min(x, 1/3)) == 5/18");
    agrees("integral(x in 0..3, if(x < sqrt(2), x, 1)) == 4 - sqrt(2)");
    agrees("integral(x in -2..2, abs(abs(x) - 1)) == 2");
}

/* ---- infinite ranges ---- */

static void test_half_lines_and_the_line(void **state)
{
    (void)state;
    agrees("integral(x in -inf..inf, exp(-x^2)) == sqrt(pi)");
    agrees("integral(x in 0..inf, x^3 * exp(-x)) == 6");
    agrees("integral(x in -inf..0, exp(x)) == 1");
    agrees("integral(x in 0..inf, sin(x) * exp(-x/10)) == 100/101");
    agrees("integral(x in -inf..inf, exp(-abs(x - s))) == 2");
    agrees_to("integral(x in 1..inf, 1/x^2) == 1", 0, 150);
}

/* Beyond any cut there is more than rounding. */
static void test_slow_tails_are_part_of_the_error(void **state)
{
    (void)state;
    agrees_to("integral(x in 1..inf, x^(-1.1)) == 10", 0, 8);
    agrees_to("integral(x in -inf..-1, (-x)^(-1.1)) == 10", 0, 8);
    agrees_to("integral(x in -inf..inf, if(x < 0, (1 - x)^(-1.1), exp(-x))) "
              "== 11",
              0, 8);
    agrees_to("integral(x in -inf..inf, if(x < 0, exp(x), (1 + x)^(-1.1))) "
              "== 11",
              0, 8);
}

static void test_tail_must_be_derived(void **state)
{
    (void)state;
    assert_int_equal(undefined("integral(x in 0..inf, sin(x))"), TRUTH_UNKNOWN);
    assert_int_equal(undefined("expectation(z, sqrt(z))"), TRUTH_UNKNOWN);
    assert_int_equal(undefined("expectation(z, log(1 + z))"), TRUTH_UNKNOWN);
}

/* ---- expectations ---- */

static void test_moments(void **state)
{
    (void)state;
    agrees("expectation(z, 1) == 1");
    agrees("expectation(z, z^2) == 1");
    agrees("expectation(z, z^4) == 3");
    agrees("expectation(z, z^10) == 945");
    agrees("expectation(z, z^3) + 1 == 1");
    agrees("expectation(z, abs(z)) == sqrt(2/pi)");
    agrees("expectation(z, relu(z)^2) == 1/2");
    agrees("expectation(z, cos(z)) == exp(-1/2)");
}

static void test_parameters(void **state)
{
    (void)state;
    static const double at[] = {-2, 0, 0.3, 5};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        agrees_to("expectation(z, exp(s*z)) == exp(s^2/2)", at[k], 150);
        agrees_to("expectation(z, abs(z + s)) == sqrt(2/pi)*exp(-s^2/2) + "
                  "s*erf(s/sqrt(2))",
                  at[k], 150);
        agrees_to("expectation(z, exp(-s^2*z^2)) == 1/sqrt(1 + 2*s^2)", at[k],
                  150);
    }
}

static void test_inside_expressions_and_index_forms(void **state)
{
    (void)state;
    agrees("sum(k in 1..3, expectation(z, z^(2*k))) == 19");
    agrees("sqrt(expectation(z, (s*z)^2)) * 2 == 2*s");
    agrees("expectation(z, z^2 * expectation(y, y^4)) == 3");
    agrees("expectation(z, sum(k in 1..3, k*z^2)) == 6");
    agrees("integral(x in 0..expectation(z, z^2), x) == 1/2");
}

static void test_wrong_values_are_refuted(void **state)
{
    (void)state;
    assert_int_equal(decide("expectation(z, abs(z)) == sqrt(2/pi) + 2^-100", 0),
                     TRUTH_FALSE);
    assert_int_equal(decide("integral(x in 0..3, abs(x^2 - 2)) <= "
                            "3 + 8*sqrt(2)/3 - 2^-100",
                            0),
                     TRUTH_FALSE);
    assert_int_equal(decide("expectation(z, exp(z)) > exp(1/2) - 2^-90", 0),
                     TRUTH_TRUE);
}

/* Of alternate pieces of the whole half line, to its end. */
static void test_open_conditions_keep_both_tails(void **state)
{
    (void)state;
    static const char value[] = "exp(-pi) / (1 + exp(-pi))";
    static const char *const integrands[] = {
        "if(sin(x) >= 0, 0, exp(-x))", "if(sin(x) > 0, 0, exp(-x))",
        "if(sin(x) <= 0, exp(-x), 0)", "if(sin(x) < 0, exp(-x), 0)"};
    for (size_t k = 0; k < sizeof integrands / sizeof *integrands; k++) {
        struct buffer claim;
        buffer_init(&claim);
        buffer_printf(&claim, "integral(x in 0..inf, %s) >= %s - 10^-12",
                      integrands[k], value);
        if (decide(claim.text, 0) != TRUTH_TRUE)
            assert_string_equal(integrands[k], "at least as large");
        buffer_reset(&claim);
        buffer_printf(&claim, "integral(x in 0..inf, %s) <= %s + 10^-12",
                      integrands[k], value);
        if (decide(claim.text, 0) != TRUTH_TRUE)
            assert_string_equal(integrands[k], "at most as large");
        buffer_clear(&claim);
    }
}

/* ---- definedness ---- */

static void test_definedness(void **state)
{
    (void)state;
    assert_int_equal(undefined("integral(x in -1..1, log(x))"), TRUTH_TRUE);
    assert_int_equal(undefined("integral(x in -2..1, sqrt(x))"), TRUTH_TRUE);
    assert_int_equal(undefined("integral(x in 0..1, log(x))"), TRUTH_UNKNOWN);
    assert_int_equal(undefined("integral(x in 0..log(0 - s), x)"), TRUTH_TRUE);
    assert_int_equal(undefined("integral(x in 0..1, x)"), TRUTH_FALSE);
}

static const char *const without_value[] = {
    "integral(x in -1..1, 1/x)",
    "integral(x in -1..1, 1/x^3)",
    "integral(x in -1..2, 1/x^2)",
    "integral(x in 0..1, 1/x)",
    "integral(x in -1..0, 3 - exp(x)/(2*x))",
    "integral(x in 0..3, 1/(x - sqrt(2)))",
    "integral(x in 0..3, cos(x)/(x*(x - sqrt(2))))",
    "integral(x in 3..0, (x - 1)^(-2))",
    "integral(x in 0..4, 1/sin(x))",
    "integral(x in 0..s + 2, abs(x)/(x - s))",
    "expectation(z, 1/z)",
    "integral(x in 1..inf, 1/x)",
    "integral(x in -inf..-1, 1/x)",
    "integral(x in -inf..inf, x/(1 + x^2))",
    "integral(x in 0..inf, 1 + exp(-x))",
    "integral(x in 1..inf, 1/sqrt(x))",
    "expectation(z, exp(z^2))",
    "expectation(z, exp(z^2/2))",
};

static const char *const with_value_or_open[] = {
    "integral(x in 1..2, 1/x)",
    "integral(x in 0..1, 1/sqrt(x))",
    "integral(x in -1..1, x/x)",
    "integral(x in -1..1, x^2/x)",
    "integral(x in -1..1, sin(x)/x)",
    "integral(x in 0..1, 1/(x - 2))",
    "integral(x in 0..1, (x^2 - 1)/(x - 1))",
    "integral(x in 0..1, 1/x - 1/x)",
    "integral(x in -1..1, sqrt(abs(x))/x*x)",
    "integral(x in -1..1, abs(x)^(-1/2))",
    "integral(x in 0..inf, exp(-x)*(x - 1))",
    "integral(x in 1..inf, 1/x^2)",
    "integral(x in 1..inf, 1/x - 1/x)",
    "integral(x in 1..inf, sin(x)/x)",
    "integral(x in 1..inf, 1/x - 1/(x + 1))",
    "expectation(z, exp(z^2/4))",
};

/* Poles and tails that are too large are seen, and nothing else is. */
static void test_poles_and_tails_without_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof without_value / sizeof *without_value; i++)
        if (undefined(without_value[i]) != TRUTH_TRUE)
            fail_msg("%s", without_value[i]);
    const size_t count = sizeof with_value_or_open / sizeof *with_value_or_open;
    for (size_t i = 0; i < count; i++)
        if (undefined(with_value_or_open[i]) == TRUTH_TRUE)
            fail_msg("%s", with_value_or_open[i]);
}

static void test_what_is_not_supported_is_unknown(void **state)
{
    (void)state;
    assert_int_equal(undefined("integral(x in 1..2, norm2([x, 1; 1, x]))"),
                     TRUTH_UNKNOWN);
    assert_int_equal(undefined("integral(x in 0..1, integral(y in 0..1, x*y))"),
                     TRUTH_UNKNOWN);
}

/* ---- Lambert's W ---- */

static void test_lambertw_inverts(void **state)
{
    (void)state;
    static const double upper[] = {-0.3, 0.5, 1, 1e10};
    for (size_t k = 0; k < 4; k++)
        agrees_to("lambertw(0, s) * exp(lambertw(0, s)) == s", upper[k], 140);
    static const double lower[] = {-0.3, -0.1, -1e-10};
    for (size_t k = 0; k < 3; k++)
        agrees_to("lambertw(-1, s) * exp(lambertw(-1, s)) == s", lower[k], 140);
    assert_int_equal(decide("lambertw(-1, -1/(2*sqrt(exp(1)))) > "
                            "-1.75643120862616967698274",
                            0),
                     TRUTH_TRUE);
    assert_int_equal(decide("lambertw(-1, -1/(2*sqrt(exp(1)))) < "
                            "-1.75643120862616967698273",
                            0),
                     TRUTH_TRUE);
}

static void test_lambertw_domain(void **state)
{
    (void)state;
    assert_int_equal(undefined("lambertw(0, -1)"), TRUTH_TRUE);
    assert_int_equal(undefined("lambertw(-1, 0)"), TRUTH_TRUE);
    assert_int_equal(undefined("lambertw(1, 1)"), TRUTH_TRUE);
    assert_int_equal(undefined("lambertw(0, -exp(-1))"), TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smooth_integrals),
        cmocka_unit_test(test_orientation),
        cmocka_unit_test(test_algebraic_ends),
        cmocka_unit_test(test_kinks_at_irrational_points),
        cmocka_unit_test(test_half_lines_and_the_line),
        cmocka_unit_test(test_slow_tails_are_part_of_the_error),
        cmocka_unit_test(test_tail_must_be_derived),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_inside_expressions_and_index_forms),
        cmocka_unit_test(test_wrong_values_are_refuted),
        cmocka_unit_test(test_open_conditions_keep_both_tails),
        cmocka_unit_test(test_definedness),
        cmocka_unit_test(test_poles_and_tails_without_value),
        cmocka_unit_test(test_what_is_not_supported_is_unknown),
        cmocka_unit_test(test_lambertw_inverts),
        cmocka_unit_test(test_lambertw_domain),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
