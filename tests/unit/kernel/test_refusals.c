/*
 * What the checker gives up on, in its own words: indices that are no integers,
 * shapes that do not agree, forms without a value.
 */
#include "kernel/replay.h"
#include "recheck/findings.h"
#include "recheck/run.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdlib.h>

enum { BITS = 128 };

/* n = 2, s = 1/4, A zero; `why` is "" where the run did not give up. */
static enum truth decide(const char *claim, const char **why)
{
    struct kernel_case k;
    kernel_case_claim(&k,
                      "given F[k in 1..2] : real; let G[k in 1..2] = k * s; ",
                      claim, 2, "1/4");
    struct run *run = run_new(k.theorem, &k.x, BITS);
    enum truth truth = run_truth(run, k.theorem->claims[0].links[0].relation);
    *why = run->failed ? run->failed : "";
    run_free(run);
    kernel_case_close(&k);
    return truth;
}

static void is_given_up(const char *claim, const char *reason)
{
    const char *why = NULL;
    assert_int_equal(decide(claim, &why), TRUTH_UNKNOWN);
    assert_string_equal(why, reason);
}

static void is_open(const char *claim)
{
    is_given_up(claim, "");
}

static void test_indices_are_integers(void **state)
{
    static const char reason[] = "an index or size is no known integer";
    (void)state;
    is_given_up("F[n / 4] <= 1", reason);
    is_given_up("G[n / 4] <= 1", reason);
    is_given_up("A[n / 4, 1] <= 1", reason);
    is_given_up("A[1, n / 4] <= 1", reason);
    is_given_up("sum(A[1..n / 4, 1]) <= 1", reason);
    is_given_up("sum(i in 1..n / 4, s) <= 1", reason);
    is_given_up("forall(i in 1..n / 4, s <= 1)", reason);
    is_given_up("sum(unit(n, n / 4)) <= 1", reason);
    is_given_up("trace(A^(n / 4)) <= 1", reason);
}

static void test_ranges_are_not_too_long(void **state)
{
    static const char reason[] = "an index range is too long";
    (void)state;
    is_given_up("sum(i in 1..10^9, s) <= 1", reason);
    is_given_up("forall(i in 1..10^9, s <= 1)", reason);
}

static void test_sums_over_nothing_have_sizes(void **state)
{
    (void)state;
    is_given_up("norm1(sum(i in 2..1, i * ones(n - 5, 1))) >= 0",
                "a size is impossible");
}

static void test_members_have_few_indices(void **state)
{
    struct buffer given, claim;
    const char *why = NULL;
    (void)state;
    buffer_init(&given);
    buffer_init(&claim);
    for (int i = 0; i <= RUN_MAX_INDICES; i++) {
        buffer_printf(&given, "%si%d in 1..1", i ? ", " : "", i);
        buffer_add(&claim, i ? ", 1" : "1");
    }
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text,
                  "theorem t { given F[%s] : real; claim c: F[%s] <= 1; }",
                  given.text, claim.text);
    struct kernel_case k;
    kernel_case_open(&k, text.text, NULL);
    struct run *run = run_new(k.theorem, &k.x, BITS);
    enum truth truth = run_truth(run, k.theorem->claims[0].links[0].relation);
    why = run->failed;
    assert_int_equal(truth, TRUTH_UNKNOWN);
    assert_string_equal(why, "a family has too many indices");
    run_free(run);
    kernel_case_close(&k);
    buffer_clear(&text);
    buffer_clear(&given);
    buffer_clear(&claim);
}

static void test_rows_of_unknown_sign_are_not_normalised(void **state)
{
    (void)state;
    is_open("sum(normalise([sin(pi), 1])) <= 2");
}

static void test_integrands_that_may_have_no_value(void **state)
{
    (void)state;
    is_open("integral(x in 0..1, x / (s - s)) <= 1");
    is_open("integral(x in -1..1, sqrt(x)) <= 9");
    is_open("integral(x in 0..1, sum(k in 2..1, x * k)) <= 1");
    is_open("integral(x in 0..inf, sum(k in 2..1, exp(-x) * k)) <= 1");
    is_given_up("integral(x in 0..1, sum(k in 1..10^9, x * k)) <= 1",
                "an index range is too long");
}

