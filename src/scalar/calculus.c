/*
 * Slopes: a term is looked at at the end from where it rises or
 * for its limit, and at both ends where it bends down.
 */
#include "scalar/calculus_internal.h"

#include "core/integral.h"
#include "core/limit.h"
#include "core/ring.h"

#include <math.h>

/* The first that does not hold certainly, or NULL. */
static const struct form *
first_open(struct enclosure *e, const struct form *const *list, size_t count)
{
    size_t i = 0;

    while (i < count && enclosure_sign(e, list[i]) > 0)
        i++;
    return i < count ? list[i] : NULL;
}

/* The problem where x is none of the ends that numbers are. */
static struct problem without_ends(struct search *s, const struct node *n,
                                   const struct atom *x)
{
    struct problem out = *n->p;

    for (int k = 0; k < 2; k++) {
        const struct form *at = box_end(s->pool, n->p, n->e, x, k == 1).value;

        if (at != NULL && form_as_number(s->pool, at) != NULL)
            out = problem_with(s->pool, &out,
                               relation_between(s->pool, CORE_LT,
                                                k == 0 ? at : x->form,
                                                k == 0 ? x->form : at));
    }
    return out;
}

/* The value, where these conditions hold certainly, and its sign. */
static struct slope slope_in(struct search *s, struct enclosure *e,
                             const struct form *value,
                             const struct conditions *asked)
{
    struct slope out = {NULL, first_open(e, asked->smooth, asked->nsmooth), 0};

    if (value == NULL || out.missing != NULL)
        return out;
    out.value = form_simplified(s, e, value);
    pool_forgive(s->pool);
    const struct image *r = enclosure_value(e, out.value);
    out.sign = interval_certainly_nonnegative(&r->x)   ? 1
               : interval_certainly_nonpositive(&r->x) ? -1
                                                       : 0;
    pool_forgive(s->pool);
    return out;
}

struct slope slope_of(struct search *s, const struct node *n,
                      const struct form *f, const struct atom *x)
{
    struct conditions asked = {.nsmooth = 0};
    const struct form *value = form_derivative(s->pool, f, x, &asked);

    pool_forgive(s->pool);
    const struct slope out = slope_in(s, n->e, value, &asked);
    if (out.missing == NULL)
        return out;
    const struct problem inner = without_ends(s, n, x);
    LOCAL_ENCLOSURE e = search_enclosure(s, &inner);
    const struct slope inside = slope_in(s, e, value, &asked);
    return inside.value ? inside : out;
}

/* p for a number y between lo and hi, or above lo. */
static struct problem inside(struct search *s, const struct problem *p,
                             const struct proof *out)
{
    const struct form *y = ring_atom(s->pool, out->y);
    struct problem q = problem_with(
        s->pool, p, relation_between(s->pool, CORE_LT, out->lo, y));

    return out->hi
               ? problem_with(s->pool, &q,
                              relation_between(s->pool, CORE_LT, y, out->hi))
               : q;
}

/* Whether a condition is about each number between the ends of an integral. */
static bool is_of_body(const struct form *r)
{
    for (size_t i = 0; r != NULL && i < r->free.count; i++) {
        const struct atom *v = r->free.items[i];

        if (!v->is_integer &&
            (v->variable == VARIABLE_GENERIC || v->variable == VARIABLE_SPARE))
            return true;
    }
    return false;
}

/* A kid for it, or none where enclosures are to decide it. */
static bool add_condition(struct search *s, struct proof *out,
                          const struct problem *q, const struct form *r,
                          unsigned depth)
{
    const struct wish wish = {q, r};

    if (!is_of_body(r))
        return search_kids(s, out, depth, &wish, 1);
    out->has_bodies = true;
    return enclosure_gives(s->pool, q->facts, q->nfacts, SEARCH_BITS, r);
}

static bool are_dominated(struct search *s, const struct problem *q,
                          const struct conditions *asked)
{
    LOCAL_ENCLOSURE e = search_enclosure(s, q);
    bool fine = true;

    for (size_t i = 0; i < asked->ndominated && fine; i++)
        fine = integral_is_dominated(e, asked->dominated[i]);
    pool_forgive(s->pool);
    return fine;
}

