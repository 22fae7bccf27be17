/* Reading tensor("file", "name"): files, names, shapes. */
#include "case/tensor.h"

#include "data/safetensors.h"
#include "lang/parser.h"

#include <stdlib.h>
#include <string.h>

/* ---- where it stands ---- */

static bool is_tensor(const struct ast_expr *e)
{
    return e->kind == AST_CALL && strcmp(e->text, "tensor") == 0;
}

/* Calls `visit` for every tensor() in the value until one returns false. */
static bool walk(const struct ast_expr *e,
                 bool (*visit)(void *context, const struct ast_expr *call),
                 void *context)
{
    if (is_tensor(e) && !visit(context, e))
        return false;
    for (size_t k = 0; k < e->count; k++)
        if (!walk(e->kids[k], visit, context))
            return false;
    for (size_t k = 0; k < e->nranges; k++) {
        const struct ast_range *range = &e->ranges[k];
        if ((range->lo && !walk(range->lo, visit, context)) ||
            (range->hi && !walk(range->hi, visit, context)))
            return false;
    }
    return true;
}

static bool stop(void *context, const struct ast_expr *call)
{
    (void)context;
    (void)call;
    return false;
}

bool tensor_stands_in(const struct ast_expr *value)
{
    return !walk(value, stop, NULL);
}

/* ---- names ---- */

/* Everything in the name's {…} is placed at the string. */
static void set_spans(struct ast_expr *e, struct span span)
{
    e->span = span;
    for (size_t k = 0; k < e->count; k++)
        set_spans(e->kids[k], span);
    for (size_t k = 0; k < e->nranges; k++) {
        e->ranges[k].span = span;
        if (e->ranges[k].lo)
            set_spans(e->ranges[k].lo, span);
        if (e->ranges[k].hi)
            set_spans(e->ranges[k].hi, span);
    }
}

static struct ast_expr *parse(struct spec_reader *r, const char *text,
                              const struct ast_expr *string)
{
    struct arena *arena = r->spec->arena;
    struct ast_expr *e = NULL;
    struct diag *own = diag_new();
    enum status st = parser_expression(
        &e, arena,
        source_from_text(arena, string->span.source->path, text, strlen(text)),
        own);
    diag_free(own);
    if (st != ST_OK || !e || tensor_stands_in(e))
        return diag_null(r->diag, string->span,
                         "'{%s}' in the tensor's name is no integer expression",
                         text);
    set_spans(e, string->span);
    return e;
}

/* One {…}: its text, from `at` up to the closing brace. */
static bool read_part(struct spec_reader *r, struct name_part *part,
                      const char *text, const struct ast_expr *string)
{
    const struct ast_expr *e = parse(r, text, string);
    if (!e || !spec_read_expr(r, &part->value, e))
        return false;
    if (expr_is_scalar(part->value.expr))
        return true;
    return diag_error(r->diag, string->span,
                      "'{%s}' in the tensor's name is no integer expression",
                      text);
}

static bool read_name(struct spec_reader *r, struct case_tensor *t,
                      const struct ast_expr *string)
{
    struct arena *arena = r->spec->arena;
    const char *at = string->text;
    bool ok = true;
    for (;;) {
        struct name_part part = {0};
        size_t plain = strcspn(at, "{}");
        part.text = arena_strndup(arena, at, plain);
        at += plain;
        size_t length = *at == '{' ? strcspn(at + 1, "{}") : 0;
        if (*at && (*at == '}' || at[1 + length] != '}')) {
            return diag_error(r->diag, string->span,
                              "a brace of the tensor's name has no partner");
        }
        if (*at)
            ok = read_part(r, &part, arena_strndup(arena, at + 1, length),
                           string) &&
                 ok;
        arena_push(arena, &t->parts, &t->nparts, sizeof part, &part);
        if (!*at)
            return ok;
        at += length + 2;
    }
}

bool tensor_name(struct buffer *out, const struct case_tensor *t,
                 const struct fill *fill, struct env *env,
                 const int64_t *indices, struct buffer *reason)
{
    buffer_reset(out);
    buffer_add(out, "");
    for (size_t k = 0; k < t->nparts; k++) {
        const struct name_part *part = &t->parts[k];
        int64_t n;
        buffer_add(out, part->text);
        if (!part->value.expr)
            continue;
        spec_set_names(env, fill, &part->value, indices);
        enum status st = closed_int(&n, part->value.expr, env);
        if (st != ST_OK) {
            buffer_printf(reason,
                          "a number in the tensor's name \"%s\" is %s here",
                          t->call->kids[1]->text,
                          st == ST_UNABLE ? "not known" : "no integer");
            return false;
        }
        buffer_printf(out, "%lld", (long long)n);
    }
    return true;
}

/* ---- files ---- */

/* NULL: it cannot be opened, which was told. */
static const struct safetensors *
open_file(struct spec_reader *r, const struct ast_expr *call, const char *path)
{
    struct spec *spec = r->spec;
    for (size_t k = 0; k < spec->ncheckpoints; k++)
        if (strcmp(spec->checkpoints[k].path, path) == 0)
            return spec->checkpoints[k].file;
    /* A path of the command line is the user's own; shards are the file's. */
    bool outside = r->options->allow_outside;
    struct checkpoint c = {.path = arena_strdup(spec->arena, path)};
    LOCAL_BUFFER reason = buffer_new();
    if (safetensors_open(&c.file, path, outside, &reason) != ST_OK)
        spec_tell_once(r, call->span, reason.text);
    spec_note_file(spec, path);
    for (size_t i = 0; c.file && i < safetensors_files(c.file); i++)
        spec_note_file(spec, safetensors_file(c.file, i));
    arena_push(spec->arena, &spec->checkpoints, &spec->ncheckpoints, sizeof c,
               &c);
    return c.file;
}

