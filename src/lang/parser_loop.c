/* `for N in norm1, norminf`: a theorem with its proofs and cases, over words.
 */
#include "lang/parser_internal.h"

#include "lang/reserved.h"

#include <string.h>

/*
 * ---- What names stand for ----
 */

/* The place of the loop's name that is all of `word` or stands behind its last
 * underscore; the number of names: of none. */
static size_t find_name(const struct ast_loop *loop, const char *word)
{
    size_t length = strlen(word), i = 0;
    for (; i < loop->nnames; i++) {
        size_t n = strlen(loop->names[i]);
        if (length < n || strcmp(word + length - n, loop->names[i]) != 0)
            continue;
        if (length == n || word[length - n - 1] == '_')
            break;
    }
    return i;
}

static const char *word_of_turn(const struct parser *p, size_t name)
{
    return p->loop->words[p->turn * p->loop->nnames + name];
}

/* `stem` bytes of `name`, then `word`. */
static const char *joined(struct parser *p, const char *name, size_t stem,
                          const char *between, const char *word)
{
    LOCAL_BUFFER text = buffer_new();
    buffer_add_bytes(&text, name, stem);
    buffer_add(&text, between);
    buffer_add(&text, word);
    return arena_strdup(p->arena, text.text);
}

const char *parser_turn_word(struct parser *p, const char *word)
{
    size_t name = p->loop ? find_name(p->loop, word) : 0;
    if (!p->loop || name == p->loop->nnames)
        return word;
    return joined(p, word, strlen(word) - strlen(p->loop->names[name]), "",
                  word_of_turn(p, name));
}

const char *parser_turn_name(struct parser *p, const char *name)
{
    if (!p->loop || p->as_written)
        return name;
    return joined(p, name, strlen(name), "_", word_of_turn(p, 0));
}

/*
 * ---- The head ----
 */

static bool loop_names(struct parser *p, struct ast_loop *loop)
{
    do {
        const char *name = NULL;
        struct span span;
        if (!parser_new_name(p, &name, &span,
                             "what the words of 'for' replace"))
            return false;
        for (size_t i = 0; i < loop->nnames; i++)
            if (strcmp(loop->names[i], name) == 0)
                parser_error(p, span, "the loop has two names %s", name);
        arena_push(p->arena, &loop->names, &loop->nnames, sizeof name, &name);
    } while (parser_accept(p, TOKEN_COMMA));
    return true;
}

/* As many words as there are names. */
static bool loop_group(struct parser *p, struct ast_loop *loop, size_t *nwords)
{
    struct span span = parser_peek(p, 0).span;
    for (size_t i = 0; i < loop->nnames; i++) {
        const char *word = NULL;
        struct span one;
        if (!parser_at(p, TOKEN_NAME) || parser_at_item(p)) {
            parser_expected(p, "%zu word%s for each theorem of the loop",
                            loop->nnames, loop->nnames == 1 ? "" : "s");
            return false;
        }
        if (!parser_any_name(p, &word, &one, "a word"))
            return false;
        /* the parser itself asks for these as they are written */
        if (reserved_class(word) == RESERVED_KEYWORD ||
            strcmp(word, "lemma") == 0)
            parser_error(p, one, "a word of 'for' is no keyword, found '%s'",
                         word);
        arena_push(p->arena, &loop->words, nwords, sizeof word, &word);
    }
    for (size_t i = 0; i < loop->nturns; i++)
        if (strcmp(loop->words[i * loop->nnames],
                   loop->words[loop->nturns * loop->nnames]) == 0)
            parser_error(p, parser_since(p, span),
                         "the loop has two theorems for %s",
                         loop->words[i * loop->nnames]);
    loop->nturns++;
    return true;
}

/* M, N in a b, c d */
static bool loop_head(struct parser *p, struct ast_loop *loop)
{
    size_t nwords = 0;
    loop->span = parser_take(p).span;
    if (!loop_names(p, loop))
        return false;
    if (!parser_at_in(p, 0)) {
        parser_expected(p, "'in' after the names of the loop");
        return false;
    }
    parser_take(p);
    do {
        if (loop->nturns == PARSER_MAX_TURNS)
            return parser_error(p, parser_peek(p, 0).span,
                                "expected at most %d theorems of a loop "
                                "(PARSER_MAX_TURNS), found one more",
                                (int)PARSER_MAX_TURNS);
        if (!loop_group(p, loop, &nwords))
            return false;
    } while (parser_accept(p, TOKEN_COMMA));
    loop->span = parser_since(p, loop->span);
    if (parser_at_word(p, "theorem"))
        return true;
    parser_expected(p, "',' or a theorem behind the words of 'for'");
    return false;
}

/*
 * ---- Turns ----
 */

static bool is_text(struct token token, const char *text)
{
    size_t length = token.span.end - token.span.begin;
    return token.kind == TOKEN_NAME && strlen(text) == length &&
           memcmp(token.span.source->text + token.span.begin, text, length) ==
               0;
}

static bool has_claim(const struct ast_item *theorem, struct token token)
{
    for (size_t i = 0; i < theorem->ndecls; i++)
        if (theorem->decls[i].kind == DECL_CLAIM &&
            is_text(token, theorem->decls[i].name))
            return true;
    return false;
}

/* At a proof or case of the loop's theorem (as written). */
static bool at_its_own(struct parser *p, const char *name,
                       const struct ast_item *theorem)
{
    if (parser_at_word(p, "case"))
        return is_text(parser_peek(p, 3), name);
    if (!parser_at_word(p, "proof"))
        return false;
    if (parser_peek(p, 3).kind == TOKEN_DOT)
        return is_text(parser_peek(p, 2), name);
    return has_claim(theorem, parser_peek(p, 2));
}

/* The theorem and what is its own; false after an error in them. */
static bool read_turn(struct parser *p, struct ast_item **items, size_t *count)
{
    bool failed = p->failed;
    struct token name = parser_peek(p, 1);
    struct ast_item theorem = {0};
    p->failed = false;
    bool ok = parser_item(p, &theorem);
    if (ok)
        arena_push(p->arena, items, count, sizeof theorem, &theorem);
    const char *text =
        ok ? arena_strndup(p->arena, name.span.source->text + name.span.begin,
                           name.span.end - name.span.begin)
           : "";
    while (ok && at_its_own(p, text, &theorem)) {
        struct ast_item item = {0};
        ok = parser_item(p, &item);
        if (ok)
            arena_push(p->arena, items, count, sizeof item, &item);
    }
    ok = ok && !p->failed;
    p->failed = p->failed || failed;
    return ok;
}

bool parser_loop(struct parser *p, struct ast_file *file)
{
    struct ast_loop *loop = arena_alloc(p->arena, sizeof *loop);
    if (!loop_head(p, loop))
        return false;
    p->loop = loop;
    p->as_written = true;
    const struct parser start = *p;
    bool ok = read_turn(p, &loop->written, &loop->nwritten);
    for (size_t turn = 0; ok && turn < loop->nturns; turn++) {
        const bool failed = p->failed;
        *p = start;
        p->failed = failed;
        p->as_written = false;
        p->turn = turn;
        ok = read_turn(p, &file->items, &file->nitems);
    }
    if (!ok)
        diag_note(p->diag, loop->span, "%s stands for %s there", loop->names[0],
                  loop->words[p->turn * loop->nnames]);
    p->loop = NULL;
    p->turn = 0;
    p->as_written = false;
    return ok;
}