/* Deeper sums are symmetric too, but that is not looked into. */
static void test_symmetry_is_looked_for_to_a_depth(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "theorem t { given S : symmetric[2]; let S0 = S; ");
    for (int i = 1; i <= 100; i++)
        buffer_printf(&text, "let S%d = S%d + S; ", i, i - 1);
    buffer_add(&text, "claim short: norm1(S3) >= 0; "
                      "claim long: norm1(S100) >= 0; }");
    struct kernel_case k;
    kernel_case_open(&k, text.text, NULL);
    const struct expr *norms[2];
    for (size_t c = 0; c < 2; c++)
        norms[c] = k.theorem->claims[c].links[0].relation->kids[0];
    assert_true(symmetric_by_form(k.theorem, norms[0]->kids[0]));
    assert_false(symmetric_by_form(k.theorem, norms[1]->kids[0]));
    kernel_case_close(&k);
    buffer_clear(&text);
}

/* 2^60 parts, written out: found out at once. */
static void test_symmetry_of_shared_sums_is_left_open(void **state)
{
    struct buffer text;
    (void)state;
    buffer_init(&text);
    buffer_add(&text, "theorem t { given S : symmetric[2]; let S0 = S; ");
    for (int i = 1; i <= 60; i++)
        buffer_printf(&text, "let S%d = S%d + 2 * S%d; ", i, i - 1, i - 1);
    buffer_add(&text, "claim c: norm1(S60) >= 0; }");
    struct kernel_case k;
    kernel_case_open(&k, text.text, NULL);
    const struct expr *norm = k.theorem->claims[0].links[0].relation->kids[0];
    assert_false(expr_is_within(norm, 1 << 16));
    assert_false(symmetric_by_form(k.theorem, norm->kids[0]));
    kernel_case_close(&k);
    buffer_clear(&text);
}

static void test_shapes_that_do_not_agree_are_no_values(void **state)
{
    (void)state;
    struct kernel_case k;
    kernel_case_open(&k, "theorem t { claim c: 0 <= 1; }", NULL);
    for (int form = 0; form < 2; form++) {
        struct run *run = run_new(k.theorem, &k.x, BITS);
        const struct kmatrix *two = kmatrix_new(run, 2, 2);
        const struct kmatrix *three = kmatrix_new(run, 3, 3);
        assert_null(form == 0 ? kmatrix_product(run, two, three)
                              : value_pairs(run, two, three, pair_add));
        assert_string_equal(run->failed, "sizes do not agree");
        run_free(run);
    }
    kernel_case_close(&k);
}

static void test_powers_of_what_may_be_zero_are_anything(void **state)
{
    (void)state;
    interval_t x, y;
    interval_init(&x, BITS);
    interval_init(&y, BITS);
    mpfr_set_si(x.hi, 1, MPFR_RNDU);
    interval_pow(&y, &x, &x);
    assert_true(mpfr_inf_p(y.lo) && mpfr_inf_p(y.hi));
    assert_true(mpfr_sgn(y.lo) < 0 && mpfr_sgn(y.hi) > 0);
    interval_clear(&x);
    interval_clear(&y);
}

static void test_ends_without_digits_are_written_as_infinity(void **state)
{
    (void)state;
    mpfr_t x;
    mpfr_init2(x, BITS);
    for (int sign = -1; sign <= 1; sign += 2) {
        mpfr_set_inf(x, sign);
        char *text = findings_decimal(x, MPFR_RNDD);
        assert_string_equal(text, sign < 0 ? "-inf" : "inf");
        free(text);
    }
    mpfr_clear(x);
}

static void test_relations_without_a_place_are_printed(void **state)
{
    static const int64_t two = 2;
    (void)state;
    struct kernel_case k;
    kernel_case_open(&k, "theorem t { dim n; claim c: sum(ones(n))   <= n; }",
                     &two);
    const struct expr *relation = k.theorem->claims[0].links[0].relation;
    char *text = findings_text((struct span){0}, relation);
    assert_string_equal(text, "sum(ones(n)) <= n");
    free(text);
    kernel_case_close(&k);
}

static void test_nothing_can_be_freed(void **state)
{
    (void)state;
    run_free(NULL);
    replayer_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_indices_are_integers),
        cmocka_unit_test(test_ranges_are_not_too_long),
        cmocka_unit_test(test_sums_over_nothing_have_sizes),
        cmocka_unit_test(test_members_have_few_indices),
        cmocka_unit_test(test_rows_of_unknown_sign_are_not_normalised),
        cmocka_unit_test(test_integrands_that_may_have_no_value),
        cmocka_unit_test(test_symmetry_is_looked_for_to_a_depth),
        cmocka_unit_test(test_symmetry_of_shared_sums_is_left_open),
        cmocka_unit_test(test_shapes_that_do_not_agree_are_no_values),
        cmocka_unit_test(test_powers_of_what_may_be_zero_are_anything),
        cmocka_unit_test(test_ends_without_digits_are_written_as_infinity),
        cmocka_unit_test(test_relations_without_a_place_are_printed),
        cmocka_unit_test(test_nothing_can_be_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
