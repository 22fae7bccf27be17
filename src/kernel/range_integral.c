#include "kernel/range_integral_internal.h"

#include "interval/partial.h"
#include "recheck/pieces.h"

enum {
    COARSE_ORDER = 6, /* for families of integrands far apart */
    COARSE_PIECES = 128,
    FINE_PIECES = 2000,
    END_PIECES = 8,
    FINE_BITS = 20 /* a spread below 2^-FINE_BITS is a fine one */
};

/* ---- jets of terms ---- */

static void unknown(struct jet *r)
{
    r->defined = TRUTH_UNKNOWN;
    r->smooth = false;
    for (int k = 0; k <= r->order; k++)
        interval_set_whole(&r->c[k]);
}

static void fold(struct jet *r, const struct range_quadrature *q,
                 const struct scalar *e, const interval_t *x, jet_binary *rule)
{
    struct jet a, t;
    jet_init(&a, r->order, q->bits);
    jet_init(&t, r->order, q->bits);
    range_integrand_jet(r, q, e->kids[0], x);
    for (size_t i = 1; i < e->count; i++) {
        range_integrand_jet(&a, q, e->kids[i], x);
        rule(&t, r, &a);
        jet_set(r, &t);
    }
    jet_clear(&a);
    jet_clear(&t);
}

/* a^b, the part of a where it is defined */
static void power(struct jet *r, const struct scalar *e, const struct jet *a,
                  mpfr_prec_t bits)
{
    struct jet b;
    interval_t q;
    jet_init(&b, r->order, bits);
    interval_init(&q, bits);
    interval_set_q(&q, e->number);
    jet_constant(&b, &q);
    if (mpq_cmp_si(e->number->q, 1, 2) == 0)
        jet_sqrt(r, a);
    else
        jet_power(r, a, &b);
    if (!r->smooth && !partial_power(&r->c[0], &a->c[0], e->number->q))
        interval_set_whole(&r->c[0]);
    interval_clear(&q);
    jet_clear(&b);
}

static void call1(struct jet *r, const struct scalar *e, const struct jet *a)
{
    /* ORDER: ir/function.h */
    static jet_unary *const table[FN_COUNT] = {
        [FN_ABS] = jet_abs, [FN_EXP] = jet_exp,   [FN_LOG] = jet_log,
        [FN_SIN] = jet_sin, [FN_COS] = jet_cos,   [FN_TANH] = jet_tanh,
        [FN_ERF] = jet_erf, [FN_RELU] = jet_relu, [FN_SIGN] = jet_sign,
    };
    if (!table[e->fn]) {
        unknown(r);
        return;
    }
    table[e->fn](r, a);
    if (!r->smooth && !partial_call(&r->c[0], e->fn, &a->c[0], NULL))
        interval_set_whole(&r->c[0]);
}

static void one(struct jet *r, const struct range_quadrature *q,
                const struct scalar *e, const interval_t *x)
{
    struct jet a;
    jet_init(&a, r->order, q->bits);
    range_integrand_jet(&a, q, e->kids[0], x);
    if (e->op == SCALAR_POWER)
        power(r, e, &a, q->bits);
    else
        call1(r, e, &a);
    jet_clear(&a);
}

static void call(struct jet *r, const struct range_quadrature *q,
                 const struct scalar *e, const interval_t *x)
{
    if (e->count == 1)
        one(r, q, e, x);
    else if (e->count == 2 && e->fn == FN_MAX2)
        fold(r, q, e, x, jet_max);
    else if (e->count == 2 && e->fn == FN_MIN2)
        fold(r, q, e, x, jet_min);
    else
        unknown(r);
}

static void general(struct jet *r, const struct jet *a, const struct jet *b)
{
    jet_power(r, a, b);
    if (!r->smooth)
        partial_general(&r->c[0], &a->c[0], &b->c[0]);
}

static void constant(struct jet *r, const struct range_quadrature *q,
                     const struct scalar *e)
{
    const interval_t *value = q->value(q->context, e);
    if (value && interval_is_finite(value))
        jet_constant(r, value);
    else
        unknown(r);
    if (value)
        interval_set(&r->c[0], value);
}

