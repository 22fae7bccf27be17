/* Ends that are not admitted, growth at infinity, obligations: what the kernel
   takes for settled there and what it must not. */
#include "kernel/range_check.h"
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

#include <stdlib.h>

#define OPEN_X "given x : real in [0, 1]; assume p: x > 0; "
#define BELOW_X "given x : real in [0, 1]; assume p: x < 1; "

/* ---- signs at the points that count ---- */

static void test_strict_signs_need_the_end_left_out(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {LEAF(DIRECT)};
    static const struct row rows[] = {
        {OPEN_X, "x > 0", true},
        {CLOSED_X, "x > 0", false},
        {BELOW_X, "x > 0", false},
        {BELOW_X, "x - 1 < 0", true},
        {CLOSED_X, "x - 1 < 0", false},
        {OPEN_X, "x - 1 < 0", false},
        {OPEN_X, "x^2 + x > 0", true},
        {OPEN_X, "x * exp(x) > 0", true},
        {OPEN_X, "x * (x - 1) < 0", false},
        {OPEN_X, "tanh(x) > 0", true},
        {OPEN_X, "erf(x) > 0", true},
        {OPEN_X, "sin(x) > 0", false}, /* no form says so */
        {OPEN_X, "x > 1/1000000", false},
        {"given x : real in [-1, 1]; assume p: x > -1; ", "x > 0", false},
        {"given x : real in [-1, 1]; assume p: x > -1; ", "x + 1 > 0", true},
        {"given x : real in [-1, 1]; assume p: x > -1; ", "x^2 > 0", false},
        {"given x : real in [-1, 0]; assume p: x < 0; ", "x^3 < 0", true},
        {"given x : real in [-1, 0]; assume p: x < 0; ", "x^2 > 0", true},
        {"given x : real in [-1, 0]; assume p: x < 0; ", "x^2 < 0", false},
    };
    COMPARE(rows, steps);
}

/* A share of the mean of two ends is 0 at the other end, if that counts. */
static void test_affine_sums_are_means_of_their_ends(void **state)
{
    (void)state;
    const struct step steps[MAX_STEPS] = {LEAF(DIRECT)};
    static const char open[] = "given p : real in [0, 1]; given x : real; "
                               "assume a: p < 1; ";
    static const char closed[] = "given p : real in [0, 1]; given x : real; ";
    static const char beyond[] = "given p : real in [0, 2]; given x : real; ";
    static const char ray[] = "given p, x : real; assume a: p >= 0; ";
    static const char strict[] = "given p, x : real; assume a: p > 0; ";
    static const struct row rows[] = {
        {closed, "1 - p + p * exp(x) > 0", true},
        {beyond, "1 - p + p * exp(x) > 0", false},
        {closed, "1 - p + p * x^2 > 0", false},
        {open, "1 - p + p * x^2 > 0", true},
        {closed, "p * exp(x) > 0", false},
        {closed, "1 - p - p * exp(x) > 0", false},
        {ray, "exp(x) + p * x^2 > 0", true},
        {ray, "p * (1 + exp(x)) > 0", false},
        {strict, "p * (1 + exp(x)) > 0", true},
        {strict, "p * (exp(x) - 1) > 0", false},
    };
    COMPARE(rows, steps);
}

/* Only where the line does not lead to the end is it left out. */
static void test_lines_reach_ends_that_are_not_admitted(void **state)
{
    (void)state;
    const struct step down[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                         LEAF(DIRECT), LEAF(DIRECT)};
    const struct step up[MAX_STEPS] = {RULE(RISING, 0, 1, 2, NULL),
                                       LEAF(DIRECT), LEAF(DIRECT)};
    static const struct row downs[] = {
        {OPEN_X, "log(x) >= 0", false},   {OPEN_X, "log(x) >= -100", false},
        {OPEN_X, "-1/x >= -100", false},  {OPEN_X, "x^3 + x > 0", true},
        {CLOSED_X, "x^3 + x > 0", false},
    };
    static const struct row ups[] = {
        {OPEN_X, "-log(x) >= 0", true},
        {OPEN_X, "1/x >= 1", true},
        {OPEN_X, "1/x > 1", false},
        {OPEN_X, "-log(x) >= 1/100", false},
        {"given x : real in [0, 1]; assume p: x > 0; assume q: x < 1; ",
         "1/x > 1", true},
    };
    COMPARE(downs, down);
    COMPARE(ups, up);
}

/* ---- growth ---- */

static void test_growth_decides_products(void **state)
{
    (void)state;
    /* the slope is a positive factor times what is shown */
    const struct step cleared[MAX_STEPS] = {RULE(RISING, 0, 1, 2, NULL),
                                            LEAF(DIRECT),
                                            {PARTITION_CLEAR, 0, 0, 3, 1, NULL},
                                            LEAF(DIRECT)};
    static const char from3[] = "given x : real; assume p: x >= 3; ";
    static const struct row rows[] = {
        {from3, "x * exp(-x) >= 0", true},
        {from3, "x * exp(-x) > 0", true},
        {from3, "x^2 * exp(-x) >= 0", true},
        {from3, "x * exp(-x) >= 1/1000000", false},
        {from3, "-x * exp(-x) >= 0", false},
        {from3, "x * exp(-x) - 1/x >= 0", false},
        {"given x : real; assume p: x >= 0; ", "x * exp(-x) >= 0", false},
    };
    COMPARE(rows, cleared);
}

