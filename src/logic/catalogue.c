#include "logic/catalogue_internal.h"

#include "ir/lower.h"

#include <stdlib.h>
#include <string.h>

struct catalogue {
    struct module *module;
};

/* In the order of the rules' numbers. */
static const struct {
    const struct catalogue_row *rows;
    const size_t *count;
} tables[] = {
    {catalogue_norms, &catalogue_norms_count},
    {catalogue_orders, &catalogue_orders_count},
    {catalogue_later, &catalogue_later_count},
    {catalogue_spectra, &catalogue_spectra_count},
    {catalogue_parts, &catalogue_parts_count},
    {catalogue_matrices, &catalogue_matrices_count},
    {catalogue_vectors, &catalogue_vectors_count},
    {catalogue_attention, &catalogue_attention_count},
};
enum { TABLES = sizeof tables / sizeof *tables };

static const struct catalogue_row *row_of(size_t rule)
{
    size_t at = 0;
    while (rule >= *tables[at].count)
        rule -= *tables[at++].count;
    return &tables[at].rows[rule];
}

size_t catalogue_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < TABLES; i++)
        count += *tables[i].count;
    return count;
}

bool catalogue_is_later(size_t rule)
{
    return rule >= catalogue_norms_count + catalogue_orders_count;
}

const char *catalogue_name(size_t rule)
{
    return rule < catalogue_count() ? row_of(rule)->name : "no rule";
}

size_t catalogue_find(const char *name)
{
    for (size_t i = 0; i < catalogue_count(); i++)
        if (strcmp(row_of(i)->name, name) == 0)
            return i;
    return catalogue_count();
}

void catalogue_text(struct buffer *out, size_t rule)
{
    buffer_printf(out, "theorem %s {\n    %s\n    claim rule: %s;\n}\n",
                  row_of(rule)->name, row_of(rule)->given, row_of(rule)->claim);
}

struct catalogue *catalogue_new(void)
{
    struct catalogue *c = xcalloc(1, sizeof *c);
    struct diag *diag = diag_new();
    struct buffer text, messages;
    buffer_init(&text);
    buffer_init(&messages);
    for (size_t i = 0; i < catalogue_count(); i++)
        catalogue_text(&text, i);
    enum status st =
        module_load_text(&c->module, "<catalogue>", text.text, NULL, diag);
    diag_print(diag, &messages);
    ENSURE(st == ST_OK, messages.text ? messages.text : "catalogue");
    ENSURE(module_theorems(c->module) == catalogue_count(),
           "catalogue: a name twice");
    buffer_clear(&messages);
    buffer_clear(&text);
    diag_free(diag);
    return c;
}

void catalogue_free(struct catalogue *c)
{
    if (!c)
        return;
    module_free(c->module);
    free(c);
}

const struct theorem *catalogue_theorem(const struct catalogue *c, size_t rule)
{
    return rule < catalogue_count() ? module_theorem(c->module, rule) : NULL;
}
