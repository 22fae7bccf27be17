#include "prove/range_interval.h"

#include <math.h>

void span_init(struct span_value *x)
{
    arf_init(x->lo);
    arf_init(x->hi);
    x->empty = false;
}

void span_clear(struct span_value *x)
{
    arf_clear(x->lo);
    arf_clear(x->hi);
}

void span_set(struct span_value *r, const struct span_value *x)
{
    arf_set(r->lo, x->lo);
    arf_set(r->hi, x->hi);
    r->empty = x->empty;
}

static void set_ball(struct span_value *r, const arb_t x, slong prec)
{
    if (!arb_is_finite(x)) {
        span_whole(r);
        return;
    }
    arb_get_lbound_arf(r->lo, x, prec);
    arb_get_ubound_arf(r->hi, x, prec);
    r->empty = false;
}

void span_set_q(struct span_value *r, const mpq_t q, slong prec)
{
    fmpz_t num, den;
    fmpz_init(num);
    fmpz_init(den);
    fmpz_set_mpz(num, mpq_numref(q));
    fmpz_set_mpz(den, mpq_denref(q));
    (void)arf_fmpz_div_fmpz(r->lo, num, den, prec, ARF_RND_FLOOR);
    (void)arf_fmpz_div_fmpz(r->hi, num, den, prec, ARF_RND_CEIL);
    r->empty = false;
    fmpz_clear(num);
    fmpz_clear(den);
}

void span_set_pi(struct span_value *r, slong prec)
{
    arb_t x;
    arb_init(x);
    arb_const_pi(x, prec);
    set_ball(r, x, prec);
    arb_clear(x);
}

void span_whole(struct span_value *r)
{
    arf_neg_inf(r->lo);
    arf_pos_inf(r->hi);
    r->empty = false;
}

void span_hull(struct span_value *r, const struct span_value *x,
               const struct span_value *y)
{
    if (x->empty || y->empty) {
        span_set(r, x->empty ? y : x);
        return;
    }
    arf_min(r->lo, x->lo, y->lo);
    arf_max(r->hi, x->hi, y->hi);
    r->empty = false;
}

/* Whether a part is empty; then the result is. */
static bool pass_empty(struct span_value *r, const struct span_value *x,
                       const struct span_value *y)
{
    r->empty = x->empty || (y && y->empty);
    return r->empty;
}

/* inf - inf is unbounded */
static void mend(struct span_value *r)
{
    if (arf_is_nan(r->lo))
        arf_neg_inf(r->lo);
    if (arf_is_nan(r->hi))
        arf_pos_inf(r->hi);
}

void span_add(struct span_value *r, const struct span_value *x,
              const struct span_value *y, slong prec)
{
    if (pass_empty(r, x, y))
        return;
    (void)arf_add(r->lo, x->lo, y->lo, prec, ARF_RND_FLOOR);
    (void)arf_add(r->hi, x->hi, y->hi, prec, ARF_RND_CEIL);
    mend(r);
}

void span_sub(struct span_value *r, const struct span_value *x,
              const struct span_value *y, slong prec)
{
    arf_t lo;
    if (pass_empty(r, x, y))
        return;
    arf_init(lo);
    (void)arf_sub(lo, x->lo, y->hi, prec, ARF_RND_FLOOR);
    (void)arf_sub(r->hi, x->hi, y->lo, prec, ARF_RND_CEIL);
    arf_swap(r->lo, lo);
    arf_clear(lo);
    mend(r);
}

/* [lo, hi] widened by a * b; 0 * inf counts as 0 */
static void widen(arf_t lo, arf_t hi, const arf_t a, const arf_t b, slong prec)
{
    arf_t t;
    arf_init(t);
    bool zero = arf_is_zero(a) || arf_is_zero(b);
    if (!zero)
        (void)arf_mul(t, a, b, prec, ARF_RND_FLOOR);
    arf_min(lo, lo, t);
    if (!zero)
        (void)arf_mul(t, a, b, prec, ARF_RND_CEIL);
    arf_max(hi, hi, t);
    arf_clear(t);
}

void span_mul(struct span_value *r, const struct span_value *x,
              const struct span_value *y, slong prec)
{
    arf_t lo, hi;
    if (pass_empty(r, x, y))
        return;
    arf_init(lo);
    arf_init(hi);
    arf_pos_inf(lo);
    arf_neg_inf(hi);
    widen(lo, hi, x->lo, y->lo, prec);
    widen(lo, hi, x->lo, y->hi, prec);
    widen(lo, hi, x->hi, y->lo, prec);
    widen(lo, hi, x->hi, y->hi, prec);
    arf_swap(r->lo, lo);
    arf_swap(r->hi, hi);
    arf_clear(lo);
    arf_clear(hi);
}

