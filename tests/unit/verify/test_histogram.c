#include "verify/histogram.h"

#include "base/status.h"
#include "support/cmocka_all.h"

#include <math.h>
#include <stdlib.h>

static int setup(void **state)
{
    *state = xcalloc(1, sizeof(struct histogram));
    return 0;
}

static int teardown(void **state)
{
    histogram_clear(*state);
    free(*state);
    return 0;
}

static void test_quantile_of_nothing_is_nan(void **state)
{
    assert_true(isnan(histogram_quantile(*state, 0.5)));
}

static void test_quantile_is_within_a_bin(void **state)
{
    struct histogram *h = *state;
    for (int i = 1; i <= 101; i++)
        histogram_add(h, log2(i / 100.0));
    double width = exp2(1.0 / HISTOGRAM_BINS_PER_OCTAVE);
    double median = histogram_quantile(h, 0.5);
    double p95 = histogram_quantile(h, 0.95);
    assert_true(median > 0.51 / width && median < 0.51 * width);
    assert_true(p95 > 0.96 / width && p95 < 0.96 * width);
}

static void test_zero_ratio_counts_as_below(void **state)
{
    struct histogram *h = *state;
    histogram_add(h, -INFINITY);
    assert_int_equal(h->below, 1);
    assert_true(histogram_quantile(h, 0.5) == 0);
}

static void test_infinite_ratio_counts_as_above(void **state)
{
    struct histogram *h = *state;
    histogram_add(h, INFINITY);
    assert_int_equal(h->above, 1);
    assert_true(isinf(histogram_quantile(h, 0.5)));
}

static void test_ends_of_the_bins(void **state)
{
    struct histogram *h = *state;
    histogram_add(h, -128);
    histogram_add(h, -128.001);
    histogram_add(h, 127.999);
    histogram_add(h, 128);
    assert_int_equal(h->nbins, 2);
    assert_int_equal(h->bins[0].place, 0);
    assert_int_equal(h->bins[0].count, 1);
    assert_int_equal(h->below, 1);
    assert_int_equal(h->bins[1].place, HISTOGRAM_BINS - 1);
    assert_int_equal(h->bins[1].count, 1);
    assert_int_equal(h->above, 1);
    assert_int_equal(h->total, 4);
}

/* Bins are kept in order, whatever the order of the ratios. */
static void test_bins_rise(void **state)
{
    struct histogram *h = *state;
    for (int i = 0; i < 4000; i++)
        histogram_add(h, (i * 37 % 1000) / 10.0 - 50);
    assert_int_equal(h->total, 4000);
    uint64_t seen = 0;
    for (size_t i = 0; i < h->nbins; i++) {
        assert_true(i == 0 || h->bins[i - 1].place < h->bins[i].place);
        assert_true(h->bins[i].count > 0);
        seen += h->bins[i].count;
    }
    assert_int_equal(seen, 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_quantile_of_nothing_is_nan, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_quantile_is_within_a_bin, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_zero_ratio_counts_as_below, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_infinite_ratio_counts_as_above,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_ends_of_the_bins, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bins_rise, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
