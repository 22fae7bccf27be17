/*
 * Conditional rewriting to normal forms: equations of the library, from left to
 * right, wherever their left sides match in what the goal has been reduced to
 * ([BaaderNipkow1998] 4 and 11.1).  Each match becomes a ground equation in
 * force, so that positions and congruence are the core's.
 */
#include "algebra/find_internal.h"

#include "algebra/match.h"
#include "base/status.h"
#include "core/ring.h"

#include <stdlib.h>

enum { REWRITE_MAX_ROUNDS = 40 };

struct rewriting {
    struct find *find;
    bool changed;
    bool is_naming;  /* not to normal forms, but backwards to letters */
    bool is_last;    /* but the last terms of sums alone */
    struct memo met; /* then: what was looked at */
};

struct trial {
    struct rewriting *own;
    const struct rewriter *rewriter;
};

struct variables find_generics(struct pool *pool, const struct variables *free)
{
    struct variables out = {0, NULL};

    for (size_t i = 0; i < free->count; i++) {
        const struct atom *g = free->items[i];

        if (g->variable != VARIABLE_GENERIC)
            continue;
        out = variables_join(pool, out, variables_of(pool, g));
        out = variables_join(pool, out, find_generics(pool, &g->lo->free));
        out = variables_join(pool, out, find_generics(pool, &g->hi->free));
    }
    return out;
}

const struct atom *find_inner(struct pool *pool, const struct atom *a)
{
    const struct variables scope = find_generics(pool, &a->free);
    const struct variables avoid = variables_join(pool, a->body->free, scope);

    return binder_is_over_index(a)
               ? generic_new(pool, true, a->lo, a->hi, &avoid)
               : NULL;
}

/* lo <= g (0), or g <= hi (1), unless it is known. */
static void learn_range(struct find *s, const struct atom *g, size_t end)
{
    const struct form *x = ring_atom(s->pool, g);
    const struct form *r = end == 0
                               ? relation_between(s->pool, CORE_LE, g->lo, x)
                               : relation_between(s->pool, CORE_LE, x, g->hi);
    const void *known = r ? memo_get(&s->ranges, r) : NULL;
    fact_t fact;

    if (known != NULL && find_seen(s, (fact_t)(uintptr_t)known - 1) == r)
        return;
    fact = draft_rule(s->draft, "range", "vn", g, end);
    if (r != NULL && fact != FACT_NONE)
        memo_set(&s->ranges, r, (const void *)(uintptr_t)(fact + 1));
}

bool find_scope(struct find *s, struct variables scope)
{
    struct variables now = deduction_scope(s->deduction);

    if (scope.count == now.count && variables_within(&scope, &now))
        return true;
    if (draft_rule(s->draft, "scope", "V", scope.count, scope.items) ==
        FACT_NONE)
        return false;
    find_rescoped(s);
    for (size_t i = 0; i < scope.count; i++) {
        learn_range(s, scope.items[i], 0);
        learn_range(s, scope.items[i], 1);
    }
    return true;
}

bool find_scope_with(struct find *s, struct variables scope,
                     const struct atom *g)
{
    const struct variables one = variables_of(s->pool, g);

    return find_scope(
        s, variables_join(s->pool, scope, find_generics(s->pool, &one)));
}

/* A letter has another name now. */
static void note_replaced(struct find *s, const struct form *left)
{
    const struct atom *a = find_letter(&left->terms[0]);

    if (a != NULL)
        arena_push(pool_arena(s->pool), &s->replaced, &s->nreplaced, sizeof a,
                   &a);
}

/* Puts an equation in force with the term `left` as its head if it has it. */
static void learn_directed(struct find *s, fact_t fact, const struct form *left,
                           bool is_permutative)
{
    const struct form *r = deduction_fact(s->deduction, fact, NULL), *f, *head;
    const struct form *l = is_permutative ? NULL : find_reduced(s, left);

    if (r == NULL || relation_kind(r) != CORE_EQ)
        return;
    f = find_reduced(s, relation_atom(r)->args[0]);
    if (f == NULL || form_is_nil(f))
        return;
    r = form_apply1(s->pool, CORE_EQ, f);
    if (r != deduction_fact(s->deduction, fact, NULL))
        fact = find_rule(s, "restated", "ft", fact, r);
    f = relation_atom(r)->args[0];
    head = find_head(s, f);
    if (l != left) /* something else replaces it */
        l = NULL;
    for (size_t i = 0; l != NULL && l->count == 1 && i < f->count; i++) {
        if (f->terms[i].monomial == l->terms[0].monomial &&
            f->terms[i].word == l->terms[0].word &&
            find_rule(s, "rule", "ft", fact,
                      ring_term(s->pool, f->rows, f->cols, &f->terms[i])) !=
                FACT_NONE) {
            note_replaced(s, l);
            return;
        }
    }
    if (head != NULL)
        find_rule(s, "rule", "ft", fact, head);
}

