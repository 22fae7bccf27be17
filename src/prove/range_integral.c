#include "prove/range_integral.h"

#include "base/status.h"
#include "prove/range_tail.h"

#include <math.h>
#include <stdlib.h>

enum {
    COARSE_ORDER = 4, /* for families of integrands far apart */
    COARSE_PIECES = 32,
    FINE_PIECES = 150,
    MAX_HALVINGS = 24,
    END_PIECES = 4,
    ACCURACY = 60, /* bits of an integral of moderate size */
    FINE_BITS = 20,
    SINGULAR_PRICE = 5 /* by which what is not enclosed closely costs more */
};

struct family {
    const struct range_quadrature *q;
    const struct scalar *body;
    int order;
    size_t pieces, most;
    double tolerance; /* a guess at how narrow is enough, by length */
    bool is_wide;     /* a piece was not halved although it was too wide */
};

struct piece {
    struct span_value x, value; /* the integral over x */
    double excess;              /* > 0: it is to be halved */
    int depth;
};

static double width_of(const struct span_value *x)
{
    arf_t w;
    arf_init(w);
    (void)arf_sub(w, x->hi, x->lo, 53, ARF_RND_UP);
    double width = arf_get_d(w, ARF_RND_UP);
    arf_clear(w);
    return width;
}

/* The middle m of a piece, and half of its length h. */
static void measure(struct span_value *m, struct span_value *h,
                    const struct span_value *x, slong prec)
{
    (void)arf_add(m->lo, x->lo, x->hi, prec, ARF_RND_FLOOR);
    (void)arf_add(m->hi, x->lo, x->hi, prec, ARF_RND_CEIL);
    (void)arf_sub(h->lo, x->hi, x->lo, prec, ARF_RND_FLOOR);
    (void)arf_sub(h->hi, x->hi, x->lo, prec, ARF_RND_CEIL);
    arf_mul_2exp_si(m->lo, m->lo, -1);
    arf_mul_2exp_si(m->hi, m->hi, -1);
    arf_mul_2exp_si(h->lo, h->lo, -1);
    arf_mul_2exp_si(h->hi, h->hi, -1);
}

/* sum_{k<N even} 2 f_k h^(k+1)/(k+1) + 2 F_N h^(N+1)/(N+1), as in Lagrange */
static void taylor(struct span_value *r, const struct range_jet *at,
                   const struct range_jet *whole, const struct span_value *h,
                   slong prec)
{
    struct span_value power, t, factor;
    mpq_t q;
    span_init(&power);
    span_init(&t);
    span_init(&factor);
    mpq_init(q);
    span_add(&power, h, h, prec);
    for (int k = 0; k <= at->order; k += 2) {
        mpq_set_si(q, 1, (unsigned long)k + 1);
        span_set_q(&factor, q, prec);
        span_mul(&t, k < at->order ? &at->c[k] : &whole->c[k], &power, prec);
        span_mul(&t, &t, &factor, prec);
        span_add(r, r, &t, prec);
        span_mul(&power, &power, h, prec);
        span_mul(&power, &power, h, prec);
    }
    mpq_clear(q);
    span_clear(&power);
    span_clear(&t);
    span_clear(&factor);
}

/* Both hold the value. */
static void meet(struct span_value *r, const struct span_value *x)
{
    if (arf_cmp(r->lo, x->hi) > 0 || arf_cmp(x->lo, r->hi) > 0)
        return; /* no integrand of the family has an integral */
    arf_max(r->lo, r->lo, x->lo);
    arf_min(r->hi, r->hi, x->hi);
}

/* r = the integral over x; the spread of the integrands in its middle. */
static double over_piece(struct span_value *r, const struct family *f,
                         const struct span_value *x)
{
    struct range_jet whole, at;
    struct span_value m, h, direct;
    slong prec = f->q->prec;
    double spread = 0;
    range_jet_init(&whole, f->order);
    range_jet_init(&at, f->order);
    span_init(&m);
    span_init(&h);
    span_init(&direct);
    measure(&m, &h, x, prec);
    range_jet_of(&whole, f->q, f->body, x);
    span_mul(&direct, &whole.c[0], &h, prec);
    span_add(&direct, &direct, &direct, prec);
    if (whole.smooth)
        range_jet_of(&at, f->q, f->body, &m);
    if (whole.smooth && at.smooth) {
        arf_zero(r->lo);
        arf_zero(r->hi);
        r->empty = false;
        taylor(r, &at, &whole, &h, prec);
        meet(r, &direct);
        spread = width_of(&at.c[0]);
    } else {
        span_set(r, &direct);
    }
    range_jet_clear(&whole);
    range_jet_clear(&at);
    span_clear(&m);
    span_clear(&h);
    span_clear(&direct);
    return spread;
}

