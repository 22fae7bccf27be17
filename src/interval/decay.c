/*
 * Exponential and algebraic domination.  With F(t) = c t^m e^(g t + h t^2) and
 * h <= 0, (log F)' <= max(m, 0)/s + g + 2 h s = -r for t >= s: if r > 0 the
 * integral from s on is at most F(s)/r.  If g, h <= 0 and m < -1 it is at most
 * c s^(m + 1) / (-m - 1).
 */
#include "interval/decay.h"

void decay_init(struct decay *r, mpfr_prec_t bits)
{
    interval_init(&r->c, bits);
    interval_init(&r->m, bits);
    interval_init(&r->g, bits);
    interval_init(&r->h, bits);
}

void decay_clear(struct decay *r)
{
    interval_clear(&r->c);
    interval_clear(&r->m);
    interval_clear(&r->g);
    interval_clear(&r->h);
}

/* The upper end alone. */
static void raise(interval_t *r)
{
    mpfr_set(r->lo, r->hi, MPFR_RNDD);
}

void decay_constant(struct decay *r, const interval_t *x)
{
    interval_abs(&r->c, x);
    raise(&r->c);
    interval_set_si(&r->m, 0);
    interval_set_si(&r->g, 0);
    interval_set_si(&r->h, 0);
}

void decay_variable(struct decay *r)
{
    interval_set_si(&r->c, 1);
    interval_set_si(&r->m, 1);
    interval_set_si(&r->g, 0);
    interval_set_si(&r->h, 0);
}

void decay_exp(struct decay *r, const interval_t q[3])
{
    interval_set(&r->c, &q[0]);
    raise(&r->c);
    interval_exp(&r->c, &r->c);
    interval_set_si(&r->m, 0);
    interval_set(&r->g, &q[1]);
    raise(&r->g);
    interval_set(&r->h, &q[2]);
    raise(&r->h);
}

void decay_mul(struct decay *r, const struct decay *x, const struct decay *y)
{
    interval_mul(&r->c, &x->c, &y->c);
    interval_add(&r->m, &x->m, &y->m);
    interval_add(&r->g, &x->g, &y->g);
    interval_add(&r->h, &x->h, &y->h);
}

/* The larger exponents bound both, as t >= 1. */
void decay_add(struct decay *r, const struct decay *x, const struct decay *y)
{
    interval_add(&r->c, &x->c, &y->c);
    interval_max(&r->m, &x->m, &y->m);
    interval_max(&r->g, &x->g, &y->g);
    interval_max(&r->h, &x->h, &y->h);
}

void decay_power(struct decay *r, const struct decay *x, const interval_t *q)
{
    if (interval_is_zero(&x->c))
        interval_set_si(&r->c, 0);
    else
        interval_pow(&r->c, &x->c, q);
    interval_mul(&r->m, &x->m, q);
    interval_mul(&r->g, &x->g, q);
    interval_mul(&r->h, &x->h, q);
}

/* c s^n / -n for n = m + 1 < 0. */
static bool algebraic(interval_t *r, const struct decay *x,
                      const interval_t *start)
{
    bool fine = interval_certainly_nonpositive(&x->g) &&
                interval_certainly_nonpositive(&x->h);

    LOCAL_INTERVAL(n, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(one, mpfr_get_prec(r->lo));
    interval_set(&n, &x->m);
    raise(&n);
    interval_set_si(&one, 1);
    interval_add(&n, &n, &one);
    fine = fine && interval_certainly_negative(&n);
    interval_pow(r, start, &n);
    interval_mul(r, r, &x->c);
    interval_neg(&n, &n);
    interval_div(r, r, &n);
    return fine;
}

/* F(s) / r */
static bool exponential(interval_t *r, const struct decay *x,
                        const interval_t *start)
{
    LOCAL_INTERVAL(rate, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(e, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(u, mpfr_get_prec(r->lo));
    interval_mul(&u, &x->h, start);
    interval_add(&e, &u, &x->g);
    interval_add(&rate, &e, &u);
    interval_mul(&e, &e, start);
    interval_clip(&u, &x->m);
    interval_div(&u, &u, start);
    interval_add(&rate, &rate, &u);
    interval_neg(&rate, &rate);
    bool fine = interval_certainly_nonpositive(&x->h) &&
                interval_certainly_positive(&rate);
    interval_exp(&e, &e);
    interval_pow(&u, start, &x->m);
    interval_mul(&u, &u, &x->c);
    interval_mul(&u, &u, &e);
    interval_div(r, &u, &rate);
    return fine;
}

bool decay_integral(interval_t *r, const struct decay *x,
                    const interval_t *start)
{
    return (exponential(r, x, start) && interval_is_finite(r)) ||
           (algebraic(r, x, start) && interval_is_finite(r));
}
