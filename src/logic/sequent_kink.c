/* Kinks: terms that are one thing or another. */
#include "logic/sequent_internal.h"

/*
 * a ^ b for a > 0, and for a = 0 (1 at b = 0, 0 for b > 0, else undefined);
 * there is no case for a < 0.
 */
static bool power_case(const struct goal **fact, const struct scalar **value,
                       const struct scalar *e, size_t i,
                       struct scalar_pool *pool)
{
    const struct scalar *a = e->kids[0], *b = e->kids[1];
    *fact = goal_compare(pool, GOAL_GT, a);
    *value = scalar_exponential(pool, a, b);
    if (i == 1) {
        *fact = goal_relation(pool, REL_EQ, a, scalar_int(pool, 0));
        *value = scalar_if(pool, goal_compare(pool, GOAL_GT, b),
                           scalar_int(pool, 0), scalar_int(pool, 1));
    }
    return i < 2 && *fact && *value;
}

/* Case `i` of a kink: what holds then, and what the term is; false: none. */
static bool kink_case(const struct goal **fact, const struct scalar **value,
                      const struct scalar *e, size_t i,
                      struct scalar_pool *pool)
{
    *fact = NULL;
    *value = NULL;
    if (e->op == SCALAR_GENERAL)
        return power_case(fact, value, e, i, pool);
    if (e->op == SCALAR_IF) {
        *fact = i == 0 ? e->condition : goal_negate(pool, e->condition);
        *value = e->kids[i < 2 ? i : 0];
        return i < 2 && *fact;
    }
    bool pair = e->fn == FN_MAX2 || e->fn == FN_MIN2;
    const struct scalar *a = e->kids[0];
    const struct scalar *b = pair ? e->kids[1] : scalar_int(pool, 0);
    const struct scalar *d = scalar_difference(pool, a, b);
    const struct scalar *minus = scalar_times(pool, -1, d);
    if (e->fn == FN_SIGN) {
        const struct scalar *side = i == 1 ? minus : d;
        *fact = goal_compare(pool, GOAL_GT, side);
        if (i == 2)
            *fact = goal_join(pool, GOAL_AND, goal_compare(pool, GOAL_GE, d),
                              goal_compare(pool, GOAL_GE, minus));
        *value = scalar_int(pool, i == 0 ? 1 : i == 1 ? -1 : 0);
        return i < 3 && *fact && *value;
    }
    bool above = i == 0;
    *fact = goal_compare(pool, GOAL_GE, above ? d : minus);
    if (e->fn == FN_ABS)
        *value = above ? a : scalar_times(pool, -1, a);
    else
        *value = above == (e->fn != FN_MIN2) ? a : b;
    return i < 2 && *fact && *value;
}

/* The relation is false at all points that count. */
static bool is_false(const struct goal *goal, const struct region *r)
{
    if (sequent_refutes(goal, r->box, r->oracle))
        return true;
    unsigned holds =
        goal->kind == GOAL_GE ? SIGN_ZERO | SIGN_POSITIVE : SIGN_POSITIVE;
    return sequent_is_compare(goal) && !(region_strict(r, goal->term) & holds);
}

/* The outermost choice, but for those in integrals; NULL: none is seen. */
static const struct scalar *find_choice(const struct scalar *e)
{
    const struct scalar *found = NULL;
    if (!e->has_kink || e->op == SCALAR_INTEGRAL)
        return NULL;
    if (e->op == SCALAR_IF && !e->condition->has_kink)
        return e;
    for (size_t i = 0; i < e->count && !found; i++)
        found = find_choice(e->kids[i]);
    return found;
}

static const struct scalar *goal_choice(const struct goal *goal)
{
    return goal->term ? find_choice(goal->term) : NULL;
}

/* the other cases are false on the box |- the term is what it is then */
bool sequent_resolve(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    const struct goal *fact;
    bool outer = node->index >= RESOLVE_OUTER;
    size_t index = outer ? node->index - RESOLVE_OUTER : node->index;
    const struct scalar *value,
        *kink = outer ? goal_choice(s->goal) : goal_kink(s->goal);
    if (!kink || !kink_case(&fact, &value, kink, index, r->pool))
        return false;
    const struct goal *otherwise = goal_negate(r->pool, fact);
    return otherwise && is_false(otherwise, r) &&
           sequent_push(kids, count, s,
                        goal_replace(r->pool, s->goal, kink, value));
}

/* a |- goal, b |- goal give a or b |- goal */
static bool fact_cases(struct sequent *kids, size_t *count,
                       const struct sequent *s, size_t i,
                       const struct region *r)
{
    if (i >= s->nfacts || s->facts[i]->kind != GOAL_OR)
        return false;
    struct sequent rest = *s;
    rest.facts[i] = rest.facts[--rest.nfacts];
    for (size_t side = 0; side < 2; side++) {
        if (!sequent_push(kids, count, &rest, s->goal))
            return false;
        sequent_assume(&kids[*count - 1],
                       side ? s->facts[i]->b : s->facts[i]->a, r->pool,
                       r->oracle);
    }
    return true;
}

/*
 * One of the cases holds wherever the term is defined (index 1: each is shown
 * without that).  CASES_FACTS + i: one side of fact i holds.
 */
bool sequent_cases(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, const struct region *r)
{
    const struct goal *fact;
    const struct scalar *value, *kink = goal_kink(s->goal);
    if (node->index >= CASES_FACTS)
        return fact_cases(kids, count, s, node->index - CASES_FACTS, r);
    if (kink && kink->op == SCALAR_GENERAL &&
        (region_signs(r, kink->kids[0]) & SIGN_NEGATIVE))
        return false;
    for (size_t i = 0; kink && kink_case(&fact, &value, kink, i, r->pool);
         i++) {
        if (!sequent_push(kids, count, s,
                          goal_replace(r->pool, s->goal, kink, value)))
            return false;
        if (node->index == 0)
            sequent_assume(&kids[*count - 1], fact, r->pool, r->oracle);
    }
    size_t expected =
        kink && kink->op == SCALAR_CALL && kink->fn == FN_SIGN ? 3 : 2;
    return *count == expected;
}
