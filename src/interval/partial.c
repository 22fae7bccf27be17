/* Partial functions on intervals. */
#include "interval/partial.h"

#include <limits.h>
#include <stdlib.h>

enum { LARGEST_ANGLE = 64 /* bits */ };

/* ---- powers, on the part of the argument where they are defined ---- */

/* x in X, x != 0 |- 1 / x in R; false: X = [0, 0] */
static bool invert(interval_t *r)
{
    bool low = mpfr_zero_p(r->lo), high = mpfr_zero_p(r->hi);
    if (low && high)
        return false;
    if (!low && !high && interval_contains_zero(r)) {
        interval_set_whole(r);
        return true;
    }
    mpfr_swap(r->lo, r->hi);
    if (high)
        mpfr_set_inf(r->lo, -1);
    else
        mpfr_ui_div(r->lo, 1, r->lo, MPFR_RNDD);
    if (low)
        mpfr_set_inf(r->hi, 1);
    else
        mpfr_ui_div(r->hi, 1, r->hi, MPFR_RNDU);
    return true;
}

/* x in X, x >= 0 |- the root of degree n is in R; false: X < 0 */
static bool take_root(interval_t *r, unsigned long n)
{
    if (interval_certainly_negative(r))
        return false;
    interval_clip(r, r);
    mpfr_rootn_ui(r->lo, r->lo, n, MPFR_RNDD);
    mpfr_rootn_ui(r->hi, r->hi, n, MPFR_RNDU);
    return true;
}

/* x in X |- x ^ q in R wherever it is defined; false: nowhere */
bool partial_power(interval_t *r, const interval_t *x, const mpq_t q)
{
    interval_set(r, x);
    if (!mpz_fits_slong_p(mpq_numref(q)) || !mpz_fits_ulong_p(mpq_denref(q)) ||
        mpz_cmpabs_ui(mpq_numref(q), (unsigned long)LONG_MAX) >= 0) {
        interval_set_whole(r);
        return true;
    }
    unsigned long den = mpz_get_ui(mpq_denref(q));
    if (den > 1 && !take_root(r, den))
        return false;
    long num = mpz_get_si(mpq_numref(q));
    interval_pow_si(r, r, labs(num));
    return num > 0 || invert(r);
}

/* x in X, y in Y |- x ^ y in R */
void partial_general(interval_t *r, const interval_t *x, const interval_t *y)
{
    if (interval_certainly_positive(x)) {
        interval_pow(r, x, y);
        return;
    }
    bool nonnegative = interval_certainly_nonnegative(x);
    interval_set_whole(r);
    if (nonnegative)
        mpfr_set_zero(r->lo, 1);
}

/* ---- functions ---- */

/* x in X, x > 0 |- log x in R; false: X <= 0 */
static bool logarithm(interval_t *r, const interval_t *x)
{
    if (interval_certainly_nonpositive(x))
        return false;
    if (interval_certainly_positive(x)) {
        interval_log(r, x);
        return true;
    }
    mpfr_log(r->hi, x->hi, MPFR_RNDU);
    mpfr_set_inf(r->lo, -1);
    return true;
}

static bool is_large(mpfr_srcptr x)
{
    return !mpfr_zero_p(x) &&
           (mpfr_inf_p(x) || mpfr_get_exp(x) > LARGEST_ANGLE);
}

/* |- sin x, cos x in R */
static void wave(interval_t *r, const interval_t *x, bool sine)
{
    if (is_large(x->lo) || is_large(x->hi)) {
        mpfr_set_si(r->lo, -1, MPFR_RNDD);
        mpfr_set_si(r->hi, 1, MPFR_RNDU);
    } else if (sine) {
        interval_sin(r, x);
    } else {
        interval_cos(r, x);
    }
}

/* x in X, y in Y |- fn(x, y) in R; false: never defined */
bool partial_call(interval_t *r, enum function fn, const interval_t *x,
                  const interval_t *y)
{
    interval_t zero;
    switch ((int)fn) {
    case FN_EXP:
        interval_exp(r, x);
        return true;
    case FN_LOG:
        return logarithm(r, x);
    case FN_SIN:
    case FN_COS:
        wave(r, x, fn == FN_SIN);
        return true;
    case FN_TANH:
        interval_tanh(r, x);
        return true;
    case FN_ERF:
        interval_erf(r, x);
        return true;
    case FN_ABS:
        interval_abs(r, x);
        return true;
    case FN_SIGN:
        interval_sign(r, x);
        return true;
    case FN_RELU:
        interval_init(&zero, mpfr_get_prec(r->lo));
        interval_max(r, x, &zero);
        interval_clear(&zero);
        return true;
    case FN_MAX2:
        interval_max(r, x, y);
        return true;
    case FN_MIN2:
        interval_min(r, x, y);
        return true;
    default:
        interval_set_whole(r);
        return true;
    }
}
