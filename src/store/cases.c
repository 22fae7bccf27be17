#include "store/cases.h"

#include "store/identity.h"

#include <stdlib.h>
#include <string.h>

static const char *keep(struct store_run *out, const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = arena_alloc(out->arena, length);
    memcpy(copy, text, length);
    return copy;
}

/* The value of "the sizes of THEOREM.CASE". */
static const char *sizes_of(struct store_run *out,
                            const struct identity *identity,
                            const struct store_case *c)
{
    const char *found = "";
    LOCAL_BUFFER name = buffer_new();
    buffer_printf(&name, "the sizes of %s.%s", c->theorem, c->name);
    for (size_t i = 0; i < identity->count && !*found; i++)
        if (strcmp(identity->items[i].name, name.text) == 0)
            found = keep(out, identity->items[i].value);
    return found;
}

/* Those of the whole run stand before those of the first case. */
static void take_settings(struct store_run *out,
                          const struct identity *identity)
{
    static const char first[] = "the file of ";
    for (size_t i = 0; i < identity->count; i++) {
        const struct identity_entry *e = &identity->items[i];
        if (strncmp(e->name, first, sizeof first - 1) == 0)
            return;
        out->settings =
            xrealloc(out->settings, out->nsettings + 1, sizeof *out->settings);
        out->settings[out->nsettings++] = (struct store_setting){
            .name = keep(out, e->name), .value = keep(out, e->value)};
    }
}

struct taking {
    struct store_run *out;
    const struct identity *identity;
};

static enum status take_case(void *context, struct database *d, sqlite3_stmt *s)
{
    const struct taking *taking = context;
    struct store_run *out = taking->out;
    (void)d;
    struct store_case c = {.file = keep(out, database_text(s, 0)),
                           .theorem = keep(out, database_text(s, 1)),
                           .name = keep(out, database_text(s, 2)),
                           .text = keep(out, database_text(s, 3)),
                           .statement = keep(out, database_text(s, 4)),
                           .seed = (uint64_t)sqlite3_column_int64(s, 5),
                           .trials = (uint64_t)sqlite3_column_int64(s, 6)};
    c.sizes = sizes_of(out, taking->identity, &c);
    out->cases = xrealloc(out->cases, out->ncases + 1, sizeof *out->cases);
    out->cases[out->ncases++] = c;
    return ST_OK;
}

static enum status take_tools(void *context, struct database *d,
                              sqlite3_stmt *row)
{
    struct store_run *out = context;
    (void)d;
    out->run.tools = xstrdup(database_text(row, 0));
    return ST_OK;
}

enum status cases_read(struct store_run *out, struct database *d)
{
    LOCAL(identity_clear) struct identity identity;
    identity_init(&identity);
    enum status st = identity_read(&identity, d);
    if (st == ST_OK)
        take_settings(out, &identity);
    struct taking taking = {out, &identity};
    if (st == ST_OK)
        st = database_each(
            d, take_case, &taking,
            "SELECT file, theorem, case_name, case_text, statement.text, seed, "
            "trials FROM task JOIN statement ON statement.hash = "
            "task.statement ORDER BY id",
            "");
    if (st == ST_OK)
        st = database_each(d, take_tools, out,
                           "SELECT value FROM note WHERE name = 'tools'", "");
    return st;
}
