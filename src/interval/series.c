/*
 * Recurrences for Taylor coefficients ([Moore1966], ch. 11): differentiate,
 * compare coefficients.  Each coefficient is a rational expression in those of
 * the arguments, so that interval arithmetic encloses it at every point.
 */
#include "interval/series.h"

void series_init(struct series *r, mpfr_prec_t bits)
{
    r->smooth = true;
    for (int k = 0; k <= SERIES_ORDER; k++)
        interval_init(&r->c[k], bits);
}

void series_clear(struct series *r)
{
    for (int k = 0; k <= SERIES_ORDER; k++)
        interval_clear(&r->c[k]);
}

void series_set(struct series *r, const struct series *x)
{
    r->smooth = x->smooth;
    for (int k = 0; k <= SERIES_ORDER; k++)
        interval_set(&r->c[k], &x->c[k]);
}

static mpfr_prec_t bits_of(const struct series *x)
{
    return mpfr_get_prec(x->c[0].lo);
}

/* c[0] stays. */
static void flatten(struct series *r)
{
    r->smooth = true;
    for (int k = 1; k <= SERIES_ORDER; k++)
        interval_set_si(&r->c[k], 0);
}

void series_constant(struct series *r, const interval_t *x)
{
    interval_set(&r->c[0], x);
    flatten(r);
}

void series_variable(struct series *r, const interval_t *x)
{
    series_constant(r, x);
    interval_set_si(&r->c[1], 1);
}

void series_rough(struct series *r)
{
    r->smooth = false;
    for (int k = 1; k <= SERIES_ORDER; k++)
        interval_set_whole(&r->c[k]);
}

/* Whether all that is known of it is 0. */
static bool is_nil(const struct series *x)
{
    bool nil = x->smooth;

    for (int k = 0; k <= SERIES_ORDER && nil; k++)
        nil = interval_is_zero(&x->c[k]);
    return nil;
}

void series_add(struct series *r, const struct series *x,
                const struct series *y)
{
    r->smooth = x->smooth && y->smooth;
    for (int k = 0; k <= SERIES_ORDER; k++)
        interval_add(&r->c[k], &x->c[k], &y->c[k]);
}

/* sum of x_j y_(n-j), from <= j <= to */
static void convolve(interval_t *sum, const interval_t *x, const interval_t *y,
                     int n, int from, int to)
{
    LOCAL_INTERVAL(t, mpfr_get_prec(sum->lo));
    interval_set_si(sum, 0);
    for (int j = from; j <= to; j++) {
        if (interval_is_zero(&x[j]) || interval_is_zero(&y[n - j]))
            continue;
        interval_mul(&t, &x[j], &y[n - j]);
        interval_add(sum, sum, &t);
    }
}

void series_mul(struct series *r, const struct series *x,
                const struct series *y)
{
    if (is_nil(x) || is_nil(y)) {
        interval_set_si(&r->c[0], 0);
        flatten(r);
        return;
    }
    r->smooth = x->smooth && y->smooth;
    for (int k = 0; k <= SERIES_ORDER; k++)
        convolve(&r->c[k], x->c, y->c, k, 0, k);
}

/* Integrals of products. */

/* r * k for k >= 0 */
static void times(interval_t *r, long k)
{
    mpfr_mul_si(r->lo, r->lo, k, MPFR_RNDD);
    mpfr_mul_si(r->hi, r->hi, k, MPFR_RNDU);
}

/*
 * r' = u x', r_0 given: n r_n = sum_{j=1..n} j x_j u_(n-j).  u may depend on
 * r: its coefficients below n are to be there when r_n is asked for.
 */
static void integrate_step(struct series *r, const struct series *x,
                           const interval_t *u, int n)
{
    LOCAL_INTERVAL(t, bits_of(r));
    interval_set_si(&r->c[n], 0);
    for (int j = 1; j <= n; j++) {
        if (interval_is_zero(&x->c[j]))
            continue;
        interval_mul(&t, &x->c[j], &u[n - j]);
        times(&t, j);
        interval_add(&r->c[n], &r->c[n], &t);
    }
    interval_div_si(&r->c[n], &r->c[n], n);
}

static void take_exp(struct series *r, const struct series *x)
{
    for (int n = 1; n <= SERIES_ORDER; n++)
        integrate_step(r, x, r->c, n);
}