/* The theorem as an equation from left to right; or NULL. */
static const struct rewriter *rewriter_of(const struct finder *f,
                                          const struct core_theorem *t)
{
    for (size_t i = 0; i < f->nrewriters; i++) {
        const struct rewriter *w = &f->rewriters[i];

        if (w->theorem == t && w->nindices == 0 && !w->is_permutative &&
            !w->is_last)
            return w;
    }
    return NULL;
}

/* Whether the equation would replace another term than the left side. */
static bool goes_back(struct find *s, const struct form *r,
                      const struct form *left)
{
    const struct form *f = find_reduced(s, relation_atom(r)->args[0]);
    const struct form *head = f ? find_head(s, f) : NULL;

    return head != NULL && left->count == 1 &&
           (head->terms[0].monomial != left->terms[0].monomial ||
            head->terms[0].word != left->terms[0].word);
}

void find_learn_instance(struct find *s, const struct core_theorem *t,
                         const struct form *const *values, fact_t fact,
                         bool is_forced)
{
    const struct sequent *q = theorem_sequent(t);
    const struct form *r = deduction_fact(s->deduction, fact, NULL), *left;
    const struct rewriter *w = r != NULL && relation_kind(r) == CORE_EQ
                                   ? rewriter_of(s->finder, t)
                                   : NULL;
    const struct match m = {s->pool, q, (const struct form **)values};
    struct substitution *by = w ? match_substitution(&m) : NULL;

    left = by ? form_substitute(s->pool, w->left, by, q->nsymbols) : NULL;
    if (left != NULL && find_reduced(s, left) == left && goes_back(s, r, left))
        learn_directed(s, fact, left, false);
    else
        find_learn(s, fact, is_forced);
}

/* The instance that a match gives, if its hypotheses are found. */
static fact_t instance(struct find *s, const struct match *m,
                       const struct rewriter *w)
{
    fact_t out = find_instance(s, w->theorem, m->values, false);

    if (out != FACT_NONE && w->nindices > 0)
        out = find_at(s, out, m->values + m->sequent->nsymbols - w->nindices,
                      w->nindices);
    return out == FACT_NONE ? out : find_discharged(s, out, false);
}

static void try_match(void *context, const struct match *m)
{
    struct trial *trial = context;
    struct find *s = trial->own->find;
    const struct rewriter *w = trial->rewriter;
    const struct sequent *q = m->sequent;
    struct substitution *by = match_substitution(m);
    const struct form *c = NULL, *left = NULL;
    size_t rules = s->nrules;
    fact_t made;

    if (!s->is_lost && by != NULL) {
        left = form_substitute(s->pool, w->left, by, q->nsymbols);
        c = form_substitute(s->pool, q->conclusion, by, q->nsymbols);
    }
    pool_forgive(s->pool);
    if (c != NULL && left != NULL && find_reduced(s, left) == left &&
        memo_get(&s->now.equations, c) == NULL) {
        memo_set(&s->now.equations, c, c);
        if (find_reduced(s, c) != relation_true(s->pool)) {
            made = instance(s, m, w);
            if (made != FACT_NONE)
                learn_directed(s, made, left, w->is_permutative);
            trial->own->changed = trial->own->changed || s->nrules > rules;
        }
    }
    pool_forgive(s->pool);
}

struct unfolding {
    struct rewriting *own;
    const struct atom *atom;
};

static bool is_defined(const struct find *s, const struct atom *family)
{
    const struct sequent *q = &s->goal->sequent;
    size_t i = 0;

    while (i < q->ndefined && q->defined[i] != family)
        i++;
    return i < q->ndefined;
}

