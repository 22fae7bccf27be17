/*
 * Images: what they say of their ends and of 0, against exact rationals and
 * against MPFR at a higher precision.
 */
#include "interval/image.h"

#include "base/rng.h"
#include "support/cmocka_all.h"

enum { BITS = 40, FINE = 200, TRIALS = 4000, HALVES = 4 };

/* A number of halves, so that members meet ends. */
static void draw_number(mpq_t q, struct rng *rng)
{
    mpq_set_si(q, (long)rng_below(rng, 2 * HALVES + 1) - HALVES, 2);
    mpq_canonicalize(q);
}

/* An image by its ends and flags, with one of its members. */
static void draw(struct image *x, mpq_t member, struct rng *rng)
{
    mpq_t lo, hi;
    bool fits;

    mpq_init(lo);
    mpq_init(hi);
    do {
        struct image whole;

        draw_number(lo, rng);
        draw_number(hi, rng);
        draw_number(member, rng);
        image_whole(x);
        if (rng_below(rng, 4) > 0)
            mpfr_set_q(x->x.lo, lo, MPFR_RNDD);
        if (rng_below(rng, 4) > 0)
            mpfr_set_q(x->x.hi, hi, MPFR_RNDU);
        x->above = rng_below(rng, 2);
        x->below = rng_below(rng, 2);
        x->nonzero = rng_below(rng, 3) == 0;
        fits = mpfr_cmp_q(x->x.lo, member) <= (x->above ? -1 : 0) &&
               mpfr_cmp_q(x->x.hi, member) >= (x->below ? 1 : 0) &&
               (!x->nonzero || mpq_sgn(member) != 0);
        image_init(&whole, BITS);
        image_meet(x, x, &whole);
        image_clear(&whole);
    } while (!fits);
    mpq_clear(lo);
    mpq_clear(hi);
}

static void assert_has(const struct image *r, const mpq_t q)
{
    const int low = mpfr_cmp_q(r->x.lo, q), high = mpfr_cmp_q(r->x.hi, q);

    assert_true(low < 0 || (low == 0 && !r->above));
    assert_true(high > 0 || (high == 0 && !r->below));
    assert_true(!r->nonzero || mpq_sgn(q) != 0);
    assert_false(image_is_empty(r));
    assert_true(!image_is_positive(r) || mpq_sgn(q) > 0);
    assert_true(!image_is_negative(r) || mpq_sgn(q) < 0);
}

typedef void exact_pair(mpq_t r, const mpq_t x, const mpq_t y);

static void exact_max(mpq_t r, const mpq_t x, const mpq_t y)
{
    mpq_set(r, mpq_cmp(x, y) > 0 ? x : y);
}

static void exact_min(mpq_t r, const mpq_t x, const mpq_t y)
{
    mpq_set(r, mpq_cmp(x, y) < 0 ? x : y);
}

static void check_pair(image_binary *op, exact_pair *exact, struct rng *rng)
{
    struct image x, y, r;
    mpq_t p, q;

    image_init(&x, BITS);
    image_init(&y, BITS);
    image_init(&r, BITS);
    mpq_init(p);
    mpq_init(q);
    for (int k = 0; k < TRIALS; k++) {
        draw(&x, p, rng);
        draw(&y, q, rng);
        op(&r, &x, &y);
        exact(p, p, q);
        assert_has(&r, p);
        op(&x, &x, &y);
        assert_has(&x, p);
    }
    image_clear(&x);
    image_clear(&y);
    image_clear(&r);
    mpq_clear(p);
    mpq_clear(q);
}

static void test_pairs(void **state)
{
    struct rng rng = rng_start(1);

    (void)state;
    check_pair(image_add, mpq_add, &rng);
    check_pair(image_mul, mpq_mul, &rng);
    check_pair(image_max, exact_max, &rng);
    check_pair(image_min, exact_min, &rng);
}

