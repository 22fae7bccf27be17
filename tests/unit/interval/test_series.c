/*
 * Series and quadrature: Taylor's formula with the coefficients that are found
 * against MPFR's functions at a higher precision, and integrals against closed
 * forms.
 */
#include "interval/quadrature.h"

#include "base/rng.h"
#include "support/cmocka_all.h"

#include <math.h>

enum { BITS = 60, FINE = 300, TRIALS = 400 };

/* p + q t + r t^2 in eighths, and a width in 64ths. */
struct inner {
    long p, q, r, width;
};

static struct inner draw(struct rng *rng, long least)
{
    struct inner x = {
        least + (long)rng_below(rng, 24), (long)rng_below(rng, 33) - 16,
        (long)rng_below(rng, 17) - 8, 1 + (long)rng_below(rng, 16)};

    return x;
}

static void point(interval_t *r, long eighths)
{
    interval_set_si(r, eighths);
    interval_div_si(r, r, 8);
}

/* The series of p + q t + r t^2 about 0, or on [-width, width]. */
static void inner_series(struct series *r, const struct inner *x,
                         const interval_t *range)
{
    struct series t, square, scale, product;
    interval_t c;

    series_init(&t, BITS);
    series_init(&square, BITS);
    series_init(&scale, BITS);
    series_init(&product, BITS);
    interval_init(&c, BITS);
    series_variable(&t, range);
    series_mul(&square, &t, &t);
    point(&c, x->p);
    series_constant(r, &c);
    point(&c, x->q);
    series_constant(&scale, &c);
    series_mul(&product, &scale, &t);
    series_add(r, r, &product);
    point(&c, x->r);
    series_constant(&scale, &c);
    series_mul(&product, &scale, &square);
    series_add(r, r, &product);
    series_clear(&t);
    series_clear(&square);
    series_clear(&scale);
    series_clear(&product);
    interval_clear(&c);
}

static void inner_value(mpfr_t r, const struct inner *x, mpfr_srcptr t)
{
    mpfr_mul_si(r, t, x->r, MPFR_RNDN);
    mpfr_add_si(r, r, x->q, MPFR_RNDN);
    mpfr_mul(r, r, t, MPFR_RNDN);
    mpfr_add_si(r, r, x->p, MPFR_RNDN);
    mpfr_div_ui(r, r, 8, MPFR_RNDN);
}

/* One function: by series, by MPFR, the least p. */
struct case_of {
    void (*series)(struct series *r, const struct series *x,
                   enum series_place place);
    void (*value)(mpfr_t r, mpfr_srcptr x);
    long least;
};

#define CALL(name, fn, interval)                                               \
    static void series_##name(struct series *r, const struct series *x,        \
                              enum series_place place)                         \
    {                                                                          \
        interval(&r->c[0], &x->c[0]);                                          \
        series_call(r, fn, x, place);                                          \
    }                                                                          \
    static void value_##name(mpfr_t r, mpfr_srcptr x)                          \
    {                                                                          \
        mpfr_##name(r, x, MPFR_RNDN);                                          \
    }
CALL(exp, FN_EXP, interval_exp)
CALL(log, FN_LOG, interval_log)
CALL(sin, FN_SIN, interval_sin)
CALL(cos, FN_COS, interval_cos)
CALL(tanh, FN_TANH, interval_tanh)
CALL(erf, FN_ERF, interval_erf)
CALL(sqrt, FN_SQRT, interval_sqrt)
CALL(abs, FN_ABS, interval_abs)

static void series_inverse_cube(struct series *r, const struct series *x,
                                enum series_place place)
{
    interval_t q;

    (void)place;
    interval_init(&q, BITS);
    interval_set_si(&q, -3);
    interval_pow_si(&r->c[0], &x->c[0], -3);
    series_power(r, x, &q);
    interval_clear(&q);
}

static void value_inverse_cube(mpfr_t r, mpfr_srcptr x)
{
    mpfr_pow_si(r, x, -3, MPFR_RNDN);
}

static void series_self_power(struct series *r, const struct series *x,
                              enum series_place place)
{
    (void)place;
    interval_pow(&r->c[0], &x->c[0], &x->c[0]);
    series_pow(r, x, x);
}

static void value_self_power(mpfr_t r, mpfr_srcptr x)
{
    mpfr_pow(r, x, x, MPFR_RNDN);
}

