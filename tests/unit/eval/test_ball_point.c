/* Single balls: clipping, extremes, squares. */
#include "ball_fixture.h"

#include "base/rng.h"

#include <math.h>

enum { POINTS = 2000, PREC = 64 };

/* A random ball, and a random point of it that a double holds. */
static double draw_ball(arb_t x, struct rng *rng)
{
    const double m = rng_normal(rng) * ldexp(1, -(int)rng_below(rng, 12));
    const double r = rng_unit(rng) * ldexp(1, -(int)rng_below(rng, 40));
    arb_set_d(x, m);
    mag_set_d(arb_radref(x), r);
    const double t = m + r * (2 * rng_unit(rng) - 1);
    return t < m - r || t > m + r ? m : t;
}

static bool contains(const arb_t x, double t)
{
    arf_t a;
    arf_init(a);
    arf_set_d(a, t);
    const bool is_inside = arb_contains_arf(x, a);
    arf_clear(a);
    return is_inside;
}

/* Whether the ball lies in [least, most], without rounding. */
static bool is_within(const arb_t x, slong least, slong most)
{
    arf_t end;
    arf_init(end);
    arb_get_lbound_arf(end, x, 1000);
    bool within = arf_cmp_si(end, least) >= 0;
    arb_get_ubound_arf(end, x, 1000);
    within = within && arf_cmp_si(end, most) <= 0;
    arf_clear(end);
    return within;
}

static void test_clipping_keeps_the_points_in_range(void **state)
{
    (void)state;
    struct rng rng = rng_start(3);
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    for (int k = 0; k < POINTS; k++) {
        const double t = draw_ball(x, &rng);
        arb_set(y, x);
        ball_clip_nonnegative(y);
        assert_true(t < 0 || (contains(y, t) && arb_is_nonnegative(y)));
        arb_set(y, x);
        ball_clip_unit(y, PREC);
        assert_true(t < 0 || t > 1 || (contains(y, t) && is_within(y, 0, 1)));
        ball_clip_symmetric_unit(x, PREC);
        assert_true(t < -1 || t > 1 || (contains(x, t) && is_within(x, -1, 1)));
    }
    arb_clear(x);
    arb_clear(y);
}

/* The ends themselves: [-1/2, 3/2] loses nothing of [0, 1]. */
static void test_clipping_keeps_the_ends(void **state)
{
    (void)state;
    arb_t x;
    arb_init(x);
    arb_set_d(x, 0.5);
    mag_one(arb_radref(x));
    ball_clip_unit(x, PREC);
    assert_true(contains(x, 0) && contains(x, 1) && is_within(x, 0, 1));
    arb_set_d(x, 0x1p-1000);
    mag_one(arb_radref(x));
    ball_clip_nonnegative(x);
    assert_true(contains(x, 0) && contains(x, 1));
    arb_set_d(x, -1.5);
    mag_set_d(arb_radref(x), 3);
    ball_clip_symmetric_unit(x, PREC);
    assert_true(contains(x, -1) && contains(x, 1) && is_within(x, -1, 1));
    arb_clear(x);
}

static void test_clipping_of_what_is_not_finite(void **state)
{
    (void)state;
    arb_t x;
    arb_init(x);
    arb_indeterminate(x);
    ball_clip_unit(x, PREC);
    assert_true(contains(x, 0) && contains(x, 1) && is_within(x, 0, 1));
    arb_zero_pm_inf(x);
    ball_clip_symmetric_unit(x, PREC);
    assert_true(contains(x, -1) && contains(x, 1) && is_within(x, -1, 1));
    arb_clear(x);
}

/* Of [l, h] with 0 < l < 1 < h all of [l, 1] stays. */
static void test_clipping_keeps_the_lower_end(void **state)
{
    (void)state;
    struct rng rng = rng_start(5);
    arb_t x;
    arf_t lower;
    arb_init(x);
    arf_init(lower);
    for (int k = 0; k < POINTS; k++) {
        arb_set_d(x, 1 + rng_unit(&rng) / 4);
        mag_set_d(arb_radref(x), 0.25 + rng_unit(&rng) / 2);
        arb_get_lbound_arf(lower, x, 1000);
        ball_clip_unit(x, 200);
        assert_true(arb_contains_arf(x, lower));
    }
    arb_clear(x);
    arf_clear(lower);
}

