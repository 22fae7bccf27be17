/* The text of one theorem with all it needs, for whoever reads it alone. */
#include "ir/lower_internal.h"

#include "lang/unparse.h"

#include <stdlib.h>
#include <string.h>

/* What is printed of a module, and which of its funcs that needs. */
struct needs {
    const struct module *module;
    bool *funcs;
    const struct theorem *const *theorems; /* all that is printed */
    size_t count;
    bool has_methods; /* proofs with them */
};

static void need_call(struct needs *needs, const char *name)
{
    for (size_t i = 0; i < needs->module->nfuncs; i++)
        if (strcmp(needs->module->funcs[i].item->name, name) == 0)
            needs->funcs[i] = true;
}

/* The parser bounds the depth of a tree (PARSER_MAX_DEPTH). */
static void visit(struct needs *needs, const struct ast_expr *e)
{
    if (!e)
        return;
    if (e->kind == AST_CALL)
        need_call(needs, e->text);
    for (size_t i = 0; i < e->nranges; i++) {
        visit(needs, e->ranges[i].lo);
        visit(needs, e->ranges[i].hi);
        for (size_t k = 0; e->ranges[i].type && k < e->ranges[i].type->nsizes;
             k++)
            visit(needs, e->ranges[i].type->sizes[k]);
    }
    for (size_t i = 0; i < e->count; i++)
        visit(needs, e->kids[i]);
}

static void visit_target(struct needs *needs, const struct ast_target *target)
{
    for (size_t i = 0; i < target->npatterns; i++) {
        visit(needs, target->patterns[i].value);
        visit(needs, target->patterns[i].range.lo);
        visit(needs, target->patterns[i].range.hi);
    }
}

static void visit_decls(struct needs *needs, const struct ast_decl *decls,
                        size_t ndecls)
{
    for (size_t i = 0; i < ndecls; i++) {
        const struct ast_decl *decl = &decls[i];
        for (size_t k = 0; k < decl->ntargets; k++)
            visit_target(needs, &decl->targets[k]);
        for (size_t k = 0; k < decl->nsizes; k++)
            visit(needs, decl->sizes[k]);
        visit(needs, decl->value);
        visit(needs, decl->lo);
        visit(needs, decl->hi);
        visit_decls(needs, decl->decls,
                    decl->ndecls); /* the parser's nesting */
    }
}

static void visit_item(struct needs *needs, const struct ast_item *item)
{
    visit_decls(needs, item->decls, item->ndecls);
}

/* Copies without their methods. */
static struct ast_decl *bare_decls(const struct ast_decl *decls, size_t ndecls)
{
    struct ast_decl *bare = xcalloc(ndecls + 1, sizeof *bare);
    for (size_t i = 0; i < ndecls; i++) {
        bare[i] = decls[i];
        bare[i].methods = NULL;
        bare[i].nmethods = 0;
        bare[i].decls = bare_decls(decls[i].decls, decls[i].ndecls);
    }
    return bare;
}

static void free_decls(struct ast_decl *decls, size_t ndecls)
{
    for (size_t i = 0; i < ndecls; i++)
        free_decls(decls[i].decls, decls[i].ndecls);
    free(decls);
}

/* One more declaration, behind those that are there. */
static void append(struct ast_item *item, const struct ast_decl *decl)
{
    APPEND(item->decls, item->ndecls) = *decl;
}

/* A size as a name: what is printed of it. */
static struct ast_expr *size_text(struct arena *arena, const struct dim *size)
{
    struct ast_expr *e = arena_alloc(arena, sizeof *e);
    LOCAL_BUFFER text = buffer_new();
    dim_print(&text, size);
    e->kind = AST_NAME;
    e->text = arena_strdup(arena, text.text);
    return e;
}

/* Whether what is obtained is from a theorem that is printed, too. */
static bool is_from_printed(const struct needs *needs, const struct theorem *t,
                            const struct ast_decl *decl)
{
    const struct given *g = theorem_given(t, decl->targets[0].name);
    for (size_t i = 0; g && g->from && i < needs->count; i++)
        if (needs->theorems[i] == g->from->theorem)
            return true;
    return false;
}

/* obtain x : real[m]; for each x, wherever it is from. */
static void append_typed(struct ast_item *item, struct arena *arena,
                         const struct theorem *t, const struct ast_decl *from)
{
    for (size_t i = 0; i < from->ntargets; i++) {
        const struct given *g = theorem_given(t, from->targets[i].name);
        ENSURE(g, "module_statement: what is obtained is not declared");
        struct ast_decl one = {.kind = DECL_OBTAIN,
                               .span = from->span,
                               .targets = &from->targets[i],
                               .ntargets = 1,
                               .text = kind_info(g->kind)->word,
                               .nsizes = kind_info(g->kind)->most};
        one.sizes = arena_array(arena, 2, sizeof *one.sizes);
        one.sizes[0] = size_text(arena, g->rows);
        one.sizes[1] = size_text(arena, g->cols);
        append(item, &one);
    }
}

