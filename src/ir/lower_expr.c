/* Names, operators and relations: shapes checked for all sizes at once. */
#include "ir/lower_internal.h"

const struct expr *lower_make(struct lowering *l, enum expr_op op,
                              const struct dim *rows, const struct dim *cols,
                              const struct expr *const *kids, size_t count,
                              struct span span)
{
    struct expr model = {.op = op,
                         .span = span,
                         .rows = rows,
                         .cols = cols,
                         .kids = kids,
                         .count = count};
    model.is_relation = rows == NULL;
    return expr_intern(l->pool, &model);
}

const struct expr *lower_sum(struct lowering *l, const struct symbol *symbol,
                             const struct expr *lo, const struct expr *hi,
                             const struct expr *body, struct span span)
{
    const struct expr *kids[] = {lo, hi, body};
    struct expr model = {.op = EX_SUM,
                         .span = span,
                         .rows = body->rows,
                         .cols = body->cols,
                         .symbol = symbol,
                         .kids = kids,
                         .count = 3};
    return expr_intern(l->pool, &model);
}

void lower_print_shape(struct buffer *out, const struct expr *e)
{
    if (e->is_relation) {
        buffer_add(out, "relation");
        return;
    }
    if (expr_is_scalar(e)) {
        buffer_add(out, "scalar");
        return;
    }
    buffer_add_char(out, '(');
    dim_print(out, e->rows);
    buffer_add(out, " x ");
    dim_print(out, e->cols);
    buffer_add_char(out, ')');
}

/* Where a side that is a bare name got its shape. */
static void note_shape(struct lowering *l, const struct expr *e)
{
    bool is_given = e->op == EX_GIVEN;
    bool is_data = is_given && e->decl >= l->theorem->ngivens;
    if (is_data || (!is_given && e->op != EX_LET))
        return;
    struct span span = is_given ? l->theorem->givens[e->decl].span
                                : l->theorem->lets[e->decl].span;
    LOCAL_BUFFER text = buffer_new();
    lower_print_shape(&text, e);
    diag_note(l->diag, span, "%s %s is declared here", e->name, text.text);
}

void lower_error_shapes(struct lowering *l, struct span span,
                        const char *operator_text, const struct expr *a,
                        const struct expr *b)
{
    LOCAL_BUFFER text = buffer_new();
    lower_print_shape(&text, a);
    buffer_printf(&text, " %s ", operator_text);
    lower_print_shape(&text, b);
    bool hint = (operator_text[0] == '+' || operator_text[0] == '-') &&
                (expr_is_scalar(a) || expr_is_scalar(b));
    diag_error(l->diag, span, "shapes do not agree: %s%s", text.text,
               hint ? " (write s * ones(n, m) to add a scalar s to a matrix)"
                    : "");
    note_shape(l, a);
    if (b != a)
        note_shape(l, b);
}

static bool same_shape(const struct expr *a, const struct expr *b)
{
    return a->rows == b->rows && a->cols == b->cols;
}

const struct expr *lower_operand(struct lowering *l, const struct scope *scope,
                                 const struct ast_expr *ast)
{
    const struct expr *e = lower_expr(l, scope, ast);
    if (e && e->is_relation)
        return diag_null(l->diag, ast->span,
                         "a value is expected here, found a relation");
    return e;
}

const struct expr *lower_statement(struct lowering *l,
                                   const struct scope *scope,
                                   const struct ast_expr *ast,
                                   struct quantified *variables)
{
    l->takes_variables = true;
    l->variables = (struct quantified){0};
    const struct expr *e = lower_relation(l, scope, ast);
    l->takes_variables = false;
    *variables = l->variables;
    return e;
}

const struct expr *lower_relation(struct lowering *l, const struct scope *scope,
                                  const struct ast_expr *ast)
{
    const struct expr *e = lower_expr(l, scope, ast);
    if (e && !e->is_relation)
        return diag_null(l->diag, ast->span,
                         "a relation is expected here, found a value");
    return e;
}

static const struct expr *make2(struct lowering *l, enum expr_op op,
                                const struct dim *rows, const struct dim *cols,
                                const struct expr *a, const struct expr *b,
                                struct span span)
{
    const struct expr *kids[] = {a, b};
    return lower_make(l, op, rows, cols, kids, 2, span);
}

