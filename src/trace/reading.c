#include "trace/reading.h"

#include "lang/parser.h"

#include <string.h>

void reading_begin(struct reading *r)
{
    *r = (struct reading){arena_new(), diag_new(), ST_OK};
}

void reading_end(struct reading *r, struct diag *diag)
{
    diag_append(diag, r->diag);
    diag_free(r->diag); /* its places lie in the arena */
    arena_free(r->arena);
}

static const struct source *source(struct reading *r, const char *option,
                                   const char *text)
{
    return source_from_text(r->arena, option, text, strlen(text));
}

struct ast_expr *reading_expression(struct reading *r, const char *option,
                                    const char *text)
{
    struct ast_expr *ast = NULL;
    if (parser_expression(&ast, r->arena, source(r, option, text), r->diag) !=
        ST_OK)
        r->status = ST_INPUT;
    return ast;
}

void reading_range(struct ast_range *out, struct reading *r, const char *option,
                   const char *text, const char *whose)
{
    enum status st =
        parser_index_range(out, r->arena, source(r, option, text), r->diag);
    if (st == ST_OK && out->reversed) {
        diag_error(r->diag, out->span, "the range of a %s runs upwards", whose);
        st = ST_INPUT;
    }
    if (st != ST_OK)
        r->status = ST_INPUT;
}
