/*
 * Exact numbers: identities that must be found, differences that must not be
 * lost, and limits.
 */
#include "exact_fixture.h"

/* ---- rationals and square roots ---- */

static void test_rationals_are_exact(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id third = number(ring, 1, 3);
    exact_id sum = exact_add(ring, exact_add(ring, third, third), third);
    assert_int_equal(sum, EXACT_ONE);
    assert_int_equal(exact_inverse(ring, third), exact_int(ring, 3));
}

static void test_perfect_squares_have_rational_roots(void **state)
{
    struct exact_ring *ring = ring_of(state);
    assert_int_equal(exact_sqrt(ring, number(ring, 9, 4)), number(ring, 3, 2));
}

static void test_equivalent_radicands_are_one_class(void **state)
{
    struct exact_ring *ring = ring_of(state);
    /* 2 * 10007^2 shares no small prime square with 2 */
    exact_id big = root(ring, 2L * 10007 * 10007);
    assert_int_equal(big,
                     exact_mul(ring, exact_int(ring, 10007), root(ring, 2)));
    assert_int_equal(exact_mul(ring, root(ring, 2), root(ring, 8)),
                     exact_int(ring, 4));
}

static void test_roots_multiply_across_classes(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id product = exact_mul(ring, root(ring, 6), root(ring, 10));
    assert_int_equal(product,
                     exact_mul(ring, exact_int(ring, 2), root(ring, 15)));
}

static void test_inequivalent_roots_differ(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id sum = exact_add(ring, root(ring, 2), root(ring, 3));
    assert_int_equal(exact_compare(ring, sum, root(ring, 10)), EXACT_NEGATIVE);
}

/* sqrt(2) + sqrt(3) = sqrt(5 + 2 sqrt(6)) */
static void test_nested_roots_are_compared(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id six = root(ring, 6);
    exact_id radicand =
        exact_add(ring, exact_int(ring, 5), exact_add(ring, six, six));
    exact_id sum = exact_add(ring, root(ring, 2), root(ring, 3));
    assert_same(ring, exact_sqrt(ring, radicand), sum);
    exact_id other = exact_add(ring, radicand, number(ring, 1, 1000000));
    assert_int_equal(exact_compare(ring, exact_sqrt(ring, other), sum),
                     EXACT_POSITIVE);
}

/* -(sqrt(2) + sqrt(3)) has the same square: the other conjugate. */
static void test_nested_root_is_not_its_conjugate(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id six = root(ring, 6);
    exact_id radicand =
        exact_add(ring, exact_int(ring, 5), exact_add(ring, six, six));
    exact_id sum = exact_add(ring, root(ring, 2), root(ring, 3));
    assert_int_equal(
        exact_compare(ring, exact_sqrt(ring, radicand), exact_neg(ring, sum)),
        EXACT_POSITIVE);
}

/* sqrt(2) - floor(2^bits sqrt(2)) / 2^bits: positive and below 2^-bits. */
static exact_id tiny(struct exact_ring *ring, ulong bits)
{
    fmpz_t n;
    fmpq_t q;
    fmpz_init_set_ui(n, 2);
    fmpq_init(q);
    fmpz_mul_2exp(n, n, 2 * bits);
    fmpz_sqrt(n, n);
    fmpq_set_fmpz(q, n);
    fmpq_div_2exp(q, q, bits);
    exact_id x = exact_sub(ring, root(ring, 2), exact_rational(ring, q));
    fmpz_clear(n);
    fmpq_clear(q);
    return x;
}

/*
 * Too small for the first ball, and (s + x)(s - x) = 0: only the conjugate
 * tells that s + x = 2x is not 0 while s - x is.
 */
static void test_tiny_number_is_not_its_vanishing_conjugate(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = tiny(ring, 300);
    exact_id s = exact_sqrt(ring, exact_mul(ring, x, x));
    assert_int_equal(exact_sign(ring, x), EXACT_POSITIVE);
    assert_same(ring, s, x);
    assert_int_equal(exact_sign(ring, exact_add(ring, s, x)), EXACT_POSITIVE);
}

