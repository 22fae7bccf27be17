/*
 * Changes of terms and relations: one place is chosen on the way down, and what
 * stands around it is built again by the constructors.
 */
#include "core/binder.h"
#include "core/ring.h"
#include "mutant.h"

#include <string.h>

static size_t below(struct mutator *m, size_t bound)
{
    return (size_t)rng_below(&m->rng, bound);
}

static const struct form *changed(struct mutator *m, const struct form *f);

/* Another symbol of that shape, or NULL. */
static const struct form *symbol_like(struct mutator *m, const struct form *f)
{
    const struct sequent *s = m->sequent;

    for (size_t tries = 0; tries < 8 && s->nsymbols > 0; tries++) {
        const struct atom *a = s->symbols[below(m, s->nsymbols)];

        if (a->variable == VARIABLE_SYMBOL && a->rows == f->rows &&
            a->cols == f->cols)
            return ring_atom(m->pool, a);
    }
    return NULL;
}

static const struct form *opened(struct mutator *m, const struct atom *a,
                                 const struct atom **g)
{
    *g = generic_new(m->pool, binder_is_over_index(a), a->lo, a->hi,
                     &a->body->free);
    return *g ? binder_open(m->pool, a, ring_atom(m->pool, *g)) : NULL;
}

/* Its kind, an end, or its body. */
static const struct form *changed_binder(struct mutator *m,
                                         const struct atom *a)
{
    static const enum binder_kind others[] = {
        [BINDER_SUM] = BINDER_PROD,         [BINDER_PROD] = BINDER_PRODR,
        [BINDER_PRODR] = BINDER_PROD,       [BINDER_MAX] = BINDER_MIN,
        [BINDER_MIN] = BINDER_MAX,          [BINDER_FORALL] = BINDER_FORALL,
        [BINDER_INTEGRAL] = BINDER_INTEGRAL};
    enum binder_kind kind = a->binder;
    const struct form *lo = a->lo, *hi = a->hi, *body;
    const struct atom *g;

    body = opened(m, a, &g);
    if (body == NULL)
        return NULL;
    switch (below(m, 6)) {
    case 0:
        kind = others[kind];
        break;
    case 1:
        lo = changed(m, lo);
        break;
    case 2:
        hi = changed(m, hi);
        break;
    default:
        body =
            kind == BINDER_FORALL ? mutant_relation(m, body) : changed(m, body);
    }
    return form_bind(m->pool, kind, lo, hi, body, g);
}

/* The function dropped or another one, or an argument changed. */
static const struct form *changed_apply(struct mutator *m, const struct atom *a)
{
    const struct form **args =
        arena_array(pool_arena(m->pool), a->count + 1, sizeof *args);
    size_t k = below(m, a->count + (a->count == 0));

    if (a->count == 0)
        return NULL;
    memcpy(args, a->args, a->count * sizeof *args);
    switch (below(m, 5)) {
    case 0:
        return args[k];
    case 1:
        return form_apply(m->pool, (unsigned)below(m, CORE_EQ), args, a->count);
    case 2:
        args[k] = a->args[0];
        args[0] = a->args[k];
        break;
    default:
        args[k] = a->function >= CORE_EQ ? mutant_relation(m, args[k])
                                         : changed(m, args[k]);
    }
    return form_apply(m->pool, a->function, args, a->count);
}

static const struct form *changed_member(struct mutator *m,
                                         const struct atom *a)
{
    const struct form **args =
        arena_array(pool_arena(m->pool), a->count + 1, sizeof *args);
    size_t k = below(m, a->count);

    memcpy(args, a->args, a->count * sizeof *args);
    args[k] = changed(m, args[k]);
    return form_member(m->pool, a->head, args, a->count);
}

static const struct form *changed_word(struct mutator *m,
                                       const struct letters *w);

static const struct form *changed_atom(struct mutator *m, const struct atom *a)
{
    const struct form *f = ring_atom(m->pool, a);

    if (below(m, 4) == 0)
        return symbol_like(m, f);
    switch (a->kind) {
    case ATOM_VARIABLE:
        return below(m, 2) ? ring_transpose(m->pool, f)
                           : ring_add(m->pool, f, f);
    case ATOM_APPLY:
        return changed_apply(m, a);
    case ATOM_MEMBER:
        return changed_member(m, a);
    case ATOM_BINDER:
        return changed_binder(m, a);
    case ATOM_WORD:
        return changed_word(m, a->word);
    }
    return NULL;
}

/* One letter changed, transposed or left out. */
static const struct form *changed_word(struct mutator *m,
                                       const struct letters *w)
{
    const size_t k = below(m, w->count);
    const struct form *out = NULL;

    for (size_t i = 0; i < w->count; i++) {
        struct letter l = w->items[i];
        const struct form *f;

        if (i == k && below(m, 3) == 0)
            l.power = !l.power;
        f = i == k && below(m, 2) ? changed_atom(m, l.atom)
                                  : ring_atom(m->pool, l.atom);
        if (l.power)
            f = ring_transpose(m->pool, f);
        if (i == k && w->count > 1 && below(m, 8) == 0)
            continue;
        out = out == NULL ? f : ring_mul(m->pool, out, f);
        if (out == NULL)
            return NULL;
    }
    return out;
}

