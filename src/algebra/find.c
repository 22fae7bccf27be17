/*
 * Goals: taken apart by their form, then saturation in rounds; theorems at
 * matching terms, everything reduced by equations, inequalities combined.
 */
#include "algebra/find_internal.h"

#include "base/status.h"
#include "core/ring.h"
#include "scalar/problem.h"

#include <stdlib.h>

/* Rounds for the goal, and instances of each; of hypotheses half of one. */
enum { FIND_ROUNDS = 8, FIND_INSTANCES = 30, FIND_SHARE = 3 };
/* Rounds for the entries of a matrix, after all else. */
enum { FIND_ENTRY_ROUNDS = 2 };
/* Facts that a goal is tried to be chained with, and after what round. */
enum { FIND_CHAINS = 12, FIND_CHAINED = 1 };

bool find_is_over(const struct find *s)
{
    return s->is_lost || s->steps == 0 || pool_burnt(s->pool) >= s->end;
}

/* Contexts. */

static void opened_push(struct find *s, bool is_fixed, fact_t fact)
{
    struct opened o = {is_fixed, fact, s->now, s->is_lost};

    arena_push(pool_arena(s->pool), &s->opened, &s->nopened, sizeof o, &o);
    s->now = (struct saturation){.nwanted = 0};
    find_moved(s);
}

/* The innermost context was closed. */
static void opened_forget(struct find *s)
{
    const struct opened o = s->opened[--s->nopened];

    find_moved(s);
    saturation_clear(&s->now);
    s->now = o.before;
    s->is_lost = o.is_lost;
}

/*
 * The innermost context is closed with that fact; FACT_NONE: with any of it,
 * and FACT_NONE comes of it.
 */
static fact_t opened_pop(struct find *s, fact_t fact)
{
    const struct opened o = s->opened[s->nopened - 1];
    fact_t closed = draft_rule(s->draft, o.is_fixed ? "forall" : "implied", "f",
                               fact == FACT_NONE ? o.fact : fact);

    opened_forget(s);
    return fact == FACT_NONE ? FACT_NONE : closed;
}

static fact_t assume(struct find *s, const struct form *r)
{
    fact_t fact = r ? draft_rule(s->draft, "assume", "t", r) : FACT_NONE;

    if (fact != FACT_NONE) {
        opened_push(s, false, fact);
        find_learn(s, fact, true);
    }
    return fact;
}

/* Goals by their form. */

static fact_t prove_and(struct find *s, const struct form *goal)
{
    size_t n = relation_parts(goal, CORE_AND);
    fact_t *facts = xcalloc(n, sizeof *facts), out = FACT_NONE;
    bool fine = true;

    for (size_t i = 0; fine && i < n; i++) {
        facts[i] = find_proof(s, relation_part(goal, CORE_AND, i));
        fine = facts[i] != FACT_NONE;
    }
    if (fine)
        out = draft_rule(s->draft, "both", "F", n, facts);
    free(facts);
    return out;
}

/*
 * How much there is to a part: the one to prove is the largest.  What a value
 * needs is said of a part of the term, which is less deep, and never by psd.
 */
static size_t weight(const struct form *r)
{
    const struct atom *a = relation_atom(r);
    const struct form *f = a && a->count > 0 ? a->args[0] : NULL;
    const size_t depth = f && relation_kind(r) <= CORE_LT ? f->depth : 0;

    if (relation_kind(r) == CORE_PSD)
        return SIZE_MAX;
    return f ? 1000 * depth + f->count + 4 * f->free.count +
                   (form_scalar(f) ? 0 : 100)
             : 0;
}

/* The largest part under the assumption that the others are false. */
static fact_t prove_or(struct find *s, const struct form *goal)
{
    size_t n = relation_parts(goal, CORE_OR), main = 0, before = s->nopened;
    fact_t out = FACT_NONE;
    bool fine = true;

    for (size_t i = 0; i < n; i++) {
        if (weight(relation_part(goal, CORE_OR, i)) >
            weight(relation_part(goal, CORE_OR, main)))
            main = i;
    }
    for (size_t i = 0; i < n && fine; i++)
        fine =
            i == main ||
            assume(s, relation_not(s->pool, relation_part(goal, CORE_OR, i))) !=
                FACT_NONE;
    if (fine)
        out = find_proof(s, relation_part(goal, CORE_OR, main));
    while (s->nopened > before)
        out = opened_pop(s, out);
    return out == FACT_NONE ? FACT_NONE
                            : find_rule(s, "restated", "ft", out, goal);
}