/* A number that is in both is in what they have in common. */
static void test_a_common_member_stays(void **state)
{
    struct rng rng = rng_start(2);
    struct image x, y;
    mpq_t p, q;
    int common = 0;

    (void)state;
    image_init(&x, BITS);
    image_init(&y, BITS);
    mpq_inits(p, q, NULL);
    for (int k = 0; k < TRIALS; k++) {
        draw(&x, p, &rng);
        draw(&y, q, &rng);
        if (!mpq_equal(p, q))
            continue;
        image_meet(&x, &x, &y);
        assert_has(&x, p);
        common++;
    }
    assert_true(common > 100);
    image_clear(&x);
    image_clear(&y);
    mpq_clears(p, q, NULL);
}

typedef void single(struct image *r, const struct image *x);
typedef void exact_single(mpq_t r, const mpq_t x);

static void square(struct image *r, const struct image *x)
{
    image_power(r, x, 2);
}

static void cube(struct image *r, const struct image *x)
{
    image_power(r, x, 3);
}

static void exact_square(mpq_t r, const mpq_t x)
{
    mpq_mul(r, x, x);
}

static void exact_cube(mpq_t r, const mpq_t x)
{
    mpq_t square;

    mpq_init(square);
    mpq_mul(square, x, x);
    mpq_mul(r, square, x);
    mpq_clear(square);
}

static void exact_recip(mpq_t r, const mpq_t x)
{
    if (mpq_sgn(x) == 0)
        mpq_set_ui(r, 0, 1); /* of the total model */
    else
        mpq_inv(r, x);
}

#define CALL(name, fn)                                                         \
    static void name(struct image *r, const struct image *x)                   \
    {                                                                          \
        image_call(r, fn, x);                                                  \
    }
CALL(call_abs, FN_ABS)
CALL(call_relu, FN_RELU)
CALL(call_sign, FN_SIGN)

static void exact_relu(mpq_t r, const mpq_t x)
{
    if (mpq_sgn(x) < 0)
        mpq_set_ui(r, 0, 1);
    else
        mpq_set(r, x);
}

static void exact_sign(mpq_t r, const mpq_t x)
{
    mpq_set_si(r, mpq_sgn(x), 1);
}

static void check_single(single *op, exact_single *exact, struct rng *rng)
{
    struct image x, r;
    mpq_t p, q;

    image_init(&x, BITS);
    image_init(&r, BITS);
    mpq_inits(p, q, NULL);
    for (int k = 0; k < TRIALS; k++) {
        draw(&x, p, rng);
        op(&r, &x);
        exact(q, p);
        assert_has(&r, q);
        op(&x, &x);
        assert_has(&x, q);
    }
    image_clear(&x);
    image_clear(&r);
    mpq_clears(p, q, NULL);
}

static void test_singles(void **state)
{
    struct rng rng = rng_start(3);

    (void)state;
    check_single(image_neg, mpq_neg, &rng);
    check_single(square, exact_square, &rng);
    check_single(cube, exact_cube, &rng);
    check_single(image_recip, exact_recip, &rng);
    check_single(call_abs, mpq_abs, &rng);
    check_single(call_relu, exact_relu, &rng);
    check_single(call_sign, exact_sign, &rng);
}

/* The total function at a rational, as closely as FINE bits say. */
static void total(mpfr_t r, enum function fn, const mpq_t x)
{
    mpfr_set_q(r, x, MPFR_RNDN);
    switch ((int)fn) {
    case FN_EXP:
        mpfr_exp(r, r, MPFR_RNDN);
        return;
    case FN_TANH:
        mpfr_tanh(r, r, MPFR_RNDN);
        return;
    case FN_ERF:
        mpfr_erf(r, r, MPFR_RNDN);
        return;
    case FN_SIN:
        mpfr_sin(r, r, MPFR_RNDN);
        return;
    case FN_COS:
        mpfr_cos(r, r, MPFR_RNDN);
        return;
    case FN_SQRT:
        if (mpq_sgn(x) < 0)
            mpfr_set_zero(r, 1);
        else
            mpfr_sqrt(r, r, MPFR_RNDN);
        return;
    default: /* log(abs(x)), 0 at 0 */
        mpfr_abs(r, r, MPFR_RNDN);
        if (mpq_sgn(x) == 0)
            mpfr_set_zero(r, 1);
        else
            mpfr_log(r, r, MPFR_RNDN);
    }
}

