/* Limits of terms at infinite ends, with how fast they are reached. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

#include "base/status.h"

#include <stdlib.h>

/*
 * How a term that grows without end does so, against the powers of x: slower
 * than all that are positive, between two of them, faster than all; GROWTH_ANY
 * is not known.
 */
enum growth { GROWTH_ANY, GROWTH_SLOW, GROWTH_POWER, GROWTH_FAST };

/*
 * sign 0: the limit `value`, which the term differs from by less than
 * exp(-x^a) for some a > 0 if it is `fast`; else that infinity.
 */
struct limit {
    bool known;
    int sign;
    const struct scalar *value;
    bool fast;
    enum growth growth;
};

static const struct limit no_limit = {0};

static struct limit finite(const struct scalar *value, bool fast)
{
    return (struct limit){value != NULL, 0, value, fast, GROWTH_ANY};
}

static struct limit infinite(int sign, enum growth growth)
{
    return (struct limit){true, sign, NULL, false, growth};
}

static struct limit limit_of(const struct region *r, const struct scalar *e,
                             size_t k, int side);

/* +1 or -1 where the finite limit certainly has that sign, else 0. */
static int certain_sign(const struct region *r, const struct scalar *value)
{
    unsigned signs = region_strict(r, value);
    return signs == SIGN_POSITIVE ? 1 : signs == SIGN_NEGATIVE ? -1 : 0;
}

/* ---- leading terms ---- */

/* t = (c + o(1)) |x|^a, c of certain sign and free of x; c NULL: not known. */
struct leading {
    const struct scalar *c;
    mpq_t a;
};

static bool leading_of(struct leading *l, const struct region *r,
                       const struct scalar *e, size_t k, int side);

/* The fastest parts, unless their sum may vanish. */
static bool leading_of_sum(struct leading *l, const struct region *r,
                           const struct scalar *e, size_t k, int side)
{
    struct leading kid;
    bool known = true;
    mpq_init(kid.a);
    l->c = NULL;
    for (size_t i = 0; i < e->count && known; i++) {
        known = leading_of(&kid, r, e->kids[i], k, side);
        int order = l->c && known ? mpq_cmp(kid.a, l->a) : 1;
        if (known && order >= 0)
            l->c = order ? kid.c : scalar_sum(r->pool, l->c, kid.c);
        if (known && order > 0)
            mpq_set(l->a, kid.a);
        known = known && l->c;
    }
    mpq_clear(kid.a);
    return known && certain_sign(r, l->c) != 0;
}

static bool leading_of_product(struct leading *l, const struct region *r,
                               const struct scalar *e, size_t k, int side)
{
    struct leading kid;
    bool known = true;
    mpq_init(kid.a);
    mpq_set_ui(l->a, 0, 1);
    l->c = scalar_int(r->pool, 1);
    for (size_t i = 0; i < e->count && known; i++) {
        known = leading_of(&kid, r, e->kids[i], k, side);
        l->c = known ? scalar_product(r->pool, l->c, kid.c) : NULL;
        mpq_add(l->a, l->a, kid.a);
        known = l->c != NULL;
    }
    mpq_clear(kid.a);
    return known;
}

static bool leading_of_power(struct leading *l, const struct region *r,
                             const struct scalar *e, size_t k, int side)
{
    bool whole = mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0;
    if (!leading_of(l, r, e->kids[0], k, side) ||
        (!whole && certain_sign(r, l->c) < 0))
        return false;
    l->c = scalar_power(r->pool, l->c, e->number->q);
    mpq_mul(l->a, l->a, e->number->q);
    return l->c != NULL;
}

/* log g for g that tends to 1 is (1 + o(1)) (g - 1) */
static bool leading_of_log(struct leading *l, const struct region *r,
                           const struct scalar *e, size_t k, int side)
{
    const struct scalar *u =
        scalar_difference(r->pool, e->kids[0], scalar_int(r->pool, 1));
    return u && (u->variables >> k & 1) && leading_of(l, r, u, k, side) &&
           mpq_sgn(l->a) < 0;
}

static bool leading_of_finite(struct leading *l, const struct region *r,
                              struct limit limit)
{
    mpq_set_ui(l->a, 0, 1);
    l->c = limit.known && !limit.sign ? limit.value : NULL;
    return l->c && certain_sign(r, l->c) != 0;
}

