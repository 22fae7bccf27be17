#include "lang/parser_internal.h"

/* theorem[.claim], behind `lemma` */
static bool lemma(struct parser *p, struct ast_method *method)
{
    struct span span;
    method->name = "lemma";
    if (!parser_any_name(p, &method->theorem, &span, "a theorem"))
        return false;
    if (parser_accept(p, TOKEN_DOT) &&
        !parser_any_name(p, &method->claim, &span, "a claim"))
        return false;
    if (parser_at(p, TOKEN_LPAREN))
        return true;
    parser_expected(p, "'(' and the lemma's arguments");
    return false;
}

/* `by name`, `by name(args)`, `by lemma theorem[.claim](args)`, or nothing */
static bool method(struct parser *p, struct ast_method *method)
{
    if (!parser_at_word(p, "by"))
        return true;
    struct span begin = parser_take(p).span, span;
    bool is_lemma = parser_at_word(p, "lemma");
    if (!parser_any_name(p, &method->name, &span, "a method") ||
        (is_lemma && !lemma(p, method)))
        return false;
    if (parser_at(p, TOKEN_LPAREN)) {
        struct token open = parser_take(p);
        if (!parser_arguments(p, &method->args, &method->nargs, open))
            return false;
    }
    method->span = parser_since(p, begin);
    return true;
}

static bool push_method(struct parser *p, struct ast_decl *decl)
{
    struct ast_method one = {0};
    if (!method(p, &one))
        return false;
    arena_push(p->arena, &decl->methods, &decl->nmethods, sizeof one, &one);
    return true;
}

static bool step(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_STEP;
    if (!parser_any_name(p, &decl->name, &decl->name_span, "the step") ||
        !parser_bracketed_expect(p, &decl->expect) ||
        !parser_expect(p, TOKEN_COLON, "the step's name"))
        return false;
    decl->value = parser_expr(p);
    return decl->value && push_method(p, decl) &&
           parser_expect(p, TOKEN_SEMICOLON, "the step");
}

/* `name:` or `name [expect word]:`; a chain may do without. */
static bool chain_name(struct parser *p, struct ast_decl *decl)
{
    bool named = parser_at(p, TOKEN_NAME) &&
                 (parser_peek(p, 1).kind == TOKEN_COLON ||
                  (parser_peek(p, 1).kind == TOKEN_LBRACKET &&
                   parser_token_is(parser_peek(p, 2), "expect")));
    if (!named)
        return true;
    return parser_any_name(p, &decl->name, &decl->name_span, "the chain") &&
           parser_bracketed_expect(p, &decl->expect) &&
           parser_expect(p, TOKEN_COLON, "the chain's name");
}

/* value rel value [by method] rel value [by method] ... */
static bool chain_links(struct parser *p, struct ast_decl *decl)
{
    struct ast_expr **kids = NULL, *kid = parser_value(p);
    enum relop *rels = NULL, op;
    size_t count = 0, nrels = 0;
    if (!kid)
        return false;
    struct span begin = kid->span;
    arena_push(p->arena, &kids, &count, sizeof kid, &kid);
    if (!parser_relop(p, &op)) {
        parser_expected(p, "a relation in the chain");
        return false;
    }
    do {
        arena_push(p->arena, &rels, &nrels, sizeof op, &op);
        kid = parser_value(p);
        if (!kid || !push_method(p, decl))
            return false;
        arena_push(p->arena, &kids, &count, sizeof kid, &kid);
    } while (parser_relop(p, &op));
    decl->value =
        parser_node(p, AST_CHAIN, span_join(begin, kid->span), kids, count);
    if (!decl->value)
        return false;
    decl->value->rels = rels;
    return true;
}

static bool chain(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_CHAIN;
    return chain_name(p, decl) && chain_links(p, decl) &&
           parser_expect(p, TOKEN_SEMICOLON, "the chain");
}

/*
 * ---- Cases ----
 */