/* The body of the goal at x, which its own index is known by. */
static fact_t prove_at(struct find *s, const struct atom *all,
                       const struct form *x)
{
    size_t known = s->nindices, points = s->npoints;
    fact_t out;

    if (s->level == 0 && known < s->goal->nindices)
        s->indices[s->nindices++] = (struct substitution){
            .variable = s->goal->indices[known], .value = x};
    arena_push(pool_arena(s->pool), &s->points, &s->npoints, sizeof x, &x);
    if (s->level > 0)
        find_at_points(s);
    out = find_proof(s, binder_open(s->pool, all, x));
    s->nindices = known;
    s->npoints = points;
    return out;
}

/*
 * A fixed integer of the range, in a context of its own; or NULL.  It is known
 * which one where there is one alone.
 */
static const struct form *fix(struct find *s, const struct form *lo,
                              const struct form *hi)
{
    const struct form *x = draft_next(s->draft, true, NULL);
    fact_t first = draft_rule(s->draft, "fix", "tt", lo, hi);

    if (first == FACT_NONE)
        return NULL;
    opened_push(s, true, first);
    find_learn(s, first, true);
    if (lo == hi)
        find_learn(s, draft_rule(s->draft, "equal", "ff", first, first + 1),
                   true);
    return x;
}

fact_t find_for_all(struct find *s, const struct form *goal)
{
    const struct atom *all = relation_atom(goal);
    const struct form *one = pool_one(s->pool), *x = NULL;
    const struct form *next = s->next, *before = s->before;
    size_t points = s->npoints;
    fact_t base = prove_at(s, all, all->lo), out = FACT_NONE;

    if (base != FACT_NONE)
        x = fix(s, all->lo, ring_sub(s->pool, all->hi, one));
    if (x == NULL)
        return FACT_NONE;
    arena_push(pool_arena(s->pool), &s->points, &s->npoints, sizeof x, &x);
    s->before = binder_open(s->pool, all, x);
    if (assume(s, s->before) != FACT_NONE) {
        find_inside(s, s->before);
        s->next = ring_add(s->pool, x, one);
        out = opened_pop(s, prove_at(s, all, s->next));
        s->next = next;
    }
    s->before = before;
    s->npoints = points;
    out = opened_pop(s, out);
    return out == FACT_NONE ? FACT_NONE
                            : draft_rule(s->draft, "induction", "tfff", goal,
                                         base, out, (fact_t)FACT_NONE);
}

/* Which part of the fact's disjunction it is. */
static size_t part_at(struct find *s, fact_t fact, const struct form *part)
{
    return find_part(deduction_fact(s->deduction, fact, NULL), part);
}

/*
 * At an integer x below the next of an induction, as far as it got, and at the
 * next: `within` is x <= next.
 */
static fact_t prove_in_two(struct find *s, const struct atom *all,
                           const struct form *x, fact_t within)
{
    const struct form *below = relation_between(s->pool, CORE_LT, x, all->hi);
    const struct form *from = relation_not(s->pool, below);
    fact_t first = assume(s, below), second = FACT_NONE;

    if (first == FACT_NONE)
        return FACT_NONE;
    find_learn(s, draft_rule(s->draft, "next", "ttf", x, all->hi, first), true);
    first = opened_pop(s, prove_at(s, all, x));
    if (first != FACT_NONE)
        second = assume(s, from);
    if (second == FACT_NONE)
        return FACT_NONE;
    find_learn(s, draft_rule(s->draft, "equal", "ff", within, second), true);
    second = opened_pop(s, prove_at(s, all, x));
    return second == FACT_NONE ? FACT_NONE
                               : draft_rule(s->draft, "resolved", "fnfn", first,
                                            part_at(s, first, from), second,
                                            part_at(s, second, below));
}

/* What holds at an integer of no range, lo <= x <= hi < lo: its denial is
 * absurd. */
