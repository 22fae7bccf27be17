/* The declarations of a theorem. */
#include "ir/lower_internal.h"

#include <stdlib.h>
#include <string.h>

static void lower_dims(struct lowering *l, const struct ast_decl *decl)
{
    int64_t minimum = 1;
    if (decl->value) {
        const struct expr *e = lower_index(l, &l->scope, decl->value);
        if (!e)
            return;
        if (!dim_is_constant(lower_dim_of(l, e), &minimum) || minimum < 1) {
            diag_error(l->diag, decl->value->span,
                       "the bound of a dim is a positive integer");
            return;
        }
    }
    for (size_t i = 0; i < decl->ntargets; i++) {
        const struct ast_target *t = &decl->targets[i];
        struct binding *b =
            lower_bind(l, &l->scope, t->name, t->span, BIND_DIM);
        if (!b)
            continue;
        struct symbol *s = dim_new_symbol(expr_dims(l->pool), SYM_DIM, t->name);
        s->minimum = minimum;
        b->symbol = s;
        const struct symbol *pushed = s;
        arena_push(l->arena, &l->theorem->dims, &l->theorem->ndims,
                   sizeof pushed, &pushed);
    }
}

/* closed_check_index bounds the parts of an opaque value. */
static const struct symbol *int_within(const struct expr *e)
{
    const struct symbol *found = NULL;
    if (e->op == EX_SYMBOL && e->symbol->kind == SYM_INT)
        return e->symbol;
    for (size_t i = 0; i < e->count && !found; i++)
        found = int_within(e->kids[i]);
    return found;
}

static void find_int(void *found, const struct symbol *s)
{
    const struct symbol **out = found;
    if (s->kind == SYM_INT)
        *out = s;
    else if (s->kind == SYM_OPAQUE && !*out)
        *out = int_within(s->value);
}

/* The layout of an instance is made before its values are drawn. */
static bool depends_on_int(struct lowering *l, const struct ast_decl *decl,
                           const struct given *g)
{
    const struct symbol *found = NULL;
    dim_visit(g->rows, find_int, &found);
    dim_visit(g->cols, find_int, &found);
    if (found)
        diag_error(l->diag, decl->span,
                   "the size of a given depends on dims alone, found the int "
                   "given %s",
                   found->name);
    return found != NULL;
}

static bool has_its_sizes(struct lowering *l, const struct ast_decl *decl,
                          enum given_kind kind)
{
    const struct kind_info *info = kind_info(kind);
    if (decl->nsizes >= info->least && decl->nsizes <= info->most)
        return true;
    if (info->least == info->most)
        diag_error(l->diag, decl->span, "%s takes %zu size%s, found %zu",
                   info->word, info->least, info->least == 1 ? "" : "s",
                   decl->nsizes);
    else
        diag_error(l->diag, decl->span, "%s takes %zu to %zu sizes, found %zu",
                   info->word, info->least, info->most, decl->nsizes);
    return false;
}

bool lower_given_shape(struct lowering *l, const struct ast_decl *decl,
                       const struct scope *scope, struct given *g)
{
    if (!kind_find(&g->kind, decl->text))
        return diag_error(l->diag, decl->span, "unknown type %s", decl->text);
    if (!has_its_sizes(l, decl, g->kind))
        return false;
    bool is_square = kind_has(g->kind, KIND_SQUARE);
    g->rows = g->cols = dim_constant(expr_dims(l->pool), 1);
    if (decl->nsizes > 0)
        g->rows = lower_size(l, scope, decl->sizes[0], NULL);
    if (decl->nsizes > 1)
        g->cols = lower_size(l, scope, decl->sizes[1], NULL);
    else if (is_square)
        g->cols = g->rows;
    if (g->rows && g->cols && is_square && g->rows != g->cols)
        diag_error(l->diag, decl->span, "%s wants a square matrix", decl->text);
    return g->rows && g->cols && !depends_on_int(l, decl, g);
}

