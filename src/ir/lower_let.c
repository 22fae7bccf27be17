/* Names: dims, givens, lets, families, and the parameters of funcs. */
#include "ir/lower_internal.h"

#include <string.h>

/* Looks through params that are bare names to what they name. */
const struct binding *lower_resolve(const struct scope *scope,
                                    const struct ast_expr *ast)
{
    while (ast->kind == AST_NAME) {
        const struct binding *b = lower_find(scope, ast->text);
        if (!b || b->kind != BIND_PARAM)
            return b;
        ast = b->param->argument;
        scope = b->param->scope;
    }
    return NULL;
}

struct binding *lower_bind(struct lowering *l, struct scope *scope,
                           const char *name, struct span span,
                           enum binding_kind kind)
{
    const struct binding *old = lower_find(scope, name);
    if (old) {
        diag_error(l->diag, span, "the name %s is taken", name);
        diag_note(l->diag, old->span, "%s is declared here", name);
        return NULL;
    }
    struct binding *b = arena_alloc(l->arena, sizeof *b);
    b->name = name;
    b->span = span;
    b->kind = kind;
    lower_scope_add(l, scope, b);
    return b;
}

const struct symbol *lower_bind_index(struct lowering *l, struct scope *scope,
                                      const char *name, struct span span)
{
    struct binding *b = lower_bind(l, scope, name, span, BIND_INDEX);
    if (!b)
        return NULL;
    b->symbol = dim_new_symbol(expr_dims(l->pool), SYM_INDEX, name);
    return b->symbol;
}

bool lower_is_family(const struct lowering *l, const struct binding *b)
{
    if (b->kind == BIND_GIVEN)
        return l->theorem->givens[b->index].nindices > 0;
    return b->kind == BIND_LET && b->let->is_family;
}

/* ---- givens ---- */

/* An int given in a size or index stands for a symbol of its own. */
static const struct expr *int_symbol(struct lowering *l, size_t index,
                                     const struct ast_expr *ast)
{
    struct given *g = &l->theorem->givens[index];
    if (!g->symbol) {
        struct symbol *s = dim_new_symbol(expr_dims(l->pool), SYM_INT, g->name);
        s->given = index;
        g->symbol = s;
    }
    return expr_symbol(l->pool, g->symbol, ast->span);
}

static const struct expr *make_given(struct lowering *l, size_t index,
                                     const struct expr *const *kids,
                                     struct span span)
{
    struct given *g = &l->theorem->givens[index];
    g->is_used = true;
    struct expr model = {.op = EX_GIVEN,
                         .span = span,
                         .rows = g->rows,
                         .cols = g->cols,
                         .decl = index,
                         .name = g->name,
                         .kids = kids,
                         .count = g->nindices};
    return expr_intern(l->pool, &model);
}

static const struct expr *lower_given(struct lowering *l, size_t index,
                                      const struct ast_expr *ast)
{
    struct given *g = &l->theorem->givens[index];
    g->is_used = true;
    bool scalar = dim_is_one(g->rows) && dim_is_one(g->cols);
    if (l->in_index && g->kind == GIVEN_INT && scalar)
        return int_symbol(l, index, ast);
    return make_given(l, index, NULL, ast->span);
}

/* ---- lets ---- */

static const struct ast_target *equation_target(const struct let_source *let,
                                                size_t i)
{
    return &let->decls[i]->targets[0];
}

static const struct expr *cyclic(struct lowering *l,
                                 const struct let_source *let,
                                 const struct ast_expr *ast)
{
    diag_error(l->diag, ast->span, "the definition of %s needs itself",
               let->name);
    diag_note(l->diag, let->span, "%s is defined here", let->name);
    return NULL;
}

static const struct expr *lower_plain(struct lowering *l,
                                      struct let_source *let,
                                      const struct ast_expr *ast)
{
    size_t which = l->in_index ? 1 : 0;
    let->is_used = true;
    if (let->states[which] == IN_PROGRESS)
        return cyclic(l, let, ast);
    if (let->states[which] == DONE || let->states[which] == BROKEN)
        return let->values[which];
    let->states[which] = IN_PROGRESS;
    const struct expr *e = lower_operand(l, let->scope, let->decls[0]->value);
    let->values[which] = e;
    if (e)
        let->states[which] = DONE;
    else
        let->states[which] = l->is_scratch ? NOT_STARTED : BROKEN;
    return e;
}