static fact_t prove_at_none(struct find *s, const struct form *r, fact_t lower,
                            const struct form *gap)
{
    const fact_t upper = lower + 1;
    const struct product ends[] = {{pool_one(s->pool), &lower, 1, NULL, 0},
                                   {pool_one(s->pool), &upper, 1, NULL, 0}};

    if (assume(s, relation_not(s->pool, r)) == FACT_NONE)
        return FACT_NONE;
    return opened_pop(s, draft_positive(s->draft, gap, false, ends, 2));
}

/* At a fixed integer of the range, or by induction. */
static fact_t prove_forall(struct find *s, const struct form *goal)
{
    const struct atom *all = relation_atom(goal);
    const struct form *x = fix(s, all->lo, all->hi);
    const struct form *gap = ring_sub(s->pool, all->hi, all->lo);
    const struct number *q = gap ? form_as_number(s->pool, gap) : NULL;
    fact_t out, lower;

    if (x == NULL)
        return FACT_NONE;
    lower = s->opened[s->nopened - 1].fact;
    if (q != NULL && mpq_sgn(q->value->q) < 0)
        out = prove_at_none(s, binder_open(s->pool, all, x), lower, gap);
    else if (s->next != NULL && all->hi == s->next)
        out = prove_in_two(s, all, x, lower + 1);
    else
        out = prove_at(s, all, x);
    out = opened_pop(s, out);
    if (out != FACT_NONE)
        return find_rule(s, "restated", "ft", out, goal);
    return s->level == 0 && s->npoints == 0 && !s->is_by_entries
               ? find_for_all(s, goal)
               : FACT_NONE;
}

/*
 * psd(F), with a fixed vector x: F == F', and 0 <= x' * F * x from the forms of
 * what is known to be psd.
 */
static fact_t prove_definite(struct find *s, const struct form *goal)
{
    const struct form *f = relation_atom(goal)->args[0], *x = NULL;
    fact_t symmetric, out;

    if (find_hypothesis(
            s,
            relation_between(s->pool, CORE_EQ, f, ring_transpose(s->pool, f)),
            &symmetric, true))
        x = find_vector(s, form_rows(s->pool, f));
    if (x == NULL)
        return FACT_NONE;
    opened_push(s, false, FACT_NONE);
    find_forms(s, f, x);
    out = find_proof(
        s, form_apply1(s->pool, CORE_LE, ring_quadratic(s->pool, f, x)));
    if (out == FACT_NONE)
        find_leave_vector(s, x);
    else
        out = draft_rule(s->draft, "definite", "fft", out, symmetric, f);
    opened_forget(s);
    return out;
}

/* A combination of facts; at products: after equations that are found there. */
static fact_t prove_combined(struct find *s, const struct form *goal,
                             bool is_at_products)
{
    const unsigned fn = relation_kind(goal);

    if (fn != CORE_LE && fn != CORE_LT)
        return FACT_NONE;
    return (is_at_products ? find_products : find_combination)(
        s, relation_atom(goal)->args[0], fn == CORE_LT);
}

/* By reduction, a fact, or a combination of facts. */
static fact_t prove_at_once(struct find *s, const struct form *goal)
{
    fact_t fact;

    if (find_reduced(s, goal) == relation_true(s->pool))
        return find_rule(s, "restated", "ft", FACT_NONE, goal);
    fact = find_fact(s, goal);
    return fact != FACT_NONE ? find_rule(s, "restated", "ft", fact, goal)
                             : prove_combined(s, goal, false);
}

/*
 * Of facts that hold under conditions, those that are met are resolved away;
 * whether there are others now.  Thorough: the conditions are goals.
 */
static bool discharge_facts(struct find *s, bool is_thorough)
{
    bool changed = false;

    for (fact_t k = 0, n = deduction_facts(s->deduction); k < n; k++) {
        const struct form *r = find_seen(s, k);
        fact_t now;

        if (r == NULL || relation_kind(r) != CORE_OR)
            continue;
        now = find_discharged(s, k, is_thorough);
        if (now != FACT_NONE && now != k) {
            find_learn(s, now, true);
            changed = true;
        }
    }
    return changed;
}

/* A fact that has a disjunction's part, and which one it is. */
struct holder {
    fact_t fact;
    size_t part;
    const struct holder *next;
};

