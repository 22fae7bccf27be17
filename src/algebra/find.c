/*
 * Goals: taken apart by their form, then saturation in rounds; theorems at
 * matching terms, everything reduced by equations, inequalities combined.
 */
#include "algebra/find_internal.h"

#include "base/status.h"
#include "core/ring.h"

#include <stdlib.h>

enum { FIND_ROUNDS = 3 };

static fact_t prove(struct find *s, const struct form *goal);

static fact_t prove_and(struct find *s, const struct form *goal)
{
    size_t n = relation_parts(goal, CORE_AND);
    fact_t *facts = xcalloc(n, sizeof *facts), out = FACT_NONE;
    bool fine = true;

    for (size_t i = 0; fine && i < n; i++) {
        facts[i] = prove(s, relation_part(goal, CORE_AND, i));
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

    return f ? f->count + 4 * f->free.count : 0;
}

/* The largest part under the assumption that the others are false. */
static fact_t prove_or(struct find *s, const struct form *goal)
{
    size_t n = relation_parts(goal, CORE_OR), main = 0, opened = 0;
    size_t seen = s->nseen, done = s->done, tried = s->ntried;
    fact_t out;

    for (size_t i = 0; i < n; i++) {
        if (weight(relation_part(goal, CORE_OR, i)) >
            weight(relation_part(goal, CORE_OR, main)))
            main = i;
    }
    for (size_t i = 0; i < n; i++) {
        fact_t fact;

        if (i == main)
            continue;
        fact =
            draft_rule(s->draft, "assume", "t",
                       relation_not(s->pool, relation_part(goal, CORE_OR, i)));
        if (fact == FACT_NONE)
            break;
        opened++;
        find_changed(s);
        find_learn(s, fact);
    }
    out = prove(s, relation_part(goal, CORE_OR, main));
    if (out == FACT_NONE) /* the draft is given up with its contexts open */
        return FACT_NONE;
    for (size_t i = 0; i < opened; i++)
        out = draft_rule(s->draft, "implied", "f", out);
    find_changed(s);
    s->nseen = seen;
    s->done = done;
    s->ntried = tried;
    return find_rule(s, "restated", "ft", out, goal);
}

/* At a fixed integer of the range. */
static fact_t prove_forall(struct find *s, const struct form *goal)
{
    const struct atom *all = relation_atom(goal), *v;
    struct atom model = {
        .kind = ATOM_VARIABLE, .variable = VARIABLE_FIXED, .is_integer = true};
    size_t seen = s->nseen, done = s->done, tried = s->ntried;
    fact_t out;

    model.serial = (unsigned)draft_fixed(s->draft);
    v = pool_atom(s->pool, &model);
    if (draft_rule(s->draft, "fix", "tt", all->lo, all->hi) == FACT_NONE)
        return FACT_NONE;
    out = prove(s, binder_open(s->pool, all, ring_atom(s->pool, v)));
    if (out == FACT_NONE)
        return FACT_NONE;
    out = draft_rule(s->draft, "forall", "f", out);
    find_changed(s);
    s->nseen = seen;
    s->done = done;
    s->ntried = tried;
    return find_rule(s, "restated", "ft", out, goal);
}

/* One relation: by reduction, a fact, or a combination, in rounds. */
static fact_t prove_atomic(struct find *s, const struct form *goal)
{
    unsigned fn = relation_kind(goal);

    find_see(s, relation_atom(goal)->args[0]);
    for (unsigned round = 0; round <= FIND_ROUNDS && !s->is_lost; round++) {
        const struct form *r = find_reduced(s, goal);
        fact_t fact = FACT_NONE;

        if (r == relation_true(s->pool))
            return find_rule(s, "restated", "ft", FACT_NONE, goal);
        fact = find_fact(s, goal);
        if (fact != FACT_NONE)
            return find_rule(s, "restated", "ft", fact, goal);
        if (fn == CORE_LE || fn == CORE_LT)
            fact = find_combination(s, relation_atom(goal)->args[0],
                                    fn == CORE_LT);
        if (fact != FACT_NONE)
            return fact;
        find_instances(s);
    }
    return FACT_NONE;
}

static fact_t prove(struct find *s, const struct form *goal)
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

char *finder_prove(struct finder *finder, const struct sequent *sequent,
                   size_t steps)
{
    struct find s = {.finder = finder, .pool = finder->pool, .steps = steps};
    fact_t fact;
    char *log = NULL;

    s.draft = draft_new(finder->theory, sequent);
    s.deduction = draft_deduction(s.draft);
    for (fact_t k = 0, n = deduction_facts(s.deduction); k < n; k++)
        find_learn(&s, k);
    fact = prove(&s, sequent->conclusion);
    if (fact != FACT_NONE) {
        find_rule(&s, "restated", "ft", fact, sequent->conclusion);
        log = xstrdup(draft_log(s.draft));
    }
    find_changed(&s);
    draft_free(s.draft);
    return log;
}