/* The piece from lo to hi, its integral, and whether that is narrow enough. */
static void piece_set(struct piece *p, struct family *f, const arf_t lo,
                      const arf_t hi, int depth)
{
    span_init(&p->x);
    span_init(&p->value);
    arf_set(p->x.lo, lo);
    arf_set(p->x.hi, hi);
    double length = width_of(&p->x);
    double spread = over_piece(&p->value, f, &p->x);
    p->excess =
        width_of(&p->value) - length * (f->tolerance + 1.0625 * spread);
    p->depth = depth;
    f->pieces++;
}

static void piece_clear(struct piece *p)
{
    span_clear(&p->x);
    span_clear(&p->value);
}

/* The worst piece that may be halved; NULL: all are narrow enough. */
static struct piece *worst_piece(struct piece *pieces, size_t count)
{
    struct piece *worst = NULL;
    for (size_t i = 0; i < count; i++)
        if (pieces[i].excess > (worst ? worst->excess : 0) &&
            pieces[i].depth < MAX_HALVINGS)
            worst = &pieces[i];
    return worst;
}

/* One half in its place, the other at `other`. */
static void halve(struct piece *p, struct piece *other, struct family *f)
{
    struct piece whole = *p;
    arf_t middle;
    arf_init(middle);
    (void)arf_add(middle, whole.x.lo, whole.x.hi, f->q->prec, ARF_RND_NEAR);
    arf_mul_2exp_si(middle, middle, -1);
    piece_set(p, f, whole.x.lo, middle, whole.depth + 1);
    piece_set(other, f, middle, whole.x.hi, whole.depth + 1);
    arf_clear(middle);
    piece_clear(&whole);
}

/* The integral over x, the worst pieces halved first. */
static void over_pieces(struct span_value *sum, struct family *f,
                        const struct span_value *x)
{
    struct piece *pieces = xcalloc(f->most, sizeof *pieces), *worst;
    size_t count = 1;
    piece_set(&pieces[0], f, x->lo, x->hi, 0);
    while (f->pieces + 2 <= f->most &&
           (worst = worst_piece(pieces, count)) != NULL)
        halve(worst, &pieces[count++], f);
    for (size_t i = 0; i < count; i++) {
        span_add(sum, sum, &pieces[i].value, f->q->prec);
        f->is_wide |= pieces[i].excess > 0;
        piece_clear(&pieces[i]);
    }
    free(pieces);
}

/* Whether the integrands are close together in the middle of the range. */
static bool is_fine(const struct family *f, const struct span_value *x)
{
    struct range_jet a;
    struct span_value m, h;
    range_jet_init(&a, 0);
    span_init(&m);
    span_init(&h);
    measure(&m, &h, x, f->q->prec);
    range_jet_of(&a, f->q, f->body, &m);
    double spread = width_of(&a.c[0]);
    double size = fabs(arf_get_d(a.c[0].hi, ARF_RND_UP));
    range_jet_clear(&a);
    span_clear(&m);
    span_clear(&h);
    return spread <= ldexp(1 + size, -FINE_BITS);
}

/* sum += the integral from lo to hi, numbers in any order */
static void over_numbers(struct span_value *sum, struct family *f,
                         const arf_t lo, const arf_t hi)
{
    struct span_value total, x;
    int order = arf_cmp(lo, hi);
    size_t spent = scalar_spent(f->q->pool);
    if (order == 0)
        return;
    span_init(&x);
    span_init(&total);
    arf_set(x.lo, order < 0 ? lo : hi);
    arf_set(x.hi, order < 0 ? hi : lo);
    bool fine = is_fine(f, &x);
    f->order = fine ? RANGE_JET_ORDER : COARSE_ORDER;
    f->most = fine ? FINE_PIECES : COARSE_PIECES;
    f->tolerance = ldexp(1, -ACCURACY) / width_of(&x);
    over_pieces(&total, f, &x);
    (order < 0 ? span_add : span_sub)(sum, sum, &total, f->q->prec);
    /* singular integrands cost the most pieces and are seldom worth them */
    if (fine && f->is_wide)
        scalar_spend(f->q->pool,
                     (SINGULAR_PRICE - 1) * (scalar_spent(f->q->pool) - spent));
    span_clear(&x);
    span_clear(&total);
}

/*
 * Between a point of x and its end: a length in [0, width] times a mean of
 * values on x.
 */
