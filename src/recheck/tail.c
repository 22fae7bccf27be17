/*
 * Bounds of an integrand far out: |f(sign t)| <= c t^m exp(g t + h t^2) for
 * t >= start >= 1.  Numbers are intervals whose upper ends count.  The rules
 * are those of docs/error-analysis.md#tails, fewer of them.
 */
#include "recheck/quadrature.h"

enum { MAX_DEPTH = 200 };

/* u(t) = q0 + q1 t + q2 t^2 with numbers of the intervals, at each t */
struct square {
    interval_t q[3];
};

struct far {
    const struct integrand *f;
    const interval_t
        *range; /* of the variable: [start, inf) or (-inf, -start] */
    const interval_t *start;
    int sign, depth;
};

static mpfr_prec_t bits_of(const struct far *t)
{
    return run_bits(t->f->run);
}

void tail_init(struct tail *b, mpfr_prec_t bits)
{
    interval_init(&b->c, bits);
    interval_init(&b->m, bits);
    interval_init(&b->g, bits);
    interval_init(&b->h, bits);
}

void tail_clear(struct tail *b)
{
    interval_clear(&b->c);
    interval_clear(&b->m);
    interval_clear(&b->g);
    interval_clear(&b->h);
}

static void bound_set(struct tail *r, const struct tail *b)
{
    interval_set(&r->c, &b->c);
    interval_set(&r->m, &b->m);
    interval_set(&r->g, &b->g);
    interval_set(&r->h, &b->h);
}

static void square_init(struct square *s, mpfr_prec_t bits)
{
    for (int k = 0; k < 3; k++)
        interval_init(&s->q[k], bits);
}

static void square_clear(struct square *s)
{
    for (int k = 0; k < 3; k++)
        interval_clear(&s->q[k]);
}

/* The range of e over the whole tail; false: e may be undefined there. */
static bool range_of(interval_t *r, struct far *t, const struct expr *e)
{
    LOCAL_MADE_OF(jet, a, 0, bits_of(t));
    integrand_part(&a, t->f, e, t->range);
    interval_set(r, &a.c[0]);
    return a.defined == TRUTH_TRUE;
}

/* ---- exponents ---- */

static bool square_of(struct square *r, struct far *t, const struct expr *e);

static bool square_product(struct square *r, const struct square *a,
                           const struct square *b)
{
    bool fits = (interval_is_zero(&a->q[2]) ||
                 (interval_is_zero(&b->q[1]) && interval_is_zero(&b->q[2]))) &&
                (interval_is_zero(&b->q[2]) ||
                 (interval_is_zero(&a->q[1]) && interval_is_zero(&a->q[2])));
    LOCAL_INTERVAL(t, mpfr_get_prec(r->q[0].lo));
    for (int n = 0; n < 3; n++) {
        interval_set_si(&r->q[n], 0);
        for (int k = 0; k <= n; k++) {
            interval_mul(&t, &a->q[k], &b->q[n - k]);
            interval_add(&r->q[n], &r->q[n], &t);
        }
    }
    return fits;
}

static bool square_pair(struct square *r, struct far *t, const struct expr *e)
{
    bool ok = false;
    LOCAL_MADE_OF(square, a, bits_of(t));
    LOCAL_MADE_OF(square, b, bits_of(t));
    if (square_of(&a, t, e->kids[0]) && square_of(&b, t, e->kids[1])) {
        ok = true;
        for (int k = 0; k < 3; k++) {
            if (e->op == EX_ADD)
                interval_add(&r->q[k], &a.q[k], &b.q[k]);
            else
                interval_sub(&r->q[k], &a.q[k], &b.q[k]);
        }
        if (e->op == EX_SCALE)
            ok = square_product(r, &a, &b);
    }
    return ok;
}

static bool square_quotient(struct square *r, struct far *t,
                            const struct expr *e)
{
    LOCAL_INTERVAL(b, bits_of(t));
    bool ok = range_of(&b, t, e->kids[1]) && interval_is_finite(&b) &&
              !interval_contains_zero(&b) && square_of(r, t, e->kids[0]);
    for (int k = 0; ok && k < 3; k++)
        interval_div(&r->q[k], &r->q[k], &b);
    return ok;
}

static bool square_power(struct square *r, struct far *t, const struct expr *e)
{
    long k = 0;
    LOCAL_INTERVAL(y, bits_of(t));
    LOCAL_MADE_OF(square, a, bits_of(t));
    return range_of(&y, t, e->kids[1]) && interval_is_integer(&y, &k) &&
           k == 2 && square_of(&a, t, e->kids[0]) && square_product(r, &a, &a);
}

