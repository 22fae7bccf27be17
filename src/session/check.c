/* What `check` does, file by file. */
#include "session/check.h"

#include "session/hunts.h"
#include "session/quick.h"
#include "session/stored.h"
#include "verify/campaign.h"

#include <stdatomic.h>
#include <stdlib.h>

/* ---- progress ---- */

/* What the threads tell of a long trial; the last one that spoke is shown. */
struct progress {
    const struct session *session;
    atomic_uint_least64_t trial;
    atomic_long bits;
    atomic_size_t done, all; /* all 0: nobody spoke of a trial begun since */
    uint64_t begun;
    struct session_share share;
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
    if (!session_is_due(p->session))
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
    session_tell(p->session, &p->share, "%s", line.text);
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

struct checking {
    const struct session *session;
    const struct check_options *options;
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
        if (c->session->fail_first && is_refuted(run)) {
            c->left_out = tasks->count - i - 1;
            tasks->count = i + 1;
        }
    }
    session_quiet(c->session);
    return st;
}

/* Trials, what is stored, brief attempts at proofs, searches. */
static enum status run_file(struct checking *c, struct run *run,
                            struct tasks *tasks)
{
    const struct session *s = c->session;
    const struct ladder_options *ladder = &c->campaign.ladder;
    struct hunts hunts = {.session = s,
                          .ladder = ladder,
                          .tasks = tasks,
                          .extra = c->extra,
                          .run = run};
    enum status st = run_trials(c, run, tasks);
    /* They are of the claims, not of one case or of other sizes. */
    if (st == ST_OK && !run->evidence && c->is_whole && !s->case_name &&
        !s->dims)
        st = stored_run(run, tasks, s);
    if (st == ST_OK && !run->evidence && !run->stopped && c->is_whole) {
        hunts_before_proofs(&hunts);
        if (!run->stopped && !hunts.disagreed)
            st = quick_prove(run, tasks, s, ladder, &c->progress.share,
                             &c->agreed);
    }
    session_quiet(s);
    if (run->stopped)
        verdict_leave(run);
    verdict_expectations(run, s->strict);
    c->agreed = c->agreed && !hunts.disagreed && run->evidence == NULL;
    if (run->evidence)
        certify_tell_disagreement(s, run->evidence);
    if (st == ST_OK && c->agreed && c->is_whole) {
        hunts_after_trials(&hunts, c->diag);
        c->agreed = !hunts.disagreed;
        verdict_expectations(run, s->strict);
    }
    return st;
}

static enum status run_module(struct checking *c, struct run *run,
                              const struct tasks *tasks, size_t module,
                              bool *is_last)
{
    const struct check_options *o = c->options;
    struct tasks own = tasks_of(tasks, module);
    const double start = session_clock();
    struct run file;
    if (own.count == 0)
        return ST_OK;
    c->progress.share.file++;
    file = (struct run){0};
    file.seed = run->seed;
    enum status st = run_file(c, &file, &own);
    file.seconds = session_clock() - start;
    if (st == ST_OK && c->agreed && file.count > 0)
        *is_last = !o->tell(o->context, &file) && c->session->fail_first;
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

static enum status run_modules(struct checking *c, struct run *run,
                               const struct tasks *tasks)
{
    enum status st = ST_OK;
    bool is_last = false;
    size_t files = 0;
    for (; files < tasks->nmodules && st == ST_OK && c->agreed && !is_last;
         files++)
        st = run_module(c, run, tasks, files, &is_last);
    if (is_last && (c->left_out > 0 || files < tasks->nmodules))
        session_note(c->session,
                     "-x: not looked at: cases of this file: %zu, files: %zu",
                     c->left_out, tasks->nmodules - files);
    return st;
}

static void listen(struct checking *c, const struct tasks *tasks)
{
    c->progress.session = c->session;
    c->progress.jobs = c->campaign.jobs;
    note_tasks(&c->progress, tasks);
    c->campaign.progress = show_progress;
    c->campaign.progress_context = &c->progress;
    if (c->session->client.is_due) {
        c->campaign.ladder.pulse = note_pulse;
        c->campaign.ladder.pulse_context = &c->progress;
    }
}

enum status check_run(struct run *run, struct tasks *extra,
                      const struct tasks *tasks, const struct session *s,
                      const struct check_options *options, bool *agreed,
                      struct diag *diag)
{
    const double start = session_clock();
    struct deadline deadline = session_deadline(s);
    const struct checker checker = {.ask = certify_ask,
                                    .share = options->share};
    struct checking c = {.session = s,
                         .options = options,
                         .campaign = {.checker = &checker,
                                      .ledger = options->ledger,
                                      .ladder = session_ladder(&deadline),
                                      .jobs = session_jobs(s),
                                      .has_trial = s->trial.given,
                                      .trial = s->trial.value},
                         .extra = extra,
                         .is_whole = !s->trial.given && !options->is_part,
                         .agreed = true,
                         .diag = diag};
    c.campaign.ladder.every_ratio = options->ledger != NULL;
    c.progress.share.end = deadline.at;
    listen(&c, tasks);
    if (!s->no_filter && ladder_filter_refusal())
        session_note(s, "trials go without the filter: %s",
                     ladder_filter_refusal());
    run->seed = s->seed.given ? s->seed.value : CASE_DEFAULT_SEED;
    const enum status st = run_modules(&c, run, tasks);
    put_drops_last(run);
    run->seconds = session_clock() - start;
    *agreed = c.agreed;
    return st;
}
