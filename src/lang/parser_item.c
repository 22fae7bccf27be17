#include "lang/parser_internal.h"

/* What stands in a block's braces. */
struct block {
    const char *const *words; /* what its declarations begin with */
    bool names_begin_lines;   /* a case: names do, too */
    /* NULL: a case, which has lines */
    bool (*declaration)(struct parser *p, struct ast_decl *decl);
};

static const char *const ITEM_WORDS[] = {"import", "func", "theorem", "proof",
                                         "case",   "for",  NULL};
static const char *const THEOREM_WORDS[] = {
    "cite",   "dim",   "given",   "obtain", "let",
    "assume", "claim", "observe", "drop",   NULL};
static const char *const PROOF_WORDS[] = {"let",   "obtain", "step",
                                          "chain", "cases",  NULL};
static const char *const CASE_WORDS[] = {"trials", "seed", "expect", NULL};

static bool at_one_of(struct parser *p, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (parser_at_word(p, words[i]))
            return true;
    return false;
}

bool parser_at_item(struct parser *p)
{
    return at_one_of(p, ITEM_WORDS);
}

/*
 * ---- Recovery ----
 */

static bool begins_line_of(struct parser *p, const struct block *block)
{
    struct token token = parser_peek(p, 0);
    return token.first_on_line &&
           (at_one_of(p, block->words) || parser_at_item(p) ||
            (block->names_begin_lines && token.kind == TOKEN_NAME));
}

/*
 * To the start of the next declaration: behind the next `;`, at the `}` of the
 * block, or where a line begins with a word that begins declarations.
 */
static void skip_declaration(struct parser *p, const struct block *block)
{
    size_t braces = 0;
    p->nesting = 0;
    while (!parser_is_done(p)) {
        if (braces == 0 &&
            (parser_at(p, TOKEN_RBRACE) || begins_line_of(p, block)))
            return;
        enum token_kind kind = parser_take(p).kind;
        if (kind == TOKEN_LBRACE)
            braces++;
        else if (kind == TOKEN_RBRACE)
            braces--;
        else if (kind == TOKEN_SEMICOLON && braces == 0)
            return;
    }
}

void parser_skip_step(struct parser *p)
{
    static const struct block STEPS = {PROOF_WORDS, false, NULL};
    skip_declaration(p, &STEPS);
}

/* To the start of the next item that stands outside of braces. */
static void skip_item(struct parser *p)
{
    size_t braces = 0;
    p->nesting = 0;
    for (; !parser_is_done(p); parser_take(p)) {
        bool fresh = parser_peek(p, 0).first_on_line ||
                     p->last_kind == TOKEN_SEMICOLON ||
                     p->last_kind == TOKEN_RBRACE;
        if (braces == 0 && fresh && parser_at_item(p))
            return;
        if (parser_at(p, TOKEN_LBRACE))
            braces++;
        else if (parser_at(p, TOKEN_RBRACE) && braces > 0)
            braces--;
    }
}

/*
 * ---- Blocks ----
 */

/* A declaration of a theorem or a proof, as the block's `declaration` reads. */
static bool read_decl(struct parser *p, struct ast_item *item,
                      bool (*declaration)(struct parser *, struct ast_decl *))
{
    struct ast_decl decl = {0};
    bool ok = declaration(p, &decl);
    if (ok)
        arena_push(p->arena, &item->decls, &item->ndecls, sizeof decl, &decl);
    return ok;
}

static bool read_case_line(struct parser *p, struct ast_item *item)
{
    struct ast_line line = {0};
    bool ok = parser_case_line(p, &line);
    if (ok)
        arena_push(p->arena, &item->lines, &item->nlines, sizeof line, &line);
    return ok;
}

/* At an item's word a brace is missing: the block ends there. */
static bool block_is_over(struct parser *p)
{
    return parser_is_done(p) || parser_at(p, TOKEN_RBRACE) ||
           (parser_at_item(p) && parser_peek(p, 0).first_on_line);
}

static bool read_block(struct parser *p, struct ast_item *item,
                       const struct block *block, const char *after)
{
    struct token open = parser_peek(p, 0);
    item->open_span = open.span;
    if (!parser_expect(p, TOKEN_LBRACE, after) && !at_one_of(p, block->words))
        return false;
    bool lost = false; /* an error, behind which nothing was found */
    while (!block_is_over(p)) {
        bool ok = block->declaration ? read_decl(p, item, block->declaration)
                                     : read_case_line(p, item);
        if (!ok)
            skip_declaration(p, block);
        lost = !ok && parser_at(p, TOKEN_END);
    }
    if (diag_is_full(p->diag) || lost || open.kind != TOKEN_LBRACE)
        return parser_accept(p, TOKEN_RBRACE);
    parser_close(p, TOKEN_RBRACE, open);
    return true;
}

