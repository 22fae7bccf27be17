#include "lang/parser_internal.h"

#include <string.h>

/*
 * ---- Targets ----
 */

static bool pattern(struct parser *p, struct ast_pattern *pattern,
                    enum pattern_rule rule)
{
    struct span begin = parser_peek(p, 0).span;
    bool is_name = parser_at(p, TOKEN_NAME);
    enum token_kind next = is_name ? parser_peek(p, 1).kind : TOKEN_END;
    bool ok;
    if (is_name && parser_at_in(p, 1)) {
        ok = parser_range(p, &pattern->range);
    } else if (rule == PATTERN_NAMES &&
               (next == TOKEN_COMMA || next == TOKEN_RBRACKET)) {
        ok = parser_new_name(p, &pattern->range.name, &pattern->range.span,
                             "an index");
    } else {
        pattern->value = parser_value(p);
        ok = pattern->value != NULL;
    }
    pattern->span = parser_since(p, begin);
    return ok;
}

static bool read_target(struct parser *p, struct ast_target *target,
                        enum pattern_rule rule, const char *what)
{
    if (!parser_new_name(p, &target->name, &target->span, what))
        return false;
    if (!parser_at(p, TOKEN_LBRACKET))
        return true;
    struct token open = parser_take(p);
    do {
        struct ast_pattern one = {0};
        if (!pattern(p, &one, rule))
            return false;
        arena_push(p->arena, &target->patterns, &target->npatterns, sizeof one,
                   &one);
    } while (parser_accept(p, TOKEN_COMMA));
    if (!parser_close(p, TOKEN_RBRACKET, open))
        return false;
    target->span = parser_since(p, target->span);
    return true;
}

bool parser_targets(struct parser *p, struct ast_target **targets,
                    size_t *count, enum pattern_rule rule, const char *what)
{
    do {
        struct ast_target target = {0};
        if (!read_target(p, &target, rule, what))
            return false;
        arena_push(p->arena, targets, count, sizeof target, &target);
    } while (parser_accept(p, TOKEN_COMMA));
    return true;
}

/*
 * ---- Verdicts ----
 */

bool parser_verdict(struct parser *p, enum verdict_word *word)
{
    struct token token = parser_peek(p, 0);
    if (token.kind == TOKEN_NAME)
        *word = ast_verdict_word(parser_text(p, token));
    if (*word == WORD_NONE) {
        parser_expected(p, "a verdict (holds, violated, proved, consistent, "
                           "undecided or vacuous)");
        return false;
    }
    parser_take(p);
    return true;
}

bool parser_bracketed_expect(struct parser *p, enum verdict_word *word)
{
    if (!parser_at(p, TOKEN_LBRACKET))
        return true;
    struct token open = parser_take(p);
    return parser_expect_word(p, "expect", "'['") && parser_verdict(p, word) &&
           parser_close(p, TOKEN_RBRACKET, open);
}

/*
 * ---- Declarations ----
 */

static bool cite(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_CITE;
    return parser_string(p, &decl->text, "what is cited") &&
           parser_expect(p, TOKEN_SEMICOLON, "the citation");
}

static bool dim(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_DIM;
    do {
        struct ast_target target = {0};
        if (!parser_new_name(p, &target.name, &target.span, "a dim"))
            return false;
        arena_push(p->arena, &decl->targets, &decl->ntargets, sizeof target,
                   &target);
    } while (parser_accept(p, TOKEN_COMMA));
    if (parser_accept(p, TOKEN_GE)) {
        decl->value = parser_value(p);
        if (!decl->value)
            return false;
    }
    return parser_expect(p, TOKEN_SEMICOLON, "the dim");
}

static bool given_type(struct parser *p, struct ast_decl *decl)
{
    /* ORDER: the kinds of ir/kind.h, which the message names too. */
    static const char *const TYPES[] = {"real",
                                        "int",
                                        "stochastic",
                                        "symmetric",
                                        "psd",
                                        "orthogonal",
                                        "nonneg",
                                        "unit",
                                        "frame",
                                        "simplex",
                                        "permutation",
                                        "mask",
                                        "doubly_stochastic",
                                        "skew",
                                        "diagonal",
                                        "lower"};
    const char *word = parser_word(p, parser_peek(p, 0));
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (strcmp(word, TYPES[i]) == 0) {
            decl->text = parser_text(p, parser_take(p));
            return true;
        }
    parser_expected(p, "a type (real, int, stochastic, symmetric, psd, "
                       "orthogonal, nonneg, unit, frame, simplex, "
                       "permutation, mask, doubly_stochastic, skew, diagonal "
                       "or lower)");
    return false;
}

