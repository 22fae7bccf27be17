/*
 * What is made of facts: equations in force, signs, terms to look at.
 */
#include "algebra/find_internal.h"

#include "core/ring.h"
#include "scalar/problem.h"

#include <string.h>

const struct form *find_reduced(struct find *s, const struct form *f)
{
    const struct form *out = f ? memo_get(&s->view->reduced, f) : NULL;

    if (f == NULL || out != NULL || s->is_lost)
        return out;
    out = deduction_reduce(s->deduction, f);
    pool_forgive(s->pool);
    s->is_lost = out == NULL;
    if (s->is_lost && s->culprit == NULL)
        s->culprit = s->latest;
    if (out != NULL)
        memo_set(&s->view->reduced, f, out);
    return out;
}

static void index_clear(struct index *index)
{
    memo_clear(&index->facts);
    index->seen = 0;
}

const struct memo *find_names(struct find *s)
{
    for (size_t i = 0; !s->has_names && i < s->nreplaced; i++) {
        const struct atom *a = s->replaced[i];
        const struct form *now = find_reduced(s, a->form);

        if (now != NULL && now != a->form && now->count == 1 &&
            memo_get(&s->names, now) == NULL)
            memo_set(&s->names, now, a);
    }
    s->has_names = true;
    return &s->names;
}

void find_changed(struct find *s)
{
    memo_clear(&s->names);
    s->has_names = false;
    for (size_t i = 0; i < s->nviews; i++) {
        memo_clear(&s->views[i]->reduced);
        memo_clear(&s->views[i]->failed);
        index_clear(&s->views[i]->after);
    }
}

/* What was sought in vain, and signs. */
static void view_retry(struct view *v)
{
    memo_clear(&v->failed);
    for (size_t i = 0; i < 4; i++)
        memo_clear(&v->signs[i]);
    memo_clear(&v->signless);
    v->nsigned = 0;
}

void find_retry(struct find *s)
{
    for (size_t i = 0; i < s->nviews; i++)
        view_retry(s->views[i]);
}

void find_rescoped(struct find *s)
{
    const struct variables scope = deduction_scope(s->deduction);
    size_t i = 0;

    memo_clear(&s->names);
    s->has_names = false;
    while (i < s->nviews && !(s->views[i]->scope.count == scope.count &&
                              variables_within(&s->views[i]->scope, &scope)))
        i++;
    if (i == s->nviews) {
        struct view *made = arena_alloc(pool_arena(s->pool), sizeof *made);

        *made = (struct view){.scope = scope};
        arena_push(pool_arena(s->pool), &s->views, &s->nviews, sizeof made,
                   &made);
    }
    s->view = s->views[i];
}

void find_forget(struct find *s)
{
    find_changed(s);
    find_retry(s);
    for (size_t i = 0; i < s->nviews; i++)
        index_clear(&s->views[i]->plain);
    s->nviews = 0;
}

void find_moved(struct find *s)
{
    find_forget(s);
    find_rescoped(s);
}

/*
 * How large a term is: letters (a transposed one is a little larger), where
 * what is inside of a function counts n^2, so that f(x * y) is larger than
 * f(x) * f(y).  In doubles: under a limit, what has functions within functions
 * would soon be as large as what stands in it.
 */
static double form_weight(const struct form *f);

static double letters_weight(const struct letters *l, bool is_monomial)
{
    double out = 0;

    for (size_t i = 0; i < l->count; i++) {
        const struct atom *a = l->items[i].atom;
        double inside = a->body ? form_weight(a->body) + form_weight(a->lo) +
                                      form_weight(a->hi)
                                : 0;

        for (size_t k = 0; k < a->count; k++)
            inside += form_weight(a->args[k]);
        inside = a->word != NULL ? letters_weight(a->word, false)
                                 : 1 + inside * inside;
        out += is_monomial ? 2 * inside * l->items[i].power
                           : 2 * inside + l->items[i].power;
    }
    return out;
}

/* Of two as large it is the longer product of matrices. */
static double term_weight(const struct term *t)
{
    return letters_weight(t->monomial, true) + letters_weight(t->word, false) +
           (double)t->word->count / 1024;
}

