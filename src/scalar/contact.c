/*
 * Where a term touches 0 along a variable: at another one, or a guess by
 * doubles, the simplest number of some kind near it (continued fractions), and
 * a term that is 0 there.
 */
#include "scalar/search.h"

#include "core/meaning.h"
#include "core/ring.h"

#include <math.h>

/* f at a number, in doubles; not a number: it is not known there. */
static double value_at(struct pool *pool, const struct form *f,
                       const struct atom *x, const struct form *q)
{
    const struct form *g = form_at(pool, f, x, q);
    LOCAL_ENCLOSURE e = enclosure_new(pool, NULL, 0, SEARCH_BITS);
    const struct image *r = g ? enclosure_value(e, g) : NULL;
    return r && interval_is_finite(&r->x) ? (mpfr_get_d(r->x.lo, MPFR_RNDN) +
                                             mpfr_get_d(r->x.hi, MPFR_RNDN)) /
                                                2
                                          : NAN;
}

/* The simplest fraction within a distance of x (by continued fractions). */
static const struct form *fraction_near(struct pool *pool, double x,
                                        double distance)
{
    double p = floor(x), q;

    number_convergent(x, distance, &p, &q);
    if (!(fabs(p) < 1e9 && q < 1e9))
        return NULL;
    return number_fraction(pool, (long)p, (unsigned long)q);
}

/* Where f is least between lo and hi, by samples, then by thirds. */
static double least(struct pool *pool, const struct form *f,
                    const struct atom *x, double lo, double hi)
{
    double step = (hi - lo) / CONTACT_SAMPLES, best = NAN, low = INFINITY;

    for (int i = 1; i < CONTACT_SAMPLES; i++) {
        double v = value_at(pool, f, x, number_exactly(pool, lo + i * step));

        if (v < low) {
            low = v;
            best = lo + i * step;
        }
    }
    for (int k = 0; k < CONTACT_STEPS && !isnan(best); k++) {
        double left =
            value_at(pool, f, x, number_exactly(pool, best - step / 2));
        double right =
            value_at(pool, f, x, number_exactly(pool, best + step / 2));

        if (left < low || right < low) {
            best += left < right ? -step / 2 : step / 2;
            low = fmin(left, right);
        } else {
            step /= 2;
        }
    }
    return best;
}

static double fraction_itself(double x)
{
    return x;
}

static double over_pi(double x)
{
    return x / acos(-1);
}

static double square(double x)
{
    return x < 0 ? NAN : x * x;
}

static double logarithm(double x)
{
    return x > 0 ? log(x) : NAN;
}

/* Kinds of numbers: what is a fraction, of a number there, and the number. */
static const struct kind {
    double (*to)(double);
    const char *number; /* of the fraction a */
} kinds[] = {
    {fraction_itself, "a"}, {over_pi, "a * pi()"}, {square, "sqrt(a)"},
    {exp, "log(a)"},        {logarithm, "exp(a)"},
};

/* f, if it has other variables than x, at a point. */
static const struct form *at_point(struct search *s, const struct node *n,
                                   const struct form *f, const struct atom *x)
{
    const struct form *g = f;

    for (size_t i = 0; i < f->free.count && g != NULL; i++) {
        const struct atom *y = f->free.items[i];
        double value;

        if (y == x)
            continue;
        g = samples_point(n->samples, y, &value)
                ? form_at(s->pool, g, y, number_exactly(s->pool, value))
                : NULL;
    }
    return g;
}

/* Whether f is 0 where x is c, whatever else it depends on. */
static bool is_zero_at(struct search *s, const struct node *n,
                       const struct form *f, const struct atom *x,
                       const struct form *c)
{
    return c != NULL && simplifies_to_zero(s, n->p, form_at(s->pool, f, x, c));
}

/* Another variable, which x may be below and above of. */
static const struct form *contact_at_variable(struct search *s,
                                              const struct node *n,
                                              const struct form *f,
                                              const struct atom *x)
{
    for (size_t i = 0; i < f->free.count; i++) {
        const struct form *c = ring_atom(s->pool, f->free.items[i]);
        const struct form *below =
            relation_between(s->pool, CORE_LE, ring_atom(s->pool, x), c);

        if (f->free.items[i] != x && is_zero_at(s, n, f, x, c) &&
            samples_deny(n->samples, below) &&
            samples_deny(n->samples, relation_not(s->pool, below)))
            return c;
    }
    return NULL;
}

/* A variable, or a number inside of its range, that f is 0 at where x is that,
 * and seems no less near it, whatever else it depends on; or NULL. */
static const struct form *contact_of(struct search *s, const struct node *n,
                                     const struct form *f, const struct atom *x)
{
    const struct image *r = enclosure_value(n->e, x->form);
    const double lo = fmax(mpfr_get_d(r->x.lo, MPFR_RNDU), -CONTACT_FAR);
    const double hi = fmin(mpfr_get_d(r->x.hi, MPFR_RNDD), CONTACT_FAR);
    const struct form *g = at_point(s, n, f, x);
    const double at = g && lo < hi ? least(s->pool, g, x, lo, hi) : NAN;
    const struct form *out = contact_at_variable(s, n, f, x);

    if (out != NULL || isnan(at) ||
        fabs(value_at(s->pool, g, x, number_exactly(s->pool, at))) > 1e-9)
        return out;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (double near = 1e-3; near > 1e-8 && out == NULL; near /= 10) {
            const struct form *c =
                fraction_near(s->pool, kinds[i].to(at), near);

            c = c ? meaning_at2(s->pool, kinds[i].number, c, c) : NULL;
            out = is_zero_at(s, n, f, x, c) ? c : NULL;
        }
    }
    return out;
}

/* x <= c, or c <= x, for such a c, looked for once for each f and x; NULL:
 * there is none, or x lies on one side. */
static const struct form *cut_of(struct search *s, const struct node *n,
                                 const struct form *f, const struct atom *x,
                                 bool is_upper)
{
    const struct form *both = ring_mul(s->pool, f, x->form);
    const struct form *c = both ? memo_get(&s->contacts, both) : both, *out;

    if (c == NULL && both != NULL) {
        c = contact_of(s, n, f, x);
        memo_set(&s->contacts, both, c ? c : both);
    }
    if (c == NULL || c == both)
        return NULL;
    out = relation_between(s->pool, CORE_LE, is_upper ? x->form : c,
                           is_upper ? c : x->form);
    return enclosure_sign(n->e, out) == 0 ? out : NULL;
}

const struct form *contact_first(struct search *s, const struct node *n,
                                 const struct form *f)
{
    const struct form *out = NULL;

    if (s->slopes > 0)
        return NULL;
    for (size_t i = 0; i < f->free.count && out == NULL; i++)
        out = cut_of(s, n, f, f->free.items[i], true);
    return out;
}

const struct form *contact_level(struct search *s, const struct node *n,
                                 const struct form *f,
                                 const struct slope *slopes)
{
    const struct form *out = NULL;

    for (size_t i = 0; i < f->free.count && out == NULL; i++) {
        const struct form *g = slopes[i].value;

        if (g != NULL && samples_sign(n->samples, g) < 0)
            g = ring_neg(s->pool, g);
        if (g != NULL)
            out = cut_of(s, n, g, f->free.items[i], false);
    }
    return out;
}
