/* Every claim and proof step: proved, or tried in numbers. */
#include "session/prove.h"

#include "draft/goal.h"
#include "eval/evaluator.h"
#include "session/core_proofs.h"
#include "session/numbers.h"
#include "session/proof_file.h"
#include "session/stored_proofs.h"
#include "session/vacuity.h"
#include "verify/campaign.h"

#include <stdlib.h>

/* Of --time: searches may be longer than usual. */
enum { PATIENT_SECONDS = 30 };

/* Lines tried for a link in the rounds that share --time. */
static const size_t efforts[] = {PROVER_QUICK, 1500, PROVER_THOROUGH};
enum { ROUNDS = sizeof efforts / sizeof *efforts };

struct proving {
    const struct session *session;
    const struct prove_options *options;
    const struct tasks *tasks;
    struct proofs *proofs;
    struct core_proofs *core;     /* NULL unless the core is asked */
    struct stored_proofs *stored; /* NULL unless they are to be written */
    struct run *run;              /* one result for each link of each claim */
    struct deadline deadline;
    struct ladder_options ladder;
    struct hunts hunts;
    struct diag *diag;
    int written; /* EXIT_EXPECTED, unless the certificates failed */
};

/* ---- results ---- */

/* What a search over ranges has left of it. */
static void add_remaining(const struct proving *p, struct result *r)
{
    const struct prover *prover = proofs_prover(p->proofs, r->theorem);
    const char *boxes = prover ? prover_remaining(&r->more, prover, r->theorem,
                                                  r->claim, result_link(r))
                               : NULL;
    r->remaining = boxes ? xstrdup(boxes) : NULL;
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
                if (task->wanted[c] && t->claims[c].is_step == (pass == 0)) {
                    struct result *r = run_add(p->run);
                    result_init(r, task->spec, c, k);
                    r->verdict = WORD_UNDECIDED;
                }
}

static void take_proofs(struct proving *p)
{
    for (size_t i = 0; i < p->run->count; i++) {
        struct result *r = &p->run->results[i];
        const bool fell = r->verdict == WORD_VIOLATED;
        if (core_proofs_take(p->core, r)) {
            if (fell)
                hunts_contradict(&p->hunts, r);
            continue;
        }
        if (!proofs_take(p->proofs, p->session, r))
            p->hunts.disagreed = true;
        if (r->verdict != WORD_UNDECIDED)
            continue;
        add_remaining(p, r);
        core_proofs_tell(p->core, r);
    }
}

/* ---- what says nothing ---- */

/* No trial has met the assumptions: perhaps none can. */
static bool may_be_empty(const struct result *r)
{
    return r->verdict != WORD_VIOLATED && r->theorem->nassumptions > 0 &&
           r->tally.rejected == r->tally.trials;
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
    vacuity_look(p->run, p->tasks, p->session, &p->ladder);
}

/* ---- attempts, in threads of their own ---- */

/*
 * What a few cheap trials find false is not worth a long search for a proof.
 * Cases may be large, and their values costly: only the built-in campaign.
 */
