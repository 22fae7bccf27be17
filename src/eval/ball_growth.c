/* Bounds of functions near infinity; docs/error-analysis.md#tails */
#include "eval/ball_growth.h"

#include "eval/ball_growth_internal.h"

enum { MAX_POWER = 24 };

/* ---- memory ---- */

void growth_init(struct growth *a)
{
    *a = (struct growth){.length = -1};
    growth_term_init(&a->low);
    for (int k = 0; k < GROWTH_TERMS; k++)
        growth_term_init(&a->up[k]);
    a->poly = _arb_vec_init(GROWTH_LENGTH);
}

void growth_clear(struct growth *a)
{
    growth_term_clear(&a->low);
    for (int k = 0; k < GROWTH_TERMS; k++)
        growth_term_clear(&a->up[k]);
    _arb_vec_clear(a->poly, GROWTH_LENGTH);
}

void growth_set(struct growth *out, const struct growth *a)
{
    out->is_known = a->is_known;
    out->sign = a->sign;
    out->has_low = a->has_low;
    growth_term_set(&out->low, &a->low);
    out->count = a->count;
    for (int k = 0; k < a->count; k++)
        growth_term_set(&out->up[k], &a->up[k]);
    out->length = a->length;
    for (slong k = 0; k < a->length; k++)
        arb_set(&out->poly[k], &a->poly[k]);
}

void growth_reset(struct growth *out)
{
    out->is_known = true;
    out->sign = 0;
    out->has_low = false;
    out->count = 0;
    out->length = -1;
}

void growth_append(struct growth *out, const struct growth_term *t)
{
    if (out->count < GROWTH_TERMS) {
        growth_term_set(&out->up[out->count++], t);
        return;
    }
    LOCAL_MADE(growth_term, sum);
    growth_term_merge(&sum, &out->up[GROWTH_TERMS - 1], t);
    growth_term_set(&out->up[GROWTH_TERMS - 1], &sum);
}

/* One term above all; `out` of an a without terms is 0. */
void growth_merged(struct growth_term *out, const struct growth *a)
{
    LOCAL_MADE(growth_term, sum);
    arb_zero(out->c);
    arb_zero(out->m);
    arb_zero(out->g);
    arb_zero(out->h);
    if (a->count)
        growth_term_set(out, &a->up[0]);
    for (int k = 1; k < a->count; k++) {
        growth_term_merge(&sum, out, &a->up[k]);
        growth_term_set(out, &sum);
    }
}

/* What is not finite bounds nothing. */
void growth_settle(struct growth *out)
{
    for (int k = 0; k < out->count; k++)
        out->is_known = out->is_known && growth_term_is_finite(&out->up[k]);
    for (slong k = 0; k < out->length; k++)
        out->is_known = out->is_known && arb_is_finite(&out->poly[k]);
    if (out->has_low &&
        (!growth_term_is_finite(&out->low) || !arb_is_positive(out->low.c)))
        out->has_low = false;
}

/* ---- polynomials ---- */

/*
 * The other facts from the polynomial, of degree d:
 * ||p_d| - sum_{k<d} |p_k| start^(k-d)| t^d bounds |p(t)| below, + above.
 */
void growth_from_poly(struct growth *out, const arb_t start)
{
    LOCAL_ARB(rest);
    LOCAL_ARB(t);
    while (out->length > 0 && arb_is_zero(&out->poly[out->length - 1]))
        out->length--;
    const slong d = out->length - 1;
    for (slong k = 0; k < d; k++) { /* sum_{k<d} |p_k| start^(k-d), Horner */
        arb_abs(t, &out->poly[k]);
        arb_add(rest, rest, t, GROWTH_BITS);
        arb_div(rest, rest, start, GROWTH_BITS);
    }
    struct growth_term *up = &out->up[0];
    arb_set_si(up->m, d < 0 ? 0 : d);
    arb_zero(up->g);
    arb_zero(up->h);
    if (d < 0) {
        arb_zero(up->c);
    } else {
        growth_term_set(&out->low, up);
        arb_abs(t, &out->poly[d]);
        arb_add(up->c, t, rest, GROWTH_BITS);
        arb_sub(out->low.c, t, rest, GROWTH_BITS);
        out->has_low = arb_is_positive(out->low.c);
        if (out->has_low)
            out->sign = arb_is_positive(&out->poly[d]) ? 1 : -1;
        else if (d == 0 && arb_is_nonnegative(&out->poly[0]))
            out->sign = 1;
        else if (d == 0 && arb_is_nonpositive(&out->poly[0]))
            out->sign = -1;
    }
    out->count = 1;
    growth_settle(out);
}