/* Their disjunction: the step that they cover what is admitted. */
static struct ast_expr *any_case(struct parser *p, const struct ast_decl *decl)
{
    struct ast_expr *any = decl->cases[0];
    for (size_t i = 1; i < decl->ncases && any; i++) {
        struct ast_expr **kids = NULL;
        size_t count = 0;
        arena_push(p->arena, &kids, &count, sizeof any, &any);
        arena_push(p->arena, &kids, &count, sizeof any, &decl->cases[i]);
        any = parser_node(p, AST_OR, span_join(kids[0]->span, kids[1]->span),
                          kids, count);
    }
    return any;
}

static bool case_relations(struct parser *p, struct ast_decl *decl)
{
    do {
        struct ast_expr *one = parser_expr(p);
        if (!one)
            return false;
        arena_push(p->arena, &decl->cases, &decl->ncases, sizeof one, &one);
    } while (parser_accept(p, TOKEN_COMMA));
    if (decl->ncases == 1) {
        parser_expected(p, "',' and another case");
        return false;
    }
    decl->value = any_case(p, decl);
    return decl->value != NULL;
}

static bool in_cases(struct parser *p, struct ast_decl *decl);

/* cases [name:] R, R' { step ... } */
static bool cases(struct parser *p, struct ast_decl *decl)
{
    decl->kind = DECL_CASES;
    if (!chain_name(p, decl) || !case_relations(p, decl))
        return false;
    struct token open = parser_peek(p, 0);
    decl->open_span = open.span;
    if (!parser_expect(p, TOKEN_LBRACE, "the cases") || !parser_enter(p))
        return false;
    const size_t nesting = p->nesting;
    while (!parser_is_done(p) && !parser_at(p, TOKEN_RBRACE) &&
           !parser_at_item(p)) {
        struct ast_decl inner = {0};
        if (in_cases(p, &inner))
            arena_push(p->arena, &decl->decls, &decl->ndecls, sizeof inner,
                       &inner);
        else
            parser_skip_step(p);
        p->nesting = nesting;
    }
    parser_leave(p);
    return parser_close(p, TOKEN_RBRACE, open);
}

/* x, y from theorem[.claim](args); or x : real[m], which says nothing of x */
static bool obtain(struct parser *p, struct ast_decl *decl)
{
    const struct parser start = *p;
    struct ast_method from = {0};
    decl->kind = DECL_OBTAIN;
    if (!parser_targets(p, &decl->targets, &decl->ntargets, PATTERN_VALUES,
                        "what is obtained"))
        return false;
    if (parser_at(p, TOKEN_COLON)) {
        *p = start;
        *decl = (struct ast_decl){0};
        return parser_obtain(p, decl);
    }
    struct span begin = parser_peek(p, 0).span;
    if (!parser_expect_word(p, "from", "what is obtained") || !lemma(p, &from))
        return false;
    from.name = "obtain";
    struct token open = parser_take(p);
    if (!parser_arguments(p, &from.args, &from.nargs, open))
        return false;
    from.span = parser_since(p, begin);
    arena_push(p->arena, &decl->methods, &decl->nmethods, sizeof from, &from);
    return parser_expect(p, TOKEN_SEMICOLON, "the theorem");
}

/* ORDER: those that stand outside of cases alone are first. */
enum { ROWS_IN_CASES = 2 };
static const struct {
    const char *word;
    bool (*read)(struct parser *, struct ast_decl *);
} ROWS[] = {{"let", parser_let},
            {"obtain", obtain},
            {"step", step},
            {"chain", chain},
            {"cases", cases}};

static bool decl_of_rows(struct parser *p, struct ast_decl *decl, size_t first)
{
    struct span begin = parser_peek(p, 0).span;
    for (size_t i = first; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (parser_accept_word(p, ROWS[i].word)) {
            bool ok = ROWS[i].read(p, decl);
            decl->span = parser_since(p, begin);
            return ok;
        }
    parser_expected(p, "%s'step', 'chain', 'cases' or '}'",
                    first == 0 ? "'let', 'obtain', " : "");
    for (size_t i = 0; i < first; i++)
        if (parser_accept_word(p, ROWS[i].word)) /* to go on behind it */
            break;
    return false;
}

static bool in_cases(struct parser *p, struct ast_decl *decl)
{
    return decl_of_rows(p, decl, ROWS_IN_CASES);
}

bool parser_proof_decl(struct parser *p, struct ast_decl *decl)
{
    return decl_of_rows(p, decl, 0);
}
