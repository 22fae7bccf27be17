/* Ends without a value, bounded functions, leading terms at infinity: what the
   kernel takes for settled there and what it must not. */
#include "kernel/range_check.h"
#include "support/cmocka_all.h"
#include "unit/kernel/range_fixture.h"

#include <stdlib.h>

#define XY_ALL "given x, y : real; "

static void test_ends_without_a_value_are_left_out(void **state)
{
    (void)state;
    const struct step low[MAX_STEPS] = {RULE(DEFINED, 0, 0, 1, NULL),
                                        LEAF(DIRECT)};
    const struct step high[MAX_STEPS] = {RULE(DEFINED, 0, 1, 1, NULL),
                                         LEAF(DIRECT)};
    const struct step beyond[MAX_STEPS] = {RULE(DEFINED, 0, 2, 1, NULL),
                                           LEAF(DIRECT)};
    static const struct row lows[] = {
        {CLOSED_X, "x * (1 + tanh(log(x))^2) > 0", true},
        {CLOSED_X, "x * (1 + tanh(1/x)^2) > 0", true},
        {XY_UNIT, "x * (1 + tanh(log(x * y))^2) > 0", true},
        {CLOSED_X, "x * (1 + tanh(log(1 + x))^2) > 0", false},
        {CLOSED_X, "x * (1 + tanh(log(1 - x))^2) > 0", false},
        {CLOSED_X, "x * (1 + sqrt(x)) > 0", false},
        {XY_UNIT, "x * (1 + tanh(log(x + y))^2) > 0", false},
        {XY_UNIT, "x * (1 + tanh(log(y))^2) > 0", false},
        {CLOSED_X, "x * if(x > 1/2, log(x)^2, 1) >= 0", false},
    };
    static const struct row highs[] = {
        {CLOSED_X, "(1 - x) * (1 + tanh(log(1 - x))^2) > 0", true},
        {CLOSED_X, "(1 - x) * (1 + tanh(log(x))^2) > 0", false},
    };
    COMPARE(lows, low);
    COMPARE(highs, high);
    assert_false(accepts(CLOSED_X, "x * (1 + tanh(log(x))^2) > 0", beyond));
}

static void test_bounded_functions_stay_below_their_bounds(void **state)
{
    (void)state;
    const struct step direct[MAX_STEPS] = {LEAF(DIRECT)};
    static const struct row rows[] = {
        {XY_ALL, "tanh(x) < 1", true},
        {XY_ALL, "-erf(x) < 1", true},
        {"", "erf(100) < 1", true},
        {"", "tanh(1e6) < 1", true},
        {XY_ALL, "tanh(x) + sin(y) < 2", true},
        {XY_ALL, "tanh(x) * cos(y) < 1", true},
        {XY_ALL, "erf(x)^3 < 1", true},
        {XY_ALL, "sin(x) < 1", false},
        {XY_ALL, "sin(x) * cos(y) < 1", false},
        {XY_ALL, "tanh(x) < 0.999999", false},
        {XY_ALL, "2 * tanh(x) < 1", false},
        {XY_ALL, "tanh(x) + x < 1", false},
        {XY_ALL, "1/tanh(x) < 1", false},
        {XY_ALL, "tanh(x) > 1", false},
        {XY_ALL, "tanh(x) + sin(y) + erf(x) < 2", false},
    };
    COMPARE(rows, direct);
}

static void test_leading_terms_decide_limits(void **state)
{
    (void)state;
    const struct step up[MAX_STEPS] = {RULE(RISING, 0, 1, 2, NULL),
                                       LEAF(DIRECT),
                                       {PARTITION_CLEAR, 0, 0, 3, 1, NULL},
                                       LEAF(DIRECT)};
    const struct step down[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                         LEAF(DIRECT),
                                         {PARTITION_CLEAR, 0, 0, 3, 1, NULL},
                                         LEAF(DIRECT)};
    static const char from3[] = "given x : real; assume p: x >= 3; ";
    static const char to3[] = "given x : real; assume p: x <= -3; ";
    static const struct row ups[] = {
        {from3, "log(1 + x) - log(x) >= 0", true},
        {from3, "log(1 + x) - log(x) > 0", true},
        {from3, "log(2*x + 1) - log(x) >= log(2)", true},
        {from3, "log(2*x + 1) - log(x) >= log(2.0001)", false},
        {from3, "log(1 + x) - log(x) >= 1/1000000", false},
        {from3, "log(1 + x) - 2*log(x) >= -100", false},
        {from3, "(x + 2)/(x + 1) >= 1", true},
        {from3, "(x + 2)/(x + 1) >= 1.0001", false},
        {from3, "(1 - x)/(1 + x) >= -1", true},
        {from3, "(1 - x)/(1 + x) >= -0.9999", false},
        {from3, "(1 - x^2)/(1 + x) >= -1000", false},
    };
    static const struct row downs[] = {
        {to3, "(x - 1)/x >= 1", true},
        {to3, "(x - 1)/x >= 1.0001", false},
        {to3, "(1 - x^3)/x >= -1000", false},
        {to3, "log(1 - x) - log(-x) >= 0", true},
        {to3, "log(1 - x) - log(-x) >= 1/1000000", false},
    };
    COMPARE(ups, up);
    COMPARE(downs, down);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_without_a_value_are_left_out),
        cmocka_unit_test(test_bounded_functions_stay_below_their_bounds),
        cmocka_unit_test(test_leading_terms_decide_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
