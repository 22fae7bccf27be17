#include "eval/ball_internal.h"

#include <math.h>

enum { MAX_END_BITS = 1 << 16 }; /* of a middle that meets an end exactly */

/* ---- bounds ---- */

void ball_lower(arf_t out, const struct ball_operand *a, slong prec)
{
    if (arb_is_exact(a->x))
        arf_set(out, arb_midref(a->x));
    else
        arb_get_lbound_arf(out, a->x, prec);
    if ((a->facts & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC)) && arf_sgn(out) < 0)
        arf_zero(out);
}

void ball_upper(arf_t out, const struct ball_operand *a, slong prec)
{
    if (arb_is_exact(a->x))
        arf_set(out, arb_midref(a->x));
    else
        arb_get_ubound_arf(out, a->x, prec);
    if ((a->facts & PLAN_STOCHASTIC) && arf_cmp_si(out, 1) > 0)
        arf_one(out);
}

bool ball_is_nonnegative(const struct ball_operand *a)
{
    return arb_is_nonnegative(a->x) ||
           (a->facts & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC)) != 0;
}

/* ---- clipping; docs/error-analysis.md#clipping ---- */

/*
 * The radius `r` as a magnitude; exact for at most MAG_BITS bits, so that ends
 * like 0 and 1 are met exactly.
 */
static void set_radius(mag_t out, const arf_t r)
{
    arf_get_mag_lower(out, r);
    if (arf_cmpabs_mag(r, out) > 0)
        arf_get_mag(out, r);
}

void ball_clip_nonnegative(arb_t x)
{
    if (arb_is_nonnegative(x) || !arb_is_finite(x))
        return;
    LOCAL_ARF(hi);
    arb_get_ubound_arf(hi, x, MAG_BITS - 1);
    if (arf_sgn(hi) <= 0) {
        arb_zero(x); /* the value is >= 0 and <= hi */
    } else {
        arf_mul_2exp_si(arb_midref(x), hi, -1);
        set_radius(arb_radref(x), arb_midref(x));
    }
}

/* A ball for the part of x up to 1, for a value known to be >= least. */
static void clip_above_one(arb_t x, slong least, slong prec)
{
    LOCAL_ARF(one);
    LOCAL_ARF(r);
    arf_one(one);
    arb_get_ubound_arf(r, x, prec);
    if (arf_cmp(r, one) > 0) {
        arb_get_lbound_arf(r, x, prec);
        if (arf_cmp_si(r, least) < 0)
            arf_set_si(r, least);
        arf_sub(r, one, r, MAG_BITS - 1, ARF_RND_CEIL);
        arf_mul_2exp_si(r, r, -1);
        if (arf_sgn(r) <= 0) {
            arb_one(x); /* the value is <= 1 and its lower bound >= 1 */
        } else {
            /* A bound of prec bits below 1 has r >= 2^-prec / 2: few bits. */
            arf_sub(arb_midref(x), one, r, ARF_PREC_EXACT, ARF_RND_DOWN);
            set_radius(arb_radref(x), r);
        }
    }
}

void ball_clip_unit(arb_t x, slong prec)
{
    arf_srcptr m = arb_midref(x);
    /* 0 <= radius <= m <= 1/2: inside already, as nearly always */
    if (arf_sgn(m) > 0 && arf_cmpabs_2exp_si(m, -1) <= 0 &&
        arf_cmpabs_mag(m, arb_radref(x)) >= 0)
        return;
    if (!arb_is_finite(x)) {
        arb_unit_interval(x);
        return;
    }
    ball_clip_nonnegative(x);
    clip_above_one(x, 0, prec);
}

void ball_clip_symmetric_unit(arb_t x, slong prec)
{
    if (!arb_is_finite(x)) {
        arb_zero_pm_one(x);
        return;
    }
    clip_above_one(x, -1, prec);
    arb_neg(x, x);
    clip_above_one(x, -1, prec);
    arb_neg(x, x);
}

/* Whether lo + r, exactly, is a number of moderate length; r > 0. */
static bool has_short_sum(const arf_t lo, const arf_t r)
{
    if (arf_is_zero(lo))
        return true;
    LOCAL_FMPZ(top);
    LOCAL_FMPZ(bottom);
    LOCAL_FMPZ(e);
    arf_abs_bound_lt_2exp_fmpz(top, lo);
    arf_abs_bound_lt_2exp_fmpz(e, r);
    if (fmpz_cmp(e, top) > 0)
        fmpz_swap(e, top);
    arf_bot(bottom, lo);
    arf_bot(e, r);
    if (fmpz_cmp(e, bottom) < 0)
        fmpz_swap(e, bottom);
    fmpz_sub(top, top, bottom);
    return fmpz_cmp_si(top, MAX_END_BITS) < 0;
}

