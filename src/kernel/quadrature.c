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
#include "kernel/quadrature.h"

#include <stdlib.h>

enum {
    MAX_PIECES = 20000,
    MAX_HALVINGS = 90,
    ACCURACY = 60, /* bits wanted of an integral of moderate size */
    FIRST_CUT = 16,
    MAX_CUT = 4096
};

struct piece {
    interval_t x;
    int depth;
};

struct sum {
    const struct integrand *f;
    interval_t total, t, u;
    struct piece *stack;
    size_t count, capacity;
    size_t pieces;
    mpfr_t tolerance; /* of a piece, by its width */
    bool failed;
};

static void push(struct sum *s, mpfr_srcptr lo, mpfr_srcptr hi, int depth)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->stack = xrealloc(s->stack, s->capacity, sizeof *s->stack);
    }
    struct piece *p = &s->stack[s->count++];
    interval_init(&p->x, run_bits(s->f->run));
    mpfr_set(p->x.lo, lo, MPFR_RNDD);
    mpfr_set(p->x.hi, hi, MPFR_RNDU);
    p->depth = depth;
}

/* The midpoint, as an interval, and the half width of a piece. */
static void measure(interval_t *m, interval_t *h, const interval_t *x)
{
    interval_t lo, hi;
    interval_init(&lo, mpfr_get_prec(x->lo));
    interval_init(&hi, mpfr_get_prec(x->lo));
    mpfr_set(lo.lo, x->lo, MPFR_RNDD);
    mpfr_set(lo.hi, x->lo, MPFR_RNDU);
    mpfr_set(hi.lo, x->hi, MPFR_RNDD);
    mpfr_set(hi.hi, x->hi, MPFR_RNDU);
    interval_add(m, &lo, &hi);
    interval_div_si(m, m, 2);
    interval_sub(h, &hi, &lo);
    interval_div_si(h, h, 2);
    interval_clear(&lo);
    interval_clear(&hi);
}

static void taylor(interval_t *r, struct sum *s, const struct jet *whole,
                   const interval_t *m, const interval_t *h)
{
    struct jet at;
    interval_t power, t;
    jet_init(&at, JET_ORDER, run_bits(s->f->run));
    interval_init(&power, run_bits(s->f->run));
    interval_init(&t, run_bits(s->f->run));
    integrand_jet(&at, s->f, m);
    interval_add(&power, h, h);
    interval_set_si(r, 0);
    for (int k = 0; k <= JET_ORDER; k += 2) {
        const interval_t *c = k < JET_ORDER ? &at.c[k] : &whole->c[k];
        interval_mul(&t, c, &power);
        interval_div_si(&t, &t, k + 1);
        interval_add(r, r, &t);
        interval_mul(&power, &power, h);
        interval_mul(&power, &power, h);
    }
    if (!at.smooth || at.defined != TRUTH_TRUE)
        interval_set_whole(r);
    jet_clear(&at);
    interval_clear(&power);
    interval_clear(&t);
}

/* r encloses the integral over x; false: f may be undefined there. */
static bool piece_integral(interval_t *r, struct sum *s, const interval_t *x)
{
    struct jet whole;
    interval_t m, h;
    jet_init(&whole, JET_ORDER, run_bits(s->f->run));
    interval_init(&m, run_bits(s->f->run));
    interval_init(&h, run_bits(s->f->run));
    measure(&m, &h, x);
    integrand_jet(&whole, s->f, x);
    if (whole.smooth && whole.defined == TRUTH_TRUE) {
        taylor(r, s, &whole, &m, &h);
    } else {
        interval_add(&h, &h, &h);
        interval_mul(r, &whole.c[0], &h);
    }
    bool defined = whole.defined == TRUTH_TRUE;
    jet_clear(&whole);
    interval_clear(&m);
    interval_clear(&h);
    return defined;
}

static bool is_good(const interval_t *r, const interval_t *x,
                    mpfr_srcptr tolerance)
{
    mpfr_t width, allowed;
    mpfr_init2(width, 64);
    mpfr_init2(allowed, 64);
    mpfr_sub(width, r->hi, r->lo, MPFR_RNDU);
    mpfr_sub(allowed, x->hi, x->lo, MPFR_RNDD);
    mpfr_mul(allowed, allowed, tolerance, MPFR_RNDD);
    bool good = mpfr_cmp(width, allowed) <= 0;
    mpfr_clear(width);
    mpfr_clear(allowed);
    return good;
}

