/*
 * Theorems at the terms that match their triggers, with facts for their
 * hypotheses.
 */
#include "algebra/find_internal.h"

#include "algebra/match.h"
#include "base/rational.h"
#include "base/status.h"
#include "core/ring.h"
#include "scalar/scalar.h"

#include <stdlib.h>
#include <string.h>

enum { FIND_MAX_CANDIDATES = 2000 };
/*
 * What it costs that the trigger is weak; for each fact between it and the
 * goal; for each time that a hypothesis was missing.
 */
enum { COST_WEAK = 3, COST_FAR = 2, COST_FAILED = 8 };
/* Facts for all indices that are looked at for a hypothesis of that sort. */
enum { HYPOTHESIS_OPENED = 8 };
/* What scalar/ tries for one that is of cases. */
enum { HYPOTHESIS_PROBLEMS = 10 };

static const fact_t none = FACT_NONE;

/* Each part. */
static fact_t hypothesis_and(struct find *s, const struct form *h)
{
    size_t n = relation_parts(h, CORE_AND);
    fact_t *facts = xcalloc(n, sizeof *facts), out = FACT_NONE;
    bool fine = true;

    for (size_t i = 0; fine && i < n; i++) {
        const struct form *part = relation_part(h, CORE_AND, i);

        fine = find_hypothesis(s, part, &facts[i], false);
        if (fine && facts[i] == FACT_NONE)
            facts[i] = draft_rule(s->draft, "restated", "ft", none, part);
    }
    if (fine)
        out = draft_rule(s->draft, "both", "F", n, facts);
    free(facts);
    return out;
}

/* A and not A are parts of h: not A or A. */
static fact_t hypothesis_either(struct find *s, const struct form *h)
{
    const size_t n = relation_parts(h, CORE_OR);
    fact_t out = FACT_NONE;

    for (size_t i = 0; i < n && out == FACT_NONE; i++) {
        const struct form *a = relation_part(h, CORE_OR, i);
        const struct form *denied = relation_not(s->pool, a);
        size_t j = 0;

        while (j < n && relation_part(h, CORE_OR, j) != denied)
            j++;
        if (j == n)
            continue;
        out = draft_rule(s->draft, "assume", "t", a);
        if (out != FACT_NONE)
            out = draft_rule(s->draft, "implied", "f", out);
    }
    return out == FACT_NONE ? out : find_rule(s, "restated", "ft", out, h);
}

/* Whether it compares numbers. */
static bool is_of_scalars(const struct form *r)
{
    const unsigned fn = relation_kind(r);
    bool out = true;

    if (fn >= CORE_EQ && fn <= CORE_LT)
        return form_scalar(relation_atom(r)->args[0]);
    for (size_t i = 0; out && i < relation_parts(r, fn); i++)
        out = (fn == CORE_AND || fn == CORE_OR) &&
              is_of_scalars(relation_part(r, fn, i));
    return out;
}

/* Cases of numbers, by what is known of the same: where a power has a value. */
static fact_t hypothesis_cases(struct find *s, const struct form *h)
{
    const fact_t n = deduction_facts(s->deduction);
    LOCAL_FREE fact_t *facts = xcalloc((size_t)n + 1, sizeof *facts);
    size_t count = 0;

    if (s->depth > 0 || !is_of_scalars(h))
        return FACT_NONE;
    for (fact_t k = 0; k < n; k++) {
        const struct form *r = find_seen(s, k);

        if (r != NULL && relation_kind(r) <= CORE_LT && is_of_scalars(r) &&
            variables_within(&r->free, &h->free))
            facts[count++] = k;
    }
    return scalar_search(s->draft, h, facts, count, HYPOTHESIS_PROBLEMS);
}

/* One part, or two that deny each other. */
static fact_t hypothesis_or(struct find *s, const struct form *h)
{
    fact_t out = hypothesis_either(s, h);

    for (size_t i = 0; out == FACT_NONE && i < relation_parts(h, CORE_OR);
         i++) {
        if (find_hypothesis(s, relation_part(h, CORE_OR, i), &out, false))
            out = find_rule(s, "restated", "ft", out, h);
    }
    return out == FACT_NONE ? hypothesis_cases(s, h) : out;
}

