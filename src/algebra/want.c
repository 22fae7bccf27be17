/*
 * What is wanted: letters of the goal with their signs, and, by facts that have
 * such a letter with that sign, the other letters of these facts with the signs
 * that would cancel them (polarity, as in ordered chaining
 * [BachmairGanzinger1998]).
 */
#include "algebra/find_internal.h"

#include "core/binder.h"
#include "core/ring.h"

enum { WANT_PASSES = 4, WANT_MAX_TERMS = 24, WANT_MAX_LETTERS = 400 };

static bool want_form(struct find *s, const struct form *f, bool is_inside,
                      bool is_turned);

void saturation_clear(struct saturation *now)
{
    memo_clear(&now->places);
    memo_clear(&now->tried);
    memo_clear(&now->opened);
    memo_clear(&now->met);
    memo_clear(&now->equations);
    memo_clear(&now->vain);
    *now = (struct saturation){.nwanted = 0};
}

static struct wanted *wanted_of(struct find *s, const struct atom *a)
{
    uintptr_t place = (uintptr_t)memo_get(&s->now.places, a);

    return place == 0 ? NULL : &s->now.wanted[place - 1];
}

/*
 * Conclusions are odd that have a function of a whole matrix at a number, such
 * as trace(n) for n, where nobody asked for it.
 */
static bool is_odd(struct find *s, const struct atom *a)
{
    bool out = find_is_of_number(a) && wanted_of(s, a) == NULL;

    for (size_t i = 0; !out && i < a->count; i++)
        out = find_is_odd(s, a->args[i]);
    return out || (a->body != NULL && find_is_odd(s, a->body));
}

static bool letters_are_odd(struct find *s, const struct letters *l)
{
    bool out = false;

    for (size_t i = 0; !out && i < l->count; i++)
        out = is_odd(s, l->items[i].atom) ||
              (l->items[i].atom->word != NULL &&
               letters_are_odd(s, l->items[i].atom->word));
    return out;
}

bool find_is_odd(struct find *s, const struct form *f)
{
    bool out = false;

    for (size_t i = 0; !out && i < f->count; i++)
        out = letters_are_odd(s, f->terms[i].monomial) ||
              letters_are_odd(s, f->terms[i].word);
    return out;
}

/*
 * The letters under a sum or maximum, at a generic index, are wanted as it is.
 */
static void want_body(struct find *s, const struct atom *a, unsigned signs)
{
    const struct atom *g = a->kind == ATOM_BINDER && a->binder != BINDER_FORALL
                               ? find_inner(s->pool, a)
                               : NULL;
    const struct form *body =
        g ? binder_open(s->pool, a, ring_atom(s->pool, g)) : NULL;

    if (body == NULL)
        return;
    s->now.inner =
        variables_join(s->pool, s->now.inner, variables_of(s->pool, g));
    if ((signs & WANT_INSIDE) != 0 || a->binder == BINDER_PROD)
        want_form(s, body, true, false);
    if ((signs & WANT_MORE) != 0)
        want_form(s, body, false, false);
    if ((signs & WANT_LESS) != 0)
        want_form(s, body, false, true);
}

/* Whether it is new. */
static bool want_atom(struct find *s, const struct atom *a, unsigned signs)
{
    struct wanted *w = wanted_of(s, a);
    bool changed;

    if (w != NULL) {
        changed = (signs & ~w->signs) != 0;
        w->signs |= signs;
        if (changed)
            want_body(s, a, signs);
        return changed;
    }
    if (s->now.nwanted == WANT_MAX_LETTERS)
        return false;
    arena_push(
        pool_arena(s->pool), &s->now.wanted, &s->now.nwanted,
        sizeof *s->now.wanted,
        &(struct wanted){a, find_all_heads(a), signs, 0, s->now.far, true});
    memo_set(&s->now.places, a, (const void *)(uintptr_t)s->now.nwanted);
    for (size_t i = 0; i < a->count; i++)
        want_form(s, a->args[i], true, false);
    want_body(s, a, signs);
    return true;
}

static bool want_letters(struct find *s, const struct letters *l,
                         unsigned signs)
{
    bool changed = false;

    for (size_t i = 0; i < l->count; i++) {
        const struct atom *a = l->items[i].atom;

        changed = want_atom(s, a, signs) || changed;
        if (a->word != NULL)
            changed = want_letters(s, a->word, signs) || changed;
    }
    return changed;
}

