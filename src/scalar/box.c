/*
 * Ranges of variables as an enclosure has them, with exact ends where facts
 * say them, and simple numbers inside.  Doubles choose, nothing else.
 */
#include "scalar/box.h"

#include "core/ring.h"

#include <math.h>

enum { BOX_FAR = 4096 }; /* cuts of infinite ranges */
enum { BOX_BITS = 64, BOX_SAMPLES = 48, BOX_STEPS = 40 };

/* The number as a form; clears it. */
static const struct form *taken(struct pool *pool, mpq_t q)
{
    const struct form *out = ring_number(pool, q);

    mpq_clear(q);
    return out;
}

static const struct form *number(struct pool *pool, double value)
{
    mpq_t q;

    mpq_init(q);
    mpq_set_d(q, value);
    return taken(pool, q);
}

static const struct form *exactly(struct pool *pool, mpfr_srcptr x)
{
    mpq_t q;

    mpq_init(q);
    mpfr_get_q(q, x);
    return taken(pool, q);
}

/* Ends. */

/* r where f is c * (x - r) for a number c, which is *scale; or NULL. */
static const struct form *root_of(struct pool *pool, const struct form *f,
                                  const struct atom *x,
                                  const struct number **scale)
{
    const struct form *rest;
    const struct number *c = NULL;

    for (size_t i = 0; form_scalar(f) && i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        if (m->count == 1 && m->items[0].power == 1 && m->items[0].atom == x)
            c = f->terms[i].coefficient;
    }
    if (c == NULL)
        return NULL;
    *scale = c;
    rest = ring_sub(pool, ring_atom(pool, x),
                    ring_scale(pool, pool_inverse(pool, c)->value->q, f));
    return rest == NULL || variables_have(&rest->free, x) ? NULL : rest;
}

const struct form *box_bound(struct pool *pool, const struct form *fact,
                             const struct atom *x, bool is_upper)
{
    unsigned fn = relation_kind(fact);
    const struct number *c = NULL;
    const struct form *root;

    if (fn != CORE_LE && fn != CORE_LT && fn != CORE_EQ)
        return NULL;
    root = root_of(pool, relation_atom(fact)->args[0], x, &c);
    return root != NULL &&
                   (fn == CORE_EQ || (mpq_sgn(c->value->q) < 0) == is_upper)
               ? root
               : NULL;
}

/* Whether the number rounds to that end. */
static bool rounds_to(const struct number *q, mpfr_srcptr end, bool is_upper)
{
    mpfr_t x;
    bool out;

    mpfr_init2(x, mpfr_get_prec(end));
    mpfr_set_q(x, q->value->q, is_upper ? MPFR_RNDU : MPFR_RNDD);
    out = mpfr_equal_p(x, end);
    mpfr_clear(x);
    return out;
}

struct end box_end(struct pool *pool, const struct problem *p,
                   struct enclosure *e, const struct atom *x, bool is_upper)
{
    const struct image *r = enclosure_value(e, ring_atom(pool, x));
    mpfr_srcptr at = is_upper ? r->x.hi : r->x.lo;
    struct end out = {NULL, is_upper};

    for (size_t i = 0; i < p->nfacts; i++) {
        const struct form *bound = box_bound(pool, p->facts[i], x, is_upper);
        const struct number *q = bound ? form_as_number(pool, bound) : NULL;

        if (q != NULL && rounds_to(q, at, is_upper)) {
            out.value = bound;
            return out;
        }
        if (bound != NULL && q == NULL)
            out.value = bound;
    }
    if (mpfr_number_p(at))
        out.value = exactly(pool, at);
    return out;
}

/* Cuts. */

/* A number with few digits near the middle of the finite interval. */
static double between(double lo, double hi)
{
    double step = exp2(floor(log2((hi - lo) / 4)));
    double middle = step * rint((lo + hi) / 2 / step);

    return middle > lo && middle < hi ? middle : (lo + hi) / 2;
}

/* The same where an end may be infinite. */
static double inner(double lo, double hi)
{
    if (isinf(lo) && isinf(hi))
        return 0;
    if (isinf(hi))
        return lo < 1 ? (lo < 0 ? 0 : 1) : 2 * exp2(ceil(log2(lo)));
    if (isinf(lo))
        return -inner(-hi, INFINITY);
    return between(lo, hi);
}

/* The largest of it, as far as a double says. */
static double magnitude(struct enclosure *e, const struct form *f)
{
    const struct image *r = f ? enclosure_value(e, f) : NULL;

    if (r == NULL || !interval_is_finite(&r->x))
        return 1e9;
    return fmax(fabs(mpfr_get_d(r->x.lo, MPFR_RNDD)),
                fabs(mpfr_get_d(r->x.hi, MPFR_RNDU)));
}

