/*
 * The kernel's functions at special and hard arguments, against MPFR with many
 * more bits, rounded both ways: each enclosure contains the value, and is no
 * wider than a few units in its last place.
 *
 * Hard arguments: doubles whose exp, log, sin or cos lies within about 2^-113
 * of a double or of the middle of two ([LefevreMuller2001], published tables),
 * where an end that is rounded the wrong way shows at once.
 */
#include "recheck/run.h"
#include "support/cmocka_all.h"

#include <float.h>
#include <limits.h>
#include <math.h>

enum { REFERENCE_BITS = 1600 };

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const mpfr_prec_t precisions[] = {24, 53, 128, 333};

/* Zero, the least and largest doubles, neighbours of 1, huge and tiny. */
static const double specials[] = {0,
                                  0x1p-1074,
                                  0x1p-1022,
                                  0x1p-537,
                                  1e-300,
                                  0x1p-60,
                                  0x1p-53,
                                  0x1p-52,
                                  0x1p-27,
                                  1e-5,
                                  0.1,
                                  0.5,
                                  1 - 0x1p-53,
                                  1,
                                  1 + 0x1p-52,
                                  1.5,
                                  2,
                                  2.718281828459045,
                                  3.141592653589793,
                                  5.9,
                                  6,
                                  9,
                                  19.06,
                                  26.6,
                                  27,
                                  88.7,
                                  100,
                                  708.4,
                                  709.782712893384,
                                  709.7827128933841,
                                  745.1332191019411,
                                  745.1332191019412,
                                  1e4,
                                  0x1p52,
                                  0x1p53,
                                  1e22,
                                  0x1p1000,
                                  DBL_MAX};

static const double hard_exp[] = {
    -0x1.e8bdbfcd9144ep3,   -0x1.71e0b869b5e79p2,   -0x1.02393d5976769p1,
    -0x1.2a9cad9998262p0,   -0x1.cc37ef7de7501p0,   -0x1.22e24fa3d5cf9p-1,
    -0x1.dc2b5df1f7d3dp-1,  -0x1.290ea09e36479p-3,  -0x1.a2fefefd580dfp-13,
    -0x1.ed318efb627eap-27, -0x1.4bd46601ae1efp-31, -0x1.1000000000242p-42,
    -0x1.8000000000012p-48, -0x1.0000000000001p-51, 0x1.fffffffffffffp-53,
    0x1.fffffffffffe0p-48,  0x1.7ffe7ffee0024p-32,  0x1.80017ffedffdcp-32,
    0x1.9e9cbbfd6080bp-31,  0x1.d7a7d893609e5p-26,  0x1.ba07d73250de7p-14,
    0x1.d77fd13d27fffp-11,  0x1.6a4d1af9cc989p-8,   0x1.accfbe46b4ef0p-1,
    0x1.aca7ae8da5a7bp0,    0x1.d6336a88077aap0,    0x2.85dc78fb8928cp0,
    0x1.76e7e5d7b6eacp3,    0x1.a8ead058bc6b8p3,    0x1.1d5c2daebe367p4,
    0x1.c44ce0d716a1ap4,
};

static const double hard_log[] = {
    0x1.0000000000001p0,   0x2.0012ecb039c9cp0, 0x6.46a37fd503fdcp0,
    0x7.78dfecc7f57fp0,    0x9.588ccf24bb9c8p0, 0xa.af87550d97e4p0,
    0xc.76f2496cb039p0,    0x1.11867637cbd03p4, 0x1.3d9d7d597a9ddp4,
    0x1.7f3825778aaafp4,   0x1.ac50b409c8aeep8, 0x1.de7cd6751029ap16,
    0x1.62a88613629b6p678,
};

static const double hard_sin[] = {
    0x1.e0000000001c2p-20,   0x1.598bae9e632f6p-7, 0x1.9283586503fep-5,
    0x1.d7bdcd778049fp-5,    0x1.a202b3fb84788p-4, 0x1.d037cb27ee6dfp-3,
    0x1.d5064e6fe82c5p-3,    0x1.fe767739d0f6dp-2, 0x1.d98c4c612718dp-1,
    0x1.921fb54442d18p0,     0x1.6756745770a51p1,  -0x1.0e16eb809a35dp944,
    -0x1.13a5ccd87c9bbp1008,
};

