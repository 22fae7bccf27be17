/* Calls of functions and funcs, and the index forms. */
#include "ir/lower_internal.h"

#include <string.h>

static const struct expr *make_call(struct lowering *l, enum function fn,
                                    const struct dim *rows,
                                    const struct dim *cols,
                                    const struct expr *const *kids,
                                    size_t count, struct span span)
{
    struct expr model = {.op = EX_CALL,
                         .fn = fn,
                         .span = span,
                         .rows = rows,
                         .cols = cols,
                         .kids = kids,
                         .count = count};
    return expr_intern(l->pool, &model);
}

/* `what`: the message without the shape, "diag wants a vector". */
static const struct expr *wrong_shape(struct lowering *l, struct span span,
                                      const char *name, const char *wanted,
                                      const struct expr *found)
{
    LOCAL_BUFFER text = buffer_new();
    lower_print_shape(&text, found);
    diag_error(l->diag, span, "%s wants %s, found %s", name, wanted, text.text);
    return NULL;
}

static const struct expr *call_sizes(struct lowering *l, enum function fn,
                                     const struct scope *scope,
                                     const struct ast_expr *ast)
{
    struct dim_pool *dims = expr_dims(l->pool);
    const struct expr *kids[2] = {NULL, NULL};
    const struct dim *sizes[2] = {NULL, dim_constant(dims, 1)};
    sizes[0] = lower_size(l, scope, ast->kids[0], &kids[0]);
    if (ast->count == 2 && fn == FN_UNIT)
        kids[1] = lower_index(l, scope, ast->kids[1]);
    else if (ast->count == 2)
        sizes[1] = lower_size(l, scope, ast->kids[1], &kids[1]);
    if (!sizes[0] || !sizes[1] || (ast->count == 2 && !kids[1]))
        return NULL;
    if (fn == FN_EYE)
        sizes[1] = sizes[0];
    if (fn == FN_ONES && scope->within && dim_is_one(sizes[0]) &&
        dim_is_one(sizes[1]))
        return expr_of_dim(l->pool, sizes[0], ast->span);
    return make_call(l, fn, sizes[0], sizes[1], kids, ast->count, ast->span);
}

static const struct expr *call_one(struct lowering *l, enum function fn,
                                   const struct expr *a, struct span span)
{
    const struct function_info *info = function_info(fn);
    const struct dim *one = dim_constant(expr_dims(l->pool), 1);
    bool square = a->rows == a->cols;
    const struct dim *rows = a->rows, *cols = a->cols;
    switch (info->rule) {
    case SHAPE_DIAG:
        if (!dim_is_one(a->cols) && !dim_is_one(a->rows))
            return wrong_shape(l, span, info->name, "a vector", a);
        rows = cols = dim_is_one(a->cols) ? a->rows : a->cols;
        break;
    case SHAPE_DIAGOF:
        if (!square)
            return wrong_shape(l, span, info->name, "a square matrix", a);
        cols = one;
        break;
    case SHAPE_SQUARE_SCALAR:
    case SHAPE_SQUARE:
        if (!square)
            return wrong_shape(l, span, info->name, "a square matrix", a);
        if (info->rule == SHAPE_SQUARE_SCALAR)
            rows = cols = one;
        break;
    case SHAPE_SCALAR:
        rows = cols = one;
        break;
    case SHAPE_COLUMN:
        cols = one;
        break;
    case SHAPE_ROW:
        rows = one;
        break;
    case SHAPE_SIZES:
    case SHAPE_KRON:
    case SHAPE_HCAT:
    case SHAPE_VCAT:
    case SHAPE_SAME:
    case SHAPE_PAIR:
    case SHAPE_MASKED:
    case SHAPE_SCALARS:
        break;
    }
    return make_call(l, fn, rows, cols, &a, 1, span);
}

