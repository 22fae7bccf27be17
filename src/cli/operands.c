#include "cli/operands.h"

#include "base/folder.h"
#include "data/matrix.h"
#include "instance/property.h"
#include "lang/parser.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct span nowhere = {0};

static bool is_identifier(const char *name, size_t length)
{
    if (length == 0 || isdigit((unsigned char)name[0]))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            return false;
    return true;
}

static bool is_data_file(const char *text)
{
    return folder_has_ending(text, ".npy") || folder_has_ending(text, ".csv");
}

static enum status read_file(struct value *out, const char *path,
                             struct diag *diag)
{
    struct data_matrix m = {0};
    char *reason = NULL;
    enum status st = data_read(&m, path, &reason);
    if (st != ST_OK) {
        diag_error(diag, nowhere, "%s", reason ? reason : path);
        free(reason);
        return ST_INPUT;
    }
    if (m.doubles) {
        value_set_doubles(out, m.rows, m.cols);
        memcpy(out->doubles, m.doubles, m.rows * m.cols * sizeof *m.doubles);
    } else {
        value_set_rationals(out, m.rows, m.cols);
        for (size_t i = 0; i < m.rows * m.cols; i++)
            mpq_set(out->rationals[i].q, m.rationals[i].q);
    }
    data_matrix_clear(&m);
    return ST_OK;
}

/* The value of a closed expression, exactly. */
static enum status read_text(struct value *out, const char *name,
                             const char *text, struct diag *diag)
{
    struct module *module = NULL;
    struct rmatrix m;
    struct env env;
    if (lower_expression(&module, text, NULL, 0, diag) != ST_OK)
        return ST_INPUT;
    const struct theorem *t = module_theorem(module, 0);
    const struct expr *relation = t->claims[0].links[0].relation;
    env_init(&env, dim_symbols(expr_dims(t->pool)));
    enum status st = ST_UNABLE;
    if (relation->op == EX_REL && relation->kids[0] == relation->kids[1])
        st = closed_matrix(&m, relation->kids[0], &env, NULL);
    if (st == ST_OK)
        value_take(out, &m);
    else
        diag_error(diag, nowhere, "%s: '%s' has no rational value", name, text);
    env_clear(&env);
    module_free(module);
    return st == ST_OK ? ST_OK : ST_INPUT;
}

/* ---- tensors ---- */

/* The value of the only given of a case. */
static enum status draw_value(struct value *out, const struct spec *spec,
                              struct diag *diag)
{
    int64_t dims[2];
    struct layout layout;
    struct instance x;
    struct span where = nowhere;
    LOCAL_FREE char *reason = NULL;
    spec_draw_dims(spec, 0, dims);
    enum status st = layout_init(&layout, spec_theorem(spec), dims, &reason);
    if (st == ST_OK) {
        instance_init(&x, &layout);
        st = spec_draw(spec, 0, &x, &where, &reason);
        if (st == ST_OK) {
            *out = x.values[0];
            value_init(&x.values[0]);
        }
        instance_clear(&x);
        layout_clear(&layout);
    }
    if (st != ST_OK)
        diag_error(diag, where, "%s", reason ? reason : "impossible sizes");
    return st;
}

/* What a text with tensor(...) is worth: tensors stand in cases, so in one. */
static enum status read_tensor(struct value *out, const char *text,
                               const struct spec_options *options,
                               struct diag *diag)
{
    struct module *module = NULL;
    struct spec *spec = NULL;
    LOCAL_BUFFER file = buffer_new();
    buffer_printf(&file,
                  "theorem operand { dim r, c; given V : real[r, c];\n"
                  "claim none: normfro(V) >= 0; }\n"
                  "case value for operand { V = %s; }\n",
                  text);
    enum status st = module_load_text(&module, "EXPR", file.text, NULL, diag);
    /* A text may not close the case and go on. */
    if (st == ST_OK &&
        (module_theorems(module) != 1 || module_cases(module) != 1 ||
         module_case(module, 0)->item->nlines != 1)) {
        diag_error(diag, nowhere, "'%s' is no expression", text);
        st = ST_INPUT;
    }
    if (st == ST_OK)
        st = spec_case(&spec, module, module_case(module, 0), options, diag);
    if (st == ST_OK)
        st = draw_value(out, spec, diag);
    if (out->kind == VALUE_EXPR) {
        diag_error(diag, nowhere, "'%s' has no rational value", text);
        value_init(out); /* the expression is the module's */
        st = ST_INPUT;
    }
    spec_free(spec);
    module_free(module);
    return st == ST_OK ? ST_OK : ST_INPUT;
}

static enum status read_value(struct value *out, const char *name,
                              const char *text,
                              const struct spec_options *options,
                              struct diag *diag)
{
    if (is_data_file(text))
        return read_file(out, text, diag);
    if (strstr(text, "tensor"))
        return read_tensor(out, text, options, diag);
    return read_text(out, name, text, diag);
}

/*
 * Exactly, which enclosures of entries like 1/3 cannot show: eigmin and psd
 * want to know.
 */
static bool is_symmetric(const struct value *v)
{
    struct range all;
    if (v->rows != v->cols || v->rows <= 1)
        return false;
    range_init(&all);
    LOCAL_BUFFER reason = buffer_new();
    bool is = property_check(v, GIVEN_SYMMETRIC, &all, "", &reason) == ST_OK;
    range_clear(&all);
    return is;
}

static enum status read_operand(struct operands *o, const char *argument,
                                const struct spec_options *options,
                                struct diag *diag)
{
    const char *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : 0;
    if (!equals || !is_identifier(argument, length)) {
        diag_error(diag, nowhere, "'%s' is not NAME=VALUE", argument);
        return ST_INPUT;
    }
    char *name = xmalloc(length + 1);
    memcpy(name, argument, length);
    name[length] = '\0';
    size_t i = o->count++;
    o->names[i] = name;
    value_init(&o->values[i]);
    for (size_t k = 0; k < i; k++) {
        if (strcmp(o->names[k], name) == 0) {
            diag_error(diag, nowhere, "%s is given twice", name);
            return ST_INPUT;
        }
    }
    if (parser_is_reserved(name)) {
        diag_error(diag, nowhere, "'%s' may not name a value", name);
        return ST_INPUT;
    }
    enum status st = read_value(&o->values[i], name, equals + 1, options, diag);
    o->inputs[i] =
        (struct lower_input){.name = name,
                             .rows = o->values[i].rows,
                             .cols = o->values[i].cols,
                             .is_symmetric = is_symmetric(&o->values[i])};
    return st;
}

enum status operands_read(struct operands *o, const char *const *arguments,
                          size_t count, const struct spec_options *options,
                          struct diag *diag)
{
    enum status result = ST_OK;
    *o = (struct operands){0};
    o->inputs = xcalloc(count, sizeof *o->inputs);
    o->values = xcalloc(count, sizeof *o->values);
    o->names = xcalloc(count, sizeof *o->names);
    for (size_t i = 0; i < count; i++)
        if (read_operand(o, arguments[i], options, diag) != ST_OK)
            result = ST_INPUT;
    return result;
}

void operands_move(struct operands *o, struct instance *x)
{
    ENSURE(x->layout->nslots == o->count, "eval: operands without a slot");
    for (size_t i = 0; i < o->count; i++) {
        x->values[i] = o->values[i];
        value_init(&o->values[i]);
    }
}

void operands_clear(struct operands *o)
{
    for (size_t i = 0; i < o->count; i++) {
        value_clear(&o->values[i]);
        free(o->names[i]);
    }
    free(o->inputs);
    free(o->values);
    free(o->names);
    *o = (struct operands){0};
}
