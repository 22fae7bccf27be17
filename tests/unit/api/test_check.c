#include "api_case.h"

#include <string.h>

static enum majorant_status relation(struct majorant_context *c,
                                     enum majorant_truth *truth,
                                     const char *text)
{
    struct majorant_result *result;
    enum majorant_status st = majorant_check_relation(c, &result, text);
    *truth = majorant_result_truth(result);
    assert_int_equal(st == MAJORANT_OK, result != NULL);
    majorant_result_free(result);
    return st;
}

static void test_relation_has_four_answers(void **state)
{
    static const struct {
        const char *text;
        enum majorant_truth truth;
    } rows[] = {
        {"norm2(A) <= normfro(A)", MAJORANT_TRUE},
        {"norm1(A) <= norm2(A)", MAJORANT_FALSE},
        {"log(A[1, 1] - 1) <= 0", MAJORANT_UNDEFINED},
        {"tanh(1) * (exp(2) + 1) == exp(2) - 1", MAJORANT_UNKNOWN},
        /* false for the finder alone: the kernel cannot confirm it */
        {"exp(pi) * exp(-pi) != 1", MAJORANT_UNKNOWN},
        {"exp(pi) * exp(-pi) == 1", MAJORANT_TRUE},
        {"inv(A) * A == eye(2)", MAJORANT_TRUE},
        {"A == A'", MAJORANT_FALSE},
        {"A != A'", MAJORANT_TRUE},
        {"forall(i in 1..2, A[i, 1] > 0)", MAJORANT_TRUE},
    };
    const double A[] = {1, 2, 3, 4};
    assert_int_equal(majorant_set_matrix(*state, "A", 2, 2, A), MAJORANT_OK);
    assert_int_equal(majorant_set_precision(*state, 256), MAJORANT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum majorant_truth truth;
        assert_int_equal(relation(*state, &truth, rows[i].text), MAJORANT_OK);
        assert_int_equal(truth, rows[i].truth);
    }
}

static void test_doubles_mean_exactly_themselves(void **state)
{
    const double x = 0.1;
    enum majorant_truth truth;
    assert_int_equal(majorant_set_matrix(*state, "x", 1, 1, &x), MAJORANT_OK);
    assert_int_equal(relation(*state, &truth, "x == 0.1"), MAJORANT_OK);
    assert_int_equal(truth, MAJORANT_FALSE);
    assert_int_equal(relation(*state, &truth, "x == 0x1.999999999999ap-4"),
                     MAJORANT_OK);
    assert_int_equal(truth, MAJORANT_TRUE);
}

static void test_entries_are_taken_by_rows_and_copied(void **state)
{
    double A[] = {1, 2, 3, 4, 5, 6};
    enum majorant_truth truth;
    assert_int_equal(majorant_set_matrix(*state, "A", 2, 3, A), MAJORANT_OK);
    A[2] = 0;
    assert_int_equal(relation(*state, &truth, "A == [1, 2, 3; 4, 5, 6]"),
                     MAJORANT_OK);
    assert_int_equal(truth, MAJORANT_TRUE);
}

