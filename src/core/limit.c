/*
 * A walk over terms: what decays (core/far.h) tends to 0, erf and tanh to 1 or
 * -1, fast, and functions to their values at the limits of their arguments
 * where they are continuous ([Rudin1976] theorem 4.2).
 */
#include "core/limit.h"

#include "core/far.h"
#include "core/function.h"
#include "core/ring.h"

enum { LIMIT_START = 1 << 20, LIMIT_DEPTH = 40 };

struct limit {
    struct pool *pool;
    struct enclosure *beyond; /* the variable from start on */
    const struct atom *variable;
    interval_t start;
    unsigned depth;
};

static const struct form *limit_of(struct limit *w, const struct form *f);

/* Whether c t^m exp(g t + h t^2) tends to 0, each at most its upper end. */
static bool tends_to_zero(const struct decay *r)
{
    const int h = mpfr_sgn(r->h.hi), g = mpfr_sgn(r->g.hi),
              m = mpfr_sgn(r->m.hi);

    if (!interval_is_finite(&r->c) || !interval_is_finite(&r->m) ||
        !interval_is_finite(&r->g) || !interval_is_finite(&r->h))
        return false;
    return h < 0 || (h == 0 && (g < 0 || (g == 0 && m < 0)));
}

static bool decays(struct limit *w, const struct form *f)
{
    LOCAL_MADE_OF(decay, r, enclosure_bits(w->beyond));
    return f != NULL && form_decay(&r, w->beyond, f, w->variable, &w->start) &&
           tends_to_zero(&r);
}

/* 1 or -1 where it has that sign beyond the start; else 0. */
static int sign_beyond(struct limit *w, const struct form *f)
{
    const interval_t *values = &enclosure_value(w->beyond, f)->x;

    return interval_certainly_positive(values)   ? 1
           : interval_certainly_negative(values) ? -1
                                                 : 0;
}

/* rest * letter^power by 1 or -1 for erf(u) or tanh(u) of that sign, if what it
 * leaves out decays: 1 - erf(u) <= exp(-u^2), 1 - tanh(u) <= 2 exp(-2 u) for u
 * >= 0. */
static bool saturate(struct limit *w, const struct term *t, size_t i,
                     const struct form **out)
{
    const struct letter *l = &t->monomial->items[i];
    const struct atom *a = l->atom;
    const struct form *u = a->count == 1 ? a->args[0] : NULL, *rest;
    const struct letters *letter = a->form->terms[0].monomial;
    struct term other = *t;
    int sign;

    if (a->kind != ATOM_APPLY ||
        (a->function != FN_ERF && a->function != FN_TANH) || !form_scalar(u) ||
        !variables_have(&u->free, w->variable))
        return false;
    sign = sign_beyond(w, u);
    if (sign == 0)
        return false;
    for (unsigned k = 0; k < l->power; k++)
        other.monomial = monomial_divide(w->pool, other.monomial, letter);
    rest = ring_term(w->pool, NULL, NULL, &other);
    u = a->function == FN_ERF
            ? ring_mul(w->pool, u, u)
            : ring_mul(w->pool, u, ring_int(w->pool, 2 * sign));
    if (!decays(w,
                ring_mul(w->pool, rest,
                         form_apply1(w->pool, FN_EXP, ring_neg(w->pool, u)))))
        return false;
    *out = sign < 0 && l->power % 2 == 1 ? ring_neg(w->pool, rest) : rest;
    return true;
}

/* The same limit, with what tends to 1 or -1 fast enough replaced. */
static const struct form *saturated(struct limit *w, const struct form *f)
{
    const struct form *out = ring_int(w->pool, 0), *by;
    bool changed = false;

    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];
        size_t k = 0;

        while (k < t->monomial->count && !saturate(w, t, k, &by))
            k++;
        changed = changed || k < t->monomial->count;
        out = ring_add(
            w->pool, out,
            k < t->monomial->count ? by : ring_term(w->pool, NULL, NULL, t));
    }
    return changed && out != NULL ? saturated(w, out) : f;
}

/* Whether the function is continuous at those limits of its arguments. */
static bool is_continuous(struct limit *w, const struct atom *a,
                          const struct form *const *at)
{
    const struct form *asked;

    switch (a->function) {
    case FN_EXP:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_ABS:
    case FN_RELU:
    case FN_SQRT: /* 0 below 0 */
    case FN_MAX2:
    case FN_MIN2:
        return true;
    case FN_LOG:
        asked = form_apply1(w->pool, CORE_LT, at[0]);
        break;
    case CORE_RECIP:
        asked = form_apply1(w->pool, CORE_NE, at[0]);
        break;
    default:
        return false;
    }
    return asked != NULL && enclosure_sign(w->beyond, asked) > 0;
}

static const struct form *limit_of_letter(struct limit *w, const struct atom *a)
{
    const struct form *at[2];

    if (!variables_have(&a->free, w->variable))
        return a->form;
    if (a->kind != ATOM_APPLY || a->count == 0 || a->count > 2)
        return NULL;
    for (size_t i = 0; i < a->count; i++) {
        at[i] = limit_of(w, a->args[i]);
        if (at[i] == NULL)
            return NULL;
    }
    return is_continuous(w, a, at)
               ? form_apply(w->pool, a->function, at, a->count)
               : NULL;
}

static const struct form *limit_of_term(struct limit *w, const struct term *t)
{
    const struct form *out = ring_number(w->pool, t->coefficient->value->q);

    if (decays(w, ring_term(w->pool, NULL, NULL, t)))
        return ring_int(w->pool, 0);
    for (size_t i = 0; i < t->monomial->count && out != NULL; i++) {
        const struct letter *l = &t->monomial->items[i];
        const struct form *f = limit_of_letter(w, l->atom);

        out = f ? ring_mul(w->pool, out,
                           ring_power(w->pool, f, (unsigned)l->power))
                : NULL;
    }
    return out;
}

static const struct form *limit_of(struct limit *w, const struct form *f)
{
    const struct form *out = ring_int(w->pool, 0);

    if (!form_scalar(f) || w->depth >= LIMIT_DEPTH)
        return NULL;
    w->depth++;
    f = saturated(w, f);
    for (size_t i = 0; i < f->count && out != NULL; i++) {
        const struct form *term = limit_of_term(w, &f->terms[i]);

        out = term ? ring_add(w->pool, out, term) : NULL;
    }
    w->depth--;
    return out;
}

const struct form *form_limit(struct enclosure *e, const struct form *f,
                              const struct atom *variable)
{
    struct limit w = {.pool = enclosure_pool(e),
                      .beyond = enclosure_inside(e, variable),
                      .variable = variable};

    interval_init(&w.start, enclosure_bits(e));
    LOCAL_INTERVAL(range, enclosure_bits(e));
    interval_set_si(&w.start, LIMIT_START);
    interval_set(&range, &w.start);
    mpfr_set_inf(range.hi, 1);
    enclosure_move(w.beyond, &range, false);
    const struct form *out = limit_of(&w, f);
    interval_clear(&w.start);
    enclosure_free(w.beyond);
    return out;
}
