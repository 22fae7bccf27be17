#include "interval/interval.h"

#include <stdlib.h>

void interval_init(interval_t *x, mpfr_prec_t bits)
{
    mpfr_init2(x->lo, bits);
    mpfr_init2(x->hi, bits);
    interval_set_si(x, 0);
}

void interval_clear(interval_t *x)
{
    mpfr_clear(x->lo);
    mpfr_clear(x->hi);
}

void interval_clear_mpfr(mpfr_t *x)
{
    mpfr_clear(*x);
}

interval_t *interval_vector(size_t count, mpfr_prec_t bits)
{
    interval_t *v = xcalloc(count, sizeof *v);
    for (size_t i = 0; i < count; i++)
        interval_init(&v[i], bits);
    return v;
}

void interval_vector_clear(interval_t *v, size_t count)
{
    for (size_t i = 0; v && i < count; i++)
        interval_clear(&v[i]);
    free(v);
}

/* An invalid operation (inf - inf, 0 * inf) says nothing: the whole line. */
static void mend(interval_t *r)
{
    if (mpfr_nan_p(r->lo))
        mpfr_set_inf(r->lo, -1);
    if (mpfr_nan_p(r->hi))
        mpfr_set_inf(r->hi, 1);
}

void interval_set(interval_t *r, const interval_t *x)
{
    mpfr_set(r->lo, x->lo, MPFR_RNDD);
    mpfr_set(r->hi, x->hi, MPFR_RNDU);
}

void interval_set_q(interval_t *r, const rational_t *q)
{
    mpfr_set_q(r->lo, q->q, MPFR_RNDD);
    mpfr_set_q(r->hi, q->q, MPFR_RNDU);
}

void interval_set_si(interval_t *r, long value)
{
    mpfr_set_si(r->lo, value, MPFR_RNDD);
    mpfr_set_si(r->hi, value, MPFR_RNDU);
}

void interval_set_whole(interval_t *r)
{
    mpfr_set_inf(r->lo, -1);
    mpfr_set_inf(r->hi, 1);
}

void interval_pi(interval_t *r)
{
    mpfr_const_pi(r->lo, MPFR_RNDD);
    mpfr_const_pi(r->hi, MPFR_RNDU);
}

bool interval_is_point(const interval_t *x)
{
    return mpfr_equal_p(x->lo, x->hi) != 0;
}

bool interval_is_zero(const interval_t *x)
{
    return mpfr_zero_p(x->lo) && mpfr_zero_p(x->hi);
}

bool interval_contains_zero(const interval_t *x)
{
    return mpfr_sgn(x->lo) <= 0 && mpfr_sgn(x->hi) >= 0;
}

bool interval_certainly_positive(const interval_t *x)
{
    return mpfr_sgn(x->lo) > 0;
}

bool interval_certainly_nonnegative(const interval_t *x)
{
    return mpfr_sgn(x->lo) >= 0;
}

bool interval_certainly_negative(const interval_t *x)
{
    return mpfr_sgn(x->hi) < 0;
}

bool interval_certainly_nonpositive(const interval_t *x)
{
    return mpfr_sgn(x->hi) <= 0;
}

bool interval_is_finite(const interval_t *x)
{
    return mpfr_number_p(x->lo) && mpfr_number_p(x->hi);
}

bool interval_is_integer(const interval_t *x, long *value)
{
    if (!interval_is_point(x) || !mpfr_integer_p(x->lo) ||
        !mpfr_fits_slong_p(x->lo, MPFR_RNDD))
        return false;
    *value = mpfr_get_si(x->lo, MPFR_RNDD);
    return true;
}

void interval_add(interval_t *r, const interval_t *x, const interval_t *y)
{
    mpfr_add(r->lo, x->lo, y->lo, MPFR_RNDD);
    mpfr_add(r->hi, x->hi, y->hi, MPFR_RNDU);
    mend(r);
}