static double form_weight(const struct form *f)
{
    double out = 0;

    for (size_t i = 0; i < f->count; i++)
        out += term_weight(&f->terms[i]) + (i > 0) +
               (mpq_sgn(f->terms[i].coefficient->value->q) < 0);
    return out;
}

/* The highest level of a function in it. */
static unsigned term_level(struct find *s, const struct term *t)
{
    const unsigned a = letters_level(s->finder, t->monomial);
    const unsigned b = letters_level(s->finder, t->word);

    return a > b ? a : b;
}

/*
 * The term of the highest level, then the largest, so that reduction comes to
 * an end; NULL: none has a letter.  *is_largest: there is no other as large.
 */
static const struct form *head_of(struct find *s, const struct form *f,
                                  bool *is_largest)
{
    unsigned highest = 0;
    double most = 0;
    size_t best = 0;

    *is_largest = false;
    for (size_t i = 0; i < f->count; i++) {
        const unsigned level = term_level(s, &f->terms[i]);
        const double weight = term_weight(&f->terms[i]);

        if (level > highest || (level == highest && weight >= most)) {
            *is_largest = level > highest || weight > most;
            best = i;
            highest = level;
            most = weight;
        }
    }
    return most == 0 ? NULL
                     : ring_term(s->pool, f->rows, f->cols, &f->terms[best]);
}

const struct form *find_head(struct find *s, const struct form *f)
{
    bool is_largest;

    return head_of(s, f, &is_largest);
}

fact_t find_rule(struct find *s, const char *name, const char *format,
                 fact_t fact, const struct form *f)
{
    bool is_equation = strcmp(name, "rule") == 0;
    const struct form *r =
        is_equation ? deduction_fact(s->deduction, fact, NULL) : NULL;
    fact_t out = r != NULL && memo_get(s->banned, r) != NULL
                     ? FACT_NONE
                     : draft_rule(s->draft, name, format, fact, f);

    if (out == FACT_NONE || !is_equation)
        return out;
    s->nrules++;
    find_changed(s);
    s->latest = r;
    return out;
}

const struct form *find_seen(struct find *s, fact_t fact)
{
    struct variables leans, scope = deduction_scope(s->deduction);
    const struct form *r = deduction_fact(s->deduction, fact, &leans);

    return r != NULL && variables_within(&leans, &scope) ? r : NULL;
}

/* The facts in sight that are new, by what they say or reduce to. */
static void index_facts(struct find *s, struct index *index, bool is_reduced)
{
    for (; index->seen < deduction_facts(s->deduction); index->seen++) {
        const struct form *r = find_seen(s, index->seen);

        r = is_reduced ? find_reduced(s, r) : r;
        if (r != NULL && memo_get(&index->facts, r) == NULL)
            memo_set(&index->facts, r,
                     (const void *)(uintptr_t)(index->seen + 1));
    }
}

static fact_t indexed(const struct index *index, const struct form *r)
{
    const void *found = r ? memo_get(&index->facts, r) : NULL;

    return found ? (fact_t)(uintptr_t)found - 1 : FACT_NONE;
}

/* Whether a fact before this one says r.  It need not be in force. */
static bool is_repeated(struct find *s, fact_t fact, const struct form *r)
{
    fact_t first;

    index_facts(s, &s->view->plain, false);
    first = indexed(&s->view->plain, r);
    return first != FACT_NONE && first < fact;
}

/* 0 != f: f * recip(f) == 1, by the theorem that says so. */
static void learn_nonzero(struct find *s, fact_t fact, const struct form *f)
{
    const struct core_theorem *t =
        theory_find(s->finder->theory, "inverse_cancels");
    fact_t made;

    if (t == NULL || !form_scalar(f))
        return;
    made = draft_instance(s->draft, t, &f, &fact, NULL, 0);
    if (made != FACT_NONE) {
        const struct form *r = deduction_fact(s->deduction, made, NULL);
        const struct form *e =
            relation_kind(r) == CORE_EQ ? relation_atom(r)->args[0] : NULL;

        if (e != NULL && find_head(s, e) != NULL)
            find_rule(s, "rule", "ft", made, find_head(s, e));
    }
}

