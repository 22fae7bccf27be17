/*
 * The filter where bounds are easily lost: numbers that are none, out of range,
 * exactly equal; what was not computed; arithmetic that is not what it takes
 * for granted.
 */
#include "filter_fixture.h"

#include <fenv.h>
#include <float.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

/* The truth of a claim on one scalar or matrix whose entries are all `x`. */
static enum truth truth_of(const char *body, double x)
{
    struct subject s;
    subject_init(&s, body, NULL);
    for (size_t k = 0; k < s.x.values[0].rows * s.x.values[0].cols; k++)
        subject_slot(&s, 0)[k] = x;
    subject_eval(&s);
    const enum truth t = subject_truth(&s);
    subject_clear(&s);
    return t;
}

/* ---- numbers that are none ---- */

static const char *const true_of_numbers[] = {
    "given X : real[3, 3]; claim c: norm1(X) >= -1;",
    "given X : real[3, 3]; claim c: normmax(X) >= -1;",
    "given X : real[3, 3]; claim c: max(X - X) <= 1;",
    "given X : real[3, 3]; claim c: min(X) <= max(X) + 1;",
    "given X : real[3, 3]; claim c: relu(X) >= -1 * ones(3, 3);",
    "given X : real[3, 3]; claim c: max(X, zeros(3, 3)) >= -1 * ones(3, 3);",
    "given X : real[3, 3]; claim c: softmax(X) <= 2 * ones(3, 3);",
    "given X : real[3, 3]; claim c: tanh(X) <= 2 * ones(3, 3);",
    "given X : real[3, 3]; claim c: exp(-abs(X)) <= 2 * ones(3, 3);",
    "given X : real[3, 3]; claim c: normfro(res(X)) <= 1 + 3 * normfro(X);",
    "given X : real[3, 3]; claim c: rowmax(X) >= rowmin(X) - ones(3);",
    "given X : real[3, 3]; claim c: sign(X) <= 2 * ones(3, 3);",
    "given X : real[3, 3]; claim c: diameter(X) >= -1;"};

static void test_true_claims_are_true_of_numbers(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof true_of_numbers / sizeof(char *); k++)
        assert_int_equal(truth_of(true_of_numbers[k], 0.5), TRUTH_TRUE);
}

static void test_nan_and_infinity_decide_nothing(void **state)
{
    (void)state;
    const double worst[] = {NAN, INFINITY, -INFINITY};
    for (size_t k = 0; k < sizeof true_of_numbers / sizeof(char *); k++)
        for (size_t w = 0; w < 3; w++)
            assert_int_equal(truth_of(true_of_numbers[k], worst[w]),
                             TRUTH_UNKNOWN);
}

/* One entry is enough, wherever it stands. */
static void test_one_nan_among_numbers_decides_nothing(void **state)
{
    (void)state;
    struct subject s;
    for (size_t k = 0; k < sizeof true_of_numbers / sizeof(char *); k++) {
        subject_init(&s, true_of_numbers[k], NULL);
        for (size_t e = 0; e < 9; e++) {
            memset(subject_slot(&s, 0), 0, 9 * sizeof(double));
            subject_slot(&s, 0)[e] = NAN;
            subject_eval(&s);
            assert_int_equal(subject_truth(&s), TRUTH_UNKNOWN);
        }
        subject_clear(&s);
    }
}

/* ---- out of range ---- */

static void test_overflow_is_never_wrong(void **state)
{
    (void)state;
    const char *false_claims[] = {
        "given X : real[2, 2]; claim c: normfro(X * X') <= 1;",
        "given x : real; claim c: x * x * x <= 1;",
        "given x : real; claim c: exp(x) <= 1;",
        "given X : real[2, 2]; claim c: rownorm2(X) <= ones(2);"};
    const double large[] = {1e100, 1e155, 1e200, DBL_MAX};
    for (size_t k = 0; k < 4; k++)
        for (size_t w = 0; w < 4; w++)
            assert_int_not_equal(truth_of(false_claims[k], large[w]),
                                 TRUTH_TRUE);
}