/* Kids for what derivatives of t ask, and continuity at both ends. */
static bool add_conditions(struct search *s, struct proof *out,
                           const struct problem *q,
                           const struct conditions *asked, unsigned depth)
{
    const struct form *const ends[] = {out->lo, out->hi};
    const size_t nends = out->hi ? 2 : 1;
    bool fine = asked->ndominated == 0 || are_dominated(s, q, asked);

    out->has_bodies = asked->ndominated > 0;
    for (size_t i = 0; i < asked->nsmooth && fine; i++)
        fine = add_condition(s, out, q, asked->smooth[i], depth);
    for (size_t i = 0; i < nends * asked->ncontinuous && fine; i++)
        fine = add_condition(s, out, q,
                             form_at(s->pool, asked->continuous[i / nends],
                                     out->y, ends[i % nends]),
                             depth);
    return fine;
}

/* About a term t(y) for a new number y in the place of x, and its slope. */
static struct proof *slope_proof(struct search *s, enum proof_kind kind,
                                 const struct problem *p, const struct form *t,
                                 const struct atom *x)
{
    struct proof *out = search_proof(s, kind, p->goal, 0);

    out->y = search_name(s);
    out->t = form_at(s->pool, t, x, ring_atom(s->pool, out->y));
    return out;
}

/* Room for so many kids, and for those of conditions. */
static void make_room(struct search *s, struct proof *out, size_t most,
                      const struct conditions *asked)
{
    out->kids = arena_array(pool_arena(s->pool),
                            most + asked->nsmooth + 2 * asked->ncontinuous,
                            sizeof *out->kids);
}

/* The first slope of a goal, and what the goal is at an end, are worth more
 * than the form they come in. */
static const struct proof *rise_kid(struct search *s, const struct wish *wish,
                                    unsigned depth)
{
    const struct proof *out = search_goal(s, wish->from, wish->goal, depth);

    return out == NULL && s->stage == STAGE_FRAMED && s->slopes == 1
               ? search_anew(s, wish->from, wish->goal, depth)
               : out;
}

/* Kids of a rise: what f is at least at that end, the order of the ends if
 * there are two, and the slope; of a strict goal one of the first and the last
 * is strict. */
static const struct proof *finish_rise(struct search *s,
                                       const struct problem *p,
                                       struct proof *out,
                                       const struct form *low, unsigned depth)
{
    enum { MOST = 3 };
    const bool strict = relation_kind(p->goal) == CORE_LT;
    const struct problem q = inside(s, p, out);
    struct conditions asked = {.nsmooth = 0};
    const struct form *slope = form_derivative(s->pool, out->t, out->y, &asked);
    struct wish wishes[MOST];
    size_t count = 0;

    if (slope == NULL || low == NULL)
        return NULL;
    make_room(s, out, MOST, &asked);
    out->strict = strict && simplifies_to_zero(s, p, low);
    unsigned fn = out->strict ? CORE_LT : CORE_LE;
    wishes[count++] = (struct wish){
        p, search_sign(s, strict && !out->strict ? CORE_LT : CORE_LE, low)};
    if (out->hi != NULL)
        wishes[count++] =
            (struct wish){p, relation_between(s->pool, fn, out->lo, out->hi)};
    wishes[count++] = (struct wish){&q, search_sign(s, fn, slope)};
    for (size_t i = 0; i < count; i++) {
        out->kids[out->nkids] = rise_kid(s, &wishes[i], depth);
        if (out->kids[out->nkids++] == NULL)
            return NULL;
    }
    return add_conditions(s, out, &q, &asked, depth) ? out : NULL;
}

const struct proof *slope_between(struct search *s, const struct problem *p,
                                  const struct form *t, const struct atom *y,
                                  const struct form *lo, const struct form *hi,
                                  unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_RISE, p->goal, 0);

    out->y = y;
    out->t = t;
    out->lo = lo;
    out->hi = hi;
    return finish_rise(s, p, out, form_at(s->pool, t, y, lo), depth);
}

const struct proof *slope_rise(struct search *s, const struct problem *p,
                               const struct form *f, const struct atom *x,
                               const struct end *end, const struct form *tilt,
                               unsigned depth)
{
    const struct form *const at = ring_atom(s->pool, x);
    const struct form *t = ring_sub(s->pool, f, ring_mul(s->pool, tilt, at));
    struct proof *out = slope_proof(
        s, PROOF_RISE, p, end->is_upper ? ring_neg(s->pool, t) : t, x);

    out->lo = end->is_upper ? at : end->value;
    out->hi = end->is_upper ? end->value : at;
    return finish_rise(s, p, out,
                       ring_add(s->pool, form_at(s->pool, t, x, end->value),
                                ring_mul(s->pool, tilt, at)),
                       depth);
}