static const struct expr *call_two(struct lowering *l, enum function fn,
                                   const struct expr *const kids[2],
                                   struct span span)
{
    const struct function_info *info = function_info(fn);
    const struct expr *a = kids[0], *b = kids[1];
    struct dim_pool *dims = expr_dims(l->pool);
    bool same = a->rows == b->rows && a->cols == b->cols;
    const struct dim *rows = a->rows, *cols = a->cols;
    if (info->rule == SHAPE_KRON) {
        rows = dim_mul(dims, a->rows, b->rows);
        cols = dim_mul(dims, a->cols, b->cols);
        if (dim_is_too_large(rows) || dim_is_too_large(cols))
            return diag_null(l->diag, span,
                             "the size of this product is too large");
    } else if (info->rule == SHAPE_PAIR && expr_is_scalar(a)) {
        rows = b->rows;
        cols = b->cols;
    } else if (info->rule == SHAPE_SCALARS) {
        if (!expr_is_scalar(a) || !expr_is_scalar(b))
            return wrong_shape(l, span, info->name, "scalars",
                               expr_is_scalar(a) ? b : a);
    } else if (!same && !(info->rule == SHAPE_PAIR && expr_is_scalar(b))) {
        LOCAL_BUFFER name = buffer_new();
        buffer_printf(&name, "and (in %s)", info->name);
        lower_error_shapes(l, span, name.text, a, b);
        return NULL;
    }
    return make_call(l, fn, rows, cols, kids, 2, span);
}

static const struct expr *call_join(struct lowering *l, enum function fn,
                                    const struct expr *const *kids,
                                    size_t count, struct span span)
{
    struct dim_pool *dims = expr_dims(l->pool);
    const struct dim *rows = kids[0]->rows, *cols = kids[0]->cols;
    for (size_t i = 1; i < count; i++) {
        bool fits =
            fn == FN_HCAT ? kids[i]->rows == rows : kids[i]->cols == cols;
        if (!fits) {
            lower_error_shapes(l, span, "beside", kids[i - 1], kids[i]);
            return NULL;
        }
        if (fn == FN_HCAT)
            cols = dim_add(dims, cols, kids[i]->cols);
        else
            rows = dim_add(dims, rows, kids[i]->rows);
    }
    if (count == 1)
        return kids[0];
    return make_call(l, fn, rows, cols, kids, count, span);
}

/* A row of one entry has softmax 1, whatever that entry is. */
static void warn_of_column(struct lowering *l, enum function fn,
                           const struct expr *a, struct span span)
{
    const char *name = function_info(fn)->name;
    if ((fn == FN_SOFTMAX || fn == FN_LOGSUMEXP) && dim_is_one(a->cols) &&
        !dim_is_one(a->rows))
        diag_warning(l->diag, span,
                     "%s works on rows, and those of a column have one entry "
                     "each (of a row: %s(x'))",
                     name, name);
}

static const struct expr *call_function(struct lowering *l, enum function fn,
                                        const struct scope *scope,
                                        const struct ast_expr *ast)
{
    enum shape_rule rule = function_info(fn)->rule;
    if (rule == SHAPE_SIZES)
        return call_sizes(l, fn, scope, ast);
    const struct expr **kids = arena_array(l->arena, ast->count, sizeof *kids);
    bool failed = false;
    for (size_t i = 0; i < ast->count; i++) {
        kids[i] = lower_operand(l, scope, ast->kids[i]);
        failed = failed || !kids[i];
    }
    if (failed)
        return NULL;
    if (rule == SHAPE_HCAT || rule == SHAPE_VCAT)
        return call_join(l, fn, kids, ast->count, ast->span);
    if (ast->count == 2)
        return call_two(l, fn, kids, ast->span);
    warn_of_column(l, fn, kids[0], ast->span);
    return call_one(l, fn, kids[0], ast->span);
}

static const struct expr *call_psd(struct lowering *l,
                                   const struct scope *scope,
                                   const struct ast_expr *ast)
{
    if (ast->count != 1)
        return diag_null(l->diag, ast->span, "psd takes one matrix, found %zu",
                         ast->count);
    const struct expr *a = lower_operand(l, scope, ast->kids[0]);
    if (!a)
        return NULL;
    if (a->rows != a->cols)
        return wrong_shape(l, ast->span, "psd", "a square matrix", a);
    return lower_make(l, EX_PSD, NULL, NULL, &a, 1, ast->span);
}

