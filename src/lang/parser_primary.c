#include "lang/parser_internal.h"

#include "lang/reserved.h"

#include <string.h>

/*
 * ---- Ranges ----
 */

bool parser_ends(struct parser *p, struct ast_expr **lo, struct ast_expr **hi)
{
    *lo = parser_value(p);
    if (!*lo || !parser_expect(p, TOKEN_DOTS, "the start of the range"))
        return false;
    *hi = parser_value(p);
    return *hi != NULL;
}

bool parser_range(struct parser *p, struct ast_range *range)
{
    struct span begin = parser_peek(p, 0).span, name_span;
    if (!parser_new_name(p, &range->name, &name_span, "an index"))
        return false;
    if (!parser_at_in(p, 0)) {
        parser_expected(p, "'in' after the index");
        return false;
    }
    parser_take(p);
    range->reversed = parser_accept_word(p, "reversed");
    struct token open = parser_peek(p, 0);
    if (range->reversed && !parser_expect(p, TOKEN_LPAREN, "'reversed'"))
        return false;
    if (!parser_ends(p, &range->lo, &range->hi))
        return false;
    if (range->reversed && !parser_close(p, TOKEN_RPAREN, open))
        return false;
    range->span = parser_since(p, begin);
    return true;
}

/*
 * ---- Calls and binders ----
 */

bool parser_list(struct parser *p, struct ast_expr ***items, size_t *count,
                 struct ast_expr *(*read)(struct parser *))
{
    if (!parser_enter(p))
        return false;
    do {
        struct ast_expr *item = read(p);
        if (!item)
            return false;
        arena_push(p->arena, items, count, sizeof item, &item);
    } while (parser_accept(p, TOKEN_COMMA));
    parser_leave(p);
    return true;
}

bool parser_arguments(struct parser *p, struct ast_expr ***args, size_t *count,
                      struct token open)
{
    return parser_accept(p, TOKEN_RPAREN) ||
           (parser_list(p, args, count, parser_expr) &&
            parser_close(p, TOKEN_RPAREN, open));
}

static bool at_index_name(struct parser *p)
{
    return parser_at(p, TOKEN_NAME) && parser_at_in(p, 1);
}

static bool at_variable(struct parser *p)
{
    return parser_at(p, TOKEN_NAME) && parser_peek(p, 1).kind == TOKEN_COLON;
}

/* x : real[n] */
static bool variable(struct parser *p, struct ast_range *range)
{
    struct ast_decl *type = arena_alloc(p->arena, sizeof *type);
    struct span begin = parser_peek(p, 0).span, name_span;
    if (!parser_new_name(p, &range->name, &name_span, "a variable"))
        return false;
    parser_take(p);
    if (!parser_type(p, type))
        return false;
    range->span = type->span = parser_since(p, begin);
    range->type = type;
    return true;
}

/* i in 1..n, j in 1..m, and the comma before the body; x : real[n] too */
static bool binder_ranges(struct parser *p, struct ast_range **ranges,
                          size_t *count)
{
    do {
        struct ast_range range = {0};
        if (!(at_variable(p) ? variable : parser_range)(p, &range))
            return false;
        arena_push(p->arena, ranges, count, sizeof range, &range);
        if (!parser_expect(p, TOKEN_COMMA, "the range"))
            return false;
    } while (at_index_name(p) || at_variable(p));
    return true;
}

/* z, and the comma: the variable of expectation(z, e) */
static bool bare_variable(struct parser *p, struct ast_range **ranges,
                          size_t *count)
{
    struct ast_range range = {0};
    if (!parser_new_name(p, &range.name, &range.span, "a variable"))
        return false;
    arena_push(p->arena, ranges, count, sizeof range, &range);
    return parser_expect(p, TOKEN_COMMA, "the variable");
}