/* Ends are closed; they may be inf and need not be rational. */
static bool lower_interval(struct lowering *l, const struct ast_decl *decl,
                           struct given *g)
{
    if (!decl->lo)
        return true;
    g->lo = lower_operand(l, &l->dims, decl->lo);
    g->hi = lower_operand(l, &l->dims, decl->hi);
    if (!g->lo || !g->hi)
        return false;
    if (!expr_is_scalar(g->lo) || !expr_is_scalar(g->hi))
        return diag_error(l->diag, decl->lo->span,
                          "the ends of a range are scalars");
    bool numbers = g->lo->op == EX_NUMBER && g->hi->op == EX_NUMBER;
    if (numbers && mpq_cmp(g->lo->number->q, g->hi->number->q) > 0)
        return diag_error(l->diag, span_join(decl->lo->span, decl->hi->span),
                          "the range is empty");
    return true;
}

static bool lower_given_indices(struct lowering *l,
                                const struct ast_target *target,
                                struct given *g)
{
    struct scope inner = l->dims;
    struct index_range *ranges =
        arena_array(l->arena, target->npatterns, sizeof *ranges);
    g->indices = target->npatterns ? ranges : NULL;
    g->nindices = target->npatterns;
    for (size_t i = 0; i < target->npatterns; i++) {
        const struct ast_pattern *p = &target->patterns[i];
        if (!p->range.name || !p->range.lo)
            return diag_error(l->diag, p->span,
                              "an index of a given is written l in 1..L");
        ranges[i].lo = lower_index(l, &l->dims, p->range.lo);
        ranges[i].hi = lower_index(l, &l->dims, p->range.hi);
        ranges[i].symbol =
            lower_bind_index(l, &inner, p->range.name, p->range.span);
        if (!ranges[i].lo || !ranges[i].hi || !ranges[i].symbol)
            return false;
    }
    return true;
}

static void lower_givens(struct lowering *l, const struct ast_decl *decl)
{
    struct given shape = {0};
    bool fine = lower_given_shape(l, decl, &l->scope, &shape) &&
                lower_interval(l, decl, &shape);
    for (size_t i = 0; i < decl->ntargets; i++) {
        const struct ast_target *t = &decl->targets[i];
        struct given g = shape;
        g.name = t->name;
        g.span = t->span;
        struct binding *b =
            lower_bind(l, &l->scope, t->name, t->span, BIND_GIVEN);
        if (!lower_given_indices(l, t, &g))
            fine = false;
        if (!fine) { /* keep the name, so that its uses are no new errors */
            g.rows = g.cols = dim_constant(expr_dims(l->pool), 1);
        }
        if (!b)
            continue;
        b->index = l->theorem->ngivens;
        arena_push(l->arena, &l->theorem->givens, &l->theorem->ngivens,
                   sizeof g, &g);
    }
}

static void lower_obtained(struct lowering *l, const struct ast_decl *decl)
{
    lower_obtain(l, &l->scope, decl);
}

/* What is obtained depends on all dims and givens: they stand before it. */
static void check_order(struct lowering *l, const struct ast_item *item)
{
    const struct ast_decl *obtained = NULL;
    for (size_t i = 0; i < item->ndecls; i++) {
        const struct ast_decl *decl = &item->decls[i];
        if (decl->kind == DECL_OBTAIN && !obtained)
            obtained = decl;
        if (obtained && (decl->kind == DECL_GIVEN || decl->kind == DECL_DIM)) {
            diag_error(l->diag, decl->span,
                       "what is obtained may depend on this: it is declared "
                       "before obtain");
            diag_note(l->diag, obtained->span, "obtain is here");
        }
    }
}

static void lower_cite(struct lowering *l, const struct ast_decl *decl)
{
    const char *text = decl->text;
    arena_push(l->arena, &l->theorem->cites, &l->theorem->ncites, sizeof text,
               &text);
}

static void lower_assume(struct lowering *l, const struct ast_decl *decl)
{
    struct assumption a = {.name = decl->name,
                           .span = decl->name ? decl->name_span : decl->span};
    a.relation = lower_statement(l, &l->scope, decl->value, &a.variables);
    if (!a.relation)
        return;
    for (size_t i = 0; a.name && i < l->theorem->nassumptions; i++) {
        const struct assumption *old = &l->theorem->assumptions[i];
        if (old->name && strcmp(old->name, a.name) == 0) {
            diag_error(l->diag, a.span, "the assumption %s exists already",
                       a.name);
            diag_note(l->diag, old->span, "%s is stated here", a.name);
            return;
        }
    }
    arena_push(l->arena, &l->theorem->assumptions, &l->theorem->nassumptions,
               sizeof a, &a);
}