static unsigned sign_of(const struct term *t, bool is_turned)
{
    return (mpq_sgn(t->coefficient->value->q) > 0) == is_turned ? WANT_LESS
                                                                : WANT_MORE;
}

static bool want_form(struct find *s, const struct form *f, bool is_inside,
                      bool is_turned)
{
    bool changed = false;

    for (size_t i = 0; i < f->count; i++) {
        unsigned signs =
            is_inside ? WANT_INSIDE : sign_of(&f->terms[i], is_turned);

        changed = want_letters(s, f->terms[i].monomial, signs) || changed;
        changed = want_letters(s, f->terms[i].word, signs) || changed;
    }
    return changed;
}

static unsigned signs_of(struct find *s, const struct atom *a)
{
    const struct wanted *w = wanted_of(s, a);

    return w ? w->signs : 0;
}

static bool letters_wanted(struct find *s, const struct letters *l,
                           unsigned signs)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct atom *a = l->items[i].atom;

        if ((signs_of(s, a) & signs) != 0 ||
            (a->word != NULL && letters_wanted(s, a->word, signs)))
            return true;
    }
    return false;
}

/* Whether a term of 0 <= f is wanted with its sign. */
static bool is_useful(struct find *s, const struct form *f)
{
    for (size_t i = 0; i < f->count; i++) {
        unsigned signs = sign_of(&f->terms[i], false);

        if (letters_wanted(s, f->terms[i].monomial, signs) ||
            letters_wanted(s, f->terms[i].word, signs))
            return true;
    }
    return false;
}

/* What would cancel the terms of 0 <= f, if that is of use. */
static bool want_by_fact(struct find *s, const struct form *f)
{
    return f != NULL && f->count > 1 && f->count <= WANT_MAX_TERMS &&
           is_useful(s, f) && want_form(s, f, false, true);
}

/* The same of facts, as they are and as they reduce. */
static bool want_by_facts(struct find *s)
{
    bool changed = false;

    for (fact_t k = 0; k < deduction_facts(s->deduction); k++) {
        const struct form *r = find_seen(s, k), *f;
        unsigned fn = r ? relation_kind(r) : 0;

        if (fn != CORE_LE && fn != CORE_LT)
            continue;
        f = find_reduced(s, relation_atom(r)->args[0]);
        changed = want_by_fact(s, f) || changed;
        if (f != relation_atom(r)->args[0])
            changed = want_by_fact(s, relation_atom(r)->args[0]) || changed;
    }
    return changed;
}

static void want_relation(struct find *s, const struct form *r)
{
    unsigned fn = r ? relation_kind(r) : 0;
    const struct form *f;

    if (fn < CORE_EQ || fn > CORE_LT)
        return;
    f = relation_atom(r)->args[0];
    want_form(s, f, false, false);
    if (fn != CORE_LE && fn != CORE_LT)
        want_form(s, f, false, true);
}

/* Facts for all of the range of an index are said at it. */
static void open_at(struct find *s, const struct atom *g)
{
    const fact_t n = deduction_facts(s->deduction);
    fact_t opened;

    for (fact_t k = 0; k < n; k++) {
        const struct atom *all = find_over_range(s, k, g);
        const struct form *r =
            all ? binder_open(s->pool, all, ring_atom(s->pool, g)) : NULL;

        if (r == NULL || memo_get(&s->now.opened, r) != NULL)
            continue;
        memo_set(&s->now.opened, r, r);
        opened = draft_rule(s->draft, "open", "fv", k, g);
        find_learn(s, find_discharged(s, opened, false), true);
    }
}

void find_inside(struct find *s, const struct form *r)
{
    const struct variables scope = deduction_scope(s->deduction);
    const struct atom *g = relation_kind(r) == RELATION_FORALL
                               ? find_inner(s->pool, relation_atom(r))
                               : NULL;

    if (g != NULL && find_scope_with(s, scope, g))
        open_at(s, g);
    find_scope(s, scope);
}

