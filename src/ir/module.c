/* Files and what they import; theorems, funcs and cases in their order. */
#include "ir/lower_internal.h"

#include "base/folder.h"
#include "ir/library.h"
#include "lang/parser.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MODULE_MAX_FILES = 256 };

/* "dir/of/path/" + name; `name` itself when it is absolute. */
static const char *beside(struct arena *arena, const char *path,
                          const char *name)
{
    const char *slash = strrchr(path, '/');
    if (name[0] == '/' || !slash)
        return name;
    LOCAL_BUFFER text = buffer_new();
    buffer_add_bytes(&text, path, (size_t)(slash - path) + 1);
    buffer_add(&text, name);
    return arena_strdup(arena, text.text);
}

static void load_file(struct module *m, const struct source *source,
                      bool is_own, struct diag *diag);

/* The number of the file; m->nfiles: it was not read yet. */
static size_t find_loaded(const struct module *m, const char *real)
{
    size_t i = 0;
    while (i < m->nfiles &&
           !(m->files[i].real_path && strcmp(m->files[i].real_path, real) == 0))
        i++;
    return i;
}

/* Whether the file `i` is still being read, for what it imports. */
static bool is_importing(const struct module *m, size_t i)
{
    size_t at = m->loading;
    while (at != i && m->files[at].importer != at)
        at = m->files[at].importer;
    return at == i;
}

/* "a.bound imports b.bound imports": from file `from` to file `to`. */
static void print_chain(struct buffer *out, const struct module *m, size_t from,
                        size_t to)
{
    if (from != to)
        print_chain(out, m, from, m->files[to].importer);
    buffer_printf(out, "%s imports ", m->files[to].source->path);
}

static void refuse_circle(struct module *m, const struct ast_item *item,
                          size_t again, struct diag *diag)
{
    LOCAL_BUFFER chain = buffer_new();
    print_chain(&chain, m, again, m->loading);
    diag_error(diag, item->span, "the imports go in a circle: %s%s", chain.text,
               m->files[again].source->path);
}

static const struct source *read_source(struct module *m, const char *path,
                                        struct span from, struct diag *diag)
{
    struct source *source = NULL;
    const char *reason = NULL;
    enum status st = source_read(&source, m->arena, path, &reason);
    if (st == ST_OK)
        return source;
    if (st == ST_LIMIT)
        diag_error(diag, from, "%s is longer than %d bytes", path,
                   SOURCE_MAX_BYTES);
    else
        diag_error(diag, from, "cannot read %s: %s", path, reason);
    return NULL;
}

/* The file of `import <name>`; NULL after an error. */
static const char *find_installed(struct module *m, const struct ast_item *item,
                                  struct diag *diag)
{
    const char *path = NULL;
    if (!library_is_inside(item->text))
        diag_error(diag, item->span,
                   "<%s> leaves the library: expected a path in it without ..",
                   item->text);
    else if (!m->library)
        diag_error(diag, item->span, "no installed library is known");
    else if (!(path = library_find(m->arena, m->library, item->text)))
        diag_error(diag, item->span, "cannot find <%s> in %s", item->text,
                   m->library);
    return path;
}

/* Whether `path` lies in one of the folders of the search path. */
static bool is_in_library(const struct module *m, const char *path)
{
    bool found = false;
    for (const char *at = m->library ? m->library : ""; *at && !found;) {
        size_t length = strcspn(at, ":");
        LOCAL_FREE char *folder = xcalloc(length + 1, 1);
        memcpy(folder, at, length);
        found = length > 0 && !folder_is_left(folder, path);
        at += length + (at[length] == ':');
    }
    return found;
}

/* Whether `path` lies elsewhere than the file `from`. */
static bool leaves_folder(const char *from, const char *path)
{
    LOCAL_FREE char *folder = folder_of(from);
    return folder_is_left(folder, path);
}

/*
 * Files lie beside the one that imports them, or the one that was named, or
 * below; or in the library, which may import from other folders of its own.
 */
