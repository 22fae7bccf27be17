/*
 * What the parts of the parser share: the tokens ahead, the reporting of what
 * was expected, and the entry of each part.
 *
 * A function that reads something returns NULL or false after an error, which
 * then has been reported (or, for TOKEN_ERROR, was reported by the lexer); its
 * callers return at once, and the loop over declarations recovers.
 */
#pragma once

#include "lang/lexer.h"
#include "lang/parser.h"

enum { PARSER_LOOKAHEAD = 4 };

struct parser {
    struct arena *arena;
    struct diag *diag;
    struct lexer lexer;
    struct token ahead[PARSER_LOOKAHEAD];
    size_t nahead;
    size_t last_end; /* where the last token taken ended */
    enum token_kind last_kind;
    size_t nesting; /* parentheses, brackets and prefix operators open */
    bool failed;
    /* inside a `for`: what its names stand for in this turn */
    const struct ast_loop *loop;
    size_t turn;
    bool as_written; /* names are kept as the file has them */
};

/* ---- parser_state.c: tokens ---- */

void parser_init(struct parser *p, struct arena *arena,
                 const struct source *source, struct diag *diag);
/* The token `k` ahead, 0 being the next one. */
struct token parser_peek(struct parser *p, size_t k);
struct token parser_take(struct parser *p);
bool parser_at(struct parser *p, enum token_kind kind);
bool parser_at_word(struct parser *p, const char *word);
bool parser_token_is(struct token token, const char *word);
/* At `in`, however it is spelt; `k` ahead. */
bool parser_at_in(struct parser *p, size_t k);
/* Takes the token if it is next. */
bool parser_accept(struct parser *p, enum token_kind kind);
bool parser_accept_word(struct parser *p, const char *word);
/* From `begin` to the last token taken. */
struct span parser_since(const struct parser *p, struct span begin);
const char *parser_text(struct parser *p, struct token token);
/* What the token stands for, also where parser_text keeps it as written. */
const char *parser_word(struct parser *p, struct token token);

/* ---- parser_state.c: errors ---- */

/* Always false. */
bool parser_error(struct parser *p, struct span span, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* "expected <what>, found <the next token>", under that token. */
void parser_expected(struct parser *p, const char *format, ...)
    PRINTF_LIKE(2, 3);
/* Takes `kind` or reports; `after` (may be NULL) says where it belongs. */
bool parser_expect(struct parser *p, enum token_kind kind, const char *after);
bool parser_expect_word(struct parser *p, const char *word, const char *after);
/* The closing partner of `open`; a note points at it. */
bool parser_close(struct parser *p, enum token_kind kind, struct token open);
/* One level deeper, or an error that names PARSER_MAX_NESTING. */
bool parser_enter(struct parser *p);
void parser_leave(struct parser *p);
/* Whether reading on is of no use: the end, or too many errors. */
bool parser_is_done(struct parser *p);

/* ---- parser_state.c: names ---- */

/* Any identifier, keywords too; `what` it names. */
bool parser_any_name(struct parser *p, const char **name, struct span *span,
                     const char *what);
/* An identifier that is not reserved (else an error, but reading goes on). */
bool parser_new_name(struct parser *p, const char **name, struct span *span,
                     const char *what);
bool parser_string(struct parser *p, const char **text, const char *what);

/* ---- parser_expr.c, parser_primary.c ---- */

/* A new node of this depth-checked tree; NULL: over PARSER_MAX_DEPTH. */
struct ast_expr *parser_node(struct parser *p, enum ast_kind kind,
                             struct span span, struct ast_expr **kids,
                             size_t count);
/* Anything: relations and connectives too. */
struct ast_expr *parser_expr(struct parser *p);
/* A value: sums and what binds tighter. */
struct ast_expr *parser_value(struct parser *p);
/* A value without an operator in front, at most with postfixes. */
struct ast_expr *parser_primary(struct parser *p);
struct ast_expr *parser_number(struct parser *p);
/* item, item, ... of one or more, one level of nesting deeper. */
bool parser_list(struct parser *p, struct ast_expr ***items, size_t *count,
                 struct ast_expr *(*read)(struct parser *));
/* expr, expr, ... up to the closing token, which is taken too. */
bool parser_arguments(struct parser *p, struct ast_expr ***args, size_t *count,
                      struct token open);
/* lo..hi; both are values. */
bool parser_ends(struct parser *p, struct ast_expr **lo, struct ast_expr **hi);
/* name in lo..hi */
bool parser_range(struct parser *p, struct ast_range *range);
bool parser_relop(struct parser *p, enum relop *op);

/* ---- parser_decl.c, parser_proof.c, parser_case.c, parser_item.c ---- */

/* Which names a bare identifier in a family's brackets stands for. */
enum pattern_rule { PATTERN_VALUES, PATTERN_NAMES };
/* name, name[...], ... */
bool parser_targets(struct parser *p, struct ast_target **targets,
                    size_t *count, enum pattern_rule rule, const char *what);
bool parser_verdict(struct parser *p, enum verdict_word *word);
/* [expect word], if it is there */
bool parser_bracketed_expect(struct parser *p, enum verdict_word *word);
/* The type of a given, `real[n, m] in [0, 1]`. */
bool parser_type(struct parser *p, struct ast_decl *decl);
/* x : real[m]; */
bool parser_obtain(struct parser *p, struct ast_decl *decl);
bool parser_let(struct parser *p, struct ast_decl *decl);
bool parser_observe(struct parser *p, struct ast_decl *decl);
/* One declaration with its semicolon; false: skip to the next one. */
bool parser_theorem_decl(struct parser *p, struct ast_decl *decl);
bool parser_proof_decl(struct parser *p, struct ast_decl *decl);
/* To the start of the next declaration of a proof, or its end. */
void parser_skip_step(struct parser *p);
bool parser_case_line(struct parser *p, struct ast_line *line);
void parser_items(struct parser *p, struct ast_file *file);
bool parser_at_item(struct parser *p);
/* One item and its word; false: skip to the next one. */
bool parser_item(struct parser *p, struct ast_item *item);
/* parser_loop.c: `for` (at it) with the items of all its turns. */
bool parser_loop(struct parser *p, struct ast_file *file);
/* What a word stands for in this turn: N, and the N of scaled_N. */
const char *parser_turn_word(struct parser *p, const char *word);
/* NAME_norm1 for the theorem NAME of the loop; outside of one the same name. */
const char *parser_turn_name(struct parser *p, const char *name);
