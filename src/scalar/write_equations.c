/* Instances of theorems, and what equations make of problems, as lines of a
 * log. */
#include "scalar/write_internal.h"

#include "base/status.h"

#include <string.h>

/* Equations. */

/* Not the part of a disjunction: it contradicts the facts in sight. */
static fact_t refuted(struct writer *w, const struct form *part)
{
    const fact_t assumed = draft_rule(w->draft, "assume", "t", part);
    const bool is_and = relation_kind(part) == CORE_AND;
    const size_t parts = is_and ? relation_parts(part, CORE_AND) : 0;
    size_t n = w->count;

    if (assumed == FACT_NONE)
        return FACT_NONE;
    LOCAL_FREE fact_t *facts = xcalloc(n + parts + 1, sizeof *facts);
    memcpy(facts, w->facts, n * sizeof *facts);
    if (!is_and)
        facts[n++] = assumed;
    for (size_t i = 0; i < parts; i++) {
        const fact_t one = draft_rule(w->draft, "part", "fn", assumed, i);

        if (one != FACT_NONE)
            facts[n++] = one;
    }
    const fact_t made =
        draft_rule(w->draft, "enclose", "tnF", relation_false(w->pool),
                   (size_t)SEARCH_BITS, n, facts);
    const fact_t out = draft_rule(w->draft, "implied", "f",
                                  made == FACT_NONE ? assumed : made);
    return made == FACT_NONE ? FACT_NONE : out;
}

/* Not the part: a fact in sight says so, or enclosures do. */
static fact_t denied(struct writer *w, const struct form *part)
{
    const struct form *r = relation_not(w->pool, part);

    for (size_t i = w->count; i-- > 0;) {
        if (relation_gives(w->pool, writer_said(w, w->facts[i]), r))
            return w->facts[i];
    }
    fact_t out = writer_enclose(w, r);
    return out != FACT_NONE ? out : refuted(w, part);
}

fact_t writer_settled(struct writer *w, fact_t fact, unsigned kind)
{
    const struct form *r = fact == FACT_NONE ? NULL : writer_said(w, fact);
    const size_t parts =
        r && relation_kind(r) == CORE_OR ? relation_parts(r, CORE_OR) : 0;
    size_t goals = 0;

    for (size_t i = 0; i < parts; i++)
        goals += relation_kind(relation_part(r, CORE_OR, i)) == kind;
    for (size_t i = 0; i < parts; i++) {
        const struct form *part = relation_part(r, CORE_OR, i);
        const fact_t other = goals == 1 && relation_kind(part) == kind
                                 ? FACT_NONE
                                 : denied(w, part);

        if (other != FACT_NONE)
            fact = writer_resolve(w, fact, part, other);
    }
    return fact;
}

/* An instance of the theorem, its hypotheses by these facts. */
static fact_t write_instance(struct writer *w, const struct equation *e,
                             const fact_t *premises, unsigned kind)
{
    const struct core_theorem *t =
        theory_find(draft_theory(w->draft), e->theorem);
    enum { HYPOTHESES = 8 }; /* the others are met by reduction */
    const struct form *values[EQUATION_VALUES];
    const size_t before = w->count;
    fact_t facts[HYPOTHESES], out;
    size_t count = 0;

    for (size_t i = 0; i < HYPOTHESES; i++)
        facts[i] = i < e->npremises ? premises[i] : FACT_NONE;
    for (; count < EQUATION_VALUES && e->values[count] != NULL; count++)
        values[count] = writer_unnamed(w, e->values[count]);
    for (size_t i = 0; i < e->npremises; i++)
        writer_push(w, e->premises[i], premises[i]);
    out =
        t == NULL
            ? FACT_NONE
            : writer_settled(
                  w, draft_instance(w->draft, t, values, facts, NULL, 0), kind);
    w->count = before;
    return out;
}

fact_t write_theorem(struct writer *w, const struct proof *p, fact_t *facts)
{
    fact_t out =
        writer_kids(w, p, 0, facts)
            ? write_instance(w, p->equations, &facts[1], relation_kind(p->goal))
            : FACT_NONE;

    return out == FACT_NONE ? out
                            : draft_rule(w->draft, "restated", "ft", out,
                                         writer_unnamed(w, p->goal));
}

/* Whether equations that are in force make the sides one, perhaps from right to
 * left: both ways would have no end. */