static bool leading_of(struct leading *l, const struct region *r,
                       const struct scalar *e, size_t k, int side)
{
    if (!(e->variables >> k & 1))
        return leading_of_finite(l, r, finite(e, true));
    switch (e->op) {
    case SCALAR_VARIABLE:
        mpq_set_ui(l->a, 1, 1);
        l->c = scalar_int(r->pool, side ? 1 : -1);
        return l->c != NULL;
    case SCALAR_ADD:
        return leading_of_sum(l, r, e, k, side);
    case SCALAR_MUL:
        return leading_of_product(l, r, e, k, side);
    case SCALAR_POWER:
        return leading_of_power(l, r, e, k, side);
    case SCALAR_CALL:
        return (e->fn == FN_LOG && leading_of_log(l, r, e, k, side)) ||
               leading_of_finite(l, r, limit_of(r, e, k, side));
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_GENERAL:
    case SCALAR_IF:
    case SCALAR_INTEGRAL:
        return false;
    }
    return false;
}

/* What the leading term says of the limit. */
static struct limit limit_by_leading(const struct region *r,
                                     const struct scalar *e, size_t k, int side)
{
    struct leading l;
    struct limit limit = no_limit;
    mpq_init(l.a);
    if (leading_of(&l, r, e, k, side)) {
        int order = mpq_sgn(l.a);
        limit = order < 0   ? finite(scalar_int(r->pool, 0), false)
                : order > 0 ? infinite(certain_sign(r, l.c), GROWTH_POWER)
                            : finite(l.c, false);
    }
    mpq_clear(l.a);
    return limit;
}

/*
 * sum += q log c for the part q log g, g = (c + o(1)) |x|^a with c > 0, and
 * total += q a; false: the part is none of that kind.
 */
static bool add_log_part(const struct scalar **sum, mpq_t total,
                         const struct region *r, const struct scalar *e,
                         size_t k, int side)
{
    const struct scalar *log = e;
    struct leading l;
    mpq_t q;
    if (e->op == SCALAR_MUL)
        log = e->count == 2 && e->kids[0]->op == SCALAR_NUMBER ? e->kids[1]
                                                               : NULL;
    if (!log || log->op != SCALAR_CALL || log->fn != FN_LOG)
        return false;
    mpq_init(l.a);
    mpq_init(q);
    scalar_coefficient(q, e);
    bool known =
        leading_of(&l, r, log->kids[0], k, side) && certain_sign(r, l.c) > 0;
    if (known) {
        mpq_mul(l.a, l.a, q);
        mpq_add(total, total, l.a);
        *sum = scalar_sum(r->pool, *sum,
                          scalar_product(r->pool, scalar_number(r->pool, q),
                                         scalar_call1(r->pool, FN_LOG, l.c)));
    }
    mpq_clear(l.a);
    mpq_clear(q);
    return known && *sum;
}

/*
 * Logarithms together: sum q_i log g_i = A log|x| + sum q_i log c_i + o(1);
 * the other parts have finite limits.
 */
static struct limit limit_of_logs(const struct region *r,
                                  const struct scalar *e, size_t k, int side)
{
    const struct scalar *sum = scalar_int(r->pool, 0);
    bool known = true;
    mpq_t total;
    mpq_init(total);
    for (size_t i = 0; i < e->count && known; i++) {
        if (add_log_part(&sum, total, r, e->kids[i], k, side))
            continue;
        struct limit kid = limit_of(r, e->kids[i], k, side);
        known = sum && kid.known && !kid.sign;
        sum = known ? scalar_sum(r->pool, sum, kid.value) : NULL;
    }
    int order = mpq_sgn(total);
    mpq_clear(total);
    return !known  ? no_limit
           : order ? infinite(order, GROWTH_SLOW)
                   : finite(sum, false);
}

/* ---- limits ---- */

/* a + b, both infinite: the faster one counts */
static struct limit add_infinite(struct limit a, struct limit b)
{
    bool compared = a.growth != GROWTH_ANY && b.growth != GROWTH_ANY &&
                    a.growth != b.growth;
    if (a.sign != b.sign && !compared)
        return no_limit;
    if (compared)
        return a.growth > b.growth ? a : b;
    return infinite(a.sign, a.growth == b.growth ? a.growth : GROWTH_ANY);
}