static void take_apart(struct find *s, fact_t fact)
{
    const struct form *r = deduction_fact(s->deduction, fact, NULL);

    for (size_t i = 0;
         r && relation_kind(r) == CORE_AND && i < relation_parts(r, CORE_AND);
         i++)
        draft_rule(s->draft, "part", "fn", fact, i);
}

/* Facts for all of that range, as they are at a generic variable of it. */
static void open_facts(struct find *s, const struct atom *g)
{
    const fact_t n = deduction_facts(s->deduction);
    size_t left = HYPOTHESIS_OPENED;

    for (fact_t k = n; k-- > 0 && left > 0;) {
        if (find_over_range(s, k, g) == NULL)
            continue;
        take_apart(s, draft_rule(s->draft, "open", "fv", k, g));
        left--;
    }
}

/* The body at a generic variable meets it. */
static fact_t hypothesis_forall(struct find *s, const struct form *h)
{
    const struct atom *all = relation_atom(h), *g;
    struct variables scope = deduction_scope(s->deduction);
    struct variables avoid = variables_join(s->pool, scope, all->body->free);
    const struct form *body;
    fact_t out = FACT_NONE;

    g = generic_new(s->pool, true, all->lo, all->hi, &avoid);
    if (g == NULL || !find_scope(s, variables_join(s->pool, scope,
                                                   variables_of(s->pool, g))))
        return FACT_NONE;
    body = binder_open(s->pool, all, ring_atom(s->pool, g));
    open_facts(s, g);
    if (find_hypothesis(s, body, &out, false) && out == FACT_NONE)
        out = draft_rule(s->draft, "restated", "ft", none, body);
    find_scope(s, scope);
    return out == FACT_NONE ? out : find_rule(s, "restated", "ft", out, h);
}

/* 0 != f, where f is a member, or a function at some place: 0 < f; a sum of
 * integers: this, or f < 0. */
static fact_t hypothesis_nonzero(struct find *s, const struct form *f,
                                 const struct form *h)
{
    const struct atom *a = form_scalar(f) ? form_letter(f) : NULL;
    const bool is_value = a && (a->kind == ATOM_MEMBER || find_is_function(a));
    const unsigned signs = f->count > 1 && form_is_integer(f) ? 2 : is_value;
    fact_t out = FACT_NONE;

    for (unsigned k = 0; k < signs && out == FACT_NONE; k++) {
        if (find_hypothesis(s, form_apply1(s->pool, CORE_LT, f), &out, false) &&
            out != FACT_NONE)
            return find_rule(s, "restated", "ft", out, h);
        f = ring_neg(s->pool, f);
    }
    return FACT_NONE;
}

/* By a search in which nothing is wanted but for it; equations stay tried. */
static fact_t prove_apart(struct find *s, const struct form *h)
{
    struct saturation before = s->now;
    fact_t out;

    s->now =
        (struct saturation){.met = before.met, .equations = before.equations};
    s->level++;
    out = find_proof(s, h);
    s->level--;
    before.met = s->now.met;
    before.equations = s->now.equations;
    s->now.met = s->now.equations = (struct memo){.table = {NULL, 0, 0}};
    saturation_clear(&s->now);
    s->now = before;
    return out;
}

