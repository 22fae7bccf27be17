/* Roots of equations and of odd degree; ends and ranges that facts say. */
#include "kernel/range_value.h"
#include "unit/kernel/range_fixture.h"

/* (x - y)(1 - x) lies above its chord between x = y and x = 1. */
static void test_chords_end_where_facts_say(void **state)
{
    (void)state;
    const struct step concave[MAX_STEPS] = {RULE(CONCAVE, 0, 2, 2, NULL),
                                            LEAF(DIRECT), LEAF(DIRECT)};
    const struct row rows[] = {
        {XY_UNIT "assume a: x >= y; ", "(x - y)*(1 - x) >= 0", true},
        {XY_UNIT "assume a: x <= y; ", "(y - x)*x >= 0", true},
        {XY_UNIT "assume a: x <= y; ", "(x - y)*(1 - x) >= 0", false},
        {XY_UNIT "assume a: x >= y; ", "(y - x)*(1 - x) >= 0", false},
        {XY_UNIT, "(x - y)*(1 - x) >= 0", false},
        {"given x : real in [0, 1]; given y : real in [0, 1/2]; "
         "assume a: x > y; ",
         "(x - y)*(2 - x) > 0", true},
        {"given x : real in [0, 1]; given y : real in [0, 1/2]; "
         "assume a: x >= y; ",
         "(x - y)*(2 - x) > 0", false},
        {"given x : real in [0, 1]; given y : real in [0, 1/2]; "
         "assume a: x > y; ",
         "(x - y)*(1 - x) > 0", false}};
    COMPARE(rows, concave);
}

static void test_odd_powers_keep_the_order(void **state)
{
    (void)state;
    const struct step squares[MAX_STEPS] = {
        RULE(SQUARE, 0, SQUARE_ODD, 1, NULL), LEAF(SQUARES)};
    const struct step direct[MAX_STEPS] = {RULE(SQUARE, 0, SQUARE_ODD, 1, NULL),
                                           LEAF(DIRECT)};
    const struct row forms[] = {
        {"given x : real in [0, 9]; ", "x + 1 >= (x^3 + 1)^(1/3)", true},
        {"given x : real in [0, 9]; ", "x + 1 >= (x^3 + 2)^(1/3)", false},
        {"given x : real in [0, 9]; ", "x^2 + 1 >= (x^3 + 1)^(2/3)", true},
        {"given x : real in [0, 9]; ", "x^2 + 1 >= (x^3 + 2)^(2/3)", false},
        {"given x : real in [0, 9]; ", "x - 1 >= -(x^2 + 1)^(1/3)", true},
        {"given x : real in [0, 9]; ", "-x - 1 >= (x^3 + 1)^(1/3)", false}};
    const struct row numbers[] = {
        {"given x : real in [0, 1]; ", "2 >= (x^3 + 1)^(2/3)", true},
        {"given x : real in [0, 1.9]; ", "2 >= (x^3 + 1)^(2/3)", false},
        {"given x : real in [0, 1]; ", "-1 >= -(x^3 + 3/2)^(1/3)", true},
        {"given x : real in [0, 1]; ", "-1 >= -(x^3 + 1/2)^(1/3)", false}};
    COMPARE(forms, squares);
    COMPARE(numbers, direct);
}

#define CIRCLE "given x, y : real; assume e: x^2 + y^2 == 1; "

static void test_a_quadratic_equation_has_two_roots(void **state)
{
    (void)state;
    const struct step roots[MAX_STEPS] = {
        RULE(ELIMINATE, 0, ELIMINATE_ROOTS, 2, NULL), LEAF(DIRECT),
        LEAF(DIRECT)};
    const struct row rows[] = {
        {CIRCLE, "y <= 1", true},
        {CIRCLE, "y >= -1", true},
        {CIRCLE, "y <= 3/4", false},
        {CIRCLE, "y >= 0", false},
        {CIRCLE, "y <= 0", false},
        {"given x, y : real; assume e: x^2 + y^2 <= 1; ", "y^2 >= 0", false},
        {"given x : real in [1, 2]; given y : real; assume e: x*y^2 == 1; ",
         "y <= 3", true},
        {"given x : real in [-1, 1]; given y : real; assume e: x*y^2 == 1; ",
         "y <= 3", false},
        {"given x : real in [0, 1]; given y : real; "
         "assume e: y^2 - 2*y + x == 0; ",
         "y <= 2", true},
        {"given x : real in [0, 1]; given y : real; "
         "assume e: y^2 - 2*y + x == 0; ",
         "y <= 1", false},
        {"given x : real in [0, 1]; given y : int; "
         "assume e: y^2 - 2*y + x == 0; ",
         "y <= 2", false}};
    COMPARE(rows, roots);
}

