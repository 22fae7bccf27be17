#include "instance/range.h"

/* Integers that are drawn: doubles hold them. */
static const int64_t integer_limit = INT64_C(1) << 53;

void range_init(struct range *r)
{
    r->has_lo = r->has_hi = false;
    bracket_init(&r->lo);
    bracket_init(&r->hi);
}

void range_clear(struct range *r)
{
    bracket_clear(&r->lo);
    bracket_clear(&r->hi);
}

static bool is_infinite(const struct expr *e)
{
    while (e->op == EX_NEG)
        e = e->kids[0];
    return e->op == EX_INFINITY;
}

static enum status read_end(bool *has, struct bracket *out,
                            const struct expr *e, const struct given *given,
                            const struct env *env, struct buffer *reason)
{
    *has = false;
    if (!e || is_infinite(e))
        return ST_OK;
    if (bracket_expr(out, e, env) != ST_OK) {
        buffer_printf(reason, "the range of %s has no known value here",
                      given->name);
        return ST_INPUT;
    }
    *has = true;
    return ST_OK;
}

/*
 * The part of a range without negative numbers; a given without any range
 * keeps none.
 */
static void cut_at_zero(struct range *r)
{
    bool starts_below = !r->has_lo || mpq_sgn(r->lo.hi.q) < 0;
    if ((!r->has_lo && !r->has_hi) || !starts_below)
        return;
    r->has_lo = true;
    rational_set_int(&r->lo.lo, 0);
    rational_set_int(&r->lo.hi, 0);
}

enum status range_of_given(struct range *r, const struct given *given,
                           const struct env *env, struct buffer *reason)
{
    enum status st =
        read_end(&r->has_lo, &r->lo, given->lo, given, env, reason);
    if (st == ST_OK)
        st = read_end(&r->has_hi, &r->hi, given->hi, given, env, reason);
    if (st != ST_OK)
        return st;
    if (given->kind == GIVEN_NONNEG)
        cut_at_zero(r);
    bool empty = range_is_bounded(r) && mpq_cmp(r->lo.hi.q, r->hi.lo.q) > 0;
    if (!empty && given->kind == GIVEN_INT) {
        int64_t lo, hi;
        range_integers(&lo, &hi, r, 0);
        empty = lo > hi;
    }
    if (empty)
        buffer_printf(reason, "the range of %s holds no value here",
                      given->name);
    return empty ? ST_INPUT : ST_OK;
}

bool range_is_bounded(const struct range *r)
{
    return r->has_lo && r->has_hi;
}

static int64_t limited(const mpz_t n, int64_t lo, int64_t hi)
{
    if (mpz_cmp_si(n, lo) < 0)
        return lo;
    return mpz_cmp_si(n, hi) > 0 ? hi : mpz_get_si(n);
}

void range_integers(int64_t *lo, int64_t *hi, const struct range *r,
                    int64_t width)
{
    LOCAL_MPZ(n);
    mpz_cdiv_q(n, mpq_numref(r->lo.hi.q), mpq_denref(r->lo.hi.q));
    /* Beyond the limit on one side, lo > hi: nothing can be drawn. */
    *lo = limited(n, -integer_limit, integer_limit + 1);
    mpz_fdiv_q(n, mpq_numref(r->hi.lo.q), mpq_denref(r->hi.lo.q));
    *hi = limited(n, -integer_limit - 1, integer_limit);
    if (!r->has_lo && !r->has_hi) {
        *lo = -(width / 2);
        *hi = width / 2;
    } else if (!r->has_lo) {
        *lo = *hi - width;
    } else if (!r->has_hi) {
        *hi = *lo + width;
    }
}

/* x := 2 end - x */
static void mirror(mpq_t x, const mpq_t end)
{
    mpq_sub(x, end, x);
    mpq_add(x, end, x);
}

void range_fit(rational_t *x, const struct range *r)
{
    if (r->has_lo && mpq_cmp(x->q, r->lo.hi.q) < 0) {
        if (r->has_hi)
            mpq_set(x->q, r->lo.hi.q);
        else
            mirror(x->q, r->lo.hi.q);
    }
    if (r->has_hi && mpq_cmp(x->q, r->hi.lo.q) > 0) {
        if (r->has_lo)
            mpq_set(x->q, r->hi.lo.q);
        else
            mirror(x->q, r->hi.lo.q);
    }
}

bool range_holds(const struct range *r, const struct bracket *x)
{
    return (!r->has_lo || mpq_cmp(x->lo.q, r->lo.hi.q) >= 0) &&
           (!r->has_hi || mpq_cmp(x->hi.q, r->hi.lo.q) <= 0);
}

bool range_excludes(const struct range *r, const struct bracket *x)
{
    return (r->has_lo && mpq_cmp(x->hi.q, r->lo.lo.q) < 0) ||
           (r->has_hi && mpq_cmp(x->lo.q, r->hi.hi.q) > 0);
}