static void test_underflow_is_never_wrong(void **state)
{
    (void)state;
    const char *false_claims[] = {
        "given x : real; claim c: x * x <= 0;",
        "given X : real[2, 2]; claim c: normfro(X) <= 0;",
        "given X : real[2, 2]; claim c: X * X <= zeros(2, 2);",
        "given x : real; claim c: x / 1e300 <= 0;",
        "given x : real; claim c: x ^ 3 <= 0;",
        "given X : real[2, 2]; claim c: norm1inf(X) <= 0;",
        "given x : real; claim c: x == 0;"};
    const double small[] = {1e-100, 1e-155, 1e-200, DBL_MIN, DBL_TRUE_MIN};
    for (size_t k = 0; k < sizeof false_claims / sizeof(char *); k++)
        for (size_t w = 0; w < 5; w++)
            assert_int_not_equal(truth_of(false_claims[k], small[w]),
                                 TRUTH_TRUE);
}

/* ---- exact ties ---- */

static void test_exact_ties_are_decided(void **state)
{
    (void)state;
    const char *ties[] = {
        "given X : real[3, 3]; claim c: norm1inf(res(X)) <= 0;",
        "given X : real[3, 3]; claim c: diameter(X) <= 0;",
        "given X : real[3, 3]; claim c: norm1(res(X) * X) <= norm1(res(X));",
        ("given X : real[3, 3]; claim c: "
         "normfro(res(X) / sqrt(2)) == sqrt(normmax(res(X)));"),
        "given X : real[3, 3]; claim c: X <= X;",
        "given X : real[3, 3]; claim c: rowmax(X) == rowmin(X);"};
    for (size_t k = 0; k < sizeof ties / sizeof(char *); k++)
        assert_int_equal(truth_of(ties[k], 0.3), TRUTH_TRUE);
    assert_int_equal(
        truth_of("given x : real; claim c: x + 0.1 <= x + 1/10;", -0.0),
        TRUTH_TRUE); /* one instruction */
    assert_int_equal(truth_of("given x : real; claim c: x <= 0;", -0.0),
                     TRUTH_TRUE);
    assert_int_equal(truth_of("given x : real; claim c: x < 0;", -0.0),
                     TRUTH_FALSE);
}

static void test_nearly_ties_are_left(void **state)
{
    (void)state;
    assert_int_equal(
        truth_of("given x : real; claim c: exp(log(x)) <= x;", 0.3),
        TRUTH_UNKNOWN);
    assert_int_equal(
        truth_of("given x : real; claim c: sqrt(x) * sqrt(x) == x;", 0.3),
        TRUTH_UNKNOWN);
}

static void test_what_is_undefined_is_left(void **state)
{
    (void)state;
    const char *undefined[] = {
        "given x : real; claim c: 1 / (x - x) <= 5;",
        "given x : real; claim c: sqrt(-x) <= 5;",
        "given x : real; claim c: log(x - x) <= 5;",
        "given x : real; claim c: log(-x) <= 5;",
        "given X : real[2, 2]; claim c: normalise(-1 * X) <= ones(2, 2);",
        "given X : real[2, 2]; claim c: softmax(X, X) <= ones(2, 2);",
        "given x : real; claim c: if(x <= log(-x), 1, 2) >= 0;",
        "given x : real; claim c: if(log(-x) <= x, 1, 2) >= 0;"};
    for (size_t k = 0; k < sizeof undefined / sizeof(char *); k++)
        assert_int_equal(truth_of(undefined[k], 0.3), TRUTH_UNKNOWN);
}

