/*
 * Powers of balls: x^y with 0^0 = 1, any base under an exact integer exponent,
 * and nonnegative bases under the others.  docs/error-analysis.md#powers
 */
#include "eval/ball_internal.h"

/* A base whose power of any size is known; else (-inf, inf). */
static void huge_power(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    if (arb_is_one(x) || arb_is_zero(x)) {
        arb_set(z, x); /* a zero base has y > 0 here */
    } else if (arb_is_positive(x)) {
        arb_log(z, x, prec);
        arb_mul(z, z, y, prec);
        arb_exp(z, z, prec);
    } else {
        arb_zero_pm_inf(z);
    }
}

/* y is a positive or negative integer, exactly. */
static enum state integer_power(arb_t z, const struct ball_operand *x,
                                const arb_t y, slong prec)
{
    if (arb_is_negative(y) && arb_contains_zero(x->x))
        return arb_is_zero(x->x) ? STATE_UNDEFINED : STATE_UNKNOWN;
    if (arf_cmpabs_2exp_si(arb_midref(y), BALL_MAX_POWER_BITS) >= 0) {
        huge_power(z, x->x, y, prec);
        return STATE_DEFINED;
    }
    LOCAL_FMPZ(k);
    arf_get_fmpz(k, arb_midref(y), ARF_RND_DOWN); /* exact */
    arb_pow_fmpz(z, x->x, k, prec);
    if (fmpz_is_even(k) || ball_is_nonnegative(x))
        ball_clip_nonnegative(z);
    return STATE_DEFINED;
}

/*
 * A base in [0, hi], y > 0: the power is in [0, hi^y], x^y being increasing in
 * x.  Half an odd integer goes through the square root and so stays accurate.
 */
static void power_near_zero(arb_t z, const struct ball_operand *x,
                            const arb_t y, slong prec)
{
    LOCAL_ARB(t);
    arb_mul_2exp_si(t, y, 1);
    if (arb_is_zero(x->x)) {
        arb_zero(z);
    } else if (arb_is_int(t) &&
               arf_cmpabs_2exp_si(arb_midref(t), BALL_MAX_POWER_BITS) < 0) {
        LOCAL_FMPZ(k);
        arf_get_fmpz(k, arb_midref(t), ARF_RND_DOWN); /* exact */
        arb_sqrtpos(z, x->x, prec);
        arb_pow_fmpz(z, z, k, prec);
    } else {
        LOCAL_ARF(hi);
        ball_upper(hi, x, prec);
        arb_set_arf(z, hi);
        arb_pow(z, z, y, prec);
        arb_zero(t);
        arb_union(z, z, t, prec);
    }
    ball_clip_nonnegative(z);
}

/* y is no exact integer: it may still be one, or not be told apart. */
static enum state real_power(arb_t z, const struct ball_operand *x,
                             const arb_t y, slong prec)
{
    if (arb_is_positive(x->x)) {
        arb_pow(z, x->x, y, prec);
        return STATE_DEFINED;
    }
    if (arb_is_negative(x->x) && !arb_contains_int(y))
        return STATE_UNDEFINED;
    if (!ball_is_nonnegative(x))
        return STATE_UNKNOWN;
    if (arb_is_positive(y)) {
        power_near_zero(z, x, y, prec);
        return STATE_DEFINED;
    }
    return arb_is_zero(x->x) && arb_is_negative(y) ? STATE_UNDEFINED
                                                   : STATE_UNKNOWN;
}

enum state ball_pair_power(arb_t z, const struct ball_operand *x,
                           const struct ball_operand *y, slong prec)
{
    if (arb_is_zero(y->x)) {
        arb_one(z);
        return STATE_DEFINED;
    }
    if (arb_is_int(y->x))
        return integer_power(z, x, y->x, prec);
    return real_power(z, x, y->x, prec);
}
