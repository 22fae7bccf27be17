/*
 * Text to syntax tree (the grammar of docs/language.md).
 *
 * Recursive descent with a nesting limit; after an error it goes on at the
 * next `;` or `}`, so one run reports several errors.
 */
#pragma once

#include "base/diag.h"
#include "lang/ast.h"

/*
 * MAX_NESTING bounds parentheses, brackets, prefix operators and chains of ^
 * inside each other.  MAX_DEPTH bounds the tree, so that whoever walks it may
 * recurse: a + b + c + ... nests nothing, yet its tree is as deep as it is
 * long.
 */
enum {
    PARSER_MAX_NESTING = 256,
    PARSER_MAX_DEPTH = 2048,
    PARSER_MAX_TURNS = 64 /* theorems of a `for` */
};

/*
 * ST_INPUT: errors were added to `diag`; the tree then holds what could be
 * read.  An empty file (no items) is ST_OK here: the caller decides.
 */
MUST_CHECK enum status parser_file(struct ast_file **out, struct arena *arena,
                                   const struct source *source,
                                   struct diag *diag);

/* One expression, the whole text (for `majorant eval`). */
MUST_CHECK enum status parser_expression(struct ast_expr **out,
                                         struct arena *arena,
                                         const struct source *source,
                                         struct diag *diag);

/* One range `l in a..b`, the whole text (for `majorant trace`). */
MUST_CHECK enum status parser_index_range(struct ast_range *out,
                                          struct arena *arena,
                                          const struct source *source,
                                          struct diag *diag);

/* Whether a word is reserved: keyword, function name, `pi` or `inf`. */
bool parser_is_reserved(const char *word);
