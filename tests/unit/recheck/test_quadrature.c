/* The kernel's own integrals and its Lambert's W. */
#include "recheck/run.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

static enum truth decide_at(const char *claim, const char *s, long bits)
{
    struct kernel_case k;
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { given s : real; claim c: %s; }", claim);
    kernel_case_open(&k, text.text, NULL);
    kernel_case_set(&k, 0, 0, s);
    enum truth truth = violation_truth(k.theorem, 0, 0, &k.x, bits);
    kernel_case_close(&k);
    buffer_clear(&text);
    return truth;
}

static enum truth decide(const char *claim)
{
    return decide_at(claim, "3/2", 128);
}

/* |value - other| <= 1e-12 is certain, and equality is not refuted. */
static void is_near(const char *value, const char *other)
{
    struct buffer claim;
    buffer_init(&claim);
    buffer_printf(&claim, "abs((%s) - (%s)) <= 10^-12", value, other);
    if (decide(claim.text) != TRUTH_TRUE)
        assert_string_equal(value, other);
    buffer_reset(&claim);
    buffer_printf(&claim, "(%s) == (%s)", value, other);
    assert_int_not_equal(decide(claim.text), TRUTH_FALSE);
    buffer_clear(&claim);
}

static void test_known_integrals(void **state)
{
    (void)state;
    is_near("integral(x in 0..1, x^2)", "1/3");
    is_near("integral(x in 0..s, exp(x))", "exp(s) - 1");
    is_near("integral(x in 1..2, log(x))", "2*log(2) - 1");
    is_near("integral(x in 1..2, sqrt(x))", "(2*sqrt(2)*2 - 2)/3");
    is_near("integral(x in 1..0, tanh(x))", "log(2/(exp(1) + exp(-1)))");
    is_near("integral(x in 0..20, sin(x) + cos(x)/x^0)",
            "1 - cos(20) + sin(20)");
    is_near("integral(x in 1..2, x^s)", "(2^(s + 1) - 1)/(s + 1)");
    is_near("integral(x in 0..1, erf(x))", "erf(1) - (1 - exp(-1))/sqrt(pi)");
}

static void test_kinks(void **state)
{
    (void)state;
    is_near("integral(x in 0..3, abs(x^2 - 2))", "3 + 8*sqrt(2)/3");
    is_near("integral(x in 0..2, max(x^2, 2))", "4*sqrt(2)/3 + 8/3");
    is_near("integral(x in 0..3, if(x < sqrt(2), x, 1))", "4 - sqrt(2)");
    is_near("integral(x in -1..2, relu(x) + sign(x))", "3");
}

/* In the middle of the range both branches are 0. */
static void test_branches_that_meet(void **state)
{
    (void)state;
    assert_int_equal(decide("integral(t in 0..1, abs(-(t - 1/2)^2)) <= 0"),
                     TRUTH_FALSE);
    assert_int_equal(
        decide("integral(t in 0..1, max(-(t - 1/2)^2, (t - 1/2)^2)) <= 0"),
        TRUTH_FALSE);
    assert_int_equal(
        decide("integral(t in 0..1, min((t - 1/2)^2, -(t - 1/2)^2)) >= 0"),
        TRUTH_FALSE);
    assert_int_equal(decide("integral(t in 0..1, relu((t - 1/2)^2)) <= 0"),
                     TRUTH_FALSE);
}

static void test_tails(void **state)
{
    (void)state;
    is_near("expectation(z, abs(z))", "sqrt(2/pi)");
    is_near("expectation(z, relu(z)^4)", "3/2");
    is_near("expectation(z, exp(s*z))", "exp(s^2/2)");
    is_near("expectation(z, sum(k in 1..2, z^(2*k)))", "4");
    is_near("integral(x in -inf..inf, exp(-x^2))", "sqrt(pi)");
    is_near("integral(x in inf..0, x^3*exp(-x))", "-6");
    is_near("expectation(z, 1/(1 + z^2)) - expectation(z, 1/(1 + z^2))", "0");
    is_near("expectation(z, sin(z) + cos(z))", "exp(-1/2)");
    is_near("expectation(z, log(1 + exp(z)) - log(1 + exp(-z)))", "0");
    is_near("integral(x in 0..inf, sqrt(x^2*exp(-2*x)))", "1");
}

