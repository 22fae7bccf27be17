#include "logic/make.h"

#include <stdlib.h>

static const struct span nowhere;

const struct expr *make_op(struct expr_pool *pool, enum expr_op op,
                           const struct dim *rows, const struct dim *cols,
                           const struct expr *const *kids, size_t count)
{
    struct expr model = {
        .op = op, .rows = rows, .cols = cols, .kids = kids, .count = count};
    return expr_intern(pool, &model);
}

const struct expr *make_int(struct expr_pool *pool, int64_t value)
{
    return expr_int(pool, value, nowhere);
}

static const struct expr *pair(struct expr_pool *pool, enum expr_op op,
                               const struct dim *rows, const struct dim *cols,
                               const struct expr *a, const struct expr *b)
{
    const struct expr *kids[] = {a, b};
    return make_op(pool, op, rows, cols, kids, 2);
}

const struct expr *make_add(struct expr_pool *pool, const struct expr *a,
                            const struct expr *b)
{
    return pair(pool, EX_ADD, a->rows, a->cols, a, b);
}

const struct expr *make_sub(struct expr_pool *pool, const struct expr *a,
                            const struct expr *b)
{
    return pair(pool, EX_SUB, a->rows, a->cols, a, b);
}

const struct expr *make_neg(struct expr_pool *pool, const struct expr *a)
{
    return make_op(pool, EX_NEG, a->rows, a->cols, &a, 1);
}

const struct expr *make_mul(struct expr_pool *pool, const struct expr *a,
                            const struct expr *b)
{
    if (expr_is_scalar(a))
        return pair(pool, EX_SCALE, b->rows, b->cols, a, b);
    if (expr_is_scalar(b))
        return pair(pool, EX_SCALE, a->rows, a->cols, b, a);
    return pair(pool, EX_MATMUL, a->rows, b->cols, a, b);
}

const struct expr *make_transpose(struct expr_pool *pool, const struct expr *a)
{
    return make_op(pool, EX_TRANSPOSE, a->cols, a->rows, &a, 1);
}

const struct expr *make_ones(struct expr_pool *pool, const struct dim *rows,
                             const struct dim *cols)
{
    const struct expr *kids[] = {expr_of_dim(pool, rows, nowhere),
                                 expr_of_dim(pool, cols, nowhere)};
    struct expr model = {.op = EX_CALL,
                         .fn = FN_ONES,
                         .rows = rows,
                         .cols = cols,
                         .kids = kids,
                         .count = dim_is_one(cols) ? 1 : 2};
    if (dim_is_one(rows) && dim_is_one(cols))
        return make_int(pool, 1);
    return expr_intern(pool, &model);
}

const struct expr *make_eye(struct expr_pool *pool, const struct dim *size)
{
    const struct expr *kid = expr_of_dim(pool, size, nowhere);
    const struct expr model = {.op = EX_CALL,
                               .fn = FN_EYE,
                               .rows = size,
                               .cols = size,
                               .kids = &kid,
                               .count = 1};
    return expr_intern(pool, &model);
}

const struct expr *make_call(struct expr_pool *pool, enum function fn,
                             const struct expr *a)
{
    const struct dim *one = dim_constant(expr_dims(pool), 1);
    struct expr model = {.op = EX_CALL,
                         .fn = fn,
                         .rows = a->rows,
                         .cols = a->cols,
                         .kids = &a,
                         .count = 1};
    enum shape_rule rule = function_info(fn)->rule;
    ENSURE(rule != SHAPE_SIZES && rule != SHAPE_DIAG && rule != SHAPE_PAIR &&
               rule != SHAPE_KRON && rule != SHAPE_SCALARS,
           "make_call: a function of one matrix");
    if (rule == SHAPE_SCALAR || rule == SHAPE_SQUARE_SCALAR)
        model.rows = model.cols = one;
    if (rule == SHAPE_COLUMN || rule == SHAPE_DIAGOF)
        model.cols = one;
    if (rule == SHAPE_ROW)
        model.rows = one;
    return expr_intern(pool, &model);
}

