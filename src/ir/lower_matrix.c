/*
 * matrix(i in 1..n, j in 1..m, e), the matrix of entries e, as a sum of units:
 *
 *     sum(i in 1..n, unit(n, i) * sum(j in 1..m, e * unit(m, j)'))
 *
 * So nothing behind this file knows of it but expr_print, which shows it as it
 * was written.
 */
#include "ir/lower_internal.h"

/* One range: its variable, its end and the size that this is. */
struct side {
    const struct symbol *symbol;
    const struct expr *lo, *hi;
    const struct dim *size;
};

static bool lower_side(struct side *side, struct lowering *l,
                       struct scope *scope, const struct ast_range *range)
{
    const rational_t *lo;
    if (range->type)
        return diag_error(
            l->diag, range->span,
            "matrix has an index, %s in 1..n; only forall has variables",
            range->name);
    side->lo = lower_index(l, scope, range->lo);
    side->size = lower_size(l, scope, range->hi, &side->hi);
    side->symbol = lower_bind_index(l, scope, range->name, range->span);
    if (!side->lo || !side->size || !side->symbol)
        return false;
    lo = side->lo->op == EX_NUMBER ? side->lo->number : NULL;
    if (lo && mpq_cmp_si(lo->q, 1, 1) == 0 && !range->reversed)
        return true;
    return diag_error(
        l->diag, range->span,
        "the ranges of matrix run up from 1 (write %s in 1..k, and "
        "shift %s in the entry)",
        range->name, range->name);
}

static bool lower_sides(struct side sides[2], struct lowering *l,
                        struct scope *scope, const struct ast_expr *ast)
{
    if (ast->nranges != 2)
        return diag_error(
            l->diag, ast->span,
            "matrix has two ranges, matrix(i in 1..n, j in 1..m, e), "
            "found %zu (1..1 makes a column or row)",
            ast->nranges);
    if (!lower_side(&sides[0], l, scope, &ast->ranges[0]) ||
        !lower_side(&sides[1], l, scope, &ast->ranges[1]))
        return false;
    if (!dim_mentions(sides[1].size, sides[0].symbol))
        return true;
    return diag_error(
        l->diag, ast->ranges[1].span,
        "the shape of matrix depends on its index %s (write %s in "
        "1..m, and 0 for the other entries by if)",
        sides[0].symbol->name, ast->ranges[1].name);
}

/* unit(n, i) */
static const struct expr *unit(struct lowering *l, const struct side *side,
                               struct span span)
{
    const struct expr *kids[] = {side->hi,
                                 expr_symbol(l->pool, side->symbol, span)};
    struct expr model = {.op = EX_CALL,
                         .fn = FN_UNIT,
                         .span = span,
                         .rows = side->size,
                         .cols = dim_constant(expr_dims(l->pool), 1),
                         .kids = kids,
                         .count = 2};
    return expr_intern(l->pool, &model);
}

static const struct expr *sum(struct lowering *l, const struct side *side,
                              const struct expr *body, struct span span)
{
    return lower_sum(l, side->symbol, side->lo, side->hi, body, span);
}

const struct expr *lower_matrix(struct lowering *l, const struct scope *scope,
                                const struct ast_expr *ast)
{
    struct scope inner = *scope;
    struct side sides[2];
    if (!lower_sides(sides, l, &inner, ast))
        return NULL;
    const struct expr *entry = lower_operand(l, &inner, ast->kids[0]);
    if (!entry)
        return NULL;
    if (!expr_is_scalar(entry))
        return diag_null(
            l->diag, ast->kids[0]->span,
            "an entry of matrix is a scalar (hcat, vcat and kron join "
            "matrices)");
    const struct expr *column = unit(l, &sides[0], ast->span);
    const struct expr *row = unit(l, &sides[1], ast->span);
    if (!expr_is_scalar(row))
        row = lower_make(l, EX_TRANSPOSE, row->cols, row->rows, &row, 1,
                         ast->span);
    const struct expr *entries =
        sum(l, &sides[1], lower_product(l, entry, row, ast->span), ast->span);
    return sum(l, &sides[0], lower_product(l, column, entries, ast->span),
               ast->span);
}
