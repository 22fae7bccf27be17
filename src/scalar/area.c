/*
 * Integrals by their bodies: what is beside the integrals of f is the integral
 * of that times the density, or over the width of a finite range, with a
 * multiple of what has the integral 0 (y^2 - 1, or y less the middle): such
 * that both are compared by y^2, or that there is a contact, as with a tangent
 * ([HardyLittlewoodPolya1952] 6.14).
 */
#include "scalar/search.h"

#include "core/area.h"
#include "core/function.h"
#include "core/ring.h"
#include "scalar/factor.h"

enum { AREA_MOST = 3 };

/* Whether it is an integral, from 0 to infinity or between numbers. */
static bool is_area(struct pool *pool, const struct atom *a)
{
    return a->kind == ATOM_BINDER &&
           ((a->binder == BINDER_RAY && form_is_nil(a->lo)) ||
            (a->binder == BINDER_INTEGRAL &&
             form_as_number(pool, a->lo) != NULL &&
             form_as_number(pool, a->hi) != NULL));
}

/* The integral that is a factor of the term, or NULL: none, or more. */
static const struct atom *area_of(struct pool *pool, const struct term *t)
{
    const struct atom *found = NULL;

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];

        if (is_area(pool, l->atom) && (found != NULL || l->power > 1))
            return NULL;
        if (is_area(pool, l->atom))
            found = l->atom;
    }
    return found;
}

/* The term without that letter. */
static const struct form *front_of(struct pool *pool, const struct term *t,
                                   const struct atom *area)
{
    struct term out = *t;

    out.monomial =
        monomial_divide(pool, t->monomial, area->form->terms[0].monomial);
    return ring_term(pool, NULL, NULL, &out);
}

/* The first such integral of f, or NULL. */
static const struct atom *first_area(struct pool *pool, const struct form *f)
{
    const struct atom *out = NULL;

    for (size_t i = 0; i < f->count && out == NULL; i++)
        out = area_of(pool, &f->terms[i]);
    return out;
}

/* f in parts: integrals over the range of the first by their bodies at y,
 * numbers, and the rest. */
struct parts {
    const struct form *bodies, *numbers, *rest;
};

static struct parts take_apart(struct pool *pool, const struct form *f,
                               const struct atom *first, const struct atom *y)
{
    const struct form *zero = ring_int(pool, 0);
    struct parts out = {zero, zero, zero};

    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];
        const struct atom *area = area_of(pool, t);

        if (area != NULL && area->lo == first->lo && area->hi == first->hi &&
            area->binder == first->binder)
            out.bodies = ring_add(pool, out.bodies,
                                  ring_mul(pool, front_of(pool, t, area),
                                           binder_open(pool, area, y->form)));
        else if (t->monomial->count == 0)
            out.numbers =
                ring_add(pool, out.numbers, ring_term(pool, NULL, NULL, t));
        else
            out.rest = ring_add(pool, out.rest, ring_term(pool, NULL, NULL, t));
    }
    return out;
}

/* A weight with the integral 1, made of a letter if it has one, a function that
 * has the integral 0 with it, and a point where that is 0. */
struct measure {
    const struct form *weight, *balanced, *middle;
    const struct atom *letter;
};

static struct measure measure_of(struct pool *pool, const struct atom *first,
                                 const struct atom *y)
{
    struct measure out = {.letter = NULL};

    if (first->binder == BINDER_INTEGRAL) {
        out.weight =
            form_apply1(pool, CORE_RECIP, ring_sub(pool, first->hi, first->lo));
        out.middle = ring_mul(pool, number_fraction(pool, 1, 2),
                              ring_add(pool, first->lo, first->hi));
        out.balanced = ring_sub(pool, y->form, out.middle);
        return out;
    }
    const struct form *density =
        form_apply1(pool, FN_EXP, area_log_density(pool, y->form));
    out.letter = density->terms[0].monomial->items[0].atom;
    out.weight = ring_mul(pool, ring_int(pool, 2), density);
    out.middle = pool_one(pool);
    out.balanced = ring_sub(pool, ring_power(pool, y->form, 2), out.middle);
    return out;
}

