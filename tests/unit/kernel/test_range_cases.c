/* Absolute values squared, cases of facts and of equations, zeros apart, roots
   of products, limits of multiples and of integrals. */
#include "kernel/range_check.h"
#include "unit/kernel/range_fixture.h"

#define AROUND_X "given x : real in [-9, 9]; "
#define ABOVE_X "given x : real in [0, 9]; "
#define INNER_X ABOVE_X "assume a: x > 0; "
#define BELOW_ONE "given x : real in [-1, 1]; assume a: x < 1; "
#define XY_SQUARE "given x, y : real in [0, 2]; "
#define FALLING_X "given x : real in [-inf, 0]; "
#define RISING_X "given x : real in [0, inf]; "

static void test_absolute_values_are_squared(void **state)
{
    (void)state;
    const struct step below[MAX_STEPS] = {
        RULE(SQUARE, 0, SQUARE_ABSOLUTE, 2, NULL), LEAF(DIRECT), LEAF(SQUARES)};
    const struct step above[MAX_STEPS] = {
        RULE(SQUARE, 0, SQUARE_ABSOLUTE + 1, 2, NULL), LEAF(DIRECT),
        LEAF(DIRECT)};
    const struct row belows[] = {{ABOVE_X, "x + 1 >= abs(x - 1)", true},
                                 {ABOVE_X, "x + 1 >= abs(x - 2)", false},
                                 {ABOVE_X, "-x - 1 >= abs(x)", false},
                                 {ABOVE_X, "x + 1 >= abs(x)^3", false},
                                 {ABOVE_X, "x + 1 >= sign(x)", false}};
    const struct row aboves[] = {
        {"given x : real in [2, 9]; ", "abs(x) >= 1", true},
        {"given x : real in [2, 9]; ", "abs(x) >= 3", false},
        {"given x : real in [2, 9]; ", "-abs(x) >= 1", false}};
    COMPARE(belows, below);
    COMPARE(aboves, above);
}

static void test_even_powers_lose_absolute_values(void **state)
{
    (void)state;
    const struct step zero[MAX_STEPS] = {LEAF(ZERO)};
    const struct row rows[] = {{AROUND_X, "abs(x)^2 <= x^2", true},
                               {AROUND_X, "abs(x)^4 <= x^4", true},
                               {AROUND_X, "abs(x)^3 <= x^3", false},
                               {AROUND_X, "abs(x) <= x", false},
                               {AROUND_X, "relu(x)^2 >= x^2", false}};
    COMPARE(rows, zero);
}

static void test_slopes_may_vanish_apart(void **state)
{
    (void)state;
    const struct step rising[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                           LEAF(DIRECT), LEAF(DIRECT)};
    const struct row rows[] = {
        {INNER_X, "x > sin(x)", true},
        {ABOVE_X, "x > sin(x)", false},
        {INNER_X, "x > sin(x) + x/100", false},
        {"given x, y : real in [0, 1]; assume a: x > 0; ",
         "x * (1 - cos(y)) > 0", false},
        {"given x, y : real in [0, 1]; assume a: x > 0; ", "x^3 * y^2 > 0",
         false}};
    COMPARE(rows, rising);
    const struct step level[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                          LEAF(DIRECT), LEAF(ZERO)};
    assert_true(accepts(INNER_X, "(x + 1)^2 - x^2 - 2*x >= 1", level));
    assert_false(accepts(INNER_X, "(x + 1)^2 - x^2 - 2*x > 1", level));
    assert_false(accepts(INNER_X, "exp(2*x) > exp(x)^2", level));
}

static void test_slopes_may_vanish_on_a_half(void **state)
{
    (void)state;
    const struct step halves[MAX_STEPS] = {RULE(RISING, 0, 1, 2, NULL),
                                           LEAF(DIRECT),
                                           {PARTITION_SPLIT, 0, 0, 3, 2, "0"},
                                           LEAF(DIRECT),
                                           LEAF(ZERO)};
    const struct row rows[] = {{BELOW_ONE, "(x^2)^(3/2) >= x^3", true},
                               {BELOW_ONE, "(x^2)^(3/2) > x^3", false}};
    COMPARE(rows, halves);
}

static void test_facts_have_cases(void **state)
{
    (void)state;
    const struct step cases[MAX_STEPS] = {RULE(CASES, 0, CASES_FACTS, 2, NULL),
                                          LEAF(DIRECT), LEAF(DIRECT)};
    const struct row rows[] = {
        {AROUND_X "assume a: x <= -1 or x >= 1; ", "x^2 >= 1", true},
        {AROUND_X "assume a: x != 0; ", "x^2 > 0", true},
        {AROUND_X "assume a: x <= -1 or x >= 1; ", "x^2 >= 2", false},
        {AROUND_X "assume a: x <= -1 or x >= 1; ", "x >= 1", false},
        {AROUND_X "assume a: x <= -1 or x >= 1; ", "x <= -1", false},
        {AROUND_X "assume a: x^2 >= 1; ", "x^2 >= 1", false},
        {ABOVE_X, "x >= 0", false}};
    COMPARE(rows, cases);
}