/* The symbols of one equation's patterns, bound in `inner`. */
static bool lower_patterns(struct lowering *l, const struct let_source *let,
                           const struct ast_target *target, struct scope *inner,
                           struct index_range *ranges)
{
    *inner = *let->scope;
    bool fine = true;
    for (size_t i = 0; i < target->npatterns; i++) {
        const struct ast_pattern *p = &target->patterns[i];
        if (p->range.name && !p->range.lo)
            return diag_error(l->diag, p->span, "the index %s wants a range",
                              p->range.name);
        /* a range may use the indices before it: j in 1..i */
        if (!p->range.name) {
            ranges[i].lo = ranges[i].hi = lower_index(l, inner, p->value);
        } else {
            ranges[i].lo = lower_index(l, inner, p->range.lo);
            ranges[i].hi = lower_index(l, inner, p->range.hi);
            ranges[i].symbol =
                lower_bind_index(l, inner, p->range.name, p->range.span);
            fine = fine && ranges[i].symbol;
        }
        fine = fine && ranges[i].lo && ranges[i].hi;
    }
    return fine;
}

bool lower_let_ranges(struct lowering *l, const struct let_source *let,
                      size_t i, struct index_range *ranges)
{
    struct scope inner;
    return lower_patterns(l, let, equation_target(let, i), &inner, ranges);
}

static const struct expr *lower_equation(struct lowering *l,
                                         const struct let_source *let, size_t i,
                                         struct index_range *ranges)
{
    struct scope inner;
    if (!lower_patterns(l, let, equation_target(let, i), &inner, ranges))
        return NULL;
    return lower_operand(l, &inner, let->decls[i]->value);
}

static bool shape_mentions(const struct expr *e, const struct index_range *r,
                           size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (r[i].symbol && (dim_mentions(e->rows, r[i].symbol) ||
                            dim_mentions(e->cols, r[i].symbol)))
            return true;
    return false;
}

static struct let *family_of(struct lowering *l, const struct let_source *let)
{
    return &l->theorem->lets[let->let];
}

/*
 * Finds the shape by trying the equations with a scratch diag.  One that
 * depends on an index is none: what uses the family adds no errors.
 */
static bool ensure_shape(struct lowering *l, struct let_source *let)
{
    if (let->shape_state == DONE)
        return true;
    if (let->shape_state != NOT_STARTED)
        return false;
    let->shape_state = IN_PROGRESS;
    struct diag *real = l->diag;
    bool was_scratch = l->is_scratch, was_index = l->in_index;
    l->diag = diag_new();
    l->is_scratch = true;
    l->in_index = false;
    const struct expr *e = NULL;
    bool varies = false;
    for (size_t i = 0; i < let->ndecls && !e; i++) {
        const size_t n = equation_target(let, i)->npatterns;
        struct index_range *ranges = arena_array(l->arena, n, sizeof *ranges);
        e = lower_equation(l, let, i, ranges);
        varies = e && shape_mentions(e, ranges, n);
    }
    diag_free(l->diag);
    l->diag = real;
    l->is_scratch = was_scratch;
    l->in_index = was_index;
    let->shape_state = varies ? BROKEN : e ? DONE : NOT_STARTED;
    if (!e || varies)
        return false;
    family_of(l, let)->rows = e->rows;
    family_of(l, let)->cols = e->cols;
    return true;
}

static const struct expr *const *lower_indices(struct lowering *l,
                                               const struct scope *scope,
                                               const struct ast_expr *ast,
                                               size_t wanted, const char *name)
{
    if (ast->count - 1 != wanted)
        return diag_null(l->diag, ast->span,
                         "the family %s takes %zu %s, found %zu", name, wanted,
                         wanted == 1 ? "index" : "indices", ast->count - 1);
    const struct expr **kids = arena_array(l->arena, wanted, sizeof *kids);
    for (size_t i = 0; i < wanted; i++) {
        const struct ast_expr *index = ast->kids[i + 1];
        if (index->kind == AST_RANGE || index->kind == AST_ALL)
            return diag_null(l->diag, index->span,
                             "a family takes single indices, not ranges");
        kids[i] = lower_index(l, scope, index);
        if (!kids[i])
            return NULL;
    }
    return kids;
}

