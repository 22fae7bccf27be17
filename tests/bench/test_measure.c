/* Medians, and ways that are measured beside each other. */
#include "bench/measure.h"
#include "support/cmocka_all.h"

#include <math.h>

static void test_median_is_the_middle_or_between(void **state)
{
    (void)state;
    double none[] = {0}, one[] = {3}, odd[] = {9, 1, 5}, even[] = {8, 1, 2, 4};
    assert_true(isnan(measure_median(none, 0)));
    assert_true(measure_median(one, 1) == 3);
    assert_true(measure_median(odd, 3) == 5);
    assert_true(measure_median(even, 4) == 3);
}

/* Way k takes k + 1 units; way 2 does not exist. */
static double sample(void *context, size_t way, size_t repeats)
{
    size_t *calls = context;
    calls[way]++;
    assert_true(repeats > 0);
    return way == 2 ? NAN : (double)(way + 1) * 1e-3;
}

static void test_ways_are_compared_with_the_first(void **state)
{
    (void)state;
    enum { WAYS = 3, ROUNDS = 5 };
    const struct measure_options options = {
        .rounds = ROUNDS, .sample_seconds = 0, .budget_seconds = 100};
    struct measurement out[WAYS];
    size_t calls[WAYS] = {0};
    measure(out, WAYS, &options, sample, calls);
    assert_true(out[0].ratio == 1 && out[0].seconds == 1e-3);
    assert_true(fabs(out[1].ratio - 2) < 1e-9 && out[1].seconds == 2e-3);
    assert_true(isnan(out[2].ratio) && isnan(out[2].seconds));
    assert_int_equal(calls[0], ROUNDS + 1); /* one to warm up */
    assert_int_equal(calls[1], ROUNDS + 1);
    assert_int_equal(calls[2], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_median_is_the_middle_or_between),
        cmocka_unit_test(test_ways_are_compared_with_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
