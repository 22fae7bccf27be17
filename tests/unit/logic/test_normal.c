#include "normal_tables.h"

#include <string.h>

static enum truth verdict(const struct identity *id)
{
    struct loaded l;
    load_identity(&l, id);
    struct normalizer *n = normal_new(l.theorem);
    enum truth t = normal_equal(n, l.lhs, l.rhs);
    normal_free(n);
    unload(&l);
    return t;
}

static void expect_all(const struct identity *list, size_t count,
                       enum truth expected)
{
    struct buffer missed;
    buffer_init(&missed);
    for (size_t i = 0; i < count; i++)
        if (verdict(&list[i]) != expected)
            buffer_printf(&missed, "\n%s == %s", list[i].lhs, list[i].rhs);
    if (missed.length > 0)
        fail_msg("%s", missed.text);
    buffer_clear(&missed);
}

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