/* A proof says how it is proved: by other theorems, which may stay behind. */
static void print_proof(struct buffer *out, const struct needs *needs,
                        const struct theorem *t, const struct ast_item *item)
{
    struct ast_item bare = *item;
    struct ast_decl *plain = bare_decls(item->decls, item->ndecls);
    bare.decls = NULL;
    bare.ndecls = 0;
    for (size_t i = 0; i < item->ndecls; i++)
        if (item->decls[i].kind == DECL_OBTAIN &&
            is_from_printed(needs, t, &item->decls[i]))
            append(&bare, &item->decls[i]);
        else if (item->decls[i].kind == DECL_OBTAIN)
            append_typed(&bare, needs->module->arena, t, &item->decls[i]);
        else
            append(&bare, &plain[i]);
    buffer_add_char(out, '\n');
    unparse_item(out, &bare);
    free(bare.decls);
    free_decls(plain, item->ndecls);
}

/* The funcs that are needed, of which some may need others. */
static void print_funcs(struct buffer *out, struct needs *needs)
{
    const struct module *module = needs->module;
    size_t begin = out->length;
    for (size_t i = module->nfuncs; i-- > 0;) /* a func calls earlier ones */
        if (needs->funcs[i])
            visit(needs, module->funcs[i].item->body);
    for (size_t i = 0; i < module->nfuncs; i++)
        if (needs->funcs[i])
            unparse_item(out, module->funcs[i].item);
    if (out->length > begin)
        buffer_add_char(out, '\n');
}

#define NO_OBSERVATION "" /* no name is empty */

/*
 * The theorem as written, with the observations of its cases (that of this
 * name; NULL: all) as if they stood in it; its `decls` are to be freed.
 */
static struct ast_item theorem_item(const struct module *module,
                                    const struct theorem *theorem,
                                    const char *name)
{
    const struct ast_item *item = theorem->item;
    ENSURE(item, "module_statement: the theorem is of no file");
    struct ast_item whole = *item;
    whole.decls = NULL;
    whole.ndecls = 0;
    for (size_t i = 0; i < item->ndecls; i++)
        append(&whole, &item->decls[i]);
    for (size_t c = 0; c < module->ncases; c++) {
        const struct ast_item *own = module->cases[c].item;
        for (size_t i = 0; i < own->nlines; i++)
            if (module_theorem(module, module->cases[c].theorem) == theorem &&
                own->lines[i].decl &&
                (!name || strcmp(name, own->lines[i].decl->name) == 0))
                append(&whole, own->lines[i].decl);
    }
    return whole;
}

void module_statement(struct buffer *out, const struct module *module,
                      const struct theorem *theorem, const struct claim *claim)
{
    struct ast_item item = theorem_item(module, theorem, claim->name);
    const struct ast_item *proof = claim->proof;
    struct needs needs = {.module = module,
                          .funcs = xcalloc(module->nfuncs + 1, sizeof(bool))};
    visit_item(&needs, &item);
    if (proof)
        visit_item(&needs, proof);
    print_funcs(out, &needs);
    unparse_item(out, &item);
    if (proof)
        print_proof(out, &needs, theorem, proof);
    free(item.decls);
    free(needs.funcs);
}

/* ---- several theorems ---- */

/* The next proof of the theorem after its claim *at; NULL: no more. */
static const struct ast_item *next_proof(const struct theorem *t, size_t *at,
                                         const struct ast_item *last)
{
    for (; *at < t->nclaims; (*at)++)
        if (t->claims[*at].proof && t->claims[*at].proof != last)
            return t->claims[*at].proof;
    return NULL;
}

static void print_proofs(struct buffer *out, struct needs *needs,
                         const struct theorem *t, bool visit_only)
{
    size_t at = 0;
    const struct ast_item *proof = NULL;
    while ((proof = next_proof(t, &at, proof)))
        if (visit_only) {
            visit_item(needs, proof);
        } else if (needs->has_methods) {
            buffer_add_char(out, '\n');
            unparse_item(out, proof);
        } else {
            print_proof(out, needs, t, proof);
        }
}

/* With the observations of that name (NULL: all) of their cases. */
static void print_text(struct buffer *out, const struct module *module,
                       const struct theorem *const *theorems, size_t count,
                       const char *observation, bool has_methods)
{
    struct needs needs = {module, xcalloc(module->nfuncs + 1, sizeof(bool)),
                          theorems, count, has_methods};
    LOCAL_FREE struct ast_item *items = xcalloc(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++) {
        items[i] = theorem_item(module, theorems[i], observation);
        visit_item(&needs, &items[i]);
        print_proofs(out, &needs, theorems[i], true);
    }
    print_funcs(out, &needs);
    for (size_t i = 0; i < count; i++) {
        buffer_add(out, i > 0 ? "\n" : "");
        unparse_item(out, &items[i]);
        print_proofs(out, &needs, theorems[i], false);
        free(items[i].decls);
    }
    free(needs.funcs);
}

void module_text(struct buffer *out, const struct module *module,
                 const struct theorem *const *theorems, size_t count)
{
    print_text(out, module, theorems, count, NO_OBSERVATION, false);
}

void module_full_text(struct buffer *out, const struct module *module,
                      const struct theorem *const *theorems, size_t count)
{
    print_text(out, module, theorems, count, NO_OBSERVATION, true);
}

void module_statements(struct buffer *out, const struct module *module,
                       const struct theorem *theorem)
{
    print_text(out, module, &theorem, 1, NULL, false);
}

const struct theorem *module_find(const struct module *module, const char *name)
{
    const struct lowering *l = lower_find_theorem(module, name, NULL);
    return l ? l->theorem : NULL;
}
