/*
 * Forms that decide a claim, or leave it open: powers from zero, conditions
 * that are not known, members and slices that are not there, integrals.
 */
#include "recheck/run.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdlib.h>
#include <string.h>

enum { BITS = 128 };

/* s = 1/4, A zero of order 2, F[1] = F[2] = 0. */
static enum truth decide(const char *claim)
{
    struct kernel_case k;
    kernel_case_claim(&k,
                      "given F[k in 1..2] : real; let G[k in 1..2] = k * s; ",
                      claim, 2, "1/4");
    enum truth truth = violation_truth(k.theorem, 0, 0, &k.x, BITS);
    kernel_case_close(&k);
    return truth;
}

struct row {
    const char *claim;
    enum truth truth;
};

static void are_decided(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        enum truth truth = decide(rows[i].claim);
        if (truth != rows[i].truth)
            assert_string_equal(rows[i].claim, truth_name(truth));
    }
}
#define DECIDED(rows) are_decided(rows, sizeof rows / sizeof *rows)

/* abs(sin(pi)) is an interval from 0 on. */
static void test_powers_from_zero(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"(s - s)^s == 0", TRUTH_TRUE},
        {"abs(sin(pi))^s <= 1", TRUTH_TRUE},
        {"abs(sin(pi))^s >= 0", TRUTH_TRUE},
        {"abs(sin(pi))^s > 0", TRUTH_UNKNOWN},
        {"abs(sin(pi))^(1/2) <= 1", TRUTH_TRUE},
        {"(s - s)^-s <= 1", TRUTH_UNDEFINED},
        {"(-s)^s <= 1", TRUTH_UNDEFINED},
        {"sin(pi)^s <= 1", TRUTH_UNKNOWN},
    };
    DECIDED(rows);
}

/* No pivot of the second column is known not to be 0. */
static void test_determinants_of_either_sign(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"abs(det([1, 2; 3, 6 + sin(pi)])) <= 1e-9", TRUTH_TRUE},
        {"det([1, 2; 3, 6 + sin(pi)]) >= 0", TRUTH_UNKNOWN},
        {"det([1, 2; 3, 6 + sin(pi)]) <= 0", TRUTH_UNKNOWN},
    };
    DECIDED(rows);
}

static void test_conditions_that_are_not_known(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"if(sin(pi) >= 0, 1, 2) <= 2", TRUTH_TRUE},
        {"if(sin(pi) >= 0, 1, 2) >= 1", TRUTH_TRUE},
        {"if(sin(pi) >= 0, 1, 2) > 2", TRUTH_FALSE},
        {"if(sin(pi) >= 0, 1, 2) <= 1", TRUTH_UNKNOWN},
        {"if(sin(pi) >= 0 and s > 0, 1, 2) <= 2", TRUTH_TRUE},
        {"if(not (sin(pi) >= 0), 1, 2) <= 2", TRUTH_TRUE},
        {"sum(if(sin(pi) >= 0, A, A + ones(n, n))) <= 4", TRUTH_TRUE},
        {"sum(if(sin(pi) >= 0, A, A + ones(n, n))) >= 1", TRUTH_UNKNOWN},
        /* a side, or the condition itself, may have no value */
        {"if(sin(pi) >= 0, 1, 1 / (s - s)) <= 2", TRUTH_UNKNOWN},
        {"if(1 / sin(pi) >= 0, 1, 2) <= 2", TRUTH_UNKNOWN},
        {"if(1 / (s - s) >= 0, 1, 2) <= 2", TRUTH_UNDEFINED},
        {"if(forall(i in 1..2, i * sin(pi) >= 0), 1, 2) <= 2", TRUTH_UNKNOWN},
        /* one that is known leaves the other side alone */
        {"if(s > 0, 1, 1 / (s - s)) == 1", TRUTH_TRUE},
    };
    DECIDED(rows);
}

