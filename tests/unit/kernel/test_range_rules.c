/* Rules that change variables or compare: what the kernel must not accept. */
#include "kernel/range_value.h"
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

#include <stdlib.h>

static void test_translation_needs_one_combination(void **state)
{
    (void)state;
    const struct step plus[MAX_STEPS] = {RULE(TRANSLATE, 0, 1, 1, "1"),
                                         LEAF(DIRECT)};
    const struct step twice[MAX_STEPS] = {RULE(TRANSLATE, 0, 1, 1, "2"),
                                          LEAF(DIRECT)};
    assert_true(accepts(XY_UNIT, "x + y <= 2", plus));
    assert_false(accepts(XY_UNIT, "x + y <= 19/10", plus));
    assert_false(accepts(XY_UNIT, "x + 2*y <= 3", plus));
    assert_true(accepts(XY_UNIT, "x + 2*y <= 3", twice));
    assert_false(accepts(XY_UNIT, "x + 2*y <= 29/10", twice));
}

/* The difference of two nonnegative numbers may be negative. */
static void test_translation_forgets_signs(void **state)
{
    (void)state;
    const struct step minus[MAX_STEPS] = {RULE(TRANSLATE, 0, 1, 1, "-1"),
                                          LEAF(DIRECT)};
    const struct step zero[MAX_STEPS] = {RULE(TRANSLATE, 0, 1, 1, "-1"),
                                         LEAF(ZERO)};
    assert_true(accepts(XY_UNIT, "x - y <= 1", minus));
    assert_true(accepts(XY_UNIT, "x - y >= -1", minus));
    assert_false(accepts(XY_UNIT, "x - y >= -9/10", minus));
    assert_false(accepts(XY_UNIT, "sqrt((x - y)^2) <= x - y", zero));
}

static void test_ratio_needs_a_positive_denominator(void **state)
{
    (void)state;
    const char *may_be_0 = "given x : real; given y : real in [0, 1]; ";
    const char *positive = "given x : real; given y : real in [0, 1]; "
                           "assume p: y > 0; ";
    const struct step steps[MAX_STEPS] = {RULE(RATIO, 0, 1, 1, NULL),
                                          LEAF(SQUARES)};
    assert_true(accepts(positive, "x^2 + y^2 >= 2*x*y", steps));
    assert_false(accepts(positive, "x^2 + y^2 >= 3*x*y", steps));
    assert_false(accepts(may_be_0, "x^2 + y^2 >= 2*x*y", steps));
}

static void test_exponentials_are_positive(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {RULE(EXPONENTIAL, 0, 0, 1, NULL),
                                          LEAF(DIRECT)};
    assert_true(accepts("given x : real; assume p: x > 0; ", "x >= 0", steps));
    assert_false(accepts("given x : real; assume p: x >= 0; ", "x > 0", steps));
    assert_false(accepts("given x : real; ", "x >= 0", steps));
    assert_false(accepts("given x : real in [1, 2]; ", "x >= 11/10", steps));
}

static void test_cut_needs_a_place_that_exists(void **state)
{
    (void)state;
    enum { CRITICAL = SCALAR_MAX_VARIABLES };
    const struct step by_y[MAX_STEPS] = {RULE(CUT, 0, 1, 2, NULL),
                                         LEAF(SQUARES), LEAF(SQUARES)};
    const struct step itself[MAX_STEPS] = {RULE(CUT, 0, 0, 2, NULL),
                                           LEAF(SQUARES), LEAF(SQUARES)};
    const struct step critical[MAX_STEPS] = {RULE(CUT, 0, CRITICAL, 2, NULL),
                                             LEAF(DIRECT), LEAF(DIRECT)};
    const char *positive = "given x, y : real in [0, 1]; assume p: y > 0; ";
    assert_true(accepts(XY_UNIT, "(x - y)^2 >= 0", by_y));
    assert_false(accepts(XY_UNIT, "(x - y)^2 >= 0", itself));
    assert_true(accepts(positive, "exp(x) - x*y >= -9", critical));
    assert_false(accepts(XY_UNIT, "exp(x) - x*y >= -9", critical)); /* log 0 */
}

/* On the way down to an end x >= y does not last. */
static void test_slopes_keep_facts_that_last(void **state)
{
    (void)state;
    const char *given = XY_UNIT "assume a: x >= y; ";
    const struct step to_fact[MAX_STEPS] = {RULE(RISING, 0, 2, 2, NULL),
                                            LEAF(ZERO), LEAF(FACT)};
    const struct step to_end[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                           LEAF(ZERO), LEAF(FACT)};
    assert_true(accepts(given, "(x - y)^2 >= 0", to_fact));
    assert_false(accepts(given, "(x - y)^2 >= y^2", to_end));
}

