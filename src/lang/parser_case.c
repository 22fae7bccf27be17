#include "lang/parser_internal.h"

#include <stdlib.h>

/* trials 500; seed 7; */
static bool number_line(struct parser *p, struct ast_line *line,
                        enum ast_line_kind kind, const char *what)
{
    line->kind = kind;
    if (!parser_at(p, TOKEN_NUMBER)) {
        parser_expected(p, "%s", what);
        return false;
    }
    line->value = parser_number(p);
    return parser_expect(p, TOKEN_SEMICOLON, "the number");
}

/* #2 behind a claim's name */
static void link(struct parser *p, struct ast_line *line)
{
    enum { MOST = 1000000 };
    if (!parser_at(p, TOKEN_LINK))
        return;
    struct token token = parser_take(p);
    const char *digits = parser_text(p, token) + 1;
    long number = strtol(digits, NULL, 10);
    if (number >= 1 && number <= MOST)
        line->link = (size_t)number;
    else
        parser_error(p, token.span,
                     "expected a link from 1 to %d, found '%.10s'", (int)MOST,
                     digits);
}

static bool expect(struct parser *p, struct ast_line *line)
{
    line->kind = LINE_EXPECT;
    struct span span;
    if (!parser_any_name(p, &line->name, &span, "a claim"))
        return false;
    link(p, line);
    return parser_verdict(p, &line->expect) &&
           parser_expect(p, TOKEN_SEMICOLON, "the verdict");
}

/* These are no keywords: `reuse ~ normal(0, 1);` sets a given of that name. */
static bool at_line_of(struct parser *p, const char *word)
{
    return parser_at_word(p, word) && parser_peek(p, 1).kind == TOKEN_NAME &&
           !parser_at_in(p, 1);
}

static bool reuse(struct parser *p, struct ast_line *line)
{
    parser_take(p);
    return parser_targets(p, &line->targets, &line->ntargets, PATTERN_NAMES,
                          "a given") &&
           number_line(p, line, LINE_REUSE,
                       "the number of trials that share the values");
}

static bool observe(struct parser *p, struct ast_line *line)
{
    struct span begin = parser_take(p).span;
    struct ast_decl decl = {0};
    line->kind = LINE_OBSERVE;
    if (!parser_observe(p, &decl))
        return false;
    decl.span = parser_since(p, begin);
    struct ast_decl *kept = arena_alloc(p->arena, sizeof *kept);
    *kept = decl;
    line->decl = kept;
    return true;
}

/* A call: normal(0, 1), mixture(onehot(), hilbert()) */
static bool sampler(struct parser *p, struct ast_line *line)
{
    line->kind = LINE_SAMPLER;
    if (!parser_at(p, TOKEN_NAME) || parser_peek(p, 1).kind != TOKEN_LPAREN) {
        parser_expected(p, "a sampler like normal(0, 1)");
        return false;
    }
    line->value = parser_primary(p);
    if (!line->value)
        return false;
    if (line->value->kind != AST_CALL)
        return parser_error(p, line->value->span,
                            "expected a sampler like normal(0, 1), found '%s'",
                            line->value->text);
    return parser_expect(p, TOKEN_SEMICOLON, "the sampler");
}

static bool targets_line(struct parser *p, struct ast_line *line)
{
    if (!parser_targets(p, &line->targets, &line->ntargets, PATTERN_NAMES,
                        "a dim or a given"))
        return false;
    if (parser_accept(p, TOKEN_TILDE))
        return sampler(p, line);
    if (parser_at_in(p, 0)) {
        line->kind = LINE_DIM;
        parser_take(p);
        return parser_ends(p, &line->lo, &line->hi) &&
               parser_expect(p, TOKEN_SEMICOLON, "the range");
    }
    line->kind = LINE_VALUE;
    if (line->ntargets != 1 || !parser_accept(p, TOKEN_ASSIGN)) {
        parser_expected(p, line->ntargets == 1 ? "'=', '~' or 'in' after the "
                                                 "name"
                                               : "'~' or 'in' after several "
                                                 "names");
        return false;
    }
    line->value = parser_expr(p);
    return line->value && parser_expect(p, TOKEN_SEMICOLON, "the value");
}

static bool any_line(struct parser *p, struct ast_line *line)
{
    if (parser_accept_word(p, "trials"))
        return number_line(p, line, LINE_TRIALS, "the number of trials");
    if (parser_accept_word(p, "seed"))
        return number_line(p, line, LINE_SEED, "the seed (a number)");
    if (parser_accept_word(p, "expect"))
        return expect(p, line);
    if (at_line_of(p, "reuse"))
        return reuse(p, line);
    if (at_line_of(p, "observe"))
        return observe(p, line);
    if (parser_at(p, TOKEN_NAME) && !parser_at_item(p))
        return targets_line(p, line);
    parser_expected(p, "a line of the case (a name, trials, seed, expect, "
                       "reuse or observe) or '}'");
    return false;
}

bool parser_case_line(struct parser *p, struct ast_line *line)
{
    struct span begin = parser_peek(p, 0).span;
    bool ok = any_line(p, line);
    line->span = parser_since(p, begin);
    return ok;
}