static void test_what_is_not_there_is_undefined(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"F[3] <= 1", TRUTH_UNDEFINED},
        {"F[2] <= 1", TRUTH_TRUE},
        {"G[3] <= 1", TRUTH_UNDEFINED},
        {"G[2] <= 1", TRUTH_TRUE},
        {"A[3, 1] <= 1", TRUTH_UNDEFINED},
        {"if(s == s, A[1, 0], 0) <= 1", TRUTH_UNDEFINED},
        {"not (F[3] <= 1)", TRUTH_UNDEFINED},
        {"F[3] <= 1 or s > 0", TRUTH_TRUE},
        {"F[3] <= 1 and s < 0", TRUTH_FALSE},
        {"max(i in 1..0, F[i]) <= 1", TRUTH_UNDEFINED},
    };
    DECIDED(rows);
}

static void test_unequal_is_the_negation_of_equal(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"s != 1/4", TRUTH_FALSE},
        {"s != 1/2", TRUTH_TRUE},
        {"A != A + unit(n, 1) * unit(n, 1)'", TRUTH_TRUE},
        {"A != 0 * A", TRUTH_FALSE},
        {"sin(pi) != 0", TRUTH_UNKNOWN},
        {"F[3] != 0", TRUTH_UNDEFINED},
    };
    DECIDED(rows);
}

static void test_integrands_with_choices(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"integral(x in 0..1, min(x, 1 - x)) <= 0.26", TRUTH_TRUE},
        {"integral(x in 0..1, min(x, 1 - x)) >= 0.24", TRUTH_TRUE},
        {"integral(x in 0..1, max(x, 1 - x)) >= 0.74", TRUTH_TRUE},
        {"integral(x in 0..1, if(x <= 1/2 and x >= 0, 1, 0)) <= 0.51",
         TRUTH_TRUE},
        {"integral(x in 0..1, if(x <= 1/2 or x >= 2, 1, 0)) >= 0.49",
         TRUTH_TRUE},
        {"integral(x in 0..1, if(not (x <= 1/2), 1, 0)) <= 0.51", TRUTH_TRUE},
        {"integral(x in 0..1, if(1 / x > 2, 1, 0)) >= 2", TRUTH_UNKNOWN},
        {"integral(x in 1..2, x^-2) <= 0.501", TRUTH_TRUE},
        {"integral(x in 1..2, x^-2) >= 0.499", TRUTH_TRUE},
        {"integral(x in 0..1, sign(x + 1)) <= 1.01", TRUTH_TRUE},
        {"integral(x in -1..1, abs(x)) <= 1.01", TRUTH_TRUE},
    };
    DECIDED(rows);
}

static void test_ends_that_are_no_points(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"integral(x in 0..sqrt(2), x) <= 1.0001", TRUTH_TRUE},
        {"integral(x in 0..sqrt(2), x) >= 0.9999", TRUTH_TRUE},
        {"integral(x in sqrt(2)..0, x) <= -0.9999", TRUTH_TRUE},
        {"integral(x in sin(pi)..sin(pi), 1 / x) == 0", TRUTH_TRUE},
        {"integral(x in sin(pi)..sin(2 * pi), 1 / x) <= 1", TRUTH_UNKNOWN},
    };
    DECIDED(rows);
}

static void test_tails_of_many_forms(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"integral(x in 0..inf, x * exp(-x)) <= 1.01", TRUTH_TRUE},
        {"integral(x in 0..inf, -(x * exp(-x))) >= -1.01", TRUTH_TRUE},
        {"integral(x in -inf..0, exp(x)) <= 1.01", TRUTH_TRUE},
        {"integral(x in inf..0, exp(-x)) <= -0.99", TRUTH_TRUE},
        {"integral(x in -inf..inf, exp(-(x^2) / 2)) <= 2.51", TRUTH_TRUE},
        {"integral(x in -inf..inf, exp(-(x / 2)^2)) <= 3.55", TRUTH_TRUE},
        {"integral(x in -inf..inf, exp(x^2 / 4) * exp(-(x^2))) <= 2.05",
         TRUTH_TRUE},
        {"integral(x in 0..inf, exp(-(x * x + x) / 3)) <= 3", TRUTH_TRUE},
        {"integral(x in 0..inf, max(x, 1) * exp(-x)) <= 1.38", TRUTH_TRUE},
        {"integral(x in 0..inf, min(x, 1) * exp(-x)) <= 0.64", TRUTH_TRUE},
        {"integral(x in 0..inf, relu(x) * exp(-x)) <= 1.01", TRUTH_TRUE},
        {"integral(x in 0..inf, if(x > 2, exp(-x), 2 * exp(-x))) <= 2",
         TRUTH_TRUE},
        {"integral(x in 0..inf, log(1 + x) * exp(-x)) <= 0.6", TRUTH_TRUE},
        {"integral(x in 0..inf, log(1 + x) * exp(-x)) >= 0.59", TRUTH_TRUE},
        {"integral(x in 0..inf, log(exp(-x)) * exp(-x)) <= 0", TRUTH_UNKNOWN},
        {"integral(x in 1..inf, x^-2) <= 1.01", TRUTH_UNKNOWN},
        {"integral(x in 0..inf, exp(x)) <= 1", TRUTH_UNKNOWN},
    };
    DECIDED(rows);
}