static void halve(struct sum *s, const struct piece *p)
{
    mpfr_t middle;
    mpfr_init2(middle, run_bits(s->f->run));
    mpfr_add(middle, p->x.lo, p->x.hi, MPFR_RNDD);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDD);
    push(s, p->x.lo, middle, p->depth + 1);
    push(s, middle, p->x.hi, p->depth + 1);
    mpfr_clear(middle);
}

static void step(struct sum *s)
{
    struct piece p = s->stack[--s->count];
    bool defined = piece_integral(&s->t, s, &p.x);
    bool last = p.depth >= MAX_HALVINGS || s->pieces + s->count >= MAX_PIECES;
    s->pieces++;
    if (defined && (last || is_good(&s->t, &p.x, s->tolerance)))
        interval_add(&s->total, &s->total, &s->t);
    else if (last)
        s->failed = true;
    else
        halve(s, &p);
    interval_clear(&p.x);
}

/* From lo to hi > lo, both numbers; false: f may be undefined. */
static bool integrate(interval_t *r, const struct integrand *f, mpfr_srcptr lo,
                      mpfr_srcptr hi)
{
    struct sum s = {.f = f};
    interval_init(&s.total, run_bits(f->run));
    interval_init(&s.t, run_bits(f->run));
    mpfr_init2(s.tolerance, 64);
    mpfr_sub(s.tolerance, hi, lo, MPFR_RNDU);
    mpfr_mul_2si(s.tolerance, s.tolerance, ACCURACY, MPFR_RNDU);
    mpfr_ui_div(s.tolerance, 1, s.tolerance, MPFR_RNDD);
    push(&s, lo, hi, 0);
    while (s.count && !s.failed && !f->run->failed)
        step(&s);
    bool ok = !s.failed && !f->run->failed;
    while (s.count)
        interval_clear(&s.stack[--s.count].x);
    interval_set(r, &s.total);
    interval_clear(&s.total);
    interval_clear(&s.t);
    mpfr_clear(s.tolerance);
    free(s.stack);
    return ok;
}

/* ---- ends ---- */

/*
 * f integrable on the hull of x |- the integral between its lower end and a
 * point of x lies between 0 and its width times the values there.
 */
static bool add_slack(interval_t *r, const struct integrand *f,
                      const interval_t *x)
{
    struct jet a;
    interval_t w;
    if (interval_is_point(x))
        return true;
    jet_init(&a, 0, run_bits(f->run));
    interval_init(&w, run_bits(f->run));
    integrand_jet(&a, f, x);
    mpfr_sub(w.hi, x->hi, x->lo, MPFR_RNDU);
    mpfr_neg(w.lo, w.hi, MPFR_RNDD);
    interval_mul(&w, &w, &a.c[0]);
    interval_add(r, r, &w);
    bool ok = a.defined == TRUTH_TRUE;
    jet_clear(&a);
    interval_clear(&w);
    return ok;
}

static bool finite_ends(interval_t *r, const struct integrand *f,
                        const interval_t *a, const interval_t *b)
{
    int order = mpfr_cmp(a->lo, b->lo);
    if (!interval_is_finite(a) || !interval_is_finite(b))
        return false;
    interval_set_si(r, 0);
    bool ok = order == 0 || (order < 0 ? integrate(r, f, a->lo, b->lo)
                                       : integrate(r, f, b->lo, a->lo));
    if (order > 0)
        interval_neg(r, r);
    return ok && add_slack(r, f, a) && add_slack(r, f, b);
}

/*
 * A cut sign * start with a bound of what is beyond it, below 2^-ACCURACY if
 * possible; `other` is the finite end on the far side, or NULL.
 */
static bool find_cut(interval_t *cut, interval_t *bound,
                     const struct integrand *f, const interval_t *other,
                     int sign)
{
    interval_t start, b;
    bool found = false;
    interval_init(&start, run_bits(f->run));
    interval_init(&b, run_bits(f->run));
    if (other)
        interval_abs(&start, other);
    mpfr_add_ui(start.hi, start.hi, FIRST_CUT, MPFR_RNDU);
    while (mpfr_cmp_si(start.hi, MAX_CUT) < 0) {
        mpfr_ceil(start.hi, start.hi);
        mpfr_set(start.lo, start.hi, MPFR_RNDD);
        if (tail_bound(&b, f, &start, sign)) {
            found = true;
            interval_set(bound, &b);
            interval_set(cut, &start);
            if (mpfr_cmp_si_2exp(b.hi, 1, -2 * ACCURACY) < 0)
                break;
        }
        mpfr_mul_ui(start.hi, start.hi, 2, MPFR_RNDU);
    }
    if (sign < 0)
        interval_neg(cut, cut);
    interval_clear(&start);
    interval_clear(&b);
    return found;
}

