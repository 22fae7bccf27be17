/*
 * Integrals in closed form: polynomials, polynomials times the exponential of a
 * polynomial of degree 1 or 2, sines times such exponentials, powers of a
 * polynomial of degree 1.  docs/error-analysis.md#parameters
 */
#include "logic/scalar_internal.h"

/* ---- the integral between two ends ---- */

struct between {
    struct scalar_pool *pool;
    const struct scalar *lo, *hi; /* NULL: infinite */
    struct scalar_poly p, q;      /* p exp(q) */
    const struct scalar *wave;    /* times sin(u) or cos(u); or NULL */
    struct scalar_poly u;         /* of degree 1 */
};

static const struct scalar *over(struct scalar_pool *pool,
                                 const struct scalar *a, const struct scalar *b)
{
    return scalar_product(pool, a, scalar_power_si(pool, b, -1));
}

/* sum c_n (hi^(n+1) - lo^(n+1)) / (n+1) */
static const struct scalar *of_polynomial(const struct between *b)
{
    struct scalar_pool *pool = b->pool;
    const struct scalar *sum = scalar_int(pool, 0);
    if (!b->lo || !b->hi)
        return NULL;
    for (size_t n = 0; n <= b->p.degree; n++) {
        long m = (long)n + 1;
        const struct scalar *rise =
            scalar_difference(pool, scalar_power_si(pool, b->hi, m),
                              scalar_power_si(pool, b->lo, m));
        rise = rise ? over(pool, rise, scalar_int(pool, m)) : NULL;
        sum = scalar_sum(pool, sum, scalar_product(pool, b->p.c[n], rise));
    }
    return sum;
}

/* t^n exp(q) at an end, 0 if it is infinite */
static const struct scalar *at_end(const struct between *b, size_t n,
                                   const struct scalar *t)
{
    struct scalar_pool *pool = b->pool;
    const struct scalar *u = scalar_int(pool, 0);
    if (!t)
        return u;
    for (size_t i = b->q.degree + 1; i-- > 0;)
        u = scalar_sum(pool, scalar_product(pool, u, t), b->q.c[i]);
    return u ? scalar_product(pool, scalar_power_si(pool, t, (long)n),
                              scalar_call1(pool, FN_EXP, u))
             : NULL;
}

/* [t^n exp(q)] between the ends */
static const struct scalar *rise(const struct between *b, size_t n)
{
    return scalar_difference(b->pool, at_end(b, n, b->hi), at_end(b, n, b->lo));
}

/* erf(r t - a1 / (2 r)) at an end, r = sqrt(-a2) */
static const struct scalar *erf_at(const struct between *b,
                                   const struct scalar *t, long limit,
                                   const struct scalar *r)
{
    struct scalar_pool *pool = b->pool;
    if (!t)
        return scalar_int(pool, limit);
    const struct scalar *u =
        scalar_difference(pool, scalar_product(pool, r, t),
                          over(pool, b->q.c[1], scalar_times(pool, 2, r)));
    return u ? scalar_call1(pool, FN_ERF, u) : NULL;
}

/* sqrt(pi) / (2 r) exp(a0 - a1^2 / (4 a2)) [erf(r t - a1 / (2 r))] */
static const struct scalar *of_gaussian(const struct between *b)
{
    struct scalar_pool *pool = b->pool;
    const struct scalar *r =
        scalar_root(pool, scalar_times(pool, -1, b->q.c[2]), 2);
    const struct scalar *root = scalar_root(pool, scalar_pi(pool), 2);
    if (!r)
        return NULL;
    const struct scalar *top =
        scalar_difference(pool, b->q.c[0],
                          over(pool, scalar_power_si(pool, b->q.c[1], 2),
                               scalar_times(pool, 4, b->q.c[2])));
    const struct scalar *kids[] = {
        root, scalar_power_si(pool, scalar_times(pool, 2, r), -1),
        top ? scalar_call1(pool, FN_EXP, top) : NULL,
        scalar_difference(pool, erf_at(b, b->hi, 1, r),
                          erf_at(b, b->lo, -1, r))};
    return scalar_mul(pool, kids, 4);
}

/*
 * I_n = integral of t^n exp(q), by parts: for degree 2
 * 2 a2 I_n = [t^(n-1) exp q] - (n-1) I_(n-2) - a1 I_(n-1), for degree 1
 * a1 I_n = [t^n exp q] - n I_(n-1).
 */