/* r' = x'/x; where x is not certainly positive it has no enclosure. */
static void take_log(struct series *r, const struct series *x)
{
    if (!interval_certainly_positive(&x->c[0])) {
        series_rough(r);
        return;
    }
    LOCAL_MADE_OF(series, u, bits_of(r));
    LOCAL_INTERVAL(one, bits_of(r));
    interval_set_si(&one, 1);
    interval_div(&u.c[0], &one, &x->c[0]);
    interval_neg(&one, &one);
    series_power(&u, x, &one);
    for (int n = 1; n <= SERIES_ORDER; n++)
        integrate_step(r, x, u.c, n);
}

/* s' = c x', c' = -s x' */
static void take_circular(struct series *s, struct series *c,
                          const struct series *x)
{
    for (int n = 1; n <= SERIES_ORDER; n++) {
        integrate_step(s, x, c->c, n);
        integrate_step(c, x, s->c, n);
        interval_neg(&c->c[n], &c->c[n]);
    }
}

static void take_sin(struct series *r, const struct series *x)
{
    LOCAL_MADE_OF(series, other, bits_of(r));
    interval_cos(&other.c[0], &x->c[0]);
    take_circular(r, &other, x);
}

static void take_cos(struct series *r, const struct series *x)
{
    LOCAL_MADE_OF(series, other, bits_of(r));
    interval_sin(&other.c[0], &x->c[0]);
    take_circular(&other, r, x);
}

/* r' = (1 - r^2) x' */
static void take_tanh(struct series *r, const struct series *x)
{
    LOCAL_MADE_OF(series, u, bits_of(r));
    LOCAL_INTERVAL(one, bits_of(r));
    interval_set_si(&one, 1);
    for (int n = 0; n <= SERIES_ORDER; n++) {
        if (n > 0)
            integrate_step(r, x, u.c, n);
        convolve(&u.c[n], r->c, r->c, n, 0, n);
        interval_neg(&u.c[n], &u.c[n]);
        if (n == 0)
            interval_add(&u.c[0], &u.c[0], &one);
    }
}

/* r' = 2/sqrt(pi) exp(-x^2) x' */
static void take_erf(struct series *r, const struct series *x)
{
    LOCAL_MADE_OF(series, square, bits_of(r));
    LOCAL_MADE_OF(series, u, bits_of(r));
    LOCAL_INTERVAL(factor, bits_of(r));
    interval_pi(&factor);
    interval_sqrt(&factor, &factor);
    interval_set_si(&u.c[0], 2);
    interval_div(&factor, &u.c[0], &factor);
    series_mul(&square, x, x);
    for (int k = 0; k <= SERIES_ORDER; k++)
        interval_neg(&square.c[k], &square.c[k]);
    interval_exp(&u.c[0], &square.c[0]);
    take_exp(&u, &square);
    for (int n = 1; n <= SERIES_ORDER; n++) {
        integrate_step(r, x, u.c, n);
        interval_mul(&r->c[n], &r->c[n], &factor);
    }
}

/* Powers. */

/* x_0 n r_n = sum_{j=1..n} (q j - (n - j)) x_j r_(n-j), from r' x = q x' r */
static void power_step(struct series *r, const struct series *x,
                       const interval_t *q, int n)
{
    LOCAL_INTERVAL(t, bits_of(r));
    LOCAL_INTERVAL(weight, bits_of(r));
    interval_set_si(&r->c[n], 0);
    for (int j = 1; j <= n; j++) {
        if (interval_is_zero(&x->c[j]))
            continue;
        interval_set_si(&t, j);
        interval_mul(&weight, q, &t);
        interval_set_si(&t, n - j);
        interval_sub(&weight, &weight, &t);
        interval_mul(&t, &x->c[j], &r->c[n - j]);
        interval_mul(&t, &t, &weight);
        interval_add(&r->c[n], &r->c[n], &t);
    }
    interval_div_si(&r->c[n], &r->c[n], n);
    interval_div(&r->c[n], &r->c[n], &x->c[0]);
}

void series_power(struct series *r, const struct series *x, const interval_t *q)
{
    long k;

    r->smooth = x->smooth;
    if (!interval_certainly_positive(&x->c[0]) &&
        !(interval_certainly_negative(&x->c[0]) &&
          interval_is_integer(q, &k))) {
        series_rough(r);
        return;
    }
    for (int n = 1; n <= SERIES_ORDER; n++)
        power_step(r, x, q, n);
}

