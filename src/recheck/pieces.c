/*
 * The integral of f over [a, b] is the sum over pieces [m - h, m + h].  On one
 * where f has order N + 1 continuous derivatives, N even, with f_k the Taylor
 * coefficients at m and F_N those at all its points,
 *
 *     f_N in F_N |- the integral is in
 *         sum_{k < N even} 2 f_k h^(k+1)/(k+1) + 2 F_N h^(N+1)/(N+1)
 *
 * (Taylor with Lagrange's remainder).  On any piece it is in 2 h F_0.  Pieces
 * are halved until they are good enough.  docs/error-analysis.md#integrals
 */
#include "recheck/pieces.h"

#include "base/status.h"

#include <stdlib.h>

enum {
    MAX_HALVINGS = 90,
    FAMILY_HALVINGS = 24,
    SLACK_BITS = 4 /* a family's integral may be 1/16 wider than its values */
};

struct piece {
    interval_t x;
    int depth;
};

struct sum {
    const struct pieces_task *f;
    interval_t total, t;
    struct piece *stack;
    size_t count, capacity;
    size_t pieces;
    mpfr_t tolerance; /* of a piece, by its width */
    mpfr_t spread;    /* of a family's values in the middle of the piece */
    bool failed;
};

static void push(struct sum *s, mpfr_srcptr lo, mpfr_srcptr hi, int depth)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->stack = xrealloc(s->stack, s->capacity, sizeof *s->stack);
    }
    struct piece *p = &s->stack[s->count++];
    interval_init(&p->x, s->f->bits);
    mpfr_set(p->x.lo, lo, MPFR_RNDD);
    mpfr_set(p->x.hi, hi, MPFR_RNDU);
    p->depth = depth;
}

/* The midpoint, as an interval, and the half width of a piece. */
static void measure(interval_t *m, interval_t *h, const interval_t *x)
{
    LOCAL_INTERVAL(lo, mpfr_get_prec(x->lo));
    LOCAL_INTERVAL(hi, mpfr_get_prec(x->lo));
    mpfr_set(lo.lo, x->lo, MPFR_RNDD);
    mpfr_set(lo.hi, x->lo, MPFR_RNDU);
    mpfr_set(hi.lo, x->hi, MPFR_RNDD);
    mpfr_set(hi.hi, x->hi, MPFR_RNDU);
    interval_add(m, &lo, &hi);
    interval_div_si(m, m, 2);
    interval_sub(h, &hi, &lo);
    interval_div_si(h, h, 2);
}

static void taylor(interval_t *r, struct sum *s, const struct jet *whole,
                   const interval_t *m, const interval_t *h)
{
    int order = s->f->order;
    LOCAL_MADE_OF(jet, at, order, s->f->bits);
    LOCAL_INTERVAL(power, s->f->bits);
    LOCAL_INTERVAL(t, s->f->bits);
    s->f->jet(&at, s->f->context, m);
    mpfr_sub(s->spread, at.c[0].hi, at.c[0].lo, MPFR_RNDD);
    interval_add(&power, h, h);
    interval_set_si(r, 0);
    for (int k = 0; k <= order; k += 2) {
        const interval_t *c = k < order ? &at.c[k] : &whole->c[k];
        interval_mul(&t, c, &power);
        interval_div_si(&t, &t, k + 1);
        interval_add(r, r, &t);
        interval_mul(&power, &power, h);
        interval_mul(&power, &power, h);
    }
    if (!at.smooth || at.defined != TRUTH_TRUE)
        interval_set_whole(r);
}

/* r and x both hold the value: so does what they have in common. */
static void meet(interval_t *r, const interval_t *x)
{
    if (mpfr_cmp(r->lo, x->hi) > 0 || mpfr_cmp(x->lo, r->hi) > 0)
        return; /* no function of the family has an integral */
    mpfr_max(r->lo, r->lo, x->lo, MPFR_RNDD);
    mpfr_min(r->hi, r->hi, x->hi, MPFR_RNDU);
}