static struct limit limit_of_sum(const struct region *r, const struct scalar *e,
                                 size_t k, int side)
{
    const struct scalar *sum = scalar_int(r->pool, 0);
    struct limit grown = no_limit;
    bool fast = true;
    for (size_t i = 0; i < e->count; i++) {
        struct limit kid = limit_of(r, e->kids[i], k, side);
        if (!kid.known)
            return no_limit;
        if (!kid.sign) {
            sum = scalar_sum(r->pool, sum, kid.value);
            fast &= kid.fast;
            continue;
        }
        grown = grown.known ? add_infinite(grown, kid) : kid;
        if (!grown.known)
            return no_limit;
    }
    return grown.known ? grown : finite(sum, fast);
}

/* The factor x_k stands in e, as it is written. */
static bool has_factor(const struct scalar *e, const struct scalar *x)
{
    for (size_t i = 0; e->op == SCALAR_MUL && i < e->count; i++)
        if (e->kids[i] == x)
            return true;
    return e == x;
}

/* The parts x_k s_i of a sum as x_k times the sum of the s_i: x + x erf x. */
static struct limit limit_of_multiples(const struct region *r,
                                       const struct scalar *e, size_t k,
                                       int side)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *x = scalar_variable(pool, k);
    const struct scalar *over = scalar_power_si(pool, x, -1);
    const struct scalar *factor = scalar_int(pool, 0), *rest = factor;
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++) {
        const struct scalar *kid = e->kids[i];
        bool is_multiple = has_factor(kid, x);
        if (is_multiple)
            factor = scalar_sum(pool, factor, scalar_product(pool, kid, over));
        else
            rest = scalar_sum(pool, rest, kid);
        count += is_multiple;
    }
    if (count < 2 || !factor || !rest)
        return no_limit;
    const struct scalar *sum =
        scalar_sum(pool, scalar_product(pool, x, factor), rest);
    return sum && sum != e ? limit_of(r, sum, k, side) : no_limit;
}

/*
 * An integral up to x_k of what is free of x_k, and has an integral over all
 * of the range.
 */
static struct limit limit_of_integral(const struct region *r,
                                      const struct scalar *e, size_t k,
                                      int side)
{
    const struct sequent_oracle *oracle = r->oracle;
    const struct scalar *body = e->kids[0], *lo = scalar_integral_lo(e);
    if (side == 0 || !lo || (lo->variables | body->variables) >> k & 1 ||
        scalar_integral_hi(e) != scalar_variable(r->pool, k) ||
        !oracle->converges ||
        !oracle->converges(oracle->context, body, INTEGRAL_TO_INFINITY, r->box))
        return no_limit;
    return finite(
        scalar_integral(r->pool, body, lo, NULL, INTEGRAL_TO_INFINITY), false);
}

/* a * b, both infinite */
static struct limit multiply_infinite(struct limit a, struct limit b)
{
    bool any = a.growth == GROWTH_ANY || b.growth == GROWTH_ANY;
    enum growth growth = a.growth > b.growth ? a.growth : b.growth;
    return infinite(a.sign * b.sign,
                    any && growth != GROWTH_FAST ? GROWTH_ANY : growth);
}

/* Whether the finite limit is formally 0. */
static bool vanishes(const struct region *r, const struct scalar *value)
{
    return scalar_is_zero_node(value) ||
           expansion_is_zero(r->pool, value, r->box->nonnegative);
}

/*
 * Finite limits multiply; an infinite one needs the others' signs, unless they
 * vanish faster than it grows.
 */
static struct limit limit_of_product(const struct region *r,
                                     const struct scalar *e, size_t k, int side)
{
    const struct scalar *product = scalar_int(r->pool, 1);
    struct limit grown = no_limit;
    bool fast = true, gone = false;
    for (size_t i = 0; i < e->count; i++) {
        struct limit kid = limit_of(r, e->kids[i], k, side);
        if (!kid.known)
            return no_limit;
        if (kid.sign) {
            grown = grown.known ? multiply_infinite(grown, kid) : kid;
            continue;
        }
        product = scalar_product(r->pool, product, kid.value);
        fast &= kid.fast;
        gone |= kid.fast && vanishes(r, kid.value);
    }
    if (!grown.known)
        return finite(product, fast);
    bool tame = grown.growth == GROWTH_SLOW || grown.growth == GROWTH_POWER;
    if (gone && tame) /* the other finite ones are bounded */
        return finite(scalar_int(r->pool, 0), true);
    int sign = product ? certain_sign(r, product) : 0;
    return sign ? infinite(sign * grown.sign, grown.growth) : no_limit;
}

