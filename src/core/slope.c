/*
 * The rule that believes enclosures, and those of calculus: a term rises where
 * its slope is not negative (mean value theorem), and lies above a chord where
 * its slope does not rise.
 */
#include "core/derivative.h"
#include "core/integral.h"
#include "core/internal.h"
#include "core/limit.h"
#include "core/ring.h"

bool derive_enclose(struct deduction *d, const struct argument *a)
{
    long bits = a[1].number;
    const struct form **facts =
        arena_array(pool_arena(d->pool), d->nargs, sizeof *facts);

    if (bits < ENCLOSE_MIN_BITS || bits > ENCLOSE_MAX_BITS)
        return deduction_refuse(d, "no such precision");
    for (size_t i = 2; i < d->nargs; i++)
        facts[i - 2] = a[i].fact.relation;
    return enclosure_gives(d->pool, facts, d->nargs - 2, (unsigned)bits,
                           a[0].term)
               ? deduction_learn(d, a[0].term)
               : deduction_refuse(d, "the enclosure does not decide it");
}

/* The precision for conditions of derivatives. */
enum { SLOPE_BITS = 64 };

bool derive_between(struct deduction *d, const struct argument *a)
{
    const struct form *lo = a[0].term, *hi = a[1].term, *facts[2];
    const struct atom *v = fixed_new(d, false, NULL);

    facts[0] = relation_between(d->pool, CORE_LT, lo, ring_atom(d->pool, v));
    facts[1] = relation_between(d->pool, CORE_LT, ring_atom(d->pool, v), hi);
    return context_open(d, (struct context){.fixed = v, .lo = lo, .hi = hi},
                        facts, 2);
}

bool derive_beyond(struct deduction *d, const struct argument *a)
{
    const struct atom *v = fixed_new(d, false, NULL);
    const struct form *fact =
        relation_between(d->pool, CORE_LT, a->term, ring_atom(d->pool, v));

    return context_open(d, (struct context){.fixed = v, .lo = a->term}, &fact,
                        1);
}

/* By the facts from that argument on, or those without y. */
static struct enclosure *enclosure_by(struct deduction *d, size_t from,
                                      const struct atom *y)
{
    const struct form **facts =
        arena_array(pool_arena(d->pool), d->nargs, sizeof *facts);
    size_t count = 0;

    for (size_t i = from; i < d->nargs; i++) {
        const struct fact *fact = &d->args[i].fact;

        if (fact->relation != NULL &&
            variables_within(&fact->leans, &d->scope) &&
            (y == NULL || !variables_have(&fact->relation->free, y)))
            facts[count++] = fact->relation;
    }
    return enclosure_new(d->pool, facts, count, SLOPE_BITS);
}

static bool is_enclosed(struct deduction *d, const struct form *r, size_t from)
{
    LOCAL_ENCLOSURE e = enclosure_by(d, from, NULL);
    return enclosure_sign(e, r) > 0 || enclosure_is_empty(e);
}

static bool is_dominated(struct deduction *d, const struct form *f, size_t from)
{
    LOCAL_ENCLOSURE e = enclosure_by(d, from, NULL);
    return integral_is_dominated(e, f);
}

/* Whether reduction, a fact from that argument on, or all of them meet it. */
static bool is_met(struct deduction *d, const struct form *r, size_t from)
{
    bool met = deduction_meets(d, FACT_NONE, r);

    for (size_t i = from; i < d->nargs && !met; i++)
        met = deduction_meets(d, d->args[i].number, r);
    return met || is_enclosed(d, r, from);
}

/* What t tends to for large y, by those facts that do not mention it. */
static const struct form *limit_by(struct deduction *d, const struct form *t,
                                   const struct atom *y, size_t from)
{
    LOCAL_ENCLOSURE e = enclosure_by(d, from, y);
    return form_limit(e, t, y);
}

/* Whether t has a derivative inside, and is continuous up to the ends. */
static bool conditions_met(struct deduction *d, const struct context *c,
                           const struct conditions *asked, size_t from)
{
    bool met = true;

    for (size_t i = 0; i < asked->nsmooth && met; i++)
        met = is_met(d, asked->smooth[i], from);
    for (size_t i = 0; i < asked->ndominated && met; i++)
        met = is_dominated(d, asked->dominated[i], from);
    for (size_t i = 0; i < asked->ncontinuous && met; i++) {
        const struct form *r = asked->continuous[i];

        met = is_met(d, form_at(d->pool, r, c->fixed, c->lo), from) &&
              (c->hi == NULL ||
               is_met(d, form_at(d->pool, r, c->fixed, c->hi), from));
    }
    return met || deduction_refuse(d, "a condition that is not met");
}

/* Whether a real number was fixed for t, that no range mentions. */
static bool is_fixed(struct deduction *d, const struct context *c,
                     const struct form *t)
{
    return c->lo != NULL && !c->fixed->is_integer && form_scalar(t) &&
                   !context_is_in_scope(d, c)
               ? true
               : deduction_refuse(d, "no real number was fixed");
}

