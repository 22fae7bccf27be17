/*
 * Relations of numbers by those of functions of their sides: exp(x) <= y by
 * x <= log(y), x <= y by x^2 <= y^2, x == y by x <= y and y <= x, max(A) <= y
 * by A <= y.  Equal matrices by their order and their sums.
 */
#include "prove/search.h"

enum { INVERT_DEPTH = 40 };

/* A largest or smallest value occurs in it, which two inequalities bound. */
static bool has_extreme(const struct expr *e, size_t depth)
{
    bool found = e->op == EX_MAX || e->op == EX_MIN ||
                 expr_is_call(e, FN_MAX) || expr_is_call(e, FN_MIN) ||
                 expr_is_call(e, FN_MAX2) || expr_is_call(e, FN_MIN2);
    for (size_t i = 0; i < e->count && !found && depth < INVERT_DEPTH; i++)
        found = has_extreme(e->kids[i], depth + 1);
    return found;
}

/* A root on one side alone, which squares take away. */
static bool is_root(const struct expr *e)
{
    return expr_is_call(e, FN_SQRT) || expr_is_call(e, FN_NORM1INF);
}

/* A fact says something of the square of e. */
static bool is_squared_in_facts(const struct search *s, const struct expr *e)
{
    for (size_t i = 0; i < s->nfacts; i++) {
        const struct expr *fact = search_conclusion(s, s->facts[i]);
        for (size_t k = 0; k < fact->count && fact->op == EX_REL; k++) {
            const struct expr *side = fact->kids[k];
            if (side->op == EX_POW && side->kids[0] == e &&
                side->kids[1]->op == EX_NUMBER &&
                mpq_cmp_ui(side->kids[1]->number->q, 2, 1) == 0)
                return true;
        }
    }
    return false;
}

/* A fact says that x <= y. */
static bool is_below_in_facts(const struct search *s, const struct expr *x,
                              const struct expr *y)
{
    for (size_t i = 0; i < s->nfacts; i++) {
        struct relation r;
        const struct expr *fact = search_conclusion(s, s->facts[i]);
        if (relation_read(&r, s->pool, fact) && r.op == REL_LE && r.lhs == x &&
            r.rhs == y)
            return true;
    }
    return false;
}

/* Bounds of a product as it is written: normal forms take it apart. */
static size_t by_factors(struct search *s, const struct expr *goal,
                         const struct expr *product)
{
    enum { LINES = 60 };
    const size_t nfacts = s->nfacts, limit = s->limit;
    const struct bounds *found = bound_term(s, product, true);
    size_t line = SEARCH_NONE;
    for (size_t i = 0; i < found->count; i++)
        search_fact(s, found->lines[i]);
    if (limit > s->steps + LINES)
        s->limit = s->steps + LINES;
    if (found->count > 0)
        line = combine_prove(s, goal);
    s->limit = limit;
    s->nfacts = nfacts;
    return line;
}

static const struct expr *filled(struct search *s, const struct expr *e,
                                 const struct expr *like)
{
    return expr_is_scalar(e)
               ? make_mul(s->pool, e,
                          make_ones(s->pool, like->rows, like->cols))
               : e;
}

static bool knows_all(const struct search *s)
{
    for (size_t i = 0; i < s->nfacts; i++)
        if (search_conclusion(s, s->facts[i])->op == EX_FORALL)
            return true;
    return false;
}

/* Each entry for itself, where something is known of all of a range. */
static size_t by_each_entry(struct search *s, const struct expr *goal,
                            const struct expr *x, const struct expr *y)
{
    if (!knows_all(s) || (expr_is_scalar(x) && expr_is_scalar(y)))
        return SEARCH_NONE;
    const struct move all = {.line =
                                 goal_named(s, "order_by_entries", NULL,
                                            filled(s, x, y), filled(s, y, x))};
    return all.line == SEARCH_NONE ? all.line
                                   : combine_line(s, goal, &all, 1, NULL);
}

/* From x <= y entry by entry, where one rule says so. */
static size_t by_entries(struct search *s, const char *name,
                         const struct expr *goal, const struct expr *x,
                         const struct expr *y)
{
    const size_t nfacts = s->nfacts;
    const struct expr *order = relation_make(s->pool, REL_LE, x, y);
    size_t line = direct_prove(s, order);
    if (line == SEARCH_NONE)
        line = by_each_entry(s, order, x, y);
    if (line == SEARCH_NONE)
        return line;
    search_fact(s, line);
    line = goal_named(s, name, goal, x, y);
    s->nfacts = nfacts;
    return line;
}

static size_t by_squares(struct search *s, const struct expr *goal,
                         const struct relation *r)
{
    const size_t nfacts = s->nfacts;
    if (s->later)
        written_facts(s, goal);
    const size_t line = goal_named(s, "order_of_squares", goal, r->lhs, r->rhs);
    s->nfacts = nfacts;
    return line;
}

size_t invert_prove(struct search *s, const struct expr *goal)
{
    static const struct {
        enum function fn;
        bool right; /* the side that is such a call */
        bool last;  /* in the last search alone, by one rule for the entries */
        const char *name;
    } rows[] = {{FN_EXP, false, false, "exp_by_log"},
                {FN_LOG, false, false, "log_by_exp"},
                {FN_RELU, false, false, "relu_by_both"},
                {FN_EXP, true, false, "below_exp_by_log"},
                {FN_LOG, true, false, "below_log_by_exp"},
                {FN_MAX, false, true, "least_maximum"},
                {FN_MIN, true, true, "greatest_minimum"}};
    struct relation r;
    size_t line = SEARCH_NONE;
    if (!relation_read(&r, s->pool, goal) || !method_is_free(s->method))
        return SEARCH_NONE;
    if (r.op == REL_EQ && !expr_is_scalar(r.lhs))
        return is_below_in_facts(s, r.lhs, r.rhs)
                   ? goal_named(s, "equal_by_rowsums", goal, r.lhs, r.rhs)
                   : SEARCH_NONE;
    if (r.op == REL_LE && s->last)
        line = by_each_entry(s, goal, r.lhs, r.rhs);
    if (!expr_is_scalar(r.lhs) || line != SEARCH_NONE)
        return line;
    if (r.op == REL_EQ && (has_extreme(r.lhs, 0) || has_extreme(r.rhs, 0)))
        return goal_named(s, "equal_by_order", goal, r.lhs, r.rhs);
    if (r.op != REL_LE)
        return SEARCH_NONE;
    if (r.lhs->op == EX_PROD)
        line = by_factors(s, goal, r.lhs);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct expr *call = rows[i].right ? r.rhs : r.lhs;
        if (line != SEARCH_NONE || !expr_is_call(call, rows[i].fn) ||
            (rows[i].last && !s->last))
            continue;
        const struct expr *x = rows[i].right ? r.lhs : call->kids[0];
        const struct expr *y = rows[i].right ? call->kids[0] : r.rhs;
        line = rows[i].last ? by_entries(s, rows[i].name, goal, x, y)
                            : goal_named(s, rows[i].name, goal, x, y);
    }
    if (line == SEARCH_NONE &&
        (is_root(r.lhs) || is_root(r.rhs) || is_squared_in_facts(s, r.lhs)))
        line = by_squares(s, goal, &r);
    return line;
}
