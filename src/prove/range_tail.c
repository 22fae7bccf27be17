/*
 * What lies far out: |f(sign t)| <= c t^m exp(g t + h t^2) for t >= s >= 1,
 * from the factors of each term.  docs/error-analysis.md#parameters
 */
#include "prove/range_tail.h"

enum { MOST_DEGREE = 8, FIRST_CUT = 16, MAX_CUT = 1 << 20, SMALL_BITS = 80 };

struct far {
    const struct range_quadrature *q;
    struct span_value s, range; /* where t, and the variable, lie */
    int sign;
};

/* A bound as above; the upper ends count. */
struct bound {
    struct span_value c, m, g, h;
};

static void bound_init(struct bound *b)
{
    span_init(&b->c);
    span_init(&b->m);
    span_init(&b->g);
    span_init(&b->h);
    arf_one(b->c.lo);
    arf_one(b->c.hi);
}

static void bound_clear(struct bound *b)
{
    span_clear(&b->c);
    span_clear(&b->m);
    span_clear(&b->g);
    span_clear(&b->h);
}

static bool is_finite(const struct span_value *x)
{
    return !x->empty && arf_is_finite(x->lo) && arf_is_finite(x->hi);
}

/* s^k, k of any sign */
static void power_of_cut(struct span_value *r, const struct far *f, long k)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, k, 1);
    span_power(r, &f->s, q, f->q->prec);
    mpq_clear(q);
}

/* ---- polynomials: range_jet at 0 are their coefficients ---- */

static bool is_polynomial(const struct scalar *e)
{
    bool ok =
        e->op == SCALAR_VARIABLE || e->op == SCALAR_ADD || e->op == SCALAR_MUL;
    if (!scalar_is_in_integral(e))
        return true;
    if (e->op == SCALAR_POWER)
        ok = mpz_cmp_ui(mpq_denref(e->number->q), 1) == 0 &&
             mpq_sgn(e->number->q) > 0;
    for (size_t i = 0; i < e->count && ok; i++)
        ok = is_polynomial(e->kids[i]);
    return ok;
}

/* An upper bound of the degree; above MOST_DEGREE: too large. */
static long degree_of(const struct scalar *e)
{
    long degree = 0;
    if (!scalar_is_in_integral(e) || e->op == SCALAR_VARIABLE)
        return scalar_is_in_integral(e);
    for (size_t i = 0; i < e->count && degree <= MOST_DEGREE; i++) {
        long kid = degree_of(e->kids[i]);
        degree =
            e->op == SCALAR_ADD ? (kid > degree ? kid : degree) : degree + kid;
    }
    if (e->op == SCALAR_POWER && degree > 0)
        degree = mpz_cmp_ui(mpq_numref(e->number->q), MOST_DEGREE) > 0
                     ? MOST_DEGREE + 1
                     : degree * mpz_get_si(mpq_numref(e->number->q));
    return degree;
}

/* Coefficients in t, the distance from 0; *degree of the last. */
static bool poly_of(struct range_jet *p, long *degree, const struct far *f,
                    const struct scalar *e)
{
    struct span_value zero, minus;
    *degree = is_polynomial(e) ? degree_of(e) : MOST_DEGREE + 1;
    if (*degree > MOST_DEGREE)
        return false;
    span_init(&zero);
    span_init(&minus);
    arf_set_si(minus.lo, -1);
    arf_set_si(minus.hi, -1);
    range_jet_of(p, f->q, e, &zero);
    for (long k = 1; k <= *degree && f->sign < 0; k += 2)
        span_mul(&p->c[k], &p->c[k], &minus, f->q->prec);
    span_clear(&zero);
    span_clear(&minus);
    return p->smooth;
}

/* ---- factors ---- */

/* b *= (x t^d)^n, x > 0 */
static void multiply_power(struct bound *b, struct span_value *x, long d,
                           mpq_srcptr n, slong prec)
{
    struct span_value y;
    mpq_t q;
    span_init(&y);
    mpq_init(q);
    span_power(&y, x, n, prec);
    span_mul(&b->c, &b->c, &y, prec);
    mpq_set_si(q, d, 1);
    mpq_mul(q, q, n);
    span_set_q(&y, q, prec);
    span_add(&b->m, &b->m, &y, prec);
    mpq_clear(q);
    span_clear(&y);
}

