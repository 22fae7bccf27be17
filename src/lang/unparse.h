/*
 * Syntax tree to canonical text: parsing what is printed gives the same tree,
 * and printing that gives the same text.  Comments are kept.
 */
#pragma once

#include "base/buffer.h"
#include "lang/ast.h"

void unparse_file(struct buffer *out, const struct ast_file *file);
/* One item, without the comments in and around it. */
void unparse_item(struct buffer *out, const struct ast_item *item);
void unparse_expr(struct buffer *out, const struct ast_expr *expr);