static bool is_in_force(struct writer *w, const struct form *equation)
{
    const struct form *now =
        deduction_reduce(draft_deduction(w->draft), equation);

    pool_forgive(w->pool);
    return now == relation_true(w->pool);
}

/* Puts the equations in force, as the goal has them. */
static bool put_equations(struct writer *w, const struct proof *p,
                          const fact_t *known)
{
    for (size_t i = 0; i < p->nequations; i++) {
        const struct equation *e = &p->equations[i];
        const struct form *head = writer_unnamed(w, e->head);
        const struct form *equation =
            relation_between(w->pool, CORE_EQ, head, writer_unnamed(w, e->by));

        if (is_in_force(w, equation))
            continue;
        fact_t fact =
            draft_rule(w->draft, "restated", "ft", known[i], equation);
        if (fact == FACT_NONE ||
            draft_rule(w->draft, "rule", "ft", fact, head) == FACT_NONE)
            return false;
    }
    return true;
}

/* What the fact says where the equations are in force: in a context that is
 * closed again, for other equations would be put in force within it. */
static fact_t restate_under(struct writer *w, const struct proof *p,
                            const fact_t *known, fact_t fact,
                            const struct form *says)
{
    const struct form *relation =
        p->nequations > 0 ? writer_said(w, known[0]) : NULL;
    fact_t out = FACT_NONE, assumed;

    if (relation == NULL) /* another name */
        return p->nequations == 0 ? fact : FACT_NONE;
    assumed = draft_rule(w->draft, "assume", "t", relation);
    if (assumed == FACT_NONE)
        return FACT_NONE;
    if (put_equations(w, p, known))
        out = draft_rule(w->draft, "restated", "ft", fact,
                         writer_unnamed(w, says));
    assumed =
        draft_rule(w->draft, "implied", "f", out == FACT_NONE ? assumed : out);
    return out == FACT_NONE
               ? FACT_NONE
               : writer_resolve(w, assumed, relation_not(w->pool, relation),
                                known[0]);
}

/* The facts of the last kid that are others. */
static bool push_restated(struct writer *w, const struct proof *p,
                          const fact_t *known)
{
    const size_t count = w->count;

    for (size_t i = 0; i < p->nfacts; i++) {
        size_t k = 0;

        while (k < count && w->relations[k] != p->before[i])
            k++;
        if (k == count)
            return false;
        fact_t fact = restate_under(w, p, known, w->facts[k], p->after[i]);
        if (fact == FACT_NONE)
            return false;
        writer_push(w, p->after[i], fact);
    }
    return true;
}

/* What each equation says, by kids in `facts` from *kid on. */
static bool write_instances(struct writer *w, const struct proof *p,
                            fact_t *facts, size_t *kid, fact_t *known)
{
    for (size_t i = 0; i < p->nequations; i++) {
        const struct equation *e = &p->equations[i];

        for (size_t k = 0; k < e->npremises; k++) {
            facts[*kid + k] = writer_write(w, p->kids[*kid + k]);
            if (facts[*kid + k] == FACT_NONE)
                return false;
        }
        known[i] = e->theorem ? write_instance(w, e, facts + *kid, CORE_EQ)
                              : facts[*kid];
        if (known[i] == FACT_NONE)
            return false;
        *kid += e->npremises;
    }
    return true;
}

fact_t write_rewrite(struct writer *w, const struct proof *p, fact_t *facts)
{
    LOCAL_FREE fact_t *known = xcalloc(p->nequations + 1, sizeof *known);
    fact_t out = FACT_NONE;
    const size_t count = w->count;
    size_t kid = 0;
    bool fine = write_instances(w, p, facts, &kid, known);

    for (size_t i = 0; i < p->nranges && fine; i++, kid++) {
        facts[kid] = writer_write(w, p->kids[kid]);
        fine = facts[kid] != FACT_NONE;
        writer_push(w, p->before[i], facts[kid]);
    }
    if (fine && p->y != NULL) {
        const struct substitution by = {.variable = p->y,
                                        .value = writer_unnamed(w, p->t)};

        arena_push(pool_arena(w->pool), &w->names.items, &w->names.count,
                   sizeof by, &by);
    }
    if (fine && push_restated(w, p, known))
        out = writer_write(w, p->kids[kid]);
    if (out != FACT_NONE)
        out = restate_under(w, p, known, out, p->goal);
    w->count = count;
    return out;
}
