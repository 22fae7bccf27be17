/* What a certificate must show, and what its records must be. */
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdlib.h>
#include <string.h>

/* A certificate of a theorem about one real x, at this value. */
static void make(struct certificate *c, const char *text, const char *x)
{
    struct kernel_case k;
    kernel_case_open(&k, text, NULL);
    kernel_case_fill(&k, 0, x);
    kernel_case_certificate(c, &k);
    kernel_case_close(&k);
}

/* The same with x given as an expression. */
static void make_expression(struct certificate *c, const char *text,
                            const char *x)
{
    make(c, text, "0");
    rmatrix_clear(&c->values[0].entries);
    c->values[0].entries = (struct rmatrix){0};
    c->values[0].expr = xstrdup(x);
}

static void is_accepted(struct certificate *c)
{
    char *reason = NULL;
    if (violation_certify(c, NULL, &reason) != RECHECK_ACCEPTED)
        assert_string_equal(reason, "");
}

static void is_rejected(struct certificate *c, const char *why)
{
    char *reason = NULL;
    assert_int_equal(violation_certify(c, NULL, &reason), RECHECK_REJECTED);
    assert_non_null(reason);
    if (!strstr(reason, why))
        assert_string_equal(reason, why);
    free(reason);
}

/* It is 0, but may lie on either side as far as intervals and algebra tell. */
#define HIDDEN_ZERO "cos(2*pi/7) + cos(4*pi/7) + cos(6*pi/7) + 1/2"

static void test_ranges_are_certain_or_nothing(void **state)
{
    (void)state;
    static const char below[] = "theorem t { given x : real in [0, 9]; claim "
                                "c: x >= 10; }";
    static const char above[] = "theorem t { given x : real in [-9, 0]; claim "
                                "c: x >= 10; }";
    static const char kind[] = "theorem t { given x : nonneg; claim c: x >= "
                               "10; }";
    struct certificate c;
    make_expression(&c, below, "pi");
    is_accepted(&c);
    certificate_clear(&c);
    make_expression(&c, below, HIDDEN_ZERO);
    is_rejected(&c, "not certain to be as declared");
    certificate_clear(&c);
    make_expression(&c, above, HIDDEN_ZERO);
    is_rejected(&c, "not certain to be as declared");
    certificate_clear(&c);
    make_expression(&c, kind, HIDDEN_ZERO);
    is_rejected(&c, "not certain to be as declared");
    certificate_clear(&c);
}

static void test_open_assumptions_are_not_met(void **state)
{
    (void)state;
    struct certificate c;
    make(&c,
         "theorem t { given x : real; assume 2 * sin(x)^2 == 1 - cos(2 * x); "
         "claim c: x >= 3; }",
         "1/3");
    is_rejected(&c, "is not decided");
    certificate_clear(&c);
}

static void test_recorded_precision_is_that_of_the_kernel(void **state)
{
    (void)state;
    struct certificate c;
    char *reason = NULL;
    make(&c, "theorem t { given x : real; claim c: exp(x) <= 1; }", "1/3");
    is_accepted(&c);
    long bits = c.precision;
    for (long wrong = bits / 2; wrong <= 2 * bits; wrong *= 4) {
        c.precision = wrong;
        assert_int_equal(violation_recheck(&c, NULL, &reason),
                         RECHECK_REJECTED);
        assert_non_null(strstr(reason, "precision"));
        free(reason);
    }
    c.precision = bits;
    assert_int_equal(violation_recheck(&c, NULL, &reason), RECHECK_ACCEPTED);
    certificate_clear(&c);
}

/* 2/3 and -2/3 are rounded apart, the margin down. */
static void test_recorded_sides_are_rounded_outward(void **state)
{
    (void)state;
    struct certificate c;
    make(&c, "theorem t { given x : real; claim c: x <= -x; }", "2/3");
    is_accepted(&c);
    assert_string_equal(c.sides.lhs_lower, "0.66666666666666666666");
    assert_string_equal(c.sides.lhs_upper, "0.66666666666666666667");
    assert_string_equal(c.sides.rhs_lower, "-0.66666666666666666667");
    assert_string_equal(c.sides.rhs_upper, "-0.66666666666666666666");
    assert_string_equal(c.sides.margin, "1.3333333333333333333");
    certificate_clear(&c);
    make(&c, "theorem t { given x : real; claim c: x <= 0; }", "2/3");
    is_accepted(&c);
    assert_string_equal(c.sides.margin, "0.66666666666666666666");
    certificate_clear(&c);
}

/* Not semidefinite by 10^-60, which 128 bits do not show: exactly so. */
static void test_exact_matrices_are_decided_exactly(void **state)
{
    (void)state;
    static const char text[] = "theorem t { given x : real; claim c: psd([1, "
                               "1; 1, 1 - x * 10^-60]); }";
    struct certificate c;
    make(&c, text, "1");
    is_accepted(&c);
    assert_int_equal(c.precision, 128);
    certificate_clear(&c);
    make(&c, text, "0");
    is_rejected(&c, "the claim is true");
    certificate_clear(&c);
}

/* The right side is tiny and not 0: a huge constant will do. */
static void test_a_tiny_side_has_a_constant(void **state)
{
    (void)state;
    struct kernel_case k;
    kernel_case_open(&k,
                     "theorem t { given x : real; claim c: x <= ? * "
                     "exp(-10^300 * x); }",
                     NULL);
    kernel_case_fill(&k, 0, "1");
    assert_false(violation_has_no_constant(k.theorem, 0, 0, &k.x, NULL, 128));
    kernel_case_close(&k);
    kernel_case_open(
        &k, "theorem t { given x : real; claim c: x <= ? * (x - 1); }", NULL);
    kernel_case_fill(&k, 0, "1");
    assert_true(violation_has_no_constant(k.theorem, 0, 0, &k.x, NULL, 128));
    kernel_case_close(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges_are_certain_or_nothing),
        cmocka_unit_test(test_open_assumptions_are_not_met),
        cmocka_unit_test(test_recorded_precision_is_that_of_the_kernel),
        cmocka_unit_test(test_recorded_sides_are_rounded_outward),
        cmocka_unit_test(test_exact_matrices_are_decided_exactly),
        cmocka_unit_test(test_a_tiny_side_has_a_constant),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    violation_finish();
    return failed;
}