static void test_inverse_of_a_sum_of_roots_is_rationalised(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = exact_add(ring, EXACT_ONE, root(ring, 2));
    assert_int_equal(exact_inverse(ring, x),
                     exact_sub(ring, root(ring, 2), EXACT_ONE));
    exact_id y =
        exact_add(ring, x, exact_add(ring, root(ring, 3), root(ring, 5)));
    assert_int_equal(exact_mul(ring, y, exact_inverse(ring, y)), EXACT_ONE);
    assert_true(exact_is_algebraic(ring, exact_inverse(ring, y)));
}

static void test_tiny_differences_of_roots_have_a_sign(void **state)
{
    struct exact_ring *ring = ring_of(state);
    /* (n + 1) n against n + 1/2 squared: a difference of about 1/(8n) */
    exact_id n = exact_power(ring, exact_int(ring, 10), 60);
    exact_id next = exact_add(ring, n, EXACT_ONE);
    exact_id middle = exact_add(ring, n, number(ring, 1, 2));
    exact_id mean = exact_sqrt(ring, exact_mul(ring, n, next));
    assert_int_equal(exact_compare(ring, mean, middle), EXACT_NEGATIVE);
}

/* ---- exponentials and logarithms ---- */

static void test_exponentials_multiply(void **state)
{
    struct exact_ring *ring = ring_of(state);
    assert_int_equal(exact_mul(ring, exp_of(ring, 1, 3), exp_of(ring, -1, 3)),
                     EXACT_ONE);
    exact_id sum = exact_add(ring, root(ring, 2), exact_pi(ring));
    assert_int_equal(exact_exp(ring, sum),
                     exact_mul(ring, exact_exp(ring, root(ring, 2)),
                               exact_exp(ring, exact_pi(ring))));
    assert_int_equal(exact_exp(ring, EXACT_ZERO), EXACT_ONE);
}

static void test_exp_and_log_are_inverse(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = exact_add(ring, exact_pi(ring), root(ring, 2));
    assert_int_equal(exact_log(ring, exact_exp(ring, x)), x);
    assert_int_equal(exact_exp(ring, exact_log(ring, x)), x);
    assert_int_equal(exact_exp(ring, exact_log(ring, number(ring, 7, 3))),
                     number(ring, 7, 3));
    assert_int_equal(exact_log(ring, EXACT_ONE), EXACT_ZERO);
}

static void test_half_powers_are_roots(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id seven = exact_log(ring, exact_int(ring, 7));
    assert_int_equal(exact_exp(ring, exact_half(ring, seven)), root(ring, 7));
    exact_id two = exact_log(ring, exact_int(ring, 2));
    assert_int_equal(exact_exp(ring, exact_mul(ring, number(ring, -3, 2), two)),
                     exact_mul(ring, number(ring, 1, 4), root(ring, 2)));
}

static void test_logarithms_of_rationals_add(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id two = exact_log(ring, exact_int(ring, 2));
    exact_id three = exact_log(ring, exact_int(ring, 3));
    assert_int_equal(exact_log(ring, exact_int(ring, 6)),
                     exact_add(ring, two, three));
    assert_int_equal(exact_log(ring, root(ring, 2)), exact_half(ring, two));
}

static void test_shifted_sums_of_exponentials_share_an_inverse(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id a = exact_add(ring, exp_of(ring, 1, 1), exp_of(ring, 2, 1));
    exact_id b = exact_add(ring, exp_of(ring, 4, 1), exp_of(ring, 5, 1));
    exact_id quotient = exact_mul(ring, a, exact_inverse(ring, b));
    assert_same(ring, quotient, exp_of(ring, -3, 1));
    assert_int_equal(
        exact_mul(ring, exp_of(ring, 2, 1), exact_inverse(ring, a)),
        exact_mul(ring, exp_of(ring, 5, 1), exact_inverse(ring, b)));
}

