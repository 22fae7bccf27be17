/* `majorant check`: its options, a line a file, the report. */
#include "cli/commands.h"

#include "cli/keep.h"
#include "cli/output.h"
#include "cli/ranks.h"
#include "cli/report_page.h"
#include "cli/watch.h"
#include "report/brief.h"
#include "report/report.h"
#include "session/check.h"
#include "session/failed.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ORDER: the words of --color, which bind stronger than where it goes. */
enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER, WHEN_COUNT };

static enum when when_of(const struct options *o)
{
    static const char *const names[WHEN_COUNT] = {"auto", "always", "never"};
    int when = WHEN_AUTO;
    while (o->colour && when < WHEN_COUNT &&
           strcmp(o->colour, names[when]) != 0)
        when++;
    return (enum when)when;
}

static bool wants_colour(const struct options *o)
{
    const char *no_colour = getenv("NO_COLOR");
    if (when_of(o) != WHEN_AUTO)
        return when_of(o) == WHEN_ALWAYS;
    return !o->output && isatty(STDOUT_FILENO) == 1 &&
           (!no_colour || no_colour[0] == '\0');
}

/* A part of the trials says nothing about what was expected. */
static int exit_status(const struct run *run)
{
    if (run->part)
        return run->stopped ? EXIT_STOPPED : EXIT_EXPECTED;
    return verdict_exit_status(run);
}

/* ---- a line for each of several files ---- */

struct lines {
    const struct options *options;
    struct buffer text; /* what is not written yet */
    size_t files, width;
    bool is_wanted, has_failed; /* standard output */
};

static void write_lines(struct lines *lines)
{
    if (lines->options->output)
        return; /* the file is written at the end */
    lines->has_failed = !output_stdout(&lines->text) || lines->has_failed;
    buffer_reset(&lines->text);
}

static bool add_line(void *context, const struct run *file)
{
    struct lines *lines = context;
    const bool colour = wants_colour(lines->options);
    const bool is_as_expected = brief_is_as_expected(file);
    if (!lines->is_wanted)
        return is_as_expected;
    if (lines->files++ == 0 && !lines->options->silent)
        brief_heading(&lines->text, lines->width);
    if (!lines->options->silent)
        brief_file(&lines->text, file, lines->width, colour);
    else if (!is_as_expected)
        report_told(&lines->text, file, NULL, colour);
    buffer_make_text(&lines->text, colour);
    write_lines(lines);
    return is_as_expected;
}

/* Columns of the longest name of a file. */
static size_t width_of(const struct tasks *tasks)
{
    size_t width = 0;
    for (size_t i = 0; i < tasks->count; i++) {
        const struct module *module = spec_module(tasks->items[i].spec);
        const size_t length = strlen(module_source(module)->path);
        width = length > width ? length : width;
    }
    return width;
}

/* Whether they are wanted. */
static void lines_init(struct lines *lines, const struct tasks *tasks,
                       const struct options *o, bool is_text, bool is_part)
{
    *lines = (struct lines){
        .options = o, .text = buffer_new(), .width = width_of(tasks)};
    lines->is_wanted = is_text && !is_part &&
                       (o->silent || (tasks_files(tasks) > 1 && !o->verbose));
}

/* ---- the report ---- */

static void print(struct buffer *text, const struct run *run,
                  const struct options *o, const struct keep *keep,
                  report_writer *format, const struct lines *lines)
{
    if (format != report_plain)
        format(text, run);
    else if (run->part && o->silent && !run->stopped)
        return;
    else if (run->part)
        keep_print_part(text, keep, o, run);
    else if (lines->files > 0 && o->silent)
        return;
    else if (lines->files > 0)
        brief_summary(text, run, lines->files);
    else
        report_text(text, run, wants_colour(o));
}

/* The exit status: that of the verdicts, unless they cannot be told. */
static int report(const struct run *run, const struct options *o,
                  const struct keep *keep, report_writer *format,
                  struct lines *lines)
{
    print(&lines->text, run, o, keep, format, lines);
    if (format == report_plain)
        buffer_make_text(&lines->text, wants_colour(o));
    if (o->output && !output_file(o->output, &lines->text))
        return EXIT_USAGE;
    write_lines(lines);
    return lines->has_failed ? EXIT_USAGE : exit_status(run);
}

