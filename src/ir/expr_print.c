/* Source-like text of expressions, with as few parentheses as keep meaning. */
#include "ir/expr.h"

/* A DAG of few nodes may be a text of any length, which nobody reads. */
enum { PRINT_MAX_DEPTH = 64, PRINT_MAX_PARTS = 1 << 17 };

/* How deep the part at hand is, and how many more are printed. */
struct room {
    int depth;
    size_t left;
};

static void print(struct buffer *out, const struct expr *e, enum ast_level at,
                  struct room *room);

static void print_infix(struct buffer *out, const struct expr *e,
                        const char *text, enum ast_level own, enum ast_level at,
                        struct room *room)
{
    if (own < at)
        buffer_add_char(out, '(');
    print(out, e->kids[0], own == LEVEL_POWER ? LEVEL_POSTFIX : own, room);
    buffer_add(out, text);
    print(out, e->kids[1], own == LEVEL_POWER ? own : own + 1, room);
    if (own < at)
        buffer_add_char(out, ')');
}

static void print_prefix(struct buffer *out, const struct expr *e,
                         const char *text, enum ast_level own,
                         enum ast_level at, struct room *room)
{
    if (own < at)
        buffer_add_char(out, '(');
    buffer_add(out, text);
    print(out, e->kids[0], own, room);
    if (own < at)
        buffer_add_char(out, ')');
}

static void print_list(struct buffer *out, const char *name,
                       const struct expr *e, size_t from, const char *open,
                       const char *close, struct room *room)
{
    buffer_add(out, name);
    buffer_add(out, open);
    for (size_t i = from; i < e->count; i++) {
        if (i > from)
            buffer_add(out, ", ");
        print(out, e->kids[i], LEVEL_OR, room);
    }
    buffer_add(out, close);
}

static void print_binder(struct buffer *out, const char *name,
                         const struct expr *e, struct room *room)
{
    buffer_printf(out, "%s(%s", name, e->symbol->name);
    if (e->count == 3) {
        buffer_add(out, e->reversed ? " in reversed(" : " in ");
        print(out, e->kids[0], LEVEL_SUM, room);
        buffer_add(out, "..");
        print(out, e->kids[1], LEVEL_SUM, room);
        if (e->reversed)
            buffer_add_char(out, ')');
    }
    buffer_add(out, ", ");
    print(out, e->kids[e->count - 1], LEVEL_OR, room);
    buffer_add_char(out, ')');
}

/* unit(n, i), with i in 1..n the variable of the sum. */
static bool is_unit_of(const struct expr *e, const struct expr *sum)
{
    return expr_is_call(e, FN_UNIT) && e->kids[0] == sum->kids[1] &&
           e->kids[1]->op == EX_SYMBOL && e->kids[1]->symbol == sum->symbol;
}

static bool is_product(const struct expr *e)
{
    return e->op == EX_MATMUL || e->op == EX_SCALE;
}

/* The sum over columns of what lower_matrix made, or NULL. */
static const struct expr *rows_of_matrix(const struct expr *e)
{
    if (e->op != EX_SUM || e->reversed || !is_product(e->kids[2]))
        return NULL;
    const struct expr *const *kids = e->kids[2]->kids;
    const struct expr *row = kids[is_unit_of(kids[0], e)];
    bool behind = row == kids[0]; /* unit(n, i) stands behind a scalar */
    if (behind && (e->kids[2]->op != EX_SCALE || !is_unit_of(kids[1], e)))
        return NULL;
    if (row->op != EX_SUM || row->reversed || row->kids[0] != e->kids[0] ||
        row->kids[2]->op != EX_SCALE)
        return NULL;
    const struct expr *unit = row->kids[2]->kids[1];
    if (unit->op == EX_TRANSPOSE)
        unit = unit->kids[0];
    else if (!expr_is_scalar(unit))
        return NULL;
    return is_unit_of(unit, row) ? row : NULL;
}

static void print_range(struct buffer *out, const struct expr *e,
                        struct room *room)
{
    buffer_printf(out, "%s in ", e->symbol->name);
    print(out, e->kids[0], LEVEL_SUM, room);
    buffer_add(out, "..");
    print(out, e->kids[1], LEVEL_SUM, room);
    buffer_add(out, ", ");
}

static void print_matrix(struct buffer *out, const struct expr *e,
                         const struct expr *row, struct room *room)
{
    buffer_add(out, "matrix(");
    print_range(out, e, room);
    print_range(out, row, room);
    print(out, row->kids[2]->kids[0], LEVEL_OR, room);
    buffer_add_char(out, ')');
}

static void print_slice(struct buffer *out, const struct expr *e,
                        struct room *room)
{
    print(out, e->kids[0], LEVEL_POSTFIX, room);
    for (size_t i = 1; i < 5; i += 2) {
        buffer_add(out, i == 1 ? "[" : ", ");
        print(out, e->kids[i], LEVEL_SUM, room);
        if (e->kids[i] == e->kids[i + 1])
            continue;
        buffer_add(out, "..");
        print(out, e->kids[i + 1], LEVEL_SUM, room);
    }
    buffer_add_char(out, ']');
}

