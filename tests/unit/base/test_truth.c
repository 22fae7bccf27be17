#include "base/truth.h"

#include "support/cmocka_all.h"

enum {
    U = TRUTH_UNKNOWN,
    F = TRUTH_FALSE,
    T = TRUTH_TRUE,
    X = TRUTH_UNDEFINED
};

static void test_unknown_is_zero(void **state)
{
    (void)state;
    assert_int_equal(TRUTH_UNKNOWN, 0);
}

static void test_and_is_kleenes_with_undefined_below_unknown(void **state)
{
    (void)state;
    static const int table[4][4] = {
        {U, F, U, U}, {F, F, F, F}, {U, F, T, X}, {U, F, X, X}};
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            assert_int_equal(truth_and((enum truth)a, (enum truth)b),
                             table[a][b]);
}

static void test_or_is_kleenes_with_undefined_below_unknown(void **state)
{
    (void)state;
    static const int table[4][4] = {
        {U, U, T, U}, {U, F, T, X}, {T, T, T, T}, {U, X, T, X}};
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            assert_int_equal(truth_or((enum truth)a, (enum truth)b),
                             table[a][b]);
}

static void test_not_keeps_what_is_not_known(void **state)
{
    (void)state;
    assert_int_equal(truth_not(TRUTH_TRUE), TRUTH_FALSE);
    assert_int_equal(truth_not(TRUTH_FALSE), TRUTH_TRUE);
    assert_int_equal(truth_not(TRUTH_UNKNOWN), TRUTH_UNKNOWN);
    assert_int_equal(truth_not(TRUTH_UNDEFINED), TRUTH_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_is_zero),
        cmocka_unit_test(test_and_is_kleenes_with_undefined_below_unknown),
        cmocka_unit_test(test_or_is_kleenes_with_undefined_below_unknown),
        cmocka_unit_test(test_not_keeps_what_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