static void test_calls_are_compared_where_monotone(void **state)
{
    (void)state;
    const char *given = XY_UNIT "assume a: x >= y; ";
    const char *wide = "given x, y : real in [0, 3]; assume a: x >= y; ";
    const struct step two[MAX_STEPS] = {RULE(COMPARE, 0, 0, 2, NULL),
                                        LEAF(DIRECT), LEAF(FACT)};
    const struct step six[MAX_STEPS] = {RULE(COMPARE, 0, 0, 6, NULL),
                                        LEAF(DIRECT),
                                        LEAF(FACT),
                                        LEAF(DIRECT),
                                        LEAF(DIRECT),
                                        LEAF(DIRECT),
                                        LEAF(DIRECT)};
    assert_true(accepts(given, "exp(x) >= exp(y)", two));
    assert_false(accepts(given, "exp(x) <= exp(y)", two));
    assert_false(accepts(given, "exp(x) > exp(y)", two));
    assert_true(accepts(given, "sin(x) >= sin(y)", six));
    assert_false(accepts(given, "sin(x) >= sin(y)", two));
    assert_false(accepts(wide, "sin(x) >= sin(y)", six));
    assert_true(accepts(wide, "cos(x) <= cos(y)", six));
    assert_false(accepts(wide, "cos(x) >= cos(y)", six));
}

static void test_quadratics_lie_on_their_side(void **state)
{
    (void)state;
    const char *all = "given x : real; ", *unit = "given x : real in [0, 1]; ";
    const struct step definite[MAX_STEPS] = {RULE(QUADRATIC, 0, 0, 2, NULL),
                                             LEAF(DIRECT), LEAF(DIRECT)};
    const struct step between[MAX_STEPS] = {RULE(QUADRATIC, 0, 1, 4, NULL),
                                            LEAF(DIRECT), LEAF(DIRECT),
                                            LEAF(DIRECT), LEAF(DIRECT)};
    assert_true(accepts(all, "x^2 + x + 1 > 0", definite));
    assert_false(accepts(all, "x^2 + 2*x + 1 > 0", definite));
    assert_false(accepts(all, "x^2 + 3*x + 1 >= 0", definite));
    assert_false(accepts(all, "-x^2 - x - 1 >= 0", definite));
    assert_true(accepts(unit, "2 + x - x^2 >= 0", between));
    assert_false(accepts(unit, "2 + x - x^2 >= 0", definite));
    assert_false(accepts(unit, "x^2 - x - 2 >= 0", between));
    assert_false(accepts(unit, "1/2 - x^2 >= 0", between));
}

static void test_split_in_three_has_the_point(void **state)
{
    (void)state;
    const char *given = "given x : real in [-1, 1]; ";
    const struct step three[MAX_STEPS] = {
        RULE(SPLIT, 0, 1, 3, "0"), LEAF(DIRECT), LEAF(DIRECT), LEAF(DIRECT)};
    const struct step two[MAX_STEPS] = {RULE(SPLIT, 0, 1, 2, "0"), LEAF(DIRECT),
                                        LEAF(DIRECT)};
    assert_true(accepts(given, "x^2 >= 0", three));
    assert_false(accepts(given, "x^2 >= 0", two));
    assert_false(accepts(given, "x^2 > 0", three));
    assert_false(accepts("given x : int in [-100, 100]; ", "x^2 >= 0", three));
}

/*
 * A root that vanishes on the whole range has no slope anywhere, so that the
 * sign of what is written as its slope says nothing.
 */
static void test_rising_needs_roots_that_are_somewhere_positive(void **state)
{
    (void)state;
    const char *given = "given x : real in [0, 1]; ";
    const struct step rising[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                           LEAF(DIRECT), LEAF(SQUARES)};
    assert_true(accepts(given, "0 <= x + sqrt(x)", rising));
    assert_true(accepts(given, "0 <= x + sqrt(x + x^2)", rising));
    assert_false(
        accepts(given, "0 <= x + sqrt((exp(2*x) - exp(x)^2)^2)", rising));
    assert_false(accepts(given,
                         "0 <= x + sqrt(((1 + x)^2 - 1 - 2*x - x^2)^2"
                         " + ((1 + x)^2 - 1 - 2*x - x^2)^4)",
                         rising));
}

/* An end that is not admitted is an end of the chord all the same. */
static void test_concave_terms_have_values_at_both_ends(void **state)
{
    (void)state;
    const char *open = "given x : real in [0, 1]; assume p: x > 0; ";
    const struct step concave[MAX_STEPS] = {RULE(CONCAVE, 0, 0, 2, NULL),
                                            LEAF(DIRECT), LEAF(DIRECT)};
    assert_true(accepts(open, "x * (1 - x) >= 0", concave));
    assert_false(accepts(open, "log(x) >= 0", concave));
    assert_false(accepts(open, "1 - 1/x >= 0", concave));
}

