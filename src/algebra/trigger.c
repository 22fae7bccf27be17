/*
 * Where theorems may be used: the terms of their conclusions that have all of
 * their givens (triggers, [Detlefs2005]).
 */
#include "algebra/find_internal.h"

#include "algebra/match.h"
#include "base/status.h"
#include "core/ring.h"
#include "replay/name.h"
#include "scalar/problem.h"

#include <stdlib.h>

/* Whether an integer is a size of a symbol, which says what it is. */
static bool is_size(const struct sequent *s, const struct atom *integer)
{
    for (size_t i = 0; i < s->nsymbols; i++) {
        const struct atom *a = s->symbols[i];

        if ((a->rows && variables_have(&a->rows->free, integer)) ||
            (a->cols && variables_have(&a->cols->free, integer)))
            return true;
    }
    return false;
}

/* All givens but `most` integers that are no sizes: these may be any. */
static bool has_most_givens(const struct sequent *s,
                            const struct variables *free, size_t most)
{
    for (size_t i = 0; i < s->nsymbols; i++) {
        const struct atom *a = s->symbols[i];

        if (variables_have(free, a) ||
            (a->is_integer && a->rows == NULL && is_size(s, a)))
            continue;
        if (!a->is_integer || a->rows != NULL || most-- == 0)
            return false;
    }
    return true;
}

static bool has_givens(const struct sequent *s, const struct variables *free)
{
    return has_most_givens(s, free, 0);
}

static void trigger_push(struct trigger **list, size_t *count, size_t *capacity,
                         struct trigger t)
{
    for (size_t i = 0; i < *count; i++) {
        if ((*list)[i].theorem == t.theorem && (*list)[i].atom == t.atom &&
            (*list)[i].other == t.other)
            return;
    }
    if (*count == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 64;
        *list = xrealloc(*list, *capacity, sizeof **list);
    }
    t.heads = find_all_heads(t.atom);
    (*list)[(*count)++] = t;
}

/* 0 <= a or 0 < a, perhaps under conditions; or NULL. */
static const struct atom *sign_of(const struct form *conclusion)
{
    for (size_t i = 0; i < relation_parts(conclusion, CORE_OR); i++) {
        const struct form *r = relation_part(conclusion, CORE_OR, i);
        unsigned fn = relation_kind(r);
        const struct term *t;

        if (fn != CORE_LE && fn != CORE_LT)
            continue;
        t = relation_atom(r)->args[0]->terms;
        if (relation_atom(r)->args[0]->count == 1 &&
            mpq_sgn(t->coefficient->value->q) > 0 && find_letter(t) != NULL)
            return find_letter(t);
    }
    return NULL;
}

static void add_trigger(struct finder *f, const struct core_theorem *t,
                        const struct atom *a)
{
    trigger_push(&f->triggers, &f->ntriggers, &f->capacity,
                 (struct trigger){
                     .theorem = t,
                     .atom = a,
                     .signs = find_signs(theorem_sequent(t)->conclusion, a)});
}

static void trigger_atom(struct finder *f, const struct core_theorem *t,
                         const struct atom *a);

static void trigger_form(struct finder *f, const struct core_theorem *t,
                         const struct form *form)
{
    for (size_t i = 0; i < form->count; i++) {
        const struct letters *parts[] = {form->terms[i].monomial,
                                         form->terms[i].word};

        for (size_t k = 0; k < 2; k++) {
            for (size_t j = 0; j < parts[k]->count; j++)
                trigger_atom(f, t, parts[k]->items[j].atom);
        }
    }
}

/* What says where a theorem may be used: functions, binders, scalar words. */
static bool is_pattern(const struct atom *a)
{
    return (a->kind == ATOM_APPLY && a->function != CORE_SEL &&
            a->function != FN_ONES && a->function < CORE_EQ) ||
           a->kind == ATOM_WORD ||
           (a->kind == ATOM_BINDER && a->binder != BINDER_FORALL);
}

/* The outermost of them that have all givens. */
static void trigger_atom(struct finder *f, const struct core_theorem *t,
                         const struct atom *a)
{
    if (!has_most_givens(theorem_sequent(t), &a->free, a->kind == ATOM_BINDER))
        return;
    if (is_pattern(a)) {
        add_trigger(f, t, a);
        return;
    }
    for (size_t i = 0; i < a->count; i++)
        trigger_form(f, t, a->args[i]);
}