void interval_sub(interval_t *r, const interval_t *x, const interval_t *y)
{
    LOCAL_MPFR(lo, mpfr_get_prec(r->lo));
    mpfr_sub(lo, x->lo, y->hi, MPFR_RNDD);
    mpfr_sub(r->hi, x->hi, y->lo, MPFR_RNDU);
    mpfr_swap(r->lo, lo);
    mend(r);
}

/* a * b, where 0 * inf counts as 0. */
static void product(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t round)
{
    if (mpfr_zero_p(a) || mpfr_zero_p(b))
        mpfr_set_zero(r, 1);
    else
        mpfr_mul(r, a, b, round);
}

/* 1: no member is negative, -1: none is positive, 0: else */
static int side_of(const interval_t *x)
{
    return mpfr_sgn(x->lo) >= 0 ? 1 : mpfr_sgn(x->hi) <= 0 ? -1 : 0;
}

/* Of two that both have 0 inside. */
static void multiply_around_zero(interval_t *r, const interval_t *x,
                                 const interval_t *y)
{
    LOCAL_MPFR(t, mpfr_get_prec(r->lo));
    mpfr_mul(r->lo, x->lo, y->hi, MPFR_RNDD);
    mpfr_mul(t, x->hi, y->lo, MPFR_RNDD);
    mpfr_min(r->lo, r->lo, t, MPFR_RNDD);
    mpfr_mul(r->hi, x->lo, y->lo, MPFR_RNDU);
    mpfr_mul(t, x->hi, y->hi, MPFR_RNDU);
    mpfr_max(r->hi, r->hi, t, MPFR_RNDU);
}

/* r is neither of them. */
static void multiply(interval_t *r, const interval_t *x, const interval_t *y)
{
    int p = side_of(x), q = side_of(y);

    if (p == 0 && q == 0) {
        multiply_around_zero(r, x, y);
        return;
    }
    product(r->lo, q < 0 || (q == 0 && p > 0) ? x->hi : x->lo,
            p < 0 || (p == 0 && q > 0) ? y->hi : y->lo, MPFR_RNDD);
    product(r->hi, q < 0 || (q == 0 && p < 0) ? x->lo : x->hi,
            p < 0 || (p == 0 && q < 0) ? y->lo : y->hi, MPFR_RNDU);
}

/*
 * Two of the four products of end points, by signs ([Moore1966], ch. 2).  An
 * infinite end stands for arbitrarily large numbers, so its product with an
 * exact 0 is 0.
 */
void interval_mul(interval_t *r, const interval_t *x, const interval_t *y)
{
    if (r != x && r != y) {
        multiply(r, x, y);
        return;
    }
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    multiply(&t, x, y);
    mpfr_swap(r->lo, t.lo);
    mpfr_swap(r->hi, t.hi);
}

void interval_div(interval_t *r, const interval_t *x, const interval_t *y)
{
    if (interval_contains_zero(y)) {
        interval_set_whole(r);
        return;
    }
    LOCAL_INTERVAL(inverse, mpfr_get_prec(r->lo));
    mpfr_ui_div(inverse.lo, 1, y->hi, MPFR_RNDD);
    mpfr_ui_div(inverse.hi, 1, y->lo, MPFR_RNDU);
    bool exact = interval_is_point(x) && interval_is_point(y);
    if (exact) { /* one rounding instead of two */
        LOCAL_MPFR(quotient, mpfr_get_prec(r->lo));
        mpfr_div(quotient, x->lo, y->lo, MPFR_RNDD);
        mpfr_div(r->hi, x->lo, y->lo, MPFR_RNDU);
        mpfr_swap(r->lo, quotient);
        mend(r);
    } else {
        interval_mul(r, x, &inverse);
    }
}

void interval_div_si(interval_t *r, const interval_t *x, long n)
{
    mpfr_div_si(r->lo, x->lo, n, MPFR_RNDD);
    mpfr_div_si(r->hi, x->hi, n, MPFR_RNDU);
}

