/* Values of case lines: closed expressions and data files. */
#include "case/spec_internal.h"

#include "base/folder.h"
#include "base/rng.h"
#include "case/tensor.h"
#include "data/matrix.h"

#include <stdlib.h>
#include <string.h>

/* Whether what is read at `path` lies elsewhere than the file that says so. */
static bool leads_out(const struct ast_expr *call, const char *path)
{
    LOCAL_FREE char *folder = folder_of(call->span.source->path);
    return folder_is_left(folder, path);
}

/* Whether some part of the path is "..". */
static bool climbs(const char *path)
{
    for (const char *part = path;;) {
        size_t length = strcspn(part, "/");
        if (length == 2 && strncmp(part, "..", 2) == 0)
            return true;
        if (part[length] == '\0')
            return false;
        part += length + 1;
    }
}

/* `path` as seen from the folder of the file that names it. */
static const char *resolve(struct spec_reader *r, const struct ast_expr *call,
                           const char *path)
{
    const char *file = call->span.source->path;
    const char *slash = strrchr(file, '/');
    if (path[0] == '/' || !slash)
        return path;
    size_t folder = (size_t)(slash - file) + 1, length = strlen(path);
    char *joined = arena_alloc(r->spec->arena, folder + length + 1);
    memcpy(joined, file, folder);
    memcpy(joined + folder, path, length);
    return joined;
}

/* Mixes what a data file holds into the fingerprint of the case's data. */
static void mark_data(struct spec *spec, const struct data_matrix *m)
{
    uint64_t key = rng_key_number(spec->data_mark, m->rows);
    key = rng_key_number(key, m->cols);
    LOCAL_BUFFER text = buffer_new();
    for (size_t i = 0; i < m->rows * m->cols; i++) {
        uint64_t bits = 0;
        if (m->doubles) {
            memcpy(&bits, &m->doubles[i], sizeof bits);
            key = rng_key_number(key, bits);
        } else {
            buffer_reset(&text);
            rational_print(&text, &m->rationals[i]);
            key = rng_key(key, text.text);
        }
    }
    spec->data_mark = key;
}

void spec_tell_once(struct spec_reader *r, struct span span, const char *text)
{
    struct buffer *told = r->options->told;
    size_t length = strlen(text);
    const char *at = told ? told->text : NULL;
    for (; at && (at = strstr(at, text)) != NULL; at++)
        if ((at == told->text || at[-1] == '\n') && at[length] == '\n')
            return;
    if (told)
        buffer_printf(told, "%s\n", text);
    diag_error(r->diag, span, "%s", text);
}

static const char *read_setting(struct spec_reader *r,
                                const struct ast_expr *name)
{
    const struct spec_options *o = r->options;
    for (size_t i = 0; i < o->nsettings; i++)
        if (strcmp(o->settings[i].name, name->text) == 0)
            return o->settings[i].path;
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(&text, "%s is not set: say which file with --set %s=PATH",
                  name->text, name->text);
    spec_tell_once(r, name->span, text.text);
    return NULL;
}

const char *spec_read_path(struct spec_reader *r, const struct ast_expr *call,
                           const char *expected)
{
    const struct ast_expr *arg = call->count ? call->kids[0] : call;
    if (arg->kind == AST_NAME)
        return read_setting(r, arg);
    if (arg->kind != AST_STRING)
        return diag_null(r->diag, call->span, "expected %s", expected);
    const char *path = resolve(r, call, arg->text);
    bool escapes =
        arg->text[0] == '/' || climbs(arg->text) || leads_out(call, path);
    if (escapes && !r->options->allow_outside)
        return diag_null(r->diag, arg->span,
                         "the file lies outside the folder of this file "
                         "(--allow-outside permits it)");
    return path;
}

/* Reads what file("...") names. */
static bool read_file(struct spec_reader *r, struct data_matrix *out,
                      const struct ast_expr *call)
{
    static const char expected[] = "file(\"name.npy\")";
    if (call->count != 1)
        return diag_error(r->diag, call->span, "expected %s", expected);
    const char *path = spec_read_path(r, call, expected);
    char *reason = NULL;
    if (!path)
        return false;
    spec_note_file(r->spec, path);
    if (data_read(out, path, &reason) == ST_OK) {
        mark_data(r->spec, out);
        return true;
    }
    diag_error(r->diag, call->span, "%s", reason);
    free(reason);
    return false;
}

static void set_entry(rational_t *out, const struct data_matrix *m, size_t k)
{
    if (m->doubles)
        rational_set_double(out, m->doubles[k]);
    else
        mpq_set(out->q, m->rationals[k].q);
}

/* The matrix as a literal of numbers. */
static const struct expr *literal(struct spec_reader *r,
                                  const struct data_matrix *m, struct span span)
{
    struct expr_pool *pool = r->spec->theorem->pool;
    size_t n = m->rows * m->cols;
    LOCAL_FREE const struct expr **kids = xcalloc(n, sizeof *kids);
    LOCAL_RATIONAL x = rational_zero();
    for (size_t k = 0; k < n; k++) {
        set_entry(&x, m, k);
        kids[k] = expr_number(pool, &x, span);
    }
    struct expr model = {
        .op = EX_LITERAL,
        .span = span,
        .rows = dim_constant(expr_dims(pool), (int64_t)m->rows),
        .cols = dim_constant(expr_dims(pool), (int64_t)m->cols),
        .kids = kids,
        .count = n};
    return expr_intern(pool, &model);
}

/* file and tensor inside an expression; the callback of lower_value. */
static const struct expr *external(void *context, const struct ast_expr *call,
                                   struct diag *diag)
{
    struct spec_reader *r = context;
    struct data_matrix m;
    if (strcmp(call->text, "tensor") == 0)
        return tensor_leaf(r, call);
    if (!read_file(r, &m, call))
        return NULL;
    const struct expr *e = NULL;
    if (m.rows * m.cols > SPEC_MAX_INLINE)
        diag_error(diag, call->span,
                   "a file of more than %d entries can only be a whole value",
                   (int)SPEC_MAX_INLINE);
    else
        e = literal(r, &m, call->span);
    data_matrix_clear(&m);
    return e;
}

bool spec_read_expr(struct spec_reader *r, struct case_expr *out,
                    const struct ast_expr *value)
{
    struct spec *spec = r->spec;
    struct lower_names names = {0};
    if (r->fill) {
        names.names = r->fill->names;
        names.count = r->fill->nnames;
    }
    names.symbols =
        arena_array(spec->arena, names.count, sizeof *names.symbols);
    *out = (struct case_expr){.symbols = names.symbols};
    return lower_value(&out->expr, spec->module, spec->theorem, value, &names,
                       external, r, r->diag) == ST_OK;
}

/* Takes over the memory of `m`. */
static void take_data(struct value *v, struct data_matrix *m)
{
    *v = (struct value){.kind = m->doubles ? VALUE_DOUBLES : VALUE_RATIONALS,
                        .rows = m->rows,
                        .cols = m->cols,
                        .doubles = m->doubles,
                        .rationals = m->rationals};
    *m = (struct data_matrix){0};
}

bool spec_read_value(struct spec_reader *r, struct fill *fill,
                     const struct ast_expr *value)
{
    fill->value_span = value->span;
    bool is_file = value->kind == AST_CALL && strcmp(value->text, "file") == 0;
    if (!is_file)
        return tensor_read(r, fill, value) &&
               spec_read_expr(r, &fill->value, value);
    struct data_matrix m;
    if (!read_file(r, &m, value))
        return false;
    take_data(&fill->constant, &m);
    return true;
}
