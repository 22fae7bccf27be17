#include "api_case.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "theorem t { dim n; given A, B : real[n, n]; given x : real in [-2, 2];\n"
    "claim triangle: norm2(A + B) <= norm2(A) + norm2(B);\n"
    "claim chain: 0 <= x^2 <= 1;\n"
    "observe seen: norm2(A) <= 10; }\n"
    "theorem u { given x : real; assume a: x > 1; assume b: x < 0;\n"
    "claim c: x == 7; }\n"
    "theorem w { given x : real in [-2, 2]; claim c: x^2 <= 1; }\n";

static struct majorant_file *read(struct majorant_context *c)
{
    struct majorant_file *file;
    assert_int_equal(majorant_read_text(c, &file, "t.bound", text),
                     MAJORANT_OK);
    return file;
}

static void test_claims_have_verdicts_and_reasons(void **state)
{
    static const struct {
        const char *name;
        enum majorant_verdict verdict;
    } rows[] = {{"triangle", MAJORANT_PROVED},
                {"chain#1", MAJORANT_PROVED},
                {"chain#2", MAJORANT_VIOLATED}};
    struct majorant_file *file = read(*state);
    struct majorant_report *r;
    assert_int_equal(majorant_prove(*state, &r, file, "t", NULL), MAJORANT_OK);
    assert_int_equal(majorant_report_claims(r), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(majorant_report_name(r, i), rows[i].name);
        assert_int_equal(majorant_report_verdict(r, i), rows[i].verdict);
        assert_int_equal(majorant_report_reason(r, i) != NULL,
                         rows[i].verdict == MAJORANT_PROVED);
    }
    assert_null(majorant_report_name(r, 3));
    assert_int_equal(majorant_report_verdict(r, 3), MAJORANT_UNDECIDED);
    majorant_report_free(r);
    majorant_file_free(file);
}

static void test_json_is_that_of_the_command(void **state)
{
    struct majorant_file *file = read(*state);
    struct majorant_report *r;
    assert_int_equal(majorant_prove(*state, &r, file, "t", "chain"),
                     MAJORANT_OK);
    assert_int_equal(majorant_report_claims(r), 2);
    const char *json = majorant_report_json(r);
    assert_non_null(strstr(json, "\"schema\": \"majorant.run/1\""));
    assert_non_null(strstr(json, "\"file\": \"t.bound\""));
    assert_non_null(strstr(json, "\"verdict\": \"proved\""));
    assert_non_null(strstr(json, "\"x\": [\n"));
    majorant_report_free(r);
    majorant_file_free(file);
}

static void test_contradicting_assumptions_say_nothing(void **state)
{
    struct majorant_file *file = read(*state);
    struct majorant_report *r;
    assert_int_equal(majorant_prove(*state, &r, file, "u", "c"), MAJORANT_OK);
    assert_int_equal(majorant_report_verdict(r, 0), MAJORANT_VACUOUS);
    majorant_report_free(r);
    majorant_file_free(file);
}

static void test_what_is_not_there_is_told(void **state)
{
    struct majorant_file *file = read(*state);
    struct majorant_report *r;
    assert_int_equal(majorant_prove(*state, &r, file, "v", NULL),
                     MAJORANT_INPUT);
    assert_null(r);
    assert_int_equal(majorant_prove(*state, &r, file, "t", "z"),
                     MAJORANT_INPUT);
    assert_non_null(strstr(majorant_error(*state), "no claim z"));
    assert_int_equal(majorant_prove(*state, &r, NULL, "t", NULL),
                     MAJORANT_INPUT);
    assert_int_equal(majorant_prove(*state, NULL, file, "t", NULL),
                     MAJORANT_INPUT);
    assert_int_equal(majorant_report_claims(NULL), 0);
    assert_null(majorant_report_json(NULL));
    majorant_file_free(file);
}

static void test_refutations_are_certificates(void **state)
{
    struct majorant_file *file = read(*state);
    struct majorant_report *r;
    assert_int_equal(majorant_refute(*state, &r, file, "w", NULL), MAJORANT_OK);
    assert_int_equal(majorant_report_claims(r), 1);
    assert_string_equal(majorant_report_name(r, 0), "c");
    assert_int_equal(majorant_report_verdict(r, 0), MAJORANT_VIOLATED);
    const char *json = majorant_report_json(r);
    assert_non_null(strstr(json, "\"schema\": \"majorant.certificate/1\""));
    assert_int_equal(majorant_recheck(*state, json, strlen(json)), MAJORANT_OK);
    majorant_report_free(r);
    assert_int_equal(majorant_set_time(*state, 0.2), MAJORANT_OK);
    assert_int_equal(majorant_refute(*state, &r, file, "t", "triangle"),
                     MAJORANT_OK);
    assert_int_equal(majorant_report_verdict(r, 0), MAJORANT_UNDECIDED);
    assert_null(majorant_report_json(r));
    majorant_report_free(r);
    majorant_file_free(file);
}

