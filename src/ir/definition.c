/*
 * The funcs that the language has by definition (definitions.bound): read when
 * a name is nothing else, so that a module that calls none has no part in them.
 */
#include "ir/lower_internal.h"

#include "lang/parser.h"

#include <string.h>

/* The text of definitions.bound; of the build. */
extern const char definitions_text[];

static void read_definitions(struct module *module)
{
    const struct source *source =
        source_from_text(module->arena, "definitions.bound", definitions_text,
                         strlen(definitions_text));
    struct diag *diag = diag_new();
    struct ast_file *ast = NULL;
    ENSURE(parser_file(&ast, module->arena, source, diag) == ST_OK,
           "definitions.bound: the language's own funcs cannot be read");
    diag_free(diag);
    for (size_t i = 0; i < ast->nitems; i++) {
        struct func func = {.item = &ast->items[i]};
        arena_push(module->arena, &module->definitions, &module->ndefinitions,
                   sizeof func, &func);
    }
}

struct func *lower_definition(struct module *module, const struct func *within,
                              const char *name)
{
    if (!module->definitions)
        read_definitions(module);
    for (size_t i = 0; i < module->ndefinitions; i++) {
        struct func *func = &module->definitions[i];
        if (func == within)
            break;
        if (strcmp(func->item->name, name) == 0)
            return func;
    }
    return NULL;
}