/* n = 2 */
static void test_impossible_sizes_decide_nothing(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"norm1(zeros(n - 5, 1)) >= 0", TRUTH_UNKNOWN},
        {"norm1(ones(n - 2)) >= 0", TRUTH_UNKNOWN},
        {"norm1(eye(n - 3)) >= 0", TRUTH_UNKNOWN},
        {"norm1(unit(n - 2, 1)) >= 0", TRUTH_UNKNOWN},
        {"norm1(A[1..n - 2, 1]) >= 0", TRUTH_UNKNOWN},
        {"norm1(A[2..3, 1]) >= 0", TRUTH_UNKNOWN},
        {"norm1(A[3, :]) >= 0", TRUTH_UNKNOWN},
        {"norm1(A[1..n, 1..n] * ones(n, n - 2)) >= 0", TRUTH_UNKNOWN},
        {"sum(unit(n, n + 1)) <= 1", TRUTH_UNDEFINED},
        {"sum(unit(n, n)) == 1", TRUTH_TRUE},
    };
    DECIDED(rows);
}

static void test_arguments_that_are_not_certain(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"softmax(A, abs(sin(pi)) * ones(n, n)) <= ones(n, n)", TRUTH_UNKNOWN},
        {"softmax(A, 2 * ones(n, n)) <= ones(n, n)", TRUTH_UNDEFINED},
        {"softmax(A, 0 * ones(n, n)) <= ones(n, n)", TRUTH_UNDEFINED},
        {"lambertw(1, 1) <= 9", TRUTH_UNDEFINED},
        {"lambertw(s, 1) <= 9", TRUTH_UNKNOWN},
        {"lambertw(sin(pi), 1) <= 9", TRUTH_UNKNOWN},
        {"lambertw(0, -1) <= 9", TRUTH_UNDEFINED},
        {"lambertw(-1, 1) <= 9", TRUTH_UNDEFINED},
        {"psd(A / (s - s))", TRUTH_UNDEFINED},
        {"psd(A / sin(pi))", TRUTH_UNKNOWN},
        {"psd(A + sin(pi) * eye(n))", TRUTH_UNKNOWN},
        /* definite at all digits seen, and not symmetric */
        {"psd([9, exp(1); exp(1) + 1e-99, 9])", TRUTH_UNKNOWN},
        {"psd([9, exp(1); exp(1), 9])", TRUTH_UNKNOWN},
        {"psd([1, exp(1); exp(1) + 1e-99, 1])", TRUTH_FALSE},
        {"A / (s - s) == A", TRUTH_UNDEFINED},
        {"A / sin(pi) == A", TRUTH_UNKNOWN},
        {"integral(x in 0..1, if(forall(i in 1..2, x >= i), 1, 0)) <= 9",
         TRUTH_UNKNOWN},
        {"integral(x in 0..s / (s - s), x) <= 9", TRUTH_UNKNOWN},
    };
    DECIDED(rows);
}

/* ---- instances and definitions that are not as they should be ---- */

static enum truth decide_text(const char *text, int64_t n, const char **why)
{
    struct kernel_case k;
    kernel_case_open(&k, text, &n);
    struct run *run = run_new(k.theorem, &k.x, BITS);
    enum truth truth = run_truth(run, k.theorem->claims[0].links[0].relation);
    *why = run->failed ? run->failed : "";
    run_free(run);
    kernel_case_close(&k);
    return truth;
}