/* What lies beyond the last cut is not small here. */
static void test_slow_tails_are_counted(void **state)
{
    (void)state;
    static const char *const equal[] = {
        "integral(x in 0..inf, exp(-x/100)) == 100",
        "integral(x in 0..inf, exp(-x) + exp(-x/100)) == 101",
        "integral(x in 0..inf, exp(-x/100) - exp(-x)) == 99",
        "integral(x in 0..inf, sqrt(exp(-x/50))) == 100",
        "integral(x in -inf..0, exp(x/100)) == 100"};
    for (size_t k = 0; k < sizeof equal / sizeof *equal; k++)
        if (decide(equal[k]) == TRUTH_FALSE)
            assert_string_equal(equal[k], "not refuted");
    is_near("integral(x in 0..inf, exp(-x) + exp(-x/9))", "10");
}

static void test_tails_of_powers(void **state)
{
    (void)state;
    static const char *const divergent[] = {
        "integral(x in 0..inf, 1/(1 + x)) <= 99",
        "integral(x in 0..inf, x/(1 + x^2)) <= 99",
        "integral(x in 0..inf, 1/sqrt(1 + x^2)) <= 99"};
    assert_int_not_equal(decide("integral(x in 0..inf, 1/(1 + x^2)) == pi/2"),
                         TRUTH_FALSE);
    for (size_t k = 0; k < sizeof divergent / sizeof *divergent; k++)
        assert_int_not_equal(decide(divergent[k]), TRUTH_TRUE);
    assert_int_equal(decide("integral(x in 0..inf, 1/(1 + x^2)) <= 1.569"),
                     TRUTH_FALSE);
    assert_int_equal(decide("integral(x in 0..inf, 1/(1 + x^2)) <= 1.58"),
                     TRUTH_TRUE);
}

static void test_small_margins_are_certain(void **state)
{
    (void)state;
    assert_int_equal(decide("expectation(z, abs(z)) <= sqrt(2/pi) - 10^-9"),
                     TRUTH_FALSE);
    assert_int_equal(decide("expectation(z, exp(s*z)) >= exp(s^2/2) + 10^-9"),
                     TRUTH_FALSE);
}

/* A bound that is not derived, or a value that may not exist. */
static void test_what_is_open_is_unknown(void **state)
{
    (void)state;
    static const char *const values[] = {
        "integral(x in 0..inf, sin(x))",
        "expectation(z, exp(z^2))",
        "integral(x in 0..inf, exp(x^2/1000 - 10*x))",
        "integral(x in 0..inf, exp(x/10^9))",
        "integral(x in 1..inf, 1/x)",
        "integral(x in 1..inf, exp(x)/x^2)",
        "integral(x in 1..inf, exp(x^2/1000 - x)/x^2)",
        "expectation(z, sqrt(z))",
        "integral(x in -1..1, 1/x)",
        "integral(x in 0..1, integral(y in 0..1, x*y))",
        "integral(x in 1..2, norm2([x, 1; 1, x]))",
    };
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        struct buffer claim;
        buffer_init(&claim);
        buffer_printf(&claim, "%s <= 10^9", values[k]);
        if (decide(claim.text) != TRUTH_UNKNOWN)
            assert_string_equal(values[k], "unknown");
        buffer_clear(&claim);
    }
}

static void test_lambertw(void **state)
{
    (void)state;
    is_near("lambertw(0, s) * exp(lambertw(0, s))", "s");
    is_near("lambertw(0, -1/4) * exp(lambertw(0, -1/4))", "-1/4");
    is_near("lambertw(-1, -1/1000) * exp(lambertw(-1, -1/1000))", "-1/1000");
    is_near("lambertw(0, 0)", "0");
    assert_int_equal(decide("abs(-1/2 - lambertw(-1, -1/(2*sqrt(exp(1)))) - "
                            "1.2564312086261696769827) <= 10^-22"),
                     TRUTH_TRUE);
    assert_int_equal(decide("lambertw(-1, -10^-300) < -697.32277629546016"),
                     TRUTH_TRUE);
    assert_int_equal(decide("lambertw(-1, s) <= 0"), TRUTH_UNDEFINED);
    assert_int_equal(decide("lambertw(0, -s) <= 0"), TRUTH_UNDEFINED);
    assert_int_equal(decide("lambertw(0, -exp(-1)) <= 9"), TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_integrals),
        cmocka_unit_test(test_kinks),
        cmocka_unit_test(test_branches_that_meet),
        cmocka_unit_test(test_tails),
        cmocka_unit_test(test_slow_tails_are_counted),
        cmocka_unit_test(test_tails_of_powers),
        cmocka_unit_test(test_small_margins_are_certain),
        cmocka_unit_test(test_what_is_open_is_unknown),
        cmocka_unit_test(test_lambertw),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    violation_finish();
    return failed;
}
