/*
 * Branch and bound over boxes ([Moore1966]), where a term that rises or falls
 * in a variable is looked at at the end of its range, one that bends down at
 * both, and one that is 0 at an end near it by the sign of its slope.
 */
#include "scalar/problem.h"

#include "core/ring.h"
#include "scalar/box.h"
#include "scalar/factor.h"

enum {
    SEARCH_BITS = 64,
    SEARCH_DEPTH = 48, /* problems within problems */
    SEARCH_SLOPES = 5, /* slopes of slopes */
    SEARCH_TERMS = 200 /* of what is compared with 0 */
};
/* Products of terms: derivatives and denominators make terms grow. */
enum { SEARCH_WORK = 1500000 };

struct search {
    struct pool *pool;
    size_t *fuel;
    unsigned names;  /* given so far */
    unsigned slopes; /* that are being proved */
    size_t end;      /* as much work of the pool, and the search is over */
    struct memo met; /* terms whose contacts were looked for */
};

static const struct proof *prove(struct search *s, const struct problem *p,
                                 unsigned depth);

static struct proof *proof_new(struct search *s, enum proof_kind kind,
                               const struct form *goal, size_t most)
{
    struct arena *arena = pool_arena(s->pool);
    struct proof *out = arena_alloc(arena, sizeof *out);

    *out = (struct proof){.kind = kind, .goal = goal};
    out->kids = arena_array(arena, most + 1, sizeof *out->kids);
    return out;
}

/* A goal from facts: what a kid is to prove. */
struct wish {
    const struct problem *from;
    const struct form *goal;
};

/* Kids for these wishes; false: one was not found. */
static bool add_kids(struct search *s, struct proof *out, unsigned depth,
                     const struct wish *wishes, size_t count)
{
    bool fine = true;

    for (size_t i = 0; i < count && fine; i++) {
        const struct form *goal = wishes[i].goal;
        const struct problem kid = {wishes[i].from->facts,
                                    wishes[i].from->nfacts, goal};

        out->kids[out->nkids] = goal ? prove(s, &kid, depth + 1) : NULL;
        fine = out->kids[out->nkids++] != NULL;
    }
    return fine;
}

static const struct form *positive(struct search *s, unsigned fn,
                                   const struct form *f)
{
    return form_apply1(s->pool, fn, f);
}

/* Cases. */

static const struct proof *prove_cases(struct search *s,
                                       const struct problem *p,
                                       const struct form *assumed,
                                       unsigned depth)
{
    struct proof *out = proof_new(s, PROOF_CASES, p->goal, 2);
    const struct form *other = relation_not(s->pool, assumed);
    const struct problem first = problem_with(s->pool, p, assumed);
    const struct problem second = problem_with(s->pool, p, other);
    const struct wish wishes[] = {{&first, p->goal}, {&second, p->goal}};

    out->assumed = assumed;
    return add_kids(s, out, depth, wishes, 2) ? out : NULL;
}

static const struct proof *prove_and(struct search *s, const struct problem *p,
                                     unsigned depth)
{
    size_t n = relation_parts(p->goal, CORE_AND);
    struct proof *out = proof_new(s, PROOF_BOTH, p->goal, n);

    for (size_t i = 0; i < n; i++) {
        const struct wish wish = {p, relation_part(p->goal, CORE_AND, i)};

        if (!add_kids(s, out, depth, &wish, 1))
            return NULL;
    }
    return out;
}

/* All parts of a disjunction but one. */
static const struct form *without(struct pool *pool, const struct form *goal,
                                  size_t part)
{
    const struct form *out = relation_false(pool);

    for (size_t i = 0; i < relation_parts(goal, CORE_OR); i++) {
        if (i != part)
            out = relation_or(pool, out, relation_part(goal, CORE_OR, i));
    }
    return out;
}