/* c such that (f + c * balanced) over the weight, without its letter, has the
 * slope 0 in the middle. */
static const struct form *lean(struct pool *pool, const struct form *f,
                               const struct measure *m, const struct atom *y)
{
    struct conditions asked = {.nsmooth = 0};
    const struct form *over = f, *weight = m->weight, *rest, *slopes[2];

    if (m->letter != NULL &&
        (!factor_linear(pool, f, m->letter, &over, &rest) ||
         !form_is_nil(rest) ||
         !factor_linear(pool, m->weight, m->letter, &weight, &rest)))
        return NULL;
    over = ring_mul(pool, over, form_apply1(pool, CORE_RECIP, weight));
    slopes[0] = form_derivative(pool, over, y, &asked);
    slopes[1] = form_derivative(pool, m->balanced, y, &asked);
    for (size_t i = 0; i < 2 && slopes[0] != NULL; i++)
        slopes[i] = form_at(pool, slopes[i], y, m->middle);
    return slopes[0] ? ring_mul(pool, ring_neg(pool, slopes[0]),
                                form_apply1(pool, CORE_RECIP, slopes[1]))
                     : NULL;
}

/*
 * e for y between the ends such that f is the integral of e: so many, of
 * AREA_MOST or less.
 */
static size_t area_bodies(struct pool *pool, const struct form *f,
                          const struct atom *first, const struct atom *y,
                          const struct form *out[AREA_MOST])
{
    const struct parts p = take_apart(pool, f, first, y);
    const struct measure m = measure_of(pool, first, y);
    const struct form *all = ring_add(pool, p.numbers, p.rest);
    const struct form *even =
        ring_add(pool, p.bodies, ring_mul(pool, all, m.weight));
    const struct form *const by[AREA_MOST] = {lean(pool, p.bodies, &m, y),
                                              ring_int(pool, 0),
                                              m.letter ? p.rest : NULL};
    size_t count = 0;

    for (int k = 0; k < AREA_MOST; k++) {
        const struct form *e = ring_mul(pool, m.balanced, m.weight);

        if (by[k] == NULL)
            continue;
        e = ring_add(pool, even, ring_mul(pool, by[k], e));
        for (size_t i = 0; i < count; i++)
            e = out[i] == e ? NULL : e;
        if (e != NULL &&
            form_bind(pool, first->binder, first->lo, first->hi, e, y) == f)
            out[count++] = e;
    }
    return count;
}

const struct proof *area_between(struct search *s, const struct problem *p,
                                 const struct atom *area, const struct form *t,
                                 const struct atom *y, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_AREA, p->goal, 2);
    struct problem q = problem_with(
        s->pool, p, relation_between(s->pool, CORE_LT, area->lo, y->form));
    const struct wish wishes[] = {
        {&q, search_sign(s, CORE_LE, t)},
        {p, relation_between(s->pool, CORE_LE, area->lo, area->hi)}};

    out->t = t;
    out->y = y;
    out->lo = area->lo;
    out->hi = area->binder == BINDER_INTEGRAL ? area->hi : NULL;
    if (out->hi != NULL)
        q = problem_with(s->pool, &q,
                         relation_between(s->pool, CORE_LT, y->form, area->hi));
    return search_kids(s, out, depth, wishes, out->hi ? 2 : 1) ? out : NULL;
}

const struct proof *prove_area(struct search *s, const struct node *n,
                               const struct form *f)
{
    const struct atom *first = first_area(s->pool, f), *y = search_name(s);
    const struct form *bodies[AREA_MOST];
    const struct proof *out = NULL;
    size_t count = first != NULL && relation_kind(n->p->goal) == CORE_LE
                       ? area_bodies(s->pool, f, first, y, bodies)
                       : 0;

    pool_forgive(s->pool);
    for (size_t i = 0; i < count && out == NULL; i++) {
        const struct share kept = share_take(s, 3);

        out = area_between(s, n->p, first, bodies[i], y, n->depth);
        share_give(s, kept);
    }
    return out;
}
