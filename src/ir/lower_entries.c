/*
 * Integrals and expectations of matrices: the matrix of those of the entries,
 * which are read from the form of the body.
 */
#include "ir/lower_internal.h"

/* What is read: the entry [row, col] of parts that depend on a variable. */
struct reading {
    struct lowering *l;
    const struct symbol *symbol;
    struct span span;
};

static const struct expr *entry_of(struct reading *r, const struct expr *e,
                                   int64_t row, int64_t col);

/* A scalar operation like `e` on the entries of its kids from `first` on. */
static const struct expr *same_operation(struct reading *r,
                                         const struct expr *e, enum expr_op op,
                                         size_t first, int64_t row, int64_t col)
{
    const struct dim *one = dim_constant(expr_dims(r->l->pool), 1);
    const struct expr *kids[3] = {NULL, NULL, NULL};
    if (e->count > 3)
        return NULL;
    for (size_t k = 0; k < e->count; k++) {
        kids[k] = k < first ? e->kids[k] : entry_of(r, e->kids[k], row, col);
        if (!kids[k])
            return NULL;
    }
    struct expr model = {.op = op,
                         .fn = e->fn,
                         .span = r->span,
                         .rows = one,
                         .cols = one,
                         .kids = kids,
                         .count = e->count};
    return expr_intern(r->l->pool, &model);
}

/* The sum over the inner index of row times column. */
static const struct expr *product_entry(struct reading *r, const struct expr *e,
                                        int64_t row, int64_t col)
{
    int64_t inner;
    const struct expr *all = NULL;
    if (!dim_is_constant(e->kids[0]->cols, &inner))
        return NULL;
    for (int64_t k = 1; k <= inner; k++) {
        const struct expr *x = entry_of(r, e->kids[0], row, k);
        const struct expr *y = x ? entry_of(r, e->kids[1], k, col) : NULL;
        if (!y)
            return NULL;
        x = expr_binary(r->l->pool, EX_SCALE, x, y, r->span);
        all = all ? expr_binary(r->l->pool, EX_ADD, all, x, r->span) : x;
    }
    return all;
}

static bool is_elementwise(enum function fn)
{
    return fn >= FN_ABS && fn <= FN_MIN2;
}

static const struct expr *part_entry(struct reading *r, const struct expr *e,
                                     int64_t row, int64_t col)
{
    int64_t width;
    if (e->op == EX_LITERAL && dim_is_constant(e->cols, &width))
        return e->kids[(row - 1) * width + col - 1];
    if (e->op == EX_TRANSPOSE)
        return entry_of(r, e->kids[0], col, row);
    if (e->op == EX_ADD || e->op == EX_SUB || e->op == EX_NEG ||
        e->op == EX_SCALE || e->op == EX_DIVIDE)
        return same_operation(r, e, e->op, 0, row, col);
    if (e->op == EX_DOT_MUL)
        return same_operation(r, e, EX_SCALE, 0, row, col);
    if (e->op == EX_DOT_DIV)
        return same_operation(r, e, EX_DIVIDE, 0, row, col);
    if (e->op == EX_DOT_POW)
        return same_operation(r, e, EX_POW, 0, row, col);
    if (e->op == EX_IF)
        return same_operation(r, e, EX_IF, 1, row, col);
    if (e->op == EX_CALL && is_elementwise(e->fn))
        return same_operation(r, e, EX_CALL, 0, row, col);
    return e->op == EX_MATMUL ? product_entry(r, e, row, col) : NULL;
}

/* NULL: it cannot be read from the form. */
static const struct expr *entry_of(struct reading *r, const struct expr *e,
                                   int64_t row, int64_t col)
{
    struct lowering *l = r->l;
    if (expr_is_scalar(e))
        return e;
    if (l->steps >= LOWER_MAX_STEPS)
        return NULL;
    l->steps++;
    if (expr_has_free(e, r->symbol))
        return part_entry(r, e, row, col);
    const struct dim *one = dim_constant(expr_dims(l->pool), 1);
    const struct expr *kids[] = {e, expr_int(l->pool, row, r->span),
                                 expr_int(l->pool, col, r->span)};
    return lower_make(l, EX_ENTRY, one, one, kids, 3, r->span);
}

bool lower_entries(const struct expr ***out, size_t *count, struct lowering *l,
                   const struct expr *body, const struct symbol *symbol,
                   struct span span)
{
    int64_t rows, cols;
    struct reading r = {l, symbol, span};
    bool fine = dim_is_constant(body->rows, &rows) &&
                dim_is_constant(body->cols, &cols) &&
                rows <= LOWER_MAX_LITERAL && cols <= LOWER_MAX_LITERAL / rows;
    *count = fine ? (size_t)(rows * cols) : 0;
    *out = arena_array(l->arena, *count + 1, sizeof **out);
    for (size_t k = 0; k < *count && fine; k++) {
        (*out)[k] =
            entry_of(&r, body, (int64_t)k / cols + 1, (int64_t)k % cols + 1);
        fine = (*out)[k] != NULL;
    }
    if (!fine)
        diag_error(l->diag, span,
                   "a matrix under an integral or expectation is read entry by "
                   "entry, which this one cannot be");
    return fine;
}
