/*
 * Tangents of exponentials, exponentials of distances from an end, logarithms
 * of products and ratios: what the kernel must not accept.
 */
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

enum { PIVOTS = 4 };

/* Whether a tangent at some exponential leaves only leaves. */
static bool accepts_tangent(const char *given, const char *relation,
                            size_t weights, enum partition_rule rest)
{
    bool accepted = false;
    for (size_t pivot = 0; pivot < PIVOTS; pivot++) {
        struct step steps[MAX_STEPS] = {
            RULE(TANGENT, 0, pivot, weights + 1, NULL)};
        for (size_t i = 0; i < weights; i++)
            steps[1 + i] = (struct step)LEAF(DIRECT);
        steps[1 + weights].rule = rest;
        accepted |= accepts(given, relation, steps);
    }
    return accepted;
}

#define REALS "given x, y : real; "

static void test_tangent_gives_means(void **state)
{
    (void)state;
    assert_true(accepts_tangent(REALS, "exp(x) + exp(y) >= 2*exp((x + y)/2)", 2,
                                PARTITION_ZERO));
    assert_true(accepts_tangent(REALS, "exp(x) >= 1 + x", 1, PARTITION_ZERO));
    assert_true(accepts_tangent("given s : real in [0, 1]; given x, y : real; ",
                                "s*exp(x) + (1 - s)*exp(y) >= "
                                "exp(s*x + (1 - s)*y)",
                                2, PARTITION_ZERO));
}

static void test_tangent_gives_no_more(void **state)
{
    (void)state;
    assert_false(accepts_tangent(REALS, "exp(x) + exp(y) >= 2.1*exp((x + y)/2)",
                                 2, PARTITION_ZERO));
    assert_false(accepts_tangent(REALS, "exp(x) > 1 + x", 1, PARTITION_ZERO));
    assert_false(accepts_tangent(REALS, "exp(x) > 1 + x", 1, PARTITION_DIRECT));
    assert_false(
        accepts_tangent(REALS, "exp(x) >= 1.5 + x", 1, PARTITION_DIRECT));
    assert_false(accepts_tangent(REALS, "x^2 >= 0", 0, PARTITION_ZERO));
}

/* A weight below 0 turns the tangent around. */
static void test_tangent_weights_are_shown_not_below_0(void **state)
{
    (void)state;
    assert_false(accepts_tangent(REALS, "1 + x >= exp(x)", 1, PARTITION_ZERO));
    assert_false(accepts_tangent("given s : real; given x, y : real; ",
                                 "s*exp(x) + (1 - s)*exp(y) >= "
                                 "exp(s*x + (1 - s)*y)",
                                 2, PARTITION_ZERO));
}

/* x = lo + exp(u), x = hi - exp(u): an end that is admitted is not reached. */
static void test_exponential_needs_an_open_end(void **state)
{
    (void)state;
    const struct step low[MAX_STEPS] = {RULE(EXPONENTIAL, 0, 1, 1, NULL),
                                        LEAF(DIRECT)};
    const struct step high[MAX_STEPS] = {RULE(EXPONENTIAL, 0, 2, 1, NULL),
                                         LEAF(DIRECT)};
    const struct step beyond[MAX_STEPS] = {RULE(EXPONENTIAL, 0, 3, 1, NULL),
                                           LEAF(DIRECT)};
    const struct row lows[] = {
        {"given x : real in [1, 2]; assume a: x > 1; ", "log(x - 1) <= 0",
         true},
        {"given x : real in [1, inf]; assume a: x > 1; ", "x > 1", true},
        {"given x : real in [1, 2]; ", "x > 1", false},
        {"given x : real in [1, 3]; assume a: x > 1; ", "log(x - 1) <= 0",
         false},
        {"given x : real; ", "x^2 + 1 > 0", false}};
    const struct row highs[] = {
        {CLOSED_X "assume a: x < 1; ", "log(1 - x) <= 0", true},
        {CLOSED_X "assume a: x < 1; ", "x < 1", true},
        {CLOSED_X, "x < 1", false},
        {CLOSED_X "assume a: x < 1; ", "x < 1/2", false}};
    const struct row none[] = {{CLOSED_X "assume a: x < 1; ", "x < 2", false}};
    COMPARE(lows, low);
    COMPARE(highs, high);
    COMPARE(none, beyond);
}

/* Products as they are written; only the smaller one may be 0. */
static void test_log_takes_products(void **state)
{
    (void)state;
    const struct step log[MAX_STEPS] = {RULE(LOG, 0, 0, 1, NULL), LEAF(DIRECT)};
    const struct row rows[] = {
        {CLOSED_X, "x^5 <= exp(5*x)", true},
        {CLOSED_X, "(1 - x)^50 <= exp(x)", true},
        {CLOSED_X, "x^5 < exp(5*x)", false}, /* 0 - log 1 is not seen > 0 */
        {CLOSED_X, "exp(5*x) <= x^5", false},
        {CLOSED_X, "-(x^5) - exp(5*x) >= 0", false},
        {"given x : real in [-1, 1]; ", "x^5 <= exp(5*x)", false},
        {"given x : real in [-3, -2]; ", "x^4 <= exp(x)", false},
        {"given x : real in [0, 0]; ", "x^5 >= exp(x)", false},
        {"given x : real in [2, 3]; ", "x^(-5) <= exp(x)", true},
        {CLOSED_X, "x^(-5) <= exp(x)", false}};
    COMPARE(rows, log);
}