static void test_wrong_texts_are_told_with_their_place(void **state)
{
    static const char *const rows[][2] = {
        {"1 <=", "EXPR:1:5: error: expected an expression"},
        {"B <= 1", "EXPR:1:1: error: unknown name B"},
        {"", "error: "},
        {"1 + 1", "is a value, expected a relation"},
        {"eye(2) * eye(3) == eye(3)", "EXPR:1:1: error: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum majorant_truth truth;
        assert_int_equal(relation(*state, &truth, rows[i][0]), MAJORANT_INPUT);
        assert_non_null(strstr(majorant_error(*state), rows[i][1]));
    }
}

static void test_deep_nesting_is_an_error_and_no_crash(void **state)
{
    static char text[200001];
    enum majorant_truth truth;
    memset(text, '(', sizeof text - 1);
    assert_int_equal(relation(*state, &truth, text), MAJORANT_INPUT);
}

static void test_null_is_told_and_no_crash(void **state)
{
    struct majorant_result *result;
    assert_int_equal(majorant_check_relation(*state, NULL, "1 < 2"),
                     MAJORANT_INPUT);
    assert_non_null(strstr(majorant_error(*state), "no place"));
    assert_int_equal(majorant_check_relation(*state, &result, NULL),
                     MAJORANT_INPUT);
    assert_int_equal(majorant_check_relation(NULL, &result, "1 < 2"),
                     MAJORANT_INPUT);
    assert_int_equal(majorant_check(*state, NULL, NULL, NULL, NULL),
                     MAJORANT_INPUT);
}

static const char theorem[] =
    "theorem t { dim n; given P : stochastic[n, n]; given x : real in [0, 1];\n"
    "given k : int in [1, 4];\n"
    "assume small: x < 1;\n"
    "claim c: 0 <= x * norminf(P) <= k; claim d: x == k; }\n";

static enum majorant_status check(struct majorant_context *c, const double *P,
                                  double x, double k,
                                  struct majorant_result **result)
{
    struct majorant_file *file;
    assert_int_equal(majorant_set_matrix(c, "P", 2, 2, P), MAJORANT_OK);
    assert_int_equal(majorant_set_matrix(c, "x", 1, 1, &x), MAJORANT_OK);
    assert_int_equal(majorant_set_matrix(c, "k", 1, 1, &k), MAJORANT_OK);
    assert_int_equal(majorant_read_text(c, &file, "t.bound", theorem),
                     MAJORANT_OK);
    enum majorant_status st = majorant_check(c, result, file, "t", "c");
    majorant_file_free(file);
    return st;
}

static const double stochastic[] = {0.5, 0.5, 0.25, 0.75};

static void test_chain_has_a_truth_for_each_link(void **state)
{
    struct majorant_result *r;
    assert_int_equal(check(*state, stochastic, 0.5, 1, &r), MAJORANT_OK);
    assert_int_equal(majorant_result_assumptions(r), MAJORANT_TRUE);
    assert_int_equal(majorant_result_truth(r), MAJORANT_TRUE);
    assert_int_equal(majorant_result_links(r), 2);
    struct majorant_interval ratio = majorant_link_ratio(r, 1);
    assert_true(ratio.known && ratio.lo <= 0.5 && 0.5 <= ratio.hi &&
                ratio.hi - ratio.lo < 1e-9);
    majorant_result_free(r);
}

static void test_rejected_matrices_leave_the_claim_unknown(void **state)
{
    struct majorant_result *r;
    assert_int_equal(check(*state, stochastic, 1, 1, &r), MAJORANT_OK);
    assert_int_equal(majorant_result_assumptions(r), MAJORANT_FALSE);
    assert_int_equal(majorant_result_truth(r), MAJORANT_UNKNOWN);
    assert_int_equal(majorant_link_truth(r, 0), MAJORANT_UNKNOWN);
    assert_false(majorant_link_left(r, 0).known);
    majorant_result_free(r);
}

/* Truth of the claim of a text without inputs. */
static enum majorant_truth answer(struct majorant_context *c, const char *text,
                                  enum majorant_truth assumptions)
{
    struct majorant_file *file;
    struct majorant_result *r;
    assert_int_equal(majorant_set_precision(c, 256), MAJORANT_OK);
    assert_int_equal(majorant_read_text(c, &file, "t.bound", text),
                     MAJORANT_OK);
    assert_int_equal(majorant_check(c, &r, file, "t", "c"), MAJORANT_OK);
    assert_int_equal(majorant_result_assumptions(r), assumptions);
    const enum majorant_truth truth = majorant_result_truth(r);
    majorant_result_free(r);
    majorant_file_free(file);
    return truth;
}

#define OPEN "tanh(1) * (exp(2) + 1) == exp(2) - 1"

static void test_open_assumptions_leave_the_claim_unknown(void **state)
{
    assert_int_equal(answer(*state,
                            "theorem t { assume a: " OPEN "; claim c: 1 <= 2; "
                            "}",
                            MAJORANT_UNKNOWN),
                     MAJORANT_UNKNOWN);
    assert_int_equal(answer(*state,
                            "theorem t { assume a: " OPEN "; claim c: 2 <= 1; "
                            "}",
                            MAJORANT_UNKNOWN),
                     MAJORANT_UNKNOWN);
}

static void test_a_chain_falls_with_one_link(void **state)
{
    assert_int_equal(
        answer(*state, "theorem t { claim c: " OPEN " <= 0; }", MAJORANT_TRUE),
        MAJORANT_FALSE);
    assert_int_equal(
        answer(*state, "theorem t { claim c: " OPEN " <= 9; }", MAJORANT_TRUE),
        MAJORANT_UNKNOWN);
    assert_int_equal(answer(*state, "theorem t { claim c: 1 <= 2 <= log(0); }",
                            MAJORANT_TRUE),
                     MAJORANT_UNDEFINED);
}

static void test_declared_properties_and_ranges_are_demanded(void **state)
{
    const double no_rows[] = {0.5, 0.25, 0.25, 0.75};
    struct majorant_result *r;
    assert_int_equal(check(*state, no_rows, 0.5, 1, &r), MAJORANT_INPUT);
    assert_non_null(strstr(majorant_error(*state), "P"));
    assert_null(r);
    assert_int_equal(check(*state, stochastic, 2, 1, &r), MAJORANT_INPUT);
    assert_int_equal(check(*state, stochastic, 0.5, 1.5, &r), MAJORANT_INPUT);
    assert_int_equal(check(*state, stochastic, 0.5, 5, &r), MAJORANT_INPUT);
}

static void test_what_is_missing_is_named(void **state)
{
    struct majorant_file *file;
    struct majorant_result *r;
    assert_int_equal(majorant_read_text(*state, &file, NULL, theorem),
                     MAJORANT_OK);
    assert_int_equal(majorant_set_size(*state, "n", 2), MAJORANT_OK);
    assert_int_equal(majorant_check(*state, &r, file, "t", "c"),
                     MAJORANT_INPUT);
    assert_string_equal(majorant_error(*state),
                        "majorant: error: P was not given\n");
    assert_int_equal(majorant_check(*state, &r, file, "u", "c"),
                     MAJORANT_INPUT);
    assert_int_equal(majorant_check(*state, &r, file, "t", "z"),
                     MAJORANT_INPUT);
    assert_int_equal(majorant_check(*state, &r, NULL, "t", "c"),
                     MAJORANT_INPUT);
    assert_null(r);
    majorant_file_free(file);
}

static void test_members_of_families_are_named_with_indices(void **state)
{
    struct majorant_file *file;
    struct majorant_result *r;
    const double two = 2, three = 3;
    assert_int_equal(
        majorant_read_text(*state, &file, NULL,
                           "theorem t { dim L; given w[l in 1..L] : real;\n"
                           "claim c: w[2] - w[1] == 1; }"),
        MAJORANT_OK);
    assert_int_equal(majorant_set_size(*state, "L", 2), MAJORANT_OK);
    assert_int_equal(majorant_set_matrix(*state, "w[1]", 1, 1, &two),
                     MAJORANT_OK);
    assert_int_equal(majorant_set_matrix(*state, "w[ 2 ]", 1, 1, &three),
                     MAJORANT_OK);
    assert_int_equal(majorant_check(*state, &r, file, "t", "c"), MAJORANT_OK);
    assert_int_equal(majorant_result_truth(r), MAJORANT_TRUE);
    majorant_result_free(r);
    majorant_clear_inputs(*state);
    assert_int_equal(majorant_check(*state, &r, file, "t", "c"),
                     MAJORANT_INPUT);
    majorant_file_free(file);
}

static void test_index_out_of_range_is_undefined_or_refused(void **state)
{
    const double A[] = {1, 2, 3, 4};
    enum majorant_truth truth;
    assert_int_equal(majorant_set_matrix(*state, "A", 2, 2, A), MAJORANT_OK);
    enum majorant_status st = relation(*state, &truth, "A[3, 1] <= 1");
    assert_true(st == MAJORANT_INPUT || truth == MAJORANT_UNDEFINED);
}

static void test_time_that_is_over_stops_a_check(void **state)
{
    enum majorant_truth truth;
    assert_int_equal(majorant_set_time(*state, 1e-9), MAJORANT_OK);
    assert_int_equal(
        relation(*state, &truth, "tanh(1) * (exp(2) + 1) == exp(2) - 1"),
        MAJORANT_STOPPED);
    assert_int_equal(majorant_set_time(*state, 0), MAJORANT_OK);
    assert_int_equal(
        relation(*state, &truth, "tanh(1) * (exp(2) + 1) == exp(2) - 1"),
        MAJORANT_OK);
    assert_int_equal(truth, MAJORANT_UNKNOWN);
}

static void test_constant_of_a_hole_is_its_ratio(void **state)
{
    struct majorant_file *file;
    struct majorant_result *r;
    const double x = 4;
    assert_int_equal(majorant_read_text(*state, &file, NULL,
                                        "theorem t { given x : real;\n"
                                        "claim c: x^2 <= ? * abs(x); }"),
                     MAJORANT_OK);
    assert_int_equal(majorant_set_matrix(*state, "x", 1, 1, &x), MAJORANT_OK);
    assert_int_equal(majorant_check(*state, &r, file, "t", "c"), MAJORANT_OK);
    struct majorant_interval ratio = majorant_link_ratio(r, 0);
    assert_true(ratio.known && ratio.lo <= 4 && 4 <= ratio.hi &&
                ratio.hi - ratio.lo < 1e-9);
    majorant_result_free(r);
    majorant_file_free(file);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_relation_has_four_answers),
        TEST(test_doubles_mean_exactly_themselves),
        TEST(test_entries_are_taken_by_rows_and_copied),
        TEST(test_wrong_texts_are_told_with_their_place),
        TEST(test_deep_nesting_is_an_error_and_no_crash),
        TEST(test_null_is_told_and_no_crash),
        TEST(test_chain_has_a_truth_for_each_link),
        TEST(test_rejected_matrices_leave_the_claim_unknown),
        TEST(test_open_assumptions_leave_the_claim_unknown),
        TEST(test_a_chain_falls_with_one_link),
        TEST(test_declared_properties_and_ranges_are_demanded),
        TEST(test_what_is_missing_is_named),
        TEST(test_members_of_families_are_named_with_indices),
        TEST(test_index_out_of_range_is_undefined_or_refused),
        TEST(test_time_that_is_over_stops_a_check),
        TEST(test_constant_of_a_hole_is_its_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
