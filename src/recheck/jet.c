/*
 * The recurrences are those of [Moore1966], ch. 11: differentiate, compare
 * coefficients.  Each coefficient is a rational expression in coefficients of
 * the arguments, so that interval arithmetic encloses it at every point.
 */
#include "recheck/jet.h"

void jet_init(struct jet *a, int order, mpfr_prec_t bits)
{
    a->defined = TRUTH_TRUE;
    a->smooth = true;
    a->order = order;
    for (int k = 0; k <= order; k++)
        interval_init(&a->c[k], bits);
}

void jet_clear(struct jet *a)
{
    for (int k = 0; k <= a->order; k++)
        interval_clear(&a->c[k]);
}

void jet_set(struct jet *r, const struct jet *a)
{
    r->defined = a->defined;
    r->smooth = a->smooth;
    for (int k = 0; k <= a->order; k++)
        interval_set(&r->c[k], &a->c[k]);
}

void jet_constant(struct jet *r, const interval_t *x)
{
    r->defined = TRUTH_TRUE;
    r->smooth = true;
    interval_set(&r->c[0], x);
    for (int k = 1; k <= r->order; k++)
        interval_set_si(&r->c[k], 0);
}

void jet_variable(struct jet *r, const interval_t *x)
{
    jet_constant(r, x);
    if (r->order > 0)
        interval_set_si(&r->c[1], 1);
}

static mpfr_prec_t bits_of(const struct jet *a)
{
    return mpfr_get_prec(a->c[0].lo);
}

static void inherit(struct jet *r, const struct jet *a, const struct jet *b)
{
    r->defined = truth_and(a->defined, b->defined);
    r->smooth = a->smooth && b->smooth;
}

/* Only c[0] is meant. */
static void roughen(struct jet *r)
{
    r->smooth = false;
    for (int k = 1; k <= r->order; k++)
        interval_set_whole(&r->c[k]);
}

void jet_add(struct jet *r, const struct jet *a, const struct jet *b)
{
    inherit(r, a, b);
    for (int k = 0; k <= r->order; k++)
        interval_add(&r->c[k], &a->c[k], &b->c[k]);
}

void jet_neg(struct jet *r, const struct jet *a)
{
    inherit(r, a, a);
    for (int k = 0; k <= r->order; k++)
        interval_neg(&r->c[k], &a->c[k]);
}

void jet_sub(struct jet *r, const struct jet *a, const struct jet *b)
{
    inherit(r, a, b);
    for (int k = 0; k <= r->order; k++)
        interval_sub(&r->c[k], &a->c[k], &b->c[k]);
}

/* sum of a_j b_(n-j), from <= j <= to */
static void convolve(interval_t *sum, const interval_t *a, const interval_t *b,
                     int n, int from, int to)
{
    LOCAL_INTERVAL(t, mpfr_get_prec(sum->lo));
    interval_set_si(sum, 0);
    for (int j = from; j <= to; j++) {
        interval_mul(&t, &a[j], &b[n - j]);
        interval_add(sum, sum, &t);
    }
}

void jet_mul(struct jet *r, const struct jet *a, const struct jet *b)
{
    inherit(r, a, b);
    for (int k = 0; k <= r->order; k++)
        convolve(&r->c[k], a->c, b->c, k, 0, k);
    if (a == b)
        interval_sqr(&r->c[0], &a->c[0]);
}

/* r b = a: r_n = (a_n - sum_{j<n} r_j b_(n-j)) / b_0 */
void jet_div(struct jet *r, const struct jet *a, const struct jet *b)
{
    inherit(r, a, b);
    if (interval_is_zero(&b->c[0]))
        r->defined = truth_and(r->defined, TRUTH_FALSE);
    else if (interval_contains_zero(&b->c[0]))
        r->defined = truth_and(r->defined, TRUTH_UNKNOWN);
    LOCAL_INTERVAL(t, bits_of(r));
    for (int k = 0; k <= r->order; k++) {
        convolve(&t, r->c, b->c, k, 0, k - 1);
        interval_sub(&t, &a->c[k], &t);
        interval_div(&r->c[k], &t, &b->c[0]);
    }
    if (interval_contains_zero(&b->c[0]))
        roughen(r);
}

/*
 * ---- choices ----
 *
 * A branch that is 0 at a point need not be the function around it: what holds
 * at the middle of a piece alone says nothing of the piece.
 */

void jet_either(struct jet *r, const struct jet *a, const struct jet *b)
{
    inherit(r, a, b);
    interval_hull(&r->c[0], &a->c[0], &b->c[0]);
    roughen(r);
}

static void zero(struct jet *r, const struct jet *a)
{
    LOCAL_INTERVAL(t, bits_of(r));
    jet_constant(r, &t);
    r->defined = a->defined;
}