/* The first atom of the term that has all givens, outermost first. */
static const struct atom *trigger_of(const struct core_theorem *t,
                                     const struct form *f)
{
    struct finder own = {.theory = NULL};
    const struct atom *out;

    trigger_form(&own, t, f);
    out = own.ntriggers > 0 ? own.triggers[0].atom : NULL;
    free(own.triggers);
    return out;
}

struct permuted {
    const struct core_theorem *theorem;
    bool is_found;
};

/* What is used at its own right side says more than nothing. */
static void try_again(void *context, const struct match *m)
{
    struct permuted *p = context;
    const struct substitution *by = match_substitution(m);
    const struct sequent *q = theorem_sequent(p->theorem);

    p->is_found = p->is_found || by == NULL ||
                  form_substitute(m->pool, q->conclusion, by, q->nsymbols) !=
                      relation_true(m->pool);
}

/* The term beside the left one in 0 == e, if there is one alone; or NULL. */
static const struct term *right_of(const struct rewriter *w,
                                   const struct form *e)
{
    const struct term *left = &w->left->terms[0];

    return e->count != 2 ? NULL
                         : &e->terms[e->terms[0].monomial == left->monomial &&
                                     e->terms[0].word == left->word];
}

/*
 * Whether the term beside the left one in 0 == e is such a left side as well,
 * so that replacing could go on for ever.
 */
static bool is_permutative(struct finder *f, const struct core_theorem *t,
                           const struct rewriter *w, const struct form *e)
{
    const struct term *other = w->trigger ? right_of(w, e) : NULL;
    struct permuted out = {t, false};

    if (other != NULL && find_letter(other) != NULL)
        match_atom(f->pool, NULL, theorem_sequent(t), w->trigger,
                   find_letter(other), try_again, &out);
    return out.is_found;
}

/* The word of letters, one of them a function, that 0 == e puts in the place
 * of a letter; or NULL. */
static const struct letters *word_for(const struct rewriter *w,
                                      const struct form *e)
{
    const struct term *other =
        find_letter(&w->left->terms[0]) != NULL ? right_of(w, e) : NULL;

    if (other == NULL || other->monomial->count > 0 || other->word->count < 2)
        return NULL;
    for (size_t i = 0; i < other->word->count; i++) {
        if (find_is_function(other->word->items[i].atom))
            return other->word;
    }
    return NULL;
}

void find_add_rewriter(struct finder *f, const struct rewriter *w)
{
    if (f->nrewriters == f->rewriters_capacity) {
        f->rewriters_capacity =
            f->rewriters_capacity ? 2 * f->rewriters_capacity : 64;
        f->rewriters = xrealloc(f->rewriters, f->rewriters_capacity, sizeof *w);
    }
    f->rewriters[f->nrewriters] = *w;
    f->rewriters[f->nrewriters].heads =
        w->trigger ? find_all_heads(w->trigger)
                   : letters_all_heads(w->left->terms[0].word);
    f->rewriters[f->nrewriters++].is_explicit =
        library_is_explicit(theorem_name(w->theorem));
}

static void add_rewriter(struct finder *f, const struct core_theorem *t,
                         const struct form *left)
{
    const struct form *e = find_equation(theorem_sequent(t)->conclusion);
    struct rewriter w = {
        .theorem = t, .pattern = theorem_sequent(t), .left = left};

    if (e == NULL || left->count != 1)
        return;
    w.trigger = trigger_of(t, left);
    w.is_permutative = is_permutative(f, t, &w, e);
    w.right = w.is_permutative ? NULL : word_for(&w, e);
    if (w.trigger == NULL && left->terms[0].word->count < 2)
        return;
    find_add_rewriter(f, &w);
}

/* Whether it is a sum or the like up to b + 1, with a symbol b. */
static bool is_up_to_next(struct finder *f, const struct core_theorem *t,
                          const struct atom *a)
{
    const struct sequent *q = theorem_sequent(t);
    const struct form *before;
    bool is_symbol = false;

    if (a == NULL || a->kind != ATOM_BINDER || a->binder == BINDER_FORALL)
        return false;
    before = ring_sub(f->pool, a->hi, pool_one(f->pool));
    for (size_t i = 0; i < q->nsymbols; i++)
        is_symbol = is_symbol || q->symbols[i]->form == before;
    return is_symbol;
}

