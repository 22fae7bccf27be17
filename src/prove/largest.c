/*
 * What is known of all of a range, said of the largest or the smallest, and of
 * these, said of all: forall(i, f(i) <= c) as max(i, f(i)) <= c, max(A) <= c as
 * A <= c, A <= c as normmax(A) <= c where -A is no larger.
 */
#include "prove/search.h"

enum { LARGEST_MAX_FACTS = 3 };

static const struct expr *extreme(struct search *s, enum expr_op op,
                                  const struct expr *range,
                                  const struct expr *body)
{
    const struct expr *kids[] = {range->kids[0], range->kids[1], body};
    const struct expr model = {.op = op,
                               .rows = body->rows,
                               .cols = body->cols,
                               .symbol = range->symbol,
                               .kids = kids,
                               .count = 3};
    return expr_intern(s->pool, &model);
}

/* A <= c of the entries for a fact max(A) <= c; NULL: it is no such. */
static const struct expr *said_of_entries(struct search *s,
                                          const struct expr *fact)
{
    struct relation r;
    if (!relation_read(&r, s->pool, fact) || (r.op != REL_LE && r.op != REL_LT))
        return NULL;
    if (expr_is_call(r.lhs, FN_MAX))
        return relation_make(s->pool, r.op, r.lhs->kids[0], r.rhs);
    return expr_is_call(r.rhs, FN_MIN)
               ? relation_make(s->pool, r.op, r.lhs, r.rhs->kids[0])
               : NULL;
}

/* normmax(A) <= c for a fact A <= c of a given; NULL: it is no such. */
static const struct expr *said_of_size(struct search *s,
                                       const struct expr *fact)
{
    struct relation r;
    return relation_read(&r, s->pool, fact) && r.op == REL_LE &&
                   r.lhs->op == EX_GIVEN && !expr_is_scalar(r.lhs) &&
                   expr_is_scalar(r.rhs)
               ? relation_make(s->pool, REL_LE,
                               make_call(s->pool, FN_NORMMAX, r.lhs), r.rhs)
               : NULL;
}

/* NULL: the fact is no such. */
static const struct expr *said_of_extreme(struct search *s,
                                          const struct expr *fact)
{
    struct relation r;
    if (fact->op != EX_FORALL || fact->count != 3 ||
        !relation_read(&r, s->pool, fact->kids[2]) || r.op != REL_LE ||
        !expr_is_scalar(r.lhs))
        return NULL;
    const bool low = !expr_has_free(r.lhs, fact->symbol);
    const bool high = !expr_has_free(r.rhs, fact->symbol);
    if (low == high)
        return NULL;
    return low ? relation_make(s->pool, REL_LE, r.lhs,
                               extreme(s, EX_MIN, fact, r.rhs))
               : relation_make(s->pool, REL_LE, extreme(s, EX_MAX, fact, r.lhs),
                               r.rhs);
}

static bool bounds_extreme(struct search *s, const struct expr *fact)
{
    struct relation r;
    return relation_read(&r, s->pool, fact) &&
           (r.lhs->op == EX_MAX || r.rhs->op == EX_MIN);
}

/* A fact in the normal form, where max(i, norm2(X[i, :])) is of rownorm2(X). */
static void add(struct search *s, size_t line)
{
    struct relation r;
    const struct move whole = {.line = line};
    if (line == SEARCH_NONE ||
        !relation_read(&r, s->pool, search_conclusion(s, line)))
        return;
    const struct expr *normal = relation_make(
        s->pool, r.op, search_normal(s, r.lhs), search_normal(s, r.rhs));
    line = combine_line(s, normal, &whole, 1, NULL);
    if (line == SEARCH_NONE)
        return;
    search_fact(s, line);
    search_relevant(s, normal);
}

static size_t prove(struct search *s, const struct expr *goal)
{
    const size_t line = goal_prove(s, goal);
    return line == SEARCH_NONE ? direct_prove(s, goal) : line;
}

void largest_facts(struct search *s)
{
    const size_t nfacts = s->nfacts, steps = s->steps;
    for (size_t i = 0; i < nfacts && s->nfacts < nfacts + LARGEST_MAX_FACTS;
         i++) {
        const struct expr *fact = search_conclusion(s, s->facts[i]);
        if (!search_in_scope(s, s->facts[i]))
            continue;
        const struct expr *goal = said_of_extreme(s, fact);
        goal = goal ? goal : said_of_entries(s, fact);
        goal = goal ? goal : said_of_size(s, fact);
        if (bounds_extreme(s, fact))
            add(s, s->facts[i]);
        else if (goal)
            add(s, prove(s, goal));
    }
    s->steps = steps; /* facts do not count as tried */
}