/* sum_{k<most} |p_k| s^(k-d): times t^d, a bound of those parts */
static void lower_parts(struct span_value *r, const struct range_jet *p,
                        long most, long d, const struct far *f)
{
    struct span_value t, power;
    span_init(&t);
    span_init(&power);
    for (long k = 0; k < most; k++) {
        power_of_cut(&power, f, k - d);
        span_call(&t, FN_ABS, &p->c[k], NULL, f->q->prec);
        span_mul(&t, &t, &power, f->q->prec);
        span_add(r, r, &t, f->q->prec);
    }
    span_clear(&t);
    span_clear(&power);
}

/* b *= |p|^n; n < 0 needs |p| >= (|p_d| - the others) t^d > 0 */
static bool times_poly(struct bound *b, const struct far *f,
                       const struct scalar *e, mpq_srcptr n)
{
    struct range_jet p;
    struct span_value size, rest;
    long d = 0;
    range_jet_init(&p, MOST_DEGREE);
    span_init(&size);
    span_init(&rest);
    bool ok = poly_of(&p, &d, f, e);
    if (ok && mpq_sgn(n) > 0) {
        lower_parts(&size, &p, d + 1, d, f);
    } else if (ok) {
        lower_parts(&rest, &p, d, d, f);
        span_call(&size, FN_ABS, &p.c[d], NULL, f->q->prec);
        span_sub(&size, &size, &rest, f->q->prec);
        ok = arf_sgn(size.lo) > 0;
    }
    if (ok)
        multiply_power(b, &size, d, n, f->q->prec);
    range_jet_clear(&p);
    span_clear(&size);
    span_clear(&rest);
    return ok;
}

/* exp(sum u_k t^k): u_k t^k <= u_k s^(k-2) t^2 for k > 2 and u_k <= 0 */
static bool times_exp(struct bound *b, const struct far *f,
                      const struct scalar *e)
{
    struct range_jet u;
    struct span_value t;
    long degree = 0;
    slong prec = f->q->prec;
    range_jet_init(&u, MOST_DEGREE);
    span_init(&t);
    bool ok = poly_of(&u, &degree, f, e->kids[0]);
    for (long k = 3; k <= degree && ok; k++) {
        ok = arf_sgn(u.c[k].hi) <= 0;
        power_of_cut(&t, f, k - 2);
        span_mul(&t, &t, &u.c[k], prec);
        span_add(&u.c[2], &u.c[2], &t, prec);
    }
    if (ok) {
        span_call(&t, FN_EXP, &u.c[0], NULL, prec);
        span_mul(&b->c, &b->c, &t, prec);
        span_add(&b->g, &b->g, &u.c[1], prec);
        span_add(&b->h, &b->h, &u.c[2], prec);
    }
    range_jet_clear(&u);
    span_clear(&t);
    return ok;
}

/* b *= sup |e| far out */
static bool times_bounded(struct bound *b, const struct far *f,
                          const struct scalar *e)
{
    struct range_jet a;
    range_jet_init(&a, 0);
    range_jet_of(&a, f->q, e, &f->range);
    bool ok = is_finite(&a.c[0]);
    if (ok) {
        span_call(&a.c[0], FN_ABS, &a.c[0], NULL, f->q->prec);
        span_mul(&b->c, &b->c, &a.c[0], f->q->prec);
    }
    range_jet_clear(&a);
    return ok;
}

static bool times_factor(struct bound *b, const struct far *f,
                         const struct scalar *e)
{
    mpq_t one;
    if (e->op == SCALAR_CALL && e->fn == FN_EXP && times_exp(b, f, e))
        return true;
    if (e->op == SCALAR_POWER && times_poly(b, f, e->kids[0], e->number->q))
        return true;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    bool ok = times_bounded(b, f, e) || times_poly(b, f, e, one);
    mpq_clear(one);
    return ok;
}

/* ---- terms ---- */

/* The same of c t^m, m < -1, for g and h <= 0: at most c s^(m+1) / (-m-1). */
static bool algebraic_integral(struct span_value *sum, const struct bound *b,
                               const struct far *f)
{
    struct span_value n, u;
    slong prec = f->q->prec;
    span_init(&n);
    span_init(&u);
    arf_set(n.lo, b->m.hi);
    arf_set(n.hi, b->m.hi);
    (void)arf_add_si(n.lo, n.lo, 1, prec, ARF_RND_FLOOR);
    (void)arf_add_si(n.hi, n.hi, 1, prec, ARF_RND_CEIL);
    bool ok = arf_sgn(b->h.hi) <= 0 && arf_sgn(b->g.hi) <= 0 &&
              arf_sgn(n.hi) < 0;
    if (ok) {
        span_general(&u, &f->s, &n, prec);
        span_mul(&u, &u, &b->c, prec);
        (void)arf_div(u.hi, u.hi, n.hi, prec, ARF_RND_FLOOR);
        arf_neg(u.hi, u.hi);
        (void)arf_add(sum->hi, sum->hi, u.hi, prec, ARF_RND_CEIL);
        ok = is_finite(sum);
    }
    span_clear(&n);
    span_clear(&u);
    return ok;
}

