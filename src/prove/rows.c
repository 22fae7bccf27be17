/*
 * What is known of all rows, columns or entries, said of the largest:
 * norminf(A) <= c by rowsum(abs(A)) <= c, and likewise for norm1, normmax and
 * the largest entry of a matrix.  And said of norms that see absolute values
 * alone: N(A) <= c*N(B) by abs(A) <= c*abs(B).
 */
#include "prove/spell.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_LINES = 1200, /* for itself */ ROWS_MAX_NAME = 64 };

/*
 * What a number is the largest entry of, of absolute values where a rule says
 * so, by algebra else.
 */
struct rows_measure {
    enum function whole, of; /* of == FN_ABS: of the entries */
    const char *rule;
};

static const struct rows_measure measures[] = {
    {FN_NORMINF, FN_ROWSUM, "norminf_by_rows"},
    {FN_NORM1, FN_COLSUM, "norm1_by_columns"},
    {FN_NORMMAX, FN_ABS, "normmax_by_entries"},
    {FN_MAX, FN_ROWMAX, NULL},
    {FN_MAX, FN_COLMAX, NULL}};

static const struct expr *parts_measured(struct search *s,
                                         const struct rows_measure *m,
                                         const struct expr *a)
{
    if (m->rule)
        a = make_call(s->pool, FN_ABS, a);
    return m->of == FN_ABS ? a : make_call(s->pool, m->of, a);
}

/* x <= y entry by entry, a number y standing for a matrix of such entries. */
static size_t prove_each(struct search *s, const struct expr *x,
                         const struct expr *y)
{
    const struct expr *all =
        make_mul(s->pool, y, make_ones(s->pool, x->rows, x->cols));
    const struct expr *goal = relation_make(s->pool, REL_LE, x, all);
    size_t line = direct_prove(s, goal);
    if (line == SEARCH_NONE)
        line = entrywise_prove(s, goal, false);
    return line == SEARCH_NONE ? combine_prove(s, goal) : line;
}

/* max(x) <= y */
static size_t prove_largest(struct search *s, const struct expr *x,
                            const struct expr *y)
{
    const size_t nfacts = s->nfacts;
    const struct move each = {.line = prove_each(s, x, y)};
    if (each.line == SEARCH_NONE || nfacts == SEARCH_MAX_FACTS)
        return SEARCH_NONE;
    search_fact(s, combine_line(s, relation_make(s->pool, REL_LE, x, y), &each,
                                1, NULL));
    const size_t line = goal_named(s, "least_maximum", NULL, x, y);
    s->nfacts = nfacts;
    return line;
}

static size_t prove_measure(struct search *s, const struct expr *goal,
                            const struct relation *r,
                            const struct rows_measure *m)
{
    const struct expr *whole = r->lhs->kids[0];
    const struct expr *parts = parts_measured(s, m, whole);
    search_relevant(s, parts);
    const struct move moves[] = {
        {.line = prove_largest(s, parts, r->rhs)},
        {.line = m->rule ? goal_named(s, m->rule, NULL, whole, NULL)
                         : SEARCH_NONE}};
    return moves[0].line == SEARCH_NONE
               ? SEARCH_NONE
               : combine_line(s, goal, moves,
                              moves[1].line == SEARCH_NONE ? 1 : 2, NULL);
}

/* ---- norms of absolute values ---- */

static size_t named(struct search *s, const char *kind, enum function fn,
                    const struct expr *x, const struct expr *y)
{
    char name[ROWS_MAX_NAME];
    (void)snprintf(name, sizeof name, "%s%s", kind, function_info(fn)->name);
    return goal_named(s, name, NULL, x, y);
}

/* A norm of e that grows with each absolute value, and does not see signs. */
static bool is_of_sizes(const struct expr *e)
{
    return expr_is_call(e, FN_NORM1) || expr_is_call(e, FN_NORMINF) ||
           expr_is_call(e, FN_NORM1INF) || expr_is_call(e, FN_NORMFRO) ||
           expr_is_call(e, FN_NORMMAX);
}