static void lower_drop(struct lowering *l, const struct ast_decl *decl)
{
    struct theorem *t = l->theorem;
    struct drop drop = {.expect = decl->expect, .span = decl->span};
    const struct claim *claim = theorem_claim(t, decl->name);
    bool has_assumption = false;
    for (size_t i = 0; i < t->nassumptions; i++)
        if (t->assumptions[i].name &&
            strcmp(t->assumptions[i].name, decl->text) == 0) {
            drop.assumption = i;
            has_assumption = true;
        }
    if (claim)
        drop.claim = (size_t)(claim - t->claims);
    if (!has_assumption)
        diag_error(l->diag, decl->span, "no assumption is named %s",
                   decl->text);
    if (!claim)
        diag_error(l->diag, decl->span, "no claim is named %s", decl->name);
    if (has_assumption && claim)
        arena_push(l->arena, &t->drops, &t->ndrops, sizeof drop, &drop);
}

static void lower_decls(struct lowering *l, const struct ast_item *item,
                        enum ast_decl_kind kind,
                        void (*lower)(struct lowering *,
                                      const struct ast_decl *))
{
    for (size_t i = 0; i < item->ndecls; i++)
        if (item->decls[i].kind == kind)
            lower(l, &item->decls[i]);
}

static void lower_one_claim(struct lowering *l, const struct ast_decl *decl)
{
    lower_claim(l, &l->scope, decl, decl->name, NULL);
}

static void free_arena(void *arena)
{
    arena_free(arena);
}

/* With memory of its own: threads may make terms of different theorems. */
static struct expr_pool *new_pool(struct module *module)
{
    struct arena *own = arena_new();
    arena_register(module->arena, free_arena, own);
    return expr_pool_new(own);
}

struct lowering *lower_begin(struct module *module, const char *name,
                             struct span span, struct diag *diag)
{
    struct lowering *l = arena_alloc(module->arena, sizeof *l);
    l->module = module;
    l->arena = module->arena;
    l->pool = new_pool(module);
    l->diag = diag;
    l->theorem = arena_alloc(module->arena, sizeof *l->theorem);
    l->theorem->name = name;
    l->theorem->source = span.source;
    l->theorem->span = span;
    l->theorem->pool = l->pool;
    l->scope.funcs = l->dims.funcs = module->nfuncs;
    return l;
}

struct lowering *lower_find_theorem(const struct module *module,
                                    const char *name, const char *claim)
{
    for (size_t i = module->ntheorems; i-- > 0;) {
        struct lowering *l = module->theorems[i];
        if ((!name || strcmp(l->theorem->name, name) == 0) &&
            (!claim || theorem_claim(l->theorem, claim)))
            return l;
    }
    return NULL;
}

/* The theorem's own plain lets; those of its proofs come later. */
static void list_definitions(struct lowering *l)
{
    for (size_t i = 0; i < l->nlets; i++) {
        const struct let_source *let = l->lets[i];
        const struct definition d = {.name = let->name,
                                     .value = let->values[0] ? let->values[0]
                                                             : let->values[1]};
        if (!let->is_family && d.value)
            arena_push(l->arena, &l->theorem->definitions,
                       &l->theorem->ndefinitions, sizeof d, &d);
    }
}

void lower_theorem(struct module *module, const struct ast_item *item,
                   struct diag *diag)
{
    const struct lowering *old = lower_find_theorem(module, item->name, NULL);
    if (old) {
        diag_error(diag, item->name_span, "the theorem %s exists already",
                   item->name);
        diag_note(diag, old->theorem->span, "%s is stated here", item->name);
    }
    struct lowering *l = lower_begin(module, item->name, item->name_span, diag);
    l->theorem->item = item;
    l->theorem->title = item->title;
    size_t errors = diag_errors(diag);
    lower_decls(l, item, DECL_CITE, lower_cite);
    lower_decls(l, item, DECL_DIM, lower_dims);
    l->dims = l->scope;
    lower_decls(l, item, DECL_GIVEN, lower_givens);
    lower_declare_lets(l, &l->scope, item->decls, item->ndecls);
    lower_decls(l, item, DECL_ASSUME, lower_assume);
    check_order(l, item);
    lower_decls(l, item, DECL_OBTAIN, lower_obtained); /* for claims alone */
    lower_decls(l, item, DECL_CLAIM, lower_one_claim);
    lower_finish_lets(l);
    lower_note_obtained(l);
    list_definitions(l);
    lower_decls(l, item, DECL_DROP, lower_drop);
    if (diag_errors(diag) == errors)
        lower_check_families(l, 0);
    arena_push(module->arena, &module->theorems, &module->ntheorems, sizeof l,
               &l);
}

