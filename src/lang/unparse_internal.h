/* What the parts of unparse share. */
#pragma once

#include "lang/unparse.h"

/* In parentheses if it binds looser than `least`. */
void unparse_operand(struct buffer *out, const struct ast_expr *expr,
                     enum ast_level least);
/* a, b, c */
void unparse_list(struct buffer *out, struct ast_expr *const *exprs,
                  size_t count, enum ast_level least);
void unparse_string(struct buffer *out, const char *text);
/* " : real[n] in [0, 1]" */
void unparse_type(struct buffer *out, const struct ast_decl *decl);
void unparse_range(struct buffer *out, const struct ast_range *range);
/*
 * A chain with `joint` before each relation (a blank, or a line break and
 * blanks); methods[i], if there are methods, behind the relation i.
 */
void unparse_chain(struct buffer *out, const struct ast_expr *chain,
                   const struct ast_method *methods, const char *joint);
/* " by name(args)", nothing if there is none. */
void unparse_method(struct buffer *out, const struct ast_method *method);

/*
 * A declaration, case line or one-line item, with its semicolon, without
 * indentation; relations of a chain stand behind `joint`.
 */
void unparse_decl(struct buffer *out, const struct ast_decl *decl,
                  const char *joint);
void unparse_line(struct buffer *out, const struct ast_line *line);
/* "for M, N in a b, c d" */
void unparse_loop(struct buffer *out, const struct ast_loop *loop);
void unparse_header(struct buffer *out, const struct ast_item *item,
                    const char *joint);