/* B or C from A or B, not A or C, if that has no more parts than the longer. */
static void resolve_pair(struct find *s, const struct holder *a, fact_t fact,
                         size_t part)
{
    size_t most = 0, n;
    fact_t made;

    for (unsigned k = 0; k < 2; k++) {
        n = relation_parts(
            deduction_fact(s->deduction, k ? fact : a->fact, NULL), CORE_OR);
        most = n > most ? n : most;
    }
    made =
        draft_rule(s->draft, "resolved", "fnfn", a->fact, a->part, fact, part);
    n = made == FACT_NONE
            ? most
            : relation_parts(deduction_fact(s->deduction, made, NULL), CORE_OR);
    if (n < most)
        find_learn(s, made, true);
}

/* A or R, not A or R: R, by cases. */
static void resolve_facts(struct find *s)
{
    const fact_t n = deduction_facts(s->deduction);
    struct memo holders = {0};

    for (fact_t k = 0; k < n; k++) {
        const struct form *r = find_seen(s, k);

        if (r == NULL || relation_kind(r) != CORE_OR ||
            memo_get(&holders, r) != NULL)
            continue;
        memo_set(&holders, r, r);
        for (size_t i = 0; i < relation_parts(r, CORE_OR); i++) {
            const struct form *part = relation_part(r, CORE_OR, i);
            const struct holder *h =
                memo_get(&holders, relation_not(s->pool, part));
            struct holder *own =
                arena_array(pool_arena(s->pool), 1, sizeof *own);

            *own = (struct holder){k, i, memo_get(&holders, part)};
            for (; h != NULL; h = h->next)
                resolve_pair(s, h, k, i);
            memo_set(&holders, part, own);
        }
    }
    memo_clear(&holders);
}

/* All steps but the share of what has goals of its own; to be given back. */
static size_t set_aside(struct find *s)
{
    const size_t kept = s->steps - s->steps / FIND_SHARE;

    s->steps -= kept;
    return kept;
}

/* Backwards; thoroughly: with goals for hypotheses. */
static bool search_backwards(struct find *s, const struct form *goal,
                             bool is_thorough)
{
    const size_t kept = is_thorough ? set_aside(s) : 0;
    const bool found = find_backwards(s, goal, is_thorough);

    s->steps += kept;
    return found;
}

/* By the signs of factors. */
static fact_t prove_factors(struct find *s, const struct form *goal)
{
    const size_t kept = set_aside(s);
    const fact_t fact = find_factors(s, goal);

    s->steps += kept;
    return fact;
}

static bool discharge_given(struct find *s)
{
    const size_t kept = set_aside(s);
    const bool found = discharge_facts(s, true);

    s->steps += kept;
    return found;
}

/* A term below 0 that both have. */
static bool share_negative(const struct form *f, const struct form *g)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct term *a = &f->terms[i];

        for (size_t j = 0; j < g->count; j++) {
            const struct term *b = &g->terms[j];

            if (a->monomial == b->monomial && a->word == b->word &&
                a->monomial->count + a->word->count > 0 &&
                a->coefficient == b->coefficient &&
                mpq_sgn(a->coefficient->value->q) < 0)
                return true;
        }
    }
    return false;
}

/*
 * The goal by a fact that has its lesser side, and what is left of it as a goal
 * by itself: a <= b, where b <= c is an instance of a theorem.
 */
static fact_t prove_chained(struct find *s, const struct form *goal)
{
    const struct form *now = find_reduced(s, goal), *f;
    unsigned left = FIND_CHAINS;
    fact_t fact = FACT_NONE;

    if (now == NULL || relation_kind(now) != CORE_LE)
        return FACT_NONE;
    f = relation_atom(now)->args[0];
    for (fact_t k = deduction_facts(s->deduction);
         k-- > 0 && left > 0 && fact == FACT_NONE && !find_is_over(s);) {
        const struct form *r = find_seen(s, k), *g;
        const unsigned fn = r ? relation_kind(r) : 0;
        fact_t rest;

        if (fn != CORE_LE && fn != CORE_LT)
            continue;
        g = find_reduced(s, relation_atom(r)->args[0]);
        if (g == NULL || g == f || !form_same_shape(f, g) ||
            !share_negative(f, g))
            continue;
        left--;
        g = form_apply1(s->pool, CORE_LE, ring_sub(s->pool, f, g));
        if (g != NULL && find_hypothesis(s, g, &rest, true))
            fact = prove_at_once(s, goal);
    }
    return fact;
}

