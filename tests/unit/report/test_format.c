#include "report/format.h"

#include "support/cmocka_all.h"

#include <math.h>
#include <stdlib.h>

static struct enclosure finite(double lo, double hi, int64_t exponent)
{
    return (struct enclosure){
        .kind = ENCLOSURE_FINITE, .lo = lo, .hi = hi, .exponent = exponent};
}

static void test_ends_are_rounded_outwards(void **state)
{
    (void)state;
    uint64_t word = 12345;
    for (int i = 0; i < 2000; i++) {
        word = word * UINT64_C(6364136223846793005) + 1;
        double m = 0.5 + (double)(word >> 12) * 0x1p-53;
        double sign = word & 2048 ? -1 : 1;
        struct enclosure e = finite(sign * m, sign * m, i % 600 - 300);
        double exact = ldexp(sign * m, i % 600 - 300);
        double lower = strtod(format_lower(&e).text, NULL);
        double upper = strtod(format_upper(&e).text, NULL);
        assert_true(lower <= exact && exact <= upper);
        assert_true(upper - lower <= fabs(exact) * 1e-10);
    }
}

static void test_exact_ends_stay_as_they_are(void **state)
{
    (void)state;
    struct enclosure e = finite(0.75, 0.75, 0);
    assert_string_equal(format_lower(&e).text, "0.75");
    assert_string_equal(format_upper(&e).text, "0.75");
    struct enclosure zero = finite(0, 0, 0);
    assert_string_equal(format_lower(&zero).text, "0");
}

static void test_none_is_empty(void **state)
{
    (void)state;
    struct enclosure none = {0};
    assert_string_equal(format_value(&none, 12).text, "");
    assert_string_equal(format_lower(&none).text, "");
    assert_string_equal(format_double(NAN, 12).text, "");
}

static void test_out_of_double_range_is_no_number(void **state)
{
    (void)state;
    struct enclosure tiny = finite(0.5, 0.5, -4000);
    assert_false(format_value(&tiny, 6).is_number);
    assert_false(format_lower(&tiny).is_number);
    assert_false(format_double(INFINITY, 6).is_number);
    assert_string_equal(format_double(INFINITY, 6).text, "inf");
}

static void test_quantile_stays_between_the_extremes(void **state)
{
    (void)state;
    struct tightness *t = xcalloc(1, sizeof *t);
    t->min = t->max = finite(0.75, 0.75, 0);
    histogram_add(&t->histogram, log2(0.75));
    double x = strtod(format_quantile(t, 0.5, 12).text, NULL);
    assert_true(x == 0.75);
    histogram_clear(&t->histogram);
    free(t);
}

static void test_extreme_without_digits_is_its_outer_end(void **state)
{
    (void)state;
    struct tightness *t = xcalloc(1, sizeof *t);
    t->min = t->max = finite(0, 0.5, -100);
    assert_string_equal(format_min(t, 12).text, "0");
    assert_true(strtod(format_max(t, 12).text, NULL) >= 0x1p-101);
    free(t);
}

static void test_no_time_is_shown_as_zero(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } times[] = {{0, "<1 ms"},      {0.0009, "<1 ms"}, {0.001, "1 ms"},
                 {0.0124, "12 ms"}, {0.999, "999 ms"}, {0.9996, "1.0 s"},
                 {61.24, "61.2 s"}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct buffer out;
        buffer_init(&out);
        format_seconds(&out, times[i].seconds);
        assert_string_equal(out.text, times[i].text);
        buffer_clear(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_are_rounded_outwards),
        cmocka_unit_test(test_exact_ends_stay_as_they_are),
        cmocka_unit_test(test_none_is_empty),
        cmocka_unit_test(test_out_of_double_range_is_no_number),
        cmocka_unit_test(test_extreme_without_digits_is_its_outer_end),
        cmocka_unit_test(test_quantile_stays_between_the_extremes),
        cmocka_unit_test(test_no_time_is_shown_as_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
