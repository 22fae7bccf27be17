/*
 * Other variables: u = 1/x on a half line, exponentials and logarithms by
 * names.
 */
#include "scalar/substitute_internal.h"

#include "core/ring.h"
#include "scalar/laws.h"

/* Half lines. */

static const struct form *exchanged(void *context, const struct atom *a)
{
    const struct exchange *c = context;

    if (a->form == c->forward)
        return c->u->form;
    return a == c->x ? c->back : NULL;
}

const struct form *exchange_form(const struct exchange *c, const struct form *f)
{
    /* 1/(1/u) is u */
    const struct form *twice = form_apply1(
        c->pool, CORE_RECIP, form_apply1(c->pool, CORE_RECIP, c->u->form));
    const struct equation e = {.head = twice, .by = c->u->form};
    const struct form *g =
        f ? form_mapped(c->pool, f, exchanged, (void *)c) : NULL;

    return g ? form_rewritten(c->pool, g, &e, 1) : NULL;
}

const struct proof *prove_exchanged(struct search *s, const struct problem *p,
                                    const struct exchange *c, unsigned depth,
                                    prover *next)
{
    enum { ROOM = 2 };
    struct proof *out =
        search_proof(s, PROOF_REWRITE, p->goal, ROOM + EQUATION_PREMISES + 1);
    const struct form **facts =
        arena_array(pool_arena(s->pool), 2 * (p->nfacts + ROOM), sizeof *facts);
    const struct form **after = facts + p->nfacts + ROOM;
    const struct wish wishes[] = {{p, c->sides[0]}, {p, c->sides[1]}};
    struct wish premises[EQUATION_PREMISES];
    size_t count = 0;
    struct problem q;

    out->y = c->u;
    out->t = c->forward;
    out->equations = pool_copy(s->pool, &c->known, 1, sizeof c->known);
    out->nequations = c->known.head != NULL;
    while (out->nranges < ROOM && c->sides[out->nranges] != NULL)
        out->nranges++;
    for (; count < out->nranges; count++)
        facts[count] = wishes[count].goal;
    for (size_t i = 0; i < p->nfacts; i++)
        facts[count++] = p->facts[i];
    for (size_t i = 0; i < count; i++) {
        after[i] = exchange_form(c, facts[i]);
        if (after[i] == NULL)
            return NULL;
    }
    out->before = facts;
    out->after = after;
    out->nfacts = count;
    q = (struct problem){after, count, exchange_form(c, p->goal)};
    for (size_t i = 0; i < c->known.npremises; i++)
        premises[i] = (struct wish){p, c->known.premises[i]};
    if (q.goal == NULL ||
        !search_kids(s, out, depth, premises, c->known.npremises) ||
        !search_kids(s, out, depth, wishes, out->nranges))
        return NULL;
    out->kids[out->nkids] = next(s, &q, depth + 1);
    return out->kids[out->nkids++] ? out : NULL;
}

static const struct proof *
expanded_or_all(struct search *s, const struct problem *p, unsigned depth)
{
    const struct proof *out = prove_expanded(s, p, depth);

    return out ? out : search_prove(s, p, depth);
}

/* Whether x reaches infinity; *lo is where it begins, or NULL. */
static bool is_half_line(struct search *s, const struct problem *p,
                         const struct atom *x, const struct form **lo)
{
    LOCAL_ENCLOSURE e = search_enclosure(s, p);
    const bool out =
        !x->is_integer && mpfr_inf_p(enclosure_value(e, x->form)->x.hi) != 0;

    *lo = box_end(s->pool, p, e, x, false).value;
    *lo = *lo && form_as_number(s->pool, *lo) ? *lo : NULL;
    return out;
}