/* 1 / x on the part of x without 0 */
static void invert(struct span_value *r, slong prec)
{
    int lo = arf_sgn(r->lo), hi = arf_sgn(r->hi);
    arf_t t;
    if (r->empty)
        return;
    if (lo == 0 && hi == 0) {
        r->empty = true;
        return;
    }
    if (lo < 0 && hi > 0) {
        span_whole(r);
        return;
    }
    arf_init(t);
    arf_set(t, r->lo);
    if (hi == 0)
        arf_neg_inf(r->lo);
    else
        (void)arf_ui_div(r->lo, 1, r->hi, prec, ARF_RND_FLOOR);
    if (lo == 0)
        arf_pos_inf(r->hi);
    else
        (void)arf_ui_div(r->hi, 1, t, prec, ARF_RND_CEIL);
    arf_clear(t);
}

/* A bound of f at an end, f continuous with f(-inf), f(inf) as given. */
static void at_end(arf_t out, const arf_t x, bool upper,
                   void (*f)(arb_t, const arb_t, slong), const double limits[2],
                   slong prec)
{
    if (arf_is_inf(x)) {
        arf_set_d(out, limits[arf_sgn(x) > 0]);
        return;
    }
    arb_t t;
    arb_init(t);
    arb_set_arf(t, x);
    f(t, t, prec);
    if (!arb_is_finite(t))
        arf_set_d(out, limits[upper]);
    else if (upper)
        arb_get_ubound_arf(out, t, prec);
    else
        arb_get_lbound_arf(out, t, prec);
    arb_clear(t);
}

/* f rising */
static void monotone(struct span_value *r, const struct span_value *x,
                     void (*f)(arb_t, const arb_t, slong), double least,
                     double most, slong prec)
{
    const double limits[2] = {least, most};
    at_end(r->lo, x->lo, false, f, limits, prec);
    at_end(r->hi, x->hi, true, f, limits, prec);
    r->empty = false;
    mend(r);
}

/* The part in [least, most], where the value lies. */
static void confine(struct span_value *r, slong least, slong most)
{
    if (arf_cmp_si(r->lo, least) < 0)
        arf_set_si(r->lo, least);
    if (arf_cmp_si(r->hi, most) > 0)
        arf_set_si(r->hi, most);
}

/* ---- powers ---- */

/* x ^ n for one end; f is not rising for even n, which the caller minds */
static void end_power(arf_t out, const arf_t x, ulong n, bool upper, slong prec)
{
    if (arf_is_inf(x)) {
        arf_set(out, x);
        if (n % 2 == 0)
            arf_pos_inf(out);
        return;
    }
    arb_t t;
    arb_init(t);
    arb_set_arf(t, x);
    arb_pow_ui(t, t, n, prec);
    if (upper)
        arb_get_ubound_arf(out, t, prec);
    else
        arb_get_lbound_arf(out, t, prec);
    arb_clear(t);
}

static void make_absolute(struct span_value *r)
{
    if (arf_sgn(r->lo) >= 0)
        return;
    arf_neg(r->lo, r->lo);
    if (arf_sgn(r->hi) <= 0) {
        arf_neg(r->hi, r->hi);
        arf_swap(r->lo, r->hi);
    } else {
        arf_max(r->hi, r->lo, r->hi);
        arf_zero(r->lo);
    }
}

static void power_ui(struct span_value *r, ulong n, slong prec)
{
    if (n % 2 == 0)
        make_absolute(r);
    end_power(r->lo, r->lo, n, false, prec);
    end_power(r->hi, r->hi, n, true, prec);
}

/* The part in [0, inf). */
static void clip(struct span_value *r)
{
    if (arf_sgn(r->hi) < 0)
        r->empty = true;
    else if (arf_sgn(r->lo) < 0)
        arf_zero(r->lo);
}

static void end_root(arf_t x, ulong n, bool upper, slong prec)
{
    if (arf_is_inf(x) || arf_is_zero(x))
        return;
    arb_t t;
    arb_init(t);
    arb_set_arf(t, x);
    arb_root_ui(t, t, n, prec);
    if (upper)
        arb_get_ubound_arf(x, t, prec);
    else
        arb_get_lbound_arf(x, t, prec);
    arb_clear(t);
}