/* 1 + (u and a little) - 1 - 1.5 u is negative, but half a u in doubles. */
static void test_roots_of_what_may_be_negative_are_left(void **state)
{
    (void)state;
    static const char claim[] =
        "given v : real[4]; claim c: sqrt(v[1] + v[2] - v[3] - v[4]) >= -1;";
    const double entries[] = {1, 0x1.001p-53, 1, 0x1.8p-53};
    struct subject s;
    subject_init(&s, claim, NULL);
    memcpy(subject_slot(&s, 0), entries, sizeof entries);
    subject_eval(&s);
    assert_int_equal(subject_truth(&s), TRUTH_UNKNOWN);
    subject_slot(&s, 0)[3] = 0;
    subject_slot(&s, 0)[1] = 1;
    subject_eval(&s);
    assert_int_equal(subject_truth(&s), TRUTH_TRUE);
    subject_clear(&s);
}

/* ---- what the last evaluation did not compute ---- */

static void test_results_of_earlier_evaluations_are_forgotten(void **state)
{
    (void)state;
    struct subject s;
    subject_init(&s, "given x : real; claim c: x <= 1;", NULL);
    subject_eval(&s);
    assert_int_equal(subject_truth(&s), TRUTH_TRUE);
    const struct instance *x = &s.x;
    filter_run_eval(s.run, &x, 1, s.ids, 1);
    assert_int_equal(subject_truth(&s), TRUTH_UNKNOWN);
    subject_clear(&s);
}

static void test_lanes_without_an_instance_are_unknown(void **state)
{
    (void)state;
    struct subject s;
    subject_init(&s, "given x : real; claim c: x <= 1;",
                 filter_operations_of(FILTER_LANES));
    const struct instance *x[] = {&s.x, &s.x, &s.x};
    const plan_id truth = fixture_link(&s.f)->fast_truth;
    filter_run_eval(s.run, x, 3, s.ids, s.count);
    assert_int_equal(filter_run_truth(s.run, 2, truth), TRUTH_TRUE);
    assert_int_equal(filter_run_truth(s.run, 3, truth), TRUTH_UNKNOWN);
    subject_clear(&s);
}

static void test_unknown_operations_are_hopeless(void **state)
{
    (void)state;
    struct subject s;
    subject_init(&s, "given X : real[2, 2]; claim c: norm2(X) <= 1;", NULL);
    assert_false(filter_run_can_decide(s.run, fixture_link(&s.f)->fast_truth));
    subject_eval(&s);
    assert_int_equal(subject_truth(&s), TRUTH_UNKNOWN);
    subject_clear(&s);
}

/* ---- the arithmetic ---- */

static void test_this_machine_is_trusted(void **state)
{
    (void)state;
    assert_null(filter_refusal());
}

static void check_refusal(void)
{
    struct subject s;
    assert_non_null(filter_refusal());
    subject_init(&s, "given x : real; claim c: x <= 1;", NULL);
    subject_eval(&s);
    assert_int_equal(subject_truth(&s), TRUTH_UNKNOWN);
    assert_false(filter_run_can_decide(s.run, fixture_link(&s.f)->fast_truth));
    subject_clear(&s);
}

/*
 * 192 sqrt(2) - 271 = 287 / (192 sqrt(2) + 271) has lost 9 bits: a product
 * with it is no better, and what it is compared with lies nearer.
 */
static void test_products_know_the_error_of_their_scale(void **state)
{
    (void)state;
    static const char *const sides[][2] = {
        {"max(A * B / (192 * sqrt(2) - 271))", "(192 * sqrt(2) + 271) / 287"},
        {"max((192 * sqrt(2) - 271) * (A * B))",
         "287 / (192 * sqrt(2) + 271)"}};
    for (size_t k = 0; k < 4; k++) {
        const bool holds = k % 2 == 1;
        struct subject s;
        struct buffer body;
        buffer_init(&body);
        buffer_printf(&body,
                      "given A, B : real[2, 2];"
                      "claim c: %s <= 2 * (%s) * (1 %s 2^-46);",
                      sides[k / 2][0], sides[k / 2][1], holds ? "+" : "-");
        subject_init(&s, body.text, NULL);
        for (size_t i = 0; i < 4; i++)
            subject_slot(&s, 0)[i] = subject_slot(&s, 1)[i] = 1;
        subject_eval(&s);
        assert_int_not_equal(subject_truth(&s),
                             holds ? TRUTH_FALSE : TRUTH_TRUE);
        buffer_clear(&body);
        subject_clear(&s);
    }
}