const struct form *box_cut(struct pool *pool, struct enclosure *e,
                           const struct atom *x, const struct form *slope,
                           double *weight)
{
    const struct image *r = enclosure_value(e, ring_atom(pool, x));
    double lo = mpfr_get_d(r->x.lo, MPFR_RNDU);
    double hi = mpfr_get_d(r->x.hi, MPFR_RNDD);
    double at;

    if (!(lo < hi))
        return NULL;
    at = inner(lo, hi);
    if (!(lo < at && at < hi) || (isinf(hi - lo) && fabs(at) > BOX_FAR))
        return NULL;
    *weight =
        isinf(hi - lo) ? 1e30 : (hi - lo) * fmax(magnitude(e, slope), 1e-9);
    return number(pool, at);
}

const struct form *box_kink(struct pool *pool, struct enclosure *e,
                            const struct atom *x, const struct form *condition)
{
    unsigned fn = condition ? relation_kind(condition) : 0;
    const struct number *c, *at;
    const struct form *root;
    const struct image *r;

    if (fn < CORE_EQ || fn > CORE_LT)
        return NULL;
    root = root_of(pool, relation_atom(condition)->args[0], x, &c);
    at = root ? form_as_number(pool, root) : NULL;
    r = enclosure_value(e, ring_atom(pool, x));
    return at != NULL && mpfr_cmp_q(r->x.lo, at->value->q) < 0 &&
                   mpfr_cmp_q(r->x.hi, at->value->q) > 0
               ? root
               : NULL;
}

/* Contacts. */

bool form_is_zero_at(struct pool *pool, const struct problem *p,
                     const struct form *f)
{
    struct enclosure *e;
    bool out;

    if (f == NULL)
        return false;
    e = enclosure_new(pool, p->facts, p->nfacts, BOX_BITS);
    out = interval_is_zero(&enclosure_value(e, f)->x);
    enclosure_free(e);
    return out;
}

/* f at a number, in doubles; not a number: it is not known there. */
static double value_at(struct pool *pool, const struct form *f,
                       const struct atom *x, const struct form *q)
{
    const struct form *g = form_at(pool, f, x, q);
    struct enclosure *e = enclosure_new(pool, NULL, 0, BOX_BITS);
    const struct image *r = g ? enclosure_value(e, g) : NULL;
    double out = r && interval_is_finite(&r->x)
                     ? (mpfr_get_d(r->x.lo, MPFR_RNDN) +
                        mpfr_get_d(r->x.hi, MPFR_RNDN)) /
                           2
                     : NAN;

    enclosure_free(e);
    return out;
}

/* The simplest fraction within a distance of x (by continued fractions). */
static const struct form *fraction_near(struct pool *pool, double x,
                                        double distance)
{
    double rest = x, p0 = 1, q0 = 0, p1 = floor(x), q1 = 1;
    mpq_t q;

    for (int k = 0; k < 20 && fabs(p1 / q1 - x) > distance; k++) {
        double digit, next;

        rest = 1 / (rest - floor(rest));
        digit = floor(rest);
        next = digit * p1 + p0;
        p0 = p1;
        p1 = next;
        next = digit * q1 + q0;
        q0 = q1;
        q1 = next;
    }
    if (!(fabs(p1) < 1e9 && q1 < 1e9))
        return NULL;
    mpq_init(q);
    mpq_set_si(q, (long)p1, (unsigned long)q1);
    mpq_canonicalize(q);
    return taken(pool, q);
}

/* Where f is least between lo and hi, by samples, then by thirds. */
static double least(struct pool *pool, const struct form *f,
                    const struct atom *x, double lo, double hi)
{
    double step = (hi - lo) / BOX_SAMPLES, best = NAN, low = INFINITY;

    for (int i = 1; i < BOX_SAMPLES; i++) {
        double v = value_at(pool, f, x, number(pool, lo + i * step));

        if (v < low) {
            low = v;
            best = lo + i * step;
        }
    }
    for (int k = 0; k < BOX_STEPS && !isnan(best); k++) {
        double left = value_at(pool, f, x, number(pool, best - step / 2));
        double right = value_at(pool, f, x, number(pool, best + step / 2));

        if (left < low || right < low) {
            best += left < right ? -step / 2 : step / 2;
            low = fmin(left, right);
        } else {
            step /= 2;
        }
    }
    return best;
}

const struct form *box_contact(struct pool *pool, const struct problem *p,
                               struct enclosure *e, const struct form *f,
                               const struct atom *x)
{
    const struct image *r = enclosure_value(e, ring_atom(pool, x));
    double lo = fmax(mpfr_get_d(r->x.lo, MPFR_RNDU), -64);
    double hi = fmin(mpfr_get_d(r->x.hi, MPFR_RNDD), 64);
    double at = lo < hi ? least(pool, f, x, lo, hi) : NAN;
    const struct form *c;

    if (isnan(at) || fabs(value_at(pool, f, x, number(pool, at))) > 1e-9)
        return NULL;
    for (double near = 1e-3; near > 1e-8; near /= 10) {
        c = fraction_near(pool, at, near);
        if (c != NULL && form_is_zero_at(pool, p, form_at(pool, f, x, c)))
            return relation_between(pool, CORE_LE, ring_atom(pool, x), c);
    }
    return NULL;
}
