/* What `check` does, file by file. */
#include "cli/check_run.h"

#include "cli/certify.h"
#include "cli/fallback.h"
#include "cli/output.h"
#include "cli/quick.h"
#include "cli/report_page.h"
#include "cli/signals.h"
#include "cli/stored.h"
#include "cli/watch.h"
#include "report/brief.h"
#include "verify/campaign.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- progress ---- */

/* What the threads tell of a long trial; the last one that spoke is shown. */
struct progress {
    struct watch watch;
    atomic_uint_least64_t trial;
    atomic_long bits;
    atomic_size_t done, all; /* all 0: nobody spoke of a trial begun since */
    uint64_t begun;
    struct watch_share share;
    double trials, of; /* before this case; in all */
    uint64_t jobs;     /* trials begun that may not be over */
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
    LOCAL_BUFFER line = buffer_new();
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
    const uint64_t over = begun > p->jobs ? begun - p->jobs : 0;
    p->share.done = (p->trials + (double)over) / p->of;
    watch_tell_share(&p->watch, &p->share, line.text);
}

static void show_proofs(void *context, size_t done, size_t sets)
{
    struct progress *p = context;
    if (!watch_is_due(&p->watch))
        return;
    LOCAL_BUFFER line = buffer_new();
    buffer_printf(&line, "proofs: %zu of %zu attempted", done, sets);
    watch_tell_share(&p->watch, &p->share, line.text);
}

static void note_tasks(struct progress *p, const struct tasks *tasks)
{
    p->share.files = tasks_files(tasks);
    for (size_t i = 0; i < tasks->count; i++) {
        p->share.of += task_links(&tasks->items[i]);
        p->of += (double)spec_trials(tasks->items[i].spec);
    }
}

/* ---- the run ---- */

static const char *const shares[] = {/* ORDER: enum checker_share */
                                     "sample", "all", "none"};

bool check_find_share(enum checker_share *out, const char *name)
{
    *out = CHECKER_SAMPLE;
    for (size_t i = 0; name && i < sizeof shares / sizeof shares[0]; i++)
        if (strcmp(shares[i], name) == 0) {
            *out = (enum checker_share)i;
            return true;
        }
    return name == NULL;
}

struct checking {
    const struct options *options;
    struct campaign_options campaign;
    struct progress progress;
    struct tasks *extra;
    bool is_whole, agreed;
    size_t left_out; /* -x: cases of the last file */
    struct diag *diag;
};

/* Those of a file alone; they stand together. */
static struct tasks tasks_of(const struct tasks *tasks, size_t module)
{
    struct tasks own = {.modules = &tasks->modules[module], .nmodules = 1};
    size_t first = 0;
    while (first < tasks->count &&
           spec_module(tasks->items[first].spec) != own.modules[0])
        first++;
    own.items = tasks->items + first;
    while (first + own.count < tasks->count &&
           spec_module(own.items[own.count].spec) == own.modules[0])
        own.count++;
    return own;
}

/* Whether a trial refutes what is not expected to be violated. */
static bool is_refuted(const struct run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->results[i].verdict == WORD_VIOLATED &&
            run->results[i].expected != WORD_VIOLATED)
            return true;
    return false;
}

/* -x: what comes behind the first claim that a trial refutes is left out. */
static enum status run_trials(struct checking *c, struct run *run,
                              struct tasks *tasks)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < tasks->count && st == ST_OK && !run->evidence; i++) {
        st = campaign_run(run, tasks->items[i].spec, tasks->items[i].wanted,
                          &c->campaign, c->diag);
        c->progress.trials += (double)spec_trials(tasks->items[i].spec);
        c->progress.share.claims += task_links(&tasks->items[i]);
        if (c->options->fail_first && is_refuted(run)) {
            c->left_out = tasks->count - i - 1;
            tasks->count = i + 1;
        }
    }
    watch_end(&c->progress.watch);
    return st;
}