static void test_poles_are_not_stepped_over(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {LEAF(DIRECT)};
    const char *around = "given x : real in [-1, 1]; ";
    assert_true(accepts("given x : real in [1, 2]; ", "1/x <= 1", steps));
    assert_true(accepts("given x : real in [0, 1]; ", "1/x >= 1", steps));
    assert_false(accepts(around, "1/x <= 2", steps));
    assert_false(accepts(around, "1/x >= -2", steps));
    assert_true(accepts(around, "1/x^2 >= 1", steps));
    assert_false(accepts(around, "1/x^3 <= 2", steps));
}

static void test_mean_values_use_the_slope(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {LEAF(MEAN)};
    const char *around = "given x : real in [-1, 1]; ";
    assert_true(accepts(around, "3*x + 3 >= 0", steps));
    assert_false(accepts(around, "3*x + 2 >= 0", steps));
    assert_false(accepts(around, "-3*x + 2 >= 0", steps));
    assert_true(accepts(around, "x/2 + 1 >= 0", steps));
    assert_false(accepts(around, "x + 1 > 0", steps));
}

/* x^3 falls to minus infinity, x^2 and x^-3 do not. */
static void test_limits_keep_their_sign(void **state)
{
    (void)state;
    const struct step rising[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                           LEAF(DIRECT), LEAF(DIRECT)};
    const char *all = "given x : real; ";
    assert_false(accepts(all, "x^3 >= 0", rising));
    assert_false(accepts(all, "x^5 + x >= -100", rising));
    assert_true(accepts(all, "exp(x) >= 0", rising));
    assert_true(accepts(all, "tanh(x) >= -1", rising));
    assert_false(accepts(all, "tanh(x) >= -9/10", rising));
}

/* A fact about x says nothing of what takes its place. */
static void test_translation_drops_facts(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {RULE(TRANSLATE, 0, 1, 1, "1"),
                                          LEAF(FACT)};
    const struct step fact[MAX_STEPS] = {LEAF(FACT)};
    const char *given = XY_UNIT "assume a: x^2 <= 1/4; ";
    assert_true(accepts(given, "x^2 + 0*y <= 1/4", fact));
    assert_false(accepts(given, "(x + y)^2 <= 1/4", steps));
}

/* The rules with derivatives pass the kernel's own audit of them. */
static void test_true_slopes_pass(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                          LEAF(DIRECT), LEAF(DIRECT)};
    static const char *const relations[] = {
        "exp(x) >= 1",   "log(1 + x) >= 0", "sin(x) >= 0",
        "-cos(x) >= -1", "tanh(x) >= 0",    "erf(x) >= 0",
        "x^3 >= 0",      "x * exp(x) >= 0", "sqrt(1 + x) >= 1"};
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (!accepts("given x : real in [0, 1]; ", relations[i], steps))
            assert_string_equal(relations[i], "accepted");
}

/* sqrt(2) lies strictly between the ends of its enclosure. */
static void test_roots_are_rounded_outward(void **state)
{
    (void)state;
    struct scalar_pool *pool = scalar_pool_new();
    const struct sequent_box box = {{NULL}, {NULL}, 0, 0, 0};
    mpq_t q;
    mpq_init(q);
    for (unsigned long degree = 2; degree <= 5; degree++) {
        struct range_oracle *oracle = range_oracle_new(pool, 64);
        interval_t value;
        interval_init(&value, 64);
        mpq_set_ui(q, 1, degree);
        assert_true(range_oracle_middle(
            &value, oracle, scalar_power(pool, scalar_int(pool, 2), q), &box));
        interval_pow_si(&value, &value, (long)degree);
        assert_true(mpfr_cmp_ui(value.lo, 2) < 0);
        assert_true(mpfr_cmp_ui(value.hi, 2) > 0);
        interval_clear(&value);
        range_oracle_free(oracle);
    }
    mpq_clear(q);
    scalar_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_translation_needs_one_combination),
        cmocka_unit_test(test_translation_forgets_signs),
        cmocka_unit_test(test_ratio_needs_a_positive_denominator),
        cmocka_unit_test(test_exponentials_are_positive),
        cmocka_unit_test(test_cut_needs_a_place_that_exists),
        cmocka_unit_test(test_slopes_keep_facts_that_last),
        cmocka_unit_test(test_calls_are_compared_where_monotone),
        cmocka_unit_test(test_quadratics_lie_on_their_side),
        cmocka_unit_test(test_split_in_three_has_the_point),
        cmocka_unit_test(test_rising_needs_roots_that_are_somewhere_positive),
        cmocka_unit_test(test_concave_terms_have_values_at_both_ends),
        cmocka_unit_test(test_poles_are_not_stepped_over),
        cmocka_unit_test(test_mean_values_use_the_slope),
        cmocka_unit_test(test_limits_keep_their_sign),
        cmocka_unit_test(test_translation_drops_facts),
        cmocka_unit_test(test_true_slopes_pass),
        cmocka_unit_test(test_roots_are_rounded_outward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