static bool has_letter(const struct letters *l, const struct atom *a)
{
    size_t i = 0;

    while (i < l->count && l->items[i].atom != a)
        i++;
    return i < l->count;
}

/* A member of a defined family that is term i of 0 == e, and in no other. */
static const struct atom *defined_term(const struct find *s,
                                       const struct form *e, size_t i)
{
    const struct atom *a = find_letter(&e->terms[i]);

    if (a == NULL || a->kind != ATOM_MEMBER || !is_defined(s, a->head))
        return NULL;
    for (size_t k = 0; k < e->count; k++) {
        if (k != i && (has_letter(e->terms[k].monomial, a) ||
                       has_letter(e->terms[k].word, a)))
            return NULL;
    }
    return a;
}

/* The member that 0 == e defines: this one, if it may be. */
static const struct form *defined_by(struct find *s, const struct form *e,
                                     const struct atom *this)
{
    const struct atom *out = NULL;

    for (size_t i = 0; i < e->count; i++) {
        const struct atom *a = defined_term(s, e, i);

        if (a != NULL && (out == NULL || a == this))
            out = a;
    }
    return ring_atom(s->pool, out ? out : this);
}

/* A member is replaced by what it equals. */
static void unfold(void *context, fact_t fact)
{
    const struct unfolding *u = context;
    struct find *s = u->own->find;
    const struct form *r = deduction_fact(s->deduction, fact, NULL);
    size_t rules = s->nrules;

    if (memo_get(&s->now.equations, r) != NULL)
        return;
    memo_set(&s->now.equations, r, r);
    if (relation_kind(r) == CORE_EQ)
        learn_directed(
            s, fact, defined_by(s, relation_atom(r)->args[0], u->atom), false);
    else
        find_learn(s, fact, true);
    u->own->changed = u->own->changed || s->nrules > rules;
}

static void meet_form(struct rewriting *w, const struct form *f);

/* Equations that put a word in the place of a letter, backwards. */
static void name_word(struct rewriting *w, const struct letters *word)
{
    struct find *s = w->find;

    for (size_t i = 0; i < s->finder->nrewriters && !s->is_lost; i++) {
        const struct rewriter *r = &s->finder->rewriters[i];
        struct trial trial = {w, r};

        if (r->right != NULL && !r->is_explicit)
            match_words(s->pool, r->pattern, r->right, word, try_match, &trial);
    }
}

/* Whether its terms are to stand for it, where that is wanted. */
static bool is_written_out(const struct find *s, const struct atom *a)
{
    return s->explicit_sizes != 0 &&
           (a->binder == BINDER_SUM || a->binder == BINDER_MAX) &&
           form_as_number(s->pool, a->lo) != NULL &&
           form_as_number(s->pool, a->hi) != NULL;
}

/*
 * Whether the equation is used at an atom (NULL: a word).  Where few entries
 * are written out, none is used at what they are known of as a whole.
 */
static bool is_used(const struct find *s, const struct rewriter *r,
                    const struct atom *a)
{
    if (r->is_last)
        return s->next != NULL && a != NULL && a->kind == ATOM_BINDER &&
               a->hi == s->next;
    if (s->explicit_sizes == 0 || r->is_explicit || r->nindices > 0)
        return s->explicit_sizes != 0 || !r->is_explicit;
    return a == NULL ||
           (a->kind == ATOM_BINDER
                ? !is_written_out(s, a)
                : a->rows == NULL || !s->finder->has_entries[a->function]);
}

static bool is_same(const struct atom *a, const void *other)
{
    return a == other;
}

/* A member that is not said by those before it: an induction assumes that of
 * it. */
static bool is_kept(const struct find *s, const struct atom *a)
{
    return s->before != NULL && find_within(s->before, is_same, a);
}