static const struct expr *call_if(struct lowering *l, const struct scope *scope,
                                  const struct ast_expr *ast)
{
    if (ast->count != 3)
        return diag_null(
            l->diag, ast->span,
            "if takes a relation and two values, found %zu arguments",
            ast->count);
    const struct expr *kids[3];
    const bool before = l->in_branch;
    kids[0] = lower_relation(l, scope, ast->kids[0]);
    l->in_branch = true;
    kids[1] = lower_operand(l, scope, ast->kids[1]);
    kids[2] = lower_operand(l, scope, ast->kids[2]);
    l->in_branch = before;
    if (!kids[0] || !kids[1] || !kids[2])
        return NULL;
    if (kids[1]->rows != kids[2]->rows || kids[1]->cols != kids[2]->cols) {
        lower_error_shapes(l, ast->span, "else", kids[1], kids[2]);
        return NULL;
    }
    return lower_make(l, EX_IF, kids[1]->rows, kids[1]->cols, kids, 3,
                      ast->span);
}

/* rows(A), cols(A): the size as a number. */
static const struct expr *call_size_of(struct lowering *l,
                                       const struct scope *scope,
                                       const struct ast_expr *ast)
{
    if (ast->count != 1)
        return diag_null(l->diag, ast->span, "%s takes one matrix, found %zu",
                         ast->text, ast->count);
    bool before = l->in_index;
    l->in_index = false;
    const struct expr *a = lower_operand(l, scope, ast->kids[0]);
    l->in_index = before;
    if (!a)
        return NULL;
    return expr_of_dim(l->pool, ast->text[0] == 'r' ? a->rows : a->cols,
                       ast->span);
}

static const struct func *find_func(const struct module *module,
                                    const struct scope *scope, const char *name,
                                    size_t *index)
{
    for (size_t i = scope->funcs; i-- > 0;)
        if (strcmp(module->funcs[i].item->name, name) == 0) {
            *index = i;
            return &module->funcs[i];
        }
    return NULL;
}

/*
 * The body in a scope of the parameters and the funcs in `sight` alone: funcs
 * are hygienic.
 */
static const struct expr *expand(struct lowering *l, const struct func *func,
                                 struct scope sight, const struct scope *scope,
                                 const struct ast_expr *ast)
{
    const struct ast_item *item = func->item;
    if (func->is_broken)
        return NULL;
    if (ast->count != item->nparams) {
        diag_error(l->diag, ast->span, "%s takes %zu arguments, found %zu",
                   item->name, item->nparams, ast->count);
        diag_note(l->diag, item->name_span, "%s is defined here", item->name);
        return NULL;
    }
    struct scope *inner = arena_alloc(l->arena, sizeof *inner);
    *inner = sight;
    struct scope *outer = arena_alloc(l->arena, sizeof *outer);
    *outer = *scope;
    for (size_t i = 0; i < ast->count; i++) {
        struct binding *b = arena_alloc(l->arena, sizeof *b);
        b->name = item->params[i];
        b->kind = BIND_PARAM;
        b->span = item->name_span;
        b->param = arena_alloc(l->arena, sizeof *b->param);
        b->param->argument = ast->kids[i];
        b->param->scope = outer;
        lower_scope_add(l, inner, b);
    }
    size_t errors = diag_errors(l->diag);
    const struct expr *e = lower_expr(l, inner, item->body);
    if (!e && diag_errors(l->diag) > errors)
        diag_note(l->diag, ast->span, "while expanding %s here", item->name);
    return e;
}

static const struct expr *unknown_call(struct lowering *l,
                                       const struct ast_expr *ast)
{
    if (function_exists(ast->text))
        diag_error(l->diag, ast->span, "%s does not take %zu arguments",
                   ast->text, ast->count);
    else
        diag_error(l->diag, ast->span, "unknown function %s", ast->text);
    return NULL;
}

