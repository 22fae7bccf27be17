#include "plan_fixture.h"

static void test_equal_subexpressions_are_shared(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given A : real[n, n];"
                  "claim c: norm1(A * A) * norm1(A * A) <= norminf(A * A);",
                  dims);
    assert_int_equal(fixture_count(&f, PL_MATMUL), 1);
    assert_int_equal(fixture_count(&f, PL_INPUT), 1);
    fixture_clear(&f);
}

static void test_terms_equal_at_these_sizes_are_shared(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2, 2};
    fixture_build(&f,
                  "dim n, m; given A : real[9, 9];"
                  "claim c: sum(A[1..n, :]) <= sum(A[1..m, :]);",
                  dims);
    assert_int_equal(fixture_link(&f)->lhs, fixture_link(&f)->rhs);
    fixture_clear(&f);
}

static void test_constants_fold_exactly(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given x : real;"
                  "claim c: x <= (1/3 + n)^2 / 4 - 2^-3 * sqrt(9);",
                  dims);
    struct buffer text;
    buffer_init(&text);
    assert_int_equal(fixture_rhs(&f)->op, PL_NUMBER);
    rational_print(&text, fixture_rhs(&f)->number);
    assert_string_equal(text.text, "173/72"); /* 100/36 - 3/8 */
    buffer_clear(&text);
    fixture_clear(&f);
}

static void test_relations_of_constants_fold(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f, "dim n; given x : real; claim c: n <= 3 or x > 0;", dims);
    assert_int_equal(f.plan->instrs[fixture_link(&f)->truth].truth, TRUTH_TRUE);
    assert_int_equal(fixture_link(&f)->lhs, PLAN_NONE);
    fixture_clear(&f);
}

static void expect_undefined(const char *lhs, const char *reason)
{
    struct fixture f;
    struct buffer body;
    int64_t dims[] = {3};
    buffer_init(&body);
    buffer_printf(&body,
                  "dim n; given A : real[n, n]; given x : real;"
                  "claim c: %s <= x;",
                  lhs);
    fixture_build(&f, body.text, dims);
    assert_int_equal(fixture_lhs(&f)->op, PL_UNDEFINED);
    assert_string_equal(fixture_lhs(&f)->reason, reason);
    fixture_clear(&f);
    buffer_clear(&body);
}

static void test_undefined_constants_say_why(void **state)
{
    (void)state;
    expect_undefined("x / (n - 3)", "division by zero");
    expect_undefined("1 / (n - 3)", "division by zero");
    expect_undefined("(n - 3)^-1", "zero to a negative power");
    expect_undefined("(n - 4)^(1/2)",
                     "a negative number to a power that is no integer");
    expect_undefined("sqrt(n - 4)", "square root of a negative number");
    expect_undefined("A[4, 1]", "an index outside its range");
    expect_undefined("A[1, n - 3]", "an index outside its range");
    expect_undefined("max(i in 4..n, x)", "an empty max");
    expect_undefined("min(i in 4..n, x)", "an empty min");
}

static void test_empty_sum_is_zeros_and_empty_product_identity(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given A : real[n, n];"
                  "claim c: sum(i in 4..n, A) == prod(i in 4..n, A);",
                  dims);
    assert_int_equal(fixture_lhs(&f)->op, PL_FILL);
    assert_int_equal(mpq_sgn(fixture_lhs(&f)->number->q), 0);
    assert_int_equal(fixture_rhs(&f)->op, PL_EYE);
    assert_int_equal(fixture_rhs(&f)->rows, 3);
    fixture_clear(&f);
}

static void test_forall_over_nothing_is_true(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given x : real;"
                  "claim c: forall(i in 4..n, i * x > 0);",
                  dims);
    assert_int_equal(f.plan->instrs[fixture_link(&f)->truth].truth, TRUTH_TRUE);
    fixture_clear(&f);
}

static void test_reversed_product_runs_down(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2};
    fixture_build(&f,
                  "dim L; given A[l in 1..L] : real[3, 3];"
                  "claim c: prod(l in reversed(1..L), A[l]) == A[2] * A[1];",
                  dims);
    assert_int_equal(fixture_link(&f)->lhs, fixture_link(&f)->rhs);
    fixture_clear(&f);
}

