#include "base/rational.h"

#include "support/cmocka_all.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void expect_parse(const char *text, long numerator,
                         unsigned long denominator)
{
    rational_t x;
    rational_init(&x);
    assert_int_equal(rational_parse(&x, text, strlen(text)), ST_OK);
    assert_int_equal(mpq_cmp_si(x.q, numerator, denominator), 0);
    rational_clear(&x);
}

static void expect_reject(const char *text, enum status why)
{
    rational_t x;
    rational_init(&x);
    assert_int_equal(rational_parse(&x, text, strlen(text)), why);
    rational_clear(&x);
}

static void test_parse_is_exact(void **state)
{
    (void)state;
    expect_parse("1.256", 157, 125);
    expect_parse("1e-3", 1, 1000);
    expect_parse("0x1.8p-3", 3, 16);
    expect_parse("0xff", 255, 1);
    expect_parse("12.5E+1", 125, 1);
    expect_parse("0", 0, 1);
    expect_parse("007", 7, 1);
}

static void test_parse_rejects_what_is_no_number(void **state)
{
    (void)state;
    expect_reject("", ST_INPUT);
    expect_reject(".5", ST_INPUT);
    expect_reject("5.", ST_INPUT);
    expect_reject("1e", ST_INPUT);
    expect_reject("0x", ST_INPUT);
    expect_reject("1.2.3", ST_INPUT);
    expect_reject("-1", ST_INPUT);
}

static void test_parse_limits_the_exponent(void **state)
{
    (void)state;
    rational_t x;
    rational_init(&x);
    assert_int_equal(rational_parse(&x, "1e1000000", 9), ST_OK);
    rational_clear(&x);
    expect_reject("1e1000001", ST_LIMIT);
    expect_reject("1e99999999999999999999", ST_LIMIT);
}

static double nearest(const char *text)
{
    rational_t x;
    rational_init(&x);
    assert_int_equal(rational_parse(&x, text, strlen(text)), ST_OK);
    double value = rational_to_double(&x);
    rational_clear(&x);
    return value;
}

static void test_to_double_rounds_to_nearest_even(void **state)
{
    (void)state;
    assert_true(nearest("0.1") == 0.1);
    assert_true(nearest("0x1.00000000000008p0") == 1.0);
    assert_true(nearest("0x1.00000000000018p0") == 0x1.0000000000002p0);
    assert_true(nearest("0x1.0000000000000801p0") == 0x1.0000000000001p0);
    assert_true(nearest("1.7976931348623157e308") == DBL_MAX);
    assert_true(isinf(nearest("1e400")));
    assert_true(isinf(nearest("0x1.fffffffffffff8p1023")));
    assert_true(nearest("0x1.fffffffffffff7p1023") == DBL_MAX);
    assert_true(nearest("1e-400") == 0);
}

static void test_is_double_only_for_doubles(void **state)
{
    (void)state;
    rational_t x;
    rational_init(&x);
    double value = 0;
    mpq_set_si(x.q, 3, 16);
    assert_true(rational_is_double(&x, &value));
    assert_true(value == 0.1875);
    mpq_set_si(x.q, 1, 10);
    assert_false(rational_is_double(&x, &value));
    rational_clear(&x);
}

static void expect_print(const char *text, const char *expected)
{
    rational_t x;
    rational_init(&x);
    assert_int_equal(mpq_set_str(x.q, text, 10), 0);
    mpq_canonicalize(x.q);
    struct buffer out;
    buffer_init(&out);
    rational_print(&out, &x);
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
    rational_clear(&x);
}

static void test_print_is_short_and_exact(void **state)
{
    (void)state;
    expect_print("157/125", "1.256");
    expect_print("-1/1000", "-0.001");
    expect_print("1/3", "1/3");
    expect_print("-7", "-7");
    expect_print("0", "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_is_exact),
        cmocka_unit_test(test_parse_rejects_what_is_no_number),
        cmocka_unit_test(test_parse_limits_the_exponent),
        cmocka_unit_test(test_to_double_rounds_to_nearest_even),
        cmocka_unit_test(test_is_double_only_for_doubles),
        cmocka_unit_test(test_print_is_short_and_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