/* The scope is all that is looked into. */
static void look_inside(struct find *s, struct variables scope)
{
    for (size_t i = 0; i < s->now.inner.count; i++) {
        if (find_scope_with(s, scope, s->now.inner.items[i]))
            open_at(s, s->now.inner.items[i]);
    }
    find_scope(s, variables_join(s->pool, scope,
                                 find_generics(s->pool, &s->now.inner)));
}

/*
 * What would cancel the terms of what is assumed, of use or not: of max(D) <= 1
 * nothing is in a goal about D, and only what is known of max(D) leads there.
 */
static void want_by_assumptions(struct find *s)
{
    const size_t n = s->goal->sequent.nhypotheses - s->goal->nfrom;

    for (size_t k = 0; k < n; k++) {
        const struct form *r = find_seen(s, (fact_t)k);
        const unsigned fn = r ? relation_kind(r) : 0;
        const struct form *f = fn == CORE_LE || fn == CORE_LT
                                   ? find_reduced(s, relation_atom(r)->args[0])
                                   : NULL;

        if (f != NULL && f->count <= WANT_MAX_TERMS)
            want_form(s, f, false, true);
    }
}

void find_want(struct find *s, const struct form *goal)
{
    const struct variables scope = deduction_scope(s->deduction);

    s->now.far = 0;
    want_relation(s, find_reduced(s, goal));
    want_relation(s, goal);
    for (unsigned k = 0; k < WANT_PASSES; k++) {
        s->now.far++;
        look_inside(s, scope);
        if (!want_by_facts(s))
            break;
    }
    find_scope(s, scope);
    if (s->level == 0)
        want_by_assumptions(s);
}

/* Signs with which the letter is in a term, outside of functions. */
static unsigned signs_in(const struct letters *l, const struct atom *a,
                         unsigned signs)
{
    unsigned out = 0;

    for (size_t i = 0; i < l->count; i++) {
        if (l->items[i].atom == a)
            out |= signs;
        if (l->items[i].atom->word != NULL)
            out |= signs_in(l->items[i].atom->word, a, signs);
    }
    return out;
}

unsigned find_signs(const struct form *r, const struct atom *a)
{
    unsigned out = 0;

    for (size_t i = 0; i < relation_parts(r, CORE_OR); i++) {
        const struct form *part = relation_part(r, CORE_OR, i), *f;
        unsigned fn = relation_kind(part);

        if (fn == CORE_EQ)
            return WANT_ANY;
        if (fn != CORE_LE && fn != CORE_LT)
            continue;
        f = relation_atom(part)->args[0];
        for (size_t k = 0; k < f->count; k++) {
            unsigned signs = sign_of(&f->terms[k], false);

            out |= signs_in(f->terms[k].monomial, a, signs) |
                   signs_in(f->terms[k].word, a, signs);
        }
    }
    return out != 0 ? out : WANT_ANY;
}

enum { COST_NEW = 4, COST_PART = 2, COST_OTHER = 1 };

static size_t letters_cost(struct find *s, const struct letters *l,
                           unsigned signs, size_t most)
{
    size_t out = 0;

    for (size_t i = 0; i < l->count; i++) {
        const struct atom *a = l->items[i].atom;
        unsigned have = signs_of(s, a);

        if (have == 0 && a->kind == ATOM_VARIABLE)
            out += COST_OTHER;
        else if (have == 0)
            out += (a->word ? letters_cost(s, a->word, signs, most) : 0) +
                   (find_size(a) < most ? COST_PART : COST_NEW);
        else
            out += (have & signs) == 0 ? COST_OTHER : 0;
    }
    return out;
}

size_t find_cost(struct find *s, const struct form *r, size_t most)
{
    size_t out = 0;

    for (size_t i = 0; i < relation_parts(r, CORE_OR); i++) {
        const struct form *part = relation_part(r, CORE_OR, i);
        const struct atom *a = relation_atom(part);
        unsigned fn = relation_kind(part);

        for (size_t k = 0;
             fn >= CORE_EQ && fn <= CORE_LT && k < a->args[0]->count; k++) {
            const struct term *t = &a->args[0]->terms[k];
            unsigned signs =
                fn == CORE_LE || fn == CORE_LT ? sign_of(t, false) : WANT_ANY;

            out += letters_cost(s, t->monomial, signs, most) +
                   letters_cost(s, t->word, signs, most);
        }
    }
    return out;
}