/*
 * F(t) = c t^m e^(gt+ht^2), h <= 0: (log F)' <= max(m, 0)/s + g + 2hs = -r for
 * t >= s, so that r > 0 |- the integral over t >= s is at most F(s)/r.
 */
static bool integral_of(struct span_value *sum, const struct bound *b,
                        const struct far *f)
{
    struct span_value r, e, u;
    slong prec = f->q->prec;
    mpq_t minus;
    mpq_init(minus);
    mpq_set_si(minus, -1, 1);
    span_init(&r);
    span_init(&e);
    span_init(&u);
    span_mul(&u, &b->h, &f->s, prec);
    span_add(&e, &u, &b->g, prec); /* g + h s */
    span_add(&r, &e, &u, prec);
    span_mul(&e, &e, &f->s, prec);
    power_of_cut(&u, f, -1);
    span_mul(&u, &u, &b->m, prec);
    if (arf_sgn(u.hi) > 0)
        span_add(&r, &r, &u, prec);
    bool ok = arf_sgn(b->h.hi) <= 0 && arf_sgn(r.hi) < 0;
    if (ok) {
        span_call(&e, FN_EXP, &e, NULL, prec);
        span_general(&u, &f->s, &b->m, prec);
        span_mul(&u, &u, &b->c, prec);
        span_mul(&u, &u, &e, prec);
        arf_neg(r.lo, r.hi);
        arf_set(r.hi, r.lo);
        span_power(&r, &r, minus, prec);
        span_mul(&u, &u, &r, prec);
        span_add(sum, sum, &u, prec);
        ok = is_finite(sum);
    }
    mpq_clear(minus);
    span_clear(&r);
    span_clear(&e);
    span_clear(&u);
    return ok || algebraic_integral(sum, b, f);
}

static bool add_term(struct span_value *sum, const struct far *f,
                     const struct scalar *e)
{
    struct bound b;
    bool product = e->op == SCALAR_MUL, ok = true;
    bound_init(&b);
    for (size_t i = 0; i < (product ? e->count : 1) && ok; i++)
        ok = times_factor(&b, f, product ? e->kids[i] : e);
    ok = ok && integral_of(sum, &b, f);
    bound_clear(&b);
    return ok;
}

static bool bound_at(struct span_value *sum, struct far *f,
                     const struct scalar *e)
{
    bool terms = e->op == SCALAR_ADD, ok = true;
    span_whole(&f->range);
    if (f->sign > 0)
        arf_set(f->range.lo, f->s.lo);
    else
        arf_neg(f->range.hi, f->s.lo);
    arf_zero(sum->lo);
    arf_zero(sum->hi);
    for (size_t i = 0; i < (terms ? e->count : 1) && ok; i++)
        ok = add_term(sum, f, terms ? e->kids[i] : e);
    return ok;
}

bool range_tail(arf_t cut, arf_t bound, const struct range_quadrature *q,
                const struct scalar *body, int sign,
                const struct span_value *beyond)
{
    struct far f = {.q = q, .sign = sign};
    struct span_value b;
    bool found = false;
    span_init(&f.s);
    span_init(&f.range);
    span_init(&b);
    if (beyond)
        span_call(&f.s, FN_ABS, beyond, NULL, q->prec);
    (void)arf_add_si(f.s.hi, f.s.hi, FIRST_CUT, q->prec, ARF_RND_CEIL);
    while (arf_cmp_si(f.s.hi, MAX_CUT) < 0) {
        arf_ceil(f.s.hi, f.s.hi);
        arf_set(f.s.lo, f.s.hi);
        if (bound_at(&b, &f, body)) {
            found = true;
            arf_set(bound, b.hi);
            arf_set(cut, f.s.hi);
            if (arf_cmpabs_2exp_si(b.hi, -SMALL_BITS) < 0)
                break;
        }
        arf_mul_2exp_si(f.s.hi, f.s.hi, 1);
    }
    if (sign < 0)
        arf_neg(cut, cut);
    span_clear(&f.s);
    span_clear(&f.range);
    span_clear(&b);
    return found;
}
