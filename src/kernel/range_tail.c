/*
 * What lies far out: |f(sign t)| <= c t^m exp(g t + h t^2) for t >= s >= 1,
 * from the factors of each term.  docs/error-analysis.md#parameters
 */
#include "kernel/range_integral_internal.h"

#include "recheck/quadrature.h"

enum { MOST_DEGREE = 8, FIRST_CUT = 16, MAX_CUT = 1 << 20 };

/* p_0 + p_1 t + ... for t far out, t being the distance from 0 */
struct poly {
    interval_t p[MOST_DEGREE + 1];
    int degree;
};

struct far {
    const struct range_quadrature *q;
    interval_t s, range; /* where t, and the variable, lie */
    int sign;
};

static void poly_init(struct poly *a, mpfr_prec_t bits)
{
    a->degree = 0;
    for (int k = 0; k <= MOST_DEGREE; k++)
        interval_init(&a->p[k], bits);
}

static void poly_clear(struct poly *a)
{
    for (int k = 0; k <= MOST_DEGREE; k++)
        interval_clear(&a->p[k]);
}

static void poly_set(struct poly *r, const struct poly *a)
{
    r->degree = a->degree;
    for (int k = 0; k <= MOST_DEGREE; k++)
        interval_set(&r->p[k], &a->p[k]);
}

static bool poly_of(struct poly *r, const struct far *f,
                    const struct scalar *e);

static bool poly_multiply(struct poly *r, const struct poly *a,
                          mpfr_prec_t bits)
{
    struct poly product;
    interval_t t;
    int degree = r->degree + a->degree;
    if (degree > MOST_DEGREE)
        return false;
    poly_init(&product, bits);
    interval_init(&t, bits);
    for (int i = 0; i <= r->degree; i++)
        for (int k = 0; k <= a->degree; k++) {
            interval_mul(&t, &r->p[i], &a->p[k]);
            interval_add(&product.p[i + k], &product.p[i + k], &t);
        }
    product.degree = degree;
    poly_set(r, &product);
    poly_clear(&product);
    interval_clear(&t);
    return true;
}

static bool poly_fold(struct poly *r, const struct far *f,
                      const struct scalar *e)
{
    struct poly a;
    bool ok = poly_of(r, f, e->kids[0]);
    poly_init(&a, f->q->bits);
    for (size_t i = 1; i < e->count && ok; i++) {
        ok = poly_of(&a, f, e->kids[i]);
        if (ok && e->op == SCALAR_MUL)
            ok = poly_multiply(r, &a, f->q->bits);
        for (int k = 0; k <= MOST_DEGREE && ok && e->op == SCALAR_ADD; k++)
            interval_add(&r->p[k], &r->p[k], &a.p[k]);
        if (a.degree > r->degree && e->op == SCALAR_ADD)
            r->degree = a.degree;
    }
    poly_clear(&a);
    return ok;
}

static bool poly_power(struct poly *r, const struct far *f,
                       const struct scalar *e)
{
    struct poly a;
    const rational_t *n = e->number;
    if (mpz_cmp_ui(mpq_denref(n->q), 1) != 0 || mpq_sgn(n->q) < 0 ||
        mpz_cmp_ui(mpq_numref(n->q), MOST_DEGREE) > 0)
        return false;
    poly_init(&a, f->q->bits);
    bool ok = poly_of(&a, f, e->kids[0]);
    for (int k = 0; k <= MOST_DEGREE; k++)
        interval_set_si(&r->p[k], k == 0);
    r->degree = 0;
    for (long i = mpz_get_si(mpq_numref(n->q)); i > 0 && ok; i--)
        ok = poly_multiply(r, &a, f->q->bits);
    poly_clear(&a);
    return ok;
}