const struct expr *make_again(struct expr_pool *pool, const struct expr *model,
                              const struct expr *const *kids)
{
    struct expr copy = *model;
    bool same = true;
    for (size_t i = 0; i < model->count; i++)
        same = same && kids[i] == model->kids[i];
    if (same)
        return model;
    copy.kids = kids;
    return expr_intern(pool, &copy);
}

static const struct dim *dim_pair(struct dim_pool *dims, enum expr_op op,
                                  const struct dim *a, const struct dim *b)
{
    int64_t k;
    if (!a || !b)
        return NULL;
    if (op == EX_ADD)
        return dim_add(dims, a, b);
    if (op == EX_SUB)
        return dim_sub(dims, a, b);
    if (op == EX_SCALE)
        return dim_mul(dims, a, b);
    if (op == EX_DIVIDE)
        return dim_div(dims, a, b);
    return dim_is_constant(b, &k) && k >= 0 && k <= DIM_MAX_POWER
               ? dim_pow(dims, a, k)
               : NULL;
}

static const struct dim *to_dim(struct expr_pool *pool, const struct expr *e,
                                size_t depth)
{
    struct dim_pool *dims = expr_dims(pool);
    if (depth > MAKE_MAX_DEPTH || !expr_is_scalar(e))
        return NULL;
    if (e->op == EX_NUMBER)
        return dim_number(dims, e->number);
    if (e->op == EX_SYMBOL && e->symbol->kind != SYM_REAL)
        return dim_of_symbol(dims, e->symbol);
    if (e->op == EX_NEG) {
        const struct dim *a = to_dim(pool, e->kids[0], depth + 1);
        return a ? dim_sub(dims, dim_constant(dims, 0), a) : NULL;
    }
    if (e->op != EX_ADD && e->op != EX_SUB && e->op != EX_SCALE &&
        e->op != EX_DIVIDE && e->op != EX_POW)
        return NULL;
    return dim_pair(dims, e->op, to_dim(pool, e->kids[0], depth + 1),
                    to_dim(pool, e->kids[1], depth + 1));
}

bool make_is_whole(const struct dim *a)
{
    int64_t whole;
    for (size_t i = 0; i < dim_terms(a); i++)
        if (!rational_is_int(dim_coefficient(a, i), &whole))
            return false;
    return true;
}

const struct dim *make_dim(struct expr_pool *pool, const struct expr *e)
{
    const struct dim *a = to_dim(pool, e, 0);
    return a && make_is_whole(a) ? a : NULL;
}

/* ---- relations ---- */

static const struct expr *spread(struct expr_pool *pool, const struct expr *a,
                                 const struct expr *like)
{
    if (!expr_is_scalar(a) || expr_is_scalar(like))
        return a;
    return make_mul(pool, a, make_ones(pool, like->rows, like->cols));
}

bool relation_read(struct relation *out, struct expr_pool *pool,
                   const struct expr *e)
{
    if (e->op != EX_REL)
        return false;
    bool turned = e->rel == REL_GE || e->rel == REL_GT;
    out->op = e->rel == REL_GE ? REL_LE : e->rel == REL_GT ? REL_LT : e->rel;
    out->lhs = spread(pool, e->kids[turned], e->kids[!turned]);
    out->rhs = spread(pool, e->kids[!turned], e->kids[turned]);
    return true;
}

const struct expr *relation_make(struct expr_pool *pool, enum relop op,
                                 const struct expr *lhs, const struct expr *rhs)
{
    const struct expr *kids[] = {lhs, rhs};
    struct expr model = {
        .op = EX_REL, .rel = op, .is_relation = true, .kids = kids, .count = 2};
    return expr_intern(pool, &model);
}

const struct expr *make_shift(struct expr_pool *pool, const struct expr *e,
                              int64_t by)
{
    struct dim_pool *dims = expr_dims(pool);
    const struct dim *a = make_dim(pool, e);
    return a ? expr_of_dim(pool, dim_add(dims, a, dim_constant(dims, by)),
                           nowhere)
             : NULL;
}

/* ---- substitution ---- */

bool make_is_binder(const struct expr *e)
{
    return e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MAX ||
           e->op == EX_MIN || e->op == EX_INTEGRAL || e->op == EX_EXPECTATION ||
           e->op == EX_FORALL;
}