const struct expr *lower_product(struct lowering *l, const struct expr *a,
                                 const struct expr *b, struct span span)
{
    if (expr_is_scalar(a))
        return make2(l, EX_SCALE, b->rows, b->cols, a, b, span);
    if (expr_is_scalar(b))
        return make2(l, EX_SCALE, a->rows, a->cols, b, a, span);
    if (a->cols == b->rows)
        return make2(l, EX_MATMUL, a->rows, b->cols, a, b, span);
    lower_error_shapes(l, span, "*", a, b);
    return NULL;
}

static const struct expr *make_divide(struct lowering *l, const struct expr *a,
                                      const struct expr *b, struct span span)
{
    if (expr_is_scalar(b))
        return make2(l, EX_DIVIDE, a->rows, a->cols, a, b, span);
    lower_error_shapes(l, span, "/", a, b);
    return NULL;
}

static const struct expr *make_sum(struct lowering *l, enum expr_op op,
                                   const struct expr *a, const struct expr *b,
                                   struct span span)
{
    if (same_shape(a, b))
        return make2(l, op, a->rows, a->cols, a, b, span);
    lower_error_shapes(l, span, op == EX_ADD ? "+" : "-", a, b);
    return NULL;
}

/* Entry by entry: equal shapes, or one side a scalar. */
static const struct expr *make_pair(struct lowering *l, enum expr_op op,
                                    const char *text, const struct expr *a,
                                    const struct expr *b, struct span span)
{
    if (same_shape(a, b) || expr_is_scalar(b))
        return make2(l, op, a->rows, a->cols, a, b, span);
    if (expr_is_scalar(a))
        return make2(l, op, b->rows, b->cols, a, b, span);
    lower_error_shapes(l, span, text, a, b);
    return NULL;
}

static const struct expr *lower_power(struct lowering *l,
                                      const struct scope *scope,
                                      const struct ast_expr *ast)
{
    const struct expr *a = lower_operand(l, scope, ast->kids[0]);
    if (!a)
        return NULL;
    const struct dim *one = dim_constant(expr_dims(l->pool), 1);
    if (expr_is_scalar(a)) {
        const struct expr *b = lower_operand(l, scope, ast->kids[1]);
        if (!b)
            return NULL;
        if (expr_is_scalar(b))
            return make2(l, EX_POW, one, one, a, b, ast->span);
        lower_error_shapes(l, ast->span, "^", a, b);
        return NULL;
    }
    if (a->rows != a->cols) {
        LOCAL_BUFFER text = buffer_new();
        lower_print_shape(&text, a);
        diag_error(l->diag, ast->span,
                   "a matrix power wants a square matrix, found %s (.^ works "
                   "entry by entry)",
                   text.text);
        return NULL;
    }
    const struct expr *b = lower_index(l, scope, ast->kids[1]);
    return b ? make2(l, EX_MATPOW, a->rows, a->cols, a, b, ast->span) : NULL;
}

/* What an operator entry by entry is on scalars, where a definition of the
 * language speaks of one; what a file says stays as it is. */
static enum ast_op plain(enum ast_op op)
{
    return op == AST_DOT_MUL   ? AST_MUL
           : op == AST_DOT_DIV ? AST_DIV
           : op == AST_DOT_POW ? AST_POW
                               : op;
}

static const struct expr *lower_binary(struct lowering *l,
                                       const struct scope *scope,
                                       const struct ast_expr *ast)
{
    if (ast->op == AST_POW)
        return lower_power(l, scope, ast);
    const struct expr *a = lower_operand(l, scope, ast->kids[0]);
    const struct expr *b = lower_operand(l, scope, ast->kids[1]);
    if (!a || !b)
        return NULL;
    const bool is_plain =
        scope->within && expr_is_scalar(a) && expr_is_scalar(b);
    switch (is_plain ? plain(ast->op) : ast->op) {
    case AST_ADD:
        return make_sum(l, EX_ADD, a, b, ast->span);
    case AST_SUB:
        return make_sum(l, EX_SUB, a, b, ast->span);
    case AST_MUL:
        return lower_product(l, a, b, ast->span);
    case AST_DIV:
        return make_divide(l, a, b, ast->span);
    case AST_DOT_MUL:
        return make_pair(l, EX_DOT_MUL, ".*", a, b, ast->span);
    case AST_DOT_DIV:
        return make_pair(l, EX_DOT_DIV, "./", a, b, ast->span);
    case AST_DOT_POW:
        return make_pair(l, EX_DOT_POW, ".^", a, b, ast->span);
    case AST_POW:
        return make2(l, EX_POW, a->rows, a->cols, a, b, ast->span);
    }
    return NULL;
}

