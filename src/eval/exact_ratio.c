/* Tightness: the ratio of the exact sides of a link, in balls. */
#include "eval/ball_internal.h"
#include "eval/exact_internal.h"

enum { RATIO_BITS = 80, RATIO_MAX_BITS = 2048 };

/* x to RATIO_BITS bits; false: not to be had, or it is not known to be >= 0. */
static bool enclose(arb_t out, struct exact_ring *ring, exact_id x)
{
    const enum exact_sign sign = exact_sign(ring, x);
    arb_zero(out);
    if (sign != EXACT_POSITIVE)
        return sign == EXACT_IS_ZERO;
    for (slong prec = 128; prec <= RATIO_MAX_BITS; prec *= 2) {
        exact_ball(out, ring, x, prec);
        if (arb_is_finite(out) && arb_rel_accuracy_bits(out) >= RATIO_BITS)
            return true;
    }
    return false;
}

static bool take(struct ball_ratio *r, struct exact_ring *ring,
                 const exact_id *small, const exact_id *large)
{
    LOCAL_ARB(x);
    LOCAL_ARB(y);
    const struct ball_operand a = {.x = x}, b = {.x = y};
    return enclose(x, ring, *small) && enclose(y, ring, *large) &&
           ball_ratio_take(r, &a, &b, RATIO_MAX_BITS);
}

struct enclosure exact_run_ratio(const struct exact_run *run,
                                 const struct plan_link *link)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    const bool up = link->rel == REL_LE || link->rel == REL_LT;
    struct line sides[2];
    if (link->rel == REL_EQ || link->rel == REL_NE || link->has_gap ||
        !walk_known_sides(&run->walk, sides, up ? link->lhs : link->rhs,
                          up ? link->rhs : link->lhs))
        return out;
    LOCAL_MADE(ball_ratio, r);
    bool known = true;
    for (size_t k = 0; known && k < sides[0].count; k++) {
        const exact_id *small = sides[0].at, *large = sides[1].at;
        known = take(&r, run->ring, &small[k * sides[0].step],
                     &large[k * sides[1].step]);
    }
    if (known)
        out = ball_ratio_largest(&r);
    return out;
}