void ball_set_ends(arb_t z, const arf_t lo, const arf_t hi, slong prec)
{
    LOCAL_ARF(r);
    arf_sub(r, hi, lo, MAG_BITS - 1, ARF_RND_CEIL);
    arf_mul_2exp_si(r, r, -1);
    if (arf_sgn(r) <= 0) {
        arb_set_arf(z, lo);
    } else if (has_short_sum(lo, r)) {
        arf_t middle; /* lo and hi may be ends of z */
        arf_init(middle);
        arf_add(middle, lo, r, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_swap(arb_midref(z), middle);
        set_radius(arb_radref(z), r);
        arf_clear(middle);
    } else {
        arb_set_interval_arf(z, lo, hi, prec);
    }
}

void ball_clip_below(arb_t x, const arf_t least, slong prec)
{
    LOCAL_ARF(lo);
    LOCAL_ARF(hi);
    arb_get_lbound_arf(lo, x, prec);
    if (arf_cmp(lo, least) < 0) {
        arb_get_ubound_arf(hi, x, prec);
        ball_set_ends(x, least, hi, prec); /* hi < least: the value is least */
    }
}

/* ---- operations ---- */

void ball_square(arb_t z, const arb_t x, slong prec)
{
    arb_sqr(z, x, prec);
    ball_clip_nonnegative(z);
}

/*
 * 1: z >= x certainly; -1: z <= x certainly; 0: not seen by this quick look.
 * The distance of the midpoints is rounded down, the sum of the radii up.
 */
static int quick_order(const arb_t z, const arb_t x)
{
    int order = 0;
    LOCAL_ARF(distance);
    LOCAL_MAG(radii);
    arf_sub(distance, arb_midref(z), arb_midref(x), MAG_BITS, ARF_RND_DOWN);
    mag_add(radii, arb_radref(z), arb_radref(x));
    if (arf_cmpabs_mag(distance, radii) >= 0)
        order = arf_sgn(distance) >= 0 ? 1 : -1;
    return order;
}

void ball_raise(arb_t z, const arb_t x, slong prec)
{
    const int order = quick_order(z, x);
    if (order > 0 || (order == 0 && arb_ge(z, x)))
        return;
    if (order < 0 || arb_le(z, x))
        arb_set(z, x);
    else
        arb_max(z, z, x, prec);
}

void ball_reduce(arb_t z, const arb_t x, slong prec)
{
    const int order = quick_order(z, x);
    if (order < 0 || (order == 0 && arb_le(z, x)))
        return;
    if (order > 0 || arb_ge(z, x))
        arb_set(z, x);
    else
        arb_min(z, z, x, prec);
}

void ball_set_rational(arb_t z, const rational_t *x, slong prec)
{
    LOCAL_FMPQ(q);
    fmpq_set_mpq(q, x->q);
    const mp_bitcnt_t twos = mpz_scan1(mpq_denref(x->q), 0);
    if (mpz_sizeinbase(mpq_denref(x->q), 2) == twos + 1) {
        arb_set_fmpz(z, fmpq_numref(q));
        arb_mul_2exp_si(z, z, -(slong)twos);
    } else {
        arb_set_fmpq(z, q, prec);
    }
}

/* ---- plain data ---- */

/* x * 2^-e, rounded; |x| < 2^e. */
static double scaled_double(const arf_t x, const fmpz_t e, arf_rnd_t rounding)
{
    LOCAL_ARF(t);
    LOCAL_FMPZ(shift);
    fmpz_neg(shift, e);
    arf_mul_2exp_fmpz(t, x, shift);
    return arf_get_d(t, rounding);
}

static void set_scaled(struct enclosure *out, const arf_t lo, const arf_t hi,
                       fmpz_t e)
{
    out->lo = scaled_double(lo, e, ARF_RND_FLOOR);
    out->hi = scaled_double(hi, e, ARF_RND_CEIL);
    if (fmax(fabs(out->lo), fabs(out->hi)) >= 1) { /* rounded up to 1 */
        fmpz_add_ui(e, e, 1);
        out->lo = scaled_double(lo, e, ARF_RND_FLOOR);
        out->hi = scaled_double(hi, e, ARF_RND_CEIL);
    }
    out->exponent = fmpz_get_si(e);
    out->kind = ENCLOSURE_FINITE;
}

/* docs/error-analysis.md#enclosures */
struct enclosure ball_enclosure(const arf_t lo, const arf_t hi)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    if (!arf_is_finite(lo) || !arf_is_finite(hi))
        return out;
    LOCAL_FMPZ(e);
    arf_abs_bound_lt_2exp_fmpz(e, arf_cmpabs(lo, hi) > 0 ? lo : hi);
    if (arf_is_zero(lo) && arf_is_zero(hi))
        out.kind = ENCLOSURE_FINITE;
    else if (fmpz_bits(e) <= 61)
        set_scaled(&out, lo, hi, e);
    return out;
}