/* exp(-1e14) and 1: the exact middle would fill the memory. */
static void test_ends_far_apart_make_no_long_middle(void **state)
{
    (void)state;
    static const slong exponents[] = {-1000000000000, -100, 40};
    arf_t lo, hi;
    arb_t z;
    arf_init(lo);
    arf_init(hi);
    arb_init(z);
    for (size_t k = 0; k < 3; k++)
        for (int zero = 0; zero < 2; zero++) {
            arf_one(hi);
            arf_mul_2exp_si(hi, hi, exponents[2]);
            arf_set_si(lo, !zero);
            arf_mul_2exp_si(lo, lo, exponents[k] - 1);
            ball_set_ends(z, lo, hi, 64);
            assert_true(arf_bits(arb_midref(z)) < 200);
            assert_true(arb_contains_arf(z, lo) && arb_contains_arf(z, hi));
        }
    arf_clear(lo);
    arf_clear(hi);
    arb_clear(z);
}

/* A value near 1 by less than 2^-PREC, and one certainly at 1. */
static void test_clipping_close_to_one(void **state)
{
    (void)state;
    arb_t x;
    arb_init(x);
    arb_one(x);
    mag_set_ui_2exp_si(arb_radref(x), 1, -100000);
    ball_clip_unit(x, PREC);
    assert_true(contains(x, 1) && is_within(x, 0, 1));
    assert_true(arf_bits(arb_midref(x)) <= 2 * PREC);
    arb_clear(x);
}

static void test_extremes_and_squares_contain_points(void **state)
{
    (void)state;
    struct rng rng = rng_start(4);
    arb_t x, y, z;
    arb_init(x);
    arb_init(y);
    arb_init(z);
    for (int k = 0; k < POINTS; k++) {
        const double s = draw_ball(x, &rng), t = draw_ball(y, &rng);
        arb_set(z, x);
        ball_raise(z, y, PREC);
        assert_true(contains(z, s > t ? s : t));
        arb_set(z, x);
        ball_reduce(z, y, PREC);
        assert_true(contains(z, s < t ? s : t));
        const double few = (double)(float)s; /* its square is a double */
        if (contains(x, few)) {
            ball_square(z, x, PREC);
            assert_true(contains(z, few * few) && arb_is_nonnegative(z));
        }
    }
    arb_clear(x);
    arb_clear(y);
    arb_clear(z);
}

/* Whichever of the two it is, and however few bits are asked for. */
static void test_max_and_min_of_exact_balls_are_exact(void **state)
{
    (void)state;
    arb_t ends[2], z;
    arb_init(ends[0]);
    arb_init(ends[1]);
    arb_init(z);
    arb_set_d(ends[0], 1 + 0x1p-52);
    arb_set_d(ends[1], 1 + 0x1p-51);
    for (int k = 0; k < 2; k++) {
        arb_set(z, ends[k]);
        ball_raise(z, ends[1 - k], 20);
        assert_true(arb_equal(z, ends[1]));
        arb_set(z, ends[k]);
        ball_reduce(z, ends[1 - k], 20);
        assert_true(arb_equal(z, ends[0]));
    }
    arb_clear(ends[0]);
    arb_clear(ends[1]);
    arb_clear(z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clipping_keeps_the_points_in_range),
        cmocka_unit_test(test_clipping_keeps_the_ends),
        cmocka_unit_test(test_clipping_of_what_is_not_finite),
        cmocka_unit_test(test_clipping_keeps_the_lower_end),
        cmocka_unit_test(test_ends_far_apart_make_no_long_middle),
        cmocka_unit_test(test_clipping_close_to_one),
        cmocka_unit_test(test_extremes_and_squares_contain_points),
        cmocka_unit_test(test_max_and_min_of_exact_balls_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