void growth_constant(struct growth *out, const arb_t c, const arb_t start)
{
    growth_reset(out);
    out->length = 1;
    arb_set(&out->poly[0], c);
    growth_from_poly(out, start);
}

void growth_variable(struct growth *out, int sign, const arb_t start)
{
    growth_reset(out);
    out->length = 2;
    arb_zero(&out->poly[0]);
    arb_set_si(&out->poly[1], sign);
    growth_from_poly(out, start);
}

/*
 * A polynomial form of what has none: |v| <= c t^m with 0 <= m <= 2 is
 * v = p t^ceil(m) with p in [-c, c], or half of it where the sign is known,
 * and above low's c where that has the same exponent.
 */
bool growth_as_poly(struct growth *out, const struct growth *a,
                    const arb_t start)
{
    growth_set(out, a);
    if (a->length >= 0)
        return true;
    slong d = 0;
    LOCAL_MADE(growth_term, t);
    LOCAL_ARB(lo);
    growth_merged(&t, a);
    while (d < 3 && !(arb_set_si(lo, d), arb_le(t.m, lo)))
        d++;
    const bool fits =
        d < 3 && arb_is_nonpositive(t.g) && arb_is_nonpositive(t.h);
    if (fits) {
        arb_neg(lo, t.c);
        if (a->sign)
            arb_zero(lo);
        if (a->sign && a->has_low && arb_equal_si(a->low.m, d) &&
            arb_is_zero(a->low.g) && arb_is_zero(a->low.h))
            arb_set(lo, a->low.c);
        growth_reset(out);
        out->length = d + 1;
        _arb_vec_zero(out->poly, d);
        arb_union(&out->poly[d], lo, t.c, GROWTH_BITS);
        if (a->sign < 0)
            arb_neg(&out->poly[d], &out->poly[d]);
        growth_from_poly(out, start);
        out->sign = a->sign ? a->sign : out->sign;
    }
    return fits;
}

/* ---- arithmetic ---- */

bool growth_both_known(struct growth *out, const struct growth *a,
                       const struct growth *b)
{
    growth_reset(out);
    out->is_known = a->is_known && b->is_known;
    return out->is_known;
}

void growth_neg(struct growth *out, const struct growth *a)
{
    growth_set(out, a);
    out->sign = -a->sign;
    for (slong k = 0; k < a->length; k++)
        arb_neg(&out->poly[k], &a->poly[k]);
}

void growth_add(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start)
{
    if (!growth_both_known(out, a, b))
        return;
    if (a->length >= 0 && b->length >= 0) {
        out->length = a->length > b->length ? a->length : b->length;
        _arb_vec_zero(out->poly, out->length);
        for (slong k = 0; k < a->length; k++)
            arb_set(&out->poly[k], &a->poly[k]);
        for (slong k = 0; k < b->length; k++)
            arb_add(&out->poly[k], &out->poly[k], &b->poly[k], GROWTH_BITS);
        growth_from_poly(out, start);
        return;
    }
    LOCAL(growth_clear) struct growth p, q;
    growth_init(&p);
    growth_init(&q);
    for (int k = 0; k < a->count; k++)
        growth_append(out, &a->up[k]);
    for (int k = 0; k < b->count; k++)
        growth_append(out, &b->up[k]);
    if (a->sign && a->sign == b->sign) { /* |a + b| >= |a|, |b| */
        out->sign = a->sign;
        out->has_low = a->has_low || b->has_low;
        growth_term_set(&out->low, a->has_low ? &a->low : &b->low);
    } else if ((a->length > 0 || b->length > 0) &&
               growth_as_poly(&p, a, start) &&
               growth_as_poly(&q, b, start)) { /* where nothing decays */
        growth_add(out, &p, &q, start);
    }
    growth_settle(out);
}