/* e = sum p_k t^k, whatever the parameters are; false: it is not written so. */
static bool poly_of(struct poly *r, const struct far *f, const struct scalar *e)
{
    for (int k = 0; k <= MOST_DEGREE; k++)
        interval_set_si(&r->p[k], 0);
    r->degree = 0;
    if (!scalar_is_in_integral(e)) {
        const interval_t *value = f->q->value(f->q->context, e);
        if (value)
            interval_set(&r->p[0], value);
        return value && interval_is_finite(value);
    }
    if (e->op == SCALAR_VARIABLE) {
        r->degree = 1;
        interval_set_si(&r->p[1], f->sign);
        return true;
    }
    if (e->op == SCALAR_ADD || e->op == SCALAR_MUL)
        return poly_fold(r, f, e);
    return e->op == SCALAR_POWER && poly_power(r, f, e);
}

/* ---- factors ---- */

/* sum_{k<most} |p_k| s^(k-d): times t^d, a bound of those parts */
static void lower_parts(interval_t *r, const struct poly *a, int most,
                        const struct far *f)
{
    interval_t t, power;
    interval_init(&t, f->q->bits);
    interval_init(&power, f->q->bits);
    interval_set_si(r, 0);
    for (int k = 0; k < most; k++) {
        interval_pow_si(&power, &f->s, k - a->degree);
        interval_abs(&t, &a->p[k]);
        interval_mul(&t, &t, &power);
        interval_add(r, r, &t);
    }
    interval_clear(&t);
    interval_clear(&power);
}

/* b *= (x t^d)^n */
static void multiply_power(struct tail *b, interval_t *x, int d,
                           const rational_t *n)
{
    interval_t y;
    interval_init(&y, mpfr_get_prec(x->lo));
    interval_set_q(&y, n);
    interval_pow(x, x, &y);
    interval_mul(&b->c, &b->c, x);
    interval_set_si(x, d);
    interval_mul(&y, &y, x);
    interval_add(&b->m, &b->m, &y);
    interval_clear(&y);
}

/* b *= |p|^n; n < 0 needs |p| >= (|p_d| - the others) t^d > 0 */
static bool times_poly(struct tail *b, const struct far *f,
                       const struct scalar *e, const rational_t *n)
{
    struct poly a;
    interval_t size, rest;
    poly_init(&a, f->q->bits);
    interval_init(&size, f->q->bits);
    interval_init(&rest, f->q->bits);
    bool ok = poly_of(&a, f, e);
    if (ok && mpq_sgn(n->q) > 0) {
        lower_parts(&size, &a, a.degree + 1, f);
        if (mpfr_zero_p(size.hi)) /* 0, which has no logarithm */
            mpfr_set_ui_2exp(size.hi, 1, -1000, MPFR_RNDU);
        mpfr_set(size.lo, size.hi, MPFR_RNDD);
    } else if (ok) {
        lower_parts(&rest, &a, a.degree, f);
        interval_abs(&size, &a.p[a.degree]);
        interval_sub(&size, &size, &rest);
        mpfr_set(size.hi, size.lo, MPFR_RNDU);
        ok = interval_certainly_positive(&size);
    }
    if (ok)
        multiply_power(b, &size, a.degree, n);
    poly_clear(&a);
    interval_clear(&size);
    interval_clear(&rest);
    return ok;
}

/* exp(sum u_k t^k): u_k t^k <= u_k s^(k-2) t^2 for k > 2 and u_k <= 0 */
static bool times_exp(struct tail *b, const struct far *f,
                      const struct scalar *e)
{
    struct poly u;
    interval_t t;
    poly_init(&u, f->q->bits);
    interval_init(&t, f->q->bits);
    bool ok = poly_of(&u, f, e->kids[0]);
    for (int k = 3; k <= u.degree && ok; k++) {
        ok = interval_certainly_nonpositive(&u.p[k]);
        interval_pow_si(&t, &f->s, k - 2);
        interval_mul(&t, &t, &u.p[k]);
        interval_add(&u.p[2], &u.p[2], &t);
    }
    if (ok) {
        interval_exp(&t, &u.p[0]);
        interval_mul(&b->c, &b->c, &t);
        interval_add(&b->g, &b->g, &u.p[1]);
        interval_add(&b->h, &b->h, &u.p[2]);
    }
    poly_clear(&u);
    interval_clear(&t);
    return ok;
}