/* ---- funcs ---- */

struct names {
    const char *name;
    const struct names *next;
};

static bool known(const struct names *names, const char *name)
{
    for (; names; names = names->next)
        if (strcmp(names->name, name) == 0)
            return true;
    return false;
}

static bool known_call(struct module *module, const char *name)
{
    static const char *const others[] = {"psd", "if", "rows", "cols"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return true;
    for (size_t i = 0; i < module->nfuncs; i++)
        if (strcmp(module->funcs[i].item->name, name) == 0)
            return true;
    return function_exists(name) || lower_definition(module, NULL, name);
}

/* Unknown names are found where a func is defined, not at its first use. */
static void check_body(struct module *module, const struct ast_expr *ast,
                       const struct names *names, size_t depth,
                       struct diag *diag)
{
    if (depth > LOWER_MAX_DEPTH) {
        diag_error(diag, ast->span, "an expression nests at most %d levels",
                   LOWER_MAX_DEPTH);
        return;
    }
    if (ast->kind == AST_NAME && !known(names, ast->text) &&
        strcmp(ast->text, "pi") != 0 && strcmp(ast->text, "inf") != 0)
        diag_error(diag, ast->span,
                   "unknown name %s (a func sees only its "
                   "parameters)",
                   ast->text);
    if (ast->kind == AST_CALL && !known_call(module, ast->text))
        diag_error(diag, ast->span, "unknown function %s", ast->text);
    LOCAL_FREE struct names *inner = xcalloc(ast->nranges + 1, sizeof *inner);
    for (size_t i = 0; i < ast->nranges; i++) {
        const struct ast_range *r = &ast->ranges[i];
        if (r->lo)
            check_body(module, r->lo, names, depth + 1, diag);
        if (r->hi)
            check_body(module, r->hi, names, depth + 1, diag);
        for (size_t k = 0; r->type && k < r->type->nsizes; k++)
            check_body(module, r->type->sizes[k], names, depth + 1, diag);
        inner[i] = (struct names){r->name, names};
        names = &inner[i];
    }
    for (size_t i = 0; i < ast->count; i++)
        check_body(module, ast->kids[i], names, depth + 1, diag);
}

/* One name is one func; that of a definition of the language is free until a
 * file has called it. */
static void check_name(const struct module *module, const struct ast_item *item,
                       struct diag *diag)
{
    for (size_t i = 0; i < module->nfuncs; i++) {
        const struct ast_item *old = module->funcs[i].item;
        if (strcmp(old->name, item->name) != 0)
            continue;
        diag_error(diag, item->name_span, "the func %s exists already",
                   item->name);
        diag_note(diag, old->name_span, "%s is defined here", item->name);
    }
    for (size_t i = 0; i < module->ndefinitions; i++)
        if (module->definitions[i].is_called &&
            strcmp(module->definitions[i].item->name, item->name) == 0)
            diag_error(diag, item->name_span,
                       "%s was called above, where it is the language's: "
                       "define it before that, or under another name",
                       item->name);
}

bool lower_func_check(struct module *module, const struct ast_item *item,
                      struct diag *diag)
{
    size_t errors = diag_errors(diag);
    check_name(module, item, diag);
    LOCAL_FREE struct names *params =
        xcalloc(item->nparams + 1, sizeof *params);
    const struct names *last = NULL;
    for (size_t i = 0; i < item->nparams; i++) {
        if (known(last, item->params[i]))
            diag_error(diag, item->name_span, "two parameters are named %s",
                       item->params[i]);
        params[i] = (struct names){item->params[i], last};
        last = &params[i];
    }
    check_body(module, item->body, last, 0, diag);
    return diag_errors(diag) == errors;
}