/* The simplest part is denied, and the others proved. */
static const struct proof *prove_or(struct search *s, const struct problem *p,
                                    unsigned depth)
{
    struct proof *out = proof_new(s, PROOF_ASSUMING, p->goal, 1);
    size_t part = 0, n = relation_parts(p->goal, CORE_OR);
    struct problem under;
    struct wish wish = {&under, NULL};

    for (size_t i = 1; i < n; i++) {
        if (relation_part(p->goal, CORE_OR, i)->depth <
            relation_part(p->goal, CORE_OR, part)->depth)
            part = i;
    }
    out->assumed = relation_not(s->pool, relation_part(p->goal, CORE_OR, part));
    under = problem_with(s->pool, p, out->assumed);
    wish.goal = without(s->pool, p->goal, part);
    return add_kids(s, out, depth, &wish, 1) ? out : NULL;
}

/* Above or below 0. */
static const struct proof *prove_unequal(struct search *s,
                                         const struct problem *p,
                                         const struct form *f, unsigned depth)
{
    struct proof *out = proof_new(s, PROOF_PART, p->goal, 1);
    const struct wish wishes[] = {
        {p, positive(s, CORE_LT, f)},
        {p, positive(s, CORE_LT, ring_neg(s->pool, f))}};

    for (size_t i = 0; i < 2; i++) {
        out->nkids = 0;
        if (add_kids(s, out, depth, &wishes[i], 1))
            return out;
    }
    return NULL;
}

/* Slopes. */

/* What a derivative along x says on the box of an enclosure. */
struct slope {
    const struct form *value;   /* NULL: there is none, or it is not certain */
    const struct form *missing; /* the condition that is not */
    int sign;                   /* 1: not below 0 certainly, -1: not above */
};

/* The first that does not hold certainly, or NULL. */
static const struct form *
first_open(struct enclosure *e, const struct form *const *list, size_t count)
{
    size_t i = 0;

    while (i < count && enclosure_sign(e, list[i]) > 0)
        i++;
    return i < count ? list[i] : NULL;
}

static struct slope slope_of(struct search *s, struct enclosure *e,
                             const struct form *f, const struct atom *x)
{
    struct conditions asked = {NULL, NULL, 0, 0};
    struct slope out = {form_derivative(s->pool, f, x, &asked), NULL, 0};
    const struct image *r;

    pool_forgive(s->pool);
    out.missing = first_open(e, asked.smooth, asked.nsmooth);
    if (out.missing != NULL)
        out.value = NULL;
    if (out.value == NULL)
        return out;
    r = enclosure_value(e, out.value);
    out.sign = interval_certainly_nonnegative(&r->x)   ? 1
               : interval_certainly_nonpositive(&r->x) ? -1
                                                       : 0;
    return out;
}

/* p for a number y between lo and hi. */
static struct problem inside(struct search *s, const struct problem *p,
                             const struct proof *out)
{
    const struct form *y = ring_atom(s->pool, out->y);
    struct problem q = problem_with(
        s->pool, p, relation_between(s->pool, CORE_LT, out->lo, y));

    return problem_with(s->pool, &q,
                        relation_between(s->pool, CORE_LT, y, out->hi));
}

/* Kids for what derivatives of t ask, and continuity at both ends. */
static bool add_conditions(struct search *s, struct proof *out,
                           const struct problem *q,
                           const struct conditions *asked, unsigned depth)
{
    const struct form *const ends[] = {out->lo, out->hi};
    bool fine = true;

    for (size_t i = 0; i < asked->nsmooth && fine; i++) {
        const struct wish wish = {q, asked->smooth[i]};

        fine = add_kids(s, out, depth, &wish, 1);
    }
    for (size_t i = 0; i < 2 * asked->ncontinuous && fine; i++) {
        const struct wish wish = {
            q, form_at(s->pool, asked->continuous[i / 2], out->y, ends[i % 2])};

        fine = add_kids(s, out, depth, &wish, 1);
    }
    return fine;
}