/* By a definition of the language, or NULL after an error. */
static const struct expr *call_defined(struct lowering *l,
                                       const struct scope *scope,
                                       const struct ast_expr *ast)
{
    struct func *func = lower_definition(l->module, scope->within, ast->text);
    if (!func)
        return unknown_call(l, ast);
    func->is_called |= !scope->within;
    return expand(l, func, (struct scope){.within = func}, scope, ast);
}

static bool is_external(const char *name)
{
    return strcmp(name, "file") == 0 || strcmp(name, "tensor") == 0;
}

const struct expr *lower_call(struct lowering *l, const struct scope *scope,
                              const struct ast_expr *ast)
{
    size_t index;
    enum function fn;
    const struct func *func = find_func(l->module, scope, ast->text, &index);
    if (func)
        return expand(l, func, (struct scope){.funcs = index}, scope, ast);
    l->takes_variables = false;
    if (strcmp(ast->text, "psd") == 0)
        return call_psd(l, scope, ast);
    if (strcmp(ast->text, "if") == 0)
        return call_if(l, scope, ast);
    if (strcmp(ast->text, "rows") == 0 || strcmp(ast->text, "cols") == 0)
        return call_size_of(l, scope, ast);
    if (is_external(ast->text) && l->external)
        return l->external(l->external_context, ast, l->diag);
    if (is_external(ast->text))
        return diag_null(l->diag, ast->span,
                         "%s may stand only in the values of a case",
                         ast->text);
    if (function_find(&fn, ast->text, ast->count))
        return call_function(l, fn, scope, ast);
    return call_defined(l, scope, ast);
}

static bool binder_op(enum expr_op *op, const char *name)
{
    static const struct {
        const char *name;
        enum expr_op op;
    } binders[] = {{"sum", EX_SUM},
                   {"prod", EX_PROD},
                   {"max", EX_MAX},
                   {"min", EX_MIN},
                   {"forall", EX_FORALL},
                   {"integral", EX_INTEGRAL},
                   {"expectation", EX_EXPECTATION}};
    for (size_t i = 0; i < sizeof binders / sizeof *binders; i++)
        if (strcmp(binders[i].name, name) == 0) {
            *op = binders[i].op;
            return true;
        }
    return false;
}

static bool body_shape_fits(struct lowering *l, enum expr_op op,
                            const struct ast_expr *ast, const struct expr *body,
                            const struct symbol *symbol)
{
    const char *name = ast->text;
    struct span span = ast->kids[0]->span;
    if (op == EX_FORALL)
        return true;
    if (dim_mentions(body->rows, symbol) || dim_mentions(body->cols, symbol))
        return diag_error(l->diag, span,
                          "the shape in %s depends on its index %s", name,
                          symbol->name);
    bool any = op == EX_SUM || (op == EX_PROD && body->rows == body->cols);
    if (any || expr_is_scalar(body))
        return true;
    wrong_shape(l, span, name,
                op == EX_PROD ? "scalars or square matrices" : "scalars", body);
    return false;
}

static bool lower_ends(struct lowering *l, const struct scope *scope,
                       enum expr_op op, const struct ast_range *range,
                       const struct expr *ends[2])
{
    if (op == EX_EXPECTATION)
        return true;
    if (!range->lo)
        return diag_error(l->diag, range->span, "%s wants a range",
                          range->name);
    if (op == EX_INTEGRAL) {
        ends[0] = lower_operand(l, scope, range->lo);
        ends[1] = lower_operand(l, scope, range->hi);
    } else {
        ends[0] = lower_index(l, scope, range->lo);
        ends[1] = lower_index(l, scope, range->hi);
    }
    return ends[0] && ends[1];
}

static const struct expr *make_binder(struct lowering *l, enum expr_op op,
                                      const struct symbol *symbol,
                                      const struct ast_range *range,
                                      const struct expr *const ends[2],
                                      const struct expr *body, struct span span)
{
    const struct expr *kids[] = {ends[0], ends[1], body};
    struct expr model = {.op = op,
                         .span = span,
                         .symbol = symbol,
                         .reversed = range->reversed,
                         .kids = kids,
                         .count = 3};
    if (op == EX_EXPECTATION) {
        kids[0] = body;
        model.count = 1;
    }
    model.is_relation = op == EX_FORALL;
    if (!model.is_relation) {
        model.rows = body->rows;
        model.cols = body->cols;
    }
    return expr_intern(l->pool, &model);
}