static void add_slack(struct span_value *sum, const struct family *f,
                      const struct span_value *x)
{
    struct range_jet a;
    struct span_value w, values, piece;
    slong prec = f->q->prec;
    if (arf_equal(x->lo, x->hi))
        return;
    range_jet_init(&a, 0);
    span_init(&w);
    span_init(&values);
    span_init(&piece);
    (void)arf_sub(w.hi, x->hi, x->lo, prec, ARF_RND_CEIL);
    arf_set(piece.hi, x->lo);
    for (slong i = 1; i <= END_PIECES; i++) {
        arf_set(piece.lo, piece.hi);
        (void)arf_mul_si(piece.hi, w.hi, i, prec, ARF_RND_CEIL);
        (void)arf_div_si(piece.hi, piece.hi, END_PIECES, prec, ARF_RND_CEIL);
        (void)arf_add(piece.hi, piece.hi, x->lo, prec, ARF_RND_CEIL);
        if (i == END_PIECES)
            arf_set(piece.hi, x->hi);
        range_jet_of(&a, f->q, f->body, &piece);
        if (i == 1)
            span_set(&values, &a.c[0]);
        else
            span_hull(&values, &values, &a.c[0]);
    }
    span_mul(&w, &w, &values, prec);
    span_add(sum, sum, &w, prec);
    range_jet_clear(&a);
    span_clear(&w);
    span_clear(&values);
    span_clear(&piece);
}

static bool is_finite(const struct span_value *x)
{
    return x && !x->empty && arf_is_finite(x->lo) && arf_is_finite(x->hi);
}

/* f >= 0 (or <= 0) beyond the cut |- the tail is in [0, B] (or [-B, 0]) */
static void add_tail(struct span_value *tails, const struct family *f,
                     const struct span_value *cut, int side, const arf_t bound)
{
    struct range_jet a;
    struct span_value x;
    range_jet_init(&a, 0);
    span_init(&x);
    span_set(&x, cut);
    if (side)
        arf_pos_inf(x.hi);
    else
        arf_neg_inf(x.lo);
    range_jet_of(&a, f->q, f->body, &x);
    if (arf_sgn(a.c[0].hi) > 0)
        (void)arf_add(tails->hi, tails->hi, bound, f->q->prec, ARF_RND_CEIL);
    if (arf_sgn(a.c[0].lo) < 0)
        (void)arf_sub(tails->lo, tails->lo, bound, f->q->prec, ARF_RND_FLOOR);
    range_jet_clear(&a);
    span_clear(&x);
}

/* An end of the range, or where it is cut; false: it is not known. */
static bool find_end(struct span_value *end, struct span_value *tails,
                     const struct family *f, const struct scalar *e, int side,
                     const struct span_value *other)
{
    arf_t bound;
    if (e) {
        span_set(end, f->q->value(f->q->context, e));
        return is_finite(end);
    }
    arf_init(bound);
    bool ok = range_tail(end->lo, bound, f->q, f->body, side ? 1 : -1, other);
    arf_set(end->hi, end->lo);
    if (ok)
        add_tail(tails, f, end, side, bound);
    arf_clear(bound);
    return ok;
}

/*
 * a in A, b in B |- the integral from a to b is that from sup A to inf B, and
 * from a to sup A, and from inf B to b; and what is beyond cuts.  Where A is
 * above B it is less that from b to a.
 */
void range_integrate(struct span_value *r, const struct range_quadrature *q,
                     const struct scalar *e)
{
    struct family f = {.q = q, .body = e->kids[0]};
    struct span_value sum, a, b, tails;
    const struct scalar *lo = scalar_integral_lo(e);
    const struct scalar *hi = scalar_integral_hi(e);
    const struct span_value *known = lo   ? q->value(q->context, lo)
                                     : hi ? q->value(q->context, hi)
                                          : NULL;
    span_init(&sum);
    span_init(&a);
    span_init(&b);
    span_init(&tails);
    bool ok = (!known || is_finite(known)) &&
              find_end(&a, &tails, &f, lo, 0, known) &&
              find_end(&b, &tails, &f, hi, 1, known);
    span_whole(r);
    if (ok) {
        /* never past an end: weights have one sign */
        bool down = arf_cmp(a.lo, b.hi) >= 0;
        over_numbers(&sum, &f, down ? b.hi : a.hi, down ? a.lo : b.lo);
        add_slack(&sum, &f, &a);
        add_slack(&sum, &f, &b);
        span_add(r, &sum, &tails, q->prec);
        if (down) {
            arf_neg(r->lo, r->lo);
            arf_neg(r->hi, r->hi);
            arf_swap(r->lo, r->hi);
        }
    }
    span_clear(&sum);
    span_clear(&a);
    span_clear(&b);
    span_clear(&tails);
}

bool range_converges(const struct range_quadrature *q,
                     const struct scalar *body, unsigned infinite)
{
    arf_t cut, bound;
    bool ok = true;
    arf_init(cut);
    arf_init(bound);
    if (infinite & INTEGRAL_FROM_MINUS_INFINITY)
        ok = range_tail(cut, bound, q, body, -1, NULL);
    if (ok && (infinite & INTEGRAL_TO_INFINITY))
        ok = range_tail(cut, bound, q, body, 1, NULL);
    arf_clear(cut);
    arf_clear(bound);
    return ok;
}