/* ends[k] is NULL where it is infinite: -inf for k = 0, inf for k = 1. */
static bool over_range(interval_t *r, const struct integrand *f,
                       const interval_t *const ends[2])
{
    interval_t cuts[2], bounds[2], tails;
    const interval_t *used[2] = {ends[0], ends[1]};
    bool ok = true;
    for (int k = 0; k < 2; k++) {
        interval_init(&cuts[k], run_bits(f->run));
        interval_init(&bounds[k], run_bits(f->run));
    }
    interval_init(&tails, run_bits(f->run));
    for (int k = 0; k < 2 && ok; k++) {
        if (ends[k])
            continue;
        ok = find_cut(&cuts[k], &bounds[k], f, ends[1 - k], k == 0 ? -1 : 1);
        used[k] = &cuts[k];
    }
    ok = ok && finite_ends(r, f, used[0], used[1]);
    mpfr_add(tails.hi, bounds[0].hi, bounds[1].hi, MPFR_RNDU);
    mpfr_neg(tails.lo, tails.hi, MPFR_RNDD);
    interval_add(r, r, &tails);
    for (int k = 0; k < 2; k++) {
        interval_clear(&cuts[k]);
        interval_clear(&bounds[k]);
    }
    interval_clear(&tails);
    return ok;
}

/* r / sqrt(2 pi) */
static void normalise(interval_t *r)
{
    interval_t t, two;
    interval_init(&t, mpfr_get_prec(r->lo));
    interval_init(&two, mpfr_get_prec(r->lo));
    interval_set_si(&two, 2);
    interval_pi(&t);
    interval_mul(&t, &t, &two);
    interval_sqrt(&t, &t);
    interval_div(r, r, &t);
    interval_clear(&t);
    interval_clear(&two);
}

/* The sign of inf or -inf, else 0. */
static int infinite(const struct expr *e)
{
    int sign = 1;
    for (; e->op == EX_NEG; e = e->kids[0])
        sign = -sign;
    return e->op == EX_INFINITY ? sign : 0;
}

/*
 * The finite ends' values; *down: the range runs from its upper end.  False:
 * an end is not known.
 */
static bool read_ends(const interval_t *ends[2], bool *down,
                      struct kernel_run *run, const struct expr *e)
{
    int sign[2] = {0, 0};
    for (size_t k = 0; k < 2; k++) {
        ends[k] = NULL;
        sign[k] = infinite(e->kids[k]);
        if (sign[k])
            continue;
        const struct kmatrix *a = run_value(run, e->kids[k]);
        if (!a || a->defined != TRUTH_TRUE)
            return false;
        ends[k] = a->e;
    }
    *down = sign[0] > 0 || sign[1] < 0;
    if (*down) {
        const interval_t *first = ends[0];
        ends[0] = ends[1];
        ends[1] = first;
    }
    return !*down || (sign[0] >= 0 && sign[1] <= 0);
}

struct kmatrix *value_integral(struct kernel_run *run, const struct expr *e)
{
    const struct integrand f = {.run = run,
                                .body = e->kids[e->count - 1],
                                .variable = e->symbol,
                                .is_normal = e->op == EX_EXPECTATION};
    const interval_t *ends[2] = {NULL, NULL};
    bool down = false, ok = false;
    if (!expr_is_scalar(f.body))
        return run_fail(run, "an integral of a matrix is not supported");
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (!r)
        return NULL;
    if (!f.is_normal && e->kids[0] == e->kids[1] && !infinite(e->kids[0]))
        return read_ends(ends, &down, run, e)
                   ? r
                   : kmatrix_undefine(r, TRUTH_UNKNOWN);
    if (f.is_normal || read_ends(ends, &down, run, e))
        ok = over_range(r->e, &f, ends);
    if (down)
        interval_neg(r->e, r->e);
    if (f.is_normal)
        normalise(r->e);
    return kmatrix_undefine(r, ok ? TRUTH_TRUE : TRUTH_UNKNOWN);
}