/* A fact for a hypothesis, from what is known or by a short search. */
bool find_hypothesis(struct find *s, const struct form *h, fact_t *fact,
                     bool is_thorough)
{
    const struct form *r = h ? find_reduced(s, h) : NULL;
    unsigned fn = r ? relation_kind(r) : 0;

    *fact = FACT_NONE;
    if (r == NULL)
        return false;
    if (r == relation_true(s->pool))
        return true;
    *fact = find_fact(s, h);
    if (*fact == FACT_NONE && is_thorough) {
        if (s->level == FIND_MAX_LEVEL)
            return false;
        if (memo_get(&s->now.vain, r) == NULL)
            *fact = prove_apart(s, h);
        if (*fact == FACT_NONE)
            memo_set(&s->now.vain, r, r);
        return *fact != FACT_NONE;
    }
    if (*fact == FACT_NONE && memo_get(&s->view->failed, r) != NULL)
        return false;
    if (*fact == FACT_NONE && s->depth < FIND_MAX_DEPTH &&
        (fn == CORE_LE || fn == CORE_LT)) {
        const struct form *given = relation_kind(h) == fn ? h : r;

        s->depth++;
        *fact =
            find_combination(s, relation_atom(given)->args[0], fn == CORE_LT);
        s->depth--;
        if (*fact != FACT_NONE && given != h)
            *fact = find_rule(s, "restated", "ft", *fact, h);
    }
    if (*fact == FACT_NONE && s->depth == 0 &&
        (fn == CORE_LE || fn == CORE_LT)) {
        s->depth++;
        if (find_backwards(s, h, false))
            *fact = find_fact(s, h);
        s->depth--;
    }
    if (*fact == FACT_NONE && fn == CORE_NE)
        *fact = hypothesis_nonzero(s, relation_atom(r)->args[0], h);
    if (*fact == FACT_NONE && fn == CORE_AND && relation_kind(h) == CORE_AND)
        *fact = hypothesis_and(s, h);
    if (*fact == FACT_NONE && fn == CORE_OR && relation_kind(h) == CORE_OR)
        *fact = hypothesis_or(s, h);
    if (*fact == FACT_NONE && fn == RELATION_FORALL &&
        relation_kind(h) == RELATION_FORALL)
        *fact = hypothesis_forall(s, h);
    if (*fact == FACT_NONE)
        memo_set(&s->view->failed, r, r);
    return *fact != FACT_NONE;
}

/* not D or ... or C: the parts that facts deny are resolved away. */
fact_t find_discharged(struct find *s, fact_t fact, bool is_thorough)
{
    const struct form *r = deduction_fact(s->deduction, fact, NULL);

    for (size_t i = 0; r != NULL && relation_kind(r) == CORE_OR &&
                       i < relation_parts(r, CORE_OR);) {
        fact_t denial;
        const struct form *denied =
            relation_not(s->pool, relation_part(r, CORE_OR, i));

        if (!find_hypothesis(s, denied, &denial,
                             is_thorough &&
                                 i + 1 < relation_parts(r, CORE_OR))) {
            i++;
            continue;
        }
        if (denial == FACT_NONE ||
            !relation_gives(s->pool, deduction_fact(s->deduction, denial, NULL),
                            denied))
            denial = draft_rule(s->draft, "restated", "ft", denial, denied);
        fact = draft_rule(s->draft, "resolved", "fnff", fact, i, denial, none);
        r = deduction_fact(s->deduction, fact, NULL);
        i = 0;
    }
    return fact;
}

fact_t find_instance(struct find *s, const struct core_theorem *t,
                     const struct form *const *values, bool is_thorough)
{
    const struct sequent *q = theorem_sequent(t);
    const struct match m = {s->pool, q, (const struct form **)values};
    struct substitution *by = match_substitution(&m);
    fact_t *facts = xcalloc(q->nhypotheses + 1, sizeof *facts), made;
    const struct form *h = NULL;
    bool fine = by != NULL;

    for (size_t i = 0; fine && i < q->nhypotheses; i++) {
        h = form_substitute(s->pool, q->hypotheses[i], by, q->nsymbols);
        fine = find_hypothesis(s, h, &facts[i], is_thorough);
    }
    if (!fine && h != NULL && is_thorough && s->level == 0)
        stuck_lacks(
            s, t, form_substitute(s->pool, q->conclusion, by, q->nsymbols), h);
    pool_forgive(s->pool);
    made =
        fine ? draft_instance(s->draft, t, values, facts, NULL, 0) : FACT_NONE;
    free(facts);
    return made;
}

/* The instance is learnt; false: a hypothesis is missing. */
static bool instantiate(struct find *s, const struct core_theorem *t,
                        const struct form *const *values, bool is_thorough)
{
    const fact_t made =
        find_is_over(s) ? FACT_NONE : find_instance(s, t, values, is_thorough);

    if (made == FACT_NONE)
        return false;
    s->steps--;
    find_learn_instance(s, t, values, find_discharged(s, made, is_thorough),
                        is_thorough);
    return true;
}

struct attempt {
    struct find *find;
    const struct trigger *trigger;
    const struct core_theorem *theorem;
    bool is_thorough; /* hypotheses are goals */
    bool is_new;      /* the letter of the trigger is */
    unsigned far;     /* and how far from the goal */
    size_t part;      /* letters in it */
};

