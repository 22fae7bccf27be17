/* Intervals: inclusion against exact rationals, aliasing, extremes, ends. */
#include "interval/interval.h"
#include "support/cmocka_all.h"

#include "base/rng.h"

enum { BITS = 40, TRIALS = 3000 };

static void draw_rational(mpq_t q, struct rng *rng)
{
    long sizes[] = {3, 100, 1000003};
    long size = sizes[rng_below(rng, 3)];
    mpq_set_si(q, (long)rng_below(rng, (uint64_t)(2 * size + 1)) - size,
               1 + (unsigned long)rng_below(rng, (uint64_t)size));
    mpq_canonicalize(q);
}

/* An interval, and a number of it. */
static void draw(interval_t *x, rational_t *q, struct rng *rng)
{
    rational_t other;
    rational_init(&other);
    draw_rational(q->q, rng);
    interval_set_q(x, q);
    if (rng_below(rng, 2)) {
        interval_t y;
        interval_init(&y, BITS);
        draw_rational(other.q, rng);
        interval_set_q(&y, &other);
        interval_hull(x, x, &y);
        interval_clear(&y);
    }
    rational_clear(&other);
}

static void assert_holds(const interval_t *x, const mpq_t q)
{
    assert_true(mpfr_cmp_q(x->lo, q) <= 0);
    assert_true(mpfr_cmp_q(x->hi, q) >= 0);
}

static void assert_same(const interval_t *x, const interval_t *y)
{
    assert_true(mpfr_equal_p(x->lo, y->lo));
    assert_true(mpfr_equal_p(x->hi, y->hi));
}

typedef void pair(interval_t *r, const interval_t *x, const interval_t *y);
typedef void exact_pair(mpq_t r, const mpq_t x, const mpq_t y);

static void exact_max(mpq_t r, const mpq_t x, const mpq_t y)
{
    mpq_set(r, mpq_cmp(x, y) > 0 ? x : y);
}

static void exact_min(mpq_t r, const mpq_t x, const mpq_t y)
{
    mpq_set(r, mpq_cmp(x, y) < 0 ? x : y);
}

static void exact_div(mpq_t r, const mpq_t x, const mpq_t y)
{
    if (mpq_sgn(y) != 0)
        mpq_div(r, x, y);
}

static void check_pair(pair *op, exact_pair *exact, struct rng *rng)
{
    interval_t x, y, r, alias;
    rational_t p, q, s;
    interval_init(&x, BITS);
    interval_init(&y, BITS);
    interval_init(&r, BITS);
    interval_init(&alias, BITS);
    rational_init(&p);
    rational_init(&q);
    rational_init(&s);
    for (int k = 0; k < TRIALS; k++) {
        draw(&x, &p, rng);
        draw(&y, &q, rng);
        op(&r, &x, &y);
        exact(s.q, p.q, q.q);
        assert_holds(&r, s.q);
        interval_set(&alias, &x);
        op(&alias, &alias, &y);
        assert_same(&alias, &r);
        interval_set(&alias, &y);
        op(&alias, &x, &alias);
        assert_same(&alias, &r);
        op(&r, &x, &x);
        interval_set(&alias, &x);
        op(&alias, &alias, &alias);
        assert_same(&alias, &r);
    }
    interval_clear(&x);
    interval_clear(&y);
    interval_clear(&r);
    interval_clear(&alias);
    rational_clear(&p);
    rational_clear(&q);
    rational_clear(&s);
}

static void test_pairs_contain_exact_results(void **state)
{
    (void)state;
    struct rng rng = rng_start(1);
    check_pair(interval_add, mpq_add, &rng);
    check_pair(interval_sub, mpq_sub, &rng);
    check_pair(interval_mul, mpq_mul, &rng);
    check_pair(interval_div, exact_div, &rng);
    check_pair(interval_max, exact_max, &rng);
    check_pair(interval_min, exact_min, &rng);
}