static void print_literal(struct buffer *out, const struct expr *e,
                          struct room *room)
{
    int64_t cols = 1;
    (void)dim_is_constant(e->cols, &cols);
    buffer_add_char(out, '[');
    for (size_t i = 0; i < e->count; i++) {
        if (i > 0)
            buffer_add(out, i % (size_t)cols == 0 ? "; " : ", ");
        print(out, e->kids[i], LEVEL_OR, room);
    }
    buffer_add_char(out, ']');
}

static void print_number(struct buffer *out, const struct expr *e,
                         enum ast_level at)
{
    LOCAL_BUFFER text = buffer_new();
    rational_print(&text, e->number);
    bool plain = text.text[0] != '-';
    for (size_t i = 0; i < text.length; i++)
        plain = plain && text.text[i] != '/';
    bool wrap = !plain && at > LEVEL_SUM;
    buffer_printf(out, wrap ? "(%s)" : "%s", text.text);
}

static void print_relation(struct buffer *out, const struct expr *e,
                           enum ast_level at, struct room *room)
{
    buffer_add(out, at > LEVEL_RELATION ? "(" : "");
    print(out, e->kids[0], LEVEL_SUM, room);
    buffer_printf(out, " %s ", ast_relop_text(e->rel));
    print(out, e->kids[1], LEVEL_SUM, room);
    buffer_add(out, at > LEVEL_RELATION ? ")" : "");
}

struct infix {
    enum expr_op op;
    const char *text;
    enum ast_level level;
};

static const struct infix *find_infix(enum expr_op op)
{
    static const struct infix table[] = {{EX_ADD, " + ", LEVEL_SUM},
                                         {EX_SUB, " - ", LEVEL_SUM},
                                         {EX_MATMUL, " * ", LEVEL_PRODUCT},
                                         {EX_SCALE, " * ", LEVEL_PRODUCT},
                                         {EX_DIVIDE, " / ", LEVEL_PRODUCT},
                                         {EX_DOT_MUL, " .* ", LEVEL_PRODUCT},
                                         {EX_DOT_DIV, " ./ ", LEVEL_PRODUCT},
                                         {EX_POW, "^", LEVEL_POWER},
                                         {EX_MATPOW, "^", LEVEL_POWER},
                                         {EX_DOT_POW, " .^ ", LEVEL_POWER},
                                         {EX_AND, " and ", LEVEL_AND},
                                         {EX_OR, " or ", LEVEL_OR}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == op)
            return &table[i];
    return NULL;
}

/* The word before the parenthesis of index forms and calls, or NULL. */
static const char *form_name(const struct expr *e)
{
    static const struct {
        enum expr_op op;
        const char *name;
    } table[] = {{EX_SUM, "sum"},
                 {EX_PROD, "prod"},
                 {EX_MAX, "max"},
                 {EX_MIN, "min"},
                 {EX_INTEGRAL, "integral"},
                 {EX_EXPECTATION, "expectation"},
                 {EX_FORALL, "forall"},
                 {EX_IF, "if"},
                 {EX_PSD, "psd"}};
    if (e->op == EX_CALL)
        return function_info(e->fn)->name;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == e->op)
            return table[i].name;
    return NULL;
}

static void print_leaf(struct buffer *out, const struct expr *e,
                       enum ast_level at, struct room *room)
{
    if (e->op == EX_NUMBER)
        print_number(out, e, at);
    else if (e->op == EX_PI)
        buffer_add(out, "pi");
    else if (e->op == EX_INFINITY)
        buffer_add(out, "inf");
    else if (e->op == EX_SYMBOL)
        buffer_add(out, e->symbol->name);
    else
        buffer_add(out, e->name);
    if (e->count > 0)
        print_list(out, "", e, 0, "[", "]", room);
}

static void print(struct buffer *out, const struct expr *e, enum ast_level at,
                  struct room *room)
{
    if (room->depth == PRINT_MAX_DEPTH || room->left == 0) {
        buffer_add(out, "...");
        return;
    }
    room->depth++;
    room->left--;
    const struct infix *infix = find_infix(e->op);
    const char *form = form_name(e);
    const struct expr *rows = rows_of_matrix(e);
    if (infix) {
        print_infix(out, e, infix->text, infix->level, at, room);
    } else if (rows) {
        print_matrix(out, e, rows, room);
    } else if (form && e->symbol) {
        print_binder(out, form, e, room);
    } else if (form) {
        print_list(out, form, e, 0, "(", ")", room);
    } else if (e->op == EX_NEG) {
        print_prefix(out, e, "-", LEVEL_MINUS, at, room);
    } else if (e->op == EX_NOT) {
        print_prefix(out, e, "not ", LEVEL_NOT, at, room);
    } else if (e->op == EX_REL) {
        print_relation(out, e, at, room);
    } else if (e->op == EX_TRANSPOSE) {
        print(out, e->kids[0], LEVEL_POSTFIX, room);
        buffer_add_char(out, '\'');
    } else if (e->op == EX_ENTRY) {
        print(out, e->kids[0], LEVEL_POSTFIX, room);
        print_list(out, "", e, 1, "[", "]", room);
    } else if (e->op == EX_SLICE) {
        print_slice(out, e, room);
    } else if (e->op == EX_LITERAL) {
        print_literal(out, e, room);
    } else {
        print_leaf(out, e, at, room);
    }
    room->depth--;
}

void expr_print(struct buffer *out, const struct expr *e)
{
    struct room room = {0, PRINT_MAX_PARTS};
    print(out, e, LEVEL_OR, &room);
}
