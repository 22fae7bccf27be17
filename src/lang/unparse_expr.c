#include "lang/unparse_internal.h"

/* ORDER: enum ast_op */
static const struct {
    const char *text;
    enum ast_level level;
} operators[] = {
    [AST_ADD] = {" + ", LEVEL_SUM},
    [AST_SUB] = {" - ", LEVEL_SUM},
    [AST_MUL] = {" * ", LEVEL_PRODUCT},
    [AST_DIV] = {" / ", LEVEL_PRODUCT},
    [AST_DOT_MUL] = {" .* ", LEVEL_PRODUCT},
    [AST_DOT_DIV] = {" ./ ", LEVEL_PRODUCT},
    [AST_POW] = {"^", LEVEL_POWER},
    [AST_DOT_POW] = {".^", LEVEL_POWER},
};

static enum ast_level level_of(const struct ast_expr *e)
{
    switch ((int)e->kind) {
    case AST_OR:
        return LEVEL_OR;
    case AST_AND:
        return LEVEL_AND;
    case AST_NOT:
        return LEVEL_NOT;
    case AST_CHAIN:
        return LEVEL_RELATION;
    case AST_BINARY:
        return operators[e->op].level;
    case AST_NEGATE:
        return LEVEL_MINUS;
    }
    return LEVEL_POSTFIX;
}

void unparse_list(struct buffer *out, struct ast_expr *const *exprs,
                  size_t count, enum ast_level least)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buffer_add(out, ", ");
        unparse_operand(out, exprs[i], least);
    }
}

void unparse_string(struct buffer *out, const char *text)
{
    buffer_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, *text);
    }
    buffer_add_char(out, '"');
}

void unparse_range(struct buffer *out, const struct ast_range *range)
{
    buffer_add(out, range->name);
    if (range->type)
        unparse_type(out, range->type);
    if (!range->lo)
        return;
    buffer_add(out, range->reversed ? " in reversed(" : " in ");
    unparse_operand(out, range->lo, LEVEL_SUM);
    buffer_add(out, "..");
    unparse_operand(out, range->hi, LEVEL_SUM);
    if (range->reversed)
        buffer_add_char(out, ')');
}

/* An operator from left to right: only the right side must bind tighter. */
static void print_left(struct buffer *out, const struct ast_expr *e,
                       const char *op, enum ast_level level)
{
    unparse_operand(out, e->kids[0], level);
    buffer_add(out, op);
    unparse_operand(out, e->kids[1], (enum ast_level)(level + 1));
}

static void print_binary(struct buffer *out, const struct ast_expr *e)
{
    const char *text = operators[e->op].text;
    enum ast_level level = operators[e->op].level;
    if (level != LEVEL_POWER) {
        print_left(out, e, text, level);
        return;
    }
    unparse_operand(out, e->kids[0], LEVEL_POSTFIX);
    buffer_add(out, text);
    unparse_operand(out, e->kids[1], LEVEL_MINUS);
}

static void print_binder(struct buffer *out, const struct ast_expr *e)
{
    buffer_add(out, e->text);
    buffer_add_char(out, '(');
    for (size_t i = 0; i < e->nranges; i++) {
        unparse_range(out, &e->ranges[i]);
        buffer_add(out, ", ");
    }
    unparse_expr(out, e->kids[0]);
    buffer_add_char(out, ')');
}

static void print_literal(struct buffer *out, const struct ast_expr *e)
{
    buffer_add_char(out, '[');
    for (size_t i = 0; i < e->rows; i++) {
        if (i > 0)
            buffer_add(out, "; ");
        unparse_list(out, e->kids + i * e->cols, e->cols, LEVEL_OR);
    }
    buffer_add_char(out, ']');
}

void unparse_chain(struct buffer *out, const struct ast_expr *chain,
                   const struct ast_method *methods, const char *joint)
{
    unparse_operand(out, chain->kids[0], LEVEL_SUM);
    for (size_t i = 1; i < chain->count; i++) {
        buffer_printf(out, "%s%s ", joint, ast_relop_text(chain->rels[i - 1]));
        unparse_operand(out, chain->kids[i], LEVEL_SUM);
        if (methods)
            unparse_method(out, &methods[i - 1]);
    }
}

static void print_bracketed(struct buffer *out, const char *open,
                            struct ast_expr *const *kids, size_t count,
                            const char *close, enum ast_level least)
{
    buffer_add(out, open);
    unparse_list(out, kids, count, least);
    buffer_add(out, close);
}

void unparse_expr(struct buffer *out, const struct ast_expr *expr)
{
    const struct ast_expr *e = expr;
    switch (e->kind) {
    case AST_NUMBER:
    case AST_NAME:
        buffer_add(out, e->text);
        return;
    case AST_STRING:
        unparse_string(out, e->text);
        return;
    case AST_HOLE:
        buffer_add_char(out, '?');
        return;
    case AST_CALL:
        buffer_add(out, e->text);
        print_bracketed(out, "(", e->kids, e->count, ")", LEVEL_OR);
        return;
    case AST_BINDER:
        print_binder(out, e);
        return;
    case AST_INDEX:
        unparse_operand(out, e->kids[0], LEVEL_POSTFIX);
        print_bracketed(out, "[", e->kids + 1, e->count - 1, "]", LEVEL_SUM);
        return;
    case AST_RANGE:
        unparse_operand(out, e->kids[0], LEVEL_SUM);
        buffer_add(out, "..");
        unparse_operand(out, e->kids[1], LEVEL_SUM);
        return;
    case AST_ALL:
        buffer_add_char(out, ':');
        return;
    case AST_LITERAL:
        print_literal(out, e);
        return;
    case AST_NEGATE:
        buffer_add_char(out, '-');
        unparse_operand(out, e->kids[0], LEVEL_MINUS);
        return;
    case AST_TRANSPOSE:
        unparse_operand(out, e->kids[0], LEVEL_POSTFIX);
        buffer_add_char(out, '\'');
        return;
    case AST_BINARY:
        print_binary(out, e);
        return;
    case AST_CHAIN:
        unparse_chain(out, e, NULL, " ");
        return;
    case AST_NOT:
        buffer_add(out, "not ");
        unparse_operand(out, e->kids[0], LEVEL_NOT);
        return;
    case AST_AND:
        print_left(out, e, " and ", LEVEL_AND);
        return;
    case AST_OR:
        print_left(out, e, " or ", LEVEL_OR);
        return;
    }
}

void unparse_operand(struct buffer *out, const struct ast_expr *expr,
                     enum ast_level least)
{
    bool parentheses = level_of(expr) < least;
    if (parentheses)
        buffer_add_char(out, '(');
    unparse_expr(out, expr);
    if (parentheses)
        buffer_add_char(out, ')');
}