static void test_transposes_cancel_and_symmetric_ones_vanish(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given A : real[n, n]; given S : symmetric[n];"
                  "claim c: A'' + S' == A + S;",
                  dims);
    assert_int_equal(fixture_link(&f)->lhs, fixture_link(&f)->rhs);
    fixture_clear(&f);
}

static void expect_slice_fails(const char *slice)
{
    struct fixture f;
    struct buffer body;
    int64_t dims[] = {3};
    buffer_init(&body);
    buffer_printf(&body,
                  "dim n; given A : real[3, 3];"
                  "claim c: sum(%s) <= 1;",
                  slice);
    assert_int_equal(fixture_try(&f, body.text, dims, NULL), ST_INPUT);
    assert_null(f.plan);
    assert_non_null(strstr(f.reason, "slice"));
    fixture_clear(&f);
    buffer_clear(&body);
}

static void test_impossible_slices_are_input_errors(void **state)
{
    (void)state;
    expect_slice_fails("A[n..n + 1, :]");
    expect_slice_fails("A[:, n-3..2]");
    expect_slice_fails("A[n..2, :]");
    expect_slice_fails("A[n..1, :]");
}

static void test_whole_slice_is_the_matrix(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given A : real[3, 3];"
                  "claim c: sum(A[1..n, :]) <= sum(A);",
                  dims);
    assert_int_equal(fixture_link(&f)->lhs, fixture_link(&f)->rhs);
    fixture_clear(&f);
}

static void test_size_zero_is_an_input_error(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    assert_int_equal(
        fixture_try(&f, "dim n; claim c: sum(ones(n - 3)) <= 1;", dims, NULL),
        ST_INPUT);
    fixture_clear(&f);
}

static void test_condition_on_sizes_builds_one_branch(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given x : real;"
                  "claim c: if(n > 2, exp(x), log(x)) <= 1;",
                  dims);
    assert_int_equal(fixture_lhs(&f)->fn, FN_EXP);
    assert_int_equal(fixture_count(&f, PL_CALL), 1);
    fixture_clear(&f);
}

static void test_condition_on_values_selects(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim n; given x : real;"
                  "claim c: if(x > 2, exp(x), log(x)) <= 1;",
                  dims);
    assert_int_equal(fixture_lhs(&f)->op, PL_SELECT);
    fixture_clear(&f);
}

static void test_zeroth_matrix_power_keeps_definedness(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2};
    fixture_build(&f,
                  "dim n; given A : real[n, n];"
                  "claim c: inv(A)^0 == A^0;",
                  dims);
    assert_int_equal(fixture_lhs(&f)->op, PL_MATPOW);
    assert_int_equal(fixture_rhs(&f)->op, PL_EYE);
    fixture_clear(&f);
}

static void test_negative_matrix_power_inverts_first(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2};
    fixture_build(&f,
                  "dim n; given A : real[n, n];"
                  "claim c: A^-2 == inv(A)^2;",
                  dims);
    assert_int_equal(fixture_link(&f)->lhs, fixture_link(&f)->rhs);
    fixture_clear(&f);
}

static void test_cone_holds_what_a_root_needs_in_order(void **state)
{
    (void)state;
    struct fixture f;
    plan_id *ids;
    size_t count;
    int64_t dims[] = {2};
    fixture_build(&f,
                  "dim n; given A, B : real[n, n];"
                  "claim c: norm1(A) <= norm1(B * B);",
                  dims);
    plan_id root = fixture_link(&f)->lhs;
    plan_cone(&ids, &count, f.plan, &root, 1);
    assert_int_equal(count, 2);
    assert_int_equal(f.plan->instrs[ids[0]].op, PL_INPUT);
    assert_int_equal(ids[1], root);
    free(ids);
    plan_cone(&ids, &count, f.plan, &fixture_link(&f)->truth, 1);
    assert_int_equal(count, 6);
    for (size_t k = 1; k < count; k++)
        assert_true(ids[k - 1] < ids[k]);
    free(ids);
    fixture_clear(&f);
}