static void check_call(enum function fn, struct rng *rng)
{
    struct image x, r;
    mpfr_t value;
    mpq_t p, q;

    image_init(&x, BITS);
    image_init(&r, BITS);
    mpfr_init2(value, FINE);
    mpq_inits(p, q, NULL);
    for (int k = 0; k < TRIALS; k++) {
        draw(&x, p, rng);
        image_call(&r, fn, &x);
        total(value, fn, p);
        mpfr_get_q(q, value);
        assert_has(&r, q);
    }
    image_clear(&x);
    image_clear(&r);
    mpfr_clear(value);
    mpq_clears(p, q, NULL);
}

static void test_functions(void **state)
{
    static const enum function functions[] = {FN_EXP, FN_LOG, FN_SQRT, FN_TANH,
                                              FN_ERF, FN_SIN, FN_COS};
    struct rng rng = rng_start(4);

    (void)state;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        check_call(functions[i], &rng);
}

/* x^q: exp(q log x) above 0, else 0, for a q that is no integer. */
static void test_roots(void **state)
{
    struct rng rng = rng_start(5);
    rational_t *exponent;
    struct arena *arena = arena_new();
    struct image x, y, r;
    mpfr_t value;
    mpq_t p, q;

    (void)state;
    exponent = rational_new(arena);
    image_init(&x, BITS);
    image_init(&y, BITS);
    image_init(&r, BITS);
    mpfr_init2(value, FINE);
    mpq_inits(p, q, NULL);
    for (int k = 0; k < TRIALS; k++) {
        draw(&x, p, &rng);
        mpq_set_si(exponent->q, 2 * (long)rng_below(&rng, 6) - 5, 2);
        image_number(&y, exponent);
        image_pow(&r, &x, &y, rng_below(&rng, 2) ? exponent : NULL);
        mpfr_set_zero(value, 1);
        if (mpq_sgn(p) > 0) {
            mpfr_set_q(value, p, MPFR_RNDN);
            mpfr_log(value, value, MPFR_RNDN);
            mpfr_mul_q(value, value, exponent->q, MPFR_RNDN);
            mpfr_exp(value, value, MPFR_RNDN);
        }
        if (mpq_cmp_ui(p, 1, 1) == 0) /* exactly */
            mpfr_set_ui(value, 1, MPFR_RNDN);
        if (mpfr_integer_p(value) || interval_is_finite(&r.x)) {
            mpfr_get_q(q, value);
            assert_true(mpfr_cmp_q(r.x.lo, q) <= 0);
            assert_true(mpfr_cmp_q(r.x.hi, q) >= 0);
            assert_true(!r.nonzero || mpq_sgn(p) > 0);
        }
    }
    image_clear(&x);
    image_clear(&y);
    image_clear(&r);
    mpfr_clear(value);
    mpq_clears(p, q, NULL);
    arena_free(arena);
}

/* Ends that functions do not reach. */
static void test_open_ends(void **state)
{
    struct image r;

    (void)state;
    image_init(&r, BITS);
    image_call(&r, FN_EXP, &r);
    assert_true(image_is_positive(&r));
    image_recip(&r, &r);
    assert_true(image_is_positive(&r));
    image_whole(&r);
    image_call(&r, FN_TANH, &r);
    assert_true(mpfr_cmp_si(r.x.hi, 1) == 0 && r.below && r.above);
    image_whole(&r);
    mpfr_set_zero(r.x.lo, 1);
    image_recip(&r, &r); /* 0 may be a value */
    assert_true(mpfr_inf_p(r.x.lo) && mpfr_inf_p(r.x.hi));
    image_clear(&r);
}

static void test_integers(void **state)
{
    struct image r;

    (void)state;
    image_init(&r, BITS);
    mpfr_set_d(r.x.lo, 0, MPFR_RNDD);
    mpfr_set_d(r.x.hi, 2.5, MPFR_RNDU);
    r.above = true;
    image_integers(&r);
    assert_true(mpfr_cmp_si(r.x.lo, 1) == 0 && mpfr_cmp_si(r.x.hi, 2) == 0);
    image_integers(&r);
    assert_true(mpfr_cmp_si(r.x.lo, 1) == 0 && mpfr_cmp_si(r.x.hi, 2) == 0);
    image_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_a_common_member_stays),
        cmocka_unit_test(test_singles),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_open_ends),
        cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
