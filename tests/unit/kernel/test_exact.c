/*
 * Values in closed form: ties and signs that intervals leave open, wherever a
 * checker may make expressions of its own (a certificate's statement is its).
 */
#include "kernel/ties.h"
#include "recheck/run.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

enum { BITS = 128 };

/* cos(2 pi/7) + cos(4 pi/7) + cos(6 pi/7) is -1/2: no algebra here sees it. */
#define HIDDEN_ZERO "cos(2*pi/7) + cos(4*pi/7) + cos(6*pi/7) + 1/2"

/* s = 1/3, A = [1, 2; 3, 4] / 3, F[1] = 1/3, F[2] = 1/7. */
static const char head[] =
    "theorem t { dim n; given s : real; given A : real[2, 2]; "
    "given F[k in 1..2] : real; let G[0] = s; "
    "let G[k in 1..2] = G[k - 1] * 3; claim c: ";

static enum truth decide(const char *claim, bool may_intern)
{
    static const int64_t two = 2;
    struct kernel_case k;
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "%s%s; }", head, claim);
    kernel_case_open(&k, text.text, &two);
    kernel_case_fill(&k, 0, "1/3");
    kernel_case_fill(&k, 1, "1/3 2/3 1 4/3");
    kernel_case_fill(&k, 2, "1/3");
    kernel_case_fill(&k, 3, "1/7");
    struct run *run = run_new(k.theorem, &k.x, BITS);
    run->may_intern = may_intern;
    run->algebra = ties_algebra();
    enum truth truth = run_truth(run, k.theorem->claims[0].links[0].relation);
    run_free(run);
    kernel_case_close(&k);
    buffer_clear(&text);
    return truth;
}

static void is_decided(const char *claim, enum truth expected)
{
    if (decide(claim, true) != expected)
        assert_string_equal(claim, truth_name(expected));
}

/* One third is no dyadic number: each of these takes a rational. */
static void test_rational_ties_are_decided(void **state)
{
    (void)state;
    is_decided("6 * s == 2", TRUTH_TRUE);
    is_decided("6 * s != 2", TRUTH_FALSE);
    is_decided("6 * s < 2", TRUTH_FALSE);
    is_decided("6 * s <= 2", TRUTH_TRUE);
    is_decided("3 * A == [1, 2; 3, 4]", TRUTH_TRUE);
    is_decided("3 * A == [1, 2; 3, 5]", TRUTH_FALSE);
    is_decided("F[1] == s", TRUTH_TRUE);
    is_decided("7 * F[2] - 3 * F[1] == 0", TRUTH_TRUE);
    is_decided("G[2] == 9 * s", TRUTH_TRUE);
    is_decided("trace(A) == 5 * s", TRUTH_TRUE);
    is_decided("det(3 * A) == -2", TRUTH_TRUE);
}

static void test_irrational_ties_are_decided_by_the_form(void **state)
{
    (void)state;
    is_decided("sqrt(s) * sqrt(s) == s", TRUTH_TRUE);
    is_decided("exp(s) + sin(s) == sin(s) + exp(s)", TRUTH_TRUE);
    is_decided("exp(s) * sin(s) - sin(s) * exp(s) == 0", TRUTH_TRUE);
    is_decided("pi * s + exp(s) == exp(s) + s * pi", TRUTH_TRUE);
    is_decided("sin(3 * pi * s) == 0", TRUTH_TRUE);
    is_decided(HIDDEN_ZERO " == 0", TRUTH_UNKNOWN);
    is_decided("exp(-10^300) > 0", TRUTH_TRUE);
    is_decided("exp(-10^300) <= 0", TRUTH_FALSE);
}

static void test_index_forms_have_closed_forms(void **state)
{
    (void)state;
    is_decided("sum(i in 1..n, 3 * A[i, i]) == 5", TRUTH_TRUE);
    is_decided("prod(i in 1..n, 3 * A[i, i]) == 4", TRUTH_TRUE);
    is_decided("prod(i in 1..n, 3 * A) == 9 * A * A", TRUTH_TRUE);
    is_decided("max(i in 1..n, 3 * A[i, i]) == 4", TRUTH_TRUE);
    is_decided("min(i in 1..n, 3 * A[i, i]) == 1", TRUTH_TRUE);
    is_decided("sum(i in 1..n, i * exp(s)) == 3 * exp(s)", TRUTH_TRUE);
    is_decided("sum(i in reversed(1..n), 3 * A[i, 1]) == 4", TRUTH_TRUE);
    /* over no index */
    is_decided("3 * s + sum(i in 2..1, A[i, i]) == 1", TRUTH_TRUE);
    is_decided("3 * s * prod(i in 2..1, A[i, i]) == 1", TRUTH_TRUE);
}