/* Trials, what is stored, brief attempts at proofs, searches. */
static enum status run_file(struct checking *c, struct run *run,
                            struct tasks *tasks)
{
    const struct options *o = c->options;
    enum status st = run_trials(c, run, tasks);
    /* They are of the claims, not of one case or of other sizes. */
    if (st == ST_OK && !run->evidence && c->is_whole && !o->case_name &&
        !o->dims)
        st = stored_run(run, tasks, o);
    if (st == ST_OK && !run->evidence && !run->stopped && c->is_whole)
        c->agreed = fallback_before_proofs(run, tasks, &c->campaign.ladder);
    if (st == ST_OK && !run->evidence && !run->stopped && c->is_whole &&
        c->agreed)
        st = quick_prove(run, tasks, o, &c->campaign.ladder, show_proofs,
                         &c->progress, &c->agreed);
    watch_end(&c->progress.watch);
    if (run->stopped)
        verdict_leave(run);
    verdict_expectations(run, o->strict);
    c->agreed = c->agreed && run->evidence == NULL;
    if (run->evidence)
        certify_tell_disagreement(run->evidence);
    if (st == ST_OK && c->agreed && c->is_whole) {
        c->agreed =
            fallback_run(run, tasks, c->extra, &c->campaign.ladder, c->diag);
        verdict_expectations(run, o->strict);
    }
    return st;
}

static enum status run_module(struct checking *c, struct run *run,
                              const struct tasks *tasks, size_t module,
                              const struct check_listener *listener,
                              bool *is_last)
{
    struct tasks own = tasks_of(tasks, module);
    const double start = signals_clock();
    struct run file;
    if (own.count == 0)
        return ST_OK;
    c->progress.share.file++;
    file = (struct run){0};
    file.seed = run->seed;
    enum status st = run_file(c, &file, &own);
    file.seconds = signals_clock() - start;
    if (st == ST_OK && c->agreed && file.count > 0 && listener->tell)
        listener->tell(listener->context, &file);
    *is_last = c->options->fail_first && !brief_is_as_expected(&file);
    run_append(run, &file);
    return st;
}

/* Results of `drop` lines come last, whichever file they are of. */
static void put_drops_last(struct run *run)
{
    LOCAL_FREE struct result *sorted = xcalloc(run->count + 1, sizeof *sorted);
    size_t count = 0;
    for (int drops = 0; drops < 2; drops++)
        for (size_t i = 0; i < run->count; i++)
            if (run->results[i].is_drop == (drops == 1))
                sorted[count++] = run->results[i];
    for (size_t i = 0; i < count; i++)
        run->results[i] = sorted[i];
}

static struct checking checking_of(const struct options *o, struct keep *keep,
                                   struct checker *checker,
                                   struct deadline *deadline)
{
    *checker = (struct checker){.ask = certify_ask};
    (void)check_find_share(&checker->share, o->recheck);
    struct ladder_options ladder = tasks_ladder(o, deadline);
    ladder.every_ratio = keep_ledger(keep) != NULL;
    return (struct checking){.options = o,
                             .is_whole = !o->trial.given && !keep_is_part(keep),
                             .agreed = true,
                             .campaign = {.checker = checker,
                                          .ledger = keep_ledger(keep),
                                          .ladder = ladder,
                                          .jobs = options_jobs(o),
                                          .has_trial = o->trial.given,
                                          .trial = o->trial.value,
                                          .progress = show_progress}};
}

enum status check_run(struct run *run, struct tasks *extra,
                      const struct tasks *tasks, const struct options *o,
                      struct keep *keep, const struct check_listener *listener,
                      bool *agreed, struct diag *diag)
{
    const double start = signals_clock();
    struct deadline deadline = {.at = o->time > 0 ? start + o->time : 0};
    struct checker checker;
    struct checking c = checking_of(o, keep, &checker, &deadline);
    c.extra = extra;
    c.diag = diag;
    c.campaign.progress_context = &c.progress;
    note_tasks(&c.progress, tasks);
    c.progress.jobs = c.campaign.jobs;
    c.progress.share.end = deadline.at;
    watch_start(&c.progress.watch, o->progress, 0);
    if (c.progress.watch.is_wanted) {
        c.campaign.ladder.pulse = note_pulse;
        c.campaign.ladder.pulse_context = &c.progress;
    }
    if (!o->no_filter && ladder_filter_refusal())
        output_note("trials go without the filter: %s",
                    ladder_filter_refusal());
    run->seed = o->seed.given ? o->seed.value : CASE_DEFAULT_SEED;
    enum status st = ST_OK;
    bool is_last = false;
    size_t files = 0;
    for (; files < tasks->nmodules && st == ST_OK && c.agreed && !is_last;
         files++)
        st = run_module(&c, run, tasks, files, listener, &is_last);
    if (is_last && (c.left_out > 0 || files < tasks->nmodules))
        output_note("-x: not looked at: cases of this file: %zu, files: %zu",
                    c.left_out, tasks->nmodules - files);
    put_drops_last(run);
    run->tools = report_page_tools();
    run->seconds = signals_clock() - start;
    *agreed = c.agreed;
    return st;
}
