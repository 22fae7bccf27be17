/*
 * The texts of the command line, read.  Their syntax and the places of messages
 * about it live until the end of the reading.
 */
#pragma once

#include "base/diag.h"
#include "lang/ast.h"

struct reading {
    struct arena *arena;
    struct diag *diag;  /* of this reading */
    enum status status; /* ST_INPUT: some text cannot be read */
};

void reading_begin(struct reading *r);
/* Hands the messages on to `diag`. */
void reading_end(struct reading *r, struct diag *diag);

/* `option` names the text in messages.  NULL: it cannot be read. */
struct ast_expr *reading_expression(struct reading *r, const char *option,
                                    const char *text);
/* "l in 0..L"; `whose` is said of a range that runs downwards. */
void reading_range(struct ast_range *out, struct reading *r, const char *option,
                   const char *text, const char *whose);