static void test_conditions_choose_a_closed_form(void **state)
{
    (void)state;
    is_decided("if(s > 0, 6 * s, 1) == 2", TRUTH_TRUE);
    is_decided("if(s < 0, 1, 6 * s) == 2", TRUTH_TRUE);
    is_decided("if(n > 1, 6 * s, 1) == 2", TRUTH_TRUE);
    is_decided("if(n > 2, 1, 6 * s) == 2", TRUTH_TRUE);
    /* a condition that stays open leaves the value open */
    is_decided("if(" HIDDEN_ZERO " == 0, 6 * s, 2 * s * 3) == 2",
               TRUTH_UNKNOWN);
}

static void test_integrals_have_closed_forms(void **state)
{
    (void)state;
    is_decided("3 * s + integral(x in 0..1, x) == 3/2", TRUTH_TRUE);
    is_decided("integral(x in 0..1, abs(x - 3 * s / 2)) > 1/4", TRUTH_FALSE);
    is_decided("integral(x in 0..1, if(x < 2, x, 0)) == 3 * s / 2",
               TRUTH_UNKNOWN);
    is_decided("expectation(z, (z + 3 * s)^2) <= 2", TRUTH_TRUE);
    is_decided("integral(x in 0..inf, exp(-3 * s * x)) == 1", TRUTH_TRUE);
    is_decided("sum(i in 1..n, integral(x in 0..i, x)) == 15/2 * s",
               TRUTH_TRUE);
}

static void test_lambertw_of_its_inverse_is_decided(void **state)
{
    (void)state;
    is_decided("lambertw(0, 3 * s * exp(1)) == 1", TRUTH_TRUE);
    is_decided("lambertw(-1, -2 * exp(-6 * s)) == -2", TRUTH_TRUE);
    is_decided("lambertw(0, 2 * exp(6 * s)) < 2", TRUTH_FALSE);
    is_decided("lambertw(0, -2 * exp(-6 * s)) == -2", TRUTH_FALSE);
}

/* Sums over very long ranges, hidden ties, matrices of many entries. */
static void test_what_has_no_closed_form_stays_open(void **state)
{
    (void)state;
    is_decided("3 * s + integral(x in 0..1, x + " HIDDEN_ZERO ") == 3/2",
               TRUTH_UNKNOWN);
    is_decided("sum(ones(80, 80)) * 3 * s == 6400", TRUTH_UNKNOWN);
    is_decided("3 * s * sqrt(2) == sqrt(2) + " HIDDEN_ZERO, TRUTH_UNKNOWN);
    is_decided("1 / (3 * s - 1) == 1", TRUTH_UNKNOWN);
}

static void test_definiteness_of_rationals_is_decided(void **state)
{
    (void)state;
    /* singular: no enclosure of the least eigenvalue can tell */
    is_decided("psd(s * [1, 1; 1, 1])", TRUTH_TRUE);
    is_decided("psd(s * [1, 1; 1, 1] - s * eye(2) * 0)", TRUTH_TRUE);
    is_decided("psd([3 * s, 1; 1, 3 * s])", TRUTH_TRUE);
}

/* A theorem that several threads may look at is left as it is. */
static void test_without_leave_nothing_is_made(void **state)
{
    (void)state;
    assert_int_equal(decide("6 * s == 2", false), TRUTH_UNKNOWN);
    assert_int_equal(decide("psd(s * [1, 1; 1, 1])", false), TRUTH_UNKNOWN);
    assert_int_equal(decide("6 * s <= 3", false), TRUTH_TRUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rational_ties_are_decided),
        cmocka_unit_test(test_irrational_ties_are_decided_by_the_form),
        cmocka_unit_test(test_index_forms_have_closed_forms),
        cmocka_unit_test(test_conditions_choose_a_closed_form),
        cmocka_unit_test(test_integrals_have_closed_forms),
        cmocka_unit_test(test_lambertw_of_its_inverse_is_decided),
        cmocka_unit_test(test_what_has_no_closed_form_stays_open),
        cmocka_unit_test(test_definiteness_of_rationals_is_decided),
        cmocka_unit_test(test_without_leave_nothing_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
