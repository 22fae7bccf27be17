#include "reading.h"

#define BANNER "%%MatrixMarket matrix "

static void assert_read(const char *text, size_t rows, size_t cols,
                        const double *expected)
{
    assert_doubles(".mtx", text, strlen(text), rows, cols, expected);
}

static void assert_bad(const char *text, const char *reason)
{
    assert_fault(".mtx", text, strlen(text), reason);
}

static void test_coordinates_are_read(void **state)
{
    (void)state;
    const double y[] = {0, 1.5, 0, -2, 0, 0};
    assert_read(BANNER "coordinate real general\n% c\n2 3 2\n1 2 1.5\n"
                       "\n2 1 -2\n",
                2, 3, y);
}

static void test_arrays_are_read_by_columns(void **state)
{
    (void)state;
    const double y[] = {1, 3, 2, 4};
    assert_read(BANNER "array real general\n2 2\n1\n2\n3.0\n4D0\n", 2, 2, y);
}

static void test_case_of_the_heading_is_free(void **state)
{
    (void)state;
    const double y[] = {1};
    assert_read("%%matrixmarket MATRIX Array Integer General\n1 1\n1\n", 1, 1,
                y);
}

static void test_pattern_is_ones(void **state)
{
    (void)state;
    const double y[] = {0, 1, 1, 0};
    assert_read(BANNER "coordinate pattern symmetric\n2 2 1\n2 1\n", 2, 2, y);
}

static void test_symmetry_is_filled_in(void **state)
{
    (void)state;
    const double y[] = {1, 2, 2, 3}, z[] = {0, -2, 2, 0};
    assert_read(BANNER "coordinate real symmetric\n2 2 3\n1 1 1\n2 1 2\n"
                       "2 2 3\n",
                2, 2, y);
    assert_read(BANNER "array real symmetric\n2 2\n1\n2\n3\n", 2, 2, y);
    assert_read(BANNER "coordinate real skew-symmetric\n2 2 1\n2 1 2\n", 2, 2,
                z);
    assert_read(BANNER "array integer skew-symmetric\n2 2\n2\n", 2, 2, z);
}

static void test_decimals_are_exact(void **state)
{
    (void)state;
    const char *text = BANNER "array real general\n1 1\n-0.3\n";
    struct reading r = reading_of(".mtx", text, strlen(text));
    assert_null(r.reason);
    assert_int_equal(mpq_cmp_si(r.m.rationals[0].q, -3, 10), 0);
    reading_clear(&r);
}

static void test_bad_headings_are_rejected(void **state)
{
    (void)state;
    assert_bad("", "x.mtx: is not a Matrix Market file");
    assert_bad("1 1\n1\n", "x.mtx: is not a Matrix Market file");
    assert_bad("\n" BANNER "array real general\n1 1\n1\n",
               "x.mtx: is not a Matrix Market file");
    assert_bad(BANNER "list real general\n",
               "x.mtx: line 1: expected coordinate or array");
    assert_bad(BANNER "array complex general\n",
               "x.mtx: line 1: expected real, integer or pattern");
    assert_bad(BANNER "array real hermitian\n",
               "x.mtx: line 1: expected general, symmetric or skew-symmetric");
    assert_bad(BANNER "array pattern general\n",
               "x.mtx: line 1: a pattern is coordinate and not skew");
}

static void test_bad_sizes_are_rejected(void **state)
{
    (void)state;
    assert_bad(BANNER "array real general\n", "x.mtx: ends before the sizes");
    assert_bad(BANNER "array real general\n2 2 2\n",
               "x.mtx: line 2: 3 fields, expected 2: the sizes");
    assert_bad(BANNER "array real general\n2 -2\n",
               "x.mtx: line 2: '-2' is no size");
    assert_bad(BANNER "array real symmetric\n2 3\n",
               "x.mtx: line 2: a symmetric matrix is square");
    assert_bad(BANNER "array real general\n100000 100\n",
               "x.mtx: line 2: the file cannot hold 100000 x 100 entries");
    assert_bad(BANNER "coordinate real general\n100000 100000 1\n1 1 1\n",
               "x.mtx: more than 67108864 entries (100000 x 100000)");
}

static void test_bad_entries_are_rejected(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"coordinate real general\n2 2 1\n3 1 1\n",
         "line 3: entry [3, 1] lies outside the 2 x 2 matrix"},
        {"coordinate real general\n2 2 1\n0 1 1\n",
         "line 3: entry [0, 1] lies outside the 2 x 2 matrix"},
        {"coordinate real general\n2 2 2\n1 1 1\n1 1 1\n",
         "line 4: entry [1, 1] is given twice"},
        {"coordinate real symmetric\n2 2 1\n1 2 1\n",
         "line 3: entry [1, 2] lies above the diagonal of a symmetric matrix"},
        {"coordinate real skew-symmetric\n2 2 1\n1 1 1\n",
         "line 3: entry [1, 1] lies not below the diagonal of a skew matrix"},
        {"coordinate real general\n2 2 1\n1 1\n",
         "line 3: 2 fields, expected 3: an entry"},
        {"coordinate real general\n2 2 2\n1 1 1\n", "ends before an entry"},
        {"coordinate real general\n2 2 1\n1 1 1\n1 2 1\n",
         "line 4: text after the last entry"},
        {"coordinate real general\n2 2 1\n1 2 nan\n",
         "line 3: entry [1, 2] is not a finite number"},
        {"coordinate integer general\n2 2 1\n1 2 1.5\n",
         "line 3: entry [1, 2] is no integer"},
        {"array real general\n1 1\nx\n",
         "line 3: entry [1, 1]: 'x' is not a number"},
        {"array real general\n1 2\n1\n", "ends before a value"},
        {"array real general\n1 1\n1\n2\n",
         "line 4: text after the last entry"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[256], reason[256];
        snprintf(text, sizeof text, "%s%s", BANNER, bad[i].text);
        snprintf(reason, sizeof reason, "x.mtx: %s", bad[i].reason);
        assert_bad(text, reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coordinates_are_read),
        cmocka_unit_test(test_arrays_are_read_by_columns),
        cmocka_unit_test(test_case_of_the_heading_is_free),
        cmocka_unit_test(test_pattern_is_ones),
        cmocka_unit_test(test_symmetry_is_filled_in),
        cmocka_unit_test(test_decimals_are_exact),
        cmocka_unit_test(test_bad_headings_are_rejected),
        cmocka_unit_test(test_bad_sizes_are_rejected),
        cmocka_unit_test(test_bad_entries_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