/* exp(y log x) */
void series_pow(struct series *r, const struct series *x,
                const struct series *y)
{
    if (!interval_certainly_positive(&x->c[0])) {
        series_rough(r);
        return;
    }
    LOCAL_MADE_OF(series, log, bits_of(r));
    LOCAL_MADE_OF(series, product, bits_of(r));
    interval_log(&log.c[0], &x->c[0]);
    take_log(&log, x);
    series_mul(&product, y, &log);
    take_exp(r, &product);
    r->smooth = x->smooth && y->smooth;
}

static void take_root(struct series *r, const struct series *x)
{
    LOCAL_INTERVAL(half, bits_of(r));
    interval_set_si(&half, 1);
    interval_div_si(&half, &half, 2);
    series_power(r, x, &half);
}

/* Choices. */

/* The coefficients of scale * x. */
static void take_scaled(struct series *r, const struct series *x, int scale)
{
    LOCAL_INTERVAL(t, bits_of(r));
    interval_set_si(&t, scale);
    for (int k = 1; k <= SERIES_ORDER; k++)
        interval_mul(&r->c[k], &t, &x->c[k]);
}

/*
 * Of what is a * x (order > 0) or b * y (order < 0) at every point.  Where that
 * is not known (0) a range may have both; around a point it is one of them if
 * it is smooth there, which the range is to say.
 */
static void choose(struct series *r, const struct series *x, int a,
                   const struct series *y, int b, int order,
                   enum series_place place)
{
    take_scaled(r, order >= 0 ? x : y, order >= 0 ? a : b);
    r->smooth = x->smooth && y->smooth;
    if (order != 0)
        return;
    if (place == SERIES_RANGE) {
        series_rough(r);
        return;
    }
    LOCAL_MADE_OF(series, other, bits_of(r));
    take_scaled(&other, y, b);
    for (int k = 1; k <= SERIES_ORDER; k++)
        interval_hull(&r->c[k], &r->c[k], &other.c[k]);
}

/* The sign of x - y, 0 where it is not certain; at a point 0 is no sign. */
static int order_of(const interval_t *x, const interval_t *y,
                    enum series_place place)
{
    int least = place == SERIES_RANGE ? 0 : 1;

    return mpfr_cmp(x->lo, y->hi) >= least   ? 1
           : mpfr_cmp(y->lo, x->hi) >= least ? -1
                                             : 0;
}

/* What is above * x for positive x, below * x for negative. */
static void take_bent(struct series *r, const struct series *x, int above,
                      int below, enum series_place place)
{
    LOCAL_INTERVAL(zero, bits_of(r));
    choose(r, x, above, x, below, order_of(&x->c[0], &zero, place), place);
}

static void take_sign(struct series *r)
{
    if (interval_is_point(&r->c[0]))
        flatten(r);
    else
        series_rough(r);
}

void series_max(struct series *r, const struct series *x,
                const struct series *y, enum series_place place)
{
    choose(r, x, 1, y, 1, order_of(&x->c[0], &y->c[0], place), place);
}

void series_min(struct series *r, const struct series *x,
                const struct series *y, enum series_place place)
{
    choose(r, y, 1, x, 1, order_of(&x->c[0], &y->c[0], place), place);
}

void series_call(struct series *r, enum function fn, const struct series *x,
                 enum series_place place)
{
    r->smooth = x->smooth;
    switch ((int)fn) {
    case FN_EXP:
        take_exp(r, x);
        break;
    case FN_LOG:
        take_log(r, x);
        break;
    case FN_SIN:
        take_sin(r, x);
        break;
    case FN_COS:
        take_cos(r, x);
        break;
    case FN_TANH:
        take_tanh(r, x);
        break;
    case FN_ERF:
        take_erf(r, x);
        break;
    case FN_SQRT:
        take_root(r, x);
        break;
    case FN_ABS:
        take_bent(r, x, 1, -1, place);
        break;
    case FN_RELU:
        take_bent(r, x, 1, 0, place);
        break;
    case FN_SIGN:
        take_sign(r);
        break;
    default:
        series_rough(r);
    }
}