void range_integrand_jet(struct jet *r, const struct range_quadrature *q,
                         const struct scalar *e, const interval_t *x)
{
    if (!scalar_is_in_integral(e)) {
        constant(r, q, e);
        return;
    }
    switch (e->op) {
    case SCALAR_VARIABLE:
        jet_variable(r, x);
        return;
    case SCALAR_ADD:
        fold(r, q, e, x, jet_add);
        return;
    case SCALAR_MUL:
        fold(r, q, e, x, jet_mul);
        return;
    case SCALAR_POWER:
        one(r, q, e, x);
        return;
    case SCALAR_CALL:
        call(r, q, e, x);
        return;
    case SCALAR_GENERAL:
        fold(r, q, e, x, general);
        return;
    case SCALAR_IF:
        fold(r, q, e, x, jet_either);
        return;
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_INTEGRAL:
        unknown(r);
        return;
    }
}

/* ---- ranges ---- */

struct family {
    const struct range_quadrature *q;
    const struct scalar *body;
};

static void family_jet(struct jet *r, const void *family, const interval_t *x)
{
    const struct family *f = family;
    range_integrand_jet(r, f->q, f->body, x);
}

/* Whether the integrands are close together in the middle of the range. */
static bool is_fine(const struct family *f, mpfr_srcptr lo, mpfr_srcptr hi)
{
    struct jet a;
    interval_t m;
    mpfr_t spread, size;
    jet_init(&a, 0, f->q->bits);
    interval_init(&m, f->q->bits);
    mpfr_init2(spread, 64);
    mpfr_init2(size, 64);
    mpfr_add(m.lo, lo, hi, MPFR_RNDD);
    mpfr_div_2ui(m.lo, m.lo, 1, MPFR_RNDD);
    mpfr_set(m.hi, m.lo, MPFR_RNDU);
    family_jet(&a, f, &m);
    mpfr_sub(spread, a.c[0].hi, a.c[0].lo, MPFR_RNDU);
    mpfr_abs(size, a.c[0].hi, MPFR_RNDU);
    mpfr_add_ui(size, size, 1, MPFR_RNDU);
    mpfr_mul_2si(size, size, -FINE_BITS, MPFR_RNDU);
    bool fine = mpfr_number_p(spread) && mpfr_cmp(spread, size) <= 0;
    mpfr_clear(spread);
    mpfr_clear(size);
    interval_clear(&m);
    jet_clear(&a);
    return fine;
}

/* From lo to hi, numbers in any order. */
static void over_numbers(interval_t *r, const struct family *f, mpfr_srcptr lo,
                         mpfr_srcptr hi)
{
    int order = mpfr_cmp(lo, hi);
    interval_set_si(r, 0);
    if (order == 0)
        return;
    mpfr_srcptr from = order < 0 ? lo : hi, to = order < 0 ? hi : lo;
    bool fine = is_fine(f, from, to);
    const struct pieces_task task = {.jet = family_jet,
                                     .context = f,
                                     .bits = f->q->bits,
                                     .order = fine ? JET_ORDER : COARSE_ORDER,
                                     .most = fine ? FINE_PIECES : COARSE_PIECES,
                                     .is_family = true};
    if (!pieces_integrate(r, &task, from, to))
        interval_set_whole(r);
    if (order > 0)
        interval_neg(r, r);
}

/*
 * Between a point of X and its end: a length in [0, width] times a mean of
 * values on X.
 */
static void add_slack(interval_t *r, const struct family *f,
                      const interval_t *x)
{
    struct jet a;
    interval_t w, values, piece;
    if (interval_is_point(x))
        return;
    jet_init(&a, 0, f->q->bits);
    interval_init(&w, f->q->bits);
    interval_init(&piece, f->q->bits);
    interval_init(&values, f->q->bits);
    mpfr_sub(w.hi, x->hi, x->lo, MPFR_RNDU);
    mpfr_set(piece.hi, x->lo, MPFR_RNDU);
    for (unsigned long i = 1; i <= END_PIECES; i++) {
        mpfr_set(piece.lo, piece.hi, MPFR_RNDD);
        mpfr_mul_ui(piece.hi, w.hi, i, MPFR_RNDU);
        mpfr_div_ui(piece.hi, piece.hi, END_PIECES, MPFR_RNDU);
        mpfr_add(piece.hi, piece.hi, x->lo, MPFR_RNDU);
        if (i == END_PIECES)
            mpfr_set(piece.hi, x->hi, MPFR_RNDU);
        family_jet(&a, f, &piece);
        if (i == 1)
            interval_set(&values, &a.c[0]);
        else
            interval_hull(&values, &values, &a.c[0]);
    }
    interval_mul(&w, &w, &values);
    interval_add(r, r, &w);
    jet_clear(&a);
    interval_clear(&w);
    interval_clear(&piece);
    interval_clear(&values);
}

