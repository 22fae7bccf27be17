#include "base/rng.h"

#include "support/cmocka_all.h"

#include <math.h>

static void test_a_stream_depends_on_its_key_alone(void **state)
{
    (void)state;
    struct rng a = rng_start(rng_key(7, "cubic"));
    struct rng b = rng_start(rng_key(7, "cubic"));
    struct rng c = rng_start(rng_key(8, "cubic"));
    uint64_t word = rng_word(&a);
    assert_true(word == rng_word(&b));
    assert_true(word != rng_word(&c));
}

static void test_names_are_not_run_together(void **state)
{
    (void)state;
    assert_true(rng_key(rng_key(1, "ab"), "c") !=
                rng_key(rng_key(1, "a"), "bc"));
}

static void test_below_stays_below(void **state)
{
    (void)state;
    struct rng rng = rng_start(3);
    unsigned seen = 0;
    for (int i = 0; i < 200; i++) {
        uint64_t k = rng_below(&rng, 5);
        assert_true(k < 5);
        seen |= 1u << k;
    }
    assert_int_equal(seen, 31);
}

static void test_normal_has_mean_zero_and_variance_one(void **state)
{
    (void)state;
    enum { DRAWS = 20000 };
    struct rng rng = rng_start(11);
    double sum = 0, squares = 0;
    for (int i = 0; i < DRAWS; i++) {
        double x = rng_normal(&rng);
        sum += x;
        squares += x * x;
    }
    assert_true(fabs(sum / DRAWS) < 0.03);
    assert_true(fabs(squares / DRAWS - 1) < 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_stream_depends_on_its_key_alone),
        cmocka_unit_test(test_names_are_not_run_together),
        cmocka_unit_test(test_below_stays_below),
        cmocka_unit_test(test_normal_has_mean_zero_and_variance_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