static const struct scalar *of_exponential(const struct between *b)
{
    struct scalar_pool *pool = b->pool;
    const struct scalar *moments[SCALAR_MAX_DEGREE + 1];
    const struct scalar *sum = scalar_int(pool, 0);
    bool square = b->q.degree == 2;
    const struct scalar *a1 = b->q.c[1];
    const struct scalar *lead = square ? scalar_times(pool, 2, b->q.c[2]) : a1;
    for (size_t n = 0; n <= b->p.degree; n++) {
        const struct scalar *parts = rise(b, square && n ? n - 1 : n);
        long less = square ? (long)n - 1 : (long)n;
        const struct scalar *lower = square ? n > 1 ? moments[n - 2] : NULL
                                     : n    ? moments[n - 1]
                                            : NULL;
        if (lower)
            parts =
                scalar_difference(pool, parts, scalar_times(pool, less, lower));
        if (square && n > 0)
            parts = scalar_difference(pool, parts,
                                      scalar_product(pool, a1, moments[n - 1]));
        moments[n] =
            square && n == 0 ? of_gaussian(b) : over(pool, parts, lead);
        if (!moments[n])
            return NULL;
        sum =
            scalar_sum(pool, sum, scalar_product(pool, b->p.c[n], moments[n]));
    }
    return sum;
}

/* ---- which form ---- */

/* A number's sign, or that of a number times positive forms; else 0. */
static int sign_of(const struct scalar *e)
{
    int sign = 0;
    if (scalar_is_number(e, &sign) || e->op != SCALAR_MUL)
        return scalar_is_positive_form(e) ? 1 : sign;
    mpq_t c;
    mpq_init(c);
    scalar_coefficient(c, e);
    sign = mpq_sgn(c);
    mpq_clear(c);
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i]->op != SCALAR_NUMBER &&
            !scalar_is_positive_form(e->kids[i]))
            return 0;
    return sign;
}

/* Whatever the parameters are, p is not the zero polynomial. */
static bool is_never_zero(const struct scalar_poly *p)
{
    for (size_t n = 0; n <= p->degree; n++)
        if (sign_of(p->c[n]) != 0)
            return true;
    return false;
}

/*
 * Where the integral over an infinite range has a value, the form has it: the
 * exponent falls there for certain, or (`whole`) wherever the integral of p
 * exp(q), p not 0, converges at all.
 */
static bool converges(const struct between *b, bool whole)
{
    int sign = sign_of(b->q.c[b->q.degree]);
    whole = whole && sign == 0 && is_never_zero(&b->p) &&
            !scalar_is_zero_node(b->q.c[b->q.degree]);
    if (b->q.degree == 2)
        return sign < 0 || (whole && ((!b->lo && !b->hi) ||
                                      scalar_is_zero_node(b->q.c[1])));
    if (!b->lo && !b->hi)
        return false;
    return whole || sign == (b->hi ? 1 : -1);
}

/* Over a finite range: the divisors are never 0, and the form is a simple one.
 */
static bool is_plain(const struct between *b)
{
    int sign;
    if (b->q.degree == 1)
        return sign_of(b->q.c[1]) != 0;
    return sign_of(b->q.c[2]) < 0 && scalar_is_number(b->q.c[1], &sign);
}

/* ---- waves ---- */

/* fn(phase) for the wave's function, or for the other one */
static const struct scalar *wave_of(const struct between *b, bool other,
                                    const struct scalar *phase)
{
    enum function fn = (b->wave->fn == FN_SIN) != other ? FN_SIN : FN_COS;
    return phase ? scalar_call1(b->pool, fn, phase) : NULL;
}

/*
 * Over the line, r^2 = -a2: sqrt(pi)/r exp(a0 + (a1^2 - b^2)/(4 r^2)) times
 * the wave of c + a1 b / (2 r^2)
 */
static const struct scalar *wave_over_line(const struct between *b)
{
    struct scalar_pool *pool = b->pool;
    const struct scalar *square = scalar_times(pool, -1, b->q.c[2]);
    const struct scalar *a1 = b->q.c[1], *slope = b->u.c[1];
    const struct scalar *root =
        scalar_root(pool, over(pool, scalar_pi(pool), square), 2);
    const struct scalar *top = scalar_difference(
        pool, scalar_power_si(pool, a1, 2), scalar_power_si(pool, slope, 2));
    top = scalar_sum(pool, b->q.c[0],
                     over(pool, top, scalar_times(pool, 4, square)));
    const struct scalar *phase =
        scalar_sum(pool, b->u.c[0],
                   over(pool, scalar_product(pool, a1, slope),
                        scalar_times(pool, 2, square)));
    const struct scalar *kids[] = {b->p.c[0], root,
                                   top ? scalar_call1(pool, FN_EXP, top) : NULL,
                                   wave_of(b, false, phase)};
    return scalar_mul(pool, kids, 4);
}