/* f >= 0 (or <= 0) beyond the cut |- the tail is in [0, B] (or [-B, 0]) */
static void add_tail(interval_t *tails, const struct family *f,
                     const interval_t *cut, int side, mpfr_srcptr bound)
{
    struct jet a;
    interval_t x;
    jet_init(&a, 0, f->q->bits);
    interval_init(&x, f->q->bits);
    interval_set(&x, cut);
    mpfr_set_inf(side ? x.hi : x.lo, side ? 1 : -1);
    family_jet(&a, f, &x);
    interval_set_si(&x, 0);
    if (!interval_certainly_nonpositive(&a.c[0]))
        mpfr_set(x.hi, bound, MPFR_RNDU);
    if (!interval_certainly_nonnegative(&a.c[0]))
        mpfr_neg(x.lo, bound, MPFR_RNDD);
    interval_add(tails, tails, &x);
    jet_clear(&a);
    interval_clear(&x);
}

/* An end of the range, or where it is cut; false: it is not known. */
static bool find_end(interval_t *end, interval_t *tails, const struct family *f,
                     const struct scalar *e, int side, const interval_t *other)
{
    interval_t bound;
    const interval_t *value = e ? f->q->value(f->q->context, e) : NULL;
    if (value)
        interval_set(end, value);
    if (e)
        return value && interval_is_finite(value);
    interval_init(&bound, f->q->bits);
    bool ok = range_tail_cut(end, &bound, f->q, f->body, side ? 1 : -1, other);
    if (ok)
        add_tail(tails, f, end, side, bound.hi);
    interval_clear(&bound);
    return ok;
}

/*
 * a in A, b in B |- the integral from a to b is that from sup A to inf B, and
 * from a to sup A, and from inf B to b; and what is beyond cuts.  Where A is
 * above B it is less that from b to a.
 */
void range_oracle_integrate(interval_t *r, const struct range_quadrature *q,
                            const struct scalar *e)
{
    const struct family f = {q, e->kids[0]};
    const struct scalar *lo = scalar_integral_lo(e);
    const struct scalar *hi = scalar_integral_hi(e);
    const interval_t *known = lo   ? q->value(q->context, lo)
                              : hi ? q->value(q->context, hi)
                                   : NULL;
    interval_t a, b, tails;
    interval_init(&a, q->bits);
    interval_init(&b, q->bits);
    interval_init(&tails, q->bits);
    bool ok = (!known || interval_is_finite(known)) &&
              find_end(&a, &tails, &f, lo, 0, known) &&
              find_end(&b, &tails, &f, hi, 1, known);
    interval_set_whole(r);
    if (ok) {
        /* never past an end: weights have one sign */
        bool down = mpfr_cmp(a.lo, b.hi) >= 0;
        over_numbers(r, &f, down ? b.hi : a.hi, down ? a.lo : b.lo);
        add_slack(r, &f, &a);
        add_slack(r, &f, &b);
        interval_add(r, r, &tails);
        if (down)
            interval_neg(r, r);
    }
    interval_clear(&a);
    interval_clear(&b);
    interval_clear(&tails);
}

bool range_oracle_converges(const struct range_quadrature *q,
                            const struct scalar *body, unsigned infinite)
{
    interval_t cut, bound;
    bool ok = true;
    interval_init(&cut, q->bits);
    interval_init(&bound, q->bits);
    if (infinite & INTEGRAL_FROM_MINUS_INFINITY)
        ok = range_tail_cut(&cut, &bound, q, body, -1, NULL);
    if (ok && (infinite & INTEGRAL_TO_INFINITY))
        ok = range_tail_cut(&cut, &bound, q, body, 1, NULL);
    interval_clear(&cut);
    interval_clear(&bound);
    return ok;
}
