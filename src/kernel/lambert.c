/*
 * Lambert's W: w in W_k(X) iff w exp(w) = x.  w exp(w) decreases on
 * (-inf, -1] and increases on [-1, inf), so that a certain comparison of it
 * with x says on which side of w the value lies; bisection does the rest.
 */
#include "kernel/kernel_internal.h"

enum { EXTRA_STEPS = 256 };

/* 1: w exp(w) > x certainly, -1: < x certainly, 0: not known. */
static int compare(mpfr_srcptr w, mpfr_srcptr x)
{
    interval_t e, v;
    int side = 0;
    interval_init(&e, mpfr_get_prec(w));
    interval_init(&v, mpfr_get_prec(w));
    mpfr_set(v.lo, w, MPFR_RNDD);
    mpfr_set(v.hi, w, MPFR_RNDU);
    interval_exp(&e, &v);
    interval_mul(&v, &v, &e);
    if (mpfr_cmp(v.lo, x) > 0)
        side = 1;
    else if (mpfr_cmp(v.hi, x) < 0)
        side = -1;
    interval_clear(&e);
    interval_clear(&v);
    return side;
}

/*
 * r = an interval with W_k(x) in it, for one x in the domain.  k = 0: between
 * 0 and log(1 + x) for x >= 0 (1 + w e^w >= e^w), between -1 and 0 else;
 * k = -1: between -1 and the first -2^j where w e^w is above x again.
 */
static void enclose(interval_t *r, mpfr_srcptr x, bool lower)
{
    mpfr_t middle;
    mpfr_init2(middle, mpfr_get_prec(r->lo));
    mpfr_set_si(r->lo, mpfr_sgn(x) >= 0 ? 0 : -1, MPFR_RNDD);
    mpfr_set_si(r->hi, lower ? -1 : 0, MPFR_RNDU);
    if (!lower && mpfr_sgn(x) > 0)
        mpfr_log1p(r->hi, x, MPFR_RNDU);
    for (int k = 1; lower && k < 64; k++) {
        mpfr_set_si_2exp(r->lo, -1, k, MPFR_RNDD);
        if (compare(r->lo, x) > 0)
            break;
        if (k == 63)
            mpfr_set_inf(r->lo, -1);
    }
    for (long n = 4 * (long)mpfr_get_prec(middle) + EXTRA_STEPS;
         n > 0 && mpfr_number_p(r->lo); n--) {
        mpfr_add(middle, r->lo, r->hi, MPFR_RNDD);
        mpfr_div_2ui(middle, middle, 1, MPFR_RNDD);
        if (mpfr_cmp(middle, r->lo) <= 0 || mpfr_cmp(middle, r->hi) >= 0)
            break;
        int side = compare(middle, x);
        if (side == 0)
            break;
        if ((side > 0) != lower) /* the value is below the middle */
            mpfr_set(r->hi, middle, MPFR_RNDU);
        else
            mpfr_set(r->lo, middle, MPFR_RNDD);
    }
    mpfr_clear(middle);
}

/* k is 0 or -1, x >= -1/e, and x < 0 for k = -1 |- W_k(x) is defined */
static enum truth domain(const interval_t *k, const interval_t *x)
{
    long branch;
    interval_t e;
    enum truth inside = TRUTH_UNKNOWN;
    if (!interval_is_integer(k, &branch))
        return TRUTH_UNKNOWN;
    if (branch != 0 && branch != -1)
        return TRUTH_FALSE;
    interval_init(&e, mpfr_get_prec(x->lo));
    interval_set_si(&e, -1);
    interval_exp(&e, &e);
    interval_neg(&e, &e);
    if (mpfr_cmp(x->lo, e.hi) >= 0 &&
        (branch == 0 || interval_certainly_negative(x)))
        inside = TRUTH_TRUE;
    else if (mpfr_cmp(x->hi, e.lo) < 0 ||
             (branch == -1 && interval_certainly_nonnegative(x)))
        inside = TRUTH_FALSE;
    interval_clear(&e);
    return inside;
}

/* W_0 increases, W_-1 decreases: the values at the ends bound all. */
enum truth pair_lambertw(interval_t *r, const interval_t *k,
                         const interval_t *x)
{
    enum truth inside = domain(k, x);
    if (inside != TRUTH_TRUE || !interval_is_finite(x)) {
        interval_set_whole(r);
        return inside == TRUTH_TRUE ? TRUTH_UNKNOWN : inside;
    }
    bool lower = !interval_is_zero(k);
    interval_t a, b;
    interval_init(&a, mpfr_get_prec(r->lo));
    interval_init(&b, mpfr_get_prec(r->lo));
    enclose(&a, x->lo, lower);
    enclose(&b, x->hi, lower);
    interval_hull(r, &a, &b);
    interval_clear(&a);
    interval_clear(&b);
    return TRUTH_TRUE;
}
