/* Terms of bounds near infinity, and their integrals; #tails */
#include "eval/ball_growth.h"

/* ---- terms ---- */

void growth_term_init(struct growth_term *t)
{
    arb_init(t->c);
    arb_init(t->m);
    arb_init(t->g);
    arb_init(t->h);
}

void growth_term_clear(struct growth_term *t)
{
    arb_clear(t->c);
    arb_clear(t->m);
    arb_clear(t->g);
    arb_clear(t->h);
}

void growth_term_set(struct growth_term *out, const struct growth_term *t)
{
    arb_set(out->c, t->c);
    arb_set(out->m, t->m);
    arb_set(out->g, t->g);
    arb_set(out->h, t->h);
}

void growth_term_mul(struct growth_term *out, const struct growth_term *a,
                     const struct growth_term *b)
{
    arb_mul(out->c, a->c, b->c, GROWTH_BITS);
    arb_add(out->m, a->m, b->m, GROWTH_BITS);
    arb_add(out->g, a->g, b->g, GROWTH_BITS);
    arb_add(out->h, a->h, b->h, GROWTH_BITS);
}

/* out = 1/a; a.c > 0 */
void growth_term_inv(struct growth_term *out, const struct growth_term *a)
{
    arb_inv(out->c, a->c, GROWTH_BITS);
    arb_neg(out->m, a->m);
    arb_neg(out->g, a->g);
    arb_neg(out->h, a->h);
}

/* out = a^y, y > 0 */
void growth_term_pow(struct growth_term *out, const struct growth_term *a,
                     const arb_t y)
{
    if (arb_is_zero(a->c))
        arb_zero(out->c);
    else
        arb_pow(out->c, a->c, y, GROWTH_BITS);
    arb_mul(out->m, a->m, y, GROWTH_BITS);
    arb_mul(out->g, a->g, y, GROWTH_BITS);
    arb_mul(out->h, a->h, y, GROWTH_BITS);
}

/* a + b <= out: t >= 1, so larger exponents bound smaller ones. */
void growth_term_merge(struct growth_term *out, const struct growth_term *a,
                       const struct growth_term *b)
{
    arb_add(out->c, a->c, b->c, GROWTH_BITS);
    arb_max(out->m, a->m, b->m, GROWTH_BITS);
    arb_max(out->g, a->g, b->g, GROWTH_BITS);
    arb_max(out->h, a->h, b->h, GROWTH_BITS);
}

bool growth_term_is_finite(const struct growth_term *t)
{
    return arb_is_finite(t->c) && arb_is_finite(t->m) && arb_is_finite(t->g) &&
           arb_is_finite(t->h);
}

/* ---- the integral ---- */

/*
 * F(t) = c t^m e^(gt+ht^2), h <= 0: (log F)' <= max(m, 0)/s + g + 2hs = -r for
 * t >= s.  Where r > 0 the integral is at most F(s)/r; where g, h <= 0 and
 * m < -1 it is at most c s^(m+1)/(-m-1).
 */
static bool term_integral(arb_t bound, const struct growth_term *t, bool normal,
                          const arb_t s)
{
    LOCAL_ARB(h);
    LOCAL_ARB(r);
    LOCAL_ARB(e);
    LOCAL_ARB(u);
    arb_set(h, t->h);
    if (normal) {
        arb_set_d(u, 0.5);
        arb_sub(h, h, u, GROWTH_BITS);
    }
    arb_mul(u, h, s, GROWTH_BITS);
    arb_add(e, u, t->g, GROWTH_BITS); /* (g + hs), then (g + 2hs) */
    arb_add(r, e, u, GROWTH_BITS);
    arb_mul(e, e, s, GROWTH_BITS);
    arb_zero(u);
    arb_max(u, u, t->m, GROWTH_BITS);
    arb_div(u, u, s, GROWTH_BITS);
    arb_add(r, r, u, GROWTH_BITS);
    arb_neg(r, r);
    bool ok = arb_is_nonpositive(h);
    arb_pow(u, s, t->m, GROWTH_BITS);
    arb_mul(u, u, t->c, GROWTH_BITS);
    if (ok && arb_is_positive(r)) {
        arb_exp(e, e, GROWTH_BITS);
        arb_mul(u, u, e, GROWTH_BITS);
        arb_div(bound, u, r, GROWTH_BITS);
    } else {
        arb_add_si(r, t->m, 1, GROWTH_BITS);
        arb_neg(r, r);
        ok = ok && arb_is_nonpositive(t->g) && arb_is_positive(r);
        arb_mul(u, u, s, GROWTH_BITS);
        arb_div(bound, u, r, GROWTH_BITS);
    }
    return (ok && arb_is_finite(bound)) || arb_is_zero(t->c);
}

bool growth_integral(arb_t bound, const struct growth *a, bool normal,
                     const arb_t start)
{
    bool ok = a->is_known;
    LOCAL_ARB(t);
    arb_zero(bound);
    for (int k = 0; k < a->count && ok; k++) {
        ok = term_integral(t, &a->up[k], normal, start);
        if (ok && !arb_is_zero(a->up[k].c))
            arb_add(bound, bound, t, GROWTH_BITS);
    }
    return ok && arb_is_finite(bound);
}