/* Over the line, or half of an even one from 0; NULL: another range. */
static const struct scalar *wave_over_half(const struct between *b)
{
    const struct scalar *end = b->lo ? b->lo : b->hi;
    if (!end)
        return wave_over_line(b);
    if ((b->lo && b->hi) || !scalar_is_zero_node(end) ||
        !scalar_is_zero_node(b->q.c[1]) || !scalar_is_zero_node(b->u.c[0]) ||
        b->wave->fn != FN_COS)
        return NULL;
    return over(b->pool, wave_over_line(b), scalar_int(b->pool, 2));
}

/* exp(q) (a1 cos u + b sin u), or (a1 sin u - b cos u), at an end */
static const struct scalar *wave_at(const struct between *b,
                                    const struct scalar *t)
{
    struct scalar_pool *pool = b->pool;
    if (!t)
        return scalar_int(pool, 0);
    const struct scalar *phase =
        scalar_sum(pool, b->u.c[0], scalar_product(pool, b->u.c[1], t));
    const struct scalar *a1 = b->q.degree ? b->q.c[1] : scalar_int(pool, 0);
    const struct scalar *sum = scalar_sum(
        pool, scalar_product(pool, a1, wave_of(b, false, phase)),
        scalar_product(
            pool, scalar_times(pool, b->wave->fn == FN_COS ? 1 : -1, b->u.c[1]),
            wave_of(b, true, phase)));
    return scalar_product(pool, at_end(b, 0, t), sum);
}

/* p free of the variable; a1^2 + b^2 is never 0 */
static const struct scalar *of_wave(const struct between *b)
{
    struct scalar_pool *pool = b->pool;
    int fall = b->q.degree == 1 ? sign_of(b->q.c[1]) : 0;
    if (b->p.degree > 0)
        return NULL;
    if (b->q.degree == 2)
        return sign_of(b->q.c[2]) < 0 ? wave_over_half(b) : NULL;
    if ((!fall && (b->q.degree == 1 || !sign_of(b->u.c[1]))) ||
        (!b->lo && fall <= 0) || (!b->hi && fall >= 0))
        return NULL;
    const struct scalar *a1 = b->q.degree ? b->q.c[1] : scalar_int(pool, 0);
    const struct scalar *square =
        scalar_sum(pool, scalar_power_si(pool, a1, 2),
                   scalar_power_si(pool, b->u.c[1], 2));
    const struct scalar *kids[] = {
        b->p.c[0],
        scalar_difference(pool, wave_at(b, b->hi), wave_at(b, b->lo)),
        square ? scalar_power_si(pool, square, -1) : NULL};
    return scalar_mul(pool, kids, 3);
}

/* ---- powers ---- */

/* (c0 + c1 t)^n at an end, 0 if it is infinite */
static const struct scalar *power_at(struct scalar_pool *pool,
                                     const struct scalar_poly *p,
                                     const struct scalar *t, mpq_srcptr n)
{
    if (!t)
        return scalar_int(pool, 0);
    return scalar_power(
        pool, scalar_sum(pool, p->c[0], scalar_product(pool, p->c[1], t)), n);
}

/* The power does not stop having a value where the ends come together. */
static bool has_power_value(const struct between *b,
                            const struct scalar_poly *p)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_si(one, 1, 1);
    const struct scalar *lo = power_at(b->pool, p, b->lo, one);
    const struct scalar *hi = power_at(b->pool, p, b->hi, one);
    const struct scalar *length =
        b->lo && b->hi ? scalar_difference(b->pool, b->hi, b->lo) : NULL;
    mpq_clear(one);
    return !b->lo || !b->hi || (lo && sign_of(lo) > 0) ||
           (hi && sign_of(hi) > 0) || (length && sign_of(length) != 0);
}

/* The sign of c0 + c1 t at an end; 0: not certain. */
static int sign_at(const struct between *b, const struct scalar_poly *p,
                   bool upper)
{
    const struct scalar *end = upper ? b->hi : b->lo;
    if (!end)
        return upper ? sign_of(p->c[1]) : -sign_of(p->c[1]);
    const struct scalar *value =
        scalar_sum(b->pool, p->c[0], scalar_product(b->pool, p->c[1], end));
    return value ? sign_of(value) : 0;
}

