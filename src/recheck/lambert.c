/*
 * Lambert's W: w in W_k(X) iff w exp(w) = x.  w exp(w) decreases on
 * (-inf, -1] and increases on [-1, inf), so that a certain comparison of it
 * with x says on which side of w the value lies; bisection does the rest.
 */
#include "recheck/run.h"

enum { EXTRA_STEPS = 256 };

/* 1: w exp(w) > x certainly, -1: < x certainly, 0: not known. */
static int compare(mpfr_srcptr w, mpfr_srcptr x)
{
    int side = 0;
    LOCAL_INTERVAL(e, mpfr_get_prec(w));
    LOCAL_INTERVAL(v, mpfr_get_prec(w));
    mpfr_set(v.lo, w, MPFR_RNDD);
    mpfr_set(v.hi, w, MPFR_RNDU);
    interval_exp(&e, &v);
    interval_mul(&v, &v, &e);
    if (mpfr_cmp(v.lo, x) > 0)
        side = 1;
    else if (mpfr_cmp(v.hi, x) < 0)
        side = -1;
    return side;
}

/*
 * w = W_0(x) within a factor of its own size, so that few steps are left.
 * x >= 0: 1 + w e^w >= e^w gives w <= log(1 + x), and then w = x e^-w >=
 * x / (1 + x).  x < 0: -1 <= w <= 0 gives e x <= x e^-w = w <= x, and e < 3.
 */
static void start_upper(interval_t *r, mpfr_srcptr x)
{
    if (mpfr_sgn(x) >= 0) {
        mpfr_add_ui(r->hi, x, 1, MPFR_RNDU);
        mpfr_div(r->lo, x, r->hi, MPFR_RNDD);
        mpfr_log1p(r->hi, x, MPFR_RNDU);
    } else {
        mpfr_mul_ui(r->lo, x, 3, MPFR_RNDD);
        if (mpfr_cmp_si(r->lo, -1) < 0)
            mpfr_set_si(r->lo, -1, MPFR_RNDD);
        mpfr_set(r->hi, x, MPFR_RNDU);
    }
}

/* W_-1(x): between -1 and the first -2^j where w e^w is above x again. */
static void start_lower(interval_t *r, mpfr_srcptr x)
{
    mpfr_set_si(r->hi, -1, MPFR_RNDU);
    for (int k = 1; k < 64; k++) {
        mpfr_set_si_2exp(r->lo, -1, k, MPFR_RNDD);
        if (compare(r->lo, x) > 0)
            return;
    }
    mpfr_set_inf(r->lo, -1);
}

/* r = an interval with W_0(x), or W_-1(x), in it, for one x in the domain. */
static void enclose(interval_t *r, mpfr_srcptr x, bool lower)
{
    LOCAL_MPFR(middle, mpfr_get_prec(r->lo));
    if (lower)
        start_lower(r, x);
    else
        start_upper(r, x);
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
}

/* k is 0 or -1, x >= -1/e, and x < 0 for k = -1 |- W_k(x) is defined */
static enum truth domain(const interval_t *k, const interval_t *x)
{
    long branch;
    enum truth inside = TRUTH_UNKNOWN;
    if (!interval_is_integer(k, &branch))
        return TRUTH_UNKNOWN;
    if (branch != 0 && branch != -1)
        return TRUTH_FALSE;
    LOCAL_INTERVAL(e, mpfr_get_prec(x->lo));
    interval_set_si(&e, -1);
    interval_exp(&e, &e);
    interval_neg(&e, &e);
    if (mpfr_cmp(x->lo, e.hi) >= 0 &&
        (branch == 0 || interval_certainly_negative(x)))
        inside = TRUTH_TRUE;
    else if (mpfr_cmp(x->hi, e.lo) < 0 ||
             (branch == -1 && interval_certainly_nonnegative(x)))
        inside = TRUTH_FALSE;
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
    LOCAL_INTERVAL(a, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(b, mpfr_get_prec(r->lo));
    enclose(&a, x->lo, lower);
    enclose(&b, x->hi, lower);
    interval_hull(r, &a, &b);
    return TRUTH_TRUE;
}
