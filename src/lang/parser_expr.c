#include "lang/parser_internal.h"

/* A node with its depth, which only the parser asks for. */
struct measured {
    struct ast_expr expr; /* first, so that a pointer to it is one to us */
    size_t depth;
};

static size_t depth_of(const struct ast_expr *e)
{
    return ((const struct measured *)(const void *)e)->depth;
}

static size_t deepest(struct ast_expr **kids, size_t count)
{
    size_t depth = 0;
    for (size_t i = 0; i < count; i++)
        if (depth_of(kids[i]) > depth)
            depth = depth_of(kids[i]);
    return depth;
}

struct ast_expr *parser_node(struct parser *p, enum ast_kind kind,
                             struct span span, struct ast_expr **kids,
                             size_t count)
{
    struct measured *node = arena_alloc(p->arena, sizeof *node);
    node->depth = 1 + deepest(kids, count);
    node->expr.kind = kind;
    node->expr.span = span;
    node->expr.kids = kids;
    node->expr.count = count;
    if (node->depth <= PARSER_MAX_DEPTH)
        return &node->expr;
    parser_error(p, (struct span){span.source, span.end - 1, span.end},
                 "expected at most %d operators on each other "
                 "(PARSER_MAX_DEPTH), found one more",
                 (int)PARSER_MAX_DEPTH);
    return NULL;
}

static struct ast_expr *unary(struct parser *p, enum ast_kind kind,
                              struct span span, struct ast_expr *kid)
{
    struct ast_expr **kids = arena_array(p->arena, 1, sizeof *kids);
    kids[0] = kid;
    return parser_node(p, kind, span, kids, 1);
}

/* NULL if a kid is. */
static struct ast_expr *binary(struct parser *p, enum ast_kind kind,
                               enum ast_op op, struct ast_expr *left,
                               struct ast_expr *right)
{
    if (!left || !right)
        return NULL;
    struct ast_expr **kids = arena_array(p->arena, 2, sizeof *kids);
    kids[0] = left;
    kids[1] = right;
    struct ast_expr *e =
        parser_node(p, kind, span_join(left->span, right->span), kids, 2);
    if (e)
        e->op = op;
    return e;
}

/*
 * ---- Postfixes ----
 */

/* One entry of an index: a value, lo..hi or a colon. */
static struct ast_expr *index_entry(struct parser *p)
{
    if (parser_at(p, TOKEN_COLON))
        return parser_node(p, AST_ALL, parser_take(p).span, NULL, 0);
    struct ast_expr *lo = parser_value(p);
    if (!lo || !parser_accept(p, TOKEN_DOTS))
        return lo;
    return binary(p, AST_RANGE, AST_ADD, lo, parser_value(p));
}

/* The entries up to `]` behind kids[0], which is there. */
static bool index_entries(struct parser *p, struct ast_expr ***kids,
                          size_t *count)
{
    struct token open = parser_take(p);
    return parser_list(p, kids, count, index_entry) &&
           parser_close(p, TOKEN_RBRACKET, open);
}

static struct ast_expr *postfix(struct parser *p)
{
    struct ast_expr *e = parser_primary(p);
    while (e) {
        if (parser_accept(p, TOKEN_TRANSPOSE)) {
            e = unary(p, AST_TRANSPOSE, parser_since(p, e->span), e);
        } else if (parser_at(p, TOKEN_LBRACKET)) {
            struct ast_expr **kids = NULL;
            size_t count = 0;
            arena_push(p->arena, &kids, &count, sizeof e, &e);
            if (!index_entries(p, &kids, &count))
                return NULL;
            e = parser_node(p, AST_INDEX, parser_since(p, e->span), kids,
                            count);
        } else {
            break;
        }
    }
    return e;
}

/*
 * ---- Operators ----
 */

static struct ast_expr *signed_value(struct parser *p);

/* Right to left; the exponent may begin with a minus: 2^-3. */
static struct ast_expr *power(struct parser *p)
{
    struct ast_expr *base = postfix(p);
    if (!base || (!parser_at(p, TOKEN_POWER) && !parser_at(p, TOKEN_DOT_POWER)))
        return base;
    if (!parser_enter(p))
        return NULL;
    enum ast_op op = parser_take(p).kind == TOKEN_POWER ? AST_POW : AST_DOT_POW;
    struct ast_expr *e = binary(p, AST_BINARY, op, base, signed_value(p));
    parser_leave(p);
    return e;
}