const struct expr *lower_member_at(struct lowering *l,
                                   const struct binding *binding,
                                   const struct expr *const *kids,
                                   struct span span)
{
    struct let_source *let = binding->let;
    if (binding->kind == BIND_GIVEN)
        return make_given(l, binding->index, kids, span);
    let->is_used = true;
    if (!ensure_shape(l, let))
        return NULL; /* finish_family reports it, at the definition */
    const struct let *family = family_of(l, let);
    struct expr model = {.op = EX_LET,
                         .span = span,
                         .decl = let->let,
                         .rows = family->rows,
                         .cols = family->cols,
                         .name = let->name,
                         .kids = kids,
                         .count = family->nindices};
    return expr_intern(l->pool, &model);
}

const struct expr *lower_member(struct lowering *l, const struct scope *scope,
                                const struct binding *binding,
                                const struct ast_expr *ast)
{
    bool is_given = binding->kind == BIND_GIVEN;
    size_t wanted = is_given ? l->theorem->givens[binding->index].nindices
                             : family_of(l, binding->let)->nindices;
    if (!is_given)
        binding->let->is_used = true;
    const struct expr *const *kids =
        lower_indices(l, scope, ast, wanted, binding->name);
    return kids ? lower_member_at(l, binding, kids, ast->span) : NULL;
}

/* ---- names ---- */

static const struct expr *lower_param(struct lowering *l, struct param *param)
{
    size_t which = l->in_index ? 1 : 0;
    if (!param->values[which])
        param->values[which] = lower_operand(l, param->scope, param->argument);
    return param->values[which];
}

static const struct expr *lower_constant(struct lowering *l,
                                         const struct ast_expr *ast)
{
    bool is_pi = strcmp(ast->text, "pi") == 0;
    if (!is_pi && strcmp(ast->text, "inf") != 0)
        return NULL;
    const struct dim *one = dim_constant(expr_dims(l->pool), 1);
    return lower_make(l, is_pi ? EX_PI : EX_INFINITY, one, one, NULL, 0,
                      ast->span);
}

static const struct expr *unknown_name(struct lowering *l,
                                       const struct ast_expr *ast)
{
    for (size_t i = 0; i < l->module->nfuncs; i++)
        if (strcmp(l->module->funcs[i].item->name, ast->text) == 0)
            return diag_null(l->diag, ast->span,
                             "%s is a func and wants its arguments", ast->text);
    return diag_null(l->diag, ast->span,
                     function_exists(ast->text)
                         ? "%s is a function and wants its "
                           "arguments"
                         : "unknown name %s",
                     ast->text);
}

const struct expr *lower_name(struct lowering *l, const struct scope *scope,
                              const struct ast_expr *ast)
{
    const struct expr *constant = lower_constant(l, ast);
    if (constant)
        return constant;
    const struct binding *b = lower_find(scope, ast->text);
    if (!b)
        return unknown_name(l, ast);
    if (lower_is_family(l, b)) {
        diag_error(l->diag, ast->span, "%s is a family and wants its indices",
                   ast->text);
        diag_note(l->diag, b->span, "%s is declared here", ast->text);
        return NULL;
    }
    switch (b->kind) {
    case BIND_DIM:
    case BIND_INDEX:
        return expr_symbol(l->pool, b->symbol, ast->span);
    case BIND_GIVEN:
        return lower_given(l, b->index, ast);
    case BIND_LET:
        return lower_plain(l, b->let, ast);
    case BIND_PARAM:
        return lower_param(l, b->param);
    }
    return NULL;
}

/* ---- declaring ---- */

static void add_family(struct lowering *l, struct let_source *let,
                       size_t nindices)
{
    struct let family = {
        .name = let->name, .span = let->span, .nindices = nindices};
    let->let = l->theorem->nlets;
    arena_push(l->arena, &l->theorem->lets, &l->theorem->nlets, sizeof family,
               &family);
}

/* A further equation of a family that is already declared. */
static bool add_equation(struct lowering *l, struct let_source *let,
                         const struct ast_decl *decl)
{
    const struct ast_target *target = &decl->targets[0];
    if (!let->is_family || target->npatterns == 0) {
        diag_error(l->diag, target->span, "the name %s is taken", let->name);
        diag_note(l->diag, let->span, "%s is declared here", let->name);
        return false;
    }
    if (target->npatterns != family_of(l, let)->nindices) {
        diag_error(l->diag, target->span, "%s has %zu indices elsewhere",
                   let->name, family_of(l, let)->nindices);
        diag_note(l->diag, let->span, "%s is declared here", let->name);
        return false;
    }
    arena_push(l->arena, &let->decls, &let->ndecls, sizeof decl, &decl);
    return true;
}