static void test_values_that_are_missing_decide_nothing(void **state)
{
    static const int64_t two = 2;
    (void)state;
    struct kernel_case k;
    kernel_case_open(&k,
                     "theorem t { dim n; given A : real[n, n]; "
                     "claim c: norm1(A) >= 0; }",
                     &two);
    value_clear(&k.x.values[0]);
    struct run *run = run_new(k.theorem, &k.x, BITS);
    assert_int_equal(run_truth(run, k.theorem->claims[0].links[0].relation),
                     TRUTH_UNKNOWN);
    assert_string_equal(run->failed, "an input has no value");
    run_free(run);
    kernel_case_close(&k);
}

static void test_definitions_nest_up_to_a_limit(void **state)
{
    static const char text[] =
        "theorem t { dim L; given x : real; let G[0] = x; "
        "let G[l in 1..L] = G[l - 1]; claim c: G[L] == x; }";
    const char *why = NULL;
    (void)state;
    assert_int_equal(decide_text(text, 1000, &why), TRUTH_TRUE);
    assert_int_equal(decide_text(text, 2 * RUN_MAX_DEPTH, &why), TRUTH_UNKNOWN);
    assert_string_equal(why, "definitions nest too deep");
}

/* ---- what a certificate's values must be ---- */

static void values_are(const char *kind, const char *value, const char *reason)
{
    struct kernel_case k;
    struct certificate c;
    struct buffer text;
    char *why = NULL;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { given P : %s; claim c: norm1(P) <= -1; }",
                  kind);
    kernel_case_open(&k, text.text, NULL);
    kernel_case_certificate(&c, &k);
    kernel_case_close(&k);
    rmatrix_clear(&c.values[0].entries);
    c.values[0].entries = (struct rmatrix){0};
    c.values[0].expr = xstrdup(value);
    enum recheck_answer answer = violation_certify(&c, NULL, &why);
    if (!reason && answer != RECHECK_ACCEPTED)
        assert_string_equal(value, why);
    if (reason) {
        assert_int_equal(answer, RECHECK_REJECTED);
        if (!strstr(why, reason))
            assert_string_equal(why, reason);
    }
    free(why);
    certificate_clear(&c);
    buffer_clear(&text);
}

static void test_irrational_values_are_as_declared(void **state)
{
    static const char open[] = "not certain to be as declared";
    (void)state;
    values_are("symmetric[2]", "[sqrt(2), 1; 1, exp(1)]", NULL);
    values_are("symmetric[2]", "[0, sqrt(2); 1, 0]", open);
    values_are("psd[2]", "[sqrt(2), 1; 1, sqrt(2)]", NULL);
    values_are("psd[2]", "[sqrt(2), 3; 3, sqrt(2)]", open);
    values_are("psd[2]", "[sqrt(2), 1; 0, sqrt(2)]", open);
    values_are("nonneg[2]", "[sqrt(2); 0]", NULL);
    values_are("nonneg[2]", "[sqrt(2); -sqrt(3)]", open);
    values_are("nonneg[2]", "[sqrt(2); log(-1)]", open);
    values_are("stochastic[2, 2]", "softmax([sqrt(2), 1; 0, 1])", open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers_from_zero),
        cmocka_unit_test(test_determinants_of_either_sign),
        cmocka_unit_test(test_conditions_that_are_not_known),
        cmocka_unit_test(test_what_is_not_there_is_undefined),
        cmocka_unit_test(test_unequal_is_the_negation_of_equal),
        cmocka_unit_test(test_integrands_with_choices),
        cmocka_unit_test(test_ends_that_are_no_points),
        cmocka_unit_test(test_tails_of_many_forms),
        cmocka_unit_test(test_impossible_sizes_decide_nothing),
        cmocka_unit_test(test_arguments_that_are_not_certain),
        cmocka_unit_test(test_values_that_are_missing_decide_nothing),
        cmocka_unit_test(test_definitions_nest_up_to_a_limit),
        cmocka_unit_test(test_irrational_values_are_as_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
