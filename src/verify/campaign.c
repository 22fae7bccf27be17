#include "verify/campaign_internal.h"

#include "base/ceiling.h"
#include "eval/evaluator.h"
#include "verify/crew.h"

#include <stdlib.h>
#include <string.h>

static bool is_stopped(void *context)
{
    const struct campaign *c = context;
    const struct ladder_options *ladder = &c->options->ladder;
    return atomic_load(&c->failed) ||
           (ladder->stop && ladder->stop(ladder->context));
}

static void tick(void *context, uint64_t done)
{
    struct campaign *c = context;
    const struct ledger *ledger = c->options->ledger;
    if (ledger && ledger->sync(ledger->context) != ST_OK)
        atomic_store(&c->failed, true);
    if (c->options->progress)
        c->options->progress(c->options->progress_context, c->spec,
                             done - c->begin, c->end - c->begin);
}

/* ---- windows ---- */

static void windows_init(struct campaign *c)
{
    c->width = window_width(c->nlinks, FILTER_LANES);
    for (size_t i = 0; i < 2; i++)
        window_init(&c->windows[i], c->width, c->nlinks);
    c->window = &c->windows[0];
}

static void windows_clear(struct campaign *c)
{
    for (size_t i = 0; i < 2; i++)
        window_clear(&c->windows[i]);
}

/* The other window becomes the one being worked on, from trial `begin` on. */
static void open_window(struct campaign *c, uint64_t begin)
{
    struct window *w =
        c->window == &c->windows[0] ? &c->windows[1] : &c->windows[0];
    window_open(w, begin,
                c->end - begin < c->width ? c->end : begin + c->width);
    c->window = w;
}

static void add_trial(struct campaign *c, uint64_t number,
                      const struct trial *trial)
{
    enum admission admission = campaign_admission(trial);
    const bool is_new = admission == ADMISSION_ADMITTED &&
                        instance_set_add(c->admitted, trial->instance);
    if (c->drawn)
        (void)instance_set_add(c->drawn, trial->instance);
    for (size_t i = 0; i < c->nlinks; i++)
        extremes_add(c->extremes, &c->run->results[c->first_result + i], i,
                     number, admission, is_new, &trial->outcomes[i]);
}

/* Adds trials up to the first that was given up. */
static enum status add_window(struct campaign *c, struct window *w,
                              struct diag *diag)
{
    for (uint64_t k = w->begin; k < w->end; k++) {
        struct trial *trial = &w->trials[k - w->begin];
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
        if (trial->state == TRIAL_ELSEWHERE)
            continue;
        if (trial->state == TRIAL_UNTRIED)
            return ST_OK; /* as all after it */
        if (trial->state == TRIAL_IMPOSSIBLE && !spec_is_campaign(c->spec)) {
            diag_error(diag, trial->where, "%s",
                       trial->reason ? trial->reason : "an impossible size");
            return ST_INPUT;
        }
        add_trial(c, k, trial);
    }
    return ST_OK;
}

static void take_kept(void *taker, const struct ledger_trial *kept)
{
    struct campaign *c = taker;
    struct trial *trial = campaign_trial(c, kept->number);
    ENSURE(kept->nlinks == c->nlinks, "campaign: a kept trial has other links");
    trial->state = TRIAL_DONE;
    trial->admission = kept->admission;
    trial->instance = kept->instance;
    memcpy(trial->outcomes, kept->outcomes,
           c->nlinks * sizeof *trial->outcomes);
}

/* Runs what of a window is not kept. */
static enum status run_kept(struct campaign *c, struct crew *crew)
{
    const struct ledger *ledger = c->options->ledger;
    const uint64_t begin = c->window->begin, end = c->window->end;
    enum status st = ledger->load(ledger->context, begin, end, take_kept, c);
    if (st != ST_OK)
        return st;
    (void)crew_run(crew, begin, end);
    return ledger->sync(ledger->context);
}

static enum status run_kept_windows(struct campaign *c, struct crew *crew,
                                    struct diag *diag)
{
    enum status st = ST_OK;
    uint64_t next = c->begin;
    while (st == ST_OK && !c->run->stopped && next < c->end) {
        open_window(c, next);
        st = run_kept(c, crew);
        if (st == ST_OK)
            st = add_window(c, c->window, diag);
        next = c->window->end;
    }
    return st;
}

/* One window is added up while the threads work on the next. */
static enum status run_windows(struct campaign *c, struct crew *crew,
                               struct diag *diag)
{
    enum status st = ST_OK;
    uint64_t next = c->begin;
    struct window *done = NULL;
    do {
        const bool more = next < c->end;
        if (more) {
            open_window(c, next);
            next = c->window->end;
            crew_begin(crew, c->window->begin, next);
        }
        if (done)
            st = add_window(c, done, diag);
        if (st != ST_OK || c->run->stopped)
            atomic_store(&c->failed, true);
        if (more)
            (void)crew_wait(crew);
        done = more ? c->window : NULL;
    } while (done && st == ST_OK && !c->run->stopped);
    return st;
}

/*
 * Trials that a thread takes at a time: as many as the filter takes side by
 * side, where all have the same sizes and there are plenty.  The same with any
 * number of threads, so that the same trials stand side by side.
 */
static size_t batch_of(const struct campaign *c)
{
    const bool plenty = c->end - c->begin >= 4 * FILTER_LANES;
    return plenty && !c->options->ledger && spec_has_fixed_sizes(c->spec) &&
                   ladder_uses_filter(&c->options->ladder)
               ? FILTER_LANES
               : 1;
}