/* r encloses the integral over x; false: f may be undefined there. */
static bool piece_integral(interval_t *r, struct sum *s, const interval_t *x)
{
    LOCAL_MADE_OF(jet, whole, s->f->order, s->f->bits);
    LOCAL_INTERVAL(m, s->f->bits);
    LOCAL_INTERVAL(h, s->f->bits);
    LOCAL_INTERVAL(direct, s->f->bits);
    measure(&m, &h, x);
    s->f->jet(&whole, s->f->context, x);
    bool defined = whole.defined == TRUTH_TRUE;
    bool smooth = whole.smooth && defined;
    if (smooth)
        taylor(r, s, &whole, &m, &h);
    interval_add(&h, &h, &h);
    interval_mul(&direct, &whole.c[0], &h);
    if (!smooth)
        interval_set(r, &direct);
    else if (s->f->is_family)
        meet(r, &direct);
    if (!smooth)
        mpfr_set_zero(s->spread, 1);
    return defined;
}

static bool is_good(const struct sum *s, const interval_t *x)
{
    LOCAL_MPFR(width, 64);
    LOCAL_MPFR(allowed, 64);
    LOCAL_MPFR(length, 64);
    LOCAL_MPFR(more, 64);
    mpfr_sub(width, s->t.hi, s->t.lo, MPFR_RNDU);
    mpfr_sub(length, x->hi, x->lo, MPFR_RNDD);
    mpfr_set(allowed, s->tolerance, MPFR_RNDD);
    if (s->f->is_family) {
        mpfr_add(allowed, allowed, s->spread, MPFR_RNDD);
        mpfr_mul_2si(more, s->spread, -SLACK_BITS, MPFR_RNDD);
        mpfr_add(allowed, allowed, more, MPFR_RNDD);
    }
    mpfr_mul(allowed, allowed, length, MPFR_RNDD);
    return mpfr_cmp(width, allowed) <= 0;
}

static void halve(struct sum *s, const struct piece *p)
{
    LOCAL_MPFR(middle, s->f->bits);
    mpfr_add(middle, p->x.lo, p->x.hi, MPFR_RNDD);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDD);
    push(s, p->x.lo, middle, p->depth + 1);
    push(s, middle, p->x.hi, p->depth + 1);
}

static void step(struct sum *s)
{
    struct piece p = s->stack[--s->count];
    bool defined = piece_integral(&s->t, s, &p.x) || s->f->is_family;
    int depth = s->f->is_family ? FAMILY_HALVINGS : MAX_HALVINGS;
    bool last = p.depth >= depth || s->pieces + s->count >= s->f->most;
    s->pieces++;
    if (defined && (last || is_good(s, &p.x)))
        interval_add(&s->total, &s->total, &s->t);
    else if (last)
        s->failed = true;
    else
        halve(s, &p);
    interval_clear(&p.x);
}

static bool is_stopped(const struct pieces_task *task)
{
    return task->is_stopped && task->is_stopped(task->context);
}

bool pieces_integrate(interval_t *r, const struct pieces_task *task,
                      mpfr_srcptr lo, mpfr_srcptr hi)
{
    struct sum s = {.f = task};
    interval_init(&s.total, task->bits);
    interval_init(&s.t, task->bits);
    mpfr_init2(s.tolerance, 64);
    mpfr_init2(s.spread, 64);
    mpfr_set_zero(s.spread, 1);
    mpfr_sub(s.tolerance, hi, lo, MPFR_RNDU);
    mpfr_mul_2si(s.tolerance, s.tolerance, PIECES_ACCURACY, MPFR_RNDU);
    mpfr_ui_div(s.tolerance, 1, s.tolerance, MPFR_RNDD);
    push(&s, lo, hi, 0);
    while (s.count && !s.failed && !is_stopped(task))
        step(&s);
    bool ok = !s.failed && !is_stopped(task);
    while (s.count)
        interval_clear(&s.stack[--s.count].x);
    interval_set(r, &s.total);
    interval_clear(&s.total);
    interval_clear(&s.t);
    mpfr_clear(s.tolerance);
    mpfr_clear(s.spread);
    free(s.stack);
    return ok;
}
