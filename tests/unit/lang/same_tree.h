/* Whether two syntax trees are the same, places and comments aside. */
#ifndef MAJORANT_TESTS_LANG_SAME_TREE_H
#define MAJORANT_TESTS_LANG_SAME_TREE_H

#include "lang/ast.h"

#include <string.h>

static inline bool same_expr(const struct ast_expr *a,
                             const struct ast_expr *b);

static inline bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static inline bool same_list(struct ast_expr *const *a, size_t na,
                             struct ast_expr *const *b, size_t nb)
{
    bool same = na == nb;
    for (size_t i = 0; same && i < na; i++)
        same = same_expr(a[i], b[i]);
    return same;
}

static inline bool same_type(const struct ast_decl *a, const struct ast_decl *b)
{
    if (!a || !b)
        return a == b;
    return same_text(a->text, b->text) && same_expr(a->lo, b->lo) &&
           same_list(a->sizes, a->nsizes, b->sizes, b->nsizes) &&
           same_expr(a->hi, b->hi);
}

static inline bool same_range(const struct ast_range *a,
                              const struct ast_range *b)
{
    return same_text(a->name, b->name) && same_expr(a->lo, b->lo) &&
           same_expr(a->hi, b->hi) && a->reversed == b->reversed &&
           same_type(a->type, b->type);
}

static inline bool same_expr(const struct ast_expr *a, const struct ast_expr *b)
{
    if (!a || !b)
        return a == b;
    bool same =
        a->kind == b->kind && a->op == b->op && same_text(a->text, b->text) &&
        same_list(a->kids, a->count, b->kids, b->count) && a->rows == b->rows &&
        a->cols == b->cols && a->nranges == b->nranges;
    for (size_t i = 0; same && a->kind == AST_CHAIN && i + 1 < a->count; i++)
        same = a->rels[i] == b->rels[i];
    for (size_t i = 0; same && i < a->nranges; i++)
        same = same_range(&a->ranges[i], &b->ranges[i]);
    return same;
}

static inline bool same_target(const struct ast_target *a,
                               const struct ast_target *b)
{
    bool same = same_text(a->name, b->name) && a->npatterns == b->npatterns;
    for (size_t i = 0; same && i < a->npatterns; i++)
        same = same_range(&a->patterns[i].range, &b->patterns[i].range) &&
               same_expr(a->patterns[i].value, b->patterns[i].value);
    return same;
}

static inline bool same_targets(const struct ast_target *a, size_t na,
                                const struct ast_target *b, size_t nb)
{
    bool same = na == nb;
    for (size_t i = 0; same && i < na; i++)
        same = same_target(&a[i], &b[i]);
    return same;
}

static inline bool same_method(const struct ast_method *a,
                               const struct ast_method *b)
{
    return same_text(a->name, b->name) && same_text(a->theorem, b->theorem) &&
           same_text(a->claim, b->claim) &&
           same_list(a->args, a->nargs, b->args, b->nargs);
}

static inline bool same_decl(const struct ast_decl *a, const struct ast_decl *b)
{
    bool same =
        a->kind == b->kind && same_text(a->name, b->name) &&
        same_text(a->text, b->text) &&
        same_targets(a->targets, a->ntargets, b->targets, b->ntargets) &&
        same_expr(a->value, b->value) &&
        same_list(a->sizes, a->nsizes, b->sizes, b->nsizes) &&
        same_expr(a->lo, b->lo) && same_expr(a->hi, b->hi) &&
        a->expect == b->expect && a->nmethods == b->nmethods &&
        same_list(a->cases, a->ncases, b->cases, b->ncases) &&
        a->ndecls == b->ndecls;
    for (size_t i = 0; same && i < a->ndecls; i++)
        same = same_decl(&a->decls[i], &b->decls[i]);
    for (size_t i = 0; same && i < a->nmethods; i++)
        same = same_method(&a->methods[i], &b->methods[i]);
    return same;
}

static inline bool same_line(const struct ast_line *a, const struct ast_line *b)
{
    return a->kind == b->kind &&
           same_targets(a->targets, a->ntargets, b->targets, b->ntargets) &&
           same_expr(a->value, b->value) && same_expr(a->lo, b->lo) &&
           same_expr(a->hi, b->hi) && same_text(a->name, b->name) &&
           a->link == b->link && a->expect == b->expect;
}

static inline bool same_item(const struct ast_item *a, const struct ast_item *b)
{
    bool same = a->kind == b->kind && same_text(a->name, b->name) &&
                same_text(a->title, b->title) && same_text(a->text, b->text) &&
                a->installed == b->installed && same_text(a->of, b->of) &&
                a->nparams == b->nparams && same_expr(a->body, b->body) &&
                !a->loop == !b->loop && a->turn == b->turn &&
                a->ndecls == b->ndecls && a->nlines == b->nlines;
    for (size_t i = 0; same && i < a->nparams; i++)
        same = same_text(a->params[i], b->params[i]);
    for (size_t i = 0; same && i < a->ndecls; i++)
        same = same_decl(&a->decls[i], &b->decls[i]);
    for (size_t i = 0; same && i < a->nlines; i++)
        same = same_line(&a->lines[i], &b->lines[i]);
    return same;
}

static inline bool same_file(const struct ast_file *a, const struct ast_file *b)
{
    bool same = a->nitems == b->nitems && a->ncomments == b->ncomments;
    for (size_t i = 0; same && i < a->nitems; i++)
        same = same_item(&a->items[i], &b->items[i]);
    return same;
}

#endif
