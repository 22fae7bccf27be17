/* Tightness: the ratio of the exact sides of a link. */
#include "eval/ball_internal.h" /* ball_enclosure */
#include "eval/exact_internal.h"

enum { RATIO_BITS = 80, RATIO_MAX_BITS = 2048 };

struct ratio {
    arb_t largest; /* so far */
    bool any;      /* an entry had a ratio */
    bool infinite;
};

/* x / y to RATIO_BITS bits, for y > 0; false: not to be had. */
static bool divide(arb_t out, struct exact_ring *ring, exact_id x, exact_id y)
{
    arb_t t;
    arb_init(t);
    bool accurate = false;
    for (slong prec = 128; prec <= RATIO_MAX_BITS && !accurate; prec *= 2) {
        exact_ball(out, ring, x, prec);
        exact_ball(t, ring, y, prec);
        arb_div(out, out, t, prec);
        accurate =
            arb_is_finite(out) &&
            (x == EXACT_ZERO || arb_rel_accuracy_bits(out) >= RATIO_BITS);
    }
    arb_clear(t);
    return accurate;
}

/* Takes in one entry; false: nothing can be said of the whole. */
static bool ratio_entry(struct ratio *r, struct exact_ring *ring,
                        exact_id small, exact_id large)
{
    const enum exact_sign s = exact_sign(ring, small);
    const enum exact_sign l = exact_sign(ring, large);
    if ((s != EXACT_IS_ZERO && s != EXACT_POSITIVE) ||
        (l != EXACT_IS_ZERO && l != EXACT_POSITIVE))
        return false;
    if (l == EXACT_IS_ZERO) {
        r->infinite |= s == EXACT_POSITIVE;
        return true;
    }
    arb_t quotient;
    arb_init(quotient);
    if (s == EXACT_IS_ZERO)
        small = EXACT_ZERO;
    const bool known = divide(quotient, ring, small, large);
    if (known && r->any)
        arb_max(r->largest, r->largest, quotient, RATIO_MAX_BITS);
    else if (known)
        arb_set(r->largest, quotient);
    r->any |= known;
    arb_clear(quotient);
    return known;
}

static struct enclosure enclose(const arb_t x)
{
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    arb_get_lbound_arf(lo, x, RATIO_MAX_BITS);
    arb_get_ubound_arf(hi, x, RATIO_MAX_BITS);
    const struct enclosure out = ball_enclosure(lo, hi);
    arf_clear(lo);
    arf_clear(hi);
    return out;
}

static exact_id spread(const struct exact_matrix *a, size_t k)
{
    return a->rows == 1 && a->cols == 1 ? a->at[0] : a->at[k];
}

struct enclosure exact_run_ratio(const struct exact_run *run,
                                 const struct plan_link *link)
{
    struct enclosure out = {.kind = ENCLOSURE_NONE};
    const bool up = link->rel == REL_LE || link->rel == REL_LT;
    if (link->rel == REL_EQ || link->rel == REL_NE || link->lhs == PLAN_NONE ||
        link->rhs == PLAN_NONE || link->has_gap)
        return out;
    const struct exact_matrix *small = &run->values[up ? link->lhs : link->rhs];
    const struct exact_matrix *large = &run->values[up ? link->rhs : link->lhs];
    if (exact_run_undefined(run, link->lhs) != TRUTH_FALSE ||
        exact_run_undefined(run, link->rhs) != TRUTH_FALSE)
        return out;
    struct ratio r = {.any = false};
    arb_init(r.largest);
    bool known = true;
    const size_t counts[] = {small->rows * small->cols,
                             large->rows * large->cols};
    const size_t count = counts[counts[0] == 1];
    for (size_t k = 0; k < count && known; k++)
        known = ratio_entry(&r, run->ring, spread(small, k), spread(large, k));
    if (known && r.infinite)
        out.kind = ENCLOSURE_INFINITE;
    else if (known && r.any)
        out = enclose(r.largest);
    arb_clear(r.largest);
    return out;
}