static void test_quotients_are_cleared(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = exact_pi(ring), y = exp_of(ring, 1, 1);
    exact_id sum = exact_add(ring, x, y);
    exact_id inverse = exact_inverse(ring, sum);
    /* x/(x+y) + y/(x+y) = 1 */
    assert_same(ring,
                exact_add(ring, exact_mul(ring, x, inverse),
                          exact_mul(ring, y, inverse)),
                EXACT_ONE);
    assert_same(ring, exact_inverse(ring, inverse), sum);
}

static void test_distinct_exponentials_differ(void **state)
{
    struct exact_ring *ring = ring_of(state);
    assert_int_equal(
        exact_compare(ring, exp_of(ring, 1, 3), exp_of(ring, 1, 2)),
        EXACT_NEGATIVE);
}

/* ---- other functions ---- */

static void test_odd_functions_change_sign(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = number(ring, 3, 7), y = exact_neg(ring, x);
    assert_int_equal(exact_tanh(ring, y), exact_neg(ring, exact_tanh(ring, x)));
    assert_int_equal(exact_erf(ring, y), exact_neg(ring, exact_erf(ring, x)));
    assert_int_equal(exact_sin(ring, y), exact_neg(ring, exact_sin(ring, x)));
    assert_int_equal(exact_cos(ring, y), exact_cos(ring, x));
}

static void test_functions_of_zero_are_rational(void **state)
{
    struct exact_ring *ring = ring_of(state);
    assert_int_equal(exact_tanh(ring, EXACT_ZERO), EXACT_ZERO);
    assert_int_equal(exact_erf(ring, EXACT_ZERO), EXACT_ZERO);
    assert_int_equal(exact_sin(ring, EXACT_ZERO), EXACT_ZERO);
    assert_int_equal(exact_cos(ring, EXACT_ZERO), EXACT_ONE);
}

static void test_quarter_turns_are_exact(void **state)
{
    struct exact_ring *ring = ring_of(state);
    static const int sines[] = {0, 1, 0, -1};
    for (int k = -9; k <= 9; k++) {
        exact_id x = exact_mul(ring, number(ring, k, 2), exact_pi(ring));
        assert_int_equal(exact_sin(ring, x),
                         exact_int(ring, sines[(k + 12) % 4]));
        assert_int_equal(exact_cos(ring, x),
                         exact_int(ring, sines[(k + 13) % 4]));
    }
}

static void test_squares_of_sine_and_cosine_add_to_one(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = number(ring, 5, 3);
    exact_id s = exact_sin(ring, x), c = exact_cos(ring, x);
    assert_int_equal(
        exact_add(ring, exact_mul(ring, s, s), exact_mul(ring, c, c)),
        EXACT_ONE);
}

static void test_root_of_a_square_is_the_modulus(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = exact_sub(ring, exact_pi(ring), exact_int(ring, 4));
    exact_id square = exact_mul(ring, x, x);
    assert_same(ring, exact_sqrt(ring, square), exact_neg(ring, x));
    assert_int_equal(
        exact_sqrt(ring, exact_mul(ring, exact_pi(ring), exact_pi(ring))),
        exact_pi(ring));
}

/* w exp(w) = x, with w >= -1 on the upper branch and w <= -1 on the lower. */
static void check_lambertw(struct exact_ring *ring, int k, exact_id x)
{
    exact_id w = exact_lambertw(ring, k, x);
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    exact_ball(a, ring, exact_mul(ring, w, exact_exp(ring, w)), 256);
    exact_ball(b, ring, x, 256);
    assert_true(arb_is_finite(a));
    assert_true(arb_overlaps(a, b));
    arb_clear(a);
    arb_clear(b);
    assert_int_equal(exact_compare(ring, w, exact_int(ring, -1)),
                     k ? EXACT_NEGATIVE : EXACT_POSITIVE);
}

static void test_lambertw_inverts_on_both_branches(void **state)
{
    struct exact_ring *ring = ring_of(state);
    check_lambertw(ring, 0, number(ring, 7, 2));
    check_lambertw(ring, 0, number(ring, -1, 4));
    check_lambertw(ring, -1, number(ring, -1, 4));
    check_lambertw(ring, -1, number(ring, -1, 1000));
    assert_int_equal(exact_lambertw(ring, 0, EXACT_ZERO), EXACT_ZERO);
}