/* The rows are centred by 2^-58 / 3, which rounding loses. */
static void test_centring_knows_what_it_rounds(void **state)
{
    (void)state;
    static const double entries[] = {1, -1, 0x1p-58};
    static const char *const claims[] = {
        "max(res(X)) - 1 >= -2^-62", "min(res(X)) + 1 >= -2^-62",
        "max(X - ones(3) * colmean(X)) - 1 >= -2^-62"};
    enum { RUNS = FILTER_VARIANTS + 1 };
    const struct filter_operations *ops[RUNS] = {NULL};
    filter_variants(ops); /* NULL: with one error for all rows */
    for (size_t k = 0; k < RUNS * sizeof claims / sizeof *claims; k++) {
        struct subject s;
        struct buffer body;
        buffer_init(&body);
        buffer_printf(&body, "given X : real[3]; claim c: %s;",
                      claims[k / RUNS]);
        subject_init(&s, body.text, ops[k % RUNS]);
        memcpy(subject_slot(&s, 0), entries, sizeof entries);
        subject_eval(&s);
        assert_int_not_equal(subject_truth(&s), TRUTH_TRUE);
        buffer_clear(&body);
        subject_clear(&s);
    }
}

static void test_other_rounding_modes_are_refused(void **state)
{
    (void)state;
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(fesetround(modes[k]), 0);
        check_refusal();
        fesetround(FE_TONEAREST);
    }
}

static void test_flushing_to_zero_is_refused(void **state)
{
    (void)state;
#if defined(__SSE2__)
    enum { FLUSH = 0x8000, DENORMALS_ARE_ZERO = 0x0040 };
    const unsigned was = _mm_getcsr();
    const unsigned modes[] = {FLUSH, DENORMALS_ARE_ZERO};
    for (size_t k = 0; k < 2; k++) {
        _mm_setcsr(was | modes[k]);
        check_refusal();
        _mm_setcsr(was);
    }
#else
    skip();
#endif
}

/* A mode changed after the run was made. */
static void test_a_mode_changed_later_is_noticed(void **state)
{
    (void)state;
    struct subject s;
    subject_init(&s, "given x : real; claim c: x <= 1;", NULL);
    assert_int_equal(fesetround(FE_UPWARD), 0);
    subject_eval(&s);
    assert_int_equal(subject_truth(&s), TRUTH_UNKNOWN);
    fesetround(FE_TONEAREST);
    subject_eval(&s);
    assert_int_equal(subject_truth(&s), TRUTH_TRUE);
    subject_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_true_claims_are_true_of_numbers),
        cmocka_unit_test(test_nan_and_infinity_decide_nothing),
        cmocka_unit_test(test_one_nan_among_numbers_decides_nothing),
        cmocka_unit_test(test_overflow_is_never_wrong),
        cmocka_unit_test(test_underflow_is_never_wrong),
        cmocka_unit_test(test_exact_ties_are_decided),
        cmocka_unit_test(test_nearly_ties_are_left),
        cmocka_unit_test(test_what_is_undefined_is_left),
        cmocka_unit_test(test_roots_of_what_may_be_negative_are_left),
        cmocka_unit_test(test_results_of_earlier_evaluations_are_forgotten),
        cmocka_unit_test(test_lanes_without_an_instance_are_unknown),
        cmocka_unit_test(test_unknown_operations_are_hopeless),
        cmocka_unit_test(test_this_machine_is_trusted),
        cmocka_unit_test(test_products_know_the_error_of_their_scale),
        cmocka_unit_test(test_centring_knows_what_it_rounds),
        cmocka_unit_test(test_other_rounding_modes_are_refused),
        cmocka_unit_test(test_flushing_to_zero_is_refused),
        cmocka_unit_test(test_a_mode_changed_later_is_noticed),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_finish();
    return failed;
}
