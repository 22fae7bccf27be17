/*
 * The funcs that the language has by definition (definitions.bound), which
 * stand before those of every file.
 */
#include "ir/lower_internal.h"

#include "lang/parser.h"

#include <string.h>

/* The text of definitions.bound; of the build. */
extern const char definitions_text[];

void module_define(struct module *module)
{
    const struct source *source =
        source_from_text(module->arena, "definitions.bound", definitions_text,
                         strlen(definitions_text));
    struct diag *diag = diag_new();
    struct ast_file *ast = NULL;
    enum status st = parser_file(&ast, module->arena, source, diag);
    for (size_t i = 0; st == ST_OK && i < ast->nitems; i++) {
        struct func func = {.item = &ast->items[i]};
        func.is_broken = !lower_func_check(module, func.item, diag);
        arena_push(module->arena, &module->funcs, &module->nfuncs, sizeof func,
                   &func);
    }
    ENSURE(st == ST_OK && diag_errors(diag) == 0,
           "definitions.bound: the language's own funcs cannot be read");
    diag_free(diag);
    module->ndefined = module->nfuncs;
}

bool lower_is_definition(const struct lowering *l, const struct scope *scope)
{
    return scope->funcs < l->module->ndefined;
}