/* u = 1/x */
static const struct proof *by_inverse(struct search *s, const struct problem *p,
                                      const struct atom *x, unsigned depth)
{
    struct exchange c = {.pool = s->pool, .x = x};
    const struct form *lo;

    if (!is_half_line(s, p, x, &lo) || lo == NULL ||
        mpq_sgn(form_as_number(s->pool, lo)->value->q) < 0)
        return NULL;
    c.u = search_name(s);
    c.forward = form_apply1(s->pool, CORE_RECIP, x->form);
    c.back = form_apply1(s->pool, CORE_RECIP, c.u->form);
    c.known = law_at(s->pool, "inverse_of_inverse", x->form, NULL);
    if (!form_is_nil(lo))
        c.sides[1] = relation_between(
            s->pool, CORE_LE, c.forward,
            ring_number(
                s->pool,
                pool_inverse(s->pool, form_as_number(s->pool, lo))->value->q));
    c.sides[0] = search_sign(s, CORE_LT, c.forward);
    return prove_exchanged(s, p, &c, depth, expanded_or_all);
}

const struct proof *prove_substituted(struct search *s, const struct problem *p,
                                      unsigned depth)
{
    const struct proof *out = NULL;

    for (size_t i = 0; i < p->goal->free.count && out == NULL; i++)
        out = by_inverse(s, p, p->goal->free.items[i], depth);
    return out;
}

const struct atom *exchange_variable(const struct form *u, size_t place)
{
    const struct letters *m = u->terms[place].monomial;
    const struct atom *x = NULL;

    for (size_t k = 0; k < m->count; k++) {
        const struct atom *a = m->items[k].atom;

        if (a->free.count == 0)
            continue;
        if (x != NULL || a->kind != ATOM_VARIABLE || a->is_integer ||
            m->items[k].power > 1)
            return NULL;
        x = a;
    }
    for (size_t i = 0; i < u->count && x != NULL; i++) {
        const struct letters *other = u->terms[i].monomial;

        for (size_t k = 0; k < other->count && i != place; k++) {
            if (variables_have(&other->items[k].atom->free, x))
                return NULL;
        }
    }
    return x;
}

/* The place in u of a term c * x, for a number c and such a variable x, or
 * u->count. */
static size_t linear_term(const struct form *u)
{
    size_t i = 0;

    while (i < u->count && (u->terms[i].monomial->count != 1 ||
                            exchange_variable(u, i) == NULL))
        i++;
    return i;
}

bool exchange_exponential(const struct atom *a, const void *none)
{
    (void)none;
    return atom_is(a, FN_EXP) && form_scalar(a->form) &&
           linear_term(a->args[0]) < a->args[0]->count;
}

static bool is_exponential_alone(const struct atom *a, const void *none)
{
    return exchange_exponential(a, none) && a->args[0]->count == 1 &&
           mpq_sgn(a->args[0]->terms[0].coefficient->value->q) > 0;
}

struct exchange exchange_at(struct search *s, const struct form *t,
                            const struct form *forward)
{
    const struct term *x = &t->terms[linear_term(t)];

    return (struct exchange){.pool = s->pool,
                             .x = x->monomial->items[0].atom,
                             .u = search_name(s),
                             .forward = forward};
}

const struct form *exchange_solved(struct search *s, const struct form *t,
                                   const struct form *value)
{
    const struct term *x = &t->terms[linear_term(t)];
    const struct form *rest =
        ring_sub(s->pool, t, ring_term(s->pool, NULL, NULL, x));

    return ring_scale(s->pool, pool_inverse(s->pool, x->coefficient)->value->q,
                      ring_sub(s->pool, value, rest));
}

/* u = exp(c * x + r), x = (log(u) - r) / c */
static struct exchange by_exponential(struct search *s, const struct atom *a)
{
    const struct form *exponent = a->args[0];
    struct exchange c = exchange_at(s, exponent, a->form);

    c.back =
        exchange_solved(s, exponent, form_apply1(s->pool, FN_LOG, c.u->form));
    c.known = law_at(s->pool, "log_exp", exponent, NULL);
    return c;
}

