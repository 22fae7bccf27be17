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

size_t catalogue_count(void)
{
    return catalogue_rows_count;
}

bool catalogue_is_later(size_t rule)
{
    return catalogue_rows[rule].is_later;
}

const char *catalogue_name(size_t rule)
{
    return rule < catalogue_count() ? catalogue_rows[rule].name : "no rule";
}

size_t catalogue_find(const char *name)
{
    for (size_t i = 0; i < catalogue_count(); i++)
        if (strcmp(catalogue_rows[i].name, name) == 0)
            return i;
    return catalogue_count();
}

const char *catalogue_text(size_t rule)
{
    return catalogue_rows[rule].text;
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
    struct buffer messages;
    buffer_init(&messages);
    enum status st = module_load_text(&module, "<catalogue>",
                                      catalogue_text(rule), NULL, diag);
    diag_print(diag, &messages);
    ENSURE(st == ST_OK, messages.text ? messages.text : "catalogue");
    ENSURE(module_theorems(module) == 1, "catalogue: a row is no theorem");
    take_apart(&slot->rule, module_theorem(module, 0));
    slot->module = module;
    buffer_clear(&messages);
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
