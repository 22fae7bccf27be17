#include "cli/commands.h"

#include "cli/certify.h"
#include "cli/fallback.h"
#include "cli/keep.h"
#include "cli/output.h"
#include "cli/quick.h"
#include "cli/report_page.h"
#include "cli/signals.h"
#include "cli/stored.h"
#include "cli/tasks.h"
#include "cli/watch.h"
#include "report/report.h"
#include "verify/campaign.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- progress ---- */

/* What the threads tell of a long trial; the last one that spoke is shown. */
struct progress {
    struct watch watch;
    atomic_uint_least64_t trial;
    atomic_long bits;
    atomic_size_t done, all; /* all 0: nobody spoke of a trial begun since */
    uint64_t begun;
};

static void note_pulse(void *context, uint64_t trial, long bits, size_t done,
                       size_t all)
{
    struct progress *p = context;
    atomic_store_explicit(&p->trial, trial, memory_order_relaxed);
    atomic_store_explicit(&p->bits, bits, memory_order_relaxed);
    atomic_store_explicit(&p->done, done, memory_order_relaxed);
    atomic_store_explicit(&p->all, all, memory_order_relaxed);
}

static void show_progress(void *context, const struct spec *spec,
                          uint64_t begun, uint64_t total)
{
    struct progress *p = context;
    if (!watch_is_due(&p->watch))
        return;
    struct buffer line;
    buffer_init(&line);
    if (begun != p->begun)
        atomic_store(&p->all, 0);
    p->begun = begun;
    size_t all = atomic_load(&p->all);
    buffer_printf(&line, "%s %s: %llu of %llu trials begun",
                  spec_theorem(spec)->name, spec_name(spec),
                  (unsigned long long)begun, (unsigned long long)total);
    if (all > 0)
        buffer_printf(&line,
                      "; in trial %llu %zu of %zu operations at %ld bits",
                      (unsigned long long)atomic_load(&p->trial),
                      atomic_load(&p->done), all, atomic_load(&p->bits));
    watch_tell(&p->watch, "%s", line.text);
    buffer_clear(&line);
}

/* ---- the run ---- */

static long cap_of(const struct options *o)
{
    return o->prec_max.given ? (long)o->prec_max.value : LADDER_DEFAULT_CAP;
}

static const char *const shares[] = {/* ORDER: enum checker_share */
                                     "sample", "all", "none"};

static bool find_share(enum checker_share *out, const char *name)
{
    *out = CHECKER_SAMPLE;
    for (size_t i = 0; name && i < sizeof shares / sizeof shares[0]; i++)
        if (strcmp(shares[i], name) == 0) {
            *out = (enum checker_share)i;
            return true;
        }
    return name == NULL;
}

static enum status run_tasks(struct run *run, struct tasks *tasks,
                             const struct options *o, struct keep *keep,
                             bool *agreed, struct diag *diag)
{
    double start = signals_clock();
    struct deadline deadline = {.at = o->time > 0 ? start + o->time : 0};
    struct progress progress = {.all = 0};
    watch_start(&progress.watch, o->progress, 0);
    struct checker checker = {.ask = certify_ask};
    (void)find_share(&checker.share, o->recheck);
    const struct campaign_options campaign = {
        .checker = &checker,
        .ledger = keep_ledger(keep),
        .ladder = {.no_filter = o->no_filter,
                   .every_ratio = keep_ledger(keep) != NULL,
                   .prec_max = cap_of(o),
                   .integral_max = o->prec_max.given ? 0 : LADDER_INTEGRAL_CAP,
                   .stop = signals_stop,
                   .context = &deadline,
                   .pulse = progress.watch.is_wanted ? note_pulse : NULL,
                   .pulse_context = &progress},
        .jobs = options_jobs(o),
        .has_trial = o->trial.given,
        .trial = o->trial.value,
        .progress = show_progress,
        .progress_context = &progress};
    enum status st = ST_OK;
    if (!o->no_filter && ladder_filter_refusal())
        fprintf(stderr, "majorant: note: trials go without the filter: %s\n",
                ladder_filter_refusal());
    keep_set_stop(keep, signals_stop, &deadline);
    run->seed = o->seed.given ? o->seed.value : CASE_DEFAULT_SEED;
    for (size_t i = 0; i < tasks->count && st == ST_OK && !run->evidence; i++)
        st = campaign_run(run, tasks->items[i].spec, tasks->items[i].wanted,
                          &campaign, diag);
    watch_end(&progress.watch);
    bool is_whole = !o->trial.given && !keep_is_part(keep);
    /* They are of the claims, not of one case or of other sizes. */
    if (st == ST_OK && !run->evidence && is_whole && !o->case_name && !o->dims)
        st = stored_run(run, tasks, o);
    *agreed = true;
    if (st == ST_OK && !run->evidence && !run->stopped && is_whole)
        st = quick_prove(run, tasks, o, &campaign.ladder, agreed);
    if (run->stopped)
        verdict_leave(run);
    verdict_expectations(run, o->strict);
    run->tools = report_page_tools();
    *agreed = *agreed && run->evidence == NULL;
    if (run->evidence)
        certify_tell_disagreement(run->evidence);
    if (st == ST_OK && *agreed && is_whole) {
        *agreed = fallback_run(run, tasks, &campaign.ladder, diag);
        verdict_expectations(run, o->strict);
    }
    run->seconds = signals_clock() - start;
    return st;
}

