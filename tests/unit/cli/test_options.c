#include "cli/options.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

/* The words of a command line, without the program's name. */
#define READ(o, error, ...)                                                    \
    read_words((o), (error), (char *[]){"majorant", __VA_ARGS__, NULL})

static bool read_words(struct options *o, char **error, char **words)
{
    int count = 0;
    while (words[count])
        count++;
    return options_read(o, count, words, error);
}

static void test_check_reads_all_its_options(void **state)
{
    (void)state;
    struct options o;
    char *error = NULL;
    assert_true(READ(&o, &error, "check", "--seed", "7", "a.bound", "--trials",
                     "500", "--trial=3", "--dims", "n=2..8,d=4", "--prec-max",
                     "512", "--time", "2.5", "--jobs", "2", "--format=json",
                     "-o", "out.json", "--strict", "--campaign", "--claim",
                     "cubic", "--case", "small", "--allow-outside", "folder"));
    assert_int_equal(o.command, COMMAND_CHECK);
    assert_true(o.session.seed.given && o.session.seed.value == 7);
    assert_true(o.session.trials.given && o.session.trials.value == 500);
    assert_true(o.session.trial.given && o.session.trial.value == 3);
    assert_true(o.session.prec_max.given && o.session.prec_max.value == 512);
    assert_true(o.session.jobs.given && o.session.jobs.value == 2);
    assert_true(o.session.time == 2.5);
    assert_string_equal(o.session.dims, "n=2..8,d=4");
    assert_string_equal(o.format, "json");
    assert_string_equal(o.output, "out.json");
    assert_string_equal(o.session.claim, "cubic");
    assert_string_equal(o.session.case_name, "small");
    assert_true(o.session.strict && o.session.campaign &&
                o.session.allow_outside);
    assert_int_equal(o.count, 2);
    assert_string_equal(o.arguments[0], "a.bound");
    assert_string_equal(o.arguments[1], "folder");
    options_clear(&o);
}

static void expect_error(char **words, const char *part)
{
    struct options o;
    char *error = NULL;
    assert_false(read_words(&o, &error, words));
    assert_non_null(error);
    assert_non_null(strstr(error, part));
    free(error);
    options_clear(&o);
}

#define EXPECT_ERROR(part, ...)                                                \
    expect_error((char *[]){"majorant", __VA_ARGS__, NULL}, (part))

static void test_bad_numbers_are_refused(void **state)
{
    (void)state;
    const char *part = "is not a whole number";
    EXPECT_ERROR(part, "check", "--trials", "0");
    EXPECT_ERROR(part, "check", "--trials", "-1");
    EXPECT_ERROR(part, "check", "--trials", "1e3");
    EXPECT_ERROR(part, "check", "--trials", "");
    EXPECT_ERROR(part, "check", "--trials", "99999999999999999999");
    EXPECT_ERROR(part, "check", "--jobs", "0");
    EXPECT_ERROR(part, "check", "--jobs", "257");
    EXPECT_ERROR(part, "check", "--prec-max", "1");
    EXPECT_ERROR("positive number of seconds", "check", "--time", "0");
    EXPECT_ERROR("positive number of seconds", "check", "--time", "nan");
    EXPECT_ERROR("positive number of seconds", "check", "--time", "1s");
    EXPECT_ERROR("is not a size", "check", "--mem", "0");
    EXPECT_ERROR("is not a size", "check", "--mem", "1X");
    EXPECT_ERROR("is not a size", "check", "--mem", "1MB");
    EXPECT_ERROR("is not a size", "check", "--mem", "-1");
    EXPECT_ERROR("is not a size", "check", "--mem", "16777216T");
    EXPECT_ERROR("is no option of 'fmt'", "fmt", "--mem", "1G");
}