/* What t tends to for large y, whatever the facts let the others be. */
static const struct form *limit_of(struct search *s, const struct problem *p,
                                   const struct form *t, const struct atom *y)
{
    LOCAL_ENCLOSURE e = search_enclosure(s, p);
    const struct form *out = form_limit(e, t, y);

    pool_forgive(s->pool);
    return out;
}

/* 0 (fn) f by its limit for large x, or large -x, towards which it falls. */
static const struct proof *
prove_limit(struct search *s, const struct problem *p, const struct form *f,
            const struct atom *x, bool is_upper, unsigned depth)
{
    const struct form *const at = ring_atom(s->pool, x);
    struct proof *out = slope_proof(s, PROOF_RISE, p, ring_neg(s->pool, f), x);

    out->lo = is_upper ? at : ring_neg(s->pool, at);
    if (!is_upper)
        out->t =
            form_at(s->pool, out->t, out->y, ring_neg(s->pool, out->y->form));
    out->at = limit_of(s, p, out->t, out->y);
    const struct proof *found =
        finish_rise(s, p, out, ring_neg(s->pool, out->at), depth);
    out->has_bodies = true; /* all facts say where the limit is */
    return found;
}

/* From that end, as f itself does. */
static const struct proof *from_end(struct search *s, const struct node *n,
                                    const struct form *f, const struct atom *x,
                                    const struct end *end)
{
    return end->value != NULL
               ? slope_rise(s, n->p, f, x, end, ring_int(s->pool, 0), n->depth)
               : prove_limit(s, n->p, f, x, end->is_upper, n->depth);
}

/* Whether there are numbers up to that end: a value, or infinity. */
static bool is_reached(const struct node *n, const struct atom *x,
                       const struct end *end)
{
    const struct image *r = enclosure_value(n->e, x->form);

    return end->value != NULL ||
           (!x->is_integer &&
            mpfr_inf_p(end->is_upper ? r->x.hi : r->x.lo) != 0);
}

/* width^2 / 4 */
static const struct form *quarter_square(struct pool *pool,
                                         const struct form *width)
{
    const struct form *quarter = number_fraction(pool, 1, 4);

    return ring_mul(pool, quarter, ring_power(pool, width, 2));
}

const struct proof *slope_bend(struct search *s, const struct problem *p,
                               const struct form *f, const struct atom *x,
                               const struct end *lo, const struct end *hi,
                               const struct form *c, unsigned depth)
{
    const unsigned fn = relation_kind(p->goal);
    const struct form *const at = ring_atom(s->pool, x), *slope;
    const struct form *bulge =
        ring_mul(s->pool, c,
                 ring_mul(s->pool, ring_sub(s->pool, at, lo->value),
                          ring_sub(s->pool, hi->value, at)));
    const struct form *loss = ring_mul(
        s->pool, c,
        quarter_square(s->pool, ring_sub(s->pool, hi->value, lo->value)));
    struct proof *out =
        slope_proof(s, PROOF_BEND, p, ring_add(s->pool, f, bulge), x);
    struct conditions asked = {.nsmooth = 0};
    struct problem q;

    slope = form_derivative(s->pool, out->t, out->y, &asked);
    size_t at_ends = asked.ncontinuous;
    slope = form_derivative(s->pool, slope, out->y, &asked);
    asked.ncontinuous = at_ends; /* the slope need not reach the ends */
    if (slope == NULL)
        return NULL;
    make_room(s, out, 5, &asked);
    out->lo = lo->value;
    out->hi = hi->value;
    out->at = at;
    out->curve = c;
    q = inside(s, p, out);
    {
        const struct wish wishes[] = {
            {p, search_sign(
                    s, fn,
                    ring_sub(s->pool, form_at(s->pool, f, x, out->lo), loss))},
            {p, search_sign(
                    s, fn,
                    ring_sub(s->pool, form_at(s->pool, f, x, out->hi), loss))},
            {p, relation_between(s->pool, CORE_LE, out->lo, at)},
            {p, relation_between(s->pool, CORE_LE, at, out->hi)},
            {&q, search_sign(s, CORE_LE, ring_neg(s->pool, slope))}};

        return search_kids(s, out, depth, wishes, 5) &&
                       add_conditions(s, out, &q, &asked, depth)
                   ? out
                   : NULL;
    }
}