typedef void single(interval_t *r, const interval_t *x);

static void exact_relu(mpq_t r, const mpq_t x)
{
    if (mpq_sgn(x) < 0)
        mpq_set_si(r, 0, 1);
    else
        mpq_set(r, x);
}

static void exact_square(mpq_t r, const mpq_t x)
{
    mpq_mul(r, x, x);
}

static void exact_sign(mpq_t r, const mpq_t x)
{
    mpq_set_si(r, mpq_sgn(x), 1);
}

static void check_single(single *op, void (*exact)(mpq_t, const mpq_t),
                         struct rng *rng)
{
    interval_t x, r, alias;
    rational_t p, s;
    interval_init(&x, BITS);
    interval_init(&r, BITS);
    interval_init(&alias, BITS);
    rational_init(&p);
    rational_init(&s);
    for (int k = 0; k < TRIALS; k++) {
        draw(&x, &p, rng);
        op(&r, &x);
        exact(s.q, p.q);
        assert_holds(&r, s.q);
        interval_set(&alias, &x);
        op(&alias, &alias);
        assert_same(&alias, &r);
    }
    interval_clear(&x);
    interval_clear(&r);
    interval_clear(&alias);
    rational_clear(&p);
    rational_clear(&s);
}

static void test_singles_contain_exact_results(void **state)
{
    (void)state;
    struct rng rng = rng_start(2);
    check_single(interval_neg, mpq_neg, &rng);
    check_single(interval_abs, mpq_abs, &rng);
    check_single(interval_sqr, exact_square, &rng);
    check_single(interval_clip, exact_relu, &rng);
    check_single(interval_sign, exact_sign, &rng);
}

/* f at a number of x with many bits lies in f(x) with few. */
static void check_function(single *op,
                           int (*f)(mpfr_t, const mpfr_t, mpfr_rnd_t),
                           bool positive, struct rng *rng)
{
    interval_t x, r, alias;
    rational_t p;
    mpfr_t value, exact;
    interval_init(&x, BITS);
    interval_init(&r, BITS);
    interval_init(&alias, BITS);
    rational_init(&p);
    mpfr_init2(value, 400);
    mpfr_init2(exact, 400);
    for (int k = 0; k < TRIALS / 4; k++) {
        draw(&x, &p, rng);
        if (positive) {
            interval_abs(&x, &x);
            mpq_abs(p.q, p.q);
        }
        if (positive && !interval_certainly_positive(&x))
            continue;
        op(&r, &x);
        mpfr_set_q(value, p.q, MPFR_RNDZ);
        f(exact, value, MPFR_RNDZ);
        /* the double rounding is far below the last bit of r */
        assert_true(mpfr_lessequal_p(r.lo, exact));
        assert_true(mpfr_greaterequal_p(r.hi, exact));
        interval_set(&alias, &x);
        op(&alias, &alias);
        assert_same(&alias, &r);
    }
    interval_clear(&x);
    interval_clear(&r);
    interval_clear(&alias);
    rational_clear(&p);
    mpfr_clear(value);
    mpfr_clear(exact);
}

static void test_functions_contain_precise_results(void **state)
{
    (void)state;
    struct rng rng = rng_start(3);
    check_function(interval_exp, mpfr_exp, false, &rng);
    check_function(interval_log, mpfr_log, true, &rng);
    check_function(interval_sqrt, mpfr_sqrt, true, &rng);
    check_function(interval_sin, mpfr_sin, false, &rng);
    check_function(interval_cos, mpfr_cos, false, &rng);
    check_function(interval_tanh, mpfr_tanh, false, &rng);
    check_function(interval_erf, mpfr_erf, false, &rng);
}

static void set_range(interval_t *x, double lo, double hi)
{
    mpfr_set_d(x->lo, lo, MPFR_RNDD);
    mpfr_set_d(x->hi, hi, MPFR_RNDU);
}