/* All equations at an atom, or at a word. */
static void meet(struct rewriting *w, const struct atom *a,
                 const struct letters *word)
{
    struct find *s = w->find;
    struct unfolding unfolding = {w, a};
    const uint64_t heads = a ? find_all_heads(a) : letters_all_heads(word);

    if (w->is_naming) {
        if (word != NULL)
            name_word(w, word);
        return;
    }
    if (a != NULL && a->kind == ATOM_MEMBER && !w->is_last && !is_kept(s, a))
        find_members(s, a, unfold, &unfolding);
    for (size_t i = 0; i < s->finder->nrewriters && !s->is_lost; i++) {
        const struct rewriter *r = &s->finder->rewriters[i];
        struct trial trial = {w, r};

        if ((r->heads & ~heads) != 0 || !is_used(s, r, a) ||
            (w->is_last && !r->is_last))
            continue;
        if (a != NULL && r->trigger != NULL && r->trigger->kind == a->kind &&
            r->trigger->function == a->function)
            match_atom(s->pool, NULL, r->pattern, r->trigger, a, try_match,
                       &trial);
        if (word != NULL && r->trigger == NULL)
            match_words(s->pool, r->pattern, r->left->terms[0].word, word,
                        try_match, &trial);
    }
}

static bool is_new(struct rewriting *w, const void *item)
{
    struct memo *met = w->is_naming || w->is_last ? &w->met : &w->find->now.met;

    if (memo_get(met, item) != NULL)
        return false;
    memo_set(met, item, item);
    return true;
}

static void meet_atom(struct rewriting *w, const struct atom *a);

static void meet_word(struct rewriting *w, const struct letters *word)
{
    struct find *s = w->find;
    struct variables free = {0, NULL};

    for (size_t i = 0; i < word->count; i++) {
        meet_atom(w, word->items[i].atom);
        free = variables_join(s->pool, free, word->items[i].atom->free);
    }
    if (word->count > 1 && is_new(w, word) &&
        find_scope(s, find_generics(s->pool, &free)))
        meet(w, NULL, word);
}

static void meet_binder(struct rewriting *w, const struct atom *a)
{
    struct find *s = w->find;
    const struct atom *g;

    meet_form(w, a->lo);
    meet_form(w, a->hi);
    g = is_written_out(s, a) ? NULL : find_inner(s->pool, a);
    if (g != NULL)
        meet_form(w, binder_open(s->pool, a, ring_atom(s->pool, g)));
}

/* Inner terms first. */
static void meet_atom(struct rewriting *w, const struct atom *a)
{
    struct find *s = w->find;

    if (a->kind == ATOM_VARIABLE || !is_new(w, a) || s->is_lost)
        return;
    for (size_t i = 0; i < a->count; i++)
        meet_form(w, a->args[i]);
    if (a->word != NULL)
        meet_word(w, a->word);
    if (a->kind == ATOM_BINDER)
        meet_binder(w, a);
    if (find_scope(s, find_generics(s->pool, &a->free)))
        meet(w, a, NULL);
}

static void meet_form(struct rewriting *w, const struct form *f)
{
    for (size_t i = 0; f != NULL && i < f->count; i++) {
        for (size_t j = 0; j < f->terms[i].monomial->count; j++)
            meet_atom(w, f->terms[i].monomial->items[j].atom);
        meet_word(w, f->terms[i].word);
    }
}

void find_rewrite(struct find *s, const struct form *f)
{
    struct variables scope = deduction_scope(s->deduction);
    struct rewriting w = {.find = s, .changed = true};

    for (unsigned k = 0; k < REWRITE_MAX_ROUNDS && w.changed && !s->is_lost;
         k++) {
        const struct form *now = find_reduced(s, f);

        w.changed = false;
        meet_form(&w, now);
        find_scope(s, scope);
    }
}

void find_letters(struct find *s, const struct form *f)
{
    struct variables scope = deduction_scope(s->deduction);
    struct rewriting names = {.find = s, .is_naming = true};
    struct rewriting last = {.find = s, .is_last = true};

    meet_form(&names, f);
    if (s->next != NULL)
        meet_form(&last, f);
    find_scope(s, scope);
    memo_clear(&names.met);
    memo_clear(&last.met);
}

void find_rewrite_facts(struct find *s)
{
    for (; s->now.nrewritten < deduction_facts(s->deduction) && !s->is_lost;
         s->now.nrewritten++) {
        const struct form *r = find_seen(s, s->now.nrewritten);
        unsigned fn = r ? relation_kind(r) : 0;

        if ((fn == CORE_LE || fn == CORE_LT) &&
            relation_atom(r)->args[0]->count > 1)
            find_rewrite(s, relation_atom(r)->args[0]);
    }
}
