#include "cli/keep.h"

#include "base/folder.h"
#include "cli/output.h"
#include "verify/ladder.h"
#include "verify/verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEEP_MAX_PARTS = 1000000 };

/* ---- options ---- */

/* "i/N" with 1 <= i <= N. */
static bool read_parts(struct keep *keep, const char *text)
{
    unsigned long long part = 0, parts = 0;
    int end = 0;
    if (text[strspn(text, "0123456789/")] != '\0' ||
        sscanf(text, "%9llu/%9llu%n", &part, &parts, &end) != 2 ||
        text[end] != '\0')
        return false;
    keep->part = part - 1;
    keep->parts = parts;
    return part >= 1 && part <= parts && parts <= KEEP_MAX_PARTS;
}

bool keep_check_options(const struct options *o)
{
    struct keep keep = {0};
    if (o->output && folder_has_ending(o->output, ".bound"))
        return output_error("-o: %s is a .bound file", o->output);
    if (o->store && folder_has_ending(o->store, ".bound"))
        return output_error("--store: %s is a .bound file", o->store);
    if (o->store && o->output && session_same_file(o->store, o->output))
        return output_error("-o and --store are the same file: %s", o->store);
    if (o->store && o->session.trial.given)
        return output_error("--store: %s replays one trial and keeps nothing",
                            "--trial");
    if (o->mpi && o->shard)
        return output_error("--mpi does not go with %s", "--shard");
    if (o->mpi && !o->store)
        return output_error("%s needs --store", "--mpi");
    if (!o->shard)
        return true;
    if (!read_parts(&keep, o->shard))
        return output_error("--shard: '%s' is not i/N with 1 <= i <= N",
                            o->shard);
    if (!o->store)
        return output_error("--shard %s needs --store", o->shard);
    const char *format = o->format ? o->format : "text";
    if (keep.parts > 1 && strcmp(format, "text") != 0 &&
        strcmp(format, "json") != 0)
        return output_error("--shard: a part of a run has no %s report",
                            format);
    return true;
}

/* ---- the run's identity ---- */

static const char *share_of(const struct options *o)
{
    return o->recheck ? o->recheck : "sample";
}

static void make_plan(struct keep_plan *room, const struct tasks *tasks,
                      const struct options *o)
{
    if (o->session.prec_max.given)
        buffer_printf(&room->cap, "%llu",
                      (unsigned long long)o->session.prec_max.value);
    else
        buffer_add(&room->cap, "default");
    room->tasks = xcalloc(tasks->count, sizeof *room->tasks);
    for (size_t i = 0; i < tasks->count; i++)
        room->tasks[i] = (struct store_task){.spec = tasks->items[i].spec,
                                             .wanted = tasks->items[i].wanted};
    room->settings[0] =
        (struct store_setting){"the version of majorant", MAJORANT_VERSION};
    room->settings[1] = (struct store_setting){"--prec-max", room->cap.text};
    room->settings[2] = (struct store_setting){"--recheck", share_of(o)};
    bool filters = !o->session.no_filter && !ladder_filter_refusal();
    room->settings[3] =
        (struct store_setting){"the filter", filters ? "used" : "not used"};
    room->plan = (struct store_plan){.settings = room->settings,
                                     .nsettings = 4,
                                     .tasks = room->tasks,
                                     .ntasks = tasks->count};
}

/* ---- the store ---- */

static enum status open_store(struct keep *keep, const struct options *o)
{
    char *reason = NULL;
    if (!o->store)
        return ST_OK;
    enum status st =
        store_open(&keep->store, o->store, &keep->plan.plan, &reason);
    if (st != ST_OK)
        output_error("%s", reason);
    else
        store_set_part(keep->store, keep->part, keep->parts);
    free(reason);
    return st;
}

enum status keep_open(struct keep *keep, const struct tasks *tasks,
                      const struct options *o, enum status st)
{
    *keep = (struct keep){.parts = 1};
    buffer_init(&keep->plan.cap);
    if (o->shard && !read_parts(keep, o->shard))
        return ST_INPUT; /* refused before */
    if (st != ST_OK)
        return st;
    make_plan(&keep->plan, tasks, o);
    return open_store(keep, o);
}

void keep_close(struct keep *keep)
{
    store_close(keep->store);
    buffer_clear(&keep->plan.cap);
    free(keep->plan.tasks);
    *keep = (struct keep){0};
}

enum status keep_results(struct keep *keep, struct run *run)
{
    if (keep->parts == 1)
        return keep->store ? store_put_run(keep->store, run) : ST_OK;
    struct buffer text = buffer_new();
    buffer_printf(&text, "%llu/%llu", (unsigned long long)keep->part + 1,
                  (unsigned long long)keep->parts);
    run->part = text.text;
    return ST_OK;
}

void keep_print_part(struct buffer *out, const struct keep *keep,
                     const struct options *o, const struct run *run)
{
    uint64_t kept = 0, all = 0;
    if (store_count(keep->store, &kept, &all) != ST_OK)
        return; /* keep_failed tells */
    buffer_printf(out,
                  "shard %s %s: %s keeps %llu of the %llu trials of the run\n",
                  run->part, run->stopped ? "stopped early" : "is done",
                  o->store, (unsigned long long)kept, (unsigned long long)all);
}

bool keep_failed(const struct keep *keep)
{
    const char *reason = keep->store ? store_reason(keep->store) : NULL;
    if (reason)
        output_error("%s", reason);
    return reason != NULL;
}
