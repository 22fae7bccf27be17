/*
 * The catalogue against the program's own numbers: on random instances no rule
 * is ever violated.  That spoilt rules are is test_catalogue_mutations.c.
 */
#include "catalogue_trials.h"

enum { TRIALS = 12 };

static void test_rules_hold_on_random_instances(void **state)
{
    uint64_t tried = 0;
    (void)state;
    for (size_t i = 0; i < catalogue_count(); i++) {
        struct trial_counts counts = try_text(catalogue_text(i), TRIALS);
        if (counts.is_false > 0)
            fail_msg("%s is violated", catalogue_name(i));
        tried += counts.is_true;
    }
    assert_true(tried > 8 * catalogue_count());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_hold_on_random_instances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
