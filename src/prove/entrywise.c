/*
 * Sums of entries compared entry by entry: sum(A) <= sum(B) + n*c from
 * A <= B + c, which the range prover decides; sum(A) <= sum(B) + c also from
 * A <= B + c*p where the entries of p sum up to 1.
 */
#include "prove/search.h"

enum { LIFTING_DEPTH = 20, LIFTING_MAX_UNITS = 4 };

/*
 * The shape of what is summed; rows NULL: nothing so far.  unit has it, and
 * entries that sum up to 1; NULL: all are the same.
 */
struct lifting {
    struct search *s;
    const struct dim *rows, *cols;
    const struct expr *unit;
};

static bool is_total(const struct expr *e)
{
    return e->op == EX_CALL && (e->fn == FN_SUM || e->fn == FN_MEAN) &&
           e->count == 1 && !expr_is_scalar(e->kids[0]);
}

static bool is_dot(const struct expr *e)
{
    return e->op == EX_MATMUL && expr_is_scalar(e) &&
           !expr_is_scalar(e->kids[1]);
}

static const struct expr *inverse(struct search *s, const struct expr *e)
{
    const struct span nowhere = {0};
    return expr_binary(s->pool, EX_DIVIDE, make_int(s->pool, 1), e, nowhere);
}

/* How many entries x has. */
static const struct expr *count_of(struct search *s, const struct dim *rows,
                                   const struct dim *cols)
{
    const struct span nowhere = {0};
    return expr_of_dim(s->pool, dim_mul(expr_dims(s->pool), rows, cols),
                       nowhere);
}

/* u .* v */
static const struct expr *entry_product(struct search *s, const struct expr *u,
                                        const struct expr *v)
{
    const struct expr *kids[] = {u, v};
    return make_op(s->pool, EX_DOT_MUL, u->rows, u->cols, kids, 2);
}

/* A matrix whose entries sum up to e, a total or a product u'*v. */
static const struct expr *summand(struct search *s, const struct expr *e)
{
    const struct expr *x = e->kids[0];
    if (is_dot(e))
        return entry_product(
            s, x->op == EX_TRANSPOSE ? x->kids[0] : make_transpose(s->pool, x),
            e->kids[1]);
    if (e->fn == FN_SUM)
        return x;
    return make_mul(s->pool, inverse(s, count_of(s, x->rows, x->cols)), x);
}

/* Finds the shape; false: there are two. */
static bool find_shape(struct lifting *l, const struct expr *e)
{
    if (is_total(e) || is_dot(e)) {
        const struct expr *x = summand(l->s, e);
        const bool fits =
            !l->rows || (l->rows == x->rows && l->cols == x->cols);
        l->rows = x->rows;
        l->cols = x->cols;
        return fits;
    }
    for (size_t i = 0; i < e->count && e->op != EX_CALL; i++)
        if (expr_is_scalar(e->kids[i]) && !find_shape(l, e->kids[i]))
            return false;
    return true;
}

static bool has_total(struct search *s, const struct expr *e)
{
    struct lifting l = {.s = s};
    return !find_shape(&l, e) || l.rows;
}

/* A matrix of that shape whose entries sum up to e; a number in shares. */
static const struct expr *lifted(struct lifting *l, const struct expr *e)
{
    struct search *s = l->s;
    struct expr_pool *pool = s->pool;
    if (is_total(e) || is_dot(e))
        return summand(s, e);
    if (e->op == EX_NEG)
        return make_neg(pool, lifted(l, e->kids[0]));
    if (e->op == EX_ADD)
        return make_add(pool, lifted(l, e->kids[0]), lifted(l, e->kids[1]));
    if (e->op == EX_SUB)
        return make_sub(pool, lifted(l, e->kids[0]), lifted(l, e->kids[1]));
    if (e->op == EX_SCALE && has_total(s, e->kids[1]))
        return make_mul(pool, e->kids[0], lifted(l, e->kids[1]));
    if (e->op == EX_DIVIDE && has_total(s, e->kids[0]))
        return make_mul(pool, inverse(s, e->kids[1]), lifted(l, e->kids[0]));
    if (l->unit)
        return make_mul(pool, e, l->unit);
    const struct expr *share =
        make_mul(pool, inverse(s, count_of(s, l->rows, l->cols)), e);
    return make_mul(pool, search_normal(s, share),
                    make_ones(pool, l->rows, l->cols));
}

/* Givens and softmaxes of that shape whose entries sum up to 1. */
struct units {
    const struct expr *items[LIFTING_MAX_UNITS];
    size_t count;
};

static void find_units(struct units *out, const struct lifting *l,
                       const struct expr *e, size_t depth)
{
    bool seen = depth > LIFTING_DEPTH || out->count == LIFTING_MAX_UNITS;
    for (size_t i = 0; i < out->count && !seen; i++)
        seen = out->items[i] == e;
    if (seen)
        return;
    if ((e->op == EX_GIVEN || expr_is_call(e, FN_SOFTMAX)) &&
        e->rows == l->rows && e->cols == l->cols &&
        search_is_equal(l->s, make_call(l->s->pool, FN_SUM, e),
                        make_int(l->s->pool, 1)))
        out->items[out->count++] = e;
    for (size_t i = 0; i < e->count; i++)
        find_units(out, l, e->kids[i], depth + 1);
}

/* The mean of all of them; NULL: there is none. */
static const struct expr *unit_of(const struct lifting *l,
                                  const struct expr *goal)
{
    struct expr_pool *pool = l->s->pool;
    struct units u = {.count = 0};
    const struct expr *sum = NULL;
    find_units(&u, l, goal, 0);
    for (size_t i = 0; i < u.count; i++)
        sum = sum ? make_add(pool, sum, u.items[i]) : u.items[i];
    return sum ? make_mul(pool, inverse(l->s, make_int(pool, (int)u.count)),
                          sum)
               : NULL;
}

static size_t by_entries(struct lifting *l, const struct expr *goal,
                         const struct relation *r, bool thorough)
{
    struct search *s = l->s;
    const struct expr *low = lifted(l, r->lhs), *high = lifted(l, r->rhs);
    const struct dim *one = dim_constant(expr_dims(s->pool), 1);
    const struct move all = {
        .line =
            scalar_prove(s, relation_make(s->pool, r->op, low, high), thorough),
        .left = make_transpose(s->pool, make_ones(s->pool, l->rows, one)),
        .right = make_ones(s->pool, l->cols, one)};
    return all.line == SEARCH_NONE ? all.line
                                   : combine_line(s, goal, &all, 1, NULL);
}

size_t entrywise_prove(struct search *s, const struct expr *goal, bool thorough)
{
    struct relation r;
    struct lifting l = {.s = s};
    if (!relation_read(&r, s->pool, goal) || !expr_is_scalar(r.lhs) ||
        (r.op != REL_LE && r.op != REL_EQ) || !find_shape(&l, r.lhs) ||
        !find_shape(&l, r.rhs) || !l.rows)
        return SEARCH_NONE;
    const size_t line = by_entries(&l, goal, &r, thorough);
    if (line == SEARCH_NONE)
        l.unit = unit_of(&l, goal);
    return l.unit ? by_entries(&l, goal, &r, thorough) : line;
}