static bool square_form(struct square *r, struct far *t, const struct expr *e)
{
    if (e->op == EX_SYMBOL) {
        interval_set_si(&r->q[1], t->sign);
        return true;
    }
    if (e->op == EX_NEG && square_of(r, t, e->kids[0])) {
        for (int k = 0; k < 3; k++)
            interval_neg(&r->q[k], &r->q[k]);
        return true;
    }
    if (e->op == EX_ADD || e->op == EX_SUB || e->op == EX_SCALE)
        return square_pair(r, t, e);
    if (e->op == EX_DIVIDE)
        return square_quotient(r, t, e);
    return e->op == EX_POW && square_power(r, t, e);
}

/* What is bounded on the tail is its q0. */
static bool square_of(struct square *r, struct far *t, const struct expr *e)
{
    if (t->depth >= MAX_DEPTH)
        return false;
    for (int k = 0; k < 3; k++)
        interval_set_si(&r->q[k], 0);
    if (range_of(&r->q[0], t, e) && interval_is_finite(&r->q[0]))
        return true;
    interval_set_si(&r->q[0], 0);
    t->depth++;
    bool ok = square_form(r, t, e);
    t->depth--;
    return ok;
}

/* ---- bounds ---- */

static bool bound_of(struct tail *r, struct far *t, const struct expr *e);

static bool bound_constant(struct tail *r, const interval_t *x)
{
    interval_abs(&r->c, x);
    interval_set_si(&r->m, 0);
    interval_set_si(&r->g, 0);
    interval_set_si(&r->h, 0);
    return true;
}

/* exp(u) <= exp(sup q0) exp(q1 t + q2 t^2) */
static bool bound_exp(struct tail *r, struct far *t, const struct expr *e)
{
    LOCAL_MADE_OF(square, s, bits_of(t));
    bool ok = square_of(&s, t, e->kids[0]);
    interval_exp(&r->c, &s.q[0]);
    interval_set_si(&r->m, 0);
    interval_set(&r->g, &s.q[1]);
    interval_set(&r->h, &s.q[2]);
    return ok;
}

static void bound_product(struct tail *r, const struct tail *a,
                          const struct tail *b)
{
    interval_mul(&r->c, &a->c, &b->c);
    interval_add(&r->m, &a->m, &b->m);
    interval_add(&r->g, &a->g, &b->g);
    interval_add(&r->h, &a->h, &b->h);
}

/* t >= 1: the larger exponents bound both */
static void bound_sum(struct tail *r, const struct tail *a,
                      const struct tail *b)
{
    interval_add(&r->c, &a->c, &b->c);
    interval_max(&r->m, &a->m, &b->m);
    interval_max(&r->g, &a->g, &b->g);
    interval_max(&r->h, &a->h, &b->h);
}

static bool bound_pair(struct tail *r, struct far *t, const struct expr *x,
                       const struct expr *y, bool product)
{
    LOCAL_MADE_OF(tail, a, bits_of(t));
    LOCAL_MADE_OF(tail, b, bits_of(t));
    bool ok = bound_of(&a, t, x) && bound_of(&b, t, y);
    if (ok)
        (product ? bound_product : bound_sum)(r, &a, &b);
    return ok;
}

/* The terms' bounds add. */
static bool bound_terms(struct tail *r, struct far *t, const struct expr *e)
{
    struct run *run = t->f->run;
    int64_t lo, hi;
    if (!run_index(run, &lo, e->kids[0]) || !run_index(run, &hi, e->kids[1]) ||
        lo > hi || !run_range(run, lo, hi))
        return false;
    bool ok = true;
    LOCAL_MADE_OF(tail, a, bits_of(t));
    LOCAL_MADE_OF(tail, sum, bits_of(t));
    struct binding old = binding_save(run, e->symbol);
    for (int64_t k = lo; k <= hi && ok && !run->failed; k++) {
        env_set(&run->env, e->symbol, k);
        ok = bound_of(k == lo ? r : &a, t, e->kids[2]);
        if (k == lo || !ok)
            continue;
        bound_sum(&sum, r, &a);
        bound_set(r, &sum);
    }
    binding_restore(run, &old);
    return ok;
}