static void test_exponents_are_logarithms(void **state)
{
    (void)state;
    const struct step eliminate[MAX_STEPS] = {RULE(ELIMINATE, 0, 0, 1, NULL),
                                              LEAF(DIRECT)};
    const struct row rows[] = {
        {"given x, y : real; assume e: exp(x) == 2 + y^2; ", "x > 0", true},
        {"given x, y : real; assume e: exp(x) == 2 + y^2; ", "x > 1", false},
        {"given x, y : real; assume e: exp(2*x) == 3 + y^2; ", "x > 1/2", true},
        {"given x, y : real; assume e: exp(2*x) == 3 + y^2; ", "x > 1", false},
        {"given x, y : real; assume e: exp(-x) == 3 + y^2; ", "x < -1", true},
        {"given x, y : real; assume e: exp(x) <= 2 + y^2; ", "x > 0", false},
        {"given x : real; given y : real in [1, 2]; "
         "assume e: y*exp(x) == 2*y; ",
         "x < 1", true},
        {"given x : real; given y : real in [0, 2]; "
         "assume e: y*exp(x) == 2*y; ",
         "x < 1", false},
        {"given x, y : real; assume e: exp(x) + exp(2*x) == 2 + y^2; ",
         "x >= 0", false}};
    COMPARE(rows, eliminate);
}

static void test_squares_bound_their_variables(void **state)
{
    (void)state;
    const struct step direct[MAX_STEPS] = {LEAF(DIRECT)};
    const struct row rows[] = {
        {"given x, y : real; assume f: x^2 + y^2 <= 4; ", "x <= 2", true},
        {"given x, y : real; assume f: x^2 + y^2 <= 4; ", "y >= -2", true},
        {"given x, y : real; assume f: 9*x^2 + y^2 <= 4; ", "x < 7/10", true},
        {"given x, y : real; assume f: 9*x^2 + y^2 <= 4; ", "x < 6/10", false},
        {"given x, y : real; assume f: x^2 + y^2 <= 4; ", "x <= 19/10", false},
        {"given x, y : real; assume f: x^2 + y^2 >= 4; ", "x <= 2", false},
        {"given x, y : real; assume f: x^2 - y^2 <= 4; ", "x <= 2", false},
        {"given x, y : real; assume f: x^2 - 2*y^2 <= 4; ", "x <= 2", false},
        {"given x, y : real; assume f: x^2 + y <= 4; ", "x <= 2", false},
        {"given x, y : real; assume f: x^3 + y^2 <= 4; ", "x >= -2", false}};
    COMPARE(rows, direct);
}

static void test_facts_become_variables(void **state)
{
    (void)state;
    const struct step fact[MAX_STEPS] = {RULE(ORDER, 0, ORDER_FACTS, 1, NULL),
                                         LEAF(DIRECT)};
    const struct row rows[] = {
        {"given x, y : real; assume f: x >= y; ", "x >= y", true},
        {"given x, y : real; assume f: x > y; ", "x > y", true},
        {"given x, y : real; assume f: x >= y; ", "x > y", false},
        {"given x, y : real; assume f: x <= y; ", "x >= y", false},
        {"given x, y : real; assume f: 2*x >= y + 1; ", "x >= y/2 + 1/2", true},
        {"given x, y : real; assume f: 2*x >= y + 1; ", "x >= y/2 + 1", false},
        {"given x, y : real in [0, inf]; assume f: 2*x >= y; ", "x >= y",
         false},
        {"given x, y : real; assume f: x^3 >= y; ", "x^3 >= y", false},
        {"given x : int; given y : real; assume f: x > y; ", "x > y", false},
        {"given x, y : real; ", "x >= y", false}};
    COMPARE(rows, fact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chords_end_where_facts_say),
        cmocka_unit_test(test_odd_powers_keep_the_order),
        cmocka_unit_test(test_a_quadratic_equation_has_two_roots),
        cmocka_unit_test(test_exponents_are_logarithms),
        cmocka_unit_test(test_squares_bound_their_variables),
        cmocka_unit_test(test_facts_become_variables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
