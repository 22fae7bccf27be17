/* A text and what the parser makes of it, for the tests of lang. */
#ifndef MAJORANT_TESTS_LANG_READING_H
#define MAJORANT_TESTS_LANG_READING_H

#include "lang/parser.h"
#include "support/cmocka_all.h"

#include <string.h>

struct reading {
    struct arena *arena;
    struct diag *diag;
    enum status status;
    struct ast_file *file;
    struct ast_expr *expr;
    struct buffer messages; /* text is never NULL */
};

static inline void reading_start(struct reading *r)
{
    *r = (struct reading){.arena = arena_new(), .diag = diag_new()};
    buffer_init(&r->messages);
    buffer_add(&r->messages, "");
}

static inline void reading_clear(struct reading *r)
{
    buffer_clear(&r->messages);
    diag_free(r->diag);
    arena_free(r->arena);
}

/* Fails unless the status says what the diagnostics say. */
static inline void reading_finish(struct reading *r)
{
    diag_print(r->diag, &r->messages);
    assert_int_equal(r->status == ST_OK, diag_errors(r->diag) == 0);
    assert_true(r->status == ST_OK || r->status == ST_INPUT);
}

static inline void reading_bytes(struct reading *r, const char *path,
                                 const char *text, size_t length)
{
    reading_start(r);
    r->status =
        parser_file(&r->file, r->arena,
                    source_from_text(r->arena, path, text, length), r->diag);
    reading_finish(r);
}

static inline void reading_file(struct reading *r, const char *text)
{
    reading_bytes(r, "a.bound", text, strlen(text));
}

static inline void reading_expr(struct reading *r, const char *text)
{
    reading_start(r);
    r->status = parser_expression(
        &r->expr, r->arena,
        source_from_text(r->arena, "a.bound", text, strlen(text)), r->diag);
    reading_finish(r);
}

#endif
