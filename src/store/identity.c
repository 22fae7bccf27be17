#include "store/identity.h"

#include "base/rng.h"
#include "lang/unparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void identity_clear(struct identity *identity)
{
    for (size_t i = 0; i < identity->count; i++) {
        free(identity->items[i].name);
        free(identity->items[i].value);
    }
    free(identity->items);
    *identity = (struct identity){0};
}

static void add(struct identity *identity, const char *name, const char *value)
{
    APPEND(identity->items, identity->count) =
        (struct identity_entry){.name = xstrdup(name), .value = xstrdup(value)};
}

void identity_hash(char out[IDENTITY_HASH_CHARS + 1], const char *text)
{
    snprintf(out, IDENTITY_HASH_CHARS + 1, "%016llx%016llx",
             (unsigned long long)rng_key(0, text),
             (unsigned long long)rng_key(1, text));
}

/* ---- what a task is ---- */

static void print_case(struct buffer *out, const struct ast_item *item)
{
    struct ast_item bare = *item;
    bare.lines = xcalloc(item->nlines + 1, sizeof *bare.lines);
    bare.nlines = 0;
    for (size_t i = 0; i < item->nlines; i++)
        if (!item->lines[i].decl)
            bare.lines[bare.nlines++] = item->lines[i];
    unparse_item(out, &bare);
    free(bare.lines);
}

void identity_case_text(struct buffer *out, const struct spec *spec)
{
    const struct module *module = spec_module(spec);
    for (size_t i = 0; i < module_cases(module); i++) {
        const struct case_item *item = module_case(module, i);
        struct span span = spec_span(spec);
        if (!spec_is_campaign(spec) &&
            strcmp(item->item->of, spec_theorem(spec)->name) == 0 &&
            span.source == item->item->span.source &&
            item->item->span.begin <= span.begin &&
            span.end <= item->item->span.end)
            print_case(out, item->item);
    }
}

/* "n in 1..6, d in 4..4" */
static void print_sizes(struct buffer *out, const struct spec *spec)
{
    const struct theorem *t = spec_theorem(spec);
    for (size_t i = 0; i < t->ndims; i++) {
        int64_t lo, hi;
        bool is_named;
        spec_dim_range(spec, i, &lo, &hi, &is_named);
        buffer_printf(out, "%s%s in %lld..%lld", i ? ", " : "",
                      t->dims[i]->name, (long long)lo, (long long)hi);
    }
}

static void print_claims(struct buffer *out, const struct store_task *task)
{
    const struct theorem *t = spec_theorem(task->spec);
    for (size_t i = 0; i < t->nclaims; i++)
        if (task->wanted[i])
            buffer_printf(out, "%s%s", out->length ? " " : "",
                          t->claims[i].name);
}

/* Adds "WHAT of THEOREM.CASE"; the text is emptied. */
static void add_text(struct identity *identity, const char *what,
                     const struct spec *spec, struct buffer *value)
{
    LOCAL_BUFFER name = buffer_new();
    buffer_printf(&name, "%s of %s.%s", what, spec_theorem(spec)->name,
                  spec_name(spec));
    add(identity, name.text, value->text ? value->text : "");
    buffer_reset(value);
}

/* The same with the hash of the text. */
static void add_hash(struct identity *identity, const char *what,
                     const struct spec *spec, struct buffer *text)
{
    char hash[IDENTITY_HASH_CHARS + 1];
    identity_hash(hash, text->text ? text->text : "");
    buffer_reset(text);
    buffer_add(text, hash);
    add_text(identity, what, spec, text);
}

static void add_task(struct identity *identity, const struct store_task *task)
{
    const struct spec *spec = task->spec;
    const struct theorem *t = spec_theorem(spec);
    LOCAL_BUFFER text = buffer_new();
    buffer_add(&text, t->source->path);
    add_text(identity, "the file", spec, &text);
    print_claims(&text, task);
    add_text(identity, "the claims", spec, &text);
    buffer_printf(&text, "%llu", (unsigned long long)spec_seed(spec));
    add_text(identity, "the seed", spec, &text);
    buffer_printf(&text, "%llu", (unsigned long long)spec_trials(spec));
    add_text(identity, "the number of trials", spec, &text);
    print_sizes(&text, spec);
    add_text(identity, "the sizes", spec, &text);
    module_statements(&text, spec_module(spec), t);
    add_hash(identity, "the hash of the statement", spec, &text);
    identity_case_text(&text, spec);
    add_hash(identity, "the hash of the case", spec, &text);
    buffer_printf(&text, "%016llx", (unsigned long long)spec_data_mark(spec));
    add_text(identity, "the hash of the data", spec, &text);
}

void identity_of_plan(struct identity *out, const struct store_plan *plan)
{
    for (size_t i = 0; i < plan->nsettings; i++)
        add(out, plan->settings[i].name, plan->settings[i].value);
    for (size_t i = 0; i < plan->ntasks; i++)
        add_task(out, &plan->tasks[i]);
}

/* ---- in a data base ---- */

static enum status take_entry(void *context, struct database *d,
                              sqlite3_stmt *row)
{
    (void)d;
    add(context, database_text(row, 0), database_text(row, 1));
    return ST_OK;
}

enum status identity_read(struct identity *out, struct database *d)
{
    return database_each(d, take_entry, out,
                         "SELECT name, value FROM identity ORDER BY place", "");
}

enum status identity_write(const struct identity *identity, struct database *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < identity->count && st == ST_OK; i++)
        st = database_do(
            d, "INSERT INTO identity(place, name, value) VALUES(?1, ?2, ?3)",
            "itt", (int64_t)i, identity->items[i].name,
            identity->items[i].value);
    return st;
}

enum status identity_match(struct database *d, const struct identity *there,
                           const struct identity *own)
{
    for (size_t i = 0; i < there->count && i < own->count; i++) {
        const struct identity_entry *a = &there->items[i], *b = &own->items[i];
        if (strcmp(a->name, b->name) != 0)
            return database_fault(d,
                                  "the store is of another run: it has %s, "
                                  "this run has %s",
                                  a->name, b->name);
        if (strcmp(a->value, b->value) != 0)
            return database_fault(d,
                                  "the store is of another run: %s is '%s' "
                                  "there and '%s' here",
                                  a->name, a->value, b->value);
    }
    if (there->count != own->count)
        return database_fault(d,
                              "the store is of another run: it has %s cases "
                              "than this one",
                              there->count > own->count ? "more" : "fewer");
    return ST_OK;
}
