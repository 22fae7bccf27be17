#include "logic/catalogue_internal.h"

#include "ir/lower.h"

#include <stdlib.h>
#include <string.h>

struct catalogue {
    struct module *module;
};

static const struct catalogue_row *row_of(size_t rule)
{
    if (rule < catalogue_norms_count)
        return &catalogue_norms[rule];
    rule -= catalogue_norms_count;
    if (rule < catalogue_orders_count)
        return &catalogue_orders[rule];
    rule -= catalogue_orders_count;
    return rule < catalogue_later_count
               ? &catalogue_later[rule]
               : &catalogue_spectra[rule - catalogue_later_count];
}

size_t catalogue_count(void)
{
    return catalogue_norms_count + catalogue_orders_count +
           catalogue_later_count + catalogue_spectra_count;
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