/* About f as a term t(y) for a new number y, and its slope. */
static struct proof *slope_proof(struct search *s, enum proof_kind kind,
                                 const struct problem *p, const struct form *f,
                                 const struct atom *x, bool is_turned)
{
    struct proof *out = proof_new(s, kind, p->goal, 0);

    out->y = problem_name(s->pool, s->names++, false);
    out->t = form_at(s->pool, f, x, ring_atom(s->pool, out->y));
    if (is_turned)
        out->t = ring_neg(s->pool, out->t);
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

/* 0 (fn) f by its value at that end of x, from where it rises. */
static const struct proof *prove_rise(struct search *s, const struct problem *p,
                                      const struct form *f,
                                      const struct atom *x,
                                      const struct end *end, unsigned depth)
{
    const bool strict = relation_kind(p->goal) == CORE_LT;
    const struct form *low = form_at(s->pool, f, x, end->value), *slope;
    struct proof *out = slope_proof(s, PROOF_RISE, p, f, x, end->is_upper);
    struct conditions asked = {NULL, NULL, 0, 0};
    struct problem q;
    unsigned fn;

    slope = form_derivative(s->pool, out->t, out->y, &asked);
    if (slope == NULL || low == NULL)
        return NULL;
    make_room(s, out, 3, &asked);
    out->lo = end->is_upper ? ring_atom(s->pool, x) : end->value;
    out->hi = end->is_upper ? end->value : ring_atom(s->pool, x);
    /* of a strict goal either the end, or the slope is strict */
    out->strict = strict && form_is_zero_at(s->pool, p, low);
    fn = out->strict ? CORE_LT : CORE_LE;
    q = inside(s, p, out);
    {
        const struct wish wishes[] = {
            {p, positive(s, strict && !out->strict ? CORE_LT : CORE_LE, low)},
            {p, relation_between(s->pool, fn, out->lo, out->hi)},
            {&q, positive(s, fn, slope)}};

        return add_kids(s, out, depth, wishes, 3) &&
                       add_conditions(s, out, &q, &asked, depth)
                   ? out
                   : NULL;
    }
}

/* 0 (fn) f by its values at both ends of x, where it bends down between. */
static const struct proof *prove_bend(struct search *s, const struct problem *p,
                                      const struct form *f,
                                      const struct atom *x,
                                      const struct end *lo,
                                      const struct end *hi, unsigned depth)
{
    const unsigned fn = relation_kind(p->goal);
    const struct form *form = ring_atom(s->pool, x), *slope;
    struct proof *out = slope_proof(s, PROOF_BEND, p, f, x, false);
    struct conditions asked = {NULL, NULL, 0, 0};
    struct problem q;
    size_t at_ends;

    slope = form_derivative(s->pool, out->t, out->y, &asked);
    at_ends = asked.ncontinuous;
    slope = form_derivative(s->pool, slope, out->y, &asked);
    asked.ncontinuous = at_ends; /* the slope need not reach the ends */
    if (slope == NULL)
        return NULL;
    make_room(s, out, 5, &asked);
    out->lo = lo->value;
    out->hi = hi->value;
    out->at = form;
    q = inside(s, p, out);
    {
        const struct wish wishes[] = {
            {p, positive(s, fn, form_at(s->pool, f, x, out->lo))},
            {p, positive(s, fn, form_at(s->pool, f, x, out->hi))},
            {p, relation_between(s->pool, CORE_LE, out->lo, form)},
            {p, relation_between(s->pool, CORE_LE, form, out->hi)},
            {&q, positive(s, CORE_LE, ring_neg(s->pool, slope))}};

        return add_kids(s, out, depth, wishes, 5) &&
                       add_conditions(s, out, &q, &asked, depth)
                   ? out
                   : NULL;
    }
}

/* Factors. */

/* 0 (fn) factor and 0 (fn) rest, whose product is f. */
static const struct proof *prove_scaled(struct search *s,
                                        const struct problem *p,
                                        const struct form *factor,
                                        const struct form *rest, unsigned depth)
{
    const unsigned fn = relation_kind(p->goal);
    struct proof *out = proof_new(s, PROOF_SCALE, p->goal, 2);
    const struct wish wishes[] = {{p, positive(s, fn, factor)},
                                  {p, positive(s, fn, rest)}};

    return add_kids(s, out, depth, wishes, 2) ? out : NULL;
}

/* f is recip(u)^k * rest. */
static const struct proof *
prove_cleared(struct search *s, const struct problem *p, const struct form *u,
              unsigned k, const struct form *rest, unsigned depth)
{
    struct proof *out = proof_new(s, PROOF_CLEAR, p->goal, 3);
    const struct wish wishes[] = {
        {p, positive(s, CORE_LT, u)},
        {p, positive(s, CORE_LT, form_apply1(s->pool, CORE_RECIP, u))},
        {p, positive(s, relation_kind(p->goal), rest)}};

    out->t = u;
    out->power = k;
    return add_kids(s, out, depth, wishes, 3) ? out : NULL;
}

/* Inequalities. */

/* Along x: *decided where nothing else needs to be tried. */
static const struct proof *along(struct search *s, const struct problem *p,
                                 struct enclosure *e, const struct form *f,
                                 const struct atom *x,
                                 const struct slope *slope, unsigned depth,
                                 bool *decided)
{
    struct end lo = box_end(s->pool, p, e, x, false),
               hi = box_end(s->pool, p, e, x, true);
    const struct end *end = slope->sign > 0 ? &lo : &hi;

    *decided = false;
    if (slope->sign != 0 && end->value != NULL) {
        *decided = true;
        return prove_rise(s, p, f, x, end, depth);
    }
    if (slope->value != NULL && lo.value != NULL && hi.value != NULL &&
        slope_of(s, e, slope->value, x).sign < 0) {
        *decided = true;
        return prove_bend(s, p, f, x, &lo, &hi, depth);
    }
    return NULL;
}

/* From an end at which f is 0. */
static const struct proof *
from_contact(struct search *s, const struct problem *p, struct enclosure *e,
             const struct form *f, const struct atom *x, unsigned depth)
{
    const struct proof *out = NULL;

    if (s->slopes >= SEARCH_SLOPES)
        return NULL;
    s->slopes++;
    for (int k = 0; k < 2 && out == NULL; k++) {
        const struct end end = box_end(s->pool, p, e, x, k == 1);

        if (end.value != NULL &&
            form_is_zero_at(s->pool, p, form_at(s->pool, f, x, end.value)))
            out = prove_rise(s, p, f, x, &end, depth);
        pool_forgive(s->pool);
    }
    s->slopes--;
    return out;
}

static const struct proof *
prove_split(struct search *s, const struct problem *p, struct enclosure *e,
            const struct form *f, const struct slope *slopes, unsigned depth)
{
    const struct form *best = NULL;
    double most = 0;

    for (size_t i = 0; i < f->free.count; i++) {
        const struct atom *x = f->free.items[i];
        double weight = 0;
        const struct form *cut =
            box_cut(s->pool, e, x, slopes[i].value, &weight);
        const struct form *kink = box_kink(s->pool, e, x, slopes[i].missing);

        if (kink != NULL)
            return prove_cases(
                s, p,
                relation_between(s->pool, CORE_LE, ring_atom(s->pool, x), kink),
                depth);
        if (cut != NULL && weight > most) {
            most = weight;
            best =
                relation_between(s->pool, CORE_LE, ring_atom(s->pool, x), cut);
        }
    }
    return best ? prove_cases(s, p, best, depth) : NULL;
}

/* Where to cut f's range because it is 0 there, once for each f; or NULL. */
static const struct form *contact_of(struct search *s, const struct problem *p,
                                     struct enclosure *e, const struct form *f)
{
    if (f->free.count != 1 || s->slopes > 0 || memo_get(&s->met, f) != NULL)
        return NULL;
    memo_set(&s->met, f, f);
    return box_contact(s->pool, p, e, f, f->free.items[0]);
}

static const struct proof *prove_inequality(struct search *s,
                                            const struct problem *p,
                                            struct enclosure *e, unsigned depth)
{
    const struct form *f = relation_atom(p->goal)->args[0], *cut, *rest;
    const size_t n = f->free.count;
    const struct proof *out = NULL;
    bool decided = false;
    struct slope *slopes;
    unsigned power;

    cut = factor_common(s->pool, e, f, &rest);
    if (cut != NULL)
        return prove_scaled(s, p, cut, rest, depth);
    slopes = arena_array(pool_arena(s->pool), n + 1, sizeof *slopes);
    for (size_t i = 0; i < n && !decided; i++) {
        slopes[i] = slope_of(s, e, f, f->free.items[i]);
        out = along(s, p, e, f, f->free.items[i], &slopes[i], depth, &decided);
    }
    if (decided)
        return out;
    cut = factor_divisor(s->pool, e, f, &power, &rest);
    if (cut != NULL)
        return prove_cleared(s, p, cut, power, rest, depth);
    cut = contact_of(s, p, e, f);
    if (cut != NULL)
        return prove_cases(s, p, cut, depth);
    for (size_t i = 0; i < n && out == NULL; i++)
        out = from_contact(s, p, e, f, f->free.items[i], depth);
    return out ? out : prove_split(s, p, e, f, slopes, depth);
}

static const struct proof *prove_by_form(struct search *s,
                                         const struct problem *p,
                                         struct enclosure *e, unsigned depth)
{
    unsigned fn = relation_kind(p->goal);

    if (fn == CORE_AND)
        return prove_and(s, p, depth);
    if (fn == CORE_OR)
        return prove_or(s, p, depth);
    if (fn < CORE_EQ || fn > CORE_LT ||
        !form_scalar(relation_atom(p->goal)->args[0]))
        return NULL;
    if (fn == CORE_NE)
        return prove_unequal(s, p, relation_atom(p->goal)->args[0], depth);
    return fn == CORE_EQ ? NULL : prove_inequality(s, p, e, depth);
}

static bool is_too_much(const struct search *s, const struct problem *p,
                        unsigned depth)
{
    const struct atom *a = relation_atom(p->goal);

    return *s->fuel == 0 || depth > SEARCH_DEPTH ||
           pool_burnt(s->pool) > s->end ||
           (a != NULL && a->count > 0 && a->args[0]->count > SEARCH_TERMS);
}

static const struct proof *prove(struct search *s, const struct problem *p,
                                 unsigned depth)
{
    const struct proof *out = NULL;
    struct enclosure *e;
    int sign;

    if (is_too_much(s, p, depth))
        return NULL;
    --*s->fuel;
    pool_forgive(s->pool);
    e = enclosure_new(s->pool, p->facts, p->nfacts, SEARCH_BITS);
    sign = enclosure_sign(e, p->goal);
    if (sign > 0 || enclosure_is_empty(e))
        out = proof_new(s, PROOF_ENCLOSED, p->goal, 0);
    else if (sign == 0)
        out = prove_by_form(s, p, e, depth);
    enclosure_free(e);
    return out;
}

const struct proof *problem_proof(struct pool *pool, const struct problem *p,
                                  unsigned names, size_t *fuel)
{
    struct search s = {.pool = pool,
                       .fuel = fuel,
                       .names = names,
                       .end = pool_burnt(pool) + SEARCH_WORK};
    const struct proof *out = prove(&s, p, 0);

    memo_clear(&s.met);
    pool_forgive(pool);
    return out;
}
