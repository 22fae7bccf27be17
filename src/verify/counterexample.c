#include "verify/counterexample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void take_text(char **to, struct buffer *text)
{
    *to = xstrdup(text->text);
    buffer_reset(text);
}

static void describe_entries(struct counterexample_value *to,
                             const struct value *v, struct buffer *text)
{
    LOCAL_RATIONAL entry = rational_zero();
    to->entries = xcalloc(v->rows * v->cols, sizeof *to->entries);
    for (size_t i = 0; i < v->rows; i++) {
        for (size_t j = 0; j < v->cols; j++) {
            value_entry(&entry, v, i, j);
            rational_print(text, &entry);
            take_text(&to->entries[i * v->cols + j], text);
        }
    }
}

static void describe_value(struct counterexample_value *to,
                           const struct instance *x, size_t slot,
                           struct buffer *text)
{
    const struct value *v = &x->values[slot];
    to->rows = v->rows;
    to->cols = v->cols;
    layout_print_slot(text, x->layout, slot);
    take_text(&to->name, text);
    if (v->kind == VALUE_EXPR) {
        expr_print(text, v->expr);
        take_text(&to->expression, text);
    } else if (v->kind != VALUE_NONE) {
        describe_entries(to, v, text);
    }
}

struct counterexample *counterexample_new(uint64_t trial,
                                          const struct instance *x)
{
    const struct layout *layout = x->layout;
    const struct theorem *t = layout->theorem;
    struct counterexample *c = xcalloc(1, sizeof *c);
    LOCAL_BUFFER text = buffer_new();
    c->trial = trial;
    c->nsizes = t->ndims;
    c->sizes = xcalloc(t->ndims, sizeof *c->sizes);
    for (size_t i = 0; i < t->ndims; i++) {
        c->sizes[i].name = xstrdup(t->dims[i]->name);
        c->sizes[i].value = layout->env.values[t->dims[i]->id];
    }
    c->nvalues = layout->nslots;
    c->values = xcalloc(layout->nslots, sizeof *c->values);
    for (size_t i = 0; i < layout->nslots; i++)
        describe_value(&c->values[i], x, i, &text);
    return c;
}

void counterexample_free(struct counterexample *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->nsizes; i++)
        free(c->sizes[i].name);
    for (size_t i = 0; i < c->nvalues; i++) {
        struct counterexample_value *v = &c->values[i];
        for (size_t k = 0; v->entries && k < v->rows * v->cols; k++)
            free(v->entries[k]);
        free(v->entries);
        free(v->expression);
        free(v->name);
    }
    free(c->sizes);
    free(c->values);
    free(c);
}

/* The decimal or fraction p/q, shortened where it is long. */
static void print_entry(struct buffer *out, const char *entry, size_t max_chars)
{
    char *rest = NULL;
    if (strlen(entry) <= max_chars) {
        buffer_add(out, entry);
        return;
    }
    double value = strtod(entry, &rest);
    if (*rest == '/')
        value /= strtod(rest + 1, NULL);
    if (isfinite(value)) {
        buffer_printf(out, "~%.6g", value);
    } else {
        buffer_add_bytes(out, entry, max_chars);
        buffer_add(out, "...");
    }
}

static void print_matrix(struct buffer *out,
                         const struct counterexample_value *v,
                         size_t max_entries, size_t max_chars)
{
    size_t count = v->rows * v->cols;
    buffer_add_char(out, '[');
    for (size_t k = 0; k < count && k < max_entries; k++) {
        if (k > 0)
            buffer_add(out, k % v->cols ? ", " : "; ");
        print_entry(out, v->entries[k], max_chars);
    }
    if (count > max_entries)
        buffer_printf(out, ", ...] (%zu x %zu)", v->rows, v->cols);
    else
        buffer_add_char(out, ']');
}

static void print_value(struct buffer *out,
                        const struct counterexample_value *v,
                        size_t max_entries, size_t max_chars)
{
    buffer_printf(out, "%s = ", v->name);
    if (v->expression)
        buffer_add(out, v->expression);
    else if (!v->entries)
        buffer_add_char(out, '?');
    else if (v->rows * v->cols == 1)
        print_entry(out, v->entries[0], max_chars);
    else
        print_matrix(out, v, max_entries, max_chars);
}

bool counterexample_has_values(const struct counterexample *c)
{
    return c->nsizes > 0 || c->nvalues > 0;
}

void counterexample_print(struct buffer *out, const struct counterexample *c,
                          size_t max_entries, size_t max_chars)
{
    for (size_t i = 0; i < c->nsizes; i++)
        buffer_printf(out, "%s%s = %lld", i ? ", " : "", c->sizes[i].name,
                      (long long)c->sizes[i].value);
    for (size_t i = 0; i < c->nvalues; i++) {
        if (i > 0 || c->nsizes > 0)
            buffer_add(out, "; ");
        print_value(out, &c->values[i], max_entries, max_chars);
    }
}
