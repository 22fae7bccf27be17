#include "draft/factor.h"

#include "base/rational.h"
#include "support/cmocka_all.h"

static void expect_square(const char *text, const char *root, const char *rest)
{
    LOCAL_MPQ(x);
    LOCAL_MPQ(y);
    LOCAL_MPQ(z);
    assert_int_equal(mpq_set_str(x, text, 10), 0);
    number_square(y, z, x);
    assert_int_equal(mpq_set_str(x, root, 10), 0);
    assert_true(mpq_equal(x, y));
    assert_int_equal(mpq_set_str(x, rest, 10), 0);
    assert_true(mpq_equal(x, z));
}

static void test_square_leaves_an_integer_without_squares(void **state)
{
    (void)state;
    expect_square("8", "2", "2");
    expect_square("1/8", "1/4", "2");
    expect_square("12/25", "2/5", "3");
    expect_square("9/4", "3/2", "1");
    expect_square("-18", "3", "-2");
    expect_square("0", "1", "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_square_leaves_an_integer_without_squares),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