static bool leads_out(const struct module *m, const struct ast_item *item,
                      const char *path)
{
    return !m->goes_anywhere && leaves_folder(item->span.source->path, path) &&
           leaves_folder(m->source->path, path) && !is_in_library(m, path);
}

static void load_import(struct module *m, const struct ast_item *item,
                        struct diag *diag)
{
    const char *path =
        item->installed ? find_installed(m, item, diag)
                        : beside(m->arena, item->span.source->path, item->text);
    if (!path)
        return;
    char *real = folder_real(path);
    if (!real) {
        diag_error(diag, item->span, "cannot read %s: %s", path,
                   strerror(errno));
        return;
    }
    const size_t found = find_loaded(m, real);
    if (leads_out(m, item, path)) {
        diag_error(diag, item->span,
                   "the file lies outside the folder of this file "
                   "(--allow-outside permits it)");
    } else if (found < m->nfiles) {
        if (is_importing(m, found))
            refuse_circle(m, item, found, diag);
    } else {
        const struct source *source = read_source(m, path, item->span, diag);
        if (source)
            load_file(m, source, false, diag);
    }
    free(real);
}

static void load_func(struct module *m, const struct ast_item *item,
                      struct diag *diag)
{
    struct func func = {.item = item};
    func.is_broken = !lower_func_check(m, item, diag);
    arena_push(m->arena, &m->funcs, &m->nfuncs, sizeof func, &func);
}

static void load_case(struct module *m, const struct ast_item *item,
                      struct diag *diag)
{
    for (size_t i = 0; i < m->ncases; i++)
        if (strcmp(m->cases[i].item->name, item->name) == 0 &&
            strcmp(m->cases[i].item->of, item->of) == 0) {
            diag_error(diag, item->name_span, "the case %s exists already",
                       item->name);
            diag_note(diag, m->cases[i].item->name_span, "%s is defined here",
                      item->name);
            return;
        }
    for (size_t i = 0; i < m->nown; i++) {
        if (strcmp(m->theorems[m->own[i]]->theorem->name, item->of) != 0)
            continue;
        struct case_item found = {item, i};
        arena_push(m->arena, &m->cases, &m->ncases, sizeof found, &found);
        lower_observations(m->theorems[m->own[i]], item, diag);
        return;
    }
    diag_error(diag, item->of_span, "no theorem %s stands before this case",
               item->of);
}

static void load_item(struct module *m, const struct ast_item *item,
                      bool is_own, struct diag *diag)
{
    size_t before = m->ntheorems;
    switch (item->kind) {
    case ITEM_IMPORT:
        load_import(m, item, diag);
        break;
    case ITEM_FUNC:
        load_func(m, item, diag);
        break;
    case ITEM_THEOREM:
        lower_theorem(m, item, diag);
        if (is_own)
            arena_push(m->arena, &m->own, &m->nown, sizeof before, &before);
        break;
    case ITEM_PROOF:
        lower_proof(m, item, diag);
        break;
    case ITEM_CASE:
        if (is_own)
            load_case(m, item, diag);
        break;
    }
}

/* Behind an error; the loop's other turns would repeat it. */
static void tell_turn(const struct ast_item *item, struct diag *diag)
{
    const struct ast_loop *loop = item->loop;
    diag_note(diag, loop->span, "%s stands for %s there", loop->names[0],
              loop->words[item->turn * loop->nnames]);
}

static void free_text(void *text)
{
    free(text);
}

