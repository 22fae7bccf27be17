#include "logic/catalogue_internal.h"

#include "ir/lower.h"

#include <stdlib.h>
#include <string.h>

/* A rule is read when it is first asked for: most runs need few. */
struct slot {
    struct module *module; /* NULL: not read yet */
    struct catalogue_rule rule;
};

struct catalogue {
    struct slot *slots; /* side by side: searches scan them all */
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
    {catalogue_closer, &catalogue_closer_count},
    {catalogue_turned, &catalogue_turned_count},
    {catalogue_sizes, &catalogue_sizes_count},
    {catalogue_averages, &catalogue_averages_count},
    {catalogue_frames, &catalogue_frames_count},
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

/* ---- the rules as they are matched ---- */

bool catalogue_has_given(const struct expr *e)
{
    bool found = e->op == EX_GIVEN;
    for (size_t i = 0; i < e->count && !found; i++)
        found = catalogue_has_given(e->kids[i]);
    return found;
}

static struct catalogue_side side_of(const struct expr *e)
{
    return (struct catalogue_side){
        .e = e, .op = e->op, .fn = e->fn, .has_given = catalogue_has_given(e)};
}

static void take_apart(struct catalogue_rule *rule, const struct theorem *t)
{
    struct relation r;
    *rule = (struct catalogue_rule){.theorem = t};
    rule->is_relation =
        relation_read(&r, t->pool, t->claims[0].links[0].relation);
    if (!rule->is_relation)
        return;
    rule->op = r.op;
    rule->lhs = side_of(r.lhs);
    rule->rhs = side_of(r.rhs);
}

/* ---- the catalogue ---- */

static void load(struct slot *slot, size_t rule)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    struct buffer text, messages;
    buffer_init(&text);
    buffer_init(&messages);
    catalogue_text(&text, rule);
    enum status st =
        module_load_text(&module, "<catalogue>", text.text, NULL, diag);
    diag_print(diag, &messages);
    ENSURE(st == ST_OK, messages.text ? messages.text : "catalogue");
    ENSURE(module_theorems(module) == 1, "catalogue: a row is no theorem");
    take_apart(&slot->rule, module_theorem(module, 0));
    slot->module = module;
    buffer_clear(&messages);
    buffer_clear(&text);
    diag_free(diag);
}

struct catalogue *catalogue_new(void)
{
    struct catalogue *c = xcalloc(1, sizeof *c);
    c->slots = xcalloc(catalogue_count(), sizeof *c->slots);
    return c;
}

void catalogue_free(struct catalogue *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < catalogue_count(); i++)
        module_free(c->slots[i].module);
    free(c->slots);
    free(c);
}

const struct theorem *catalogue_theorem(const struct catalogue *c, size_t rule)
{
    return rule < catalogue_count() ? catalogue_rule(c, rule)->theorem : NULL;
}

const struct catalogue_rule *catalogue_rule(const struct catalogue *c,
                                            size_t rule)
{
    struct slot *slot = &c->slots[rule];
    if (!slot->module)
        load(slot, rule);
    return &slot->rule;
}