static void find_doubted(const struct proving *p, const struct task *task,
                         bool *doubted)
{
    const double most_work = 2e5;
    const struct campaign_options options = {.checker = &certify_checker,
                                             .ladder = p->ladder,
                                             .jobs = 1,
                                             .work = most_work};
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
                         const struct task *task, size_t round)
{
    const struct theorem *t = spec_theorem(task->spec);
    LOCAL_FREE bool *doubted = xcalloc(2 * t->nclaims + 1, sizeof *doubted);
    bool *asked = doubted + t->nclaims, any = false;
    const bool is_shared = p->session->time > 0;
    const size_t effort = is_shared ? efforts[round] : PROVER_THOROUGH;
    if (effort > PROVER_QUICK)
        find_doubted(p, task, doubted);
    for (size_t c = 0; c < t->nclaims; c++) {
        const struct result *r = run_find(p->run, t, c, 0, NULL);
        const bool refuted = r && r->verdict == WORD_VIOLATED;
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

static bool attempt_set(void *context, struct prover *prover, size_t set,
                        size_t round)
{
    const struct proving *p = context;
    struct replay replay = {p, set};
    bool is_whole = !p->stored || round > 0 || eval_try(replay_stored, &replay);
    if (p->core && round == 0)
        core_proofs_attempt(p->core, set);
    if (p->options->engine == ENGINE_CORE)
        return is_whole;
    size_t count;
    const struct proofs_member *m = proofs_members(p->proofs, set, &count);
    for (size_t i = 0; i < count && is_whole; i++)
        is_whole = !m[i].task || attempt_task(p, prover, m[i].task, round);
    return is_whole;
}

/* ---- the run ---- */

static size_t rounds_of(const struct proving *p)
{
    return p->session->time > 0 ? ROUNDS : 1;
}

static bool is_told_to_stop(const struct proving *p)
{
    return proofs_were_stopped(p->proofs) || p->ladder.stop(p->ladder.context);
}

/* A claim is done in the last round; sets may be of lemmas alone, no tasks. */
static void show_progress(void *context, size_t set, size_t round)
{
    const struct proving *p = context;
    const size_t sets = proofs_sets(p->proofs);
    const size_t turn = round * sets + set;
    const size_t last = (rounds_of(p) - 1) * sets;
    struct session_share share = {.files = tasks_files(p->tasks),
                                  .done = (double)turn / (double)(last + sets),
                                  .end = p->deadline.at};
    const struct task *now = NULL;
    if (!session_is_due(p->session))
        return;
    for (size_t i = 0; i < sets; i++) {
        size_t count;
        const struct proofs_member *m = proofs_members(p->proofs, i, &count);
        for (size_t k = 0; k < count; k++) {
            const size_t links = m[k].task ? task_links(m[k].task) : 0;
            share.of += links;
            share.claims += last + i < turn ? links : 0;
            now = m[k].task && (!now || i <= set) ? m[k].task : now;
        }
    }
    share.file = now ? tasks_file(p->tasks, now) : 0;
    session_tell(p->session, &share, "%s",
                 now ? spec_theorem(now->spec)->name : "");
}

/* What was proved on the core, as a file. */
static void write_records(struct proving *p)
{
    const struct buffer *text = core_proofs_text(p->core);
    if (text->length == 0)
        session_note(p->session, "nothing was proved: %s is not written",
                     p->options->certificates);
    else if (!session_write(p->session, p->options->certificates, text))
        p->written = EXIT_USAGE;
}

/* The certificates that were asked for. */
static void write_proofs(struct proving *p)
{
    const char *path = p->options->certificates;
    if (p->stored && !proofs_were_given_up(p->proofs))
        p->written = stored_proofs_write(p->stored);
    else if (p->stored)
        session_note(p->session,
                     "stopped in the midst of a proof: nothing is stored");
    if (path && p->options->engine == ENGINE_CORE)
        write_records(p);
    else if (path && p->written == EXIT_EXPECTED)
        p->written = proof_file_write(path, p->session, p->proofs);
}

/* ST_INPUT: nothing was attempted. */
static enum status attempt_all(struct proving *p)
{
    const struct session *s = p->session;
    enum status st = ST_OK;
    LOCAL_FREE char *reason = NULL;
    if (s->update)
        st = stored_proofs_read(&p->stored, p->tasks, p->proofs, s);
    if (st != ST_OK)
        return st;
    if (p->options->engine != ENGINE_KERNEL)
        p->core = core_proofs_new(s, p->options->explains, p->tasks, p->proofs,
                                  &p->ladder);
    const struct proofs_work work = {.jobs = session_jobs(s),
                                     .rounds = rounds_of(p),
                                     .is_patient = s->time >= PATIENT_SECONDS,
                                     .attempt = attempt_set,
                                     .tick = show_progress,
                                     .context = p};
    proofs_run(p->proofs, &work);
    session_quiet(s);
    if (p->core && !core_proofs_replay(p->core, &reason)) {
        certify_tell_disagreement(s, reason);
        p->hunts.disagreed = true;
    }
    return p->stored ? stored_proofs_tell(p->stored) : ST_OK;
}

static enum status prove_all(struct proving *p)
{
    for (size_t i = 0; i < p->tasks->count; i++)
        add_theorem(p, &p->tasks->items[i]);
    hunts_before_proofs(&p->hunts);
    enum status st = attempt_all(p);
    if (st == ST_OK)
        take_proofs(p);
    p->run->stopped = proofs_were_given_up(p->proofs);
    if (st == ST_OK && !is_told_to_stop(p))
        st = numbers_try(&p->hunts, p->diag);
    if (st == ST_OK && !is_told_to_stop(p))
        note_vacuous(p);
    session_quiet(p->session);
    p->run->stopped = p->run->stopped || is_told_to_stop(p);
    if (st == ST_OK)
        write_proofs(p);
    return st;
}

static void judge(struct run *run, bool is_strict)
{
    for (size_t i = 0; i < run->count; i++)
        result_expect_of_theorem(&run->results[i]);
    if (run->stopped)
        verdict_leave(run);
    verdict_expectations(run, is_strict);
}

enum status prove_run(struct run *run, int *status, const struct tasks *tasks,
                      const struct session *s,
                      const struct prove_options *options, struct diag *diag)
{
    const double start = session_clock();
    struct proving p = {.session = s,
                        .options = options,
                        .tasks = tasks,
                        .run = run,
                        .deadline = session_deadline(s),
                        .diag = diag};
    p.ladder = session_ladder(&p.deadline);
    p.proofs = proofs_new(tasks, &p.ladder);
    p.hunts = (struct hunts){.session = s,
                             .ladder = &p.ladder,
                             .tasks = tasks,
                             .run = run,
                             .of_theorems = true};
    run->seed = s->seed.given ? s->seed.value : CASE_DEFAULT_SEED;
    const enum status st = prove_all(&p);
    stored_proofs_free(p.stored);
    core_proofs_free(p.core);
    proofs_free(p.proofs);
    run->seconds = session_clock() - start;
    judge(run, s->strict);
    if (p.hunts.disagreed || p.written != EXIT_EXPECTED)
        *status = p.hunts.disagreed ? EXIT_INTERNAL : p.written;
    return st;
}

void prove_choose(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        const struct theorem *t = spec_theorem(tasks->items[i].spec);
        for (size_t c = 0; c < t->nclaims; c++)
            if (t->claims[c].is_observation || t->claims[c].has_hole)
                tasks->items[i].wanted[c] = false;
    }
}

void prove_want_steps(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        const struct theorem *t = spec_theorem(tasks->items[i].spec);
        bool *wanted = tasks->items[i].wanted;
        for (size_t c = 0; c < t->nclaims; c++)
            wanted[c] = goal_is_needed(t, wanted, c);
    }
    prove_choose(tasks);
}

enum status prove_tasks(struct tasks *tasks, const struct session *s,
                        struct diag *diag)
{
    struct session few = *s; /* numbers are only a second opinion here */
    if (!few.trials.given)
        few.trials = (struct option_number){true, PROVE_TRIALS};
    const enum status st = tasks_make(tasks, &few, diag);
    prove_choose(tasks);
    return st;
}
