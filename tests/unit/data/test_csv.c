#include "reading.h"

static void assert_read(const char *text, size_t rows, size_t cols,
                        const double *expected)
{
    assert_doubles(".csv", text, strlen(text), rows, cols, expected);
}

static void assert_bad(const char *text, const char *reason)
{
    assert_fault(".csv", text, strlen(text), reason);
}

static const double six[] = {1, 2, 3, 4, 5, 6};

static void test_every_separator_is_read(void **state)
{
    (void)state;
    assert_read("1,2,3\n4,5,6\n", 2, 3, six);
    assert_read("1; 2 ;3\r\n4;5;6", 2, 3, six);
    assert_read("  1 2\t3\n4   5 6  \n", 2, 3, six);
    assert_read("1\n2\n3\n4\n5\n6\n", 6, 1, six);
}

static void test_comments_blanks_and_marks_are_skipped(void **state)
{
    (void)state;
    assert_read("\xEF\xBB\xBF# a, b\n\n1,2,3\n  # c\n4,5,6\n\n", 2, 3, six);
}

static void test_signs_and_bare_points_are_read(void **state)
{
    (void)state;
    const double y[] = {-1, 0.5, -0.25, 3, 2000, 0x1.8p-3};
    assert_read("-1,+.5,-.25,3.,2.e3,0x1.8p-3", 1, 6, y);
}

static void test_decimals_are_exact(void **state)
{
    (void)state;
    const char *text = "0.5, 0.1\n";
    struct reading r = reading_of(".csv", text, strlen(text));
    assert_null(r.reason);
    assert_null(r.m.doubles);
    assert_int_equal(mpq_cmp_si(r.m.rationals[0].q, 1, 2), 0);
    assert_int_equal(mpq_cmp_si(r.m.rationals[1].q, 1, 10), 0);
    reading_clear(&r);
}

static void test_ragged_rows_name_the_line(void **state)
{
    (void)state;
    assert_bad("# x\n1,2\n3,4,5\n",
               "x.csv: line 3: row 2 has 3 entries, the rows before have 2");
    assert_bad("1,2\n3\n",
               "x.csv: line 2: row 2 has 1 entries, the rows before have 2");
}

static void test_heading_is_an_error(void **state)
{
    (void)state;
    assert_bad("a,b\n1,2\n",
               "x.csv: line 1: entry [1, 1]: 'a' is not a number");
}

static void test_empty_fields_are_errors(void **state)
{
    (void)state;
    assert_bad("1,,3\n", "x.csv: line 1: entry [1, 2] is empty");
    assert_bad("1,2,\n", "x.csv: line 1: entry [1, 3] is empty");
}

static void test_not_finite_names_the_entry(void **state)
{
    (void)state;
    assert_bad("1,2\n3,NaN\n",
               "x.csv: line 2: entry [2, 2] is not a finite number");
    assert_bad("-Inf\n", "x.csv: line 1: entry [1, 1] is not a finite number");
}

static void test_other_text_is_no_number(void **state)
{
    (void)state;
    const char *bad[] = {"1.2.3", ".",   "--1", "+-1",   "1e",
                         "0x",    "1-2", "e5",  "\"1\"", "-"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char reason[128];
        snprintf(reason, sizeof reason,
                 "x.csv: line 1: entry [1, 1]: '%s' is not a number", bad[i]);
        assert_bad(bad[i], reason);
    }
}

static void test_long_fields_are_shown_short(void **state)
{
    (void)state;
    char text[100] = "";
    memset(text, 'y', 99);
    assert_bad(text, "x.csv: line 1: entry [1, 1]: "
                     "'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...' is not a "
                     "number");
}

static void test_mixed_separators_are_errors(void **state)
{
    (void)state;
    assert_bad("1 2\n3,4 5\n",
               "x.csv: line 2: entry [2, 1]: '3,4' is not a number");
    assert_bad("1,5;2,5\n",
               "x.csv: line 1: entry [1, 2]: '5;2' is not a number");
}

static void test_exponents_are_limited(void **state)
{
    (void)state;
    assert_bad("1e1000001\n", "x.csv: line 1: entry [1, 1] has too many digits "
                              "or too large an exponent");
}

static void test_no_numbers_is_an_error(void **state)
{
    (void)state;
    assert_bad("", "x.csv: holds no numbers");
    assert_bad("# only\n\n", "x.csv: holds no numbers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_separator_is_read),
        cmocka_unit_test(test_comments_blanks_and_marks_are_skipped),
        cmocka_unit_test(test_signs_and_bare_points_are_read),
        cmocka_unit_test(test_decimals_are_exact),
        cmocka_unit_test(test_ragged_rows_name_the_line),
        cmocka_unit_test(test_heading_is_an_error),
        cmocka_unit_test(test_empty_fields_are_errors),
        cmocka_unit_test(test_not_finite_names_the_entry),
        cmocka_unit_test(test_other_text_is_no_number),
        cmocka_unit_test(test_long_fields_are_shown_short),
        cmocka_unit_test(test_mixed_separators_are_errors),
        cmocka_unit_test(test_exponents_are_limited),
        cmocka_unit_test(test_no_numbers_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
