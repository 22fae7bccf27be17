#include "verify/counterexample.h"

#include "support/cmocka_all.h"

#include <stdlib.h>

static char *entries[] = {"1", "-1/2", "0.25", "7"};
static struct counterexample_size sizes[] = {{"n", 2}, {"d", 3}};
static struct counterexample_value values[] = {
    {"X", 2, 2, entries, NULL},
    {"t", 1, 1, entries + 2, NULL},
    {"Y", 1, 1, NULL, "sqrt(2)"},
};
static const struct counterexample sample = {
    .sizes = sizes, .nsizes = 2, .values = values, .nvalues = 3};

static void test_print_shows_all_values(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    counterexample_print(&out, &sample, 4, 20);
    assert_string_equal(out.text,
                        "n = 2, d = 3; X = [1, -1/2; 0.25, 7]; t = 0.25; "
                        "Y = sqrt(2)");
    buffer_clear(&out);
}

static void test_print_cuts_long_matrices(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    counterexample_print(&out, &sample, 3, 20);
    assert_string_equal(out.text,
                        "n = 2, d = 3; X = [1, -1/2; 0.25, ...] (2 x 2); "
                        "t = 0.25; Y = sqrt(2)");
    buffer_clear(&out);
}

static void test_print_shortens_long_entries(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    counterexample_print(&out, &sample, 4, 3);
    assert_string_equal(out.text, "n = 2, d = 3; X = [1, ~-0.5; ~0.25, 7]; "
                                  "t = ~0.25; Y = sqrt(2)");
    buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_print_shows_all_values),
        cmocka_unit_test(test_print_cuts_long_matrices),
        cmocka_unit_test(test_print_shortens_long_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