/* One factor of the monomial changed. */
static const struct form *changed_monomial(struct mutator *m,
                                           const struct letters *w)
{
    const size_t k = below(m, w->count);
    const struct form *out = ring_int(m->pool, 1);

    for (size_t i = 0; i < w->count; i++) {
        const struct letter *l = &w->items[i];
        unsigned power = l->power;

        if (i == k && below(m, 4) > 0) {
            out = ring_mul(m->pool, out, changed_atom(m, l->atom));
            power--;
        } else if (i == k) {
            power += below(m, 2) ? 1 : -1U;
        }
        out = ring_mul(m->pool, out,
                       ring_power(m->pool, ring_atom(m->pool, l->atom), power));
    }
    return out;
}

static const struct form *coefficient(struct mutator *m, const struct term *t)
{
    const struct form *c = ring_number(m->pool, t->coefficient->value->q);

    switch (below(m, 4)) {
    case 0:
        return ring_neg(m->pool, c);
    case 1:
        return ring_add(m->pool, c, pool_one(m->pool));
    case 2:
        return ring_add(m->pool, c, c);
    default:
        return ring_int(m->pool, 0);
    }
}

static const struct form *changed_term(struct mutator *m, const struct form *f,
                                       const struct term *t)
{
    const struct form *c = ring_number(m->pool, t->coefficient->value->q);
    const struct form *word = ring_int(m->pool, 1), *monomial = word;
    struct term alone = {pool_one(m->pool)->terms[0].coefficient, t->monomial,
                         pool_one(m->pool)->terms[0].word};
    const size_t way = below(m, 4);

    monomial = ring_term(m->pool, NULL, NULL, &alone);
    if (f->rows != NULL)
        word = t->word->count > 0 ? ring_word(m->pool, t->word)
                                  : ring_eye(m->pool, f->rows);
    if (way > 1 && t->word->count > 0)
        word = changed_word(m, t->word);
    else if (way > 0 && t->monomial->count > 0)
        monomial = changed_monomial(m, t->monomial);
    else
        c = coefficient(m, t);
    return ring_mul(m->pool, ring_mul(m->pool, c, monomial), word);
}

/* Of the same shape; NULL: the change does not fit. */
static const struct form *changed(struct mutator *m, const struct form *f)
{
    const struct term *t;
    struct term copy;
    const struct form *rest;

    if (f->count == 0 || below(m, 8) == 0)
        return ring_add(m->pool, f,
                        form_scalar(f) ? pool_one(m->pool) : symbol_like(m, f));
    t = &f->terms[below(m, f->count)];
    copy = *t;
    rest = ring_sub(m->pool, f, pool_form(m->pool, f->rows, f->cols, &copy, 1));
    return ring_add(m->pool, rest, changed_term(m, f, t));
}

const struct form *mutant_relation(struct mutator *m, const struct form *r)
{
    static const unsigned kinds[] = {CORE_EQ, CORE_NE, CORE_LE, CORE_LT};
    const struct atom *a = relation_atom(r);
    const struct form *arg;

    if (a == NULL || a->kind == ATOM_BINDER)
        return a ? changed_binder(m, a) : NULL;
    if (a->function == CORE_AND || a->function == CORE_OR ||
        a->function == CORE_NOT)
        return changed_apply(m, a);
    arg = a->args[0];
    if (a->function <= CORE_LT && below(m, 6) == 0)
        return form_apply1(m->pool, kinds[below(m, 4)], arg);
    return form_apply1(m->pool, a->function, changed(m, arg));
}

/* Two symbols of one shape in each other's place. */
static bool exchange(struct sequent *out, struct mutator *m)
{
    const struct sequent *s = m->sequent;
    const struct atom *a = s->symbols[below(m, s->nsymbols)];
    const struct atom *b = s->symbols[below(m, s->nsymbols)];
    const struct substitution by[] = {
        {.variable = a, .value = a->variable ? NULL : ring_atom(m->pool, b)},
        {.variable = b, .value = b->variable ? NULL : ring_atom(m->pool, a)}};

    if (a->variable != VARIABLE_SYMBOL || b->variable != VARIABLE_SYMBOL ||
        a->rows != b->rows || a->cols != b->cols ||
        a->is_integer != b->is_integer)
        return false;
    out->conclusion = form_substitute(m->pool, s->conclusion, by, 2);
    return out->conclusion != NULL;
}

bool mutant_sequent(struct sequent *out, struct mutator *m)
{
    const struct sequent *s = m->sequent;
    const struct form **hypotheses = arena_array(
        pool_arena(m->pool), s->nhypotheses + 1, sizeof *hypotheses);
    const size_t way = below(m, 10), k = below(m, s->nhypotheses + 1);

    *out = *s;
    out->hypotheses = hypotheses;
    pool_forgive(m->pool);
    if (s->nhypotheses > 0)
        memcpy(hypotheses, s->hypotheses, s->nhypotheses * sizeof *hypotheses);
    if (way < 2 && k < s->nhypotheses) {
        hypotheses[k] = way == 0 ? relation_true(m->pool)
                                 : mutant_relation(m, s->hypotheses[k]);
        return hypotheses[k] != NULL && hypotheses[k] != s->hypotheses[k];
    }
    if (way == 2 && s->nsymbols > 0)
        return exchange(out, m) && out->conclusion != s->conclusion;
    out->conclusion = mutant_relation(m, s->conclusion);
    return out->conclusion != NULL && out->conclusion != s->conclusion &&
           pool_why(m->pool) == NULL;
}