/* What grows against what, or swings, says nothing by being infinite. */
static void test_growth_is_not_read_into_what_falls(void **state)
{
    (void)state;
    const struct step up[MAX_STEPS] = {RULE(RISING, 0, 1, 2, NULL),
                                       LEAF(DIRECT), LEAF(DIRECT)};
    const struct step down[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                         LEAF(DIRECT), LEAF(DIRECT)};
    static const char from2[] = "given x : real; assume p: x >= 2; ";
    static const char all[] = "given x : real; ";
    static const struct row ups[] = {
        {from2, "1/x - exp(-x) >= -1", false},
        {from2, "log(x) - x >= -10", false},
        {from2, "x - exp(x) >= -1000", false},
        {from2, "sqrt(x) - x >= -10", false},
        {from2, "1000 - x - log(x) >= 0", false},
        {from2, "1000 - sin(x) - 2*x >= 0", false},
        {all, "-exp(x) - tanh(x) >= -1", false},
        {from2, "-x * (1 + tanh(x)) >= 0", false},
        {all, "-tanh(x) >= -1", true},
        {all, "-tanh(x) > -1", true},
        {all, "-tanh(x) > -999999/1000000", false},
        {all, "-erf(x) >= -999/1000", false},
    };
    static const struct row downs[] = {
        {all, "exp(x) + tanh(x) >= -1", true},
        {all, "exp(x) >= 1/1000000", false},
        {all, "x + exp(x) >= -1000", false},
        {all, "exp(x) + x^3 >= -1000", false},
    };
    COMPARE(ups, up);
    COMPARE(downs, down);
}

/* ---- obligations ---- */

static void test_obligations_are_shown_beside(void **state)
{
    (void)state;
    enum { DOWN = PARTITION_OBLIGED, UP = PARTITION_OBLIGED + 1 };
    const struct step down[MAX_STEPS] = {RULE(RISING, 0, DOWN, 3, NULL),
                                         LEAF(DIRECT), LEAF(DIRECT),
                                         LEAF(DIRECT)};
    const struct step up[MAX_STEPS] = {
        RULE(RISING, 0, UP, 3, NULL), LEAF(DIRECT), LEAF(DIRECT), LEAF(DIRECT)};
    const struct step few[MAX_STEPS] = {RULE(RISING, 0, DOWN, 2, NULL),
                                        LEAF(DIRECT), LEAF(DIRECT)};
    const struct step none[MAX_STEPS] = {
        RULE(RISING, 0, PARTITION_OBLIGED + 2, 3, NULL), LEAF(DIRECT),
        LEAF(DIRECT), LEAF(DIRECT)};
    static const struct row downs[] = {
        {CLOSED_X, "log(1 + x) >= 0", true},
        {CLOSED_X, "sqrt(1 + x) >= 1", true},
        {CLOSED_X, "-1/(1 + x) >= -1", true},
        {CLOSED_X, "log(1 + x) >= 1/100", false},
        {CLOSED_X, "-1/x >= -100", false},
        {OPEN_X, "-1/x >= -100", false}, /* 0 is on the line */
        {"given x : real in [-1, 1]; ", "-1/x >= 1", false},
        {"given x : real in [-1, 1]; ", "log(x + 1/2) >= -100", false},
    };
    static const struct row ups[] = {
        {"given x : real in [1, 2]; ", "-log(x) >= -log(2)", true},
        {"given x : real in [1, 2]; ", "1/x >= 1/2", true},
        {CLOSED_X, "1/x >= 1", false}, /* not on the closed box */
        {OPEN_X, "1/x >= 1", false},
        {"given x : real in [-1, 1]; ", "1/x >= 1", false},
    };
    COMPARE(downs, down);
    COMPARE(ups, up);
    assert_false(accepts(CLOSED_X, "log(1 + x) >= 0", few));
    assert_false(accepts(CLOSED_X, "log(1 + x) >= 0", none)); /* no fact */
    assert_false(accepts(CLOSED_X, "exp(x) >= 1", down));     /* none to show */
}

/* What facts admit is no reason for what is shown on the whole box. */
static void test_obligations_do_without_facts(void **state)
{
    (void)state;
    enum { UP = PARTITION_OBLIGED + 1 };
    const struct step by_fact[MAX_STEPS] = {
        RULE(RISING, 0, UP, 3, NULL), LEAF(DIRECT), LEAF(DIRECT), LEAF(FACT)};
    const struct step shown[MAX_STEPS] = {
        RULE(RISING, 0, UP, 3, NULL), LEAF(DIRECT), LEAF(DIRECT), LEAF(DIRECT)};
    const struct step fact[MAX_STEPS] = {LEAF(FACT)};
    static const char given[] = XY_UNIT "assume a: x + y > 1/2; ";
    assert_true(accepts(given, "x + y - 1/2 > 0", fact));
    assert_true(accepts(given, "sqrt(x + y + 1/2) <= 2", shown));
    assert_false(accepts(given, "sqrt(x + y - 1/2) <= 2", by_fact));
    assert_false(accepts(given, "sqrt(x + y - 1/2) <= 2", shown));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strict_signs_need_the_end_left_out),
        cmocka_unit_test(test_affine_sums_are_means_of_their_ends),
        cmocka_unit_test(test_lines_reach_ends_that_are_not_admitted),
        cmocka_unit_test(test_growth_decides_products),
        cmocka_unit_test(test_growth_is_not_read_into_what_falls),
        cmocka_unit_test(test_obligations_are_shown_beside),
        cmocka_unit_test(test_obligations_do_without_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
