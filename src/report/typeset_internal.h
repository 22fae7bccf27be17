/* What the files of typesetting share. */
#pragma once

#include "report/typeset.h"

struct typeset {
    struct buffer *out;
    const struct theorem *theorem;
    const struct expr *unfolded; /* shown by its value, not by its name */
    bool has_hole; /* the first 1 of a product is the constant asked for */
    size_t nodes;
};

/* `e` as an operand that binds at least as tightly as `at`. */
void typeset_put(struct typeset *s, const struct expr *e, enum ast_level at,
                 int depth);
/* The let that the expression is the value of, or NULL.  Leaves have none. */
const char *typeset_definition(const struct typeset *s, const struct expr *e);
/* "≤" as markup. */
const char *typeset_relation_sign(enum relop rel);
/* The kids from `from` on, with commas. */
void typeset_list(struct typeset *s, const struct expr *e, size_t from,
                  int depth);
/* An EX_CALL. */
void typeset_call(struct typeset *s, const struct expr *e, int depth);
/* A norm as <msubsup> open for its power; false: it is none. */
bool typeset_open_norm(struct typeset *s, const struct expr *e, int depth);
/* How tightly the form of a call binds. */
enum ast_level typeset_call_level(const struct expr *e);
/* EX_SUM to EX_EXPECTATION, EX_IF, EX_FORALL. */
void typeset_binder(struct typeset *s, const struct expr *e, int depth);
/* "i in 1..n" of a range. */
void typeset_range(struct typeset *s, const struct symbol *symbol,
                   const struct expr *lo, const struct expr *hi, int depth);
/*
 * A family's name open for its indices: below the name, or above it where it
 * has a subscript, which is what `close` must be told.
 */
bool typeset_open_member(struct buffer *out, const char *name);
void typeset_close_member(struct buffer *out, bool both);
/* A symbol's name. */
void typeset_symbol(struct buffer *out, const struct symbol *symbol);
