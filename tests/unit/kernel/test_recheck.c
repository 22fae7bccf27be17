/* Certificates: known violations accepted, true statements rejected. */
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include "kernel/ties.h"

#include <stdlib.h>
#include <string.h>

/* One theorem on one instance; values by slot. */
struct known {
    const char *text;
    int64_t dims[4];
    const char *values[4];
    const char *reason; /* NULL: accepted; else part of the reason */
};

static void check(const struct known *known)
{
    struct kernel_case k;
    struct certificate c;
    char *reason = NULL;
    kernel_case_open(&k, known->text, known->dims);
    for (size_t s = 0; s < k.layout.nslots; s++)
        kernel_case_fill(&k, s, known->values[s]);
    kernel_case_certificate(&c, &k);
    enum recheck_answer answer = violation_certify(&c, ties_algebra(), &reason);
    if (known->reason) {
        assert_int_equal(answer, RECHECK_REJECTED);
        assert_non_null(reason);
        if (!strstr(reason, known->reason))
            assert_string_equal(reason, known->reason);
        free(reason);
    } else {
        if (reason)
            assert_string_equal(reason, "");
        assert_int_equal(answer, RECHECK_ACCEPTED);
        assert_int_equal(violation_recheck(&c, ties_algebra(), &reason),
                         RECHECK_ACCEPTED);
    }
    certificate_clear(&c);
    kernel_case_close(&k);
}