static void assert_range(const interval_t *x, double lo, double hi)
{
    assert_true(mpfr_cmp_d(x->lo, lo) <= 0);
    assert_true(mpfr_cmp_d(x->hi, hi) >= 0);
}

static void test_waves_reach_their_extremes(void **state)
{
    (void)state;
    interval_t x, r;
    interval_init(&x, 80);
    interval_init(&r, 80);
    set_range(&x, 1.5, 1.6); /* pi/2 */
    interval_sin(&r, &x);
    assert_true(mpfr_cmp_d(r.hi, 1) == 0 && mpfr_cmp_d(r.lo, 0.99) > 0);
    set_range(&x, 4.7, 4.8); /* 3 pi/2 */
    interval_sin(&r, &x);
    assert_true(mpfr_cmp_d(r.lo, -1) == 0 && mpfr_cmp_d(r.hi, -0.99) < 0);
    set_range(&x, -0.1, 0.1);
    interval_cos(&r, &x);
    assert_true(mpfr_cmp_d(r.hi, 1) == 0 && mpfr_cmp_d(r.lo, 0.99) > 0);
    set_range(&x, 3.1, 3.2);
    interval_cos(&r, &x);
    assert_true(mpfr_cmp_d(r.lo, -1) == 0 && mpfr_cmp_d(r.hi, -0.99) < 0);
    set_range(&x, 100, 107);
    interval_sin(&r, &x);
    assert_range(&r, -1, 1);
    set_range(&x, 0.1, 0.2); /* no extreme inside: narrow */
    interval_sin(&r, &x);
    assert_true(mpfr_cmp_d(r.lo, 0.09) > 0 && mpfr_cmp_d(r.hi, 0.2) < 0);
    set_range(&x, 0x1p200, 0x1p200);
    interval_cos(&r, &x);
    assert_true(mpfr_cmp_d(r.hi, 1) <= 0 && mpfr_cmp_d(r.lo, -1) >= 0);
    interval_set_whole(&x);
    interval_cos(&r, &x);
    assert_range(&r, -1, 1);
    interval_clear(&x);
    interval_clear(&r);
}

static void test_powers_follow_signs(void **state)
{
    (void)state;
    interval_t x, r;
    interval_init(&x, 80);
    interval_init(&r, 80);
    set_range(&x, -2, 3);
    interval_pow_si(&r, &x, 2);
    assert_true(mpfr_zero_p(r.lo) && mpfr_cmp_d(r.hi, 9) == 0);
    interval_pow_si(&r, &x, 3);
    assert_true(mpfr_cmp_d(r.lo, -8) == 0 && mpfr_cmp_d(r.hi, 27) == 0);
    interval_pow_si(&r, &x, 0);
    assert_true(mpfr_cmp_d(r.lo, 1) == 0 && mpfr_cmp_d(r.hi, 1) == 0);
    interval_pow_si(&r, &x, -1);
    assert_false(interval_is_finite(&r));
    set_range(&x, -4, -2);
    interval_pow_si(&r, &x, -1);
    assert_true(mpfr_cmp_d(r.lo, -0.5) == 0 && mpfr_cmp_d(r.hi, -0.25) == 0);
    interval_pow_si(&r, &x, -2);
    assert_true(mpfr_cmp_d(r.lo, 0.0625) == 0 && mpfr_cmp_d(r.hi, 0.25) == 0);
    set_range(&x, 2, 3);
    interval_pow(&r, &x, &x);
    assert_range(&r, 4, 27);
    interval_clear(&x);
    interval_clear(&r);
}