/* [r, c] */
static bool given_sizes(struct parser *p, struct ast_decl *decl)
{
    if (!parser_at(p, TOKEN_LBRACKET))
        return true;
    struct token open = parser_take(p);
    do {
        struct ast_expr *size = parser_value(p);
        if (!size)
            return false;
        arena_push(p->arena, &decl->sizes, &decl->nsizes, sizeof size, &size);
    } while (parser_accept(p, TOKEN_COMMA));
    return parser_close(p, TOKEN_RBRACKET, open);
}

/* in [lo, hi] */
static bool given_interval(struct parser *p, struct ast_decl *decl)
{
    if (!parser_at_in(p, 0))
        return true;
    parser_take(p);
    struct token open = parser_peek(p, 0);
    if (!parser_expect(p, TOKEN_LBRACKET, "'in'"))
        return false;
    decl->lo = parser_value(p);
    if (!decl->lo || !parser_expect(p, TOKEN_COMMA, "the lower end"))
        return false;
    decl->hi = parser_value(p);
    return decl->hi && parser_close(p, TOKEN_RBRACKET, open);
}

bool parser_type(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_GIVEN;
    return given_type(p, decl) && given_sizes(p, decl) &&
           given_interval(p, decl);
}

static bool given(struct parser *p, struct ast_decl *decl)
{
    return parser_targets(p, &decl->targets, &decl->ntargets, PATTERN_VALUES,
                          "a given") &&
           parser_expect(p, TOKEN_COLON, "the given") && parser_type(p, decl) &&
           parser_expect(p, TOKEN_SEMICOLON, "the given");
}

bool parser_obtain(struct parser *p, struct ast_decl *decl)
{
    bool ok = parser_targets(p, &decl->targets, &decl->ntargets, PATTERN_VALUES,
                             "what is obtained") &&
              parser_expect(p, TOKEN_COLON, "what is obtained") &&
              parser_type(p, decl) &&
              parser_expect(p, TOKEN_SEMICOLON, "what is obtained");
    decl->kind = DECL_OBTAIN;
    return ok;
}

bool parser_let(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_LET;
    struct ast_target target = {0};
    if (!read_target(p, &target, PATTERN_VALUES, "a value") ||
        !parser_expect(p, TOKEN_ASSIGN, "the name of the value"))
        return false;
    arena_push(p->arena, &decl->targets, &decl->ntargets, sizeof target,
               &target);
    decl->value = parser_expr(p);
    return decl->value && parser_expect(p, TOKEN_SEMICOLON, "the value");
}

static bool assume(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_ASSUME;
    if (parser_at(p, TOKEN_NAME) && parser_peek(p, 1).kind == TOKEN_COLON) {
        if (!parser_any_name(p, &decl->name, &decl->name_span, "an assumption"))
            return false;
        parser_take(p);
    }
    decl->value = parser_expr(p);
    return decl->value && parser_expect(p, TOKEN_SEMICOLON, "the assumption");
}

static bool claim(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_CLAIM;
    if (!parser_any_name(p, &decl->name, &decl->name_span, "the claim") ||
        !parser_bracketed_expect(p, &decl->expect) ||
        !parser_expect(p, TOKEN_COLON, "the claim's name"))
        return false;
    decl->value = parser_expr(p);
    return decl->value && parser_expect(p, TOKEN_SEMICOLON, "the claim");
}

bool parser_observe(struct parser *p, struct ast_decl *decl)
{
    decl->is_observation = true;
    return claim(p, decl);
}

static bool drop(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_DROP;
    struct span dropped;
    return parser_any_name(p, &decl->text, &dropped, "an assumption") &&
           parser_expect_word(p, "expect", "the assumption's name") &&
           parser_any_name(p, &decl->name, &decl->name_span, "a claim") &&
           parser_verdict(p, &decl->expect) &&
           parser_expect(p, TOKEN_SEMICOLON, "the verdict");
}

bool parser_theorem_decl(struct parser *p, struct ast_decl *decl)
{
    static const struct {
        const char *word;
        bool (*read)(struct parser *, struct ast_decl *);
    } ROWS[] = {{"cite", cite},      {"dim", dim},
                {"given", given},    {"obtain", parser_obtain},
                {"let", parser_let}, {"assume", assume},
                {"claim", claim},    {"observe", parser_observe},
                {"drop", drop}};
    struct span begin = parser_peek(p, 0).span;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (parser_accept_word(p, ROWS[i].word)) {
            bool ok = ROWS[i].read(p, decl);
            decl->span = parser_since(p, begin);
            return ok;
        }
    parser_expected(p, "a declaration (cite, dim, given, obtain, let, "
                       "assume, claim, observe or drop) or '}'");
    return false;
}