/* `source` is parsed and its items are taken in order, imports in place. */
static void load_file(struct module *m, const struct source *source,
                      bool is_own, struct diag *diag)
{
    if (m->nfiles >= MODULE_MAX_FILES) {
        diag_error(diag, (struct span){source, 0, 0},
                   "more than %d files are imported", MODULE_MAX_FILES);
        return;
    }
    struct module_file file = {.source = source};
    file.real_path = folder_real(source->path);
    if (file.real_path)
        arena_register(m->arena, free_text, file.real_path);
    size_t number = m->nfiles;
    file.importer = is_own ? number : m->loading;
    arena_push(m->arena, &m->files, &m->nfiles, sizeof file, &file);
    struct ast_file *ast = NULL;
    if (parser_file(&ast, m->arena, source, diag) != ST_OK || !ast)
        return;
    m->files[number].ast = ast;
    if (is_own)
        m->nitems = ast->nitems;
    m->loading = number;
    for (size_t i = 0; i < ast->nitems && !diag_is_full(diag);) {
        const struct ast_item *item = &ast->items[i++];
        const size_t errors = diag_errors(diag);
        load_item(m, item, is_own, diag);
        if (!item->loop || diag_errors(diag) == errors)
            continue;
        tell_turn(item, diag);
        while (i < ast->nitems && ast->items[i].loop == item->loop)
            i++;
    }
    m->loading = file.importer;
}

static struct module *new_module(const char *library)
{
    struct arena *arena = arena_new();
    struct module *m = arena_alloc(arena, sizeof *m);
    m->arena = arena;
    m->library = library ? arena_strdup(arena, library) : NULL;
    return m;
}

/* What nothing uses: neither the theorem nor its proofs and cases. */
static void warn_unused(const struct module *m, struct diag *diag)
{
    for (size_t i = 0; i < m->ntheorems; i++) {
        const struct ast_item *item = m->theorems[i]->theorem->item;
        m->theorems[i]->diag = diag;
        if (!item || item->turn == 0) /* a loop's turns are written once */
            lower_warn_unused(m->theorems[i]);
    }
}

static enum status finish(struct module **out, struct module *m,
                          const struct diag *diag, size_t errors)
{
    if (diag_errors(diag) == errors) {
        *out = m;
        return ST_OK;
    }
    module_free(m);
    *out = NULL;
    return ST_INPUT;
}

static enum status load_all(struct module **out, struct module *m,
                            struct diag *diag, size_t errors)
{
    if (m->source)
        load_file(m, m->source, true, diag);
    if (diag_errors(diag) == errors)
        warn_unused(m, diag);
    return finish(out, m, diag, errors);
}

/* `-` is standard input; a file of that name is ./- */
static const struct source *read_named(struct module *m, const char *path,
                                       struct diag *diag)
{
    const struct span nowhere = {0};
    if (strcmp(path, "-") != 0)
        return read_source(m, path, nowhere, diag);
    const struct source *input = read_source(m, "/dev/stdin", nowhere, diag);
    return input ? source_from_text(m->arena, path, input->text, input->length)
                 : NULL;
}

enum status module_load(struct module **out, const char *path,
                        const char *library, bool anywhere, struct diag *diag)
{
    size_t errors = diag_errors(diag);
    struct module *m = new_module(library);
    m->goes_anywhere = anywhere;
    m->source = read_named(m, path, diag);
    return load_all(out, m, diag, errors);
}

enum status module_load_text(struct module **out, const char *path,
                             const char *text, const char *library,
                             struct diag *diag)
{
    size_t errors = diag_errors(diag);
    struct module *m = new_module(library);
    m->source = source_from_text(m->arena, path, text, strlen(text));
    return load_all(out, m, diag, errors);
}

void module_free(struct module *module)
{
    if (module)
        arena_free(module->arena);
}

bool module_is_value(const struct module *module)
{
    return module->is_value;
}

size_t module_files(const struct module *module)
{
    return module->nfiles;
}

const char *module_file(const struct module *module, size_t i)
{
    return module->files[i].source->path;
}

size_t module_theorems(const struct module *module)
{
    return module->nown;
}

const struct theorem *module_theorem(const struct module *module, size_t i)
{
    return module->theorems[module->own[i]]->theorem;
}

size_t module_cases(const struct module *module)
{
    return module->ncases;
}

const struct case_item *module_case(const struct module *module, size_t i)
{
    return &module->cases[i];
}

bool module_is_empty(const struct module *module)
{
    return module->nitems == 0;
}

const struct source *module_source(const struct module *module)
{
    return module->source;
}