void interval_neg(interval_t *r, const interval_t *x)
{
    LOCAL_MPFR(lo, mpfr_get_prec(r->lo));
    mpfr_neg(lo, x->hi, MPFR_RNDD);
    mpfr_neg(r->hi, x->lo, MPFR_RNDU);
    mpfr_swap(r->lo, lo);
}

void interval_abs(interval_t *r, const interval_t *x)
{
    if (interval_certainly_nonnegative(x)) {
        interval_set(r, x);
    } else if (interval_certainly_nonpositive(x)) {
        interval_neg(r, x);
    } else {
        LOCAL_MPFR(low, mpfr_get_prec(r->hi));
        mpfr_neg(low, x->lo, MPFR_RNDU);
        mpfr_max(r->hi, low, x->hi, MPFR_RNDU);
        mpfr_set_zero(r->lo, 1);
    }
}

void interval_sqr(interval_t *r, const interval_t *x)
{
    interval_abs(r, x);
    mpfr_sqr(r->lo, r->lo, MPFR_RNDD);
    mpfr_sqr(r->hi, r->hi, MPFR_RNDU);
}

void interval_max(interval_t *r, const interval_t *x, const interval_t *y)
{
    mpfr_max(r->lo, x->lo, y->lo, MPFR_RNDD);
    mpfr_max(r->hi, x->hi, y->hi, MPFR_RNDU);
}

void interval_min(interval_t *r, const interval_t *x, const interval_t *y)
{
    mpfr_min(r->lo, x->lo, y->lo, MPFR_RNDD);
    mpfr_min(r->hi, x->hi, y->hi, MPFR_RNDU);
}

void interval_hull(interval_t *r, const interval_t *x, const interval_t *y)
{
    mpfr_min(r->lo, x->lo, y->lo, MPFR_RNDD);
    mpfr_max(r->hi, x->hi, y->hi, MPFR_RNDU);
}

void interval_clip(interval_t *r, const interval_t *x)
{
    interval_set(r, x);
    if (mpfr_sgn(r->lo) < 0)
        mpfr_set_zero(r->lo, 1);
    if (mpfr_sgn(r->hi) < 0)
        mpfr_set_zero(r->hi, 1);
}

void interval_sqrt(interval_t *r, const interval_t *x)
{
    interval_clip(r, x);
    mpfr_sqrt(r->lo, r->lo, MPFR_RNDD);
    mpfr_sqrt(r->hi, r->hi, MPFR_RNDU);
}

void interval_exp(interval_t *r, const interval_t *x)
{
    mpfr_exp(r->lo, x->lo, MPFR_RNDD);
    mpfr_exp(r->hi, x->hi, MPFR_RNDU);
}

void interval_log(interval_t *r, const interval_t *x)
{
    if (!interval_certainly_positive(x)) {
        interval_set_whole(r);
        return;
    }
    mpfr_log(r->lo, x->lo, MPFR_RNDD);
    mpfr_log(r->hi, x->hi, MPFR_RNDU);
}

/*
 * Whether x may contain a point quarter * pi/2 + 2 k pi: the ends of
 * (x - quarter * pi/2) / (2 pi), enclosed, may hold an integer between them.
 */
static bool may_contain(const interval_t *x, long quarter)
{
    mpfr_prec_t bits = mpfr_get_prec(x->lo);
    if (mpfr_number_p(x->lo) && mpfr_get_exp(x->lo) > 0)
        bits += mpfr_get_exp(x->lo);
    if (mpfr_number_p(x->hi) && mpfr_get_exp(x->hi) > 0)
        bits += mpfr_get_exp(x->hi);
    LOCAL_INTERVAL(t, bits);
    LOCAL_INTERVAL(turn, bits);
    LOCAL_INTERVAL(shift, bits);
    interval_pi(&turn);
    interval_set_si(&shift, quarter);
    interval_mul(&shift, &shift, &turn);
    interval_div_si(&shift, &shift, 2);
    interval_add(&turn, &turn, &turn);
    interval_sub(&t, x, &shift);
    interval_div(&t, &t, &turn);
    mpfr_ceil(t.lo, t.lo);
    mpfr_floor(t.hi, t.hi);
    return mpfr_lessequal_p(t.lo, t.hi) != 0;
}