static enum status run_trials(struct campaign *c, struct diag *diag)
{
    const struct crew_work work = {.enter = campaign_enter,
                                   .leave = campaign_leave,
                                   .item = campaign_items,
                                   .stop = is_stopped,
                                   .tick = tick,
                                   .context = c,
                                   .batch = batch_of(c)};
    struct crew *crew = crew_new(&work, c->options->jobs);
    windows_init(c);
    enum status st = c->options->ledger ? run_kept_windows(c, crew, diag)
                                        : run_windows(c, crew, diag);
    c->run->busiest_seconds = crew_free(crew);
    windows_clear(c);
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

/* Whether every instance of a finite domain was drawn. */
static bool is_exhausted(const struct campaign *c)
{
    return c->drawn && instance_set_count(c->drawn) >= spec_domain(c->spec);
}

/*
 * How many different instances a claim is to be seen at.  One trial alone, a
 * case that fixes everything and a whole finite domain count as they stand.
 */
static uint64_t asked_of(const struct campaign *c)
{
    if (c->options->has_trial || spec_is_literal(c->spec) || is_exhausted(c))
        return 0;
    return verdict_asked(spec_trials(c->spec));
}

static void leave_unconfirmed(struct result *r)
{
    r->verdict = WORD_UNDECIDED;
    r->is_unconfirmed = true;
}

/* A violation is one only with the checker's consent. */
static void confirm(struct campaign *c, struct result *r,
                    const struct stage *stage, size_t link)
{
    if (!c->options->checker)
        return;
    char *evidence = NULL;
    enum checker_answer answer =
        campaign_ask(c, stage, link, r->first_false, TRUTH_FALSE, &evidence);
    if (answer == CHECKER_AGREES)
        return;
    leave_unconfirmed(r);
    if (answer == CHECKER_DISAGREES && !c->run->evidence) {
        c->run->evidence = evidence;
        c->run->stopped = true;
    } else {
        free(evidence);
    }
}

/* A link that a trial violates, to be described. */
struct description {
    struct campaign *c;
    struct result *r;
    struct stage_cache *cache;
    size_t link;
};

/* Runs the first violating trial of a link again, to describe it. */
static void try_describe(void *context)
{
    const struct description *d = context;
    struct campaign *c = d->c;
    struct result *r = d->r;
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    enum status st =
        stage_draw(&stage, d->cache, r->first_false, &where, &reason);
    ENSURE(st == ST_OK, "campaign: a trial cannot be drawn again");
    confirm(c, r, stage, d->link);
    r->counterexample = counterexample_new(r->first_false, &stage->x);
    long bits = r->first_false_bits > 2 * LADDER_FIRST_BITS
                    ? r->first_false_bits
                    : 2 * LADDER_FIRST_BITS;
    ladder_sides(&r->counterexample->lhs, &r->counterexample->rhs, stage,
                 d->link, bits);
}

/* False: it was given up, and so are those after it. */
static bool describe(struct campaign *c, struct result *r,
                     struct stage_cache *cache, size_t link, bool gave_up)
{
    struct description d = {c, r, cache, link};
    if (!gave_up && ceiling_try_last(try_describe, &d))
        return true;
    if (!gave_up)
        eval_forget_thread();
    leave_unconfirmed(r);
    r->counterexample = NULL; /* its sides may be half-made */
    c->run->stopped = true;
    return false;
}

static void finish_results(struct campaign *c, double seconds)
{
    bool gave_up = false;
    struct stage_cache *cache = stage_cache_new(c->spec, c->wanted);
    const uint64_t asked = asked_of(c);
    for (size_t i = 0; i < c->nlinks; i++) {
        struct result *r = &c->run->results[c->first_result + i];
        r->seconds = seconds;
        r->coverage.asked = asked;
        extremes_settle(c->extremes, r, i);
        r->verdict = verdict_decide(r, c->options->ladder.prec_max);
        if (r->tally.is_false > 0)
            gave_up = !describe(c, r, cache, i, gave_up);
    }
    if (!gave_up) /* else half-made */
        stage_cache_free(cache);
}

enum status campaign_run(struct run *run, const struct spec *spec,
                         const bool *wanted,
                         const struct campaign_options *options,
                         struct diag *diag)
{
    LOCAL_FREE struct campaign *c = xcalloc(1, sizeof *c);
    c->spec = spec;
    c->wanted = wanted;
    c->options = options;
    c->run = run;
    c->begin = options->has_trial ? options->trial : 0;
    c->end = options->has_trial ? options->trial + 1 : spec_trials(spec);
    double start = campaign_now();
    add_results(c);
    const struct ledger *ledger = options->ledger;
    c->ladder = options->ladder;
    c->ladder.defers = !ledger;
    c->admitted = instance_set_new();
    c->drawn = spec_domain(spec) > 0 ? instance_set_new() : NULL;
    c->extremes = extremes_new(spec, wanted, &options->ladder, c->nlinks);
    enum status st =
        ledger ? ledger->begin(ledger->context, spec, wanted) : ST_OK;
    if (st == ST_OK)
        st = run_trials(c, diag);
    if (st == ST_OK)
        finish_results(c, campaign_now() - start);
    extremes_free(c->extremes);
    instance_set_free(c->admitted);
    instance_set_free(c->drawn);
    return st;
}