void jet_abs(struct jet *r, const struct jet *a)
{
    if (interval_certainly_positive(&a->c[0])) {
        jet_set(r, a);
    } else if (interval_certainly_negative(&a->c[0])) {
        jet_neg(r, a);
    } else {
        inherit(r, a, a);
        interval_abs(&r->c[0], &a->c[0]);
        roughen(r);
    }
}

void jet_relu(struct jet *r, const struct jet *a)
{
    if (interval_certainly_positive(&a->c[0])) {
        jet_set(r, a);
    } else if (interval_certainly_negative(&a->c[0])) {
        zero(r, a);
    } else {
        inherit(r, a, a);
        interval_clip(&r->c[0], &a->c[0]);
        roughen(r);
    }
}

void jet_sign(struct jet *r, const struct jet *a)
{
    zero(r, a);
    interval_sign(&r->c[0], &a->c[0]);
    if (!interval_is_point(&r->c[0]))
        roughen(r);
}

/* a > b throughout: the one; b > a: the other; where they meet, neither */
static void pick(struct jet *r, const struct jet *a, const struct jet *b,
                 bool larger)
{
    if (mpfr_cmp(a->c[0].lo, b->c[0].hi) > 0) {
        jet_set(r, larger ? a : b);
    } else if (mpfr_cmp(b->c[0].lo, a->c[0].hi) > 0) {
        jet_set(r, larger ? b : a);
    } else {
        if (larger)
            interval_max(&r->c[0], &a->c[0], &b->c[0]);
        else
            interval_min(&r->c[0], &a->c[0], &b->c[0]);
        roughen(r);
    }
    r->defined = truth_and(a->defined, b->defined);
}

void jet_max(struct jet *r, const struct jet *a, const struct jet *b)
{
    pick(r, a, b, true);
}

void jet_min(struct jet *r, const struct jet *a, const struct jet *b)
{
    pick(r, a, b, false);
}

/* ---- functions ---- */

/*
 * r' = u a', r_0 given: n r_n = sum_{j=1..n} j a_j u_(n-j).  u may depend on
 * r: its coefficients below n are to be there when r_n is asked for.
 */
static void integrate_step(struct jet *r, const struct jet *a,
                           const interval_t *u, int n)
{
    LOCAL_INTERVAL(t, bits_of(r));
    LOCAL_INTERVAL(s, bits_of(r));
    interval_set_si(&r->c[n], 0);
    for (int j = 1; j <= n; j++) {
        interval_set_si(&s, j);
        interval_mul(&t, &a->c[j], &u[n - j]);
        interval_mul(&t, &t, &s);
        interval_add(&r->c[n], &r->c[n], &t);
    }
    interval_div_si(&r->c[n], &r->c[n], n);
}

void jet_exp(struct jet *r, const struct jet *a)
{
    inherit(r, a, a);
    interval_exp(&r->c[0], &a->c[0]);
    for (int n = 1; n <= r->order; n++)
        integrate_step(r, a, r->c, n);
}

/* r' a = a' */
void jet_log(struct jet *r, const struct jet *a)
{
    LOCAL_INTERVAL(one, bits_of(r));
    LOCAL_MADE_OF(jet, t, r->order, bits_of(r));
    LOCAL_MADE_OF(jet, u, r->order, bits_of(r));
    interval_set_si(&one, 1);
    jet_constant(&t, &one);
    jet_div(&u, &t, a);
    interval_log(&r->c[0], &a->c[0]);
    for (int n = 1; n <= r->order; n++)
        integrate_step(r, a, u.c, n);
    inherit(r, a, a);
    if (interval_certainly_nonpositive(&a->c[0]))
        r->defined = truth_and(a->defined, TRUTH_FALSE);
    else if (!interval_certainly_positive(&a->c[0]))
        r->defined = truth_and(a->defined, TRUTH_UNKNOWN);
    if (!interval_certainly_positive(&a->c[0]))
        roughen(r);
}

/* r^2 = a: r_n = (a_n - sum_{0<j<n} r_j r_(n-j)) / (2 r_0) */
void jet_sqrt(struct jet *r, const struct jet *a)
{
    inherit(r, a, a);
    LOCAL_INTERVAL(t, bits_of(r));
    LOCAL_INTERVAL(twice, bits_of(r));
    interval_sqrt(&r->c[0], &a->c[0]);
    interval_add(&twice, &r->c[0], &r->c[0]);
    for (int n = 1; n <= r->order; n++) {
        convolve(&t, r->c, r->c, n, 1, n - 1);
        interval_sub(&t, &a->c[n], &t);
        interval_div(&r->c[n], &t, &twice);
    }
    if (interval_certainly_negative(&a->c[0]))
        r->defined = truth_and(a->defined, TRUTH_FALSE);
    else if (!interval_certainly_nonnegative(&a->c[0]))
        r->defined = truth_and(a->defined, TRUTH_UNKNOWN);
    if (!interval_certainly_positive(&a->c[0]))
        roughen(r);
}