/* What is common to all terms goes with the variable. */
static void test_ratio_takes_degrees_away(void **state)
{
    (void)state;
    const struct step ratio[MAX_STEPS] = {RULE(RATIO, 0, 1, 1, NULL),
                                          LEAF(SQUARES)};
    const struct step fact[MAX_STEPS] = {RULE(RATIO, 0, 1, 1, NULL),
                                         LEAF(DIRECT)};
    const char *positive = "given x, y : real in [1, 2]; ";
    const char *any = "given x, y : real; ";
    const struct row rows[] = {{positive, "x^2 + y^2 >= 2*x*y", true},
                               {positive, "x^2 + y^2 >= 3*x*y", false},
                               {any, "x^2 + y^2 >= 2*x*y", false}};
    const struct row facts[] = {
        {"given x, y : real in [1, 2]; assume f: x >= y; ",
         "log(x) - log(y) >= 0", true},
        {"given x, y : real in [1, 2]; assume f: x <= y; ",
         "log(x) - log(y) >= 0", false}};
    COMPARE(rows, ratio);
    COMPARE(facts, fact);
}

/* 1/x + 1/y = 1 says that y = x/(x - 1), where x - 1 is not 0. */
static void test_equations_are_cleared_of_denominators(void **state)
{
    (void)state;
    const struct row rows[] = {
        {"given x, y : real in [1.5, inf]; assume e: 1/x + 1/y == 1; ",
         "y >= x/(x - 1)", true},
        {"given x, y : real in [1.5, inf]; assume e: 1/x + 1/y == 1; ",
         "y >= x/(x - 2)", false},
        {"given x, y : real in [0.5, inf]; assume e: 1/x + 1/y == 1; ",
         "y >= x/(x - 1)", false},
        {"given x, y : real in [1, 2]; assume e: x*y == x; ", "y >= 1", true},
        {"given x, y : real in [-1, 1]; assume e: x*y == x; ", "y >= 1", false},
        {"given x, y : real in [1, 2]; assume e: x*y^2 == x; ", "y >= 1",
         false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool accepted = false;
        for (size_t k = 0; k < 2; k++) {
            const struct step eliminate[MAX_STEPS] = {
                RULE(ELIMINATE, k, 0, 1, NULL), LEAF(ZERO)};
            accepted |= accepts(rows[i].given, rows[i].relation, eliminate);
        }
        assert_int_equal(accepted, rows[i].accepted);
    }
}

/* e^x > e^(2x) far out, where both are 0 to intervals. */
static void test_sums_of_exponentials_have_signs(void **state)
{
    (void)state;
    const struct step direct[MAX_STEPS] = {LEAF(DIRECT)};
    const struct row rows[] = {
        {"given x : real in [-inf, -1]; ", "exp(x) - exp(2*x) > 0", true},
        {"given x : real in [-inf, -1]; ", "exp(x) - 2*exp(2*x) > 0", true},
        {"given x : real in [-inf, -1]; ", "exp(x) - 3*exp(2*x) > 0", false},
        {"given x : real in [-inf, 1]; ", "exp(x) - exp(2*x) > 0", false},
        {"given x : real in [-inf, 1]; ", "exp(2*x) - exp(x) < 0", false}};
    COMPARE(rows, direct);
}

/* A root of what tends to 0 does. */
static void test_roots_vanish_with_their_arguments(void **state)
{
    (void)state;
    const struct step rising[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                           LEAF(DIRECT), LEAF(DIRECT)};
    const struct row rows[] = {
        {"given x : real in [-inf, 0]; ", "sqrt(exp(x) + exp(2*x)) >= 0", true},
        {"given x : real in [-inf, 0]; ", "sqrt(exp(x) + exp(2*x)) >= 0.1",
         false}};
    COMPARE(rows, rising);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangent_gives_means),
        cmocka_unit_test(test_tangent_gives_no_more),
        cmocka_unit_test(test_tangent_weights_are_shown_not_below_0),
        cmocka_unit_test(test_exponential_needs_an_open_end),
        cmocka_unit_test(test_log_takes_products),
        cmocka_unit_test(test_ratio_takes_degrees_away),
        cmocka_unit_test(test_equations_are_cleared_of_denominators),
        cmocka_unit_test(test_sums_of_exponentials_have_signs),
        cmocka_unit_test(test_roots_vanish_with_their_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
