/*
 * Goals: taken apart by their form, then saturation in rounds; theorems at
 * matching terms, everything reduced by equations, inequalities combined.
 */
#include "algebra/find_internal.h"

#include "base/status.h"
#include "core/ring.h"

#include <stdlib.h>

enum { FIND_ROUNDS = 3 };

/* Contexts. */

static void opened_push(struct find *s, bool is_fixed, fact_t fact)
{
    struct opened o = {is_fixed, fact,      s->nseen,
                       s->done,  s->ntried, s->npending};

    arena_push(pool_arena(s->pool), &s->opened, &s->nopened, sizeof o, &o);
    find_changed(s);
    find_signs_changed(s);
}

/* The innermost context is closed with that fact, or with any of it. */
static fact_t opened_pop(struct find *s, fact_t fact)
{
    struct opened o = s->opened[--s->nopened];

    if (fact == FACT_NONE)
        fact = o.fact;
    fact = draft_rule(s->draft, o.is_fixed ? "forall" : "implied", "f", fact);
    find_changed(s);
    find_signs_changed(s);
    s->nseen = o.nseen;
    s->done = o.done;
    s->ntried = o.ntried;
    s->npending = o.npending;
    return fact;
}

static fact_t assume(struct find *s, const struct form *r)
{
    fact_t fact = r ? draft_rule(s->draft, "assume", "t", r) : FACT_NONE;

    if (fact != FACT_NONE) {
        opened_push(s, false, fact);
        find_learn(s, fact);
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

/* How much there is to a part: the one to prove is the largest. */
static size_t weight(const struct form *r)
{
    const struct atom *a = relation_atom(r);
    const struct form *f = a && a->count > 0 ? a->args[0] : NULL;

    return f ? f->count + 4 * f->free.count + (form_scalar(f) ? 0 : 100) : 0;
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
    while (s->nopened > before) {
        fact_t closed = opened_pop(s, out);

        out = out == FACT_NONE ? FACT_NONE : closed;
    }
    return out == FACT_NONE ? FACT_NONE
                            : find_rule(s, "restated", "ft", out, goal);
}

/* The goal's own index is known by that variable from here on. */
static void fix_index(struct find *s, const struct form *x)
{
    if (s->level > 0 || s->nindices == s->goal->nindices)
        return;
    s->indices[s->nindices] = (struct substitution){
        .variable = s->goal->indices[s->nindices], .value = x};
    s->nindices++;
}

/* At a fixed integer of the range. */
static fact_t prove_forall(struct find *s, const struct form *goal)
{
    const struct atom *all = relation_atom(goal);
    struct atom model = {
        .kind = ATOM_VARIABLE, .variable = VARIABLE_FIXED, .is_integer = true};
    size_t known = s->nindices;
    const struct form *x;
    fact_t first, out;

    model.serial = (unsigned)draft_fixed(s->draft);
    x = ring_atom(s->pool, pool_atom(s->pool, &model));
    first = draft_rule(s->draft, "fix", "tt", all->lo, all->hi);
    if (first == FACT_NONE)
        return FACT_NONE;
    opened_push(s, true, first);
    find_learn(s, first);
    fix_index(s, x);
    out = find_proof(s, binder_open(s->pool, all, x));
    s->nindices = known;
    first = opened_pop(s, out);
    return out == FACT_NONE ? FACT_NONE
                            : find_rule(s, "restated", "ft", first, goal);
}

/* By reduction, a fact, or a combination of facts. */
static fact_t prove_at_once(struct find *s, const struct form *goal)
{
    unsigned fn = relation_kind(goal);
    fact_t fact;

    if (find_reduced(s, goal) == relation_true(s->pool))
        return find_rule(s, "restated", "ft", FACT_NONE, goal);
    fact = find_fact(s, goal);
    if (fact != FACT_NONE)
        return find_rule(s, "restated", "ft", fact, goal);
    return fn == CORE_LE || fn == CORE_LT
               ? find_combination(s, relation_atom(goal)->args[0],
                                  fn == CORE_LT)
               : FACT_NONE;
}

/* At once, before and after rewriting; then with more instances in rounds. */
static fact_t prove_atomic(struct find *s, const struct form *goal)
{
    unsigned rounds = s->level > 0 ? 1 : FIND_ROUNDS;
    fact_t fact;

    find_lemmas(s);
    fact = prove_at_once(s, goal);
    if (fact == FACT_NONE && find_backwards(s, goal, false))
        fact = prove_at_once(s, goal);
    if (fact != FACT_NONE)
        return fact;
    find_rewrite(s, relation_atom(goal)->args[0]);
    fact = prove_at_once(s, goal);
    if (fact == FACT_NONE && find_backwards(s, goal, true))
        fact = prove_at_once(s, goal);
    find_see(s, relation_atom(goal)->args[0]);
    for (unsigned k = 0; k < rounds && fact == FACT_NONE && !s->is_lost; k++) {
        find_instances(s);
        fact = prove_at_once(s, goal);
    }
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

char *finder_prove(struct finder *finder, const struct goal *goal, size_t steps)
{
    struct find s = {
        .finder = finder, .pool = finder->pool, .goal = goal, .steps = steps};
    const struct sequent *sequent = &goal->sequent;
    fact_t fact;
    char *log = NULL;

    s.indices = xcalloc(goal->nindices + 1, sizeof *s.indices);
    s.draft = draft_new(finder->theory, sequent);
    s.deduction = draft_deduction(s.draft);
    for (fact_t k = 0, n = deduction_facts(s.deduction); k < n; k++)
        find_learn(&s, k);
    fact = find_proof(&s, sequent->conclusion);
    if (fact != FACT_NONE) {
        find_rule(&s, "restated", "ft", fact, sequent->conclusion);
        log = xstrdup(draft_log(s.draft));
    }
    find_changed(&s);
    find_signs_changed(&s);
    draft_free(s.draft);
    free(s.indices);
    return log;
}
