/*
 * The guard as a compiler with -ffast-math makes it: that refuses whatever the
 * machine does (tests/unit/eval/CMakeLists.txt builds it so).
 */
#include "support/cmocka_all.h"

#include "eval/filter.h"

static void test_unsafe_options_are_refused(void **state)
{
    (void)state;
    assert_non_null(filter_refusal());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unsafe_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