static void test_changed_certificates_are_rejected(void **state)
{
    struct majorant_file *file = read(*state);
    struct majorant_report *r;
    assert_int_equal(majorant_refute(*state, &r, file, "w", NULL), MAJORANT_OK);
    char *json = strdup(majorant_report_json(r));
    char *margin = strstr(json, "\"margin\": \"") + strlen("\"margin\": \"");
    *margin = *margin == '9' ? '8' : '9';
    const enum majorant_status st =
        majorant_recheck(*state, json, strlen(json));
    assert_true(st == MAJORANT_REJECTED || st == MAJORANT_INPUT);
    assert_true(strlen(majorant_error(*state)) > 0);
    assert_int_equal(majorant_recheck(*state, "{}", 2), MAJORANT_INPUT);
    assert_int_equal(majorant_recheck(*state, NULL, 0), MAJORANT_INPUT);
    free(json);
    majorant_report_free(r);
    majorant_file_free(file);
}

static int at_once(void *data)
{
    (void)data;
    return 1;
}

static void test_cancelled_proofs_leave_a_report(void **state)
{
    struct majorant_file *file = read(*state);
    struct majorant_report *r;
    majorant_set_cancel(*state, at_once, NULL);
    assert_int_equal(majorant_prove(*state, &r, file, "t", NULL),
                     MAJORANT_STOPPED);
    assert_string_equal(majorant_error(*state),
                        "majorant: error: it was cancelled\n");
    assert_int_equal(majorant_report_claims(r), 3);
    assert_int_equal(majorant_report_verdict(r, 0), MAJORANT_UNDECIDED);
    majorant_report_free(r);
    majorant_set_cancel(*state, NULL, NULL);
    assert_int_equal(majorant_set_time(*state, 1e-9), MAJORANT_OK);
    assert_int_equal(majorant_prove(*state, &r, file, "t", NULL),
                     MAJORANT_STOPPED);
    majorant_report_free(r);
    majorant_file_free(file);
}

static void count(void *data, double done, const char *now)
{
    assert_true(now && done <= 1);
    ++*(size_t *)data;
}

static void test_progress_is_told(void **state)
{
    struct majorant_file *file;
    struct majorant_report *r;
    size_t told = 0;
    assert_int_equal(majorant_read_text(*state, &file, NULL,
                                        "theorem t { given x, y : real;\n"
                                        "claim c: x^4 + y^4 + 1 >= "
                                        "3 * x * y * sin(x + y); }"),
                     MAJORANT_OK);
    majorant_set_progress(*state, count, &told);
    assert_int_equal(majorant_set_time(*state, 3), MAJORANT_OK);
    (void)majorant_prove(*state, &r, file, "t", NULL);
    assert_true(told > 0);
    majorant_report_free(r);
    majorant_file_free(file);
}

static void *prove_in_thread(void *file)
{
    struct majorant_context *c = majorant_context_new();
    struct majorant_report *r;
    const bool ok =
        majorant_prove(c, &r, file, "t", "triangle") == MAJORANT_OK &&
        majorant_report_verdict(r, 0) == MAJORANT_PROVED;
    majorant_report_free(r);
    majorant_context_free(c);
    majorant_finish_thread();
    return ok ? file : NULL;
}

static void test_threads_share_a_file(void **state)
{
    enum { THREADS = 4 };
    struct majorant_file *file = read(*state);
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, prove_in_thread, file), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *ok = NULL;
        pthread_join(threads[i], &ok);
        assert_ptr_equal(ok, file);
    }
    majorant_file_free(file);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_claims_have_verdicts_and_reasons),
        TEST(test_json_is_that_of_the_command),
        TEST(test_contradicting_assumptions_say_nothing),
        TEST(test_what_is_not_there_is_told),
        TEST(test_refutations_are_certificates),
        TEST(test_changed_certificates_are_rejected),
        TEST(test_cancelled_proofs_leave_a_report),
        TEST(test_progress_is_told),
        TEST(test_threads_share_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