void growth_sub(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start)
{
    LOCAL_MADE(growth, t);
    growth_neg(&t, b);
    growth_add(out, a, &t, start);
}

void growth_mul(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start)
{
    if (!growth_both_known(out, a, b))
        return;
    if (a->length >= 0 && b->length >= 0 &&
        a->length + b->length <= GROWTH_LENGTH) {
        out->length = a->length && b->length ? a->length + b->length - 1 : 0;
        _arb_vec_zero(out->poly, out->length);
        for (slong i = 0; i < a->length; i++)
            for (slong j = 0; j < b->length; j++)
                arb_addmul(&out->poly[i + j], &a->poly[i], &b->poly[j],
                           GROWTH_BITS);
        growth_from_poly(out, start);
        return;
    }
    LOCAL_MADE(growth_term, t);
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            growth_term_mul(&t, &a->up[i], &b->up[j]);
            growth_append(out, &t);
        }
    }
    out->sign = a->sign * b->sign;
    out->has_low = a->has_low && b->has_low;
    if (out->has_low)
        growth_term_mul(&out->low, &a->low, &b->low);
    growth_settle(out);
}

/* 1/a where |a| >= low > 0 */
static void inverse(struct growth *out, const struct growth *a,
                    const arb_t start)
{
    growth_reset(out);
    out->is_known = a->is_known && a->has_low;
    if (!out->is_known)
        return;
    if (a->length == 1) {
        out->length = 1;
        arb_inv(&out->poly[0], &a->poly[0], GROWTH_BITS);
        growth_from_poly(out, start);
        return;
    }
    LOCAL_MADE(growth_term, t);
    growth_term_inv(&out->up[0], &a->low);
    out->count = 1;
    out->sign = a->sign;
    growth_merged(&t, a);
    out->has_low = arb_is_positive(t.c);
    if (out->has_low)
        growth_term_inv(&out->low, &t);
    growth_settle(out);
}

void growth_div(struct growth *out, const struct growth *a,
                const struct growth *b, const arb_t start)
{
    LOCAL_MADE(growth, t);
    inverse(&t, b, start);
    growth_mul(out, a, &t, start);
}

/* a^k for k >= 0 by repeated products */
static void integer_power(struct growth *out, const struct growth *a, slong k,
                          const arb_t start)
{
    LOCAL_MADE(growth, t);
    LOCAL_ARB(one);
    arb_one(one);
    growth_constant(out, one, start);
    for (slong i = 0; i < k; i++) {
        growth_mul(&t, out, a, start);
        growth_set(out, &t);
    }
    if (k % 2 == 0 && out->sign == 0)
        out->sign = 1;
    out->is_known = out->is_known && a->is_known;
}

/* a^y for a >= 0, y > 0 */
static void real_power(struct growth *out, const struct growth *a,
                       const arb_t y)
{
    struct growth_term t;
    growth_reset(out);
    out->is_known = a->is_known && a->sign > 0;
    if (!out->is_known)
        return;
    growth_term_init(&t);
    growth_merged(&t, a);
    growth_term_pow(&out->up[0], &t, y);
    out->count = 1;
    out->sign = 1;
    out->has_low = a->has_low;
    if (a->has_low)
        growth_term_pow(&out->low, &a->low, y);
    growth_term_clear(&t);
    growth_settle(out);
}

void growth_pow(struct growth *out, const struct growth *a, const arb_t y,
                const arb_t start)
{
    LOCAL_MADE(growth, base);
    LOCAL_ARB(e);
    arb_abs(e, y);
    if (arb_is_negative(y))
        inverse(&base, a, start);
    else
        growth_set(&base, a);
    if (arb_is_int(e) && arf_cmp_si(arb_midref(e), MAX_POWER) <= 0) {
        integer_power(out, &base,
                      arf_get_si(arb_midref(e), ARF_RND_DOWN), /* exact */
                      start);
    } else if (arb_is_positive(y) || arb_is_negative(y)) {
        real_power(out, &base, e);
    } else {
        growth_reset(out);
        out->is_known = false;
    }
}