static void test_roots_of_products_need_signs(void **state)
{
    (void)state;
    const struct step zero[MAX_STEPS] = {RULE(CLEAR, 0, CLEAR_ROOTS, 1, NULL),
                                         LEAF(ZERO)};
    const struct step direct[MAX_STEPS] = {RULE(CLEAR, 0, CLEAR_ROOTS, 1, NULL),
                                           LEAF(DIRECT)};
    const struct row equal[] = {
        {CLOSED_X, "sqrt((1 - x)*(2 - x)) >= sqrt(1 - x)*sqrt(2 - x)", true},
        {"given x : real in [-1, 1]; ", "sqrt(x^2*(2 - x)) <= x*sqrt(2 - x)",
         false}};
    const struct row nowhere[] = {
        {"given x : real in [-9, 0]; ", "sqrt((x - 1)*(x - 2)) <= 0", false},
        {"given x : real in [0, 3]; ", "sqrt((x - 1)*(x - 2)) <= 0", false},
        {CLOSED_X, "sqrt(1 - x) <= 1", false}};
    COMPARE(equal, zero);
    COMPARE(nowhere, direct);
}

static void test_factors_of_equations_may_vanish(void **state)
{
    (void)state;
    const struct step cases[MAX_STEPS] = {
        RULE(ELIMINATE, 0, ELIMINATE_CASES, 2, NULL),
        LEAF(DIRECT),
        {PARTITION_EXCLUDED, 0, 2, 0, 0, NULL}};
    const struct step plain[MAX_STEPS] = {
        RULE(ELIMINATE, 0, ELIMINATE_CASES, 2, NULL), LEAF(DIRECT),
        LEAF(DIRECT)};
    const struct row rows[] = {
        {XY_SQUARE "assume e: x*y == 1; ", "x >= 1/2", true},
        {XY_SQUARE "assume e: x*y == 1; ", "x >= 1", false},
        {XY_SQUARE "assume e: x*y == 0; ", "x <= 0", false},
        {XY_SQUARE "assume e: x*y <= 1; ", "x >= 1/2", false},
        {"given x : int in [0, 99]; given y : real in [0, 2]; "
         "assume e: x*y == 1; ",
         "x >= 1/2", false}};
    const struct row plains[] = {
        {XY_SQUARE "assume e: (x - 1)*(y - 1) == 0; ", "y <= 2", true},
        {XY_SQUARE "assume e: (x - 1)*(y - 1) == 0; ", "x <= 1", false},
        {XY_SQUARE "assume e: (x - 1)*(y - 1) == 0; ", "y <= 1", false}};
    COMPARE(rows, cases);
    COMPARE(plains, plain);
}

static void test_multiples_have_limits(void **state)
{
    (void)state;
    const struct step rising[MAX_STEPS] = {RULE(RISING, 0, 0, 2, NULL),
                                           LEAF(DIRECT), LEAF(DIRECT)};
    const struct row rows[] = {
        {FALLING_X, "exp(x) + x + x*erf(x) - x - x*erf(x) >= 0", true},
        {FALLING_X, "x*sqrt(3) - x*sqrt(2) >= -1", false},
        {FALLING_X, "x*pi - x*sqrt(2) >= -1", false},
        {FALLING_X, "x + x*tanh(x)/2 >= -1", false},
        {FALLING_X, "x + x*tanh(x) >= 1/10", false},
        {FALLING_X, "x + x^2*exp(x) >= -1", false}};
    COMPARE(rows, rising);
}

static void test_integrals_have_limits(void **state)
{
    (void)state;
    const struct step rising[MAX_STEPS] = {RULE(RISING, 0, 1, 2, NULL),
                                           LEAF(DIRECT), LEAF(DIRECT)};
    const struct row rows[] = {
        {RISING_X, "integral(t in 0..x, exp(-t)/(1 + t)) <= 0.6", true},
        {RISING_X, "integral(t in 0..x, exp(-t)/(1 + t)) <= 0.59", false},
        {RISING_X, "integral(t in 0..x, 1/(1 + t^2)) <= 1.571", true},
        {RISING_X, "integral(t in 0..x, 1/(1 + t^2)) <= 1.57", false},
        {RISING_X, "integral(t in 0..x, 1/(1 + t^2)^(1/2)) <= 99", false},
        {RISING_X, "integral(t in 0..x, 1/(1 + t^2)^(1/4)) <= 99", false},
        {RISING_X, "integral(t in 0..x, exp(t^2)) <= x", false},
        {RISING_X, "integral(t in 0..1/(1 + x), exp(-t)/(1 + t)) >= 1/2",
         false}};
    COMPARE(rows, rising);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_absolute_values_are_squared),
        cmocka_unit_test(test_even_powers_lose_absolute_values),
        cmocka_unit_test(test_slopes_may_vanish_apart),
        cmocka_unit_test(test_slopes_may_vanish_on_a_half),
        cmocka_unit_test(test_facts_have_cases),
        cmocka_unit_test(test_roots_of_products_need_signs),
        cmocka_unit_test(test_factors_of_equations_may_vanish),
        cmocka_unit_test(test_multiples_have_limits),
        cmocka_unit_test(test_integrals_have_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