/* Whether it lies between two ends. */
static bool is_between(struct deduction *d, const struct context *c,
                       const struct form *t)
{
    return is_fixed(d, c, t) && c->hi != NULL
               ? true
               : deduction_refuse(d, "no number between others was fixed");
}

/* Closes the context with what comes of it; refused, it stays open. */
static bool leave_with(struct deduction *d, const struct form *out)
{
    if (pool_why(d->pool) != NULL || !is_relation(d->pool, out) ||
        variables_stray(&out->free, &d->scope))
        return deduction_refuse(d, "no relation in scope comes of it");
    context_close(d);
    return deduction_learn(d, out);
}

bool derive_rise(struct deduction *d, const struct argument *a)
{
    const struct context c = context_innermost(d);
    const struct form *t = a[0].term, *slope, *low, *high, *out;
    bool strict = a[1].number == 1;
    unsigned fn = strict ? CORE_LT : CORE_LE;
    struct conditions asked = {.nsmooth = 0};

    if (d->nargs < 3 || !is_fixed(d, &c, t))
        return deduction_refuse(d, "no sign of a slope");
    slope = form_derivative(d->pool, t, c.fixed, &asked);
    if (slope == NULL ||
        !deduction_meets(d, a[2].number, form_apply1(d->pool, fn, slope)) ||
        !conditions_met(d, &c, &asked, 2))
        return deduction_refuse(d, "the slope is not known to be positive");
    low = form_at(d->pool, t, c.fixed, c.lo);
    high =
        c.hi ? form_at(d->pool, t, c.fixed, c.hi) : limit_by(d, t, c.fixed, 3);
    if (high == NULL)
        return deduction_refuse(d, "no limit is known");
    out = relation_between(d->pool, fn, low, high);
    if (c.hi != NULL)
        out = relation_or(
            d->pool,
            relation_between(d->pool, strict ? CORE_LE : CORE_LT, c.hi, c.lo),
            out);
    return leave_with(d, out);
}

/* x < lo or hi < x or t(x) is at least one of t(lo), t(hi). */
static const struct form *above_chord(struct deduction *d,
                                      const struct context *c,
                                      const struct form *t,
                                      const struct form *x)
{
    const struct form *const ends[] = {c->lo, c->hi};
    const struct form *value = form_at(d->pool, t, c->fixed, x);
    const struct form *out =
        relation_or(d->pool, relation_between(d->pool, CORE_LT, x, c->lo),
                    relation_between(d->pool, CORE_LT, c->hi, x));

    for (size_t i = 0; i < 2; i++)
        out = relation_or(
            d->pool, out,
            relation_between(d->pool, CORE_LE,
                             form_at(d->pool, t, c->fixed, ends[i]), value));
    return out;
}

bool derive_bend(struct deduction *d, const struct argument *a)
{
    const struct context c = context_innermost(d);
    const struct form *t = a[0].term, *x = a[1].term, *slope;
    struct conditions asked = {.nsmooth = 0}, of_slope = asked;

    if (d->nargs < 3 || !is_between(d, &c, t) ||
        variables_have(&x->free, c.fixed))
        return deduction_refuse(d, "no sign of a second derivative");
    slope = form_derivative(d->pool, t, c.fixed, &asked);
    slope =
        ring_neg(d->pool, form_derivative(d->pool, slope, c.fixed, &of_slope));
    of_slope.ncontinuous = 0; /* the slope need not reach the ends */
    if (slope == NULL ||
        !deduction_meets(d, a[2].number,
                         form_apply1(d->pool, CORE_LE, slope)) ||
        !conditions_met(d, &c, &asked, 2) ||
        !conditions_met(d, &c, &of_slope, 2))
        return deduction_refuse(d, "it is not known to bend down");
    return leave_with(d, above_chord(d, &c, t, x));
}

/* Where it has no integral that is 0. */
bool derive_area(struct deduction *d, const struct argument *a)
{
    const struct context c = context_innermost(d);
    const struct form *e = a[0].term, *area, *out;

    if (!is_fixed(d, &c, e) ||
        !deduction_meets(d, a[1].number, form_apply1(d->pool, CORE_LE, e)))
        return deduction_refuse(d, "the body is not known to be positive");
    area = c.hi != NULL
               ? form_bind(d->pool, BINDER_INTEGRAL, c.lo, c.hi, e, c.fixed)
               : form_bind(d->pool, BINDER_RAY, c.lo, ring_int(d->pool, 0), e,
                           c.fixed);
    out = form_apply1(d->pool, CORE_LE, area);
    if (c.hi != NULL)
        out = relation_or(d->pool,
                          relation_between(d->pool, CORE_LT, c.hi, c.lo), out);
    return leave_with(d, out);
}