static const double hard_cos[] = {
    0x1.8000000000009p-23,  0x1.8000000000024p-22, 0x1.2000000000f30p-18,
    0x1.06b505550e6b2p-9,   0x1.97ccd3d2c438fp-6,  0x1.549ec0c0c5afap-5,
    0x1.16e534ee36580p-4,   0x1.efeef61d39ac2p-3,  0x1.feb1f7920e248p-2,
    0x1.7cb7648526f99p-1,   0x1.c65a170474549p-1,  0x1.6b8a6273d7c21p0,
    -0x1.d19ebc5567dcdp311,
};

static void set_point(interval_t *x, double value)
{
    assert_int_equal(mpfr_set_d(x->lo, value, MPFR_RNDD), 0);
    assert_int_equal(mpfr_set_d(x->hi, value, MPFR_RNDU), 0);
}

/*
 * At most `units` times 2^(e - bits), 2^e the first power of 2 above r; four
 * times that where the argument, a double, has more bits than the result.
 */
static void assert_narrow(const interval_t *r, long units)
{
    if (!interval_is_finite(r) || mpfr_equal_p(r->lo, r->hi))
        return;
    bool upper = mpfr_cmpabs(r->hi, r->lo) >= 0;
    mpfr_exp_t e = mpfr_get_exp(upper ? r->hi : r->lo);
    if (e < mpfr_get_emin() + 4000)
        return; /* underflow: [0, least] */
    mpfr_t width, most;
    mpfr_init2(width, 64);
    mpfr_init2(most, 64);
    mpfr_sub(width, r->hi, r->lo, MPFR_RNDU);
    long factor = mpfr_get_prec(r->lo) < 53 ? 4 : 1;
    mpfr_set_si_2exp(most, factor * units, e - (mpfr_exp_t)mpfr_get_prec(r->lo),
                     MPFR_RNDN);
    assert_true(mpfr_lessequal_p(width, most));
    mpfr_clear(width);
    mpfr_clear(most);
}

typedef void single(interval_t *r, const interval_t *x);
typedef int precise(mpfr_t r, const mpfr_t x, mpfr_rnd_t way);

static void assert_contains(const interval_t *r, mpfr_srcptr below,
                            mpfr_srcptr above)
{
    assert_true(mpfr_lessequal_p(r->lo, below));
    assert_true(mpfr_greaterequal_p(r->hi, above));
}

static void check_point(single *f, precise *g, double value, long units)
{
    mpfr_t x, below, above;
    mpfr_init2(x, 53);
    mpfr_init2(below, REFERENCE_BITS);
    mpfr_init2(above, REFERENCE_BITS);
    mpfr_set_d(x, value, MPFR_RNDN);
    g(below, x, MPFR_RNDD);
    g(above, x, MPFR_RNDU);
    for (size_t i = 0; i < COUNT(precisions); i++) {
        interval_t point, r;
        interval_init(&point, precisions[i] > 53 ? precisions[i] : 53);
        interval_init(&r, precisions[i]);
        set_point(&point, value);
        f(&r, &point);
        assert_contains(&r, below, above);
        assert_narrow(&r, units);
        interval_clear(&point);
        interval_clear(&r);
    }
    mpfr_clear(x);
    mpfr_clear(below);
    mpfr_clear(above);
}

enum domain { ALL, POSITIVE, NONNEGATIVE };

static void check_points(single *f, precise *g, enum domain domain,
                         const double *values, size_t count, long units)
{
    for (size_t i = 0; i < count; i++) {
        if (domain != POSITIVE || values[i] > 0)
            check_point(f, g, values[i], units);
        if (domain == ALL)
            check_point(f, g, -values[i], units);
    }
}

/* One unit: the two ends are neighbours, or the value itself. */
static void test_functions_are_tight_at_special_arguments(void **state)
{
    (void)state;
    size_t n = COUNT(specials);
    check_points(interval_exp, mpfr_exp, ALL, specials, n, 1);
    check_points(interval_log, mpfr_log, POSITIVE, specials, n, 1);
    check_points(interval_sqrt, mpfr_sqrt, NONNEGATIVE, specials, n, 1);
    check_points(interval_tanh, mpfr_tanh, ALL, specials, n, 1);
    check_points(interval_erf, mpfr_erf, ALL, specials, n, 1);
    check_points(interval_sin, mpfr_sin, ALL, specials, n, 1);
    check_points(interval_cos, mpfr_cos, ALL, specials, n, 1);
}