/* c*N, N the norm of that kind, alone; NULL: it is no such, or N is not. */
static const struct expr *multiple_of_norm(const struct expr **scale,
                                           struct search *s,
                                           const struct expr *e,
                                           enum function fn)
{
    const struct normal_form *f = normal_terms(s->n, e);
    const struct normal_term *t = f && f->count == 1 ? &f->terms[0] : NULL;
    if (!t || mpq_sgn(t->coefficient->q) < 0)
        return NULL;
    for (size_t i = 0; i < t->nfactors; i++)
        if (expr_is_call(t->factors[i].atom, fn) && t->factors[i].power == 1) {
            *scale = spell_unsigned(s, t, i, 1);
            return t->factors[i].atom;
        }
    return NULL;
}

/* N(x) <= c*N(y) */
static size_t prove_sizes(struct search *s, const struct expr *goal,
                          const struct expr *low, const struct expr *high,
                          const struct expr *scale)
{
    const struct expr *x = low->kids[0], *y = high->kids[0];
    const struct expr *size = make_call(s->pool, FN_ABS, x);
    const struct expr *bound =
        spell_times(s, scale, make_call(s->pool, FN_ABS, y));
    if (size->rows != bound->rows || size->cols != bound->cols)
        return SEARCH_NONE;
    const struct expr *order = relation_make(s->pool, REL_LE, size, bound);
    const size_t nfacts = s->nfacts;
    size_t line = direct_prove(s, order);
    if (line == SEARCH_NONE)
        line = scalar_prove(s, order, false);
    if (line == SEARCH_NONE)
        line = spread_prove(s, order, false);
    if (line == SEARCH_NONE)
        line = combine_prove(s, order);
    if (line == SEARCH_NONE || nfacts == SEARCH_MAX_FACTS)
        return SEARCH_NONE;
    search_fact(s, line);
    const struct move moves[] = {
        {.line = named(s, "monotone_", low->fn, x, bound)},
        {.line = named(s, "absolute_", low->fn, y, NULL), .left = scale}};
    s->nfacts = nfacts;
    return moves[0].line == SEARCH_NONE || moves[1].line == SEARCH_NONE
               ? SEARCH_NONE
               : combine_line(s, goal, moves, 2, NULL);
}

/* c*N as it is written: normal forms turn norminf(A) into norm1(A'). */
static const struct expr *written_multiple(const struct expr **scale,
                                           const struct expr *e,
                                           enum function fn)
{
    if (e->op == EX_SCALE) {
        *scale = e->kids[0];
        e = e->kids[1];
    }
    return expr_is_call(e, fn) ? e : NULL;
}

static size_t by_sizes(struct search *s, const struct expr *goal,
                       const struct relation *r)
{
    const struct expr *scale = NULL;
    const struct expr *high = is_of_sizes(r->lhs)
                                  ? written_multiple(&scale, r->rhs, r->lhs->fn)
                                  : NULL;
    size_t line =
        high ? prove_sizes(s, goal, r->lhs, high, scale) : SEARCH_NONE;
    const struct expr *low = search_normal(s, r->lhs);
    if (line != SEARCH_NONE || low == r->lhs || !is_of_sizes(low))
        return line;
    high = multiple_of_norm(&scale, s, r->rhs, low->fn);
    return high ? prove_sizes(s, goal, low, high, scale) : SEARCH_NONE;
}

size_t rows_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    if (!relation_read(&r, s->pool, goal) || r.op != REL_LE ||
        !expr_is_scalar(r.lhs) || !method_is_free(s->method))
        return SEARCH_NONE;
    const size_t steps = s->steps, limit = s->limit;
    struct bounds *known = s->known;
    bool functions[FN_COUNT]; /* other searches keep to those of the goal */
    memcpy(functions, s->functions, sizeof functions);
    s->limit = s->steps + ROWS_LINES;
    size_t line = by_sizes(s, goal, &r);
    for (size_t i = 0;
         i < sizeof measures / sizeof *measures && line == SEARCH_NONE; i++)
        if (expr_is_call(r.lhs, measures[i].whole) &&
            !expr_is_scalar(r.lhs->kids[0]))
            line = prove_measure(s, goal, &r, &measures[i]);
    memcpy(s->functions, functions, sizeof functions);
    s->known = known;
    s->steps = steps;
    s->limit = limit;
    return line;
}