/*
 * ---- Items ----
 */

static bool import(struct parser *p, struct ast_item *item)
{
    item->kind = ITEM_IMPORT;
    item->installed = parser_at(p, TOKEN_LT);
    if (!item->installed)
        return parser_string(p, &item->text, "the path of an import") &&
               parser_expect(p, TOKEN_SEMICOLON, "the import");
    struct token path = lexer_path(&p->lexer, parser_take(p));
    p->last_end = path.span.end;
    if (path.kind == TOKEN_ERROR)
        return false;
    if (path.span.end - path.span.begin == 2)
        return parser_error(p, path.span,
                            "expected a path in '<>', found none");
    path.span.begin++;
    path.span.end--;
    item->text = parser_text(p, path);
    return parser_expect(p, TOKEN_SEMICOLON, "the import");
}

/* (A, B) */
static bool parameters(struct parser *p, struct ast_item *item)
{
    struct token open = parser_peek(p, 0);
    if (!parser_expect(p, TOKEN_LPAREN, "the func's name"))
        return false;
    if (parser_accept(p, TOKEN_RPAREN))
        return true;
    do {
        const char *name = NULL;
        struct span span;
        if (!parser_new_name(p, &name, &span, "a parameter"))
            return false;
        arena_push(p->arena, &item->params, &item->nparams, sizeof name, &name);
    } while (parser_accept(p, TOKEN_COMMA));
    return parser_close(p, TOKEN_RPAREN, open);
}

static bool func(struct parser *p, struct ast_item *item)
{
    item->kind = ITEM_FUNC;
    if (!parser_new_name(p, &item->name, &item->name_span, "the func") ||
        !parameters(p, item) ||
        !parser_expect(p, TOKEN_ASSIGN, "the parameters"))
        return false;
    item->body = parser_expr(p);
    return item->body && parser_expect(p, TOKEN_SEMICOLON, "the func");
}

static bool theorem(struct parser *p, struct ast_item *item)
{
    static const struct block BLOCK = {THEOREM_WORDS, false,
                                       parser_theorem_decl};
    item->kind = ITEM_THEOREM;
    if (!parser_any_name(p, &item->name, &item->name_span, "the theorem"))
        return false;
    item->name = parser_turn_name(p, item->name);
    if (parser_at(p, TOKEN_STRING) &&
        !parser_string(p, &item->title, "the title"))
        return false;
    return read_block(p, item, &BLOCK, "the theorem's name");
}

/* proof of [theorem.]claim { ... } */
static bool proof(struct parser *p, struct ast_item *item)
{
    static const struct block BLOCK = {PROOF_WORDS, false, parser_proof_decl};
    item->kind = ITEM_PROOF;
    if (!parser_expect_word(p, "of", "'proof'") ||
        !parser_any_name(p, &item->name, &item->name_span, "a claim"))
        return false;
    if (parser_accept(p, TOKEN_DOT)) {
        item->of = parser_turn_name(p, item->name);
        item->of_span = item->name_span;
        if (!parser_any_name(p, &item->name, &item->name_span, "a claim"))
            return false;
    }
    return read_block(p, item, &BLOCK, "the claim's name");
}

static bool a_case(struct parser *p, struct ast_item *item)
{
    static const struct block BLOCK = {CASE_WORDS, true, NULL};
    item->kind = ITEM_CASE;
    if (!parser_any_name(p, &item->name, &item->name_span, "the case") ||
        !parser_expect_word(p, "for", "the case's name") ||
        !parser_any_name(p, &item->of, &item->of_span, "a theorem"))
        return false;
    item->of = parser_turn_name(p, item->of);
    return read_block(p, item, &BLOCK, "the theorem's name");
}

bool parser_item(struct parser *p, struct ast_item *item)
{
    /* ORDER: that of ITEM_WORDS */
    static bool (*const READ[])(struct parser *, struct ast_item *) = {
        import, func, theorem, proof, a_case};
    struct span begin = parser_peek(p, 0).span;
    for (size_t i = 0; i < sizeof READ / sizeof READ[0]; i++)
        if (parser_accept_word(p, ITEM_WORDS[i])) {
            bool ok = READ[i](p, item);
            item->span = parser_since(p, begin);
            item->loop = p->loop;
            item->turn = p->turn;
            return ok;
        }
    parser_expected(p, "'import', 'func', 'theorem', 'proof', 'case' or 'for'");
    return false;
}

void parser_items(struct parser *p, struct ast_file *file)
{
    while (!parser_is_done(p)) {
        struct ast_item item = {0};
        if (parser_at_word(p, "for")) {
            if (!parser_loop(p, file))
                skip_item(p);
        } else if (parser_item(p, &item)) {
            arena_push(p->arena, &file->items, &file->nitems, sizeof item,
                       &item);
        } else {
            skip_item(p);
        }
    }
}