static void test_extremes_take_one_of_two(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = root(ring, 10), y = exact_pi(ring);
    assert_int_equal(exact_max(ring, x, y), x);
    assert_int_equal(exact_min(ring, x, y), y);
}

/* ---- what is not known ---- */

static void test_opaque_values_cancel(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = exact_opaque(ring), y = exact_opaque(ring);
    assert_int_equal(exact_sub(ring, x, x), EXACT_ZERO);
    assert_int_equal(exact_mul(ring, EXACT_ZERO, x), EXACT_ZERO);
    assert_int_equal(exact_compare(ring, x, y), EXACT_SIGN_UNKNOWN);
    assert_int_equal(exact_sign(ring, x), EXACT_SIGN_UNKNOWN);
}

static void test_modulus_of_the_unknown_keeps_its_square(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = exact_opaque(ring);
    exact_id modulus = exact_abs(ring, x);
    assert_int_equal(exact_mul(ring, modulus, modulus), exact_mul(ring, x, x));
    assert_int_equal(exact_abs(ring, exact_neg(ring, x)), modulus);
}

static void test_extremes_of_the_unknown_are_consistent(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = exact_opaque(ring), y = exact_opaque(ring);
    exact_id max = exact_max(ring, x, y), min = exact_min(ring, x, y);
    assert_int_equal(exact_add(ring, max, min), exact_add(ring, x, y));
    assert_int_equal(exact_sub(ring, max, min),
                     exact_abs(ring, exact_sub(ring, x, y)));
}

static void test_no_value_stays_no_value(void **state)
{
    struct exact_ring *ring = ring_of(state);
    assert_int_equal(exact_add(ring, EXACT_NONE, EXACT_ONE), EXACT_NONE);
    assert_int_equal(exact_mul(ring, EXACT_ZERO, EXACT_NONE), EXACT_NONE);
    assert_int_equal(exact_sub(ring, EXACT_NONE, EXACT_NONE), EXACT_NONE);
    assert_int_equal(exact_sqrt(ring, EXACT_NONE), EXACT_NONE);
    assert_int_equal(exact_exp(ring, EXACT_NONE), EXACT_NONE);
    assert_int_equal(exact_cos(ring, EXACT_NONE), EXACT_NONE);
    assert_int_equal(exact_sign(ring, EXACT_NONE), EXACT_SIGN_UNKNOWN);
    assert_int_equal(exact_compare(ring, EXACT_NONE, EXACT_NONE),
                     EXACT_SIGN_UNKNOWN);
}

/* ---- limits ---- */

/* pi + pi^2 + ... + pi^n */
static exact_id powers_of_pi(struct exact_ring *ring, int64_t n)
{
    exact_id sum = EXACT_ZERO;
    for (int64_t k = 1; k <= n; k++)
        sum = exact_add(ring, sum, exact_power(ring, exact_pi(ring), k));
    return sum;
}

static void test_terms_at_the_limit_are_written_out(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id full = powers_of_pi(ring, EXACT_MAX_TERMS);
    exact_id last = exact_power(ring, exact_pi(ring), EXACT_MAX_TERMS);
    assert_int_equal(exact_sub(ring, full, last),
                     powers_of_pi(ring, EXACT_MAX_TERMS - 1));
}

static void test_terms_beyond_the_limit_become_an_atom(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id over = powers_of_pi(ring, EXACT_MAX_TERMS + 1);
    assert_int_not_equal(over, EXACT_NONE);
    assert_int_equal(over, powers_of_pi(ring, EXACT_MAX_TERMS + 1));
    assert_int_equal(exact_sub(ring, over, over), EXACT_ZERO);
    assert_int_equal(exact_sign(ring, over), EXACT_POSITIVE);
}