/* ---- values of cases, and `majorant eval` ---- */

static struct lowering *lowering_of(const struct module *module,
                                    const struct theorem *theorem)
{
    for (size_t i = 0; i < module->ntheorems; i++)
        if (module->theorems[i]->theorem == theorem)
            return module->theorems[i];
    return NULL;
}

enum status lower_value(const struct expr **out, const struct module *module,
                        const struct theorem *theorem,
                        const struct ast_expr *value, struct lower_names *names,
                        lower_external *external, void *context,
                        struct diag *diag)
{
    struct lowering *l = lowering_of(module, theorem);
    ENSURE(l != NULL, "lower_value: the theorem is of another module");
    struct scope scope = l->dims;
    scope.funcs = module->nfuncs;
    l->diag = diag;
    l->external = external;
    l->external_context = context;
    bool fine = true;
    for (size_t i = 0; names && i < names->count; i++) {
        names->symbols[i] =
            lower_bind_index(l, &scope, names->names[i], value->span);
        fine = fine && names->symbols[i];
    }
    *out = fine ? lower_operand(l, &scope, value) : NULL;
    l->external = NULL;
    return *out ? ST_OK : ST_INPUT;
}

static void add_input(struct lowering *l, const struct lower_input *input)
{
    struct span nowhere = {0};
    struct dim_pool *dims = expr_dims(l->pool);
    const char *name = arena_strdup(l->arena, input->name);
    if (parser_is_reserved(name)) {
        diag_error(l->diag, nowhere, "%s is reserved", name);
        return;
    }
    struct binding *b = lower_bind(l, &l->scope, name, nowhere, BIND_GIVEN);
    if (!b)
        return;
    struct given g = {.name = name,
                      .kind =
                          input->is_symmetric ? GIVEN_SYMMETRIC : GIVEN_REAL,
                      .rows = dim_constant(dims, (int64_t)input->rows),
                      .cols = dim_constant(dims, (int64_t)input->cols)};
    b->index = l->theorem->ngivens;
    arena_push(l->arena, &l->theorem->givens, &l->theorem->ngivens, sizeof g,
               &g);
}

static void add_value_claim(struct lowering *l, const struct expr *e)
{
    const struct expr *relation = e;
    if (!e->is_relation) {
        const struct expr *kids[] = {e, e};
        struct expr model = {.op = EX_REL,
                             .rel = REL_EQ,
                             .span = e->span,
                             .is_relation = true,
                             .kids = kids,
                             .count = 2};
        relation = expr_intern(l->pool, &model);
        l->module->is_value = true;
    }
    struct claim claim = {.name = "value",
                          .span = e->span,
                          .relation = relation,
                          .expect = WORD_HOLDS};
    claim.links = arena_alloc(l->arena, sizeof *claim.links);
    claim.links[0].relation = relation;
    claim.nlinks = 1;
    theorem_add_claim(l->theorem, l->arena, &claim);
}

enum status lower_expression(struct module **out, const char *text,
                             const struct lower_input *values, size_t nvalues,
                             struct diag *diag)
{
    size_t errors = diag_errors(diag);
    struct module *m = new_module(NULL);
    m->source = source_from_text(m->arena, "EXPR", text, strlen(text));
    struct span span = {m->source, 0, m->source->length};
    struct lowering *l = lower_begin(m, "eval", span, diag);
    for (size_t i = 0; i < nvalues; i++)
        add_input(l, &values[i]);
    struct ast_expr *ast = NULL;
    const struct expr *e = NULL;
    if (diag_errors(diag) == errors &&
        parser_expression(&ast, m->arena, m->source, diag) == ST_OK)
        e = lower_expr(l, &l->scope, ast);
    if (e)
        add_value_claim(l, e);
    size_t own = 0;
    arena_push(m->arena, &m->theorems, &m->ntheorems, sizeof l, &l);
    arena_push(m->arena, &m->own, &m->nown, sizeof own, &own);
    return finish(out, m, diag, errors);
}