/* The conclusion at the values, if it says something new; or NULL. */
static const struct form *conclusion_at(struct find *s, const struct match *m)
{
    struct substitution *by = s->is_lost ? NULL : match_substitution(m);
    const struct form *c = by ? form_substitute(s->pool, m->sequent->conclusion,
                                                by, m->sequent->nsymbols)
                              : NULL;

    pool_forgive(s->pool);
    return c == NULL || find_reduced(s, c) == relation_true(s->pool) ? NULL : c;
}

/* Tries the instance that a match gives. */
static void try_match(void *context, const struct match *m)
{
    const struct attempt *a = context;

    const struct form *c =
        find_is_over(a->find) ? NULL : conclusion_at(a->find, m);

    if (c != NULL && (a->is_thorough || find_fact(a->find, c) == FACT_NONE))
        instantiate(a->find, a->theorem, m->values, a->is_thorough);
}

/* Candidates. */

static size_t letters_size(const struct letters *l)
{
    size_t out = 0;

    for (size_t i = 0; i < l->count; i++)
        out += find_size(l->items[i].atom);
    return out;
}

/* Letters in it, those inside of others as well. */
static size_t form_size(const struct form *f)
{
    size_t out = 0;

    for (size_t i = 0; i < f->count; i++)
        out +=
            letters_size(f->terms[i].monomial) + letters_size(f->terms[i].word);
    return out;
}

size_t find_size(const struct atom *a)
{
    size_t out = a->word ? letters_size(a->word) : 1;

    for (size_t k = 0; k < a->count; k++)
        out += form_size(a->args[k]);
    return out + (a->body ? form_size(a->body) : 0);
}

static void push_candidate(void *context, const struct match *m)
{
    const struct attempt *a = context;
    struct find *s = a->find;
    const struct form *c = conclusion_at(s, m);
    size_t n = m->sequent->nsymbols;
    struct candidate out = {.theorem = a->theorem,
                            .conclusion = c,
                            .far = a->far,
                            .part = a->part,
                            .is_weak = a->trigger && a->trigger->is_weak};

    if (c == NULL || s->now.ncandidates == FIND_MAX_CANDIDATES ||
        memo_get(&s->now.tried, c) != NULL || find_is_odd(s, c))
        return;
    memo_set(&s->now.tried, c, c);
    out.size = form_size(c);
    out.values = arena_array(pool_arena(s->pool), n + 1, sizeof *out.values);
    for (size_t i = 0; i < n; i++)
        out.values[i] = m->values[i];
    arena_push(pool_arena(s->pool), &s->now.candidates, &s->now.ncandidates,
               sizeof out, &out);
}

/* An integer that the match leaves open is each of these. */
static void at_integers(void *context, const struct match *m,
                        const struct form *const *integers, size_t count,
                        void (*found)(void *context, const struct match *m))
{
    size_t open = 0;

    while (open < m->sequent->nsymbols && m->values[open] != NULL)
        open++;
    if (open == m->sequent->nsymbols) {
        found(context, m);
        return;
    }
    for (size_t i = 0; m->sequent->symbols[open]->is_integer && i < count;
         i++) {
        m->values[open] = integers[i];
        found(context, m);
    }
    m->values[open] = NULL;
}

/* Each of the points. */
static void add_candidate(void *context, const struct match *m)
{
    const struct find *s = ((const struct attempt *)context)->find;

    at_integers(context, m, s->points, s->npoints, push_candidate);
}

/* Each that the goal speaks of. */
static void try_lemma(void *context, const struct match *m)
{
    const struct find *s = ((const struct attempt *)context)->find;
    const struct variables *free = &s->goal->sequent.conclusion->free;
    LOCAL_FREE const struct form **integers =
        xcalloc(free->count + 1, sizeof *integers);
    size_t count = 0;

    for (size_t i = 0; i < free->count; i++) {
        if (free->items[i]->is_integer)
            integers[count++] = free->items[i]->form;
    }
    at_integers(context, m, integers, count, try_match);
}

static bool is_like(const struct atom *pattern, const struct atom *a)
{
    return pattern->kind == a->kind && pattern->function == a->function;
}