/* What terms became: a table by their numbers, at most half full. */
struct images {
    struct image {
        const struct expr *of, *is; /* of NULL: free */
    } * slots;
    size_t size, count; /* size: a power of two */
};

static struct image *image_slot(const struct images *m, const struct expr *e)
{
    const size_t start = (size_t)e->id * 0x9E3779B1u;
    size_t at = (start ^ start >> 15) & (m->size - 1);
    while (m->slots[at].of && m->slots[at].of != e)
        at = (at + 1) & (m->size - 1);
    return &m->slots[at];
}

static void image_keep(struct images *m, const struct expr *e,
                       const struct expr *is)
{
    enum { FIRST = 64 };
    if (2 * (m->count + 1) > m->size) {
        struct images larger = {.size = m->size ? 2 * m->size : FIRST};
        larger.slots = xcalloc(larger.size, sizeof *larger.slots);
        for (size_t i = 0; i < m->size; i++)
            if (m->slots[i].of)
                *image_slot(&larger, m->slots[i].of) = m->slots[i];
        larger.count = m->count;
        free(m->slots);
        *m = larger;
    }
    *image_slot(m, e) = (struct image){e, is};
    m->count++;
}

struct replacing {
    struct expr_pool *pool;
    const struct expr *from, *by;
    struct images images;
    bool failed;
};

static const struct dim *replace_dim(struct replacing *r, const struct dim *a)
{
    if (r->from->op != EX_SYMBOL || !a)
        return a;
    const struct dim *by = make_dim(r->pool, r->by);
    if (!dim_mentions(a, r->from->symbol))
        return a;
    if (!by)
        r->failed = true;
    return by ? dim_substitute(expr_dims(r->pool), a, r->from->symbol, by) : a;
}

/* A term is made after its parts: one made before `from` has it nowhere. */
static bool is_without(const struct replacing *r, const struct expr *e)
{
    return r->from->op != EX_SYMBOL && e->id < r->from->id;
}

static const struct expr *replace(struct replacing *r, const struct expr *e,
                                  size_t depth)
{
    if (e == r->from)
        return r->by;
    if (r->failed || is_without(r, e))
        return e;
    if (r->images.count > 0 && image_slot(&r->images, e)->of)
        return image_slot(&r->images, e)->is;
    bool binds = make_is_binder(e);
    if (depth > MAKE_MAX_DEPTH || (binds && expr_has_free(r->by, e->symbol)))
        r->failed = true;
    const struct expr **kids = xcalloc(e->count + 1, sizeof *kids);
    for (size_t i = 0; i < e->count; i++) {
        /* a term with the bound variable free is another term inside */
        bool hidden =
            binds && i + 1 == e->count && expr_has_free(r->from, e->symbol);
        kids[i] = hidden || r->failed ? e->kids[i]
                                      : replace(r, e->kids[i], depth + 1);
    }
    struct expr model = *e;
    model.rows = replace_dim(r, e->rows);
    model.cols = replace_dim(r, e->cols);
    const struct expr *made =
        model.rows == e->rows && model.cols == e->cols
            ? make_again(r->pool, e, kids)
            : (model.kids = kids, expr_intern(r->pool, &model));
    free(kids);
    if (!r->failed)
        image_keep(&r->images, e, made);
    return made;
}

static const struct expr *run_replace(struct expr_pool *pool,
                                      const struct expr *e,
                                      const struct expr *from,
                                      const struct expr *by)
{
    struct replacing r = {.pool = pool, .from = from, .by = by};
    const struct expr *made = replace(&r, e, 0);
    free(r.images.slots);
    return r.failed ? NULL : made;
}

const struct expr *make_substitute(struct expr_pool *pool, const struct expr *e,
                                   const struct symbol *s,
                                   const struct expr *by)
{
    if (!expr_has_free(e, s))
        return e;
    return run_replace(pool, e, expr_symbol(pool, s, nowhere), by);
}

const struct expr *make_replace(struct expr_pool *pool, const struct expr *e,
                                const struct expr *from, const struct expr *by)
{
    return run_replace(pool, e, from, by);
}
