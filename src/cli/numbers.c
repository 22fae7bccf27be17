/* Numbers for what is not proved: campaigns, then hill climbing (search/). */
#include "cli/numbers.h"

#include "cli/hunt.h"
#include "verify/campaign.h"

#include <stdlib.h>
#include <string.h>

/* What a simpler instance than that of a trial may cost to find. */
#define SIMPLER_WORK 5e6

struct numbers {
    const struct numbers_options *options;
    const struct tasks *tasks;
    struct run *run;
    bool *disagreed;
    size_t last;              /* result that was asked for */
    const struct task *tried; /* for the progress line */
};

/* `prove` never says `holds`. */
static enum verdict_word answer_of(enum verdict_word verdict)
{
    return verdict == WORD_HOLDS || verdict == WORD_VACUOUS ? WORD_UNDECIDED
                                                            : verdict;
}

/* Whether one more case tells more than what is known: a violation does. */
static bool tells_more(const struct result *old, const struct result *found)
{
    return old->verdict != WORD_VIOLATED &&
           (found->verdict == WORD_VIOLATED || old->tally.trials == 0);
}

static bool is_result_of(const struct result *r, const struct theorem *t,
                         size_t claim, size_t link)
{
    return r->theorem == t && r->claim == claim && result_link(r) == link;
}

/* Looked for from the last one on: most are asked for in their order. */
static struct result *result_of(struct numbers *n, const struct theorem *t,
                                size_t claim, size_t link)
{
    const size_t count = n->run->count;
    for (size_t i = 0; i < count; i++) {
        const size_t at = (n->last + i) % count;
        if (is_result_of(&n->run->results[at], t, claim, link)) {
            n->last = at;
            return &n->run->results[at];
        }
    }
    return NULL;
}

/* Takes over what a campaign found of links that are not proved. */
static void take(struct numbers *n, struct run *found)
{
    for (size_t i = 0; i < found->count; i++) {
        struct result *r = &found->results[i];
        struct result *old = result_of(n, r->theorem, r->claim, result_link(r));
        r->verdict = answer_of(r->verdict);
        if (!old || old->verdict == WORD_PROVED || !tells_more(old, r))
            continue;
        struct result kept = *old;
        *old = *r;
        *r = kept;
        old->remaining = kept.remaining;
        old->more = kept.more;
        r->remaining = NULL;
    }
}

static bool is_open(struct numbers *n, const struct theorem *t, size_t claim)
{
    for (size_t k = 0; k < t->claims[claim].nlinks; k++) {
        const struct result *r = result_of(n, t, claim, k);
        if (r && r->verdict != WORD_PROVED && r->verdict != WORD_VIOLATED)
            return true;
    }
    return false;
}

/* The claims of the task that are still open; false: none. */
static bool open_claims(struct numbers *n, const struct task *task,
                        bool *wanted)
{
    const struct theorem *t = spec_theorem(task->spec);
    bool any = false;
    for (size_t c = 0; c < t->nclaims; c++) {
        wanted[c] = task->wanted[c] && is_open(n, t, c);
        any = any || wanted[c];
    }
    return any;
}

static void note_disagreement(struct numbers *n, const char *reason)
{
    certify_tell_disagreement(reason);
    *n->disagreed = true;
}

static void show_numbers(const struct numbers *n, uint64_t evals)
{
    const struct task *task = n->tried;
    if (watch_is_due(n->options->watch))
        watch_tell(n->options->watch,
                   "file %zu of %zu, numbers for what is not proved; "
                   "%s %s: %llu tried",
                   tasks_file(n->tasks, task), tasks_files(n->tasks),
                   spec_theorem(task->spec)->name, spec_name(task->spec),
                   (unsigned long long)evals);
}

static void show_trials(void *context, const struct spec *spec, uint64_t begun,
                        uint64_t total)
{
    (void)spec;
    (void)total;
    show_numbers(context, begun);
}

static void show_search(void *context, const struct ascent_progress *search)
{
    show_numbers(context, search->evals);
}