typedef int endpoint_function(mpfr_t, const mpfr_t, mpfr_rnd_t);

/* Both ends evaluated outward; extremes added where they may lie inside. */
static void wave(interval_t *r, const interval_t *x, endpoint_function *f,
                 long top, long bottom)
{
    enum { MOST_EXPONENT = 1 << 16 };
    bool huge = !interval_is_finite(x) ||
                (!mpfr_zero_p(x->lo) && mpfr_get_exp(x->lo) > MOST_EXPONENT) ||
                (!mpfr_zero_p(x->hi) && mpfr_get_exp(x->hi) > MOST_EXPONENT);
    bool has_top = huge || may_contain(x, top);
    bool has_bottom = huge || may_contain(x, bottom);
    LOCAL_INTERVAL(a, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(b, mpfr_get_prec(r->lo));
    if (!huge) {
        f(a.lo, x->lo, MPFR_RNDD);
        f(a.hi, x->lo, MPFR_RNDU);
        f(b.lo, x->hi, MPFR_RNDD);
        f(b.hi, x->hi, MPFR_RNDU);
    }
    interval_hull(r, &a, &b);
    if (has_top)
        mpfr_set_si(r->hi, 1, MPFR_RNDU);
    if (has_bottom)
        mpfr_set_si(r->lo, -1, MPFR_RNDD);
}

void interval_sin(interval_t *r, const interval_t *x)
{
    wave(r, x, mpfr_sin, 1, 3);
}

void interval_cos(interval_t *r, const interval_t *x)
{
    wave(r, x, mpfr_cos, 0, 2);
}

void interval_tanh(interval_t *r, const interval_t *x)
{
    mpfr_tanh(r->lo, x->lo, MPFR_RNDD);
    mpfr_tanh(r->hi, x->hi, MPFR_RNDU);
}

void interval_erf(interval_t *r, const interval_t *x)
{
    mpfr_erf(r->lo, x->lo, MPFR_RNDD);
    mpfr_erf(r->hi, x->hi, MPFR_RNDU);
}

void interval_sign(interval_t *r, const interval_t *x)
{
    long lo = mpfr_sgn(x->lo), hi = mpfr_sgn(x->hi);
    mpfr_set_si(r->lo, lo > 0 ? 1 : lo < 0 ? -1 : 0, MPFR_RNDD);
    mpfr_set_si(r->hi, hi > 0 ? 1 : hi < 0 ? -1 : 0, MPFR_RNDU);
}

void interval_pow_si(interval_t *r, const interval_t *x, long k)
{
    if (k == 0) {
        interval_set_si(r, 1);
        return;
    }
    if (k < 0 && interval_contains_zero(x)) {
        interval_set_whole(r);
        return;
    }
    LOCAL_INTERVAL(base, mpfr_get_prec(r->lo));
    if (k % 2 == 0)
        interval_abs(&base, x);
    else
        interval_set(&base, x);
    /* monotone on each side of 0: rising for k > 0, falling for k < 0 */
    mpfr_srcptr low = k > 0 ? base.lo : base.hi;
    mpfr_srcptr high = k > 0 ? base.hi : base.lo;
    mpfr_pow_si(r->lo, low, k, MPFR_RNDD);
    mpfr_pow_si(r->hi, high, k, MPFR_RNDU);
    mend(r);
}

void interval_pow(interval_t *r, const interval_t *x, const interval_t *y)
{
    if (!interval_certainly_positive(x)) {
        interval_set_whole(r);
        return;
    }
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo) + 32);
    interval_log(&t, x);
    interval_mul(&t, &t, y);
    interval_exp(&t, &t);
    interval_set(r, &t);
}