/* The results, for a later run. */
static enum status finish(struct keep *keep, const struct tasks *tasks,
                          struct run *run, const struct options *o)
{
    if (!o->session.no_cache && !o->session.trial.given && keep->parts == 1)
        failed_remember(tasks, run);
    return keep_results(keep, run);
}

/* How a run is checked and told. */
struct manner {
    enum checker_share share;
    report_writer *format;
};

/* A shard is told as text. */
static int check_tasks(void *context, const struct options *o, bool is_shard)
{
    const struct manner *manner = context;
    report_writer *format = is_shard ? report_plain : manner->format;
    LOCAL_DIAG diag = diag_new();
    LOCAL(tasks_clear) struct tasks tasks, extra = {0};
    struct session session = o->session;
    struct keep keep;
    LOCAL(run_clear) struct run run = {0};
    struct lines lines;
    struct watch watch;
    bool agreed = true;
    enum status st = tasks_make(&tasks, &session, diag);
    const int refusal = tasks_exit_status(st);
    if (st == ST_OK && o->last_failed)
        failed_choose(&session, &tasks);
    st = keep_open(&keep, &tasks, o, st);
    lines_init(&lines, &tasks, o, format == report_plain, keep.parts > 1);
    const struct check_options options = {
        .ledger = keep.store ? store_ledger(keep.store) : NULL,
        .is_part = keep.parts > 1,
        .share = manner->share,
        .tell = add_line,
        .context = &lines};
    watch_session(&watch, &session, o->progress);
    if (st == ST_OK)
        st = check_run(&run, &extra, &tasks, &session, &options, &agreed, diag);
    run.tools = report_page_tools();
    if (st == ST_OK && agreed)
        st = finish(&keep, &tasks, &run, o);
    output_diag(diag);
    int status = refusal;
    if (!keep_failed(&keep) && st == ST_OK)
        status = report(&run, o, &keep, format, &lines);
    status = tasks_end_status(&tasks, status);
    if (!agreed)
        status = EXIT_INTERNAL;
    keep_close(&keep);
    buffer_clear(&lines.text);
    return status;
}

/* By the name of --recheck; false: it is none of them. */
static bool find_share(enum checker_share *out, const char *name)
{
    static const char *const shares[] = {/* ORDER: enum checker_share */
                                         "sample", "all", "none"};
    size_t i = 0;
    while (name && i < CHECKER_SHARES && strcmp(shares[i], name) != 0)
        i++;
    *out = (enum checker_share)i;
    return i < CHECKER_SHARES;
}

int command_check(const struct options *o)
{
    struct manner manner = {.format = report_find_writer(o->format)};
    if (!manner.format)
        return output_refuse("--format: '%s' is none of " REPORT_FORMATS,
                             o->format);
    if (!find_share(&manner.share, o->recheck))
        return output_refuse("--recheck: '%s' is none of all, sample, none",
                             o->recheck);
    if (when_of(o) == WHEN_COUNT)
        return output_refuse("--color: '%s' is none of auto, always, never",
                             o->colour);
    if (o->silent && o->verbose)
        return output_refuse("-q and -v exclude each other");
    if ((o->session.fail_first || o->last_failed) && o->store)
        return output_refuse(
            "%s leaves out what a stored or shared run is to have",
            o->session.fail_first ? "-x" : "--last-failed");
    if (o->last_failed && o->session.no_cache)
        return output_refuse("--last-failed is remembered in the cache, which "
                             "--no-cache does without");
    if (o->count == 0)
        return output_refuse("check: no file was named");
    if (!keep_check_options(o))
        return EXIT_USAGE;
    if (o->output && !output_is_writable(o->output))
        return EXIT_USAGE;
    return o->mpi ? ranks_check(o, check_tasks, &manner)
                  : check_tasks(&manner, o, false);
}