/* |q0 + q1 t + q2 t^2| >= (|q2| - |q1| / s - |q0| / s^2) t^2 for t >= s */
static bool grows_as_square(interval_t *least, struct far *t,
                            const struct expr *e)
{
    LOCAL_MADE_OF(square, s, bits_of(t));
    bool ok = square_of(&s, t, e);
    for (int k = 0; k < 3; k++)
        interval_abs(&s.q[k], &s.q[k]);
    interval_div(&s.q[0], &s.q[0], t->start);
    interval_add(&s.q[1], &s.q[1], &s.q[0]);
    interval_div(&s.q[1], &s.q[1], t->start);
    interval_sub(least, &s.q[2], &s.q[1]);
    mpfr_set(least->hi, least->lo, MPFR_RNDU);
    return ok && interval_certainly_positive(least);
}

/* |a / b| <= |a| / inf |b|, or |a| / (c t^2) where |b| >= c t^2 */
static bool bound_quotient(struct tail *r, struct far *t, const struct expr *e)
{
    LOCAL_INTERVAL(b, bits_of(t));
    LOCAL_INTERVAL(least, bits_of(t));
    bool ok = range_of(&b, t, e->kids[1]) && !interval_contains_zero(&b) &&
              bound_of(r, t, e->kids[0]);
    bool is_square = ok && grows_as_square(&least, t, e->kids[1]);
    if (ok && !is_square) {
        interval_abs(&b, &b);
        mpfr_set(least.lo, b.lo, MPFR_RNDD);
        mpfr_set(least.hi, b.lo, MPFR_RNDU);
    }
    if (ok)
        interval_div(&r->c, &r->c, &least);
    interval_set_si(&b, 2);
    if (is_square)
        interval_sub(&r->m, &r->m, &b);
    return ok;
}

static bool bound_power(struct tail *r, struct far *t, const struct expr *e)
{
    enum { MOST = 64 };
    long k = 0;
    LOCAL_INTERVAL(y, bits_of(t));
    bool ok = range_of(&y, t, e->kids[1]) && interval_is_integer(&y, &k) &&
              k > 0 && k <= MOST && bound_of(r, t, e->kids[0]);
    if (ok) {
        interval_pow_si(&r->c, &r->c, k);
        interval_mul(&r->m, &r->m, &y);
        interval_mul(&r->g, &r->g, &y);
        interval_mul(&r->h, &r->h, &y);
    }
    return ok;
}

/* |v| <= c t^m exp(g t + h t^2) |- |sqrt v| <= sqrt c t^(m/2) exp(...) */
static bool bound_root(struct tail *r, struct far *t, const struct expr *v)
{
    if (!bound_of(r, t, v))
        return false;
    interval_sqrt(&r->c, &r->c);
    interval_div_si(&r->m, &r->m, 2);
    interval_div_si(&r->g, &r->g, 2);
    interval_div_si(&r->h, &r->h, 2);
    return true;
}

/* v >= b > 0 |- |log v| <= |log min(b, 1)| + |v| */
static bool bound_log(struct tail *r, struct far *t, const struct expr *v)
{
    LOCAL_INTERVAL(x, bits_of(t));
    LOCAL_MADE_OF(tail, a, bits_of(t));
    LOCAL_MADE_OF(tail, b, bits_of(t));
    bool ok = range_of(&x, t, v) && interval_certainly_positive(&x) &&
              bound_of(&a, t, v);
    if (ok) {
        mpfr_set(x.hi, x.lo, MPFR_RNDU);
        if (mpfr_cmp_ui(x.lo, 1) > 0)
            interval_set_si(&x, 1);
        interval_log(&x, &x);
        ok = bound_constant(&b, &x);
        bound_sum(r, &a, &b);
    }
    return ok;
}

/* |abs|, |relu| <= |x|; |max|, |min| <= |x| + |y| */
static bool bound_call(struct tail *r, struct far *t, const struct expr *e)
{
    if (e->fn == FN_EXP)
        return bound_exp(r, t, e);
    if (e->fn == FN_ABS || e->fn == FN_RELU)
        return bound_of(r, t, e->kids[0]);
    if (e->fn == FN_SQRT)
        return bound_root(r, t, e->kids[0]);
    if (e->fn == FN_LOG)
        return bound_log(r, t, e->kids[0]);
    if (e->fn == FN_MAX2 || e->fn == FN_MIN2)
        return bound_pair(r, t, e->kids[0], e->kids[1], false);
    return false;
}

