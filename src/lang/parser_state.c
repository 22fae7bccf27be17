#include "lang/parser_internal.h"

#include "lang/reserved.h"

#include <stdlib.h>
#include <string.h>

void parser_init(struct parser *p, struct arena *arena,
                 const struct source *source, struct diag *diag)
{
    *p = (struct parser){.arena = arena, .diag = diag};
    lexer_init(&p->lexer, arena, source, diag);
}

/*
 * ---- Tokens ----
 */

struct token parser_peek(struct parser *p, size_t k)
{
    ENSURE(k < PARSER_LOOKAHEAD, "parser: looks too far ahead");
    while (p->nahead <= k)
        p->ahead[p->nahead++] = lexer_next(&p->lexer);
    return p->ahead[k];
}

struct token parser_take(struct parser *p)
{
    struct token token = parser_peek(p, 0);
    p->nahead--;
    for (size_t i = 0; i < p->nahead; i++)
        p->ahead[i] = p->ahead[i + 1];
    p->last_end = token.span.end;
    p->last_kind = token.kind;
    return token;
}

bool parser_at(struct parser *p, enum token_kind kind)
{
    return parser_peek(p, 0).kind == kind;
}

bool parser_token_is(struct token token, const char *word)
{
    size_t length = strlen(word);
    return token.kind == TOKEN_NAME &&
           token.span.end - token.span.begin == length &&
           memcmp(token.span.source->text + token.span.begin, word, length) ==
               0;
}

bool parser_at_word(struct parser *p, const char *word)
{
    return parser_token_is(parser_peek(p, 0), word);
}

bool parser_at_in(struct parser *p, size_t k)
{
    struct token token = parser_peek(p, k);
    return token.kind == TOKEN_IN || parser_token_is(token, "in");
}

bool parser_accept(struct parser *p, enum token_kind kind)
{
    bool there = parser_at(p, kind);
    if (there)
        parser_take(p);
    return there;
}

bool parser_accept_word(struct parser *p, const char *word)
{
    bool there = parser_at_word(p, word);
    if (there)
        parser_take(p);
    return there;
}

struct span parser_since(const struct parser *p, struct span begin)
{
    begin.end = p->last_end;
    return begin;
}

static const char *written_text(struct parser *p, struct token token)
{
    return arena_strndup(p->arena, token.span.source->text + token.span.begin,
                         token.span.end - token.span.begin);
}

const char *parser_word(struct parser *p, struct token token)
{
    const char *text = written_text(p, token);
    return token.kind == TOKEN_NAME ? parser_turn_word(p, text) : text;
}

const char *parser_text(struct parser *p, struct token token)
{
    return p->as_written ? written_text(p, token) : parser_word(p, token);
}

/*
 * ---- Errors ----
 */

bool parser_error(struct parser *p, struct span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    LOCAL_FREE char *text = buffer_vtext(format, args);
    va_end(args);
    diag_error(p->diag, span, "%s", text);
    p->failed = true;
    return false;
}

/* 'theorem', or the end of the text; of a long token only the beginning. */
static void add_found(struct buffer *out, struct token token)
{
    struct span span = token.span;
    if (token.kind == TOKEN_END) {
        buffer_add(out, "the end of the text");
        return;
    }
    size_t length = lexer_shown(span);
    buffer_add(out, "'");
    buffer_add_bytes(out, span.source->text + span.begin, length);
    buffer_add(out, length == span.end - span.begin ? "'" : "...'");
}

void parser_expected(struct parser *p, const char *format, ...)
{
    struct token token = parser_peek(p, 0);
    p->failed = true;
    if (token.kind == TOKEN_ERROR)
        return;
    LOCAL_BUFFER text = buffer_new();
    buffer_add(&text, "expected ");
    va_list args;
    va_start(args, format);
    buffer_vprintf(&text, format, args);
    va_end(args);
    buffer_add(&text, ", found ");
    add_found(&text, token);
    diag_error(p->diag, token.span, "%s", text.text);
}

/* The signs that can be missing; the others are never asked for. */
static const char *sign(enum token_kind kind)
{
    static const char *const TEXT[] = {
        [TOKEN_LPAREN] = "(",   [TOKEN_RPAREN] = ")", [TOKEN_LBRACKET] = "[",
        [TOKEN_RBRACKET] = "]", [TOKEN_LBRACE] = "{", [TOKEN_RBRACE] = "}",
        [TOKEN_COMMA] = ",",    [TOKEN_COLON] = ":",  [TOKEN_SEMICOLON] = ";",
        [TOKEN_ASSIGN] = "=",   [TOKEN_DOTS] = "..",  [TOKEN_TRANSPOSE] = "'",
    };
    ENSURE(TEXT[kind], "parser: a sign without a text");
    return TEXT[kind];
}

bool parser_expect(struct parser *p, enum token_kind kind, const char *after)
{
    if (parser_accept(p, kind))
        return true;
    parser_expected(p, "'%s'%s%s", sign(kind), after ? " after " : "",
                    after ? after : "");
    return false;
}

bool parser_expect_word(struct parser *p, const char *word, const char *after)
{
    if (parser_accept_word(p, word))
        return true;
    parser_expected(p, "'%s' after %s", word, after);
    return false;
}

bool parser_close(struct parser *p, enum token_kind kind, struct token open)
{
    if (parser_accept(p, kind))
        return true;
    bool reported = !parser_at(p, TOKEN_ERROR);
    parser_expected(p, "'%s'", sign(kind));
    if (reported)
        diag_note(p->diag, open.span, "'%s' is opened here", sign(open.kind));
    return false;
}

bool parser_enter(struct parser *p)
{
    if (++p->nesting <= PARSER_MAX_NESTING)
        return true;
    return parser_error(
        p, parser_peek(p, 0).span,
        "expected at most %d levels of nesting (PARSER_MAX_NESTING), "
        "found one more",
        (int)PARSER_MAX_NESTING);
}

void parser_leave(struct parser *p)
{
    p->nesting--;
}

bool parser_is_done(struct parser *p)
{
    return diag_is_full(p->diag) || parser_at(p, TOKEN_END);
}

/*
 * ---- Names ----
 */

bool parser_any_name(struct parser *p, const char **name, struct span *span,
                     const char *what)
{
    if (!parser_at(p, TOKEN_NAME)) {
        parser_expected(p, "the name of %s", what);
        return false;
    }
    struct token token = parser_take(p);
    *name = parser_text(p, token);
    *span = token.span;
    return true;
}

bool parser_new_name(struct parser *p, const char **name, struct span *span,
                     const char *what)
{
    if (!parser_any_name(p, name, span, what))
        return false;
    if (reserved_class(*name) != RESERVED_NOT)
        parser_error(p, *span,
                     "expected the name of %s, found the reserved "
                     "word '%s'",
                     what, *name);
    return true;
}

/* Without the quotes; a backslash stands before what is meant. */
bool parser_string(struct parser *p, const char **text, const char *what)
{
    if (!parser_at(p, TOKEN_STRING)) {
        parser_expected(p, "%s (a string)", what);
        return false;
    }
    struct span span = parser_take(p).span;
    char *copy = arena_alloc(p->arena, span.end - span.begin);
    size_t length = 0;
    for (size_t i = span.begin + 1; i + 1 < span.end; i++) {
        if (span.source->text[i] == '\\')
            i++;
        copy[length++] = span.source->text[i];
    }
    *text = copy;
    return true;
}
