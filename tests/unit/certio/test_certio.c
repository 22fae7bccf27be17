/* Certificates as JSON: written, read again, and the example of the manual. */
#include "certio/certio.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make(struct certificate *c)
{
    struct kernel_case k;
    char *reason = NULL;
    kernel_case_open(&k,
                     "theorem triangle {\n    dim n;\n    given A, B : real[n, "
                     "n];\n    claim sub: norm1inf(A + B) <= norm1inf(A) + "
                     "norm1inf(B);\n}\n",
                     (int64_t[]){2});
    kernel_case_fill(&k, 0, "1 1 0 0");
    kernel_case_fill(&k, 1, "1 0 1 0");
    certificate_init(c);
    certificate_of_instance(c, k.module, k.theorem, 0, 0, &k.x, 1, "by hand");
    assert_int_equal(violation_certify(c, NULL, &reason), RECHECK_ACCEPTED);
    kernel_case_close(&k);
}

static void assert_equal(const struct certificate *a,
                         const struct certificate *b)
{
    struct buffer x, y;
    buffer_init(&x);
    buffer_init(&y);
    certio_write(&x, a);
    certio_write(&y, b);
    assert_string_equal(x.text, y.text);
    buffer_clear(&x);
    buffer_clear(&y);
}

static void clear(struct certificate *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        certificate_clear(&list[i]);
    free(list);
}

static void test_what_is_written_is_read(void **state)
{
    (void)state;
    struct certificate c, *list;
    size_t count;
    char *reason;
    struct buffer text;
    make(&c);
    c.seed = UINT64_MAX;
    free(c.found);
    c.found = xstrdup("a \"quoted\" \\ text,\nwith é");
    buffer_init(&text);
    certio_write(&text, &c);
    assert_int_equal(certio_read_text(&list, &count, text.text, text.length,
                                      "x.json", &reason),
                     ST_OK);
    assert_int_equal(count, 1);
    assert_equal(&c, &list[0]);
    assert_int_equal(violation_recheck(&list[0], NULL, &reason),
                     RECHECK_ACCEPTED);
    clear(list, count);
    buffer_clear(&text);
    certificate_clear(&c);
}

static void test_arrays_are_read(void **state)
{
    (void)state;
    struct certificate c, *list;
    size_t count;
    char *reason;
    struct buffer text;
    make(&c);
    buffer_init(&text);
    buffer_add(&text, "[");
    certio_write(&text, &c);
    buffer_add(&text, ",");
    certio_write(&text, &c);
    buffer_add(&text, "]");
    assert_int_equal(certio_read_text(&list, &count, text.text, text.length,
                                      "x.json", &reason),
                     ST_OK);
    assert_int_equal(count, 2);
    assert_equal(&c, &list[1]);
    clear(list, count);
    buffer_clear(&text);
    certificate_clear(&c);
}

static void test_large_structured_values_stay_short(void **state)
{
    (void)state;
    struct kernel_case k;
    struct certificate c;
    char *reason = NULL;
    kernel_case_open(&k,
                     "theorem t { dim n; given A, B : real[n, n]; claim c: "
                     "norm1(A) + norm1(B) <= 1; }",
                     (int64_t[]){20});
    for (size_t i = 0; i < 400; i++) {
        kernel_case_set(&k, 0, i, i % 21 == 0 ? "-2/3" : "0");
        kernel_case_set(&k, 1, i, "1");
    }
    kernel_case_certificate(&c, &k);
    assert_string_equal(c.values[0].expr, "(-2/3) * eye(20)");
    assert_string_equal(c.values[1].expr, "ones(20, 20)");
    assert_int_equal(violation_certify(&c, NULL, &reason), RECHECK_ACCEPTED);
    assert_string_equal(c.sides.lhs_lower, "20.666666666666666666");
    certificate_clear(&c);
    kernel_case_close(&k);
}

static void test_faults_of_files_are_told(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", "[]", "7", "{}", "[{}]", "nonsense", "{\"schema\": 1}"};
    struct certificate *list;
    size_t count;
    char *reason;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(certio_read_text(&list, &count, texts[i],
                                          strlen(texts[i]), "x.json", &reason),
                         ST_INPUT);
        assert_non_null(strstr(reason, "x.json: "));
        assert_null(list);
        assert_int_equal(count, 0);
        free(reason);
    }
    assert_int_equal(certio_read(&list, &count, "no such file", &reason),
                     ST_INPUT);
    assert_non_null(strstr(reason, "no such file: "));
    free(reason);
}

/* The text of docs/certificate.md behind "## Example", without its indent. */
static void read_example(struct buffer *out)
{
    char line[4096];
    bool inside = false;
    FILE *file = fopen(SOURCE_DIR "/docs/certificate.md", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (inside && strncmp(line, "    ", 4) == 0)
            buffer_add(out, line + 4);
        inside = inside || strcmp(line, "## Example\n") == 0;
    }
    fclose(file);
}

static void test_example_of_the_manual_is_what_is_written(void **state)
{
    (void)state;
    struct certificate c;
    struct buffer example, text;
    make(&c);
    buffer_init(&example);
    buffer_init(&text);
    read_example(&example);
    certio_write(&text, &c);
    assert_string_equal(example.text, text.text);
    buffer_clear(&example);
    buffer_clear(&text);
    certificate_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_written_is_read),
        cmocka_unit_test(test_arrays_are_read),
        cmocka_unit_test(test_large_structured_values_stay_short),
        cmocka_unit_test(test_faults_of_files_are_told),
        cmocka_unit_test(test_example_of_the_manual_is_what_is_written),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    violation_finish();
    return failed;
}
