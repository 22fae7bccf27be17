/*
 * Scaled rows and columns as products entry by entry: diag(u)*A is (u*1') .* A,
 * and functions of u are functions of u*1', so that all of it is about entries.
 * So are normal forms of joined matrices: colmax(vcat(a, b)) is max(a, b).
 */
#include "prove/search.h"

struct spreading {
    struct search *s;
    const struct dim *rows, *cols;
    bool turned; /* 1*u' */
    size_t depth;
};

/* An operation for each entry. */
static bool is_by_entries(const struct expr *e)
{
    if (e->op == EX_CALL) {
        const enum shape_rule rule = function_info(e->fn)->rule;
        return (rule == SHAPE_SAME || rule == SHAPE_PAIR) && e->fn != FN_RES &&
               e->fn != FN_NORMALISE;
    }
    return e->op == EX_ADD || e->op == EX_SUB || e->op == EX_NEG ||
           e->op == EX_SCALE || e->op == EX_DIVIDE || e->op == EX_DOT_MUL ||
           e->op == EX_DOT_DIV || e->op == EX_DOT_POW;
}

/* u*1' or 1*u' of that shape, with what acts entry by entry outside. */
static const struct expr *spread_column(struct spreading *p,
                                        const struct expr *u)
{
    struct expr_pool *pool = p->s->pool;
    const struct dim *one = dim_constant(expr_dims(pool), 1);
    const struct expr *kids[2];
    if (expr_is_scalar(u))
        return u;
    if (expr_is_call(u, FN_ONES))
        return make_ones(pool, p->rows, p->cols);
    if (is_by_entries(u) && u->count <= 2 && p->depth < MAKE_MAX_DEPTH) {
        p->depth++;
        for (size_t i = 0; i < u->count; i++)
            kids[i] = spread_column(p, u->kids[i]);
        p->depth--;
        struct expr model = *u;
        model.rows = p->rows;
        model.cols = p->cols;
        model.kids = kids;
        return expr_intern(pool, &model);
    }
    return p->turned
               ? make_mul(pool, make_ones(pool, p->rows, one),
                          make_transpose(pool, u))
               : make_mul(pool, u,
                          make_transpose(pool, make_ones(pool, p->cols, one)));
}

static const struct expr *scaled_by(struct search *s, const struct expr *u,
                                    const struct expr *e, bool turned)
{
    struct spreading p = {s, e->rows, e->cols, turned, 0};
    const struct expr *kids[] = {spread_column(&p, u), e};
    return make_op(s->pool, EX_DOT_MUL, e->rows, e->cols, kids, 2);
}

/* A product that begins or ends with diag(u). */
static const struct expr *spread_product(struct search *s, const struct expr *e)
{
    struct parts p;
    const struct expr *scale;
    if (!parts_of_product(&p, &scale, s, e) || p.count < 2)
        return e;
    const struct expr *first = p.items[0], *last = p.items[p.count - 1];
    const size_t begin = expr_is_call(first, FN_DIAG);
    const size_t end = p.count - expr_is_call(last, FN_DIAG);
    if (begin >= end || (begin == 0 && end == p.count))
        return e;
    const struct expr *made = parts_multiply(s, &p, begin, end);
    if (begin > 0)
        made = scaled_by(s, first->kids[0], made, false);
    if (end < p.count)
        made = scaled_by(s, last->kids[0], made, true);
    return scale ? make_mul(s->pool, scale, made) : made;
}

/* e, or its transpose, with transposes of terms that have no entries alone. */
static const struct expr *spread(struct search *s, const struct expr *e,
                                 bool turn, size_t depth)
{
    const struct expr *kids[2];
    if (expr_is_scalar(e))
        return e;
    if (e->op == EX_TRANSPOSE && depth < MAKE_MAX_DEPTH)
        return spread(s, e->kids[0], !turn, depth + 1);
    if (e->op == EX_MATMUL)
        return spread_product(
            s, turn ? search_normal(s, make_transpose(s->pool, e)) : e);
    if (!is_by_entries(e) || e->count > 2 || depth > MAKE_MAX_DEPTH)
        return turn ? make_transpose(s->pool, e) : e;
    for (size_t i = 0; i < e->count; i++)
        kids[i] = spread(s, e->kids[i], turn, depth + 1);
    struct expr model = *e;
    model.rows = turn ? e->cols : e->rows;
    model.cols = turn ? e->rows : e->cols;
    model.kids = kids;
    return expr_intern(s->pool, &model);
}

/* Whether scaled or joined rows stand in e. */
static bool has_rows(const struct expr *e, size_t depth)
{
    bool found = expr_is_call(e, FN_DIAG) || expr_is_call(e, FN_VCAT) ||
                 expr_is_call(e, FN_HCAT);
    for (size_t i = 0; i < e->count && !found && depth < MAKE_MAX_DEPTH; i++)
        found = has_rows(e->kids[i], depth + 1);
    return found;
}

size_t spread_prove(struct search *s, const struct expr *goal, bool thorough)
{
    struct relation r;
    if (!relation_read(&r, s->pool, goal) || expr_is_scalar(r.lhs) ||
        r.op == REL_NE || !has_rows(goal, 0))
        return SEARCH_NONE;
    const struct expr *said = relation_make(
        s->pool, r.op, spread(s, search_normal(s, r.lhs), false, 0),
        spread(s, search_normal(s, r.rhs), false, 0));
    const struct move all = {
        .line = said == goal ? SEARCH_NONE : scalar_prove(s, said, thorough)};
    return all.line == SEARCH_NONE ? all.line
                                   : combine_line(s, goal, &all, 1, NULL);
}
