/*
 * Identities that hold since signs are known: in the normal forms of the two
 * sides |x| and relu(x) of scalars give way to x, -x or 0.
 */
#include "prove/search.h"

enum {
    SETTLE_CALLS = 4,  /* replaced in one goal */
    SETTLE_LINES = 60, /* tried for one sign */
    SETTLE_DEPTH = 32
};

struct settling {
    struct search *s;
    const struct expr *calls[SETTLE_CALLS];
    size_t ncalls;
};

static bool is_settled_by_sign(const struct expr *e)
{
    return e->op == EX_CALL && expr_is_scalar(e) &&
           (e->fn == FN_ABS || e->fn == FN_RELU);
}

/* The innermost calls, outside of binders. */
static bool find_calls(struct settling *t, const struct expr *e, size_t depth)
{
    bool inner = false;
    if (depth > SETTLE_DEPTH || make_is_binder(e))
        return false;
    for (size_t i = 0; i < e->count; i++)
        inner = find_calls(t, e->kids[i], depth + 1) || inner;
    if (inner || !is_settled_by_sign(e))
        return inner;
    for (size_t i = 0; i < t->ncalls; i++)
        if (t->calls[i] == e)
            return true;
    if (t->ncalls < SETTLE_CALLS)
        t->calls[t->ncalls++] = e;
    return true;
}

/* What the call is where its argument is >= 0, or <= 0. */
static const struct expr *value_of(struct search *s, const struct expr *call,
                                   bool negative)
{
    const struct expr *x = call->kids[0];
    if (call->fn == FN_RELU && negative)
        return make_int(s->pool, 0);
    return negative ? make_neg(s->pool, x) : x;
}

/* |x| == x or |x| == -x, whichever is found. */
static size_t settle_call(struct search *s, const struct expr *call)
{
    size_t limit = s->limit, line = SEARCH_NONE;
    for (int way = 0; way < 2 && line == SEARCH_NONE; way++) {
        const struct expr *goal =
            relation_make(s->pool, REL_EQ, call, value_of(s, call, way == 1));
        if (limit > s->steps + SETTLE_LINES)
            s->limit = s->steps + SETTLE_LINES;
        line = scalar_prove(s, goal, false);
        s->limit = limit;
    }
    return line;
}

size_t settle_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    struct settling t = {.s = s};
    size_t premises[SETTLE_CALLS], count = 0;
    if (!relation_read(&r, s->pool, goal) || r.op != REL_EQ)
        return SEARCH_NONE;
    const struct expr *sides[] = {search_normal(s, r.lhs),
                                  search_normal(s, r.rhs)};
    for (size_t i = 0; i < 2; i++)
        (void)find_calls(&t, sides[i], 0);
    for (size_t i = 0; i < t.ncalls; i++) {
        size_t line = settle_call(s, t.calls[i]);
        if (line != SEARCH_NONE)
            premises[count++] = line;
    }
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion = goal,
                              .premises = premises,
                              .npremises = count,
                              .terms = sides,
                              .nterms = 2};
    return count == 0 ? SEARCH_NONE : search_line(s, &line);
}