static struct ast_expr *signed_value(struct parser *p)
{
    if (!parser_at(p, TOKEN_MINUS))
        return power(p);
    if (!parser_enter(p))
        return NULL;
    struct span begin = parser_take(p).span;
    struct ast_expr *kid = signed_value(p);
    parser_leave(p);
    return kid ? unary(p, AST_NEGATE, parser_since(p, begin), kid) : NULL;
}

struct operator_row {
    enum token_kind token;
    enum ast_op op;
};

static const struct operator_row PRODUCTS[] = {{TOKEN_TIMES, AST_MUL},
                                               {TOKEN_SLASH, AST_DIV},
                                               {TOKEN_DOT_TIMES, AST_DOT_MUL},
                                               {TOKEN_DOT_SLASH, AST_DOT_DIV}};
static const struct operator_row SUMS[] = {{TOKEN_PLUS, AST_ADD},
                                           {TOKEN_MINUS, AST_SUB}};

/* operand op operand op ..., from left to right */
static struct ast_expr *left_chain(struct parser *p,
                                   const struct operator_row *rows,
                                   size_t count,
                                   struct ast_expr *(*operand)(struct parser *))
{
    struct ast_expr *e = operand(p);
    while (e) {
        enum token_kind next = parser_peek(p, 0).kind;
        size_t i = 0;
        while (i < count && rows[i].token != next)
            i++;
        if (i == count)
            break;
        parser_take(p);
        e = binary(p, AST_BINARY, rows[i].op, e, operand(p));
    }
    return e;
}

static struct ast_expr *product(struct parser *p)
{
    return left_chain(p, PRODUCTS, sizeof PRODUCTS / sizeof PRODUCTS[0],
                      signed_value);
}

struct ast_expr *parser_value(struct parser *p)
{
    return left_chain(p, SUMS, sizeof SUMS / sizeof SUMS[0], product);
}

/*
 * ---- Relations and connectives ----
 */

bool parser_relop(struct parser *p, enum relop *op)
{
    static const struct {
        enum token_kind token;
        enum relop op;
    } ROWS[] = {{TOKEN_EQ, REL_EQ}, {TOKEN_NE, REL_NE}, {TOKEN_LE, REL_LE},
                {TOKEN_GE, REL_GE}, {TOKEN_LT, REL_LT}, {TOKEN_GT, REL_GT}};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (parser_accept(p, ROWS[i].token)) {
            *op = ROWS[i].op;
            return true;
        }
    return false;
}

static struct ast_expr *relation(struct parser *p)
{
    struct ast_expr *e = parser_value(p);
    enum relop op;
    if (!e || !parser_relop(p, &op))
        return e;
    struct ast_expr **kids = NULL;
    enum relop *rels = NULL;
    size_t count = 0, nrels = 0;
    arena_push(p->arena, &kids, &count, sizeof e, &e);
    do {
        arena_push(p->arena, &rels, &nrels, sizeof op, &op);
        struct ast_expr *next = parser_value(p);
        if (!next)
            return NULL;
        arena_push(p->arena, &kids, &count, sizeof next, &next);
    } while (parser_relop(p, &op));
    e = parser_node(p, AST_CHAIN, parser_since(p, e->span), kids, count);
    if (e)
        e->rels = rels;
    return e;
}

static struct ast_expr *negation(struct parser *p)
{
    if (!parser_at_word(p, "not"))
        return relation(p);
    if (!parser_enter(p))
        return NULL;
    struct span begin = parser_take(p).span;
    struct ast_expr *kid = negation(p);
    parser_leave(p);
    return kid ? unary(p, AST_NOT, parser_since(p, begin), kid) : NULL;
}

static struct ast_expr *conjunction(struct parser *p)
{
    struct ast_expr *e = negation(p);
    while (e && parser_accept_word(p, "and"))
        e = binary(p, AST_AND, AST_ADD, e, negation(p));
    return e;
}

struct ast_expr *parser_expr(struct parser *p)
{
    struct ast_expr *e = conjunction(p);
    while (e && parser_accept_word(p, "or"))
        e = binary(p, AST_OR, AST_ADD, e, conjunction(p));
    return e;
}