static struct limit limit_of_power(const struct region *r,
                                   const struct scalar *e, size_t k, int side)
{
    struct limit base = limit_of(r, e->kids[0], k, side);
    const rational_t *q = e->number;
    bool whole = mpz_cmp_ui(mpq_denref(q->q), 1) == 0;
    bool even = whole && mpz_even_p(mpq_numref(q->q));
    if (!base.known)
        return no_limit;
    if (base.sign && mpq_sgn(q->q) < 0)
        return finite(scalar_int(r->pool, 0), base.growth == GROWTH_FAST);
    if (base.sign < 0 && !whole)
        return no_limit;
    if (base.sign)
        return infinite(even ? 1 : base.sign, base.growth);
    /* continuous there, and smooth, but for a base of 0 */
    bool plain = whole && mpq_sgn(q->q) > 0;
    if (!whole && mpq_sgn(q->q) > 0 && vanishes(r, base.value))
        return finite(scalar_int(r->pool, 0), base.fast);
    if (!plain && certain_sign(r, base.value) == 0)
        return no_limit;
    return finite(scalar_power(r->pool, base.value, q->q), base.fast);
}

/* exp, log, tanh, erf of what grows without end */
static struct limit limit_beyond(const struct region *r, enum function fn,
                                 struct limit a)
{
    bool quick = a.growth == GROWTH_POWER || a.growth == GROWTH_FAST;
    if (fn == FN_EXP && a.sign > 0)
        return infinite(1, quick ? GROWTH_FAST : GROWTH_ANY);
    if (fn == FN_EXP)
        return finite(scalar_int(r->pool, 0), quick);
    if (fn == FN_LOG && a.sign > 0) {
        bool slow = a.growth == GROWTH_POWER || a.growth == GROWTH_SLOW;
        return infinite(1, slow ? GROWTH_SLOW : GROWTH_ANY);
    }
    if (fn == FN_TANH || fn == FN_ERF)
        return finite(scalar_int(r->pool, a.sign), quick);
    return no_limit;
}

static struct limit limit_of_call(const struct region *r,
                                  const struct scalar *e, size_t k, int side)
{
    struct limit a = limit_of(r, e->kids[0], k, side);
    if (!a.known || e->count != 1 || scalar_is_kink(e))
        return no_limit;
    if (e->fn == FN_LOG && !a.sign && certain_sign(r, a.value) <= 0)
        return no_limit;
    return a.sign ? limit_beyond(r, e->fn, a)
                  : finite(scalar_call1(r->pool, e->fn, a.value), a.fast);
}

static struct limit limit_of(const struct region *r, const struct scalar *e,
                             size_t k, int side)
{
    if (!(e->variables >> k & 1))
        return finite(e, true);
    switch (e->op) {
    case SCALAR_VARIABLE:
        return infinite(side ? 1 : -1, GROWTH_POWER);
    case SCALAR_ADD: {
        struct limit sum = limit_of_sum(r, e, k, side);
        sum = sum.known ? sum : limit_of_logs(r, e, k, side);
        sum = sum.known ? sum : limit_of_multiples(r, e, k, side);
        return sum.known ? sum : limit_by_leading(r, e, k, side);
    }
    case SCALAR_MUL: {
        struct limit product = limit_of_product(r, e, k, side);
        return product.known ? product : limit_by_leading(r, e, k, side);
    }
    case SCALAR_POWER:
        return limit_of_power(r, e, k, side);
    case SCALAR_CALL:
        return limit_of_call(r, e, k, side);
    case SCALAR_INTEGRAL:
        return limit_of_integral(r, e, k, side);
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_GENERAL:
    case SCALAR_IF:
        return no_limit;
    }
    return no_limit;
}

const struct scalar *region_limit(const struct region *r,
                                  const struct scalar *e, size_t k, int side)
{
    struct limit limit = limit_of(r, e, k, side);
    if (!limit.known || limit.sign < 0)
        return NULL;
    return limit.sign ? scalar_int(r->pool, 1) : limit.value;
}
