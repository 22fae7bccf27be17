/* Functions of what is bounded near infinity; docs/error-analysis.md#tails */
#include "eval/ball_growth.h"

#include "eval/ball_growth_internal.h"

/*
 * q with p(t) <= q(t) for t >= start (`side` 1; >= for -1), of degree 2:
 * p_k t^k <= p_k start t^(k-1) where p_k <= 0.
 */
static bool fold_to_square(arb_ptr q, const struct growth *a, int side,
                           const arb_t start)
{
    arb_ptr c = _arb_vec_init(GROWTH_LENGTH);
    bool ok = true;
    for (slong k = 0; k < a->length; k++) {
        if (side > 0)
            arb_get_ubound_arf(arb_midref(&c[k]), &a->poly[k], GROWTH_BITS);
        else
            arb_get_lbound_arf(arb_midref(&c[k]), &a->poly[k], GROWTH_BITS);
    }
    for (slong k = a->length - 1; k > 2; k--) {
        ok = ok &&
             (side > 0 ? arb_is_nonpositive(&c[k]) : arb_is_nonnegative(&c[k]));
        arb_addmul(&c[k - 1], &c[k], start, GROWTH_BITS);
    }
    for (slong k = 0; k < 3; k++)
        arb_set(&q[k], &c[k]);
    _arb_vec_clear(c, GROWTH_LENGTH);
    return ok;
}

static void exp_term(struct growth_term *out, arb_srcptr q)
{
    arb_exp(out->c, &q[0], GROWTH_BITS);
    arb_zero(out->m);
    arb_set(out->g, &q[1]);
    arb_set(out->h, &q[2]);
}

void growth_exp(struct growth *out, const struct growth *a, const arb_t start)
{
    arb_ptr q = _arb_vec_init(3);
    LOCAL_MADE(growth, p);
    growth_reset(out);
    const bool is_poly = a->is_known && growth_as_poly(&p, a, start);
    if (is_poly && p.length <= 1) { /* a bounded argument */
        LOCAL_ARB(c);
        if (p.length == 1)
            arb_set(c, &p.poly[0]);
        arb_exp(c, c, GROWTH_BITS);
        growth_constant(out, c, start);
    } else if (is_poly && fold_to_square(q, &p, 1, start)) {
        exp_term(&out->up[0], q);
        out->count = 1;
        out->has_low = fold_to_square(q, &p, -1, start);
        if (out->has_low)
            exp_term(&out->low, q);
    } else if (a->is_known && a->sign < 0) {
        arb_zero(&q[0]);
        exp_term(&out->up[0], q);
        out->count = 1;
    } else {
        out->is_known = false;
    }
    out->sign = 1;
    growth_settle(out);
    _arb_vec_clear(q, 3);
}

/*
 * log of low <= a <= up, with 0 <= log t <= t: coefficients between those of
 * the two ends.
 */
void growth_log(struct growth *out, const struct growth *a, const arb_t start)
{
    struct growth_term t;
    growth_reset(out);
    out->is_known = a->is_known && a->sign > 0 && a->has_low;
    if (!out->is_known)
        return;
    growth_term_init(&t);
    LOCAL_ARB(range);
    LOCAL_ARB(lo);
    growth_merged(&t, a);
    arb_unit_interval(range);
    out->length = 3;
    arb_log(lo, a->low.c, GROWTH_BITS);
    arb_log(&out->poly[0], t.c, GROWTH_BITS);
    arb_union(&out->poly[0], &out->poly[0], lo, GROWTH_BITS);
    arb_mul(lo, a->low.m, range, GROWTH_BITS);
    arb_add(lo, lo, a->low.g, GROWTH_BITS);
    arb_mul(&out->poly[1], t.m, range, GROWTH_BITS);
    arb_add(&out->poly[1], &out->poly[1], t.g, GROWTH_BITS);
    arb_union(&out->poly[1], &out->poly[1], lo, GROWTH_BITS);
    arb_union(&out->poly[2], t.h, a->low.h, GROWTH_BITS);
    growth_from_poly(out, start);
    growth_term_clear(&t);
}

void growth_abs(struct growth *out, const struct growth *a)
{
    if (a->sign < 0) {
        growth_neg(out, a);
        return;
    }
    growth_set(out, a);
    if (a->sign == 0)
        out->length = -1;
    out->sign = 1;
}

void growth_relu(struct growth *out, const struct growth *a, const arb_t start)
{
    LOCAL_ARB(zero);
    if (a->sign < 0 && a->is_known) {
        growth_constant(out, zero, start);
    } else {
        growth_set(out, a);
        if (a->sign == 0) {
            out->length = -1;
            out->has_low = false;
        }
        out->sign = 1;
    }
}

void growth_unit(struct growth *out, const struct growth *a, bool keeps_sign,
                 const arb_t start)
{
    LOCAL_ARB(c);
    if (keeps_sign && a->sign)
        arb_unit_interval(c);
    else
        arb_zero_pm_one(c);
    if (keeps_sign && a->sign < 0)
        arb_neg(c, c);
    growth_constant(out, c, start);
    out->is_known = out->is_known && a->is_known;
    if (keeps_sign)
        out->sign = a->sign;
}

void growth_either(struct growth *out, const struct growth *a,
                   const struct growth *b)
{
    if (!growth_both_known(out, a, b))
        return;
    for (int k = 0; k < a->count; k++)
        growth_append(out, &a->up[k]);
    for (int k = 0; k < b->count; k++)
        growth_append(out, &b->up[k]);
    out->sign = a->sign == b->sign ? a->sign : 0;
    growth_settle(out);
}