/* With the first letter matched: the second one at all that is wanted. */
static void add_pair(void *context, const struct match *m)
{
    const struct attempt *a = context;
    const struct trigger *t = a->trigger;
    struct find *s = a->find;

    for (size_t i = 0, end = s->now.nwanted; i < end; i++) {
        const struct wanted w = s->now.wanted[i];

        if ((a->is_new || w.is_new) && (t->other_signs & w.signs) != 0 &&
            (t->other->kind == ATOM_MEMBER || is_like(t->other, w.atom)))
            match_more(m, find_names(s), t->other, w.atom, add_candidate,
                       context);
    }
}

/*
 * At a letter that is wanted, or what it replaced; there_are_more: functions
 * than there were.  Of a weak trigger the functions of the stronger ones are to
 * be somewhere.
 */
static void add_candidates(struct find *s, const struct wanted *w,
                           uint64_t replaced, bool there_are_more)
{
    const uint64_t heads = w->heads | replaced;

    for (size_t i = 0; i < s->finder->ntriggers; i++) {
        const struct trigger *t = &s->finder->triggers[i];
        struct attempt attempt = {s,         t,      t->theorem,        false,
                                  w->is_new, w->far, find_size(w->atom)};

        if ((t->signs & w->signs) == 0 || !is_like(t->atom, w->atom) ||
            (t->heads & ~heads) != 0 ||
            !(w->is_new || t->other != NULL ||
              (t->is_weak && there_are_more)) ||
            (t->is_weak && (t->needs & ~s->now.heads) != 0))
            continue;
        match_atom(s->pool, find_names(s), theorem_sequent(t->theorem), t->atom,
                   w->atom, t->other ? add_pair : add_candidate, &attempt);
        pool_forgive(s->pool);
    }
}

static void gather_candidates(struct find *s)
{
    const uint64_t before = s->now.heads;
    uint64_t replaced = 0;
    bool changed = false;

    for (size_t i = 0; i < s->now.nwanted; i++) {
        struct wanted *w = &s->now.wanted[i];

        s->now.heads |= w->heads;
        w->is_new = w->met != w->signs;
        w->met = w->signs;
        changed = changed || w->is_new;
    }
    for (size_t i = 0; changed && i < s->nreplaced; i++)
        replaced |= find_all_heads(s->replaced[i]);
    for (size_t i = 0; changed && i < s->now.nwanted; i++) {
        const struct wanted w = s->now.wanted[i];

        add_candidates(s, &w, replaced, s->now.heads != before);
    }
}

static int cost_order(const void *x, const void *y)
{
    const struct candidate *a = x, *b = y;

    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* By what the conclusion has that is new; else small, and near the goal. */
static void set_costs(struct find *s, struct candidate *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct candidate *c = &list[i];

        c->cost = find_cost(s, c->conclusion, c->part) +
                  (c->is_weak ? COST_WEAK : 0) + COST_FAILED * c->failed;
        if (s->is_by_size)
            c->cost += c->size + COST_FAR * c->far;
    }
}

/* The instance, which leans on the indices that it speaks of and no others. */
static bool take_one(struct find *s, const struct candidate *c)
{
    const struct variables scope = deduction_scope(s->deduction);
    const struct variables more = find_generics(s->pool, &c->conclusion->free);
    const bool found = find_scope(s, variables_join(s->pool, scope, more)) &&
                       instantiate(s, c->theorem, c->values, false);

    find_scope(s, scope);
    return found;
}

/* The cheapest of them, without those that say nothing new. */
static void take(struct find *s, struct candidate *list, size_t count,
                 size_t most)
{
    for (size_t i = 0, tries = 2 * most;
         i < count && most > 0 && tries > 0 && !find_is_over(s); i++) {
        struct candidate *c = &list[i];

        if (find_reduced(s, c->conclusion) == relation_true(s->pool)) {
            c->theorem = NULL;
            continue;
        }
        tries--;
        if (!take_one(s, c)) {
            c->failed++;
            continue;
        }
        most--;
        c->theorem = NULL;
    }
}