static bool wants_colour(const struct options *o)
{
    const char *no_colour = getenv("NO_COLOR");
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

/* The exit status: that of the verdicts, unless they cannot be told. */
static int report(const struct run *run, const struct options *o,
                  const struct keep *keep, report_writer *format)
{
    struct buffer text;
    int status = exit_status(run);
    buffer_init(&text);
    if (run->part && format == report_plain)
        keep_print_part(&text, keep, o, run);
    else if (format == report_plain)
        report_text(&text, run, wants_colour(o));
    else
        format(&text, run);
    if (o->output && !output_file(o->output, &text))
        status = EXIT_USAGE;
    else if (!o->output && !output_stdout(&text))
        status = EXIT_USAGE;
    buffer_clear(&text);
    return status;
}

static int check_tasks(const struct options *o, report_writer *format)
{
    struct diag *diag = diag_new();
    struct tasks tasks;
    struct keep keep;
    struct run run;
    bool agreed = true;
    if (!keep_start(&keep, o)) {
        diag_free(diag);
        return EXIT_USAGE;
    }
    run_init(&run);
    enum status st = tasks_make(&tasks, o, diag);
    const int refusal = tasks_exit_status(st);
    st = keep_open(&keep, &tasks, o, st);
    if (st == ST_OK)
        st = run_tasks(&run, &tasks, o, &keep, &agreed, diag);
    if (st == ST_OK && agreed)
        st = keep_results(&keep, &run);
    output_diag(diag);
    int status = refusal;
    if (!keep_failed(&keep) && st == ST_OK && !keep_is_helper(&keep))
        status = report(&run, o, &keep, format);
    status = tasks_end_status(&tasks, status);
    if (!agreed)
        status = EXIT_INTERNAL;
    if (keep_is_helper(&keep)) /* what is wrong, rank 0 meets as well */
        status = EXIT_EXPECTED;
    keep_close(&keep, status);
    run_clear(&run);
    tasks_clear(&tasks);
    diag_free(diag);
    return status;
}

int command_check(const struct options *o)
{
    report_writer *format = report_find_writer(o->format);
    if (!format) {
        output_error("--format: '%s' is none of " REPORT_FORMATS, o->format);
        return EXIT_USAGE;
    }
    enum checker_share share;
    if (!find_share(&share, o->recheck)) {
        output_error("--recheck: '%s' is none of all, sample, none",
                     o->recheck);
        return EXIT_USAGE;
    }
    if (o->count == 0) {
        output_error("check: no file was named");
        return EXIT_USAGE;
    }
    if (!keep_check_options(o))
        return EXIT_USAGE;
    if (o->output && !output_is_writable(o->output))
        return EXIT_USAGE;
    return check_tasks(o, format);
}