/* b *= sup |e| far out */
static bool times_bounded(struct tail *b, const struct far *f,
                          const struct scalar *e)
{
    struct jet a;
    jet_init(&a, 0, f->q->bits);
    range_integrand_jet(&a, f->q, e, &f->range);
    bool ok = interval_is_finite(&a.c[0]);
    interval_abs(&a.c[0], &a.c[0]);
    if (ok)
        interval_mul(&b->c, &b->c, &a.c[0]);
    jet_clear(&a);
    return ok;
}

static bool times_factor(struct tail *b, const struct far *f,
                         const struct scalar *e)
{
    rational_t one;
    if (e->op == SCALAR_CALL && e->fn == FN_EXP && times_exp(b, f, e))
        return true;
    if (e->op == SCALAR_POWER && times_poly(b, f, e->kids[0], e->number))
        return true;
    mpq_init(one.q);
    mpq_set_si(one.q, 1, 1);
    bool ok = times_bounded(b, f, e) || times_poly(b, f, e, &one);
    mpq_clear(one.q);
    return ok;
}

/* ---- terms ---- */

/* bound += the integral of |e| far out */
static bool add_term(interval_t *bound, const struct far *f,
                     const struct scalar *e)
{
    struct tail b;
    interval_t one;
    bool product = e->op == SCALAR_MUL;
    bool ok = true;
    tail_init(&b, f->q->bits);
    interval_init(&one, f->q->bits);
    interval_set_si(&b.c, 1);
    for (size_t i = 0; i < (product ? e->count : 1) && ok; i++)
        ok = times_factor(&b, f, product ? e->kids[i] : e);
    ok = ok && tail_integral(&one, &b, &f->s);
    if (ok)
        interval_add(bound, bound, &one);
    tail_clear(&b);
    interval_clear(&one);
    return ok;
}

static bool bound_at(interval_t *bound, struct far *f, const struct scalar *e)
{
    bool sum = e->op == SCALAR_ADD, ok = true;
    interval_set(&f->range, &f->s);
    mpfr_set_inf(f->range.hi, 1);
    if (f->sign < 0)
        interval_neg(&f->range, &f->range);
    interval_set_si(bound, 0);
    for (size_t i = 0; i < (sum ? e->count : 1) && ok; i++)
        ok = add_term(bound, f, sum ? e->kids[i] : e);
    return ok;
}

bool range_tail_cut(interval_t *cut, interval_t *bound,
                    const struct range_quadrature *q, const struct scalar *body,
                    int sign, const interval_t *beyond)
{
    struct far f = {.q = q, .sign = sign};
    interval_t b;
    bool found = false;
    interval_init(&f.s, q->bits);
    interval_init(&f.range, q->bits);
    interval_init(&b, q->bits);
    if (beyond)
        interval_abs(&f.s, beyond);
    mpfr_add_ui(f.s.hi, f.s.hi, FIRST_CUT, MPFR_RNDU);
    while (mpfr_cmp_si(f.s.hi, MAX_CUT) < 0) {
        mpfr_ceil(f.s.hi, f.s.hi);
        mpfr_set(f.s.lo, f.s.hi, MPFR_RNDD);
        if (bound_at(&b, &f, body)) {
            found = true;
            interval_set(bound, &b);
            interval_set(cut, &f.s);
            if (mpfr_cmp_si_2exp(b.hi, 1, -TAIL_BITS) < 0)
                break;
        }
        mpfr_mul_ui(f.s.hi, f.s.hi, 2, MPFR_RNDU);
    }
    if (sign < 0)
        interval_neg(cut, cut);
    interval_clear(&f.s);
    interval_clear(&f.range);
    interval_clear(&b);
    return found;
}
