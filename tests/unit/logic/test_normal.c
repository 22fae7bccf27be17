#include "normal_tables.h"

#include <string.h>

static void test_right_identities_are_true(void **state)
{
    (void)state;
    expect_all(right_identities,
               sizeof right_identities / sizeof *right_identities, TRUTH_TRUE);
}

static void test_wrong_identities_are_unknown(void **state)
{
    (void)state;
    expect_all(wrong_identities,
               sizeof wrong_identities / sizeof *wrong_identities,
               TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_identities_are_true),
        cmocka_unit_test(test_wrong_identities_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