/* 0 != x * y: 0 != x, for each letter of what f is rewritten to. */
static void learn_factors(struct find *s, fact_t fact, const struct form *f)
{
    const struct core_theorem *t =
        theory_find(s->finder->theory, "factor_nonzero");
    const struct form *now;

    if (t == NULL || !form_scalar(f) || s->is_factoring)
        return;
    s->is_factoring = true;
    find_rewrite(s, f);
    s->is_factoring = false;
    now = find_reduced(s, f);
    if (now == NULL || now->count != 1 || now->terms[0].monomial->count < 2)
        return;
    for (size_t i = 0; i < now->terms[0].monomial->count; i++) {
        const struct letter one = {now->terms[0].monomial->items[i].atom, 1};
        struct term rest = now->terms[0];
        const struct form *values[2] = {ring_atom(s->pool, one.atom), NULL};
        fact_t made;

        rest.monomial = monomial_divide(s->pool, rest.monomial,
                                        pool_letters(s->pool, 1, &one));
        values[1] = ring_term(s->pool, NULL, NULL, &rest);
        made = draft_instance(s->draft, t, values, &fact, NULL, 0);
        if (made != FACT_NONE)
            learn_nonzero(s, made, values[0]);
    }
}

/* c <= x for a number c > 0: x is positive. */
static fact_t positive_part(struct find *s, fact_t fact, const struct form *f)
{
    const struct form *part = f, *gap = NULL;
    struct product products[2];

    for (size_t i = 0; f->count == 2 && i < 2; i++) {
        if (f->terms[i].monomial->count == 0 &&
            mpq_sgn(f->terms[i].coefficient->value->q) < 0)
            gap =
                ring_neg(s->pool, ring_term(s->pool, NULL, NULL, &f->terms[i]));
    }
    if (gap == NULL || !form_scalar(f))
        return FACT_NONE;
    part = ring_add(s->pool, f, gap);
    products[0] = (struct product){pool_one(s->pool), &fact, 1, NULL, 0};
    products[1] = (struct product){gap, NULL, 0, NULL, 0};
    return draft_positive(s->draft, part, true, products, 2);
}

/* c <= q * x for numbers c, q > 0 and a letter x: 1/x <= q/c. */
static void bound_inverse(struct find *s, fact_t fact, const struct form *f)
{
    const struct term *t = &f->terms[f->terms[0].monomial->count == 0];
    const struct atom *x = find_letter(t);
    const struct form *term = ring_term(s->pool, NULL, NULL, t);
    const struct form *inverse =
        x ? form_apply1(s->pool, CORE_RECIP, ring_atom(s->pool, x)) : NULL;
    fact_t facts[2] = {fact, FACT_NONE};
    struct product product = {NULL, facts, 2, NULL, 0};

    if (inverse == NULL || form_letter(inverse) == NULL)
        return;
    facts[1] = find_sign(s, form_letter(inverse), false);
    product.coefficient =
        form_apply1(s->pool, CORE_RECIP, ring_sub(s->pool, term, f));
    if (facts[1] != FACT_NONE)
        draft_positive(s->draft,
                       ring_sub(s->pool,
                                ring_scale(s->pool, t->coefficient->value->q,
                                           product.coefficient),
                                inverse),
                       false, &product, 1);
}

size_t find_part(const struct form *r, const struct form *part)
{
    size_t i = 0;

    while (i < relation_parts(r, CORE_OR) &&
           relation_part(r, CORE_OR, i) != part)
        i++;
    return i;
}

/* Whether an induction assumes it: its terms are to be those of the goal. */
static bool is_assumed(const struct find *s, const struct form *r)
{
    return s->before != NULL &&
           find_part(s->before, r) < relation_parts(s->before, CORE_OR);
}

/* 0 == f: put in force; if not forced and no term is the largest, 0 <= f and
 * 0 <= -f. */