void find_instances(struct find *s, size_t most)
{
    LOCAL_FREE struct candidate *list = NULL;
    size_t count;

    find_retry(s);
    gather_candidates(s);
    count = s->now.ncandidates;
    list = xcalloc(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        list[i] = s->now.candidates[i];
        list[i].number = i;
    }
    set_costs(s, list, count);
    qsort(list, count, sizeof *list, cost_order);
    take(s, list, count, most);
    s->now.ncandidates = 0;
    for (size_t i = 0; i < count; i++) {
        if (list[i].theorem != NULL)
            s->now.candidates[s->now.ncandidates++] = list[i];
    }
}

void find_lemmas(struct find *s)
{
    const struct goal *g = s->goal;

    for (size_t i = 0; i < g->nhints && s->level == 0; i++) {
        const struct core_theorem *t = g->hints[i].theorem;
        size_t n = theorem_sequent(t)->nsymbols;
        LOCAL_FREE const struct form **values = xcalloc(n + 1, sizeof *values);
        struct attempt attempt = {.find = s, .theorem = t, .is_thorough = true};

        for (size_t k = 0; k < n; k++)
            values[k] = g->hints[i].values[k]
                            ? form_substitute(s->pool, g->hints[i].values[k],
                                              s->indices, s->nindices)
                            : NULL;
        match_values(s->pool, theorem_sequent(t), values, try_lemma, &attempt);
        pool_forgive(s->pool);
    }
}

void find_sign_theorems(struct find *s, const struct atom *a)
{
    for (size_t i = 0; i < s->finder->nsigns && !find_is_over(s); i++) {
        const struct trigger *t = &s->finder->signs[i];
        struct attempt attempt = {.find = s, .theorem = t->theorem};

        if (t->atom->kind == a->kind && t->atom->function == a->function)
            match_atom(s->pool, NULL, theorem_sequent(t->theorem), t->atom, a,
                       try_match, &attempt);
    }
}

/* 0 (fn) pattern against 0 (fn) goal: both up to a factor. */
static void meet_goal(struct find *s, const struct target *t,
                      const struct form *goal, bool is_thorough)
{
    struct attempt attempt = {
        .find = s, .theorem = t->theorem, .is_thorough = is_thorough};
    LOCAL_MPQ(q);

    for (size_t i = 0; i < goal->count && i < 3; i++) {
        mpq_div(q, t->form->terms[0].coefficient->value->q,
                goal->terms[i].coefficient->value->q);
        if (t->fn != CORE_EQ)
            mpq_abs(q, q);
        if (t->fn == CORE_PSD && mpq_cmp_ui(q, 1, 1) != 0)
            continue;
        match_form(s->pool, find_names(s), theorem_sequent(t->theorem), t->form,
                   ring_scale(s->pool, q, goal), try_match, &attempt);
        pool_forgive(s->pool);
    }
}

/* With what is said of f, which is the goal or what it reduces to. */
static bool meet_targets(struct find *s, const struct form *goal, unsigned fn,
                         const struct form *f, bool is_thorough)
{
    uint64_t heads = find_heads(f);

    for (size_t i = 0; i < s->nreplaced; i++)
        heads |= find_heads(s->replaced[i]->form);
    for (size_t i = 0; i < s->finder->ntargets && !find_is_over(s); i++) {
        const struct target *t = &s->finder->targets[i];
        fact_t before = deduction_facts(s->deduction);

        if (t->fn != fn || t->form->count > f->count ||
            (t->heads & ~heads) != 0 ||
            (t->heads == 0 && !form_scalar(t->form)) != s->is_by_shape ||
            (s->is_by_shape && (form_scalar(f) || s->level > 0)))
            continue;
        meet_goal(s, t, f, is_thorough);
        if (deduction_facts(s->deduction) > before &&
            (find_fact(s, goal) != FACT_NONE ||
             find_reduced(s, goal) == relation_true(s->pool)))
            return true;
    }
    return false;
}

bool find_backwards(struct find *s, const struct form *goal, bool is_thorough)
{
    const struct form *r = find_reduced(s, goal);

    if (r == NULL || relation_kind(r) == 0 ||
        (is_thorough && s->level == FIND_MAX_LEVEL))
        return false;
    if (r != goal && is_thorough && relation_kind(r) == relation_kind(goal) &&
        meet_targets(s, goal, relation_kind(r), relation_atom(goal)->args[0],
                     true))
        return true;
    return meet_targets(s, goal, relation_kind(r), relation_atom(r)->args[0],
                        is_thorough);
}
