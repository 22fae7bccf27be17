/* Families, recurrences and cycles in plans; facts. */
#include "plan_fixture.h"

static void test_recurrence_unrolls_to_its_start(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim L; given A[l in 1..L] : real[2, 2];"
                  "given X : real[2, 2];"
                  "let Y[0] = X; let Y[l in 1..L] = A[l] * Y[l-1];"
                  "claim c: Y[L] == A[3] * (A[2] * (A[1] * X));",
                  dims);
    assert_int_equal(fixture_link(&f)->lhs, fixture_link(&f)->rhs);
    fixture_clear(&f);
}

static void test_forward_references_between_families(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2, 2};
    fixture_build(
        &f,
        "dim L, H; given W[l in 1..L, h in 1..H] : real[3, 3];"
        "given X : real[3, 3];"
        "let Y[0] = X;"
        "let Y[l in 1..L] = sum(h in 1..H, P[l, h] * Y[l-1]);"
        "let P[l in 1..L, h in 1..H] = softmax(Y[l-1] * W[l, h]);"
        "claim c: Y[1] == softmax(X * W[1, 1]) * X + softmax(X * W[1, 2]) * X;"
        "claim d: norm1(Y[L]) <= 1;",
        dims);
    assert_int_equal(fixture_link(&f)->lhs, fixture_link(&f)->rhs);
    assert_int_equal(fixture_count(&f, PL_INPUT), 5);
    fixture_clear(&f);
}

static void test_member_outside_every_equation_is_undefined(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim L; given X : real[2, 2];"
                  "let Y[l in 1..L] = X + ones(2, 2);"
                  "claim c: Y[L + 1] == X;",
                  dims);
    assert_int_equal(fixture_lhs(&f)->op, PL_UNDEFINED);
    assert_int_equal(fixture_lhs(&f)->rows, 2);
    assert_string_equal(fixture_lhs(&f)->reason,
                        "Y[4] is outside its index range");
    fixture_clear(&f);
}

static void test_given_outside_its_range_is_undefined(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {3};
    fixture_build(&f,
                  "dim L; given A[l in 1..L] : real[2, 2];"
                  "claim c: A[L - 3] == A[1];",
                  dims);
    assert_int_equal(fixture_lhs(&f)->op, PL_UNDEFINED);
    assert_string_equal(fixture_lhs(&f)->reason,
                        "A[0] is outside its index range");
    fixture_clear(&f);
}

static void test_deep_recurrence_needs_no_stack(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {4000};
    fixture_build(&f,
                  "dim L; given x : real;"
                  "let y[0] = x; let y[l in 1..L] = y[l-1] + x;"
                  "claim c: y[L] <= 1;",
                  dims);
    assert_int_equal(fixture_count(&f, PL_ADD), 4000);
    fixture_clear(&f);
}

static void test_recurrence_beyond_the_depth_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {PLAN_MAX_DEPTH};
    assert_int_equal(fixture_try(&f,
                                 "dim L; given x : real;"
                                 "let y[0] = x; let y[l in 1..L] = y[l-1] + x;"
                                 "claim c: y[L] <= 1;",
                                 dims, NULL),
                     ST_LIMIT);
    fixture_clear(&f);
}

static unsigned facts_of(const char *expression)
{
    struct fixture f;
    struct buffer body;
    int64_t dims[] = {3};
    buffer_init(&body);
    buffer_printf(&body,
                  "dim n; given A, B : real[n, n]; given S : symmetric[n];"
                  "given K : psd[n]; given P, Q : stochastic[n, n];"
                  "given N : nonneg[n, n]; given v : nonneg[n];"
                  "claim c: %s == A;",
                  expression);
    fixture_build(&f, body.text, dims);
    unsigned facts = fixture_lhs(&f)->facts;
    fixture_clear(&f);
    buffer_clear(&body);
    return facts;
}

static void test_facts_follow_from_the_making(void **state)
{
    (void)state;
    assert_true(facts_of("A' * A") & PLAN_SEMIDEFINITE);
    assert_true(facts_of("A * A'") & PLAN_SEMIDEFINITE);
    assert_true(facts_of("A + A'") & PLAN_SYMMETRIC);
    assert_true(facts_of("B * S * B'") & PLAN_SYMMETRIC);
    assert_true(facts_of("B' * K * B") & PLAN_SEMIDEFINITE);
    assert_true(facts_of("diag(v)") & PLAN_SEMIDEFINITE);
    assert_true(facts_of("softmax(A)") & PLAN_STOCHASTIC);
    assert_true(facts_of("P * Q") & PLAN_STOCHASTIC);
    assert_true(facts_of("N * P") & PLAN_NONNEGATIVE);
    assert_true(facts_of("S * S") & PLAN_SEMIDEFINITE);
    assert_true(facts_of("inv(K)") & PLAN_SEMIDEFINITE);
    assert_true(facts_of("A * B - 2 * A") & PLAN_RATIONAL);
    assert_true(facts_of("if(sum(A) > 0, A, B)") & PLAN_RATIONAL);
    assert_true(facts_of("if(exp(sum(A)) > 2, P, Q)") & PLAN_STOCHASTIC);
}

static void test_facts_claim_no_more_than_is_true(void **state)
{
    (void)state;
    assert_false(facts_of("A - A'") & PLAN_SYMMETRIC);
    assert_false(facts_of("S * K") & PLAN_SYMMETRIC);
    assert_false(facts_of("B * S * B'") & PLAN_SEMIDEFINITE);
    assert_false(facts_of("B * S * B") & PLAN_SYMMETRIC);
    assert_false(facts_of("K - eye(n)") & PLAN_SEMIDEFINITE);
    assert_false(facts_of("-K") & PLAN_SEMIDEFINITE);
    assert_false(facts_of("P + Q") & PLAN_STOCHASTIC);
    assert_false(facts_of("P'") & PLAN_STOCHASTIC);
    assert_false(facts_of("inv(P)") & PLAN_NONNEGATIVE);
    assert_false(facts_of("K") & PLAN_NONNEGATIVE);
    assert_false(facts_of("abs(K)") & PLAN_SEMIDEFINITE);
    assert_false(facts_of("exp(A)") & PLAN_RATIONAL);
    assert_false(facts_of("norm2(A) * A") & PLAN_RATIONAL);
    assert_false(facts_of("if(exp(sum(A)) > 2, A, B)") & PLAN_RATIONAL);
    assert_false(facts_of("if(sum(A) > 0, exp(A), B)") & PLAN_RATIONAL);
    assert_false(facts_of("if(sum(A) > 0, A, exp(B))") & PLAN_RATIONAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recurrence_unrolls_to_its_start),
        cmocka_unit_test(test_forward_references_between_families),
        cmocka_unit_test(test_member_outside_every_equation_is_undefined),
        cmocka_unit_test(test_given_outside_its_range_is_undefined),
        cmocka_unit_test(test_deep_recurrence_needs_no_stack),
        cmocka_unit_test(test_recurrence_beyond_the_depth_is_refused),
        cmocka_unit_test(test_facts_follow_from_the_making),
        cmocka_unit_test(test_facts_claim_no_more_than_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