static void test_value_given_by_an_expression_replaces_its_input(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2};
    fixture_build(&f, "dim n; given x : real; claim c: x <= sqrt(2) + n;",
                  dims);
    struct value value = {.kind = VALUE_EXPR,
                          .expr =
                              f.theorem->claims[0].links[0].relation->kids[1]};
    struct plan *plan;
    assert_int_equal(
        plan_build(&plan, &f.layout, NULL, &value, &f.where, &f.reason), ST_OK);
    assert_int_equal(plan->claims[0].links[0].lhs,
                     plan->claims[0].links[0].rhs);
    plan_free(plan);
    fixture_clear(&f);
}

static void test_unwanted_claims_have_no_links(void **state)
{
    (void)state;
    struct fixture f;
    struct plan *plan;
    bool wanted[] = {false, true};
    int64_t dims[] = {2};
    fixture_build(&f,
                  "dim n; given x : real;"
                  "claim a: x <= 1; claim b: x <= 2 <= 3;",
                  dims);
    assert_int_equal(
        plan_build(&plan, &f.layout, wanted, NULL, &f.where, &f.reason), ST_OK);
    assert_int_equal(plan->claims[0].nlinks, 0);
    assert_int_equal(plan->claims[1].nlinks, 2);
    plan_free(plan);
    fixture_clear(&f);
}

/* At n = 2 there is no A[3..4, :]; the claim beside it is none the worse. */
static void test_impossible_claims_are_left_out_alone(void **state)
{
    (void)state;
    struct fixture f;
    struct plan *plan;
    const bool first[] = {true, false};
    int64_t dims[] = {2};
    assert_int_equal(
        fixture_try(&f,
                    "dim n; given A : real[n, n]; claim a: sum(A[3..4, :]) <= "
                    "1; claim b: 0 <= n - 3;",
                    dims, NULL),
        ST_INPUT);
    free(f.reason);
    assert_int_equal(
        plan_build_possible(&plan, &f.layout, NULL, NULL, &f.where, &f.reason),
        ST_OK);
    const struct plan_link *a = plan->claims[0].links;
    assert_int_equal(plan->instrs[a->truth].truth, TRUTH_UNDEFINED);
    assert_true(a->lhs == PLAN_NONE && a->fast_rhs == PLAN_NONE);
    assert_true(plan->claims[1].links[0].lhs != PLAN_NONE);
    plan_free(plan);
    assert_int_equal(
        plan_build_possible(&plan, &f.layout, first, NULL, &f.where, &f.reason),
        ST_INPUT);
    fixture_clear(&f);
}

static void test_ranges_beyond_the_limit_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    assert_int_equal(fixture_try(&f,
                                 "dim n; given x : real;"
                                 "claim c: sum(i in 1..10^9 + n, x) <= 1;",
                                 dims, NULL),
                     ST_LIMIT);
    fixture_clear(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_subexpressions_are_shared),
        cmocka_unit_test(test_terms_equal_at_these_sizes_are_shared),
        cmocka_unit_test(test_constants_fold_exactly),
        cmocka_unit_test(test_relations_of_constants_fold),
        cmocka_unit_test(test_undefined_constants_say_why),
        cmocka_unit_test(test_empty_sum_is_zeros_and_empty_product_identity),
        cmocka_unit_test(test_forall_over_nothing_is_true),
        cmocka_unit_test(test_reversed_product_runs_down),
        cmocka_unit_test(test_transposes_cancel_and_symmetric_ones_vanish),
        cmocka_unit_test(test_impossible_slices_are_input_errors),
        cmocka_unit_test(test_whole_slice_is_the_matrix),
        cmocka_unit_test(test_size_zero_is_an_input_error),
        cmocka_unit_test(test_condition_on_sizes_builds_one_branch),
        cmocka_unit_test(test_condition_on_values_selects),
        cmocka_unit_test(test_zeroth_matrix_power_keeps_definedness),
        cmocka_unit_test(test_negative_matrix_power_inverts_first),
        cmocka_unit_test(test_cone_holds_what_a_root_needs_in_order),
        cmocka_unit_test(test_value_given_by_an_expression_replaces_its_input),
        cmocka_unit_test(test_unwanted_claims_have_no_links),
        cmocka_unit_test(test_impossible_claims_are_left_out_alone),
        cmocka_unit_test(test_ranges_beyond_the_limit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
