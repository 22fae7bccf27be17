/*
 * The integral of f over [a, b] is the sum over pieces [m - h, m + h].  On one
 * where f has N derivatives inside, N even, with f_k the Taylor coefficients at
 * m and F_N those at its inner points, Lagrange's remainder gives
 *
 *     sum_{k < N even} 2 f_k h^(k+1)/(k+1) + 2 F_N h^(N+1)/(N+1);
 *
 * on any piece it is in 2 h F_0.  What is in both is taken.  Pieces are halved
 * until they are little wider than what the values in their middle leave open.
 */
#include "interval/quadrature.h"

#include "base/status.h"

#include <stdlib.h>

enum {
    MAX_PIECES = 700,
    MAX_HALVINGS = 60,
    SLACK_BITS = 4 /* an integral may be 1/16 wider than its values */
};

struct piece {
    interval_t x;
    int depth;
};

struct sum {
    const struct quadrature *f;
    interval_t total, part;
    struct piece *pieces; /* the widest first: from `done` on they wait */
    size_t count, capacity, done;
    mpfr_t tolerance; /* of a piece, by its width */
    mpfr_t spread;    /* of the values in the middle of the last piece */
};

static void push(struct sum *s, mpfr_srcptr lo, mpfr_srcptr hi, int depth)
{
    struct piece *p;

    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->pieces = xrealloc(s->pieces, s->capacity, sizeof *s->pieces);
    }
    p = &s->pieces[s->count++];
    interval_init(&p->x, s->f->bits);
    mpfr_set(p->x.lo, lo, MPFR_RNDD);
    mpfr_set(p->x.hi, hi, MPFR_RNDU);
    p->depth = depth;
}

/* An end as an interval. */
static void set_point(interval_t *r, mpfr_srcptr x)
{
    mpfr_set(r->lo, x, MPFR_RNDD);
    mpfr_set(r->hi, x, MPFR_RNDU);
}

/* The middle, as an interval, and half the width. */
static void measure(interval_t *m, interval_t *h, const interval_t *x)
{
    LOCAL_INTERVAL(lo, mpfr_get_prec(x->lo));
    LOCAL_INTERVAL(hi, mpfr_get_prec(x->lo));
    set_point(&lo, x->lo);
    set_point(&hi, x->hi);
    interval_add(m, &lo, &hi);
    interval_div_si(m, m, 2);
    interval_sub(h, &hi, &lo);
    interval_div_si(h, h, 2);
}

/* The formula, if f is smooth inside; the spread is found. */
static void take_taylor(interval_t *r, struct sum *s,
                        const struct series *range, const interval_t *m,
                        const interval_t *h)
{
    LOCAL_MADE_OF(series, at, s->f->bits);
    LOCAL_INTERVAL(power, s->f->bits);
    LOCAL_INTERVAL(t, s->f->bits);
    s->f->series(&at, s->f->context, m, SERIES_POINT);
    mpfr_sub(s->spread, at.c[0].hi, at.c[0].lo, MPFR_RNDD);
    interval_add(&power, h, h);
    interval_set_si(r, 0);
    for (int k = 0; k <= SERIES_ORDER; k += 2) {
        interval_mul(&t, k < SERIES_ORDER ? &at.c[k] : &range->c[k], &power);
        interval_div_si(&t, &t, k + 1);
        interval_add(r, r, &t);
        interval_mul(&power, &power, h);
        interval_mul(&power, &power, h);
    }
    if (!range->smooth || !at.smooth)
        interval_set_whole(r);
}

/* What is in both; both have the integral of each function, if there is one. */
static void meet(interval_t *r, const interval_t *x)
{
    if (mpfr_cmp(r->lo, x->hi) > 0 || mpfr_cmp(x->lo, r->hi) > 0)
        return;
    mpfr_max(r->lo, r->lo, x->lo, MPFR_RNDD);
    mpfr_min(r->hi, r->hi, x->hi, MPFR_RNDU);
}

/* Over x, in s->part; false: f is not certainly bounded there. */
static bool integrate_piece(struct sum *s, const interval_t *x)
{
    LOCAL_MADE_OF(series, range, s->f->bits);
    LOCAL_INTERVAL(m, s->f->bits);
    LOCAL_INTERVAL(h, s->f->bits);
    LOCAL_INTERVAL(direct, s->f->bits);
    measure(&m, &h, x);
    s->f->series(&range, s->f->context, x, SERIES_RANGE);
    bool bounded = interval_is_finite(&range.c[0]);
    mpfr_set_zero(s->spread, 1);
    if (bounded && range.smooth)
        take_taylor(&s->part, s, &range, &m, &h);
    else
        interval_set_whole(&s->part);
    interval_add(&h, &h, &h);
    interval_mul(&direct, &range.c[0], &h);
    meet(&s->part, &direct);
    return bounded;
}

