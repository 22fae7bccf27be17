#include "verify/campaign.h"

#include "verify/crew.h"

#include <stdlib.h>
#include <time.h>

enum trial_state {
    TRIAL_ABANDONED = 0, /* not begun, or told to stop in it */
    TRIAL_DONE,
    TRIAL_IMPOSSIBLE /* where and reason say why */
};

struct trial {
    enum trial_state state;
    enum admission admission;
    struct link_outcome *outcomes; /* nlinks */
    struct span where;
    char *reason;
    char *evidence; /* the checker disagrees about this trial; or NULL */
};

struct campaign {
    const struct spec *spec;
    const bool *wanted;
    const struct campaign_options *options;
    struct run *run;
    size_t first_result, nlinks; /* results are first_result + link */
    struct trial trials[CAMPAIGN_WINDOW];
    struct link_outcome *outcomes; /* of the whole window */
    uint64_t begin, end;           /* all trials */
    uint64_t window;               /* first trial of the window */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- what the threads do ---- */

static void *thread_enter(void *context)
{
    const struct campaign *c = context;
    return stage_cache_new(c->spec, c->wanted);
}

static void thread_leave(void *context, void *state)
{
    (void)context;
    stage_cache_free(state);
    eval_finish_thread();
}

static bool is_audited(const struct campaign *c, const struct stage *stage,
                       uint64_t number)
{
    const struct checker *checker = c->options->checker;
    if (!checker || checker->share == CHECKER_NONE)
        return false;
    if (checker->share == CHECKER_ALL)
        return true;
    size_t entries = 0;
    for (size_t i = 0; i < stage->x.layout->nslots; i++)
        entries += stage->x.values[i].rows * stage->x.values[i].cols;
    return number % CHECKER_SAMPLE_STEP == 0 &&
           entries <= CHECKER_SAMPLE_ENTRIES;
}

/* Asks the checker about a link; true: it disagrees, with its evidence. */
static enum checker_answer ask(const struct campaign *c,
                               const struct stage *stage, size_t link,
                               uint64_t number, enum truth truth,
                               char **evidence)
{
    const struct result *r = &c->run->results[c->first_result + link];
    const struct checker_question q = {.spec = c->spec,
                                       .claim = r->claim,
                                       .link = r->link ? r->link - 1 : 0,
                                       .x = &stage->x,
                                       .trial = number,
                                       .truth = truth};
    const struct checker *checker = c->options->checker;
    return checker->ask(checker->context, &q, evidence);
}

/* A `?` claim has its own meaning of true, which the checker does not know. */
static void audit(const struct campaign *c, struct trial *trial,
                  const struct stage *stage, uint64_t number)
{
    if (trial->admission != ADMISSION_ADMITTED)
        return;
    for (size_t i = 0; i < c->nlinks && !trial->evidence; i++)
        if (trial->outcomes[i].truth == TRUTH_TRUE &&
            !c->run->results[c->first_result + i].has_hole)
            (void)ask(c, stage, i, number, TRUTH_TRUE, &trial->evidence);
}

static void thread_item(void *context, void *state, uint64_t number)
{
    struct campaign *c = context;
    struct trial *trial = &c->trials[number - c->window];
    struct stage *stage = NULL;
    enum status st =
        stage_draw(&stage, state, number, &trial->where, &trial->reason);
    if (st != ST_OK) {
        trial->state = TRIAL_IMPOSSIBLE;
        return;
    }
    st = ladder_decide(&trial->admission, trial->outcomes, stage,
                       &c->options->ladder);
    trial->state = st == ST_OK ? TRIAL_DONE : TRIAL_ABANDONED;
    if (st == ST_OK && is_audited(c, stage, number))
        audit(c, trial, stage, number);
}

static bool is_stopped(void *context)
{
    const struct ladder_options *ladder =
        &((const struct campaign *)context)->options->ladder;
    return ladder->stop && ladder->stop(ladder->context);
}

static void tick(void *context, uint64_t done)
{
    const struct campaign *c = context;
    if (c->options->progress)
        c->options->progress(c->options->progress_context, c->spec,
                             done - c->begin, c->end - c->begin);
}

/* ---- windows ---- */

static void clear_window(struct campaign *c)
{
    for (size_t i = 0; i < CAMPAIGN_WINDOW; i++) {
        free(c->trials[i].reason);
        free(c->trials[i].evidence);
        c->trials[i] = (struct trial){.outcomes = c->outcomes + i * c->nlinks};
    }
}

static void add_trial(struct campaign *c, uint64_t number,
                      const struct trial *trial)
{
    enum admission admission = trial->state == TRIAL_IMPOSSIBLE
                                   ? ADMISSION_REJECTED
                                   : trial->admission;
    long first = ladder_first_bits(c->options->ladder.prec_max);
    for (size_t i = 0; i < c->nlinks; i++)
        tally_add(&c->run->results[c->first_result + i], number, admission,
                  &trial->outcomes[i], first);
}

/* Adds trials before `end` up to the first that was given up. */
static enum status add_window(struct campaign *c, uint64_t end,
                              struct diag *diag)
{
    for (uint64_t k = c->window; k < end; k++) {
        struct trial *trial = &c->trials[k - c->window];
        if (trial->evidence) {
            c->run->evidence = trial->evidence;
            trial->evidence = NULL;
            c->run->stopped = true;
            return ST_OK;
        }
        if (trial->state == TRIAL_ABANDONED) {
            c->run->stopped = true;
            return ST_OK;
        }
        if (trial->state == TRIAL_IMPOSSIBLE && !spec_is_campaign(c->spec)) {
            diag_error(diag, trial->where, "%s",
                       trial->reason ? trial->reason : "an impossible size");
            return ST_INPUT;
        }
        add_trial(c, k, trial);
    }
    return ST_OK;
}

static enum status run_windows(struct campaign *c, struct diag *diag)
{
    const struct crew_work work = {.enter = thread_enter,
                                   .leave = thread_leave,
                                   .item = thread_item,
                                   .stop = is_stopped,
                                   .tick = tick,
                                   .context = c};
    struct crew *crew = crew_new(&work, c->options->jobs);
    enum status st = ST_OK;
    c->window = c->begin;
    while (st == ST_OK && !c->run->stopped && c->window < c->end) {
        uint64_t end = c->end - c->window < CAMPAIGN_WINDOW
                           ? c->end
                           : c->window + CAMPAIGN_WINDOW;
        clear_window(c);
        uint64_t reached = crew_run(crew, c->window, end);
        st = add_window(c, reached, diag);
        if (reached < end)
            c->run->stopped = true;
        c->window = end;
    }
    crew_free(crew);
    clear_window(c);
    return st;
}

/* ---- results ---- */

static void add_results(struct campaign *c)
{
    const struct theorem *t = spec_theorem(c->spec);
    c->first_result = c->run->count;
    for (size_t i = 0; i < t->nclaims; i++) {
        if (!c->wanted[i])
            continue;
        for (size_t k = 0; k < t->claims[i].nlinks; k++)
            result_init(run_add(c->run), c->spec, i, k);
    }
    c->nlinks = c->run->count - c->first_result;
}

/* A violation is one only with the checker's consent. */
static void confirm(struct campaign *c, struct result *r,
                    const struct stage *stage, size_t link)
{
    if (!c->options->checker)
        return;
    char *evidence = NULL;
    enum checker_answer answer =
        ask(c, stage, link, r->first_false, TRUTH_FALSE, &evidence);
    if (answer == CHECKER_AGREES)
        return;
    r->verdict = WORD_UNDECIDED;
    r->is_unconfirmed = true;
    if (answer == CHECKER_DISAGREES && !c->run->evidence) {
        c->run->evidence = evidence;
        c->run->stopped = true;
    } else {
        free(evidence);
    }
}

/* Runs the first violating trial of a link again, to describe it. */
static void describe(struct campaign *c, struct result *r,
                     struct stage_cache *cache, size_t link)
{
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    enum status st = stage_draw(&stage, cache, r->first_false, &where, &reason);
    ENSURE(st == ST_OK, "campaign: a trial cannot be drawn again");
    confirm(c, r, stage, link);
    r->counterexample = counterexample_new(r->first_false, &stage->x);
    long bits = r->first_false_bits > 2 * LADDER_FIRST_BITS
                    ? r->first_false_bits
                    : 2 * LADDER_FIRST_BITS;
    ladder_sides(&r->counterexample->lhs, &r->counterexample->rhs, stage, link,
                 bits);
}

static void finish_results(struct campaign *c, double seconds)
{
    struct stage_cache *cache = stage_cache_new(c->spec, c->wanted);
    for (size_t i = 0; i < c->nlinks; i++) {
        struct result *r = &c->run->results[c->first_result + i];
        r->seconds = seconds;
        r->verdict = verdict_decide(r, c->options->ladder.prec_max);
        if (r->tally.is_false > 0)
            describe(c, r, cache, i);
    }
    stage_cache_free(cache);
}

enum status campaign_run(struct run *run, const struct spec *spec,
                         const bool *wanted,
                         const struct campaign_options *options,
                         struct diag *diag)
{
    struct campaign *c = xcalloc(1, sizeof *c);
    c->spec = spec;
    c->wanted = wanted;
    c->options = options;
    c->run = run;
    c->begin = options->has_trial ? options->trial : 0;
    c->end = options->has_trial ? options->trial + 1 : spec_trials(spec);
    double start = now();
    add_results(c);
    c->outcomes = xcalloc(CAMPAIGN_WINDOW * c->nlinks, sizeof *c->outcomes);
    enum status st = run_windows(c, diag);
    if (st == ST_OK)
        finish_results(c, now() - start);
    free(c->outcomes);
    free(c);
    return st;
}