static bool declare_let(struct lowering *l, struct scope *scope,
                        const struct ast_decl *decl)
{
    const struct ast_target *target = &decl->targets[0];
    const struct binding *old = lower_find(scope, target->name);
    if (old && old->kind == BIND_LET)
        return add_equation(l, old->let, decl);
    struct binding *b =
        lower_bind(l, scope, target->name, target->span, BIND_LET);
    if (!b)
        return false;
    struct let_source *let = arena_alloc(l->arena, sizeof *let);
    let->name = target->name;
    let->span = target->span;
    let->is_family = target->npatterns > 0;
    arena_push(l->arena, &let->decls, &let->ndecls, sizeof decl, &decl);
    b->let = let;
    if (let->is_family)
        add_family(l, let, target->npatterns);
    arena_push(l->arena, &l->lets, &l->nlets, sizeof let, &let);
    return true;
}

bool lower_declare_lets(struct lowering *l, struct scope *scope,
                        const struct ast_decl *decls, size_t ndecls)
{
    size_t first = l->nlets;
    bool fine = true;
    for (size_t i = 0; i < ndecls; i++)
        if (decls[i].kind == DECL_LET && decls[i].ntargets == 1)
            fine = declare_let(l, scope, &decls[i]) && fine;
    struct scope *all = arena_alloc(l->arena, sizeof *all);
    *all = *scope;
    for (size_t i = first; i < l->nlets; i++)
        l->lets[i]->scope = all;
    return fine;
}

static void finish_equation(struct lowering *l, struct let_source *let,
                            size_t i, struct clause *clause)
{
    const struct ast_target *target = equation_target(let, i);
    struct index_range *ranges =
        arena_array(l->arena, target->npatterns, sizeof *ranges);
    clause->ranges = ranges;
    clause->span = target->span;
    clause->body = lower_equation(l, let, i, ranges);
    const struct let *family = family_of(l, let);
    if (!clause->body)
        return;
    if (shape_mentions(clause->body, ranges, target->npatterns)) {
        diag_error(l->diag, clause->body->span,
                   "all members of a family have one shape; this one depends "
                   "on the index");
        clause->body = NULL;
    } else if (!family->rows) {
        return;
    } else if (clause->body->rows != family->rows ||
               clause->body->cols != family->cols) {
        struct expr shape = {
            .op = EX_NEG, .rows = family->rows, .cols = family->cols};
        lower_error_shapes(l, clause->span, "elsewhere", clause->body, &shape);
        clause->body = NULL;
    }
}

/* Whether some family has no shape because of an error that is told there. */
static bool is_any_broken(const struct lowering *l)
{
    for (size_t i = 0; i < l->nlets; i++)
        if (l->lets[i]->is_family && l->lets[i]->shape_state == BROKEN)
            return true;
    return false;
}

static void finish_family(struct lowering *l, struct let_source *let)
{
    size_t errors = diag_errors(l->diag);
    bool has_shape = ensure_shape(l, let);
    struct clause *clauses =
        arena_array(l->arena, let->ndecls, sizeof *clauses);
    for (size_t i = 0; i < let->ndecls; i++)
        finish_equation(l, let, i, &clauses[i]);
    family_of(l, let)->clauses = clauses;
    family_of(l, let)->nclauses = let->ndecls;
    if (!has_shape && diag_errors(l->diag) == errors && !is_any_broken(l))
        diag_error(l->diag, let->span,
                   "the shape of %s cannot be found: its definition needs "
                   "itself",
                   let->name);
}

void lower_finish_lets(struct lowering *l)
{
    for (size_t i = 0; i < l->nlets; i++) {
        struct let_source *let = l->lets[i];
        bool used = let->is_used;
        if (let->is_family && !family_of(l, let)->clauses) {
            finish_family(l, let);
        } else if (!let->is_family && let->states[0] == NOT_STARTED &&
                   let->states[1] == NOT_STARTED) {
            lower_plain(l, let, let->decls[0]->value);
            let->is_used = used;
        }
    }
}