/* What it says of the last term of a sum or product. */
static void add_last(struct finder *f, const struct core_theorem *t)
{
    const struct form *e = find_equation(theorem_sequent(t)->conclusion);

    for (size_t i = 0; e != NULL && i < e->count; i++) {
        const struct atom *a = find_letter(&e->terms[i]);
        const size_t before = f->nrewriters;

        if (is_up_to_next(f, t, a))
            add_rewriter(f, t, ring_atom(f->pool, a));
        if (f->nrewriters > before) /* it has all givens */
            f->rewriters[before].is_last = true;
    }
}

static bool is_no_variable(const struct atom *a, const void *unused)
{
    (void)unused;
    return a->kind != ATOM_VARIABLE;
}

/* The theorem compares integers, and nothing is made of them. */
static bool is_of_integers(const struct sequent *q)
{
    for (size_t i = 0; i < q->nsymbols; i++) {
        if (!q->symbols[i]->is_integer || q->symbols[i]->rows != NULL)
            return false;
    }
    for (size_t i = 0; i < relation_parts(q->conclusion, CORE_OR); i++) {
        const struct form *r = relation_part(q->conclusion, CORE_OR, i);
        const unsigned fn = relation_kind(r);
        const struct form *f = relation_atom(r)->args[0];

        if (fn < CORE_EQ || fn > CORE_LT || !form_scalar(f) ||
            form_first(f, is_no_variable, NULL))
            return false;
    }
    return true;
}

/* The relation of the conclusion that has all givens, if there is one. */
static void add_target(struct finder *f, const struct core_theorem *t)
{
    const struct sequent *q = theorem_sequent(t);

    for (size_t i = 0; i < relation_parts(q->conclusion, CORE_OR); i++) {
        const struct form *r = relation_part(q->conclusion, CORE_OR, i);
        unsigned fn = relation_kind(r);
        uint64_t heads;

        if (((fn < CORE_EQ || fn > CORE_LT || fn == CORE_NE) &&
             fn != CORE_PSD) ||
            !has_givens(q, &r->free))
            continue;
        heads = find_heads(relation_atom(r)->args[0]);
        if (heads == 0 && form_scalar(relation_atom(r)->args[0]) &&
            !is_of_integers(q)) /* it would match everything */
            continue;
        if (f->ntargets == f->targets_capacity) {
            f->targets_capacity =
                f->targets_capacity ? 2 * f->targets_capacity : 64;
            f->targets =
                xrealloc(f->targets, f->targets_capacity, sizeof *f->targets);
        }
        f->targets[f->ntargets++] =
            (struct target){t, relation_atom(r)->args[0], fn, heads};
    }
}

static void push_outer(struct pool *pool, const struct letters *l,
                       const struct atom ***out, size_t *count)
{
    for (size_t i = 0; i < l->count; i++) {
        if (is_pattern(l->items[i].atom) ||
            l->items[i].atom->kind == ATOM_MEMBER)
            arena_push(pool_arena(pool), out, count, sizeof **out,
                       &l->items[i].atom);
    }
}

static bool is_compared(const struct form *r)
{
    unsigned fn = relation_kind(r);

    return fn == CORE_EQ || fn == CORE_LE || fn == CORE_LT;
}

/* Two letters of a part of the conclusion that have all givens together. */
static void add_pairs(struct finder *f, const struct core_theorem *t,
                      const struct form *r)
{
    const struct sequent *q = theorem_sequent(t);
    const struct atom *a = relation_atom(r), **outer = NULL;
    size_t count = 0;

    for (size_t i = 0; is_compared(r) && i < a->args[0]->count; i++) {
        push_outer(f->pool, a->args[0]->terms[i].monomial, &outer, &count);
        push_outer(f->pool, a->args[0]->terms[i].word, &outer, &count);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            struct variables both =
                variables_join(f->pool, outer[i]->free, outer[j]->free);
            bool is_inner = outer[j]->kind == ATOM_MEMBER &&
                            !variables_have(&outer[i]->free, outer[j]->head);

            if (i == j || outer[i]->kind == ATOM_MEMBER || is_inner ||
                (i > j && outer[j]->kind != ATOM_MEMBER) ||
                !has_givens(q, &both))
                continue;
            trigger_push(
                &f->triggers, &f->ntriggers, &f->capacity,
                (struct trigger){.theorem = t,
                                 .atom = outer[i],
                                 .other = outer[j],
                                 .signs = find_signs(q->conclusion, outer[i]),
                                 .other_signs =
                                     find_signs(q->conclusion, outer[j])});
        }
    }
}

