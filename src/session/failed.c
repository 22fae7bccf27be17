/* An entry has a line "THEOREM.CLAIM" for each such claim of its file. */
#include "session/failed.h"

#include "base/file.h"
#include "session/cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 22 };

static char *path_of(const struct module *module)
{
    return cache_path(module_source(module)->path, "last failed");
}

static void add_claim(struct buffer *out, const struct theorem *t, size_t claim)
{
    buffer_printf(out, "%s.%s\n", t->name, t->claims[claim].name);
}

/* The file's entry behind an empty line; that line alone if there is none. */
static void read_entry(struct buffer *out, const struct module *module)
{
    const char *reason;
    LOCAL_FREE char *path = path_of(module);
    buffer_init(out);
    buffer_add_char(out, '\n');
    if (!path || access(path, R_OK) != 0 ||
        file_read(out, path, MOST_BYTES, &reason) != ST_OK) {
        buffer_reset(out);
        buffer_add_char(out, '\n');
    }
}

static bool is_listed(const struct buffer *entry, const struct theorem *t,
                      size_t claim)
{
    LOCAL_BUFFER line = buffer_new();
    buffer_add_char(&line, '\n');
    add_claim(&line, t, claim);
    return strstr(entry->text, line.text) != NULL;
}

/* ---- those of last time ---- */

/* Those of the wanted claims (or in their place); how many they are. */
static size_t mark_listed(bool *listed, const struct task *task)
{
    const struct theorem *t = spec_theorem(task->spec);
    struct buffer entry;
    size_t count = 0;
    read_entry(&entry, spec_module(task->spec));
    for (size_t c = 0; c < t->nclaims; c++) {
        listed[c] = task->wanted[c] && is_listed(&entry, t, c);
        count += listed[c];
    }
    buffer_clear(&entry);
    return count;
}

static bool is_any_listed(const struct tasks *tasks)
{
    bool any = false;
    for (size_t i = 0; i < tasks->count && !any; i++) {
        const struct theorem *t = spec_theorem(tasks->items[i].spec);
        LOCAL_FREE bool *listed = xcalloc(t->nclaims + 1, sizeof *listed);
        any = mark_listed(listed, &tasks->items[i]) > 0;
    }
    return any;
}

void failed_choose(const struct session *s, struct tasks *tasks)
{
    size_t left = 0;
    if (!is_any_listed(tasks)) {
        session_note(s, "--last-failed: nothing is known to have come out "
                        "otherwise than expected; all is checked");
        return;
    }
    for (size_t i = 0; i < tasks->count; i++) {
        const struct task task = tasks->items[i];
        if (mark_listed(task.wanted, &task) > 0) {
            tasks->items[left++] = task;
        } else {
            spec_free(task.spec);
            free(task.wanted);
        }
    }
    tasks->count = left;
}

/* ---- to be remembered ---- */

enum { LOOKED_AT = 1, FAILED = 2 };

/* What is known of each claim: LOOKED_AT, and FAILED in some case. */
static void note_results(unsigned char *known, const struct run *run,
                         const struct theorem *t)
{
    for (size_t i = 0; i < run->count; i++) {
        const struct result *r = &run->results[i];
        if (r->theorem == t)
            known[r->claim] |=
                (unsigned char)(LOOKED_AT | (r->ok ? 0 : FAILED));
    }
}

/* What was not looked at stays as it was. */
static void add_theorem(struct buffer *now, const struct buffer *before,
                        const struct run *run, const struct theorem *t)
{
    LOCAL_FREE unsigned char *known = xcalloc(t->nclaims + 1, sizeof *known);
    note_results(known, run, t);
    for (size_t c = 0; c < t->nclaims; c++)
        if (known[c] & FAILED || (!known[c] && is_listed(before, t, c)))
            add_claim(now, t, c);
}

static void remember_file(const struct module *module, const struct run *run)
{
    struct buffer before;
    LOCAL_FREE char *path = path_of(module);
    read_entry(&before, module);
    LOCAL_BUFFER now = buffer_new();
    for (size_t i = 0; i < module_theorems(module); i++)
        add_theorem(&now, &before, run, module_theorem(module, i));
    if (path && now.length == 0)
        (void)unlink(path);
    else if (path && strcmp(now.text, before.text + 1) != 0)
        cache_write(path, &now);
    buffer_clear(&before);
}

void failed_remember(const struct tasks *tasks, const struct run *run)
{
    for (size_t i = 0; i < tasks->nmodules; i++)
        remember_file(tasks->modules[i], run);
}