static void test_functions_are_tight_at_hard_arguments(void **state)
{
    (void)state;
    check_points(interval_exp, mpfr_exp, ALL, hard_exp, COUNT(hard_exp), 1);
    check_points(interval_tanh, mpfr_tanh, ALL, hard_exp, COUNT(hard_exp), 1);
    check_points(interval_erf, mpfr_erf, ALL, hard_exp, COUNT(hard_exp), 1);
    check_points(interval_log, mpfr_log, POSITIVE, hard_log, COUNT(hard_log),
                 1);
    check_points(interval_sqrt, mpfr_sqrt, NONNEGATIVE, hard_log,
                 COUNT(hard_log), 1);
    check_points(interval_sin, mpfr_sin, ALL, hard_sin, COUNT(hard_sin), 1);
    check_points(interval_cos, mpfr_cos, ALL, hard_cos, COUNT(hard_cos), 1);
}

/* That the tables are what they say: 40 equal bits behind the 53rd or 54th. */
static void check_hard(precise *g, const double *values, size_t count)
{
    mpfr_t x, value, near, distance;
    mpfr_init2(x, 53);
    mpfr_init2(value, REFERENCE_BITS);
    mpfr_init2(near, 54);
    mpfr_init2(distance, 53);
    for (size_t i = 0; i < count; i++) {
        mpfr_set_d(x, values[i], MPFR_RNDN);
        g(value, x, MPFR_RNDN);
        mpfr_set(near, value, MPFR_RNDN);
        mpfr_sub(distance, value, near, MPFR_RNDN);
        assert_false(mpfr_zero_p(distance));
        assert_true(mpfr_get_exp(distance) < mpfr_get_exp(value) - 93);
    }
    mpfr_clear(x);
    mpfr_clear(value);
    mpfr_clear(near);
    mpfr_clear(distance);
}

static void test_hard_arguments_are_hard(void **state)
{
    (void)state;
    check_hard(mpfr_exp, hard_exp, COUNT(hard_exp));
    check_hard(mpfr_log, hard_log, COUNT(hard_log));
    check_hard(mpfr_sin, hard_sin, COUNT(hard_sin) - 2); /* two are large */
    check_hard(mpfr_cos, hard_cos, COUNT(hard_cos) - 1);
}

static void assert_point(const interval_t *r, double value)
{
    assert_true(mpfr_cmp_d(r->lo, value) == 0);
    assert_true(mpfr_cmp_d(r->hi, value) == 0);
}

static void test_exact_values_are_points(void **state)
{
    static const struct {
        single *f;
        double x, value;
    } exact[] = {
        {interval_exp, 0, 1},    {interval_log, 1, 0},
        {interval_sqrt, 0, 0},   {interval_sqrt, 9, 3},
        {interval_tanh, 0, 0},   {interval_erf, 0, 0},
        {interval_sin, 0, 0},    {interval_cos, 0, 1},
        {interval_sign, -3, -1}, {interval_sqr, -3, 9},
        {interval_abs, -3, 3},   {interval_neg, 3, -3},
        {interval_clip, -3, 0},  {interval_sqrt, 0x1p-1074, 0x1p-537},
    };
    (void)state;
    interval_t x;
    interval_init(&x, 53);
    for (size_t i = 0; i < COUNT(exact); i++) {
        set_point(&x, exact[i].x);
        exact[i].f(&x, &x);
        assert_point(&x, exact[i].value);
    }
    interval_clear(&x);
}

/* Between two arguments a monotone function has the values at both. */
static void test_ranges_contain_the_values_at_their_ends(void **state)
{
    static const struct {
        single *f;
        precise *g;
    } rising[] = {
        {interval_exp, mpfr_exp},
        {interval_tanh, mpfr_tanh},
        {interval_erf, mpfr_erf},
        {interval_sqrt, mpfr_sqrt},
    };
    (void)state;
    interval_t x, r;
    mpfr_t value;
    interval_init(&x, 53);
    interval_init(&r, 53);
    mpfr_init2(value, REFERENCE_BITS);
    for (size_t f = 0; f < COUNT(rising); f++)
        for (size_t i = 0; i + 1 < COUNT(specials); i++) {
            mpfr_set_d(x.lo, specials[i], MPFR_RNDD);
            mpfr_set_d(x.hi, specials[i + 1], MPFR_RNDU);
            rising[f].f(&r, &x);
            rising[f].g(value, x.lo, MPFR_RNDD);
            assert_true(mpfr_lessequal_p(r.lo, value));
            rising[f].g(value, x.hi, MPFR_RNDU);
            assert_true(mpfr_greaterequal_p(r.hi, value));
        }
    interval_clear(&x);
    interval_clear(&r);
    mpfr_clear(value);
}

