/* Integrals by their integrands: what the kernel accepts, and must not. */
#include "unit/kernel/range_fixture.h"

static bool proves(const char *given, const char *relation, size_t variable,
                   size_t index, enum partition_rule leaf)
{
    struct partition p;
    partition_init(&p);
    partition_add_root(&p, 0);
    add_step(&p,
             &(struct step){PARTITION_INTEGRAND, variable, index, 1, 1, NULL});
    add_step(&p, &(struct step){.rule = leaf});
    bool accepted = accepts_tree(given, relation, &p);
    partition_clear(&p);
    return accepted;
}

#define UNIT "given x : real in [0, 1]; "
#define AROUND "given x : real in [-1, 1]; "
#define D PARTITION_DIRECT

static void test_integrand_is_weighed_by_a_density(void **state)
{
    (void)state;
    assert_true(proves(UNIT, "integral(t in 0..2, exp(-x*t)) >= 1/5", 1, 0, D));
    assert_false(
        proves(UNIT, "integral(t in 0..1/2, exp(x*t)) >= 9/10", 1, 0, D));
    assert_true(proves(UNIT, "expectation(z, exp(x*cos(z))) >= 1/3", 1, 0, D));
    assert_false(
        proves(UNIT, "expectation(z, exp(x*cos(z))) >= 9/10", 1, 0, D));
    assert_true(proves(AROUND,
                       "integral(t in 0..inf, exp(-t)*exp(tanh(x*t))) >= 1/3",
                       1, 0, D));
    assert_false(proves(
        AROUND, "integral(t in 0..inf, exp(-t)*exp(tanh(x*t))) >= 1", 1, 0, D));
}

static void test_integrand_takes_a_range_of_its_own(void **state)
{
    (void)state;
    /* the variable of the integral is no other one */
    assert_false(proves(UNIT, "integral(t in 0..1, exp(-x*t)) >= exp(-x^2)", 0,
                        0, PARTITION_ZERO));
    assert_false(proves(UNIT,
                        "integral(t in 0..1, exp(-x*t^4)) >= "
                        "integral(t in 0..2, exp(-x*t^4))",
                        1, 0, PARTITION_ZERO));
    /* from a larger end to a smaller one */
    assert_false(proves("given x : real in [1, 2]; ",
                        "integral(t in x..0, exp(t^2)) >= 0", 1, 0,
                        PARTITION_EXCLUDED));
    assert_true(proves("given x : real in [1, 2]; ",
                       "integral(t in 0..x, exp(t^2)) >= x/2", 1, 0, D));
}

static void test_integrand_terms_have_the_mean_zero(void **state)
{
    (void)state;
    assert_true(proves(
        UNIT, "integral(t in 0..1, exp(tanh(x*t)/100)) >= 99/100", 1, 1, D));
    assert_false(proves(
        UNIT, "integral(t in 0..1, exp(tanh(x*t)/100)) >= 102/100", 1, 1, D));
    assert_false(proves(
        UNIT, "integral(t in 0..1, exp(tanh(x*t)/100)) >= 102/100", 1, 3, D));
    assert_true(proves(UNIT, "integral(t in 0..1, exp(tanh(x*t)/100)) >= 9/10",
                       1, 4, D));
    assert_false(proves(
        UNIT, "integral(t in 0..1, exp(tanh(x*t)/100)) >= 102/100", 1, 4, D));
    assert_false(
        proves(UNIT, "integral(t in 0..1, exp(tanh(x*t))) >= 1/2", 1, 5, D));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integrand_is_weighed_by_a_density),
        cmocka_unit_test(test_integrand_takes_a_range_of_its_own),
        cmocka_unit_test(test_integrand_terms_have_the_mean_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