static const struct case_of cases[] = {
    {series_exp, value_exp, -12},
    {series_log, value_log, 20},
    {series_sin, value_sin, -12},
    {series_cos, value_cos, -12},
    {series_tanh, value_tanh, -12},
    {series_erf, value_erf, -12},
    {series_sqrt, value_sqrt, 20},
    {series_abs, value_abs, 20},
    {series_abs, value_abs, -60},
    {series_inverse_cube, value_inverse_cube, 20},
    {series_inverse_cube, value_inverse_cube, -60},
    {series_self_power, value_self_power, 20},
};

/* sum_{k < N} c_k(0) t^k + c_N(range) t^N has f(t); false: not smooth. */
static bool formula_holds(const struct case_of *f, const struct inner *x,
                          mpfr_srcptr at)
{
    struct series arg, middle, range;
    interval_t where, t, power, sum;
    mpfr_t value, exact;
    bool smooth;

    series_init(&arg, BITS);
    series_init(&middle, BITS);
    series_init(&range, BITS);
    interval_init(&where, BITS);
    interval_init(&t, BITS);
    interval_init(&power, BITS);
    interval_init(&sum, BITS);
    mpfr_inits2(FINE, value, exact, (mpfr_ptr)NULL);
    inner_series(&arg, x, &where);
    f->series(&middle, &arg, SERIES_POINT);
    mpfr_set_si_2exp(where.lo, -x->width, -6, MPFR_RNDD);
    mpfr_set_si_2exp(where.hi, x->width, -6, MPFR_RNDU);
    inner_series(&arg, x, &where);
    f->series(&range, &arg, SERIES_RANGE);
    mpfr_set(t.lo, at, MPFR_RNDD);
    mpfr_set(t.hi, at, MPFR_RNDU);
    interval_set_si(&power, 1);
    for (int k = 0; k <= SERIES_ORDER; k++) {
        interval_t term;

        interval_init(&term, BITS);
        interval_mul(&term, k < SERIES_ORDER ? &middle.c[k] : &range.c[k],
                     &power);
        interval_add(&sum, &sum, &term);
        interval_mul(&power, &power, &t);
        interval_clear(&term);
    }
    inner_value(exact, x, at);
    f->value(value, exact);
    smooth = middle.smooth && range.smooth;
    if (smooth) {
        assert_true(mpfr_cmp(sum.lo, value) <= 0);
        assert_true(mpfr_cmp(sum.hi, value) >= 0);
    }
    series_clear(&arg);
    series_clear(&middle);
    series_clear(&range);
    interval_clear(&where);
    interval_clear(&t);
    interval_clear(&power);
    interval_clear(&sum);
    mpfr_clears(value, exact, (mpfr_ptr)NULL);
    return smooth;
}

static void test_taylor_formula(void **state)
{
    struct rng rng = rng_start(6);

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t smooth = 0;

        for (int i = 0; i < TRIALS; i++) {
            const struct inner x = draw(&rng, cases[k].least);
            mpfr_t at;

            mpfr_init2(at, BITS);
            mpfr_set_si_2exp(at, (long)rng_below(&rng, 2 * 16 * 64) - 16 * 64,
                             -10, MPFR_RNDN);
            mpfr_mul_si(at, at, x.width, MPFR_RNDN);
            mpfr_div_2ui(at, at, 6, MPFR_RNDN);
            smooth += formula_holds(&cases[k], &x, at);
            mpfr_clear(at);
        }
        assert_true(smooth > TRIALS / 2);
    }
}

/* Quadrature. */

/* -(t - 1/2)^2, which is 0 in the middle of [0, 1]. */
static void hump(struct series *r, const interval_t *x)
{
    struct series t, minus;
    interval_t c;

    series_init(&t, BITS);
    series_init(&minus, BITS);
    interval_init(&c, BITS);
    series_variable(&t, x);
    interval_set_si(&c, -1);
    interval_div_si(&c, &c, 2);
    series_constant(&minus, &c);
    series_add(&t, &t, &minus);
    series_mul(&minus, &t, &t);
    interval_sqr(&minus.c[0], &t.c[0]);
    for (int k = 0; k <= SERIES_ORDER; k++)
        interval_neg(&r->c[k], &minus.c[k]);
    r->smooth = true;
    series_clear(&t);
    series_clear(&minus);
    interval_clear(&c);
}

static void bent_hump(struct series *r, void *context, const interval_t *x,
                      enum series_place place)
{
    struct series arg, other;