/* f(3 * t) is what every f(t) is, at a third of it. */
static bool is_at_part(const struct atom *a)
{
    for (size_t i = 0; i < a->count; i++) {
        const struct term *t =
            a->args[i]->count == 1 ? a->args[i]->terms : NULL;
        const struct atom *x = t ? find_letter(t) : NULL;

        if (x != NULL && x->kind == ATOM_VARIABLE && !x->is_integer &&
            mpq_cmp_si(t->coefficient->value->q, 1, 1) != 0 &&
            mpq_cmp_si(t->coefficient->value->q, -1, 1) != 0)
            return true;
    }
    return false;
}

/*
 * Of the triggers from `first` on those are weak that have fewer functions than
 * another: where the theorem is of use, its functions are there as well; and
 * those at a part of what stands there.
 */
static void mark_weak(struct finder *f, size_t first)
{
    for (size_t i = first; i < f->ntriggers; i++) {
        struct trigger *t = &f->triggers[i];

        t->is_weak = is_at_part(t->atom);
        t->needs = t->is_weak ? t->heads : UINT64_MAX;
        for (size_t j = first; j < f->ntriggers; j++) {
            const uint64_t more = f->triggers[j].heads;

            if (t->heads != more && (t->heads & ~more) == 0) {
                t->is_weak = true;
                t->needs &= more;
            }
        }
    }
}

/* By how much x is above y, if it is a number of at least 0; else NULL. */
static const struct number *excess(struct finder *f, const struct form *x,
                                   const struct form *y)
{
    const struct number *q = form_as_number(f->pool, ring_sub(f->pool, x, y));

    return q != NULL && mpq_sgn(q->value->q) >= 0 ? q : NULL;
}

/* Whether a goes over what b goes over but for some at its ends. */
static bool is_shorter(struct finder *f, const struct atom *a,
                       const struct atom *b)
{
    return a != b && a->kind == ATOM_BINDER && b->kind == ATOM_BINDER &&
           a->binder == b->binder && a->body == b->body &&
           excess(f, a->lo, b->lo) && excess(f, b->hi, a->hi);
}

/*
 * A sum that is known by a longer one is no trigger from `first` on: there
 * would be no end to longer ones.
 */
static void drop_shorter(struct finder *f, size_t first)
{
    size_t kept = first;

    for (size_t i = first; i < f->ntriggers; i++) {
        bool is_kept = true;

        for (size_t j = first; j < f->ntriggers; j++)
            is_kept = is_kept &&
                      !is_shorter(f, f->triggers[i].atom, f->triggers[j].atom);
        if (is_kept)
            f->triggers[kept++] = f->triggers[i];
    }
    f->ntriggers = kept;
}

static void add_triggers(struct finder *f, const struct core_theorem *t,
                         const struct form *conclusion)
{
    size_t before = f->ntriggers;

    trigger_form(f, t, conclusion);
    drop_shorter(f, before);
    mark_weak(f, before);
    for (size_t i = 0;
         f->ntriggers == before && i < relation_parts(conclusion, CORE_OR); i++)
        add_pairs(f, t, relation_part(conclusion, CORE_OR, i));
}

struct finder *finder_new(struct theory *theory, const struct memo *lefts)
{
    struct finder *f = xcalloc(1, sizeof *f);

    f->theory = theory;
    f->pool = theory_pool(theory);
    for (size_t i = 0; i < theory_theorems(theory); i++) {
        const struct core_theorem *t = theory_theorem(theory, i);
        const struct form *conclusion = theorem_sequent(t)->conclusion;
        const struct form *left = lefts ? memo_get(lefts, t) : NULL;
        const struct atom *sign = sign_of(conclusion);

        if (left != NULL)
            add_rewriter(f, t, left);
        find_entry_equations(f, t);
        add_last(f, t);
        if (library_is_explicit(theorem_name(t)))
            continue;
        add_target(f, t);
        if (sign != NULL && has_givens(theorem_sequent(t), &sign->free))
            trigger_push(&f->signs, &f->nsigns, &f->signs_capacity,
                         (struct trigger){.theorem = t, .atom = sign});
        else
            add_triggers(f, t, conclusion);
    }
    find_levels(f);
    return f;
}

void finder_free(struct finder *f)
{
    if (f == NULL)
        return;
    free(f->triggers);
    free(f->rewriters);
    free(f->signs);
    free(f->targets);
    free(f);
}