static const struct expr *lower_one_relation(struct lowering *l, enum relop rel,
                                             const struct expr *a,
                                             const struct expr *b,
                                             struct span span)
{
    if (!same_shape(a, b) && !expr_is_scalar(a) && !expr_is_scalar(b)) {
        lower_error_shapes(l, span, ast_relop_text(rel), a, b);
        return NULL;
    }
    const struct expr *kids[] = {a, b};
    struct expr model = {.op = EX_REL,
                         .rel = rel,
                         .span = span,
                         .is_relation = true,
                         .kids = kids,
                         .count = 2};
    return expr_intern(l->pool, &model);
}

static const struct expr *both(struct lowering *l, const struct expr *a,
                               const struct expr *b, struct span span)
{
    const struct expr *kids[] = {a, b};
    return lower_make(l, EX_AND, NULL, NULL, kids, 2, span);
}

/* The conjunction of the links; lower_claim takes it apart again. */
static const struct expr *lower_chain(struct lowering *l,
                                      const struct scope *scope,
                                      const struct ast_expr *ast)
{
    const struct expr *all = NULL, *left = NULL;
    bool failed = false;
    for (size_t i = 0; i < ast->count; i++) {
        const struct expr *right = lower_operand(l, scope, ast->kids[i]);
        if (i > 0 && left && right) {
            struct span span =
                span_join(ast->kids[i - 1]->span, ast->kids[i]->span);
            const struct expr *r =
                lower_one_relation(l, ast->rels[i - 1], left, right, span);
            failed = failed || !r;
            if (r)
                all = all ? both(l, all, r, ast->span) : r;
        }
        failed = failed || !right;
        left = right;
    }
    return failed ? NULL : all;
}

static const struct expr *lower_logic(struct lowering *l,
                                      const struct scope *scope,
                                      const struct ast_expr *ast)
{
    const struct expr *kids[2] = {NULL, NULL};
    enum expr_op op = ast->kind == AST_NOT   ? EX_NOT
                      : ast->kind == AST_AND ? EX_AND
                                             : EX_OR;
    const struct quantified before = l->variables;
    struct quantified used[2] = {{0}};
    for (size_t i = 0; i < ast->count && i < 2; i++) {
        l->variables = (struct quantified){0};
        kids[i] = lower_relation(l, scope, ast->kids[i]);
        used[i] = l->variables;
    }
    if (!lower_join_variables(l, &before, used, op == EX_OR, ast->span))
        return NULL;
    for (size_t i = 0; i < ast->count; i++)
        if (!kids[i])
            return NULL;
    return lower_make(l, op, NULL, NULL, kids, ast->count, ast->span);
}

static const struct expr *lower_literal(struct lowering *l,
                                        const struct scope *scope,
                                        const struct ast_expr *ast)
{
    if (ast->count > LOWER_MAX_LITERAL)
        return diag_null(l->diag, ast->span,
                         "a literal matrix has at most %d entries, found %zu",
                         LOWER_MAX_LITERAL, ast->count);
    const struct expr **kids = arena_array(l->arena, ast->count, sizeof *kids);
    bool failed = false;
    for (size_t i = 0; i < ast->count; i++) {
        kids[i] = lower_operand(l, scope, ast->kids[i]);
        if (kids[i] && !expr_is_scalar(kids[i])) {
            diag_error(l->diag, ast->kids[i]->span,
                       "an entry of a literal matrix is a scalar (hcat and "
                       "vcat join matrices)");
            kids[i] = NULL;
        }
        failed = failed || !kids[i];
    }
    if (failed)
        return NULL;
    if (ast->count == 1)
        return kids[0];
    struct dim_pool *dims = expr_dims(l->pool);
    return lower_make(l, EX_LITERAL, dim_constant(dims, (int64_t)ast->rows),
                      dim_constant(dims, (int64_t)ast->cols), kids, ast->count,
                      ast->span);
}