/* A range has its depth from its ends; the body's node is over all of them. */
static struct ast_expr *binder_node(struct parser *p, struct token name,
                                    struct ast_range *ranges, size_t nranges,
                                    struct ast_expr *body)
{
    struct ast_expr **kids = NULL;
    size_t count = 0;
    arena_push(p->arena, &kids, &count, sizeof body, &body);
    for (size_t i = 0; i < nranges; i++) {
        const struct ast_decl *type = ranges[i].type;
        for (size_t k = 0; type && k < type->nsizes; k++)
            arena_push(p->arena, &kids, &count, sizeof body, &type->sizes[k]);
        struct ast_expr *ends[] = {type ? type->lo : ranges[i].lo,
                                   type ? type->hi : ranges[i].hi};
        for (size_t k = 0; ends[0] && k < 2; k++)
            arena_push(p->arena, &kids, &count, sizeof body, &ends[k]);
    }
    struct ast_expr *e =
        parser_node(p, AST_BINDER, parser_since(p, name.span), kids, count);
    if (!e)
        return NULL;
    e->count = 1;
    e->text = parser_text(p, name);
    e->ranges = ranges;
    e->nranges = nranges;
    return e;
}

static struct ast_expr *binder(struct parser *p, struct token name,
                               struct token open)
{
    struct ast_range *ranges = NULL;
    size_t nranges = 0;
    if (!parser_enter(p))
        return NULL;
    bool ok = strcmp(parser_word(p, name), "expectation") == 0
                  ? bare_variable(p, &ranges, &nranges)
                  : binder_ranges(p, &ranges, &nranges);
    struct ast_expr *body = ok ? parser_expr(p) : NULL;
    parser_leave(p);
    if (!body || !parser_close(p, TOKEN_RPAREN, open))
        return NULL;
    return binder_node(p, name, ranges, nranges, body);
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

/* Whether `name(`, just taken, begins a binder and no plain call. */
static bool begins_binder(struct parser *p, struct token name)
{
    static const char *const ALWAYS[] = {"forall", "integral", "expectation",
                                         NULL};
    static const char *const WITH_INDEX[] = {"sum", "prod",   "max",
                                             "min", "matrix", NULL};
    const char *word = parser_word(p, name);
    return is_one_of(word, ALWAYS) ||
           (is_one_of(word, WITH_INDEX) && at_index_name(p));
}

static struct ast_expr *call(struct parser *p, struct token name)
{
    struct token open = parser_take(p);
    if (begins_binder(p, name))
        return binder(p, name, open);
    struct ast_expr **args = NULL;
    size_t count = 0;
    if (!parser_arguments(p, &args, &count, open))
        return NULL;
    struct ast_expr *e =
        parser_node(p, AST_CALL, parser_since(p, name.span), args, count);
    if (e)
        e->text = parser_text(p, name);
    return e;
}

/*
 * ---- Leaves ----
 */

static struct ast_expr *leaf(struct parser *p, enum ast_kind kind)
{
    struct token token = parser_take(p);
    struct ast_expr *e = parser_node(p, kind, token.span, NULL, 0);
    e->text = parser_text(p, token);
    return e;
}

static struct ast_expr *name_or_call(struct parser *p)
{
    struct token token = parser_peek(p, 0);
    bool is_call = parser_peek(p, 1).kind == TOKEN_LPAREN;
    switch (reserved_class(parser_word(p, token))) {
    case RESERVED_KEYWORD:
        parser_expected(p, "an expression");
        return NULL;
    case RESERVED_FUNCTION:
        if (is_call)
            break;
        parser_take(p);
        parser_expected(p, "'(' after the function's name");
        return NULL;
    case RESERVED_NOT:
    case RESERVED_QUANTITY:
        break;
    }
    if (!is_call)
        return leaf(p, AST_NAME);
    parser_take(p);
    return call(p, token);
}

struct ast_expr *parser_number(struct parser *p)
{
    struct span span = parser_peek(p, 0).span;
    struct ast_expr *e = leaf(p, AST_NUMBER);
    rational_t *number = rational_new(p->arena);
    e->number = number;
    size_t length = span.end - span.begin;
    if (rational_parse(number, e->text, length) == ST_OK)
        return e;
    if (length > RATIONAL_MAX_DIGITS)
        parser_error(p, span,
                     "expected a number of at most %d digits "
                     "(RATIONAL_MAX_DIGITS), found %zu characters",
                     (int)RATIONAL_MAX_DIGITS, length);
    else
        parser_error(p, span,
                     "expected an exponent of at most %d "
                     "(RATIONAL_MAX_EXPONENT), found a larger one",
                     (int)RATIONAL_MAX_EXPONENT);
    return e;
}

static struct ast_expr *string(struct parser *p)
{
    struct span span = parser_peek(p, 0).span;
    const char *text = NULL;
    if (!parser_string(p, &text, "a file name"))
        return NULL;
    struct ast_expr *e = parser_node(p, AST_STRING, span, NULL, 0);
    e->text = text;
    return e;
}

/*
 * ---- Brackets ----
 */

/* Whether the row read last is at its end, and longer or shorter than `cols`.
 */
static bool is_ragged(struct parser *p, size_t length, size_t cols)
{
    bool at_end = parser_at(p, TOKEN_SEMICOLON) || parser_at(p, TOKEN_RBRACKET);
    return at_end && length != cols;
}

/* One row of a literal; its entries join `kids`. */
static bool literal_row(struct parser *p, struct ast_expr ***kids,
                        size_t *count)
{
    do {
        struct ast_expr *entry = parser_expr(p);
        if (!entry)
            return false;
        arena_push(p->arena, kids, count, sizeof entry, &entry);
    } while (parser_accept(p, TOKEN_COMMA));
    return true;
}

static struct ast_expr *literal(struct parser *p)
{
    struct token open = parser_take(p);
    struct ast_expr **kids = NULL;
    size_t count = 0, rows = 0, cols = 0;
    if (!parser_enter(p))
        return NULL;
    do {
        size_t before = count;
        struct span begin = parser_peek(p, 0).span;
        if (!literal_row(p, &kids, &count))
            return NULL;
        if (rows++ == 0)
            cols = count;
        else if (is_ragged(p, count - before, cols))
            parser_error(p, parser_since(p, begin),
                         "expected rows of equal length: row 1 has %zu "
                         "entries, row %zu has %zu",
                         cols, rows, count - before);
    } while (parser_accept(p, TOKEN_SEMICOLON));
    parser_leave(p);
    if (!parser_close(p, TOKEN_RBRACKET, open))
        return NULL;
    struct ast_expr *e =
        parser_node(p, AST_LITERAL, parser_since(p, open.span), kids, count);
    if (e) {
        e->rows = rows;
        e->cols = cols;
    }
    return e;
}

/* The span of what stands in parentheses includes them. */
static struct ast_expr *parenthesised(struct parser *p)
{
    struct token open = parser_take(p);
    if (!parser_enter(p))
        return NULL;
    struct ast_expr *e = parser_expr(p);
    parser_leave(p);
    if (!e || !parser_close(p, TOKEN_RPAREN, open))
        return NULL;
    e->span = parser_since(p, open.span);
    return e;
}

struct ast_expr *parser_primary(struct parser *p)
{
    enum token_kind kind = parser_peek(p, 0).kind;
    if (kind == TOKEN_NUMBER)
        return parser_number(p);
    if (kind == TOKEN_NAME)
        return name_or_call(p);
    if (kind == TOKEN_STRING)
        return string(p);
    if (kind == TOKEN_HOLE)
        return leaf(p, AST_HOLE);
    if (kind == TOKEN_LPAREN)
        return parenthesised(p);
    if (kind == TOKEN_LBRACKET)
        return literal(p);
    parser_expected(p, "an expression");
    return NULL;
}
