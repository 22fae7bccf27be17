/* `majorant prove`: every claim and proof step, proved or tried in numbers. */
#include "cli/commands.h"

#include "cli/certify.h"
#include "cli/core_proofs.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/proof_file.h"
#include "cli/proofs.h"
#include "cli/refuted.h"
#include "cli/signals.h"
#include "cli/stored_proofs.h"
#include "cli/tasks.h"
#include "cli/vacuity.h"
#include "cli/watch.h"
#include "eval/evaluator.h"
#include "report/report.h"
#include "verify/campaign.h"

#include <stdlib.h>
#include <string.h>

enum {
    PROVE_TRIALS = 60,   /* of what is not proved, in each case */
    PATIENT_SECONDS = 30 /* of --time: searches may be longer than usual */
};

/* Lines tried for a link in the rounds that share --time. */
static const size_t efforts[] = {PROVER_QUICK, 1500, PROVER_THOROUGH};
enum { ROUNDS = sizeof efforts / sizeof *efforts };

/* --engine: which of the two is asked; a claim is of the core if it proves it.
 */
enum engine { ENGINE_KERNEL = 1, ENGINE_CORE, ENGINE_BOTH };

struct proving {
    const struct options *options;
    enum engine engine;
    struct tasks tasks;
    struct proofs *proofs;
    struct core_proofs *core;     /* NULL unless the core is asked */
    struct stored_proofs *stored; /* NULL unless they are to be written */
    struct run *run;              /* one result for each link of each claim */
    struct watch watch;
    struct deadline deadline;
    struct ladder_options ladder;
    struct refuted refuted; /* before proofs are tried */
    struct diag *diag;
    bool disagreed;
    int written; /* EXIT_EXPECTED, unless the certificates failed */
};

static void note_disagreement(struct proving *p, const char *reason)
{
    certify_tell_disagreement(reason);
    p->disagreed = true;
}

/* ---- proofs ---- */

/* What a search over ranges has left of it. */
static void add_remaining(const struct proving *p, struct result *r,
                          size_t link)
{
    const struct prover *prover = proofs_prover(p->proofs, r->theorem);
    const char *boxes =
        prover ? prover_remaining(&r->more, prover, r->theorem, r->claim, link)
               : NULL;
    r->remaining = boxes ? xstrdup(boxes) : NULL;
}

static void add_link(struct proving *p, const struct task *task, size_t claim,
                     size_t link)
{
    const struct theorem *t = spec_theorem(task->spec);
    const struct proved_link of = {t, claim, link};
    const struct proved *proved = proofs_of(p->proofs, t);
    const char *citing = NULL, *trusting = NULL;
    const bool is_core =
        p->core && core_proofs_has(p->core, &of, &citing, &trusting);
    const bool has = is_core || proved_has(proved, &of);
    struct result *r = run_add(p->run);
    result_init(r, task->spec, claim, link);
    r->verdict = has ? WORD_PROVED : WORD_UNDECIDED;
    r->is_of_core = is_core;
    r->citing = citing ? xstrdup(citing) : NULL;
    r->trusting = trusting ? xstrdup(trusting) : NULL;
    struct hunt *fallen = refuted_hunt(&p->refuted, t, claim);
    if (fallen && has)
        note_disagreement(p, "a claim is proved, and certified to be false");
    else if (fallen)
        hunt_note(r, fallen->search.stage, link, fallen->search.outcome.bits);
    else if (!has)
        add_remaining(p, r, link);
    if (!has)
        return;
    r->proof =
        is_core ? buffer_text("by the core%s%s%s%s%s",
                              trusting ? " (trusting " : "",
                              trusting ? trusting : "", trusting ? ")" : "",
                              citing ? ", citing " : "", citing ? citing : "")
                : proved_summary(proved, &of);
}

/* ---- what says nothing ---- */

/* No trial has met the assumptions: perhaps none can. */
static bool may_be_empty(const struct result *r)
{
    return r->verdict != WORD_VIOLATED && r->theorem->nassumptions > 0 &&
           r->tally.rejected == r->tally.trials;
}

static void show_look(void *context, const struct task *task)
{
    struct proving *p = context;
    if (watch_is_due(&p->watch))
        watch_tell(&p->watch, "file %zu of %zu, whether sides have values; %s",
                   tasks_file(&p->tasks, task), tasks_files(&p->tasks),
                   spec_theorem(task->spec)->name);
}