static void test_infinite_ends_stay_sound(void **state)
{
    (void)state;
    interval_t whole, zero, one, r;
    interval_init(&whole, 80);
    interval_init(&zero, 80);
    interval_init(&one, 80);
    interval_init(&r, 80);
    interval_set_whole(&whole);
    interval_set_si(&one, 1);
    interval_sub(&r, &whole, &whole);
    assert_false(mpfr_nan_p(r.lo) || mpfr_nan_p(r.hi));
    assert_range(&r, -1e300, 1e300);
    interval_mul(&r, &whole, &zero);
    assert_true(interval_is_zero(&r));
    interval_mul(&r, &whole, &whole);
    assert_range(&r, -1e300, 1e300);
    interval_div(&r, &one, &whole);
    assert_range(&r, -1e300, 1e300);
    interval_div(&r, &one, &zero);
    assert_range(&r, -1e300, 1e300);
    interval_exp(&r, &whole);
    assert_true(mpfr_sgn(r.lo) >= 0 && mpfr_inf_p(r.hi));
    interval_tanh(&r, &whole);
    assert_range(&r, -1, 1);
    interval_set_si(&whole, 1);
    mpfr_set_inf(whole.hi, 1); /* [1, inf] */
    interval_div(&r, &one, &whole);
    assert_true(mpfr_zero_p(r.lo) && mpfr_cmp_d(r.hi, 1) == 0);
    interval_log(&r, &whole);
    assert_true(mpfr_inf_p(r.hi) && mpfr_cmp_d(r.lo, 0) <= 0);
    mpfr_set_inf(whole.lo, 1); /* [inf, inf], as what overflows */
    mpfr_set_inf(zero.lo, -1);
    mpfr_set_inf(zero.hi, -1);
    interval_add(&r, &whole, &zero);
    assert_true(mpfr_inf_p(r.lo) && mpfr_inf_p(r.hi));
    assert_range(&r, -1e300, 1e300);
    interval_sub(&r, &whole, &whole);
    assert_true(mpfr_inf_p(r.lo) && mpfr_inf_p(r.hi));
    assert_range(&r, -1e300, 1e300);
    interval_clear(&whole);
    interval_clear(&zero);
    interval_clear(&one);
    interval_clear(&r);
}

/* More digits than the precision has: the ends are rounded outwards. */
static void test_long_integers_are_enclosed(void **state)
{
    (void)state;
    interval_t x;
    mpq_t q;
    interval_init(&x, BITS);
    mpq_init(q);
    for (int negative = 0; negative < 2; negative++)
        for (long more = -1; more <= 1; more++) {
            const long value = (1L << (BITS + 10)) + more;
            mpq_set_si(q, negative ? -value : value, 1);
            interval_set_si(&x, negative ? -value : value);
            assert_holds(&x, q);
            assert_int_equal(mpfr_equal_p(x.lo, x.hi) != 0, more == 0);
        }
    mpq_clear(q);
    interval_clear(&x);
}

/* The sign of [lo, hi] is [signs of the ends]. */
static void test_signs_are_those_of_the_ends(void **state)
{
    (void)state;
    interval_t x, y;
    interval_init(&x, BITS);
    interval_init(&y, BITS);
    for (long lo = -2; lo <= 2; lo++)
        for (long hi = lo; hi <= 2; hi++) {
            interval_set_si(&x, lo);
            interval_set_si(&y, hi);
            interval_hull(&x, &x, &y);
            interval_sign(&y, &x);
            assert_int_equal(mpfr_get_si(y.lo, MPFR_RNDD), (lo > 0) - (lo < 0));
            assert_int_equal(mpfr_get_si(y.hi, MPFR_RNDU), (hi > 0) - (hi < 0));
        }
    interval_clear(&x);
    interval_clear(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_contain_exact_results),
        cmocka_unit_test(test_singles_contain_exact_results),
        cmocka_unit_test(test_functions_contain_precise_results),
        cmocka_unit_test(test_waves_reach_their_extremes),
        cmocka_unit_test(test_powers_follow_signs),
        cmocka_unit_test(test_long_integers_are_enclosed),
        cmocka_unit_test(test_signs_are_those_of_the_ends),
        cmocka_unit_test(test_infinite_ends_stay_sound),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