static void test_long_products_keep_their_balls(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = powers_of_pi(ring, 40), y = EXACT_ZERO;
    for (slong k = 1; k <= 40; k++)
        y = exact_add(ring, y, exp_of(ring, k, 1));
    exact_id product = exact_mul(ring, x, y);
    assert_int_equal(product, exact_mul(ring, y, x));
    arb_t a, b, c;
    arb_init(a);
    arb_init(b);
    arb_init(c);
    exact_ball(a, ring, x, 256);
    exact_ball(b, ring, y, 256);
    exact_ball(c, ring, product, 256);
    arb_mul(a, a, b, 256);
    assert_true(arb_is_finite(c));
    assert_true(arb_overlaps(a, c));
    arb_clear(a);
    arb_clear(b);
    arb_clear(c);
}

static void test_depth_beyond_the_limit_is_opaque(void **state)
{
    struct exact_ring *ring = ring_of(state);
    exact_id x = EXACT_ONE;
    for (int k = 0; k < EXACT_MAX_DEPTH; k++)
        x = exact_tanh(ring, x);
    assert_int_equal(exact_sign(ring, x), EXACT_POSITIVE);
    assert_int_equal(exact_sign(ring, exact_tanh(ring, x)), EXACT_SIGN_UNKNOWN);
}

static void test_many_radicands_still_have_roots(void **state)
{
    struct exact_ring *ring = ring_of(state);
    for (slong n = 2; n < 3 * EXACT_MAX_ROOTS; n++) {
        exact_id x = root(ring, n);
        assert_int_equal(exact_mul(ring, x, x), exact_int(ring, n));
    }
}

static void test_work_is_limited(void **state)
{
    struct exact_ring *ring = ring_of(state);
    assert_true(exact_charge(ring, EXACT_MAX_WORK / 2));
    assert_false(exact_is_exhausted(ring));
    assert_false(exact_charge(ring, EXACT_MAX_WORK));
    assert_true(exact_is_exhausted(ring));
    assert_int_equal(exact_add(ring, EXACT_ONE, EXACT_ONE), EXACT_NONE);
    assert_int_equal(exact_sign(ring, EXACT_ONE), EXACT_SIGN_UNKNOWN);
}

int main(void)
{
#define RING_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RING_TEST(test_rationals_are_exact),
        RING_TEST(test_perfect_squares_have_rational_roots),
        RING_TEST(test_equivalent_radicands_are_one_class),
        RING_TEST(test_roots_multiply_across_classes),
        RING_TEST(test_inequivalent_roots_differ),
        RING_TEST(test_nested_roots_are_compared),
        RING_TEST(test_nested_root_is_not_its_conjugate),
        RING_TEST(test_tiny_number_is_not_its_vanishing_conjugate),
        RING_TEST(test_inverse_of_a_sum_of_roots_is_rationalised),
        RING_TEST(test_tiny_differences_of_roots_have_a_sign),
        RING_TEST(test_exponentials_multiply),
        RING_TEST(test_exp_and_log_are_inverse),
        RING_TEST(test_half_powers_are_roots),
        RING_TEST(test_logarithms_of_rationals_add),
        RING_TEST(test_shifted_sums_of_exponentials_share_an_inverse),
        RING_TEST(test_quotients_are_cleared),
        RING_TEST(test_distinct_exponentials_differ),
        RING_TEST(test_odd_functions_change_sign),
        RING_TEST(test_functions_of_zero_are_rational),
        RING_TEST(test_quarter_turns_are_exact),
        RING_TEST(test_squares_of_sine_and_cosine_add_to_one),
        RING_TEST(test_root_of_a_square_is_the_modulus),
        RING_TEST(test_lambertw_inverts_on_both_branches),
        RING_TEST(test_extremes_take_one_of_two),
        RING_TEST(test_opaque_values_cancel),
        RING_TEST(test_modulus_of_the_unknown_keeps_its_square),
        RING_TEST(test_extremes_of_the_unknown_are_consistent),
        RING_TEST(test_no_value_stays_no_value),
        RING_TEST(test_terms_at_the_limit_are_written_out),
        RING_TEST(test_terms_beyond_the_limit_become_an_atom),
        RING_TEST(test_long_products_keep_their_balls),
        RING_TEST(test_depth_beyond_the_limit_is_opaque),
        RING_TEST(test_many_radicands_still_have_roots),
        RING_TEST(test_work_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