/* Assumptions that contradict each other, and links without a value. */
static void note_vacuous(struct proving *p)
{
    for (size_t i = 0; i < p->run->count; i++) {
        struct result *r = &p->run->results[i];
        struct prover *prover = proofs_prover(p->proofs, r->theorem);
        if (!prover || !may_be_empty(r) || proofs_were_given_up(p->proofs) ||
            !prover_contradicts(prover, r->theorem))
            continue;
        r->is_empty = true;
        r->verdict = WORD_VACUOUS;
    }
    vacuity_look(p->run, &p->tasks, &p->ladder, show_look, p);
}

/*
 * What a few cheap trials find false is not worth a long search for a proof.
 * Cases may be large, and their values costly: only the built-in campaign.
 */
static void find_doubted(const struct proving *p, const struct task *task,
                         bool *doubted)
{
    const double most_work = 2e5;
    struct checker checker = {.ask = certify_ask, .share = CHECKER_SAMPLE};
    const struct campaign_options options = {
        .checker = &checker, .ladder = p->ladder, .jobs = 1, .work = most_work};
    struct run found = {0};
    if (!spec_is_campaign(task->spec))
        return;
    /* a fault of the input is told when the trials that count are run */
    LOCAL_DIAG diag = diag_new();
    if (campaign_run(&found, task->spec, task->wanted, &options, diag) == ST_OK)
        for (size_t i = 0; i < found.count; i++)
            if (found.results[i].verdict == WORD_VIOLATED)
                doubted[found.results[i].claim] = true;
    run_clear(&found);
}

struct attempt {
    struct prover *prover;
    const struct theorem *theorem;
    const bool *asked, *doubted;
    size_t effort;
};

static void try_theorem(void *context)
{
    const struct attempt *a = context;
    prover_doubt(a->prover, a->doubted);
    prover_named(a->prover, a->theorem, a->asked, a->effort);
}

static bool attempt_task(const struct proving *p, struct prover *prover,
                         size_t number, size_t round)
{
    const struct task *task = &p->tasks.items[number];
    const struct theorem *t = spec_theorem(task->spec);
    LOCAL_FREE bool *doubted = xcalloc(2 * t->nclaims + 1, sizeof *doubted);
    bool *asked = doubted + t->nclaims, any = false;
    const bool is_shared = p->options->time > 0;
    const size_t effort = is_shared ? efforts[round] : PROVER_THOROUGH;
    if (effort > PROVER_QUICK)
        find_doubted(p, task, doubted);
    for (size_t c = 0; c < t->nclaims; c++) {
        const bool refuted = refuted_hunt(&p->refuted, t, c) != NULL;
        asked[c] = task->wanted[c] && !refuted;
        doubted[c] = doubted[c] || refuted;
        any = any || asked[c];
    }
    if (is_shared)
        prover_set_round(prover, round, round + 1 < ROUNDS);
    struct attempt attempt = {prover, t, asked, doubted, effort};
    return !any || eval_try(try_theorem, &attempt);
}

struct replay {
    const struct proving *proving;
    size_t set;
};

static void replay_stored(void *context)
{
    const struct replay *r = context;
    stored_proofs_replay(r->proving->stored, r->set);
}

/* In a thread of its own, as all that it calls. */
static bool attempt_set(void *context, struct prover *prover, size_t set,
                        size_t round)
{
    const struct proving *p = context;
    struct replay replay = {p, set};
    bool is_whole = !p->stored || round > 0 || eval_try(replay_stored, &replay);
    if (p->core && round == 0)
        core_proofs_attempt(p->core, set);
    if (p->engine == ENGINE_CORE)
        return is_whole;
    for (size_t task = proofs_first_task(p->proofs, set);
         task != PROOFS_NO_TASK && is_whole;
         task = proofs_next_task(p->proofs, task))
        is_whole = attempt_task(p, prover, task, round);
    return is_whole;
}

/* Steps first, then claims, as a proof is read. */
static void add_theorem(struct proving *p, const struct task *task)
{
    const struct theorem *t = spec_theorem(task->spec);
    for (size_t i = 0; i < p->run->count; i++)
        if (p->run->results[i].theorem == t)
            return; /* another case of it */
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t c = 0; c < t->nclaims; c++)
            for (size_t k = 0; k < t->claims[c].nlinks; k++)
                if (task->wanted[c] && t->claims[c].is_step == (pass == 0))
                    add_link(p, task, c, k);
}