/* Of a matrix: the matrix of what the form is of its entries. */
static const struct expr *
make_binders(struct lowering *l, enum expr_op op, const struct symbol *symbol,
             const struct ast_expr *ast, const struct ast_range *range,
             const struct expr *const ends[2], const struct expr *body)
{
    const struct expr **kids;
    size_t count;
    if (!lower_entries(&kids, &count, l, body, symbol, ast->kids[0]->span))
        return NULL;
    for (size_t k = 0; k < count; k++)
        kids[k] = make_binder(l, op, symbol, range, ends, kids[k], ast->span);
    return lower_make(l, EX_LITERAL, body->rows, body->cols, kids, count,
                      ast->span);
}

static const struct expr *lower_range(struct lowering *l,
                                      const struct scope *scope,
                                      enum expr_op op,
                                      const struct ast_expr *ast, size_t at);

/* What stands inside of range `at`. */
static const struct expr *lower_inside(struct lowering *l,
                                       const struct scope *inner,
                                       enum expr_op op,
                                       const struct ast_expr *ast, size_t at)
{
    if (at + 1 < ast->nranges)
        return lower_range(l, inner, op, ast, at + 1);
    return op == EX_FORALL ? lower_relation(l, inner, ast->kids[0])
                           : lower_operand(l, inner, ast->kids[0]);
}

/* forall(x : real[n], R) is R about a variable of the theorem. */
static const struct expr *lower_over(struct lowering *l,
                                     const struct scope *scope, enum expr_op op,
                                     const struct ast_expr *ast, size_t at)
{
    struct scope inner = *scope;
    if (op != EX_FORALL)
        return diag_null(
            l->diag, ast->ranges[at].span,
            "%s has an index, %s in a..b; only forall has variables", ast->text,
            ast->ranges[at].name);
    return lower_variable(l, &inner, &ast->ranges[at])
               ? lower_inside(l, &inner, op, ast, at)
               : NULL;
}

/* Range `at` and those behind it; sum(i in a..b, j in c..d, e) is nested. */
static const struct expr *lower_range(struct lowering *l,
                                      const struct scope *scope,
                                      enum expr_op op,
                                      const struct ast_expr *ast, size_t at)
{
    const struct ast_range *range = &ast->ranges[at];
    const struct expr *ends[2] = {NULL, NULL};
    if (range->type)
        return lower_over(l, scope, op, ast, at);
    bool failed = !lower_ends(l, scope, op, range, ends);
    struct scope inner = *scope;
    struct binding *b =
        lower_bind(l, &inner, range->name, range->span, BIND_INDEX);
    if (!b)
        return NULL;
    bool is_real = op == EX_INTEGRAL || op == EX_EXPECTATION;
    b->symbol = dim_new_symbol(expr_dims(l->pool),
                               is_real ? SYM_REAL : SYM_INDEX, range->name);
    const struct expr *body = lower_inside(l, &inner, op, ast, at);
    if (failed || !body)
        return NULL;
    if (is_real && !expr_is_scalar(body))
        return make_binders(l, op, b->symbol, ast, range, ends, body);
    if (!body_shape_fits(l, op, ast, body, b->symbol))
        return NULL;
    return make_binder(l, op, b->symbol, range, ends, body, ast->span);
}

const struct expr *lower_binder(struct lowering *l, const struct scope *scope,
                                const struct ast_expr *ast)
{
    enum expr_op op;
    l->takes_variables = l->takes_variables && strcmp(ast->text, "forall") == 0;
    if (strcmp(ast->text, "matrix") == 0)
        return lower_matrix(l, scope, ast);
    if (!binder_op(&op, ast->text))
        return diag_null(l->diag, ast->span, "%s is no index form", ast->text);
    return lower_range(l, scope, op, ast, 0);
}
