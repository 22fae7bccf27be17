/*
 * Integrands near an end at which a partial operation fails: powers of
 * t - end.  docs/error-analysis.md#existence
 */
#include "kernel/existence_internal.h"

/* Orders are thousandths: |f| <= C |t - end|^(order / 1000). */
enum { UNIT = 1000, NO_ORDER = -1000000 };

static long order_of(const struct integrand_of *f, const struct expr *e,
                     int side);
static long inverse_order(const struct integrand_of *f, const struct expr *e,
                          int side);

/* order * q, rounded down */
static long scaled(long order, const rational_t *q)
{
    mpz_t a;
    if (order <= NO_ORDER)
        return NO_ORDER;
    mpz_init(a);
    mpz_mul_si(a, mpq_numref(q->q), order);
    mpz_fdiv_q(a, a, mpq_denref(q->q));
    long result = mpz_cmpabs_ui(a, UNIT * UNIT) < 0 ? mpz_get_si(a) : NO_ORDER;
    mpz_clear(a);
    return result;
}

static long added(long a, long b)
{
    return a <= NO_ORDER || b <= NO_ORDER ? NO_ORDER : a + b;
}

/* Whether e is a power of no number whose base vanishes at the end. */
static bool is_open_power(const struct integrand_of *f, const struct expr *e,
                          int side)
{
    return (e->op == EX_POW || e->op == EX_DOT_POW) &&
           !existence_number(f, e->kids[1]) &&
           existence_vanishes(f, e->kids[0], side);
}

/* Whether e is continuous up to the end. */
static bool is_regular(const struct integrand_of *f, const struct expr *e,
                       int side)
{
    const struct expr *base;
    rational_t q;
    bool fails = is_open_power(f, e, side);
    if (!expr_has_free(e, f->t))
        return true;
    if (expr_is_call(e, FN_LOG))
        fails = existence_vanishes(f, e->kids[0], side);
    if (e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
        fails = inverse_order(f, e->kids[1], side) < 0;
    rational_init(&q);
    if (existence_power(&base, &q, f, e) && mpq_sgn(q.q) < 0)
        fails = inverse_order(f, base, side) < 0;
    rational_clear(&q);
    for (size_t i = 0; i < e->count && !fails; i++)
        fails = !is_regular(f, e->kids[i], side);
    return !fails;
}

/*
 * The order of 1 / e.  A divisor that is continuous up to the end and does not
 * vanish there is known to be away from 0 near it.
 */
static long inverse_order(const struct integrand_of *f, const struct expr *e,
                          int side)
{
    const struct expr *base;
    rational_t q;
    long order = 0;
    if (!expr_has_free(e, f->t))
        return 0;
    if (existence_vanishes(f, e, side))
        return -UNIT;
    if (e->op == EX_NEG)
        return inverse_order(f, e->kids[0], side);
    if (e->op == EX_SCALE || e->op == EX_DOT_MUL)
        return added(inverse_order(f, e->kids[0], side),
                     inverse_order(f, e->kids[1], side));
    if (e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
        return NO_ORDER;
    rational_init(&q);
    if (existence_power(&base, &q, f, e))
        order = mpq_sgn(q.q) > 0 ? scaled(inverse_order(f, base, side), &q)
                                 : NO_ORDER;
    else if (!is_regular(f, e, side))
        order = NO_ORDER;
    rational_clear(&q);
    return order;
}

static long power_order(const struct integrand_of *f, const struct expr *base,
                        const rational_t *q, int side)
{
    rational_t positive;
    if (existence_vanishes(f, base, side))
        return scaled(UNIT, q);
    if (mpq_sgn(q->q) >= 0)
        return scaled(order_of(f, base, side), q);
    rational_init(&positive);
    mpq_neg(positive.q, q->q);
    long order = scaled(inverse_order(f, base, side), &positive);
    rational_clear(&positive);
    return order;
}

/* A continuous function of what is bounded is bounded. */
static long bounded_order(const struct integrand_of *f, const struct expr *e,
                          int side)
{
    if ((expr_is_call(e, FN_LOG) && !is_regular(f, e->kids[0], side)) ||
        (is_open_power(f, e, side) && !existence_is_root(f, e)))
        return NO_ORDER;
    for (size_t i = 0; i < e->count; i++)
        if (order_of(f, e->kids[i], side) < 0)
            return NO_ORDER;
    return 0;
}

static long least(const struct integrand_of *f, const struct expr *e, int side)
{
    long a = order_of(f, e->kids[0], side), b = order_of(f, e->kids[1], side);
    return a < b ? a : b;
}

static long dispatch(const struct integrand_of *f, const struct expr *e,
                     int side)
{
    const struct expr *base;
    rational_t q;
    switch ((int)e->op) {
    case EX_NEG:
        return order_of(f, e->kids[0], side);
    case EX_ADD:
    case EX_SUB:
        return least(f, e, side);
    case EX_SCALE:
    case EX_DOT_MUL:
        return added(order_of(f, e->kids[0], side),
                     order_of(f, e->kids[1], side));
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return added(order_of(f, e->kids[0], side),
                     inverse_order(f, e->kids[1], side));
    }
    if (expr_is_call(e, FN_LOG) && existence_vanishes(f, e->kids[0], side))
        return -1; /* |log u| <= C u^(-1/1000) */
    rational_init(&q);
    long order = existence_power(&base, &q, f, e)
                     ? power_order(f, base, &q, side)
                     : bounded_order(f, e, side);
    rational_clear(&q);
    return order;
}

static long order_of(const struct integrand_of *f, const struct expr *e,
                     int side)
{
    if (!expr_has_free(e, f->t))
        return 0;
    if (!expr_is_scalar(e) || f->x->depth >= EXISTENCE_MAX_DEPTH)
        return NO_ORDER;
    f->x->depth++;
    long order = dispatch(f, e, side);
    f->x->depth--;
    return order;
}

bool existence_near(const struct integrand_of *f, int side)
{
    return !f->ends[side] || order_of(f, f->body, side) > -UNIT;
}