static void test_bad_usage_is_refused(void **state)
{
    (void)state;
    EXPECT_ERROR("unknown command 'chek'", "chek");
    EXPECT_ERROR("unknown option '--trails'", "check", "--trails", "1");
    EXPECT_ERROR("is no option of 'check'", "check", "--digits", "1");
    EXPECT_ERROR("needs a value", "check", "--seed");
    EXPECT_ERROR("takes no value", "check", "--strict=yes");
    EXPECT_ERROR("needs a command", "--seed", "1");
}

static void test_no_command_is_refused(void **state)
{
    (void)state;
    struct options o;
    char *error = NULL;
    char *words[] = {"majorant", NULL};
    assert_false(options_read(&o, 1, words, &error));
    free(error);
    options_clear(&o);
}

static void test_two_dashes_end_the_options(void **state)
{
    (void)state;
    struct options o;
    char *error = NULL;
    assert_true(READ(&o, &error, "check", "--", "--strict", "--"));
    assert_false(o.session.strict);
    assert_int_equal(o.count, 2);
    options_clear(&o);
}

static void test_expression_may_begin_with_a_minus(void **state)
{
    (void)state;
    struct options o;
    char *error = NULL;
    assert_true(READ(&o, &error, "eval", "-x^2", "x=1", "--digits", "5"));
    assert_int_equal(o.count, 2);
    assert_string_equal(o.arguments[0], "-x^2");
    assert_true(o.digits.given);
    options_clear(&o);
}

static void test_lists_keep_their_order(void **state)
{
    (void)state;
    struct options o;
    char *error = NULL;
    assert_true(READ(&o, &error, "trace", "f", "--over", "l in 0..3", "--expr",
                     "-a[l]", "--bound", "c", "--expr=b[l]"));
    assert_int_equal(o.command, COMMAND_TRACE);
    assert_string_equal(o.over, "l in 0..3");
    assert_int_equal(o.exprs.count, 2);
    assert_string_equal(o.exprs.items[0], "-a[l]");
    assert_string_equal(o.exprs.items[1], "b[l]");
    assert_int_equal(o.bounds.count, 1);
    options_clear(&o);
}

static void test_list_that_is_too_long_is_an_error(void **state)
{
    (void)state;
    struct options o;
    char *error = NULL;
    const char *argv[2 * OPTIONS_MAX_LIST + 5] = {"majorant", "trace", "f"};
    int argc = 3;
    for (int k = 0; k <= OPTIONS_MAX_LIST; k++) {
        argv[argc++] = "--expr";
        argv[argc++] = "x";
    }
    assert_false(options_read(&o, argc, (char **)argv, &error));
    assert_non_null(strstr(error, "--expr: given more than"));
    free(error);
    options_clear(&o);
    assert_true(options_read(&o, argc - 2, (char **)argv, &error));
    assert_int_equal(o.exprs.count, OPTIONS_MAX_LIST);
    options_clear(&o);
}

static void test_help_names_every_option_of_a_command(void **state)
{
    (void)state;
    struct buffer out;
    buffer_init(&out);
    options_help(&out, COMMAND_CHECK);
    assert_non_null(strstr(out.text, "--trials N"));
    assert_non_null(strstr(out.text, "-o PATH"));
    assert_non_null(strstr(out.text, "Exit status"));
    assert_null(strstr(out.text, "--digits"));
    buffer_reset(&out);
    options_help(&out, COMMAND_NONE);
    for (int c = COMMAND_CHECK; c < COMMAND_COUNT; c++)
        assert_non_null(
            strstr(out.text, options_command_name((enum command)c)));
    buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check_reads_all_its_options),
        cmocka_unit_test(test_bad_numbers_are_refused),
        cmocka_unit_test(test_bad_usage_is_refused),
        cmocka_unit_test(test_no_command_is_refused),
        cmocka_unit_test(test_two_dashes_end_the_options),
        cmocka_unit_test(test_expression_may_begin_with_a_minus),
        cmocka_unit_test(test_lists_keep_their_order),
        cmocka_unit_test(test_list_that_is_too_long_is_an_error),
        cmocka_unit_test(test_help_names_every_option_of_a_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