void span_power(struct span_value *r, const struct span_value *x, const mpq_t q,
                slong prec)
{
    span_set(r, x);
    if (r->empty)
        return;
    if (!mpz_fits_slong_p(mpq_numref(q)) || !mpz_fits_ulong_p(mpq_denref(q))) {
        span_whole(r);
        return;
    }
    slong num = mpz_get_si(mpq_numref(q));
    ulong den = mpz_get_ui(mpq_denref(q));
    if (den > 1) {
        clip(r);
        if (r->empty)
            return;
        end_root(r->lo, den, false, prec);
        end_root(r->hi, den, true, prec);
        clip(r);
    }
    power_ui(r, num < 0 ? 0ul - (ulong)num : (ulong)num, prec);
    if (num < 0)
        invert(r, prec);
}

void span_general(struct span_value *r, const struct span_value *x,
                  const struct span_value *y, slong prec)
{
    struct span_value t;
    if (pass_empty(r, x, y))
        return;
    if (arf_sgn(x->lo) <= 0) {
        bool negative = arf_sgn(x->lo) < 0;
        span_whole(r);
        if (!negative)
            arf_zero(r->lo);
        return;
    }
    span_init(&t);
    span_call(&t, FN_LOG, x, NULL, prec);
    span_mul(&t, &t, y, prec);
    span_call(r, FN_EXP, &t, NULL, prec);
    span_clear(&t);
}

/* ---- functions ---- */

static void span_log(struct span_value *r, const struct span_value *x,
                     slong prec)
{
    struct span_value t;
    span_init(&t);
    span_set(&t, x);
    clip(&t);
    if (t.empty || arf_is_zero(t.hi)) {
        r->empty = true;
    } else {
        bool open = arf_is_zero(t.lo);
        if (open)
            arf_set(t.lo, t.hi);
        monotone(r, &t, arb_log, -HUGE_VAL, HUGE_VAL, prec);
        if (open)
            arf_neg_inf(r->lo);
    }
    span_clear(&t);
}

enum { LARGEST_ANGLE = 64 }; /* bits */

static void span_wave(struct span_value *r, const struct span_value *x,
                      bool sine, slong prec)
{
    arb_t t;
    bool known = !arf_is_inf(x->lo) && !arf_is_inf(x->hi) &&
                 arf_cmpabs_2exp_si(x->lo, LARGEST_ANGLE) < 0 &&
                 arf_cmpabs_2exp_si(x->hi, LARGEST_ANGLE) < 0;
    arb_init(t);
    if (known) {
        arb_set_interval_arf(t, x->lo, x->hi, prec);
        if (sine)
            arb_sin(t, t, prec);
        else
            arb_cos(t, t, prec);
        set_ball(r, t, prec);
    } else {
        span_whole(r);
    }
    arb_clear(t);
    confine(r, -1, 1);
}

static void span_extreme(struct span_value *r, const struct span_value *x,
                         const struct span_value *y, bool max)
{
    if (max) {
        arf_max(r->lo, x->lo, y->lo);
        arf_max(r->hi, x->hi, y->hi);
    } else {
        arf_min(r->lo, x->lo, y->lo);
        arf_min(r->hi, x->hi, y->hi);
    }
}

static void span_sign(struct span_value *r, const struct span_value *x)
{
    int lo = arf_sgn(x->lo), hi = arf_sgn(x->hi);
    arf_set_si(r->lo, lo);
    arf_set_si(r->hi, hi);
}

static void span_relu(struct span_value *r, const struct span_value *x)
{
    span_set(r, x);
    if (arf_sgn(r->lo) < 0)
        arf_zero(r->lo);
    if (arf_sgn(r->hi) < 0)
        arf_zero(r->hi);
}

void span_call(struct span_value *r, enum function fn,
               const struct span_value *x, const struct span_value *y,
               slong prec)
{
    if (pass_empty(r, x, y))
        return;
    switch ((int)fn) {
    case FN_EXP:
        monotone(r, x, arb_exp, 0, HUGE_VAL, prec);
        clip(r);
        break;
    case FN_TANH:
        monotone(r, x, arb_tanh, -1, 1, prec);
        confine(r, -1, 1);
        break;
    case FN_ERF:
        monotone(r, x, arb_hypgeom_erf, -1, 1, prec);
        confine(r, -1, 1);
        break;
    case FN_LOG:
        span_log(r, x, prec);
        break;
    case FN_SIN:
    case FN_COS:
        span_wave(r, x, fn == FN_SIN, prec);
        break;
    case FN_ABS:
        span_set(r, x);
        make_absolute(r);
        break;
    case FN_RELU:
        span_relu(r, x);
        break;
    case FN_SIGN:
        span_sign(r, x);
        break;
    case FN_MAX2:
    case FN_MIN2:
        span_extreme(r, x, y, fn == FN_MAX2);
        break;
    default:
        span_whole(r);
    }
}
