#include "eval/enclosure.h"

#include "support/cmocka_all.h"

#include <float.h>
#include <math.h>

static struct enclosure finite(double lo, double hi, int64_t exponent)
{
    return (struct enclosure){
        .kind = ENCLOSURE_FINITE, .lo = lo, .hi = hi, .exponent = exponent};
}

static const struct enclosure none = {.kind = ENCLOSURE_NONE};
static const struct enclosure infinite = {.kind = ENCLOSURE_INFINITE};

/* ---- comparison ---- */

static void assert_order(struct enclosure a, struct enclosure b, int expected)
{
    assert_int_equal(enclosure_compare(&a, &b), expected);
    assert_int_equal(enclosure_compare(&b, &a), -expected);
}

static void test_compare_separated(void **state)
{
    (void)state;
    assert_order(finite(0.5, 0.5, 3), finite(0.5, 0.5, 4), -1);
    assert_order(finite(0.5, 0.625, 0), finite(0.75, 0.75, 0), -1);
    assert_order(finite(-0.5, -0.5, 100), finite(-0.5, -0.5, 99), -1);
    assert_order(finite(-0.75, -0.5, 100), finite(0, 0, 0), -1);
    assert_order(finite(0, 0, 0), finite(0.5, 0.5, -100000), -1);
    assert_order(finite(0.5, 0.5, INT64_C(1) << 60), infinite, -1);
}

static void test_compare_overlapping_is_undecided(void **state)
{
    (void)state;
    assert_order(finite(0.5, 0.75, 0), finite(0.75, 0.875, 0), 0);
    assert_order(finite(0.5, 0.5, 1), finite(0.5, 0.5, 1), 0);
    assert_order(finite(0x1p-10, 0.5, 1), finite(0.5, 0.5, 0), 0);
    assert_order(none, finite(0.5, 0.5, 0), 0);
    assert_order(none, infinite, 0);
    assert_order(infinite, infinite, 0);
}

/* ---- accuracy, doubles, range ---- */

static void test_accuracy(void **state)
{
    (void)state;
    const struct enclosure a = finite(0.5, 0.5 + 0x1p-31, 7);
    const struct enclosure exact = finite(0, 0, 0);
    assert_true(enclosure_is_accurate(&a, 30));
    assert_false(enclosure_is_accurate(&a, 31));
    assert_true(enclosure_is_accurate(&exact, 1000));
    assert_false(enclosure_is_accurate(&none, 0));
    assert_true(enclosure_is_accurate(&infinite, 53));
}

static void test_double_is_the_middle(void **state)
{
    (void)state;
    const struct enclosure a = finite(0.5, 0.75, 3);
    const struct enclosure large = finite(0.5, 0.5, INT64_C(1) << 61);
    const struct enclosure small = finite(-0.5, -0.5, -(INT64_C(1) << 61));
    assert_true(enclosure_double(&a) == 5);
    assert_true(isinf(enclosure_double(&large)));
    assert_true(enclosure_double(&small) == 0);
    assert_true(isinf(enclosure_double(&infinite)));
    assert_true(isnan(enclosure_double(&none)));
}

static void test_range_of_doubles(void **state)
{
    (void)state;
    const struct enclosure most = finite(0.5, 0.5, DBL_MAX_EXP);
    const struct enclosure above = finite(0.5, 0.5, DBL_MAX_EXP + 1);
    const struct enclosure least = finite(0.5, 0.5, DBL_MIN_EXP);
    const struct enclosure below = finite(0.5, 0.5, DBL_MIN_EXP - 1);
    const struct enclosure zero = finite(0, 0, 0);
    const struct enclosure from_zero = finite(0, 0.5, DBL_MAX_EXP + 1);
    assert_true(enclosure_is_out_of_range(&from_zero));
    assert_false(enclosure_is_out_of_range(&most));
    assert_true(enclosure_is_out_of_range(&above));
    assert_false(enclosure_is_out_of_range(&least));
    assert_true(enclosure_is_out_of_range(&below));
    assert_false(enclosure_is_out_of_range(&zero));
    assert_false(enclosure_is_out_of_range(&infinite));
}

/* ---- text ---- */

static void assert_printed(struct enclosure a, int digits, const char *text)
{
    struct buffer out;
    buffer_init(&out);
    assert_true(enclosure_print(&out, &a, digits));
    assert_string_equal(out.text, text);
    buffer_clear(&out);
}

static void test_print_exact(void **state)
{
    (void)state;
    assert_printed(finite(0.5, 0.5, 1), 12, "1");
    assert_printed(finite(-0.625, -0.625, 3), 12, "-5");
    assert_printed(finite(0.5, 0.5, -1), 12, "0.25");
    assert_printed(finite(0, 0, 0), 12, "0");
    assert_printed(finite(0.9765625, 0.9765625, 10), 12, "1000");
    assert_printed(infinite, 12, "inf");
}

static void test_print_rounds_to_the_digits(void **state)
{
    (void)state;
    assert_printed(finite(2.0 / 3, 2.0 / 3, 0), 5, "0.66667");
    assert_printed(finite(0.9765625, 0.9765625, 20), 4, "1.024e6");
    assert_printed(finite(0.5, 0.5, -30), 3, "4.66e-10");
}

static void test_print_only_certain_digits(void **state)
{
    (void)state;
    assert_printed(finite(0.62345678, 0.62345679, 0), 12, "0.6234568");
    assert_printed(finite(0.61, 0.63, 0), 12, "0.6");
}

static void test_print_out_of_range(void **state)
{
    (void)state;
    assert_printed(finite(0.5, 0.5, 5001), 4, "1.412e1505");
    assert_printed(finite(0.5, 0.5, -4999), 4, "7.08e-1506");
    /* 2^(2^50), by mpmath at 60 digits */
    assert_printed(finite(0.5, 0.5, (INT64_C(1) << 50) + 1), 4,
                   "8.597e338929644074911");
}

static void assert_not_printed(struct enclosure a)
{
    struct buffer out;
    buffer_init(&out);
    assert_false(enclosure_print(&out, &a, 12));
    assert_int_equal(out.length, 0);
    buffer_clear(&out);
}

static void test_print_nothing_certain(void **state)
{
    (void)state;
    assert_not_printed(none);
    assert_not_printed(finite(-0.5, 0.5, 0));
    assert_not_printed(finite(0, 0.5, 0));
    assert_not_printed(finite(0.1, 0.9, 0));
    assert_not_printed(finite(0.5, 0.5, INT64_C(1) << 61));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compare_separated),
        cmocka_unit_test(test_compare_overlapping_is_undecided),
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_double_is_the_middle),
        cmocka_unit_test(test_range_of_doubles),
        cmocka_unit_test(test_print_exact),
        cmocka_unit_test(test_print_rounds_to_the_digits),
        cmocka_unit_test(test_print_only_certain_digits),
        cmocka_unit_test(test_print_out_of_range),
        cmocka_unit_test(test_print_nothing_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
