/*
 * Text to tokens, one at a time.  Comments are put aside with their spans.
 */
#pragma once

#include "base/diag.h"
#include "lang/token.h"

struct lexer {
    const struct source *source;
    struct arena *arena;
    struct diag *diag;
    size_t at;         /* the next byte to be read */
    size_t name_end;   /* where the last token ended, if it was a name */
    size_t number_end; /* the same for a number */
    bool failed;       /* an error was reported */
    struct span *comments;
    size_t ncomments;
};

/*
 * Checks that the source is UTF-8 without control characters and reports the
 * first fault of each line; `failed` then says that it must not be read.
 */
void lexer_init(struct lexer *lexer, struct arena *arena,
                const struct source *source, struct diag *diag);

/* TOKEN_END for ever at the end of the text. */
struct token lexer_next(struct lexer *lexer);

/*
 * Reads on from `less`, a TOKEN_LT that was the last token read, up to the
 * closing `>` on the same line: the path of an import.
 */
struct token lexer_path(struct lexer *lexer, struct token less);

/*
 * How many bytes of a token a message shows: whole characters, and of a long
 * token only the beginning.
 */
size_t lexer_shown(struct span span);
