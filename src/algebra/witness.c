/*
 * Witnesses for what the goal obtains and nobody has said a value of: the term
 * that the goal says it is equal to, or what a theorem obtains at the same
 * dims and givens.
 */
#include "algebra/find_internal.h"

#include "core/ring.h"

/* At the symbols of the sequent; NULL: it is of others. */
static const struct form *at_symbols(struct pool *pool, const struct sequent *q,
                                     const struct atom *head)
{
    const struct form *out = sequent_obtained_at(pool, q, head);

    pool_forgive(pool);
    return out;
}

/* Whether an earlier step speaks of it: that has said what it is. */
static bool is_known(const struct sequent *q, const struct atom *head)
{
    for (size_t i = 0; i < q->nhypotheses; i++) {
        if (variables_have(&q->hypotheses[i]->free, head))
            return true;
    }
    return false;
}

/* The first of the conclusion that is nobody's yet, or NULL. */
static const struct atom *wanted(const struct theory *theory,
                                 const struct sequent *q)
{
    const struct variables *free = &q->conclusion->free;

    for (size_t i = 0; i < free->count; i++) {
        if (free->items[i]->variable == VARIABLE_OBTAINED &&
            !theory_obtains(theory, free->items[i]) &&
            !is_known(q, free->items[i]))
            return free->items[i];
    }
    return NULL;
}

size_t find_witnesses(const struct theory *theory, const struct sequent *q)
{
    size_t count = 0;

    if (wanted(theory, q) == NULL)
        return 0;
    while (theory_obtained_number(theory, count) != NULL)
        count++;
    return count;
}

/* What 0 == x - w or 0 == w - x says that x is, or NULL. */
static const struct form *said(struct pool *pool, const struct form *r,
                               const struct form *x)
{
    const struct form *e =
        relation_kind(r) == CORE_EQ ? relation_atom(r)->args[0] : NULL;
    const struct form *without[2] = {NULL, NULL};

    if (e == NULL || !form_same_shape(e, x))
        return NULL;
    without[0] = ring_add(pool, e, x);
    without[1] = ring_sub(pool, x, e);
    for (size_t i = 0; i < 2; i++) {
        if (without[i] != NULL && without[i]->count + 1 == e->count)
            return without[i];
    }
    return NULL;
}

bool find_witness(struct find *s, size_t choice)
{
    const struct sequent *q = &s->goal->sequent;
    const struct theory *theory = s->finder->theory;
    const struct atom *head = wanted(theory, q);
    const struct form *x = head ? at_symbols(s->pool, q, head) : NULL, *w;
    fact_t fact;

    if (x == NULL)
        return choice == 0;
    w = choice == 0 ? said(s->pool, q->conclusion, x)
                    : at_symbols(s->pool, q,
                                 theory_obtained_number(theory, choice - 1));
    if (w == NULL || !form_same_shape(w, x))
        return choice == 0;
    fact = draft_rule(s->draft, "witness", "vt", head, w);
    if (fact != FACT_NONE)
        find_learn(s, fact, true);
    return fact != FACT_NONE;
}