static size_t rounds_of(const struct proving *p)
{
    return p->options->time > 0 ? ROUNDS : 1;
}

static bool is_told_to_stop(const struct proving *p)
{
    return proofs_were_stopped(p->proofs) || p->ladder.stop(p->ladder.context);
}

/* A claim is done in the last round; sets may be of lemmas alone, no tasks. */
static void show_progress(void *context, size_t set, size_t round)
{
    struct proving *p = context;
    const size_t sets = proofs_sets(p->proofs);
    const size_t turn = round * sets + set;
    const size_t last = (rounds_of(p) - 1) * sets;
    struct watch_share share = {.files = tasks_files(&p->tasks),
                                .done = (double)turn / (double)(last + sets),
                                .end = p->deadline.at};
    const struct task *now = NULL;
    if (!watch_is_due(&p->watch))
        return;
    for (size_t i = 0; i < sets; i++)
        for (size_t k = proofs_first_task(p->proofs, i); k != PROOFS_NO_TASK;
             k = proofs_next_task(p->proofs, k)) {
            const size_t links = task_links(&p->tasks.items[k]);
            share.of += links;
            share.claims += last + i < turn ? links : 0;
            now = !now || i <= set ? &p->tasks.items[k] : now;
        }
    share.file = now ? tasks_file(&p->tasks, now) : 0;
    watch_tell_share(&p->watch, &share,
                     now ? spec_theorem(now->spec)->name : "");
}

/* What was proved on the core, as a file. */
static void write_records(struct proving *p)
{
    const struct buffer *text = core_proofs_text(p->core);
    if (text->length == 0)
        output_note("nothing was proved: %s is not written",
                    p->options->output);
    else if (!output_file(p->options->output, text))
        p->written = EXIT_USAGE;
}

/* The certificates that were asked for. */
static void write_proofs(struct proving *p)
{
    if (p->stored && !proofs_were_given_up(p->proofs))
        p->written = stored_proofs_write(p->stored);
    else if (p->stored)
        output_note("stopped in the midst of a proof: nothing is stored");
    if (p->options->output && p->engine == ENGINE_CORE)
        write_records(p);
    else if (p->options->output && p->written == EXIT_EXPECTED)
        p->written = proof_file_write(p->options->output, &p->tasks, p->proofs);
}

/* ST_INPUT: nothing was attempted. */
static enum status attempt_all(struct proving *p)
{
    enum status st = ST_OK;
    char *reason = NULL;
    if (p->options->update)
        st = stored_proofs_read(&p->stored, &p->tasks, p->proofs, p->options);
    if (st != ST_OK)
        return st;
    if (p->options->time >= PATIENT_SECONDS)
        proofs_set_patient(p->proofs);
    if (p->engine != ENGINE_KERNEL)
        p->core = core_proofs_new(p->options, &p->tasks, p->proofs, &p->ladder);
    proofs_set_rounds(p->proofs, rounds_of(p));
    watch_start(&p->watch, p->options->progress, 0);
    proofs_set_tick(p->proofs, show_progress);
    proofs_run(p->proofs, options_jobs(p->options), attempt_set, p);
    watch_end(&p->watch);
    if (p->core && !core_proofs_replay(p->core, &reason))
        note_disagreement(p, reason);
    free(reason);
    return p->stored ? stored_proofs_tell(p->stored) : ST_OK;
}

static enum status try_numbers(struct proving *p)
{
    const struct numbers_options options = {.ladder = p->ladder,
                                            .all_trials =
                                                p->options->trials.given,
                                            .watch = &p->watch,
                                            .diag = p->diag};
    return numbers_try(p->run, &p->disagreed, &p->tasks, &options);
}

static enum status prove_all(struct proving *p)
{
    double start = signals_clock();
    p->proofs = proofs_new(&p->tasks, &p->ladder);
    refuted_find(&p->refuted, &p->tasks, &p->ladder);
    p->disagreed = p->disagreed || p->refuted.disagreed;
    enum status st = attempt_all(p);
    for (size_t i = 0; i < p->tasks.count && st == ST_OK; i++)
        add_theorem(p, &p->tasks.items[i]);
    p->run->stopped = proofs_were_given_up(p->proofs);
    if (st == ST_OK && !is_told_to_stop(p))
        st = try_numbers(p);
    if (st == ST_OK && !is_told_to_stop(p))
        note_vacuous(p);
    watch_end(&p->watch);
    p->run->stopped = p->run->stopped || is_told_to_stop(p);
    if (st == ST_OK)
        write_proofs(p);
    stored_proofs_free(p->stored);
    core_proofs_free(p->core);
    proofs_free(p->proofs);
    refuted_clear(&p->refuted);
    p->run->seconds = signals_clock() - start;
    for (size_t i = 0; i < p->run->count; i++)
        result_expect_of_theorem(&p->run->results[i]);
    if (p->run->stopped)
        verdict_leave(p->run);
    verdict_expectations(p->run, p->options->strict);
    return st;
}