/*
 * For exponents <= -1, which have no integral across or up to a zero of p: as
 * a term of a sum (not `whole`) none is in the closed range for certain, for
 * another term may make up for it there.  As a whole: where one is, there is
 * no integral, and nothing is claimed; but one certainly inside, or at a place
 * of which nothing is known, is left alone.
 */
static bool keeps_from_pole(const struct between *b,
                            const struct scalar_poly *p, bool whole)
{
    const int lo = sign_at(b, p, false), hi = sign_at(b, p, true);
    return whole ? lo * hi >= 0 && (lo != 0 || hi != 0) : lo * hi > 0;
}

static bool is_pole(mpq_srcptr exponent)
{
    return mpq_cmp_si(exponent, -1, 1) <= 0;
}

/* (c0 + c1 t)^n, c1 never 0 */
static const struct scalar *of_power(const struct between *b,
                                     const struct scalar *body, bool whole)
{
    struct scalar_pool *pool = b->pool;
    struct scalar_poly p;
    const struct scalar *e = NULL;
    if (body->op != SCALAR_POWER ||
        !scalar_poly_read(&p, pool, body->kids[0]) || p.degree != 1 ||
        !sign_of(p.c[1]) || !has_power_value(b, &p) ||
        (is_pole(body->number->q) && !keeps_from_pole(b, &p, whole)))
        return NULL;
    mpq_t n;
    mpq_init(n);
    mpq_set_si(n, 1, 1);
    mpq_add(n, n, body->number->q);
    if (mpq_sgn(n) == 0 && b->lo && b->hi) {
        mpq_set_si(n, 1, 1);
        const struct scalar *ratio = over(pool, power_at(pool, &p, b->hi, n),
                                          power_at(pool, &p, b->lo, n));
        e = ratio ? over(pool, scalar_call1(pool, FN_LOG, ratio), p.c[1])
                  : NULL;
    } else if (mpq_sgn(n) < 0 || (b->lo && b->hi)) {
        const struct scalar *rise = scalar_difference(
            pool, power_at(pool, &p, b->hi, n), power_at(pool, &p, b->lo, n));
        e = over(pool, rise,
                 scalar_product(pool, scalar_number(pool, n), p.c[1]));
    }
    mpq_clear(n);
    return e;
}

/* body = p exp(q), perhaps times a wave; false: it is not. */
static bool read_form(struct between *b, const struct scalar *body)
{
    const struct scalar *const *kids =
        body->op == SCALAR_MUL ? body->kids : &body;
    size_t count = body->op == SCALAR_MUL ? body->count : 1;
    if (!scalar_poly_constant(&b->p, scalar_int(b->pool, 1)) ||
        !scalar_poly_constant(&b->q, scalar_int(b->pool, 0)))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct scalar *kid = kids[i];
        bool is_exp = kid->op == SCALAR_CALL && kid->fn == FN_EXP &&
                      scalar_is_in_integral(kid);
        bool is_wave = kid->op == SCALAR_CALL && !b->wave &&
                       (kid->fn == FN_SIN || kid->fn == FN_COS) &&
                       scalar_is_in_integral(kid);
        struct scalar_poly part;
        if (is_wave && scalar_poly_read(&b->u, b->pool, kid->kids[0]) &&
            b->u.degree == 1)
            b->wave = kid;
        else if (!scalar_poly_read(&part, b->pool,
                                   is_exp ? kid->kids[0] : kid) ||
                 !(is_exp ? scalar_poly_add(&b->q, b->pool, &part)
                          : scalar_poly_mul(&b->p, b->pool, &part)))
            return false;
    }
    return b->q.degree <= 2;
}

const struct scalar *scalar_antiderivative(struct scalar_pool *pool,
                                           const struct scalar *body,
                                           const struct scalar *lo,
                                           const struct scalar *hi,
                                           unsigned infinite, bool whole)
{
    struct between b = {.pool = pool,
                        .lo =
                            infinite & INTEGRAL_FROM_MINUS_INFINITY ? NULL : lo,
                        .hi = infinite & INTEGRAL_TO_INFINITY ? NULL : hi};
    if (!read_form(&b, body))
        return of_power(&b, body, whole);
    if (b.wave)
        return of_wave(&b);
    if (b.q.degree == 0) { /* exp of a constant was taken out before */
        if (!scalar_is_zero_node(b.q.c[0]))
            return NULL;
        return of_polynomial(&b);
    }
    bool ok = infinite ? converges(&b, whole) : is_plain(&b);
    return ok ? of_exponential(&b) : NULL;
}
