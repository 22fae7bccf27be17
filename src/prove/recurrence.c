/*
 * Families of numbers over their ranges: a member y[l] is written as its
 * equation says, and what is left, a relation between numbers, is proved over
 * what the hypothesis and other facts say of y[l-1].  A family that begins in a
 * range may stay there, which is tried before claims that need it.
 */
#include "prove/search.h"

enum { MEMBER_DEPTH = 100 };

/* ---- one step ---- */

/* A member with the index `at` among its own; NULL: there is none. */
static const struct expr *member_at(const struct expr *e,
                                    const struct symbol *at, size_t depth)
{
    const struct expr *found = NULL;
    for (size_t i = 0; i < e->count && !found && depth < MEMBER_DEPTH; i++)
        if (e->op == EX_LET && e->kids[i]->op == EX_SYMBOL &&
            e->kids[i]->symbol == at)
            found = e;
        else
            found = member_at(e->kids[i], at, depth + 1);
    return found;
}

/* The members at that index written out, not those before it; NULL: all. */
static const struct expr *write_members(struct search *s, const struct expr *e,
                                        const struct symbol *at)
{
    enum { MOST = 6 };
    if (!at)
        return unroll_members(s, e);
    for (size_t i = 0; i < MOST; i++) {
        const struct expr *member = member_at(e, at, 0);
        const struct expr *body = member ? normal_unfold(s->n, member) : NULL;
        const struct expr *next =
            body ? make_replace(s->pool, e, member, body) : NULL;
        if (!next)
            break;
        e = next;
    }
    return e;
}

/* By what is known of its terms, over ranges if asked, else in so many lines.
 */
static size_t prove_knowing(struct search *s, const struct expr *goal,
                            bool ranges, size_t lines)
{
    const size_t limit = s->limit, nfacts = s->nfacts;
    context_facts(s, goal);
    size_t line = ranges ? scalar_prove_knowing(s, goal) : SEARCH_NONE;
    if (limit > s->steps + lines)
        s->limit = s->steps + lines;
    if (line == SEARCH_NONE)
        line = combine_prove(s, goal);
    s->limit = limit;
    s->nfacts = nfacts;
    return line;
}

static size_t step_relation(struct search *s, const struct expr *goal,
                            const struct symbol *at)
{
    enum { LINES = 40 }; /* for a step that facts about the members state */
    struct relation r;
    struct move move = {.line = SEARCH_NONE};
    if (!relation_read(&r, s->pool, goal) || !expr_is_scalar(r.lhs) ||
        r.op == REL_NE)
        return SEARCH_NONE;
    const struct expr *written = write_members(s, goal, at);
    if (written == goal)
        return SEARCH_NONE;
    size_t line = at ? prove_knowing(s, goal, false, LINES) : SEARCH_NONE;
    if (line == SEARCH_NONE)
        move.line = prove_knowing(s, written, true, SEARCH_SIDE_GOAL);
    return move.line == SEARCH_NONE ? line
                                    : combine_line(s, goal, &move, 1, NULL);
}

size_t recurrence_step(struct search *s, const struct expr *goal,
                       const struct symbol *at)
{
    size_t parts[2];
    if (goal->op == EX_REL)
        return step_relation(s, goal, at);
    if (goal->op != EX_AND)
        return SEARCH_NONE;
    for (size_t i = 0; i < 2; i++) {
        parts[i] = recurrence_step(s, goal->kids[i], at);
        if (parts[i] == SEARCH_NONE)
            return SEARCH_NONE;
    }
    return goal_both(s, goal, parts);
}

/* ---- where a family stays ---- */

/* A member with one index of that family of numbers; NULL: there is none. */
static const struct expr *member_of(const struct expr *e, size_t decl,
                                    size_t depth)
{
    const struct expr *found = NULL;
    if (e->op == EX_LET && e->decl == decl && e->count == 1)
        return expr_is_scalar(e) ? e : NULL;
    for (size_t i = 0; i < e->count && !found && depth < MEMBER_DEPTH; i++)
        found = member_of(e->kids[i], decl, depth + 1);
    return found;
}

static bool is_finite(const struct expr *end)
{
    return end && end->op != EX_INFINITY &&
           (end->op != EX_NEG || end->kids[0]->op != EX_INFINITY);
}

struct stay {
    const struct expr *member;
    const struct expr *first, *last; /* of its indices */
    const struct expr *lo, *hi;      /* of its first value; NULL: none */
};

/* The first value's range; false: it has no end, or is no number. */
static bool read_range(struct stay *y, const struct theorem *t,
                       const struct expr *value)
{
    if (value->op == EX_NUMBER)
        y->lo = y->hi = value;
    if (value->op == EX_GIVEN && value->count == 0) {
        const struct given *g = &t->givens[value->decl];
        y->lo = is_finite(g->lo) ? g->lo : NULL;
        y->hi = is_finite(g->hi) ? g->hi : NULL;
    }
    return y->lo || y->hi;
}

/* y[a] = value;  y[l in a+1..b] = ...; */
static bool read_family(struct stay *y, const struct search *s, size_t decl)
{
    const struct let *let = &s->theorem->lets[decl];
    if (let->nclauses != 2 || let->clauses[0].ranges[0].symbol ||
        !let->clauses[1].ranges[0].symbol)
        return false;
    y->first = let->clauses[0].ranges[0].lo;
    y->last = let->clauses[1].ranges[0].hi;
    return read_range(y, s->theorem, let->clauses[0].body);
}

/* forall(l in first..last, lo <= y[l] and y[l] <= hi), of the ends not NULL */
static size_t prove_stay(struct search *s, const struct stay *y,
                         const struct expr *lo, const struct expr *hi)
{
    const struct span nowhere = {0};
    const struct symbol *l = dim_new_symbol(expr_dims(s->pool), SYM_INDEX, "l");
    const struct expr *index = expr_symbol(s->pool, l, nowhere);
    const struct expr *at = make_again(s->pool, y->member, &index);
    const struct expr *ends[] = {
        lo ? relation_make(s->pool, REL_LE, lo, at) : NULL,
        hi ? relation_make(s->pool, REL_LE, at, hi) : NULL};
    const struct expr model = {
        .op = EX_AND, .is_relation = true, .kids = ends, .count = 2};
    const struct expr *body =
        lo && hi ? expr_intern(s->pool, &model) : ends[lo ? 0 : 1];
    const struct expr *kids[] = {y->first, y->last, body};
    const struct expr all = {.op = EX_FORALL,
                             .symbol = l,
                             .is_relation = true,
                             .kids = kids,
                             .count = 3};
    return goal_induction(s, expr_intern(s->pool, &all));
}

static bool add_stay(struct search *s, const struct stay *y)
{
    size_t line = prove_stay(s, y, y->lo, y->hi);
    if (line == SEARCH_NONE && y->lo && y->hi)
        line = prove_stay(s, y, y->lo, NULL);
    if (line == SEARCH_NONE && y->lo && y->hi)
        line = prove_stay(s, y, NULL, y->hi);
    if (line != SEARCH_NONE)
        search_fact(s, line);
    return line != SEARCH_NONE;
}

size_t recurrence_ranges(struct search *s, const struct expr *goal)
{
    size_t count = 0;
    for (size_t i = 0; i < s->theorem->nlets; i++) {
        struct stay y = {.member = member_of(goal, i, 0)};
        if (y.member && read_family(&y, s, i))
            count += add_stay(s, &y);
    }
    return count;
}
