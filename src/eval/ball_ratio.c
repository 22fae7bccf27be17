/*
 * Tightness and agreement of the two sides of a link.
 * docs/error-analysis.md#ratios
 */
#include "eval/ball_internal.h"

/* The two sides of a link with equal shapes, a 1 x 1 side spread. */
struct both {
    const struct ball_run *run;
    plan_id id[2];
    slong rows, cols;
};

static bool both_set(struct both *b, const struct ball_run *run, plan_id x,
                     plan_id y)
{
    if (x == PLAN_NONE || y == PLAN_NONE ||
        ball_run_undefined(run, x) != TRUTH_FALSE ||
        ball_run_undefined(run, y) != TRUTH_FALSE)
        return false;
    const arb_mat_struct *a = run->values[x].m, *c = run->values[y].m;
    const bool spread = arb_mat_nrows(a) == 1 && arb_mat_ncols(a) == 1;
    *b = (struct both){.run = run,
                       .id = {x, y},
                       .rows = arb_mat_nrows(spread ? c : a),
                       .cols = arb_mat_ncols(spread ? c : a)};
    return true;
}

static struct ball_operand both_entry(const struct both *b, int side, slong k)
{
    const plan_id id = b->id[side];
    return (struct ball_operand){
        .x = ball_spread(b->run->values[id].m, k / b->cols, k % b->cols),
        .facts = b->run->walk.plan->instrs[id].facts};
}

/* ---- tightness ---- */

struct ratio {
    arf_t lo, hi; /* the largest so far */
    bool any;     /* an entry had a ratio */
    bool infinite;
    arf_t small[2], large[2]; /* bounds of the sides of one entry */
};

static void ratio_init(struct ratio *r)
{
    arf_init(r->lo);
    arf_init(r->hi);
    r->any = r->infinite = false;
    for (int k = 0; k < 2; k++) {
        arf_init(r->small[k]);
        arf_init(r->large[k]);
    }
}

static void ratio_clear(struct ratio *r)
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
    arf_t q;
    arf_init(q);
    arf_div(q, a, b, 2 * FLINT_BITS, rounding);
    arf_max(out, out, q);
    arf_clear(q);
}

/* Takes in one entry; false: nothing can be said of the whole. */
static bool ratio_entry(struct ratio *r, const struct ball_operand *small,
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

/* (larger - smaller) / log 10, of two scalars. */
static struct enclosure gap(const struct both *b, bool up)
{
    struct enclosure out = {.kind = ENCLOSURE_FINITE};
    const slong prec = b->run->prec;
    if (b->id[0] == b->id[1])
        return out;
    arb_t x, unit;
    arf_t lo, hi;
    arb_init(x);
    arb_init(unit);
    arf_init(lo);
    arf_init(hi);
    arb_sub(x, both_entry(b, up, 0).x, both_entry(b, !up, 0).x, prec);
    arb_const_log10(unit, prec);
    arb_div(x, x, unit, prec);
    arb_get_lbound_arf(lo, x, prec);
    arb_get_ubound_arf(hi, x, prec);
    out = ball_enclosure(lo, hi);
    arf_clear(lo);
    arf_clear(hi);
    arb_clear(x);
    arb_clear(unit);
    return out;
}

struct enclosure ball_run_ratio(const struct ball_run *run,
                                const struct plan_link *link)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    const bool up = link->rel == REL_LE || link->rel == REL_LT;
    struct both b;
    if (link->rel == REL_EQ || link->rel == REL_NE ||
        !both_set(&b, run, link->fast_lhs, link->fast_rhs))
        return out;
    if (link->has_gap)
        return gap(&b, up);
    struct ratio r;
    ratio_init(&r);
    bool known = true;
    for (slong k = 0; known && k < b.rows * b.cols; k++) {
        const struct ball_operand small = both_entry(&b, up ? 0 : 1, k);
        const struct ball_operand large = both_entry(&b, up ? 1 : 0, k);
        known = ratio_entry(&r, &small, &large, run->prec);
    }
    if (known && r.infinite)
        out.kind = ENCLOSURE_INFINITE;
    else if (known && r.any)
        out = ball_enclosure(r.lo, r.hi);
    ratio_clear(&r);
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
    mag_t t;
    mag_init(t);
    arb_get_mag_lower(out, x);
    arb_get_mag_lower(t, y);
    mag_max(out, out, t);
    mag_clear(t);
}

/*
 * A lower bound of -log2(sup |x - y| / scale), within 0..prec.
 * docs/error-analysis.md#agreement
 */
static slong entry_agreement(const arb_t x, const arb_t y, slong prec)
{
    arb_t d;
    mag_t sup, unit;
    arb_init(d);
    mag_init(sup);
    mag_init(unit);
    arb_sub(d, x, y, prec);
    arb_get_mag(sup, d);
    scale(unit, x, y);
    mag_div(sup, sup, unit); /* rounded up */
    slong bits = prec;
    if (mag_is_inf(sup) || mag_cmp_2exp_si(sup, 0) >= 0)
        bits = 0;
    else if (mag_cmp_2exp_si(sup, -prec) > 0) /* sup < 2^exponent */
        bits = -fmpz_get_si(MAG_EXPREF(sup));
    mag_clear(sup);
    mag_clear(unit);
    arb_clear(d);
    return bits;
}

/* Whether x <= y or x >= y is certain here, so that nothing need agree. */
static bool is_settled(enum relop rel, const struct ball_operand *x,
                       const struct ball_operand *y, slong prec)
{
    const bool up = rel == REL_LE || rel == REL_LT;
    if (rel == REL_EQ || rel == REL_NE)
        return false;
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    ball_upper(hi, up ? x : y, prec);
    ball_lower(lo, up ? y : x, prec);
    const bool settled = arf_cmp(hi, lo) < 0;
    arf_clear(lo);
    arf_clear(hi);
    return settled;
}

long ball_run_agreement(const struct ball_run *run,
                        const struct plan_link *link)
{
    struct both b;
    if (!both_set(&b, run, link->fast_lhs, link->fast_rhs))
        return 0;
    slong least = run->prec;
    for (slong k = 0; least > 0 && k < b.rows * b.cols; k++) {
        const struct ball_operand x = both_entry(&b, 0, k);
        const struct ball_operand y = both_entry(&b, 1, k);
        if (is_settled(link->rel, &x, &y, run->prec))
            continue;
        const slong bits = entry_agreement(x.x, y.x, run->prec);
        least = bits < least ? bits : least;
    }
    return least;
}
