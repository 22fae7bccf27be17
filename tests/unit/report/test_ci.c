/*
 * The formats that programs read, each read back by the rules of its
 * specification: SARIF 2.1.0 (sections 3.13 to 3.52), the workflow
 * commands of GitHub, and the JUnit schemas of Jenkins and Ant.
 */
#include "report/report.h"

#include "run_fixture.h"
#include "support/balance.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>

static int setup(void **state)
{
    *state = fixture_new(fixture_text);
    return 0;
}

static int teardown(void **state)
{
    fixture_free(*state);
    return 0;
}

/* ---- GitHub ---- */

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    assert_non_null(end); /* the last line ends too */
    return end + 1;
}

/* `::NAME KEY=VALUE,…::MESSAGE`: the value of a property, still escaped. */
static void expect_property(const char *line, const char *key,
                            const char *expected)
{
    char start[32];
    snprintf(start, sizeof start, "%s=", key);
    const char *end = strstr(line + 2, "::"), *at = strstr(line, start);
    assert_true(at && end && at < end && (at[-1] == ' ' || at[-1] == ','));
    at += strlen(start);
    assert_int_equal(strcspn(at, ",:"), strlen(expected));
    assert_int_equal(strncmp(at, expected, strlen(expected)), 0);
}

static void test_github_has_a_line_for_each_claim(void **state)
{
    struct fixture *f = *state;
    struct buffer out;
    buffer_init(&out);
    report_github(&out, &f->run);
    const char *bad = out.text, *open = next_line(bad), *log = next_line(open);
    assert_int_equal(strncmp(bad, "::error ", 8), 0);
    expect_property(bad, "file", "odd%2C 50%25%3A#TODO \"<b>\"\\xff.bound");
    expect_property(bad, "line", "7");
    expect_property(bad, "col", "11");
    expect_property(bad, "title", "t.bad%3A violated");
    assert_int_equal(strncmp(open, "::warning ", 10), 0);
    expect_property(open, "line", "8");
    assert_string_equal(log, "3 claims: 1 as expected, 1 otherwise, "
                             "1 undecided or vacuous\n");
    buffer_clear(&out);
}

/* ---- SARIF ---- */

static json_t *sarif_of(const struct run *run)
{
    struct buffer out;
    buffer_init(&out);
    report_sarif(&out, run);
    json_t *root = json_loads(out.text, 0, NULL);
    buffer_clear(&out);
    assert_non_null(root);
    return root;
}

static json_t *run_of(const json_t *root)
{
    json_t *runs = json_object_get(root, "runs");
    assert_int_equal(json_array_size(runs), 1);
    return json_array_get(runs, 0);
}

static const char *text_at(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    assert_non_null(text);
    return text;
}

static json_t *only(const json_t *o, const char *key)
{
    json_t *array = json_object_get(o, key);
    assert_int_equal(json_array_size(array), 1);
    return json_array_get(array, 0);
}

/* What 3.27 asks of a result that is a failure. */
static void expect_result(const json_t *run, const json_t *result,
                          const char *rule, const char *level, int line)
{
    const json_t *driver =
        json_object_get(json_object_get(run, "tool"), "driver");
    const json_t *rules = json_object_get(driver, "rules");
    const json_t *physical =
        json_object_get(only(result, "locations"), "physicalLocation");
    const json_t *region = json_object_get(physical, "region");
    size_t index =
        (size_t)json_integer_value(json_object_get(result, "ruleIndex"));
    assert_string_equal(text_at(result, "ruleId"), rule);
    assert_string_equal(text_at(json_array_get(rules, index), "id"), rule);
    assert_string_equal(text_at(result, "level"), level);
    assert_true(text_at(json_object_get(result, "message"), "text")[0]);
    assert_string_equal(
        text_at(json_object_get(physical, "artifactLocation"), "uri"),
        "odd%2C%2050%25%3A%23TODO%20%22%3Cb%3E%22%FF.bound");
    assert_int_equal(json_integer_value(json_object_get(region, "startLine")),
                     line);
    assert_int_equal(json_integer_value(json_object_get(region, "startColumn")),
                     11);
}