static const struct expr *lower_negate(struct lowering *l,
                                       const struct scope *scope,
                                       const struct ast_expr *ast)
{
    const struct expr *a = lower_operand(l, scope, ast->kids[0]);
    return a ? lower_make(l, EX_NEG, a->rows, a->cols, &a, 1, ast->span) : NULL;
}

static const struct expr *lower_transpose(struct lowering *l,
                                          const struct scope *scope,
                                          const struct ast_expr *ast)
{
    const struct expr *a = lower_operand(l, scope, ast->kids[0]);
    if (!a || expr_is_scalar(a))
        return a;
    return lower_make(l, EX_TRANSPOSE, a->cols, a->rows, &a, 1, ast->span);
}

static const struct expr *lower_hole(struct lowering *l,
                                     const struct ast_expr *ast)
{
    l->holes++;
    if (l->allow_hole && l->holes == 1)
        return expr_int(l->pool, 1, ast->span);
    return diag_null(
        l->diag, ast->span,
        "? may stand once, as a factor on the right of a claim's one "
        "inequality");
}

static const struct expr *
misplaced(struct lowering *l, const struct ast_expr *ast, const char *what)
{
    return diag_null(l->diag, ast->span, "%s cannot stand here", what);
}

static const struct expr *lower_kind(struct lowering *l,
                                     const struct scope *scope,
                                     const struct ast_expr *ast)
{
    switch (ast->kind) {
    case AST_NUMBER:
        return expr_number(l->pool, ast->number, ast->span);
    case AST_STRING:
        return misplaced(l, ast, "a string");
    case AST_NAME:
        return lower_name(l, scope, ast);
    case AST_HOLE:
        return lower_hole(l, ast);
    case AST_CALL:
        return lower_call(l, scope, ast);
    case AST_BINDER:
        return lower_binder(l, scope, ast);
    case AST_INDEX:
        return lower_subscript(l, scope, ast);
    case AST_RANGE:
        return misplaced(l, ast, "a range");
    case AST_ALL:
        return misplaced(l, ast, "':'");
    case AST_LITERAL:
        return lower_literal(l, scope, ast);
    case AST_NEGATE:
        return lower_negate(l, scope, ast);
    case AST_TRANSPOSE:
        return lower_transpose(l, scope, ast);
    case AST_BINARY:
        return lower_binary(l, scope, ast);
    case AST_CHAIN:
        return lower_chain(l, scope, ast);
    case AST_NOT:
    case AST_AND:
    case AST_OR:
        return lower_logic(l, scope, ast);
    }
    return NULL;
}

/* What a forall with a variable may stand in; calls and binders see further. */
static bool is_transparent(enum ast_kind kind)
{
    return kind == AST_AND || kind == AST_OR || kind == AST_BINDER ||
           kind == AST_CALL;
}

const struct expr *lower_expr(struct lowering *l, const struct scope *scope,
                              const struct ast_expr *ast)
{
    if (l->depth >= LOWER_MAX_DEPTH)
        return diag_null(
            l->diag, ast->span,
            "an expression nests at most %d levels deep, funcs expanded",
            LOWER_MAX_DEPTH);
    if (++l->steps >= LOWER_MAX_STEPS) {
        if (l->steps == LOWER_MAX_STEPS)
            diag_error(l->diag, ast->span,
                       "a theorem has at most %d expressions, funcs expanded",
                       LOWER_MAX_STEPS);
        return NULL;
    }
    const bool takes_variables = l->takes_variables;
    l->takes_variables = takes_variables && is_transparent(ast->kind);
    l->depth++;
    const struct expr *e = lower_kind(l, scope, ast);
    l->depth--;
    l->takes_variables = takes_variables;
    return e;
}