/* ---- powers ---- */

static void check_power(double base, double exponent, long units)
{
    interval_t x, y, r;
    mpfr_t below, above;
    mpfr_init2(below, REFERENCE_BITS);
    mpfr_init2(above, REFERENCE_BITS);
    interval_init(&x, 53);
    interval_init(&y, 53);
    set_point(&x, base);
    set_point(&y, exponent);
    mpfr_pow(below, x.lo, y.lo, MPFR_RNDD);
    mpfr_pow(above, x.lo, y.lo, MPFR_RNDU);
    for (size_t i = 0; i < COUNT(precisions); i++) {
        interval_init(&r, precisions[i]);
        assert_int_equal(power(&r, &x, &y), TRUTH_TRUE);
        assert_contains(&r, below, above);
        assert_narrow(&r, units);
        interval_clear(&r);
    }
    interval_clear(&x);
    interval_clear(&y);
    mpfr_clear(below);
    mpfr_clear(above);
}

/* exp(y log x) is wrong by y log x last bits. */
static void test_powers_contain_precise_results(void **state)
{
    static const double bases[] = {0x1p-1074, 1e-300,      0.1, 1 - 0x1p-53,
                                   1,         1 + 0x1p-52, 2,   10,
                                   1e300,     DBL_MAX};
    static const double exponents[] = {-700.25,   -2.5,  -1,  -0.5, 0,
                                       0x1p-1074, 1e-20, 0.1, 0.5,  1.5,
                                       2,         3.75,  63,  100.1};
    (void)state;
    for (size_t i = 0; i < COUNT(bases); i++)
        for (size_t j = 0; j < COUNT(exponents); j++) {
            double size = fabs(exponents[j]) * (1 + fabs(log(bases[i])));
            check_power(bases[i], exponents[j], 16 + (long)(8 * size));
        }
    for (long k = -9; k <= 9; k++) {
        check_power(-3, (double)k, 4);
        check_power(-0x1p-1074, (double)k, 4);
    }
}

static void test_powers_at_zero(void **state)
{
    interval_t x, y, r;
    (void)state;
    interval_init(&x, 53);
    interval_init(&y, 53);
    interval_init(&r, 53);
    static const double zero_powers[][2] = {
        {0, 1}, {0.5, 0}, {2, 0}, {1e-9, 0}};
    for (size_t i = 0; i < COUNT(zero_powers); i++) {
        set_point(&x, 0);
        set_point(&y, zero_powers[i][0]);
        assert_int_equal(power(&r, &x, &y), TRUTH_TRUE);
        assert_point(&r, zero_powers[i][1]);
    }
    set_point(&y, -1);
    assert_int_equal(power(&r, &x, &y), TRUTH_FALSE);
    set_point(&y, -0.5);
    assert_int_equal(power(&r, &x, &y), TRUTH_FALSE);
    set_point(&x, -0x1p-1074);
    set_point(&y, 0.5);
    assert_int_equal(power(&r, &x, &y), TRUTH_FALSE);
    interval_clear(&x);
    interval_clear(&y);
    interval_clear(&r);
}

/* ---- Lambert's W ---- */

/* The sign of w e^w - x, which many bits decide; 0: they do not. */
static int side_of(mpfr_srcptr w, mpfr_srcptr x)
{
    mpfr_t below, above;
    mpfr_init2(below, REFERENCE_BITS);
    mpfr_init2(above, REFERENCE_BITS);
    bool negative = mpfr_sgn(w) < 0;
    mpfr_exp(below, w, negative ? MPFR_RNDU : MPFR_RNDD);
    mpfr_exp(above, w, negative ? MPFR_RNDD : MPFR_RNDU);
    mpfr_mul(below, below, w, MPFR_RNDD);
    mpfr_mul(above, above, w, MPFR_RNDU);
    int side = mpfr_cmp(below, x) > 0 ? 1 : mpfr_cmp(above, x) < 0 ? -1 : 0;
    mpfr_clear(below);
    mpfr_clear(above);
    return side;
}