static void test_sarif_has_what_the_schema_requires(void **state)
{
    struct fixture *f = *state;
    json_t *root = sarif_of(&f->run), *run = run_of(root);
    assert_string_equal(text_at(root, "version"), "2.1.0");
    assert_string_equal(
        text_at(json_object_get(json_object_get(run, "tool"), "driver"),
                "name"),
        "majorant");
    assert_string_equal(text_at(run, "columnKind"), "unicodeCodePoints");
    assert_true(json_is_true(
        json_object_get(only(run, "invocations"), "executionSuccessful")));
    json_t *results = json_object_get(run, "results");
    assert_int_equal(json_array_size(results), 2);
    expect_result(run, json_array_get(results, 0), "violated", "error", 7);
    expect_result(run, json_array_get(results, 1), "undecided", "warning", 8);
    json_decref(root);
    f->run.stopped = true;
    root = sarif_of(&f->run);
    assert_true(json_is_false(json_object_get(only(run_of(root), "invocations"),
                                              "executionSuccessful")));
    json_decref(root);
}

static char *fingerprint_of(const char *text, int *line)
{
    struct fixture *f = fixture_new(text);
    json_t *root = sarif_of(&f->run);
    json_t *result =
        json_array_get(json_object_get(run_of(root), "results"), 0);
    json_t *physical =
        json_object_get(only(result, "locations"), "physicalLocation");
    *line = (int)json_integer_value(
        json_object_get(json_object_get(physical, "region"), "startLine"));
    char *mark = xstrdup(text_at(json_object_get(result, "partialFingerprints"),
                                 "majorantClaim/v1"));
    json_decref(root);
    fixture_free(f);
    return mark;
}

static void test_fingerprints_survive_moved_lines(void **state)
{
    (void)state;
    struct buffer moved;
    int line = 0, later = 0;
    buffer_init(&moved);
    buffer_printf(&moved, "# one\n# two\n%s", fixture_text);
    char *a = fingerprint_of(fixture_text, &line);
    char *b = fingerprint_of(moved.text, &later);
    assert_int_equal(later, line + 2);
    assert_string_equal(a, b);
    struct fixture *f = fixture_new(fixture_text);
    json_t *root = sarif_of(&f->run);
    json_t *other = json_array_get(json_object_get(run_of(root), "results"), 1);
    assert_string_not_equal(
        a, text_at(json_object_get(other, "partialFingerprints"),
                   "majorantClaim/v1"));
    json_decref(root);
    fixture_free(f);
    free(a);
    free(b);
    buffer_clear(&moved);
}

/* ---- JUnit ---- */

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

static void test_junit_keeps_its_schemas(void **state)
{
    struct fixture *f = *state;
    struct buffer out;
    buffer_init(&out);
    f->run.stopped = true;
    report_junit(&out, &f->run);
    assert_true(balance_is_sound(out.text));
    assert_int_equal(count_of(out.text, "<testcase "), 4);
    assert_int_equal(count_of(out.text, "<failure "), 2);
    assert_int_equal(count_of(out.text, "<error "), 1);
    assert_non_null(strstr(out.text, "tests=\"3\" failures=\"2\""));
    assert_null(strstr(out.text, "\xff"));
    static const char *const required[] = {
        " name=",   " package=", " id=",        " tests=",   " failures=",
        " errors=", " time=",    " timestamp=", " hostname="};
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++)
        assert_true(count_of(out.text, required[i]) >= 2);
    buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_github_has_a_line_for_each_claim,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_sarif_has_what_the_schema_requires,
                                        setup, teardown),
        cmocka_unit_test(test_fingerprints_survive_moved_lines),
        cmocka_unit_test_setup_teardown(test_junit_keeps_its_schemas, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