/* ---- the command ---- */

/* Whether the other engine was not asked of a claim that is to hold. */
static bool may_ask_core(const struct proving *p)
{
    size_t i = 0;

    while (i < p->run->count && (p->run->results[i].ok ||
                                 p->run->results[i].verdict != WORD_UNDECIDED))
        i++;
    return p->engine == ENGINE_KERNEL && !p->run->stopped && i < p->run->count;
}

static int write_report(const struct proving *p, report_writer *format)
{
    int status = verdict_exit_status(p->run);
    LOCAL_BUFFER text = buffer_new();
    if (format == report_plain) {
        report_proof(&text, p->run);
        if (may_ask_core(p))
            buffer_add(&text, "with --engine auto the core looks for proofs of "
                              "what is open, too (slower)\n");
        buffer_make_text(&text, false);
    } else {
        format(&text, p->run);
    }
    if (!output_stdout(&text))
        status = EXIT_USAGE;
    else if (p->written != EXIT_EXPECTED)
        status = p->written;
    return p->disagreed ? EXIT_INTERNAL : status;
}

/* Measured facts are no theorems, nor are questions for a constant. */
static void pass_over_others(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        const struct theorem *t = spec_theorem(tasks->items[i].spec);
        for (size_t c = 0; c < t->nclaims; c++)
            if (t->claims[c].is_observation || t->claims[c].has_hole)
                tasks->items[i].wanted[c] = false;
    }
}

static int prove_files(const struct options *o, enum engine engine,
                       report_writer *format)
{
    LOCAL(run_clear) struct run run = {0};
    struct options few = *o; /* numbers are only a second opinion here */
    struct proving p = {
        .options = o, .engine = engine, .run = &run, .diag = diag_new()};
    p.deadline.at = o->time > 0 ? signals_clock() + o->time : 0;
    p.ladder = tasks_ladder(o, &p.deadline);
    if (!few.trials.given)
        few.trials = (struct option_number){true, PROVE_TRIALS};
    run.seed = o->seed.given ? o->seed.value : CASE_DEFAULT_SEED;
    enum status st = tasks_make(&p.tasks, &few, p.diag);
    if (st == ST_OK) {
        pass_over_others(&p.tasks);
        st = prove_all(&p);
    }
    output_diag(p.diag);
    int status = st == ST_OK ? write_report(&p, format) : tasks_exit_status(st);
    status = tasks_end_status(&p.tasks, status);
    tasks_clear(&p.tasks);
    diag_free(p.diag);
    return status;
}

static bool read_engine(enum engine *out, const struct options *o)
{
    static const struct {
        const char *name;
        enum engine engine;
    } engines[] = {{"kernel", ENGINE_KERNEL},
                   {"core", ENGINE_CORE},
                   {"auto", ENGINE_BOTH}};
    *out = o->engine ? 0 : ENGINE_KERNEL;
    for (size_t i = 0; o->engine && i < sizeof engines / sizeof *engines; i++)
        if (strcmp(o->engine, engines[i].name) == 0)
            *out = engines[i].engine;
    if (*out == 0)
        output_error("--engine: '%s' is none of kernel, core, auto", o->engine);
    else if (*out == ENGINE_BOTH && o->output)
        output_error("-o: certificates are of one engine, kernel or core");
    else if (*out != ENGINE_KERNEL && o->update)
        output_error("--update: what is stored are proofs of --engine kernel");
    else
        return true;
    return false;
}

int command_prove(const struct options *o)
{
    enum engine engine;
    report_writer *format = report_find_writer(o->format);
    if (!format)
        return output_refuse("--format: '%s' is none of " REPORT_FORMATS,
                             o->format);
    if (o->count == 0)
        return output_refuse("prove: no file was named");
    if (o->output && !output_is_writable(o->output))
        return EXIT_USAGE;
    if (!read_engine(&engine, o))
        return EXIT_USAGE;
    return prove_files(o, engine, format);
}
