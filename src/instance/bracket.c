/*
 * Brackets of closed scalars: the rational interpreter where it has a value,
 * else intervals (interval/interval.h; docs/error-analysis.md#range-ends);
 * declared in instance/range.h.
 */
#include "instance/range.h"

#include "interval/partial.h"
#include "ir/closed.h"

enum { END_BITS = 192 };

void bracket_init(struct bracket *b)
{
    rational_init(&b->lo);
    rational_init(&b->hi);
}

void bracket_clear(struct bracket *b)
{
    rational_clear(&b->lo);
    rational_clear(&b->hi);
}

/* A scalar as a rational; statuses as closed_matrix. */
static enum status read_rational(rational_t *q, const struct expr *e,
                                 const struct env *env)
{
    struct rmatrix m;
    enum status st = closed_matrix(&m, e, env, NULL);
    if (st != ST_OK)
        return st;
    if (m.rows == 1 && m.cols == 1)
        mpq_swap(q->q, m.entries[0].q);
    else
        st = ST_INPUT;
    rmatrix_clear(&m);
    return st;
}

/* x := fn(x), fn(x, y); false: none, or it may be undefined there */
static bool apply_call(interval_t *x, enum function fn, const interval_t *y)
{
    if (fn != FN_SQRT)
        return partial_call(x, fn, x, y);
    const bool defined = interval_certainly_nonnegative(x);
    interval_sqrt(x, x);
    return defined;
}

/* x := the operation of e on x, or on x and y; false as above */
static bool apply(interval_t *x, const struct expr *e, const interval_t *y)
{
    switch ((int)e->op) {
    case EX_PI:
        interval_pi(x);
        return true;
    case EX_NEG:
        interval_neg(x, x);
        return true;
    case EX_ADD:
        interval_add(x, x, y);
        return true;
    case EX_SUB:
        interval_sub(x, x, y);
        return true;
    case EX_SCALE:
    case EX_DOT_MUL:
        interval_mul(x, x, y);
        return true;
    case EX_DIVIDE:
    case EX_DOT_DIV:
        interval_div(x, x, y);
        return true;
    case EX_POW:
        interval_pow(x, x, y);
        return true;
    case EX_CALL:
        return apply_call(x, e->fn, y);
    default:
        return false;
    }
}

static enum status enclose(interval_t *x, const struct expr *e,
                           const struct env *env, size_t depth);

/* A scalar that is not rational, from its kids. */
static enum status enclose_irrational(interval_t *x, const struct expr *e,
                                      const struct env *env, size_t depth)
{
    int64_t k;
    if (depth == 0 || !expr_is_scalar(e) || e->count > 2)
        return ST_UNABLE;
    enum status st =
        e->count > 0 ? enclose(x, e->kids[0], env, depth - 1) : ST_OK;
    if (st != ST_OK)
        return st;
    if (e->op == EX_POW && closed_int(&k, e->kids[1], env) == ST_OK) {
        interval_pow_si(x, x, k);
        return interval_is_finite(x) ? ST_OK : ST_UNABLE;
    }
    LOCAL_INTERVAL(y, END_BITS);
    if (e->count == 2)
        st = enclose(&y, e->kids[1], env, depth - 1);
    /* an operation that may be undefined gives an infinite end */
    if (st == ST_OK && (!apply(x, e, &y) || !interval_is_finite(x)))
        st = ST_UNABLE;
    return st;
}

static enum status enclose(interval_t *x, const struct expr *e,
                           const struct env *env, size_t depth)
{
    LOCAL_RATIONAL q = rational_zero();
    enum status st = read_rational(&q, e, env);
    if (st == ST_UNABLE)
        st = enclose_irrational(x, e, env, depth);
    else if (st == ST_OK)
        interval_set_q(x, &q);
    return st;
}

static enum status to_rational(rational_t *out, mpfr_srcptr end)
{
    const mpfr_exp_t exponent = mpfr_zero_p(end) ? 0 : mpfr_get_exp(end);
    if (exponent > BRACKET_MAX_EXPONENT || exponent < -BRACKET_MAX_EXPONENT)
        return ST_LIMIT;
    mpfr_get_q(out->q, end);
    return ST_OK;
}

enum status bracket_expr(struct bracket *out, const struct expr *e,
                         const struct env *env)
{
    enum status st = read_rational(&out->lo, e, env);
    mpq_set(out->hi.q, out->lo.q);
    if (st != ST_UNABLE)
        return st;
    LOCAL_INTERVAL(x, END_BITS);
    st = enclose_irrational(&x, e, env, BRACKET_MAX_DEPTH);
    if (st == ST_OK)
        st = to_rational(&out->lo, x.lo);
    if (st == ST_OK)
        st = to_rational(&out->hi, x.hi);
    return st;
}
