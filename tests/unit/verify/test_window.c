/* Windows of trials. */
#include "support/cmocka_all.h"

#include "verify/window.h"

#include <string.h>

static void test_width_is_a_multiple_of_the_batch(void **state)
{
    (void)state;
    for (size_t links = 0; links < 40; links++)
        assert_int_equal(window_width(links, 8) % 8, 0);
}

static void test_width_falls_with_the_links_between_its_ends(void **state)
{
    (void)state;
    assert_int_equal(window_width(0, 1), 4096);
    assert_int_equal(window_width(3, 1), 4096);
    assert_int_equal(window_width(4, 1), 16384 / 5);
    assert_int_equal(window_width(1000, 8), 256);
    assert_int_equal(window_width(1UL << 20, 8), 256);
}

static void test_trials_are_found_by_their_number(void **state)
{
    (void)state;
    struct window w;
    window_init(&w, 4, 3);
    window_open(&w, 10, 14);
    for (uint64_t k = 10; k < 14; k++) {
        struct trial *t = window_trial(&w, k);
        assert_int_equal(t->state, TRIAL_ABANDONED);
        assert_ptr_equal(t, &w.trials[k - 10]);
        for (size_t i = 0; i < 3; i++) /* each has links of its own */
            t->outcomes[i].bits = (long)(3 * k + i);
    }
    for (uint64_t k = 10; k < 14; k++)
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(window_trial(&w, k)->outcomes[i].bits, 3 * k + i);
    window_clear(&w);
}

/* What the trials hold is freed (a leak checker would notice) and forgotten. */
static void test_opening_forgets_the_trials_before(void **state)
{
    (void)state;
    struct window w;
    window_init(&w, 4, 1);
    window_open(&w, 1, 5);
    for (uint64_t k = 1; k < 5; k++) {
        window_trial(&w, k)->state = TRIAL_IMPOSSIBLE;
        window_trial(&w, k)->reason = xstrdup("no");
        window_trial(&w, k)->evidence = xstrdup("never");
    }
    window_open(&w, 5, 7); /* fewer than before */
    for (uint64_t k = 5; k < 7; k++) {
        assert_int_equal(window_trial(&w, k)->state, TRIAL_ABANDONED);
        assert_null(window_trial(&w, k)->reason);
        assert_null(window_trial(&w, k)->evidence);
    }
    window_trial(&w, 6)->reason = xstrdup("no");
    window_clear(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_width_is_a_multiple_of_the_batch),
        cmocka_unit_test(test_width_falls_with_the_links_between_its_ends),
        cmocka_unit_test(test_trials_are_found_by_their_number),
        cmocka_unit_test(test_opening_forgets_the_trials_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