static void learn_equation(struct find *s, fact_t fact, bool is_forced)
{
    const struct form *r = deduction_fact(s->deduction, fact, NULL);
    const struct form *f = find_reduced(s, relation_atom(r)->args[0]), *head;
    bool is_largest;

    if (f != NULL && (f != relation_atom(r)->args[0] || is_assumed(s, r))) {
        find_rewrite(s, f); /* what it was reduced to is new */
        f = find_reduced(s, f);
    }
    if (f == NULL || form_is_nil(f))
        return;
    head = head_of(s, f, &is_largest);
    if (head == NULL)
        return;
    r = form_apply1(s->pool, CORE_EQ, f);
    if (r != deduction_fact(s->deduction, fact, NULL))
        fact = find_rule(s, "restated", "ft", fact, r);
    if (fact == FACT_NONE)
        return;
    if (is_forced || is_largest) {
        find_rule(s, "rule", "ft", fact, head);
        return;
    }
    find_rule(s, "restated", "ft", fact, form_apply1(s->pool, CORE_LE, f));
    find_rule(s, "restated", "ft", fact,
              form_apply1(s->pool, CORE_LE, ring_neg(s->pool, f)));
}

static void learn_parts(struct find *s, fact_t fact, const struct form *r,
                        bool is_forced)
{
    for (size_t i = 0; i < relation_parts(r, CORE_AND); i++) {
        const struct form *part = relation_part(r, CORE_AND, i);

        if (relation_kind(part) == CORE_EQ || !is_repeated(s, fact, part))
            find_learn(s, draft_rule(s->draft, "part", "fn", fact, i),
                       is_forced);
    }
}

/* Puts an equation in force, takes a conjunction apart. */
void find_learn(struct find *s, fact_t fact, bool is_forced)
{
    const struct form *r = deduction_fact(s->deduction, fact, NULL);
    unsigned fn = r ? relation_kind(r) : 0;

    if (fn == CORE_AND) {
        learn_parts(s, fact, r, is_forced);
    } else if (fn == CORE_EQ) {
        learn_equation(s, fact, is_forced);
    } else if (fn == 0 || is_repeated(s, fact, r)) {
        return;
    } else if (fn == CORE_LE) {
        const struct form *f = relation_atom(r)->args[0];
        fact_t above = positive_part(s, fact, f);

        if (above != FACT_NONE) {
            find_learn(s, above, is_forced);
            bound_inverse(s, fact, f);
        }
    } else if (fn == CORE_NE || fn == CORE_LT) {
        const struct form *f = relation_atom(r)->args[0];
        fact_t now = fact;

        if (fn == CORE_LT && form_scalar(f))
            now = find_rule(s, "restated", "ft", fact,
                            form_apply1(s->pool, CORE_NE, f));
        if (now != FACT_NONE)
            learn_nonzero(s, now, f);
        if (fn == CORE_NE)
            learn_factors(s, fact, f);
    }
}

const struct atom *find_over_range(struct find *s, fact_t fact,
                                   const struct atom *g)
{
    const struct form *r = find_seen(s, fact);
    const struct atom *all =
        r && relation_kind(r) == RELATION_FORALL ? relation_atom(r) : NULL;

    return all != NULL && all->lo == g->lo && all->hi == g->hi ? all : NULL;
}

/* One that says 0 (to) f, or more. */
static fact_t fact_of(struct find *s, unsigned to, const struct form *f)
{
    static const unsigned stronger[][3] = {
        {CORE_EQ}, {CORE_NE, CORE_LT}, {CORE_LE, CORE_EQ, CORE_LT}, {CORE_LT}};
    fact_t out = FACT_NONE;

    for (size_t i = 0; out == FACT_NONE && i < 3; i++) {
        unsigned fn = stronger[to - CORE_EQ][i];

        if (fn != 0 && (to != CORE_NE || fn == to || form_scalar(f)))
            out = indexed(&s->view->plain, form_apply1(s->pool, fn, f));
    }
    return out;
}

fact_t find_fact(struct find *s, const struct form *r)
{
    unsigned fn = relation_kind(r);
    fact_t out;

    index_facts(s, &s->view->plain, false);
    out = indexed(&s->view->plain, r);
    if (out == FACT_NONE && fn >= CORE_EQ && fn <= CORE_LT) {
        const struct form *f = relation_atom(r)->args[0];

        out = fact_of(s, fn, f);
        if (out == FACT_NONE && !form_scalar(f))
            out = fact_of(s, fn, ring_transpose(s->pool, f));
    }
    if (out != FACT_NONE)
        return out;
    index_facts(s, &s->view->after, true);
    return indexed(&s->view->after, find_reduced(s, r));
}