static void test_violations_are_accepted(void **state)
{
    (void)state;
    static const struct known known[] = {
        {"theorem t { dim n; given A, B : real[n, n]; claim c: normfro(A * B) "
         "<= normfro(A) + normfro(B); }",
         {1},
         {"3", "3"},
         NULL},
        {"theorem t { given x : real in [0, 2]; assume x != 1; claim c: x^2 "
         "<= x; }",
         {0},
         {"3/2"},
         NULL},
        {"func f(A) = norm2(A)^2; func g(A) = f(A) + 1;\n"
         "theorem t { dim n; given A : real[n, n]; claim c: g(A) <= 1 + "
         "normmax(A); }",
         {2},
         {"1 2 3 4"},
         NULL},
        {"theorem t { dim n; given P : stochastic[n, n]; claim c: P == P'; }",
         {2},
         {"1/3 2/3 1 0"},
         NULL},
        {"theorem t { dim n; given S : psd[n]; claim c: eigmax(S) <= "
         "trace(S) / 2; }",
         {2},
         {"1/3 1/3 1/3 1/3"},
         NULL},
        {"theorem t { dim n; given A : real[n, n]; assume rank(A) == 1; "
         "assume trace(A) == 0; claim c: normnuc(A) <= 1/10; }",
         {2},
         {"1/3 -1/3 1/3 -1/3"},
         NULL},
        {"theorem t { given x : real; claim c: x < x; }", {0}, {"1/3"}, NULL},
        {"theorem t { given x : real; claim c: sqrt(6 * x) * sqrt(24 * x) < 4; "
         "}",
         {0},
         {"1/3"},
         NULL},
        {"theorem t { given x : real; claim c: exp(x) * exp(-x) != 1; }",
         {0},
         {"1/3"},
         NULL},
        {"theorem t { given x : real; claim c: exp(-10^300 * x) <= 0; }",
         {0},
         {"1/3"},
         NULL},
        {"theorem t { given x, y : real; claim c: x - y > 0; }",
         {0},
         {"1/3", "1/3"},
         NULL},
        {"theorem t { dim L; given W[l in 1..L] : real; let Y[0] = 1; let "
         "Y[l in 1..L] = Y[l-1] * W[l]; claim c: Y[L] <= 5; }",
         {3},
         {"2", "2", "2"},
         NULL},
        {"theorem t { given k : int in [1, 9]; claim c: sum(i in 1..k, i) <= "
         "20; }",
         {0},
         {"7"},
         NULL},
        {"theorem t { dim n; given x : real[n]; claim c: forall(i in 1..n, "
         "x[i] > 0 or x[i] < -1); }",
         {2},
         {"1 0"},
         NULL},
        {"theorem t { dim n; given A : symmetric[n]; claim c: psd(A); }",
         {2},
         {"1/3 1 1 1/3"},
         NULL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        check(&known[i]);
}

static void test_what_is_no_violation_is_rejected(void **state)
{
    (void)state;
    static const struct known known[] = {
        {"theorem t { given x : real; claim c: x^2 >= 0; }",
         {0},
         {"3/2"},
         "the claim is true"},
        {"theorem t { given x, y : real; claim c: x - y >= 0; }",
         {0},
         {"1/3", "1/3"},
         "the claim is true"},
        {"theorem t { given x : real; claim c: 1 / x <= 0; }",
         {0},
         {"0"},
         "the claim is undefined"},
        {"theorem t { given x : real; claim c: log(x) <= 0; }",
         {0},
         {"-1"},
         "the claim is undefined"},
        {"theorem t { given x : real; claim c: sqrt(x)^2 == x; }",
         {0},
         {"1/3"},
         "the claim is true"},
        {"theorem t { given x : real; claim c: exp(-10^300 * x) >= 0; }",
         {0},
         {"1/3"},
         "the claim is true"},
        {"theorem t { given x : real; claim c: 2*sin(x)^2 == 1 - cos(2*x); }",
         {0},
         {"1/3"},
         "the claim is not decided"},
        {"theorem t { given x : real; assume x > 2; claim c: x >= 3; }",
         {0},
         {"3/2"},
         "the assumption x > 2 is false"},
        {"theorem t { given x : real; assume log(x) > 0; claim c: x >= 0; }",
         {0},
         {"-1"},
         "is undefined"},
        {"theorem t { given x : real in [0, 1]; claim c: x <= 1; }",
         {0},
         {"3/2"},
         "outside its range"},
        {"theorem t { dim n; given P : stochastic[n, n]; claim c: P == P'; }",
         {2},
         {"1/3 1/3 1 0"},
         "row 1 of P sums to"},
        {"theorem t { dim n; given Q : orthogonal[n]; claim c: det(Q) <= 0; }",
         {1},
         {"2"},
         "orthogonal"},
        {"theorem t { given x : real; claim c: integral(t in 0..inf, sin(x * "
         "t)) <= -1; }",
         {0},
         {"1"},
         "the claim is not decided"},
        {"theorem t { given x : real; claim c: x <= ? * 2; }",
         {0},
         {"5"},
         "constant"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        check(&known[i]);
}

/* ---- a certificate whose fields are changed in memory ---- */

static void make(struct certificate *c)
{
    struct kernel_case k;
    char *reason = NULL;
    kernel_case_open(&k,
                     "theorem t { dim n; given A : real[n, n]; given s : real; "
                     "assume pos: s > 0; assume s < 9; claim c: norm1(A) <= "
                     "s <= 1; }",
                     (int64_t[]){2});
    kernel_case_fill(&k, 0, "1 2 3 4");
    kernel_case_fill(&k, 1, "1/3");
    kernel_case_certificate(c, &k);
    assert_int_equal(violation_certify(c, ties_algebra(), &reason),
                     RECHECK_ACCEPTED);
    kernel_case_close(&k);
}

static void replace(char **text, const char *by)
{
    free(*text);
    *text = xstrdup(by);
}

static void assert_rejected(struct certificate *c)
{
    char *reason = NULL;
    assert_int_equal(violation_recheck(c, ties_algebra(), &reason),
                     RECHECK_REJECTED);
    assert_non_null(reason);
    assert_null(strchr(reason, '\n'));
    free(reason);
    certificate_clear(c);
    make(c);
}

static void test_changed_records_are_rejected(void **state)
{
    (void)state;
    struct certificate c;
    make(&c);
    replace(&c.relation, "norm1(A) <= t");
    assert_rejected(&c);
    replace(&c.hypotheses[1], "s < 8");
    assert_rejected(&c);
    replace(&c.sides.margin, "5.7");
    assert_rejected(&c);
    replace(&c.sides.lhs_lower, "6.1");
    assert_rejected(&c);
    replace(&c.sides.rhs_upper, "0.34");
    assert_rejected(&c);
    c.sides.row = 2;
    assert_rejected(&c);
    c.precision = 256;
    assert_rejected(&c);
    c.has_sides = false;
    assert_rejected(&c);
    certificate_clear(&c);
}

static void test_changed_instances_are_rejected(void **state)
{
    (void)state;
    struct certificate c;
    make(&c);
    c.sizes[0].value = 3;
    assert_rejected(&c);
    c.sizes[0].value = 0;
    assert_rejected(&c);
    c.sizes[0].value = INT64_MAX;
    assert_rejected(&c);
    replace(&c.sizes[0].name, "m");
    assert_rejected(&c);
    replace(&c.values[0].name, "B");
    assert_rejected(&c);
    rational_set_int(&c.values[0].entries.entries[3], 5);
    assert_rejected(&c);
    c.link = 2; /* holds */
    assert_rejected(&c);
    c.link = 3;
    assert_rejected(&c);
    replace(&c.claim, "d");
    assert_rejected(&c);
    replace(&c.theorem, "u");
    assert_rejected(&c);
    c.dropped = xstrdup("pos");
    assert_rejected(&c);
    c.dropped = xstrdup("nothing");
    assert_rejected(&c);
    certificate_clear(&c);
}

static void test_statements_that_reach_out_are_rejected(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "import \"other.bound\";\n"
        "theorem t { given s : real; claim c: s <= 1; }",
        "theorem t { given s : real; claim c: s <= 1; }\n"
        "case k for t { s = 2; }",
        "theorem t { given s : real; claim c: s <= 1; }\n"
        "theorem u { given s : real; claim c: s <= 1; }",
        "theorem t { given s : real; claim c: s <= ; }",
        "",
        "\xff",
    };
    struct certificate c;
    make(&c);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        replace(&c.statement, texts[i]);
        assert_rejected(&c);
    }
    certificate_clear(&c);
}

static void test_dropped_assumption_is_left_out(void **state)
{
    (void)state;
    struct kernel_case k;
    struct certificate c;
    char *reason = NULL;
    kernel_case_open(&k,
                     "theorem t { given s : real; assume small: s < 1; assume "
                     "s > 0; claim c: s <= 1; }",
                     NULL);
    kernel_case_fill(&k, 0, "2");
    kernel_case_certificate(&c, &k);
    assert_int_equal(violation_certify(&c, ties_algebra(), &reason),
                     RECHECK_REJECTED);
    free(reason);
    c.dropped = xstrdup("small");
    assert_int_equal(violation_certify(&c, ties_algebra(), &reason),
                     RECHECK_ACCEPTED);
    assert_int_equal(c.nhypotheses, 1);
    assert_string_equal(c.hypotheses[0], "s > 0");
    assert_int_equal(violation_recheck(&c, ties_algebra(), &reason),
                     RECHECK_ACCEPTED);
    certificate_clear(&c);
    kernel_case_close(&k);
}

static void test_irrational_expression_values_are_evaluated(void **state)
{
    (void)state;
    struct kernel_case k;
    struct certificate c;
    char *reason = NULL;
    kernel_case_open(&k,
                     "theorem t { dim n; given s : real in [1, 2]; given A : "
                     "nonneg[n, n]; claim c: norm2(A) <= s; }",
                     (int64_t[]){3});
    kernel_case_fill(&k, 0, "1");
    kernel_case_certificate(&c, &k);
    rmatrix_clear(&c.values[0].entries);
    rmatrix_clear(&c.values[1].entries);
    c.values[0].entries = c.values[1].entries = (struct rmatrix){0};
    c.values[0].expr = xstrdup("sqrt(2)");
    c.values[1].expr = xstrdup("eye(n) * pi");
    if (violation_certify(&c, ties_algebra(), &reason) != RECHECK_ACCEPTED)
        assert_string_equal(reason, "");
    assert_int_equal(violation_recheck(&c, ties_algebra(), &reason),
                     RECHECK_ACCEPTED);
    replace(&c.values[0].expr, "sqrt(5)"); /* outside its range */
    assert_int_equal(violation_recheck(&c, ties_algebra(), &reason),
                     RECHECK_REJECTED);
    free(reason);
    replace(&c.values[0].expr, "sqrt(2");
    assert_int_equal(violation_recheck(&c, ties_algebra(), &reason),
                     RECHECK_REJECTED);
    free(reason);
    certificate_clear(&c);
    kernel_case_close(&k);
}

static void test_steps_of_proofs_are_certified(void **state)
{
    (void)state;
    struct kernel_case k;
    struct certificate c;
    char *reason = NULL;
    kernel_case_open(&k,
                     "func twice(x) = 2 * x;\nfunc other(x) = x;\n"
                     "theorem u { given s : real; claim d: s <= 1; }\n"
                     "theorem t { given s : real; claim c: s <= 1; }\n"
                     "proof of t.c { let r = twice(s); step wrong: r <= s by "
                     "lemma u(s); }",
                     NULL);
    k.theorem = module_theorem(k.module, 1);
    instance_clear(&k.x);
    layout_clear(&k.layout);
    assert_int_equal(layout_init(&k.layout, k.theorem, NULL, &reason), ST_OK);
    instance_init(&k.x, &k.layout);
    value_set_rationals(&k.x.values[0], 1, 1);
    kernel_case_fill(&k, 0, "2");
    certificate_init(&c);
    certificate_of_instance(&c, k.module, k.theorem, 1, 0, &k.x, 1, "by hand");
    assert_null(strstr(c.statement, "other"));
    assert_null(strstr(c.statement, "lemma"));
    if (violation_certify(&c, ties_algebra(), &reason) != RECHECK_ACCEPTED)
        assert_string_equal(reason, c.statement);
    assert_int_equal(violation_recheck(&c, ties_algebra(), &reason),
                     RECHECK_ACCEPTED);
    certificate_clear(&c);
    kernel_case_close(&k);
}

static void test_truth_of_a_link_is_told(void **state)
{
    (void)state;
    struct kernel_case k;
    kernel_case_open(&k,
                     "theorem t { given s : real; claim c: 0 <= s <= 1; claim "
                     "d: exp(s) == exp(s / 1); claim e: s / 0 == 1; }",
                     NULL);
    kernel_case_fill(&k, 0, "4/3");
    assert_int_equal(violation_truth(k.theorem, 0, 0, &k.x, 128), TRUTH_TRUE);
    assert_int_equal(violation_truth(k.theorem, 0, 1, &k.x, 128), TRUTH_FALSE);
    assert_int_equal(violation_truth(k.theorem, 2, 0, &k.x, 128),
                     TRUTH_UNDEFINED);
    kernel_case_close(&k);
}

/* 2^(2^36) as a rational would take all memory. */
static void test_huge_exponents_need_no_huge_numbers(void **state)
{
    (void)state;
    static const struct known known[] = {
        {"theorem t { given x : real; claim c: rank(2^(10^11) * eye(2)) < x; }",
         {0},
         {"0"},
         NULL},
        {"theorem t { given x : real; claim c: "
         "det(2^(10^11) * [1, 2; 2, 4]) < x; }",
         {0},
         {"0"},
         NULL},
        {"theorem t { given x : real; claim c: "
         "minres1inf(exp(10^13) * [1, 2; 3, 5; 8, 1]) <= x; }",
         {0},
         {"0"},
         NULL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        check(&known[i]);
}

/* A form keeps the size that it had under its own index. */
static void test_sizes_by_index_are_those_of_the_instance(void **state)
{
    (void)state;
    static const struct known known[] = {
        {"theorem t { given x : real; claim c: sum(i in 2..3, "
         "trace(log(x) * eye(i)) + mean(log(x) * ones(i, 1))) != 7 * log(x); }",
         {0},
         {"2"},
         NULL},
        {"theorem t { given x : real; claim c: 1 < 1 + 1/10^60 * "
         "sum(i in 2..3, (13 - 5 * i) * mean(exp(x * ones(i, 1)))); }",
         {0},
         {"1"},
         "the claim is true"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        check(&known[i]);
}

static void test_large_semidefinite_work_is_limited(void **state)
{
    (void)state;
    const struct known known = {
        "theorem t { dim n; given x : real; claim c: not psd(ones(n, n)); }",
        {1000},
        {"0"},
        "too much work"};
    check(&known);
}

static void test_admission_leaves_out_what_is_dropped(void **state)
{
    (void)state;
    struct kernel_case k;
    kernel_case_open(&k,
                     "theorem t { given s : real; assume a: s > 0; assume b: "
                     "s < 1; claim c: s <= 2; }",
                     NULL);
    kernel_case_fill(&k, 0, "4/3");
    assert_int_equal(violation_admission(k.theorem, SIZE_MAX, &k.x, 128),
                     TRUTH_FALSE);
    assert_int_equal(violation_admission(k.theorem, 0, &k.x, 128), TRUTH_FALSE);
    assert_int_equal(violation_admission(k.theorem, 1, &k.x, 128), TRUTH_TRUE);
    kernel_case_close(&k);
}

static void test_no_constant_only_over_an_exact_zero(void **state)
{
    (void)state;
    struct kernel_case k;
    kernel_case_open(&k,
                     "theorem t { dim n; given x : real[n]; claim c: x <= ? * "
                     "(x - x[1] * ones(n, 1)); }",
                     (const int64_t[]){2});
    kernel_case_fill(&k, 0, "1/3 2");
    assert_true(
        violation_has_no_constant(k.theorem, 0, 0, &k.x, ties_algebra(), 128));
    kernel_case_fill(&k, 0, "0 2");
    assert_false(
        violation_has_no_constant(k.theorem, 0, 0, &k.x, ties_algebra(), 128));
    kernel_case_fill(&k, 0, "-1 2"); /* 2 <= 3 holds; 0 is over -1 */
    assert_false(
        violation_has_no_constant(k.theorem, 0, 0, &k.x, ties_algebra(), 128));
    kernel_case_close(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_violations_are_accepted),
        cmocka_unit_test(test_what_is_no_violation_is_rejected),
        cmocka_unit_test(test_changed_records_are_rejected),
        cmocka_unit_test(test_changed_instances_are_rejected),
        cmocka_unit_test(test_statements_that_reach_out_are_rejected),
        cmocka_unit_test(test_dropped_assumption_is_left_out),
        cmocka_unit_test(test_irrational_expression_values_are_evaluated),
        cmocka_unit_test(test_steps_of_proofs_are_certified),
        cmocka_unit_test(test_truth_of_a_link_is_told),
        cmocka_unit_test(test_huge_exponents_need_no_huge_numbers),
        cmocka_unit_test(test_sizes_by_index_are_those_of_the_instance),
        cmocka_unit_test(test_large_semidefinite_work_is_limited),
        cmocka_unit_test(test_admission_leaves_out_what_is_dropped),
        cmocka_unit_test(test_no_constant_only_over_an_exact_zero),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    violation_finish();
    return failed;
}