/* Whether all that the facts say of x is where it lies between numbers. */
static bool is_boxed(const struct problem *p, const struct atom *x)
{
    for (size_t i = 0; i < p->nfacts; i++) {
        if (variables_have(&p->facts[i]->free, x) && !fact_is_box(p->facts[i]))
            return false;
    }
    return true;
}

const struct proof *prove_along(struct search *s, const struct node *n,
                                const struct form *f, const struct atom *x,
                                const struct slope *slope, bool *decided)
{
    struct end lo = box_end(s->pool, n->p, n->e, x, false),
               hi = box_end(s->pool, n->p, n->e, x, true);
    const struct end *end = slope->sign > 0 ? &lo : &hi;
    const struct proof *out = NULL;

    *decided = false;
    if (slope->sign != 0 && end->value != NULL) {
        out = from_end(s, n, f, x, end);
        *decided = out != NULL || is_boxed(n->p, x);
    } else if (slope->value != NULL && lo.value != NULL && hi.value != NULL &&
               slope_of(s, n, slope->value, x).sign < 0) {
        out =
            slope_bend(s, n->p, f, x, &lo, &hi, ring_int(s->pool, 0), n->depth);
        *decided = out != NULL;
    }
    return out;
}

/* Guesses. */

double slope_least(struct enclosure *e, const struct form *f)
{
    return f ? mpfr_get_d(enclosure_value(e, f)->x.lo, MPFR_RNDD) : -INFINITY;
}

/* Whether the slope seems to have the sign by which f rises from that end. */
static bool seems_to_rise(const struct node *n, const struct slope *slope,
                          const struct end *end)
{
    return slope->value != NULL &&
           samples_sign(n->samples, slope->value) == (end->is_upper ? -1 : 1);
}

/* Whether f is 0 at the end, or small for what it is elsewhere. */
static bool is_contact(struct search *s, const struct node *n,
                       const struct form *f, const struct form *at_end)
{
    const double value = fabs(slope_least(n->e, at_end));

    return simplifies_to_zero(s, n->p, at_end) ||
           value < 0.001 * samples_largest(n->samples, f);
}

/* From another variable that a fact bounds x by, where f is 0. */
static const struct proof *from_terms(struct search *s, const struct node *n,
                                      const struct form *f,
                                      const struct atom *x,
                                      const struct slope *slope)
{
    const struct proof *out = NULL;

    for (size_t i = 0; i < 2 * n->p->nfacts && out == NULL; i++) {
        const bool is_upper = i % 2 == 1;
        const struct end end = {
            box_bound(s->pool, n->p->facts[i / 2], x, is_upper), is_upper};

        if (end.value != NULL && end.value->free.count > 0 &&
            seems_to_rise(n, slope, &end) &&
            simplifies_to_zero(s, n->p, form_at(s->pool, f, x, end.value)))
            out = from_end(s, n, f, x, &end);
    }
    return out;
}

/* From that end, if f seems to rise from there, and seems to be worth it. */
static const struct proof *guess_end(struct search *s, const struct node *n,
                                     const struct form *f, const struct atom *x,
                                     const struct slope *slope,
                                     const struct end *end,
                                     const struct end *other)
{
    const struct form *at = end->value;

    return is_reached(n, x, end) &&
                   (other->value == NULL || at == NULL ||
                    is_contact(s, n, f, form_at(s->pool, f, x, at))) &&
                   seems_to_rise(n, slope, end)
               ? from_end(s, n, f, x, end)
               : NULL;
}

const struct proof *prove_guessed(struct search *s, const struct node *n,
                                  const struct form *f, const struct atom *x,
                                  const struct slope *slope)
{
    const struct end ends[] = {box_end(s->pool, n->p, n->e, x, false),
                               box_end(s->pool, n->p, n->e, x, true)};
    const struct proof *out = NULL;

    if (s->slopes >= SEARCH_SLOPES)
        return NULL;
    s->slopes++;
    for (int k = 0; k < 2 && out == NULL; k++) {
        out = guess_end(s, n, f, x, slope, &ends[k], &ends[1 - k]);
        pool_forgive(s->pool);
    }
    if (out == NULL)
        out = from_terms(s, n, f, x, slope);
    s->slopes--;
    return out;
}
