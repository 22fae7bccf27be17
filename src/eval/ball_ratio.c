/*
 * Tightness and agreement of the two sides of a link.
 * docs/error-analysis.md#ratios
 */
#include "eval/ball_internal.h"

/* ---- tightness ---- */

void ball_ratio_init(struct ball_ratio *r)
{
    r->any = r->infinite = false;
    arf_init(r->lo);
    arf_init(r->hi);
    for (int k = 0; k < 2; k++) {
        arf_init(r->small[k]);
        arf_init(r->large[k]);
    }
}

void ball_ratio_clear(struct ball_ratio *r)
{
    arf_clear(r->lo);
    arf_clear(r->hi);
    for (int k = 0; k < 2; k++) {
        arf_clear(r->small[k]);
        arf_clear(r->large[k]);
    }
}

/* lo = max(lo, a / b rounded down) or hi likewise, for a >= 0, b > 0 */
static void raise_quotient(arf_t out, const arf_t a, const arf_t b,
                           arf_rnd_t rounding)
{
    LOCAL_ARF(q);
    arf_div(q, a, b, 2 * FLINT_BITS, rounding);
    arf_max(out, out, q);
}

bool ball_ratio_take(struct ball_ratio *r, const struct ball_operand *small,
                     const struct ball_operand *large, slong prec)
{
    ball_lower(r->small[0], small, prec);
    ball_upper(r->small[1], small, prec);
    ball_lower(r->large[0], large, prec);
    ball_upper(r->large[1], large, prec);
    if (arf_sgn(r->small[0]) < 0 || arf_sgn(r->large[0]) < 0 ||
        !arf_is_finite(r->small[1]) || !arf_is_finite(r->large[1]))
        return false;
    if (arf_is_zero(r->large[1])) { /* exactly 0 */
        r->infinite |= arf_sgn(r->small[0]) > 0;
        return arf_is_zero(r->small[1]) || arf_sgn(r->small[0]) > 0;
    }
    if (arf_is_zero(r->large[0]))
        return false;
    raise_quotient(r->lo, r->small[0], r->large[1], ARF_RND_FLOOR);
    raise_quotient(r->hi, r->small[1], r->large[0], ARF_RND_CEIL);
    r->any = true;
    return true;
}

struct enclosure ball_ratio_largest(const struct ball_ratio *r)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    if (r->infinite)
        out.kind = ENCLOSURE_INFINITE;
    else if (r->any)
        out = ball_enclosure(r->lo, r->hi);
    return out;
}

/* (larger - smaller) / log 10, of two scalars. */
static struct enclosure gap(const struct line sides[2], slong prec)
{
    struct enclosure out = {.kind = ENCLOSURE_FINITE};
    if (sides[0].at == sides[1].at)
        return out;
    LOCAL_ARB(x);
    LOCAL_ARB(unit);
    LOCAL_ARF(lo);
    LOCAL_ARF(hi);
    arb_sub(x, sides[1].at, sides[0].at, prec);
    arb_const_log10(unit, prec);
    arb_div(x, x, unit, prec);
    arb_get_lbound_arf(lo, x, prec);
    arb_get_ubound_arf(hi, x, prec);
    out = ball_enclosure(lo, hi);
    return out;
}

struct enclosure ball_run_ratio(const struct ball_run *run,
                                const struct plan_link *link)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    const bool up = link->rel == REL_LE || link->rel == REL_LT;
    struct line sides[2];
    if (link->rel == REL_EQ || link->rel == REL_NE ||
        !walk_known_sides(&run->walk, sides,
                          up ? link->fast_lhs : link->fast_rhs,
                          up ? link->fast_rhs : link->fast_lhs))
        return out;
    if (link->has_gap)
        return gap(sides, run->prec);
    LOCAL_MADE(ball_ratio, r);
    bool known = true;
    for (size_t k = 0; known && k < sides[0].count; k++) {
        const struct ball_operand small = ball_operand_of(&sides[0], k);
        const struct ball_operand large = ball_operand_of(&sides[1], k);
        known = ball_ratio_take(&r, &small, &large, run->prec);
    }
    if (known)
        out = ball_ratio_largest(&r);
    return out;
}

/* ---- agreement ---- */

/* A lower bound of max(|x|, |y|), or 1 where both enclosures contain 0. */
static void scale(mag_t out, const arb_t x, const arb_t y)
{
    if (arb_contains_zero(x) && arb_contains_zero(y)) {
        mag_one(out);
        return;
    }
    LOCAL_MAG(t);
    arb_get_mag_lower(out, x);
    arb_get_mag_lower(t, y);
    mag_max(out, out, t);
}

/*
 * A lower bound of -log2(sup |x - y| / scale), within 0..prec.
 * docs/error-analysis.md#agreement
 */
static slong entry_agreement(const arb_t x, const arb_t y, slong prec)
{
    LOCAL_ARB(d);
    LOCAL_MAG(sup);
    LOCAL_MAG(unit);
    arb_sub(d, x, y, prec);
    arb_get_mag(sup, d);
    scale(unit, x, y);
    mag_div(sup, sup, unit); /* rounded up */
    slong bits = prec;
    if (mag_is_inf(sup) || mag_cmp_2exp_si(sup, 0) >= 0)
        bits = 0;
    else if (mag_cmp_2exp_si(sup, -prec) > 0) /* sup < 2^exponent */
        bits = -fmpz_get_si(MAG_EXPREF(sup));
    return bits;
}

/* Whether x <= y or x >= y is certain here, so that nothing need agree. */
static bool is_settled(enum relop rel, const struct ball_operand *x,
                       const struct ball_operand *y, slong prec)
{
    const bool up = rel == REL_LE || rel == REL_LT;
    if (rel == REL_EQ || rel == REL_NE)
        return false;
    LOCAL_ARF(lo);
    LOCAL_ARF(hi);
    ball_upper(hi, up ? x : y, prec);
    ball_lower(lo, up ? y : x, prec);
    return arf_cmp(hi, lo) < 0;
}

long ball_run_agreement(const struct ball_run *run,
                        const struct plan_link *link)
{
    struct line sides[2];
    if (!walk_known_sides(&run->walk, sides, link->fast_lhs, link->fast_rhs))
        return 0;
    slong least = run->prec;
    for (size_t k = 0; least > 0 && k < sides[0].count; k++) {
        const struct ball_operand x = ball_operand_of(&sides[0], k);
        const struct ball_operand y = ball_operand_of(&sides[1], k);
        if (is_settled(link->rel, &x, &y, run->prec))
            continue;
        const slong bits = entry_agreement(x.x, y.x, run->prec);
        least = bits < least ? bits : least;
    }
    return least;
}
