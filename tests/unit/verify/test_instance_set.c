#include "verify/instance_set.h"

#include "support/cmocka_all.h"

static void test_an_instance_is_new_once(void **state)
{
    (void)state;
    struct instance_set *set = instance_set_new();
    assert_int_equal(instance_set_count(set), 0);
    for (uint64_t k = 0; k < 3000; k++)
        assert_true(instance_set_add(set, k << 40));
    for (uint64_t k = 0; k < 3000; k++)
        assert_false(instance_set_add(set, k << 40));
    assert_int_equal(instance_set_count(set), 3000);
    assert_true(instance_set_add(set, 1));
    instance_set_free(set);
}

/* What it has no room for is never counted as new. */
static void test_a_full_set_takes_nothing(void **state)
{
    (void)state;
    struct instance_set *set = instance_set_new();
    for (uint64_t k = 1; k <= INSTANCE_SET_MAX; k++)
        assert_true(instance_set_add(set, k));
    assert_false(instance_set_add(set, INSTANCE_SET_MAX + 1));
    assert_false(instance_set_add(set, 1));
    assert_int_equal(instance_set_count(set), INSTANCE_SET_MAX);
    instance_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_instance_is_new_once),
        cmocka_unit_test(test_a_full_set_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