    series_init(&arg, BITS);
    series_init(&other, BITS);
    hump(&arg, x);
    if (context == NULL) {
        interval_abs(&r->c[0], &arg.c[0]);
        series_call(r, FN_ABS, &arg, place);
    } else {
        for (int k = 0; k <= SERIES_ORDER; k++)
            interval_neg(&other.c[k], &arg.c[k]);
        interval_max(&r->c[0], &other.c[0], &arg.c[0]);
        series_max(r, &arg, &other, place);
    }
    series_clear(&arg);
    series_clear(&other);
}

static void plain(struct series *r, void *context, const interval_t *x,
                  enum series_place place)
{
    const enum function fn = *(enum function *)context;
    struct series t;

    series_init(&t, BITS);
    series_variable(&t, x);
    interval_set_whole(&r->c[0]);
    if (fn == FN_EXP)
        interval_exp(&r->c[0], x);
    if (fn == FN_ABS)
        interval_abs(&r->c[0], x);
    if (fn == FN_LOG)
        interval_log(&r->c[0], x);
    series_call(r, fn, &t, place);
    series_clear(&t);
}

static void between(interval_t *r, double lo, double hi)
{
    mpfr_set_d(r->lo, lo, MPFR_RNDD);
    mpfr_set_d(r->hi, hi, MPFR_RNDU);
}

/* Whether it is found; then, that it has the value and is that narrow. */
static bool check(const struct quadrature *f, const double lo[2],
                  const double hi[2], double value, double width)
{
    interval_t r, a, b;
    bool found;

    interval_init(&r, BITS);
    interval_init(&a, BITS);
    interval_init(&b, BITS);
    between(&a, lo[0], lo[1]);
    between(&b, hi[0], hi[1]);
    found = quadrature(&r, f, &a, &b);
    if (found) {
        assert_true(mpfr_cmp_d(r.lo, value + 1e-15) <= 0);
        assert_true(mpfr_cmp_d(r.hi, value - 1e-15) >= 0);
        mpfr_sub(r.hi, r.hi, r.lo, MPFR_RNDU);
        assert_true(mpfr_cmp_d(r.hi, width) <= 0);
    }
    interval_clear(&r);
    interval_clear(&a);
    interval_clear(&b);
    return found;
}

/* Where the two branches meet in the middle of a piece neither is the other. */
static void test_touching_branches(void **state)
{
    const struct quadrature f = {bent_hump, NULL, BITS};
    const struct quadrature g = {bent_hump, *state, BITS};
    double zero[] = {0, 0}, one[] = {1, 1};

    assert_true(check(&f, zero, one, 1. / 12, 1));
    assert_true(check(&g, zero, one, 1. / 12, 1));
}

static void test_integrals_have_closed_forms(void **state)
{
    enum function fn = FN_EXP;
    const struct quadrature f = {plain, &fn, BITS};
    double zero[] = {0, 0}, one[] = {1, 1}, minus[] = {-1, -1};
    double e = 2.718281828459045;

    (void)state;
    assert_true(check(&f, zero, one, e - 1, 1e-12));
    assert_true(check(&f, one, zero, 1 - e, 1e-12));
    assert_true(check(&f, one, one, 0, 0));
    fn = FN_ABS;
    assert_true(check(&f, minus, one, 1, 1e-9));
    fn = FN_LOG;
    assert_true(check(&f, one, (double[]){e, e}, 1, 1e-12));
    assert_false(check(&f, zero, one, -1, 10));
    assert_false(check(&f, minus, one, -2, 10));
    fn = FN_SIGN;
    assert_false(check(&f, minus, one, 0, 10)); /* as it has no values here */
}

/* Ends in intervals, whichever way round. */
static void test_ends_that_are_not_known(void **state)
{
    enum function fn = FN_EXP;
    const struct quadrature f = {plain, &fn, BITS};
    struct rng rng = rng_start(6);

    (void)state;
    for (int i = 0; i < 200; i++) {
        double a = (double)rng_below(&rng, 64) / 16 - 2;
        double b = (double)rng_below(&rng, 64) / 16 - 2;
        double u = (double)rng_below(&rng, 9) / 8, v = 1 - u;
        double lo[] = {a - u / 2, a + v / 2}, hi[] = {b - v / 2, b + u / 2};

        assert_true(check(&f, lo, hi, exp(b) - exp(a), 20));
    }
    assert_false(
        check(&f, (double[]){0, 0}, (double[]){0, INFINITY}, 0, 1e300));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taylor_formula),
        cmocka_unit_test_prestate(test_touching_branches, (void *)"larger"),
        cmocka_unit_test(test_integrals_have_closed_forms),
        cmocka_unit_test(test_ends_that_are_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
