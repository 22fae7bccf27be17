#include "logic/expansion.h"
#include "unit/logic/scalar_fixture.h"

/* Whether the term is formally 0; bit k of `nonnegative`: variable k >= 0. */
static bool is_zero(const char *text, unsigned nonnegative)
{
    struct scalar_fixture f;
    scalar_open(&f, text, NULL);
    bool zero = expansion_is_zero(f.pool, f.term, nonnegative);
    scalar_pool_free(f.pool);
    return zero;
}

static bool is_square_sum(const char *text, unsigned nonnegative)
{
    struct scalar_fixture f;
    struct expansion p;
    scalar_open(&f, text, NULL);
    struct expansion_scope scope = {.pool = f.pool, .nonnegative = nonnegative};
    expansion_init(&p);
    bool ok =
        expansion_of(&p, &scope, f.term) && expansion_is_square_sum(&p, &scope);
    expansion_clear(&p);
    scalar_pool_free(f.pool);
    return ok;
}

static void test_polynomials(void **state)
{
    (void)state;
    assert_true(is_zero("(x + y)^3 - x^3 - 3*x^2*y - 3*x*y^2 - y^3", 0));
    assert_true(is_zero("(x - 1/3)^2 - x^2 + 2/3*x - 1/9", 0));
    assert_false(is_zero("(x + y)^2 - x^2 - y^2", 0));
    assert_false(is_zero("x - 1e-40*y", 0));
}

static void test_fractions(void **state)
{
    (void)state;
    assert_true(is_zero("1/(x + 1) + 1/(x - 1) - 2*x/(x^2 - 1)", 0));
    assert_true(is_zero("1/(1 + 1/x) - x/(x + 1)", 0));
    assert_false(is_zero("1/(x + 1) - 1/(x + 2)", 0));
}

static void test_exponentials_and_logarithms(void **state)
{
    (void)state;
    assert_true(is_zero("exp(x + y) - exp(x)*exp(y)", 0));
    assert_true(is_zero("exp(2*x) - exp(x)^2", 0));
    assert_true(is_zero("exp(-1)*1 - 1/exp(1)", 0));
    assert_true(is_zero("tanh(x) - (exp(2*x) - 1)/(exp(2*x) + 1)", 0));
    assert_true(is_zero("log(8) - 3*log(2)", 0));
    assert_true(is_zero("exp(3*log(x)) - x^3", 0));
    assert_true(is_zero("log(exp(x)*2) - x - log(2)", 0));
    assert_true(is_zero("log(x^2*y) - 2*log(x) - log(y)", 3));
    assert_false(is_zero("log(x*y) - log(x) - log(y)", 0));
    assert_false(is_zero("exp(x)*exp(x) - exp(x^2)", 0));
}

/* A root may be taken factor by factor only where no sign is lost. */
static void test_roots(void **state)
{
    (void)state;
    assert_true(is_zero("sqrt(8) - 2*sqrt(2)", 0));
    assert_true(is_zero("sqrt(6) - sqrt(2)*sqrt(3)", 0));
    assert_true(is_zero("sqrt(x)*sqrt(x) - x", 0));
    assert_false(is_zero("sqrt(x^2) - x", 0));
    assert_true(is_zero("sqrt(x^2) - x", 1));
    assert_false(is_zero("sqrt(x*y) - sqrt(x)*sqrt(y)", 0));
    assert_false(is_zero("sqrt(x*y) - sqrt(x)*sqrt(y)", 1));
    assert_true(is_zero("sqrt(x*y) - sqrt(x)*sqrt(y)", 3));
    assert_false(is_zero("sqrt(x^2*y) - x*sqrt(y)", 2));
    assert_true(is_zero("sqrt(x + 1)^3 - (x + 1)*sqrt(x + 1)", 0));
    assert_true(is_zero("(sqrt(x) - 1)*(sqrt(x) + 1) - x + 1", 0));
}

static void test_circular_functions(void **state)
{
    (void)state;
    assert_true(is_zero("sin(x)^2 + cos(x)^2 - 1", 0));
    assert_true(is_zero("sin(-x) + sin(x)", 0));
    assert_true(is_zero("cos(y - x) - cos(x - y)", 0));
    assert_true(is_zero("erf(-x) + erf(x)", 0));
    assert_false(is_zero("cos(-x) + cos(x)", 0));
    assert_false(is_zero("sin(x)^2 - cos(x)^2", 0));
}

static void test_sums_of_squares(void **state)
{
    (void)state;
    assert_true(is_square_sum("x^2 - 2*x*y + y^2", 0));
    assert_true(is_square_sum("x^2 + y^2 + z^2 - x*y - y*z - z*x", 0));
    assert_true(is_square_sum("x^4 - 2*x^2 + 1", 0));
    assert_true(is_square_sum("exp(x) + exp(y) - 2*exp((x + y)/2)", 0));
    assert_true(is_square_sum("x + y - 2*sqrt(x)*sqrt(y)", 3));
    assert_true(is_square_sum("x*y + x", 3));
    assert_false(is_square_sum("x*y + x", 1));
    assert_false(is_square_sum("x^2 - 2.0001*x*y + y^2", 0));
    assert_false(is_square_sum("x^2 - y^2", 0));
    assert_false(is_square_sum("x^2 - 1e-30", 0));
    /* a pivot that becomes 0 beside entries that do not */
    assert_true(is_square_sum("x^2 - 2*x*y + y^2 + 2*x*z - 2*y*z + z^2", 0));
    assert_false(is_square_sum("x^2 - 2*x*y + y^2 + 2*x*z + z^2", 0));
    assert_false(is_square_sum("x^2 - 2*x*y + y^2 - 2*x*z + z^2", 0));
}

/* Expansions that grow without end are given up. */
static void test_limits(void **state)
{
    (void)state;
    assert_false(is_zero("(x + y + z + 1)^40 - (x + y + z + 1)^40*1.5", 0));
    assert_false(is_zero("((x + y)^30 + (y + z)^30)^30 - 1", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polynomials),
        cmocka_unit_test(test_fractions),
        cmocka_unit_test(test_exponentials_and_logarithms),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_circular_functions),
        cmocka_unit_test(test_sums_of_squares),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
