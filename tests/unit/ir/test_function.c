#include "ir/function.h"

#include "support/cmocka_all.h"

static void test_number_of_arguments_tells_functions_apart(void **state)
{
    (void)state;
    enum function fn;
    assert_true(function_find(&fn, "max", 1));
    assert_int_equal(fn, FN_MAX);
    assert_true(function_find(&fn, "max", 2));
    assert_int_equal(fn, FN_MAX2);
    assert_false(function_find(&fn, "max", 3));
    assert_true(function_find(&fn, "softmax", 2));
    assert_int_equal(fn, FN_SOFTMAX);
}

static void test_name_exists_whatever_its_arguments(void **state)
{
    (void)state;
    assert_true(function_exists("hcat"));
    assert_false(function_exists("hca"));
}

static void test_each_row_is_found_by_its_name(void **state)
{
    (void)state;
    for (size_t k = 0; k < FN_COUNT; k++) {
        enum function fn;
        const struct function_info *f = function_info((enum function)k);
        assert_true(function_find(&fn, f->name, f->least));
        assert_int_equal(fn, k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_of_arguments_tells_functions_apart),
        cmocka_unit_test(test_name_exists_whatever_its_arguments),
        cmocka_unit_test(test_each_row_is_found_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