static enum status sample(struct numbers *n, const struct task *task)
{
    const struct theorem *t = spec_theorem(task->spec);
    /* Some seconds: of large networks, or up to the cap, 60 are minutes. */
    const double most_work = 5e7;
    LOCAL_FREE bool *wanted = xcalloc(t->nclaims, sizeof *wanted);
    struct checker checker = {.ask = certify_ask, .share = CHECKER_SAMPLE};
    const struct campaign_options options = {
        .checker = &checker,
        .ladder = n->options->ladder,
        .jobs = 1,
        .work = n->options->all_trials ? 0 : most_work,
        .progress = show_trials,
        .progress_context = n};
    LOCAL(run_clear) struct run found = {0};
    enum status st = ST_OK;
    n->tried = task;
    if (open_claims(n, task, wanted))
        st = campaign_run(&found, task->spec, wanted, &options,
                          n->options->diag);
    if (found.evidence)
        note_disagreement(n, found.evidence);
    if (st == ST_OK && !found.evidence)
        take(n, &found);
    n->run->stopped = n->run->stopped || found.stopped;
    return st;
}

/*
 * What the search may cost; a claim expected to fail is worth more.  Sizes up
 * to about 4 are reached by small claims only at that price.
 */
static double work_for(const struct theorem *t, size_t claim)
{
    enum { SHARE = 12 };
    const double most = 5e7;
    return t->claims[claim].expect == WORD_VIOLATED ? 0 : most / SHARE;
}

/*
 * A brief search for a violation: of a claim that is still open, or of a link
 * that a trial has refuted, where a simpler instance tells a reader more.
 */
static void hunt(struct numbers *n, const struct task *task, size_t claim,
                 size_t only_link)
{
    const struct theorem *t = spec_theorem(task->spec);
    LOCAL(hunt_clear) struct hunt h;
    const double most = 5e7;
    const double work =
        only_link == HUNT_ALL_LINKS ? work_for(t, claim) : SIMPLER_WORK;
    const struct hunt_options options = {
        .search = {.evals = ASCENT_BRIEF_EVALS,
                   .work = work,
                   .decisions_work = most,
                   .dropped = STAGE_DROP_NONE,
                   .ladder = n->options->ladder,
                   .progress = show_search,
                   .progress_context = n},
        .shrink = true,
        .only_link = only_link};
    n->tried = task;
    hunt_run(&h, task->spec, claim, &options);
    struct result *r = result_of(n, t, claim, h.link);
    if (h.answer == CERTIFY_DISAGREES)
        note_disagreement(n, h.reason);
    if (hunt_has_fallen(&h) && r && r->verdict != WORD_PROVED)
        hunt_note(r, h.search.stage, h.link, h.search.outcome.bits);
    n->run->stopped = n->run->stopped || h.search.stopped;
}

/* Whether a trial, not a search, has refuted the link in the task's case. */
static bool fell_by_trial(const struct result *r, const struct task *task)
{
    return r && r->verdict == WORD_VIOLATED &&
           r->first_false < COUNTEREXAMPLE_STORED &&
           strcmp(r->case_name, spec_name(task->spec)) == 0;
}

static void hunt_claim(struct numbers *n, const struct task *task, size_t claim)
{
    const struct theorem *t = spec_theorem(task->spec);
    if (t->ngivens + t->ndims == 0) /* the one instance was sampled */
        return;
    if (is_open(n, t, claim) && !t->claims[claim].has_hole && !n->run->stopped)
        hunt(n, task, claim, HUNT_ALL_LINKS);
    for (size_t k = 0; k < t->claims[claim].nlinks && !n->run->stopped; k++)
        if (fell_by_trial(result_of(n, t, claim, k), task))
            hunt(n, task, claim, k);
}

enum status numbers_try(struct run *run, bool *disagreed,
                        const struct tasks *tasks,
                        const struct numbers_options *options)
{
    struct numbers numbers = {
        .options = options, .tasks = tasks, .run = run, .disagreed = disagreed};
    enum status st = ST_OK;
    for (size_t i = 0; i < tasks->count && st == ST_OK; i++)
        st = sample(&numbers, &tasks->items[i]);
    for (size_t i = 0; i < tasks->count && st == ST_OK; i++) {
        const struct task *task = &tasks->items[i];
        const struct theorem *t = spec_theorem(task->spec);
        for (size_t c = 0; c < t->nclaims; c++)
            if (task->wanted[c])
                hunt_claim(&numbers, task, c);
    }
    return st;
}