/* u = exp(c * x), and then 1/u */
static const struct proof *
from_exponential(struct search *s, const struct problem *p, unsigned depth)
{
    const struct atom *a = form_first(p->goal, is_exponential_alone, NULL);
    const struct form *lo;
    struct exchange c;

    if (a == NULL)
        return NULL;
    c = by_exponential(s, a);
    if (!is_half_line(s, p, c.x, &lo))
        return NULL;
    if (lo != NULL && form_is_nil(lo))
        c.sides[1] =
            relation_between(s->pool, CORE_LE, pool_one(s->pool), c.forward);
    c.sides[0] = search_sign(s, CORE_LT, c.forward);
    return prove_exchanged(s, p, &c, depth, prove_substituted);
}

static bool is_log(const struct atom *a, const void *none)
{
    (void)none;
    return atom_is(a, FN_LOG);
}

/* Without logarithms there are none to compare. */
static const struct proof *by_tangents(struct search *s,
                                       const struct problem *p, unsigned depth)
{
    return form_first(p->goal, is_log, NULL) ? prove_tangents(s, p, depth)
                                             : NULL;
}

const struct proof *
prove_exponents_named(struct search *s, const struct problem *p, unsigned depth)
{
    const struct atom *a = form_first(p->goal, exchange_exponential, NULL);
    struct exchange c;

    if (a == NULL)
        return NULL;
    c = by_exponential(s, a);
    c.sides[0] = search_sign(s, CORE_LT, c.forward);
    return prove_exchanged(s, p, &c, depth, by_tangents);
}

const struct proof *prove_from_infinity(struct search *s,
                                        const struct problem *p, unsigned depth)
{
    return prove_exponentials(s, p, depth, from_exponential);
}

/* Powers. */

static bool is_power(const struct atom *a, const void *none)
{
    (void)none;
    return atom_is(a, CORE_POW) && a->args[1]->free.count > 0;
}

static bool is_log_of_variable(const struct atom *a, const void *none)
{
    const struct atom *x = is_log(a, none) ? form_letter(a->args[0]) : NULL;

    return x != NULL && x->kind == ATOM_VARIABLE;
}

/* u = log(x) for all such, then tangents. */
static const struct proof *by_logarithm(struct search *s,
                                        const struct problem *p, unsigned depth)
{
    const struct atom *a = form_first(p->goal, is_log_of_variable, NULL);
    struct exchange c = {.pool = s->pool};

    if (a == NULL)
        return prove_tangents(s, p, depth);
    c.x = form_letter(a->args[0]);
    c.u = search_name(s);
    c.forward = a->form;
    c.back = form_apply1(s->pool, FN_EXP, c.u->form);
    c.known = law_at(s->pool, "exp_log", c.x->form, NULL);
    return prove_exchanged(s, p, &c, depth, by_logarithm);
}

static const struct proof *by_powers(struct search *s, const struct problem *p,
                                     unsigned depth)
{
    return form_first(p->goal, is_power, NULL) ? prove_powers(s, p, depth)
                                               : by_logarithm(s, p, depth);
}

/* x^t as exp(t * log(x)) */
const struct proof *prove_powers(struct search *s, const struct problem *p,
                                 unsigned depth)
{
    const struct atom *a = form_first(p->goal, is_power, NULL);
    const struct form *u = a ? a->args[0] : NULL;

    if (a == NULL)
        return NULL;
    struct enclosure *at = search_enclosure(s, p);
    bool is_positive = image_is_positive(enclosure_value(at, u));
    enclosure_free(at);
    if (!is_positive) {
        s->stage = STAGE_CASES;
        return prove_cases(
            s, p, search_sign(s, CORE_LT, form_is_nil(u) ? a->args[1] : u),
            depth);
    }
    const struct equation e = law_at(s->pool, "power_as_exp", u, a->args[1]);
    return prove_rewritten(s, p, &e, 1, depth, by_powers);
}