/* ---- shapes ---- */

/* The first value of each index that the fill's pattern admits. */
static bool first_indices(const struct spec_reader *r, const struct fill *fill,
                          const struct env *env, int64_t *indices)
{
    const struct given *g = &r->spec->theorem->givens[fill->given];
    for (size_t k = 0; k < g->nindices; k++) {
        const struct expr *lo = fill->patterns[k].kind == PATTERN_ANY
                                    ? g->indices[k].lo
                                    : fill->patterns[k].lo;
        if (closed_int(&indices[k], lo, env) != ST_OK)
            return false;
    }
    return true;
}

/* The name for the first member; NULL: an error was added. */
static const char *first_name(struct spec_reader *r, const struct fill *fill,
                              const struct case_tensor *t)
{
    const struct given *g = &r->spec->theorem->givens[fill->given];
    int64_t *indices =
        arena_array(r->spec->arena, g->nindices + 1, sizeof *indices);
    LOCAL(env_clear) struct env env;
    const char *result = NULL;
    spec_env(&env, r->spec);
    LOCAL_BUFFER name = buffer_new(), reason = buffer_new();
    if (!first_indices(r, fill, &env, indices))
        diag_error(r->diag, t->call->span,
                   "the first index of %s is not known here", g->name);
    else if (!tensor_name(&name, t, fill, &env, indices, &reason))
        diag_error(r->diag, t->call->kids[1]->span, "%s", reason.text);
    else
        result = arena_strdup(r->spec->arena, name.text);
    return result;
}

/* A tensor alone, or a part of it by one index, for a given that is a row. */
static bool is_wanted_as_row(const struct spec_reader *r,
                             const struct fill *fill,
                             const struct ast_expr *value)
{
    const struct given *g = &r->spec->theorem->givens[fill->given];
    bool is_row = dim_is_one(g->rows) && !dim_is_one(g->cols);
    if (value->kind == AST_INDEX && value->count == 2)
        value = value->kids[0];
    return is_row && is_tensor(value);
}

static bool find_shape(struct spec_reader *r, const struct fill *fill,
                       struct case_tensor *t, bool row)
{
    const struct tensor *found;
    t->first = first_name(r, fill, t);
    if (!t->first)
        return false;
    LOCAL_BUFFER reason = buffer_new();
    bool ok = safetensors_find(&found, &t->rows, &t->cols, t->file, t->first,
                               &reason) == ST_OK;
    if (ok && (t->rows > LAYOUT_MAX_DIM || t->cols > LAYOUT_MAX_DIM)) {
        buffer_printf(&reason, "tensor '%s' is %zu x %zu, sizes are at most %d",
                      t->first, t->rows, t->cols, (int)LAYOUT_MAX_DIM);
        ok = false;
    }
    if (!ok)
        diag_error(r->diag, t->call->span, "%s", reason.text);
    t->is_row = ok && row && t->cols == 1;
    return ok;
}

/* ---- the value ---- */

struct reading {
    struct spec_reader *r;
    struct fill *fill;
    const struct ast_expr *value;
};

static bool read_call(void *context, const struct ast_expr *call)
{
    struct reading *reading = context;
    struct spec_reader *r = reading->r;
    struct spec *spec = r->spec;
    static const char expected[] = "tensor(\"file.safetensors\", \"name\")";
    struct case_tensor t = {.call = call};
    if (call->count != 2 || call->kids[1]->kind != AST_STRING)
        return diag_error(r->diag, call->span, "expected %s", expected);
    if (spec->ntensors == SPEC_MAX_TENSORS)
        return diag_error(r->diag, call->span, "more than %d tensors in a case",
                          (int)SPEC_MAX_TENSORS);
    const char *path = spec_read_path(r, call, expected);
    if (!path || !read_name(r, &t, call->kids[1]))
        return false;
    t.file = open_file(r, call, path);
    bool row = is_wanted_as_row(r, reading->fill, reading->value);
    if (!t.file || !find_shape(r, reading->fill, &t, row))
        return false;
    if (reading->fill->ntensors++ == 0)
        reading->fill->first_tensor = spec->ntensors;
    arena_push(spec->arena, &spec->tensors, &spec->ntensors, sizeof t, &t);
    return true;
}

bool tensor_read(struct spec_reader *r, struct fill *fill,
                 const struct ast_expr *value)
{
    struct reading reading = {r, fill, value};
    return walk(value, read_call, &reading);
}

const struct expr *tensor_leaf(struct spec_reader *r,
                               const struct ast_expr *call)
{
    struct expr_pool *pool = r->spec->theorem->pool;
    size_t at = 0;
    while (at < r->spec->ntensors && r->spec->tensors[at].call != call)
        at++;
    if (at == r->spec->ntensors)
        return diag_null(r->diag, call->span,
                         "tensor() may stand only in the value of a given");
    const struct case_tensor *t = &r->spec->tensors[at];
    const struct expr **kids =
        arena_array(r->spec->arena, t->nparts + 1, sizeof *kids);
    size_t count = 0;
    for (size_t k = 0; k < t->nparts; k++)
        if (t->parts[k].value.expr)
            kids[count++] = t->parts[k].value.expr;
    size_t rows = t->is_row ? t->cols : t->rows;
    size_t cols = t->is_row ? t->rows : t->cols;
    struct expr model = {.op = EX_GIVEN,
                         .span = call->span,
                         .rows = dim_constant(expr_dims(pool), (int64_t)rows),
                         .cols = dim_constant(expr_dims(pool), (int64_t)cols),
                         .decl = r->spec->theorem->ngivens + at,
                         .name = call->kids[1]->text,
                         .kids = kids,
                         .count = count};
    return expr_intern(pool, &model);
}