/* What has few entries, written out: by these, or as numbers. */
static fact_t prove_explicit(struct find *s, const struct form *goal)
{
    fact_t fact;

    if (find_explicit_entries(s, goal))
        return prove_at_once(s, goal);
    find_rewrite(s, relation_atom(goal)->args[0]);
    fact = prove_at_once(s, goal);
    return fact == FACT_NONE ? find_oracle(s, goal) : fact;
}

/* At once, before and after rewriting; then with more instances in rounds. */
static fact_t search_atomic(struct find *s, const struct form *goal)
{
    unsigned rounds = s->level > 0       ? 1
                      : s->is_by_entries ? FIND_ENTRY_ROUNDS
                                         : FIND_ROUNDS;
    fact_t fact;

    if (s->level == 0 && discharge_facts(s, false))
        discharge_facts(s, false);
    find_lemmas(s);
    fact = prove_at_once(s, goal);
    if (fact != FACT_NONE || s->is_brief)
        return fact;
    if (s->explicit_sizes != 0 && s->level == 0)
        return prove_explicit(s, goal);
    if (s->is_inductive) {
        s->is_inductive = false;
        fact = find_by_induction(s, goal);
        s->is_inductive = true;
        return fact;
    }
    if (s->level == 0) {
        find_at_points(s);
        discharge_facts(s, false);
        find_letters(s, relation_atom(goal)->args[0]);
        fact = prove_at_once(s, goal);
    }
    if (fact == FACT_NONE && search_backwards(s, goal, s->level == 0))
        fact = prove_at_once(s, goal);
    if (fact == FACT_NONE && relation_kind(goal) == CORE_PSD)
        fact = prove_definite(s, goal);
    if (fact != FACT_NONE || relation_kind(goal) == CORE_PSD)
        return fact;
    find_rewrite(s, relation_atom(goal)->args[0]);
    if (s->level == 0)
        find_rewrite_facts(s);
    fact = prove_at_once(s, goal);
    if (fact == FACT_NONE && search_backwards(s, goal, true))
        fact = prove_at_once(s, goal);
    if (fact == FACT_NONE && s->level == 0)
        fact = prove_factors(s, goal);
    if (fact == FACT_NONE && s->level == 0 && discharge_given(s))
        fact = prove_at_once(s, goal);
    for (unsigned k = 0; k < rounds && fact == FACT_NONE && !find_is_over(s);
         k++) {
        find_want(s, goal);
        find_instances(s, FIND_INSTANCES / (1 + s->level));
        if (s->level == 0)
            find_rewrite_facts(s);
        find_rewrite(s, relation_atom(goal)->args[0]);
        fact = prove_at_once(s, goal);
        if (fact == FACT_NONE && k == 0 && s->level == 0)
            fact = prove_combined(s, goal, true);
        if (fact == FACT_NONE && k == FIND_CHAINED && s->level == 0)
            fact = prove_chained(s, goal);
    }
    if (fact == FACT_NONE && s->level == 0) {
        find_at_ends(s);
        resolve_facts(s);
        fact = prove_at_once(s, goal);
    }
    if (fact == FACT_NONE && s->level == 0)
        fact = find_by_entries(s, goal);
    if (fact == FACT_NONE && s->level == 0) {
        s->is_by_shape = true;
        if (search_backwards(s, goal, true))
            fact = prove_at_once(s, goal);
        s->is_by_shape = false;
    }
    return fact == FACT_NONE ? find_oracle(s, goal) : fact;
}

/* The same, remembered where it is left open. */
static fact_t prove_atomic(struct find *s, const struct form *goal)
{
    fact_t fact;

    stuck_enter(s, goal);
    fact = search_atomic(s, goal);
    stuck_leave(s, goal, fact != FACT_NONE);
    return fact;
}

fact_t find_proof(struct find *s, const struct form *goal)
{
    if (goal == NULL)
        return FACT_NONE;
    if (goal == relation_true(s->pool))
        return find_rule(s, "restated", "ft", FACT_NONE, goal);
    switch (relation_kind(goal)) {
    case CORE_AND:
        return prove_and(s, goal);
    case CORE_OR:
        return prove_or(s, goal);
    case RELATION_FORALL:
        return prove_forall(s, goal);
    case 0:
    case CORE_NOT:
        return FACT_NONE;
    default:
        return prove_atomic(s, goal);
    }
}