static bool bound_form(struct tail *r, struct far *t, const struct expr *e)
{
    if (e->op == EX_SYMBOL) {
        interval_set_si(&r->c, 1);
        interval_set_si(&r->m, 1);
        interval_set_si(&r->g, 0);
        interval_set_si(&r->h, 0);
        return true;
    }
    if (e->op == EX_NEG)
        return bound_of(r, t, e->kids[0]);
    if (e->op == EX_ADD || e->op == EX_SUB)
        return bound_pair(r, t, e->kids[0], e->kids[1], false);
    if (e->op == EX_SCALE || e->op == EX_DOT_MUL)
        return bound_pair(r, t, e->kids[0], e->kids[1], true);
    if (e->op == EX_DIVIDE || e->op == EX_DOT_DIV)
        return bound_quotient(r, t, e);
    if (e->op == EX_POW || e->op == EX_DOT_POW)
        return bound_power(r, t, e);
    if (e->op == EX_SUM)
        return bound_terms(r, t, e);
    if (e->op == EX_IF) /* defined as a whole: range_of was asked before */
        return bound_pair(r, t, e->kids[1], e->kids[2], false);
    return e->op == EX_CALL && bound_call(r, t, e);
}

/* exp first: its range is bounded where it decays, which says less */
static bool bound_of(struct tail *r, struct far *t, const struct expr *e)
{
    if (t->depth >= MAX_DEPTH)
        return false;
    LOCAL_INTERVAL(x, bits_of(t));
    bool defined = range_of(&x, t, e), ok = false;
    t->depth++;
    if (defined && interval_is_finite(&x) && !integrand_depends(t->f, e))
        ok = bound_constant(r, &x);
    else if (defined)
        ok = bound_form(r, t, e) ||
             (interval_is_finite(&x) && bound_constant(r, &x));
    t->depth--;
    return ok;
}

/*
 * h <= 0, g <= 0 and m < -1 |- the integral of c t^m exp(g t + h t^2) over
 * t >= s >= 1 is at most c s^(m + 1) / (-m - 1).
 */
static bool algebraic_tail(interval_t *bound, const struct tail *b,
                           const interval_t *s)
{
    LOCAL_INTERVAL(n, mpfr_get_prec(s->lo));
    LOCAL_INTERVAL(one, mpfr_get_prec(s->lo));
    interval_set_si(&one, 1);
    mpfr_set(n.hi, b->m.hi, MPFR_RNDU);
    mpfr_set(n.lo, b->m.hi, MPFR_RNDD);
    interval_add(&n, &n, &one);
    bool ok = interval_certainly_nonpositive(&b->g) &&
              interval_certainly_nonpositive(&b->h) &&
              interval_certainly_negative(&n);
    interval_pow(bound, s, &n);
    interval_mul(bound, bound, &b->c);
    interval_neg(&n, &n);
    interval_div(bound, bound, &n);
    return ok && interval_is_finite(bound);
}

/*
 * F(t) = c t^m e^(gt+ht^2), h <= 0: (log F)' <= max(m, 0)/s + g + 2hs = -r for
 * t >= s, so that r > 0 |- the integral over t >= s is at most F(s)/r.
 */
bool tail_integral(interval_t *bound, const struct tail *b, const interval_t *s)
{
    LOCAL_INTERVAL(r, mpfr_get_prec(s->lo));
    LOCAL_INTERVAL(e, mpfr_get_prec(s->lo));
    LOCAL_INTERVAL(u, mpfr_get_prec(s->lo));
    interval_mul(&u, &b->h, s);
    interval_add(&e, &u, &b->g);
    interval_add(&r, &e, &u);
    interval_mul(&e, &e, s);
    interval_clip(&u, &b->m);
    interval_div(&u, &u, s);
    interval_add(&r, &r, &u);
    interval_neg(&r, &r);
    bool ok = interval_certainly_nonpositive(&b->h) &&
              interval_certainly_positive(&r);
    interval_exp(&e, &e);
    interval_pow(&u, s, &b->m);
    interval_mul(&u, &u, &b->c);
    interval_mul(&u, &u, &e);
    interval_div(bound, &u, &r);
    return (ok && interval_is_finite(bound)) || algebraic_tail(bound, b, s);
}

bool tail_bound(interval_t *bound, const struct integrand *f,
                const interval_t *start, int sign)
{
    LOCAL_INTERVAL(range, run_bits(f->run));
    LOCAL_INTERVAL(half, run_bits(f->run));
    LOCAL_MADE_OF(tail, b, run_bits(f->run));
    interval_set(&range, start);
    mpfr_set_inf(range.hi, 1);
    if (sign < 0)
        interval_neg(&range, &range);
    struct far t = {.f = f, .range = &range, .start = start, .sign = sign};
    bool ok = bound_of(&b, &t, f->body);
    if (f->is_normal) {
        interval_set_si(&half, 1);
        interval_div_si(&half, &half, 2);
        interval_sub(&b.h, &b.h, &half);
    }
    return ok && tail_integral(bound, &b, start);
}