/* Whether the part is narrow enough for a piece x. */
static bool is_good(const struct sum *s, const interval_t *x)
{
    enum { BITS = 64 };
    mpfr_t width, allowed, t;
    bool good;

    mpfr_inits2(BITS, width, allowed, t, (mpfr_ptr)NULL);
    mpfr_sub(width, s->part.hi, s->part.lo, MPFR_RNDU);
    mpfr_mul_2si(t, s->spread, -SLACK_BITS, MPFR_RNDD);
    mpfr_add(allowed, s->tolerance, s->spread, MPFR_RNDD);
    mpfr_add(allowed, allowed, t, MPFR_RNDD);
    mpfr_sub(t, x->hi, x->lo, MPFR_RNDD);
    mpfr_mul(allowed, allowed, t, MPFR_RNDD);
    good = mpfr_cmp(width, allowed) <= 0;
    mpfr_clears(width, allowed, t, (mpfr_ptr)NULL);
    return good;
}

static void halve(struct sum *s, const struct piece *p)
{
    LOCAL_MPFR(middle, s->f->bits);
    mpfr_add(middle, p->x.lo, p->x.hi, MPFR_RNDD);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDD);
    push(s, p->x.lo, middle, p->depth + 1);
    push(s, middle, p->x.hi, p->depth + 1);
}

/* Takes one piece; false: it must be halved and cannot. */
static bool step(struct sum *s)
{
    struct piece p = s->pieces[s->done++];
    bool bounded = integrate_piece(s, &p.x);
    bool last = p.depth >= MAX_HALVINGS || s->count >= MAX_PIECES;

    if (bounded && (last || is_good(s, &p.x)))
        interval_add(&s->total, &s->total, &s->part);
    else if (!last)
        halve(s, &p);
    interval_clear(&p.x);
    return bounded || !last;
}

/* From lo to hi > lo. */
static bool integrate(interval_t *r, const struct quadrature *f, mpfr_srcptr lo,
                      mpfr_srcptr hi)
{
    struct sum s = {.f = f};
    bool ok = true;

    interval_init(&s.total, f->bits);
    interval_init(&s.part, f->bits);
    mpfr_inits2(f->bits, s.tolerance, s.spread, (mpfr_ptr)NULL);
    mpfr_sub(s.tolerance, hi, lo, MPFR_RNDU);
    mpfr_ui_div(s.tolerance, 1, s.tolerance, MPFR_RNDD);
    mpfr_mul_2si(s.tolerance, s.tolerance, -(long)(f->bits / 4 * 3), MPFR_RNDD);
    push(&s, lo, hi, 0);
    while (s.done < s.count && ok)
        ok = step(&s);
    while (s.done < s.count)
        interval_clear(&s.pieces[s.done++].x);
    interval_set(r, &s.total);
    interval_clear(&s.total);
    interval_clear(&s.part);
    mpfr_clears(s.tolerance, s.spread, (mpfr_ptr)NULL);
    free(s.pieces);
    return ok;
}

/* From the lower end of x to a point of it, or from that to the upper end. */
static bool add_end(interval_t *r, const struct quadrature *f,
                    const interval_t *x)
{
    if (interval_is_point(x))
        return true;
    LOCAL_MADE_OF(series, values, f->bits);
    LOCAL_INTERVAL(width, f->bits);
    f->series(&values, f->context, x, SERIES_RANGE);
    bool bounded = interval_is_finite(&values.c[0]);
    mpfr_sub(width.hi, x->hi, x->lo, MPFR_RNDU);
    interval_mul(&width, &width, &values.c[0]);
    interval_add(r, r, &width);
    return bounded;
}

/* From the upper end of lo to the lower end of hi, then what is beside it. */
bool quadrature(interval_t *r, const struct quadrature *f, const interval_t *lo,
                const interval_t *hi)
{
    int order = mpfr_cmp(lo->hi, hi->lo);
    bool ok = interval_is_finite(lo) && interval_is_finite(hi);

    interval_set_si(r, 0);
    if (ok && order != 0)
        ok = integrate(r, f, order < 0 ? lo->hi : hi->lo,
                       order < 0 ? hi->lo : lo->hi);
    if (order > 0)
        interval_neg(r, r);
    return ok && add_end(r, f, lo) && add_end(r, f, hi);
}