/* w e^w rises on [-1, inf) and falls on (-inf, -1]. */
static void check_lambert(int branch, double value, long units)
{
    int rising = branch == 0 ? 1 : -1;
    for (size_t i = 0; i < COUNT(precisions); i++) {
        interval_t k, x, r;
        interval_init(&k, 53);
        interval_init(&x, 53);
        interval_init(&r, precisions[i]);
        set_point(&k, branch);
        set_point(&x, value);
        if (pair_lambertw(&r, &k, &x) == TRUTH_TRUE) {
            assert_true(side_of(r.lo, x.lo) * rising <= 0);
            assert_true(side_of(r.hi, x.lo) * rising >= 0);
            assert_true(branch == 0 ? mpfr_cmp_si(r.lo, -1) >= 0
                                    : mpfr_cmp_si(r.hi, -1) <= 0);
            assert_narrow(&r, units);
        } else {
            /* too near -1/e for these bits */
            assert_true(value < -0.36787 && precisions[i] <= 53);
        }
        interval_clear(&k);
        interval_clear(&x);
        interval_clear(&r);
    }
}

static void test_lambertw_contains_its_value(void **state)
{
    static const double positive[] = {
        0x1p-1074,         1e-300, 1e-16, 0.1,   1,
        2.718281828459045, 10,     1e10,  1e300, DBL_MAX};
    static const double negative[] = {-0x1p-1074, -1e-300, -1e-16, -0.01,
                                      -0.1,       -0.3,    -0.36};
    (void)state;
    check_lambert(0, 0, 1);
    /* a middle of the bisection meets x - x^2 + 3/2 x^3, which ends it */
    check_lambert(0, 0x1p-53, 1L << 24);
    check_lambert(0, -0x1p-53, 1L << 24);
    for (size_t i = 0; i < COUNT(positive); i++)
        check_lambert(0, positive[i], 256);
    for (size_t i = 0; i < COUNT(negative); i++) {
        check_lambert(0, negative[i], 256);
        check_lambert(-1, negative[i], 2048);
    }
}

/* -1/e = -0x1.78b56362cef37p-2...: the last doubles on its right. */
static void test_lambertw_near_its_branch_point(void **state)
{
    (void)state;
    double last = -0x1.78b56362cef37p-2;
    check_lambert(0, last, LONG_MAX / 4);
    check_lambert(-1, last, LONG_MAX / 4);
    check_lambert(0, nextafter(last, 0), LONG_MAX / 4);
    check_lambert(-1, nextafter(last, 0), LONG_MAX / 4);
    interval_t k, x, r;
    interval_init(&k, 53);
    interval_init(&x, 128);
    interval_init(&r, 128);
    set_point(&k, 0);
    set_point(&x, nextafter(last, -1)); /* beyond it */
    assert_int_equal(pair_lambertw(&r, &k, &x), TRUTH_FALSE);
    interval_clear(&k);
    interval_clear(&x);
    interval_clear(&r);
}

static void test_pi_is_between_neighbours(void **state)
{
    (void)state;
    mpfr_t below, above;
    mpfr_init2(below, REFERENCE_BITS);
    mpfr_init2(above, REFERENCE_BITS);
    mpfr_const_pi(below, MPFR_RNDD);
    mpfr_const_pi(above, MPFR_RNDU);
    for (size_t i = 0; i < COUNT(precisions); i++) {
        interval_t r;
        interval_init(&r, precisions[i]);
        interval_pi(&r);
        assert_contains(&r, below, above);
        assert_narrow(&r, 1);
        interval_clear(&r);
    }
    mpfr_clear(below);
    mpfr_clear(above);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_are_tight_at_special_arguments),
        cmocka_unit_test(test_functions_are_tight_at_hard_arguments),
        cmocka_unit_test(test_hard_arguments_are_hard),
        cmocka_unit_test(test_exact_values_are_points),
        cmocka_unit_test(test_ranges_contain_the_values_at_their_ends),
        cmocka_unit_test(test_powers_contain_precise_results),
        cmocka_unit_test(test_powers_at_zero),
        cmocka_unit_test(test_lambertw_contains_its_value),
        cmocka_unit_test(test_lambertw_near_its_branch_point),
        cmocka_unit_test(test_pi_is_between_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