/* s' = c a', c' = -s a' */
static void circular(struct jet *s, struct jet *c, const struct jet *a)
{
    inherit(s, a, a);
    inherit(c, a, a);
    interval_sin(&s->c[0], &a->c[0]);
    interval_cos(&c->c[0], &a->c[0]);
    for (int n = 1; n <= a->order; n++) {
        integrate_step(s, a, c->c, n);
        integrate_step(c, a, s->c, n);
        interval_neg(&c->c[n], &c->c[n]);
    }
}

void jet_sin(struct jet *r, const struct jet *a)
{
    LOCAL_MADE_OF(jet, c, r->order, bits_of(r));
    circular(r, &c, a);
}

void jet_cos(struct jet *r, const struct jet *a)
{
    LOCAL_MADE_OF(jet, s, r->order, bits_of(r));
    circular(&s, r, a);
}

/* r' = (1 - r^2) a' */
void jet_tanh(struct jet *r, const struct jet *a)
{
    inherit(r, a, a);
    LOCAL_INTERVAL(one, bits_of(r));
    interval_set_si(&one, 1);
    LOCAL_MADE_OF(jet, u, r->order, bits_of(r));
    interval_tanh(&r->c[0], &a->c[0]);
    for (int n = 0; n <= r->order; n++) {
        if (n > 0)
            integrate_step(r, a, u.c, n);
        convolve(&u.c[n], r->c, r->c, n, 0, n);
        interval_neg(&u.c[n], &u.c[n]);
        if (n == 0)
            interval_add(&u.c[0], &u.c[0], &one);
    }
}

/* r' = 2/sqrt(pi) exp(-a^2) a' */
void jet_erf(struct jet *r, const struct jet *a)
{
    LOCAL_INTERVAL(factor, bits_of(r));
    LOCAL_INTERVAL(two, bits_of(r));
    LOCAL_MADE_OF(jet, t, r->order, bits_of(r));
    LOCAL_MADE_OF(jet, u, r->order, bits_of(r));
    jet_mul(&u, a, a);
    jet_neg(&t, &u);
    jet_exp(&u, &t);
    interval_pi(&factor);
    interval_sqrt(&factor, &factor);
    interval_set_si(&two, 2);
    interval_div(&factor, &two, &factor);
    inherit(r, a, a);
    interval_erf(&r->c[0], &a->c[0]);
    for (int n = 1; n <= r->order; n++) {
        integrate_step(r, a, u.c, n);
        interval_mul(&r->c[n], &r->c[n], &factor);
    }
}

/* a^k by repeated squaring, k >= 0 */
static void integer_power(struct jet *r, const struct jet *a, long k)
{
    LOCAL_INTERVAL(one, bits_of(r));
    LOCAL_MADE_OF(jet, base, r->order, bits_of(r));
    LOCAL_MADE_OF(jet, t, r->order, bits_of(r));
    interval_set_si(&one, 1);
    jet_constant(r, &one);
    r->defined = a->defined;
    jet_set(&base, a);
    for (long n = k; n > 0; n /= 2) {
        if (n % 2 == 1) {
            jet_mul(&t, r, &base);
            jet_set(r, &t);
        }
        jet_mul(&t, &base, &base);
        jet_set(&base, &t);
    }
    interval_pow_si(&r->c[0], &a->c[0], k); /* tighter */
}

/* Small constant integers; else exp(b log a), a > 0. */
void jet_power(struct jet *r, const struct jet *a, const struct jet *b)
{
    enum { MOST = 64 };
    long k;
    bool constant = interval_is_integer(&b->c[0], &k) && b->smooth;
    for (int n = 1; n <= b->order; n++)
        constant = constant && interval_is_zero(&b->c[n]);
    LOCAL_MADE_OF(jet, t, r->order, bits_of(r));
    LOCAL_MADE_OF(jet, u, r->order, bits_of(r));
    if (constant && k >= 0 && k <= MOST) {
        integer_power(r, a, k);
    } else if (constant && k < 0 && k >= -MOST) {
        interval_set_si(&t.c[0], 1);
        integer_power(&u, a, -k);
        jet_div(r, &t, &u);
    } else {
        jet_log(&t, a);
        jet_mul(&u, b, &t);
        jet_exp(r, &u);
        if (!interval_certainly_positive(&a->c[0])) {
            r->defined = TRUTH_UNKNOWN;
            interval_set_whole(&r->c[0]);
            roughen(r);
        }
    }
    r->defined = truth_and(r->defined, truth_and(a->defined, b->defined));
}
