/* Numbers for what is not proved: campaigns, then hill climbing (search/). */
#include "session/numbers.h"

#include "verify/campaign.h"

#include <stdlib.h>
#include <string.h>

struct numbers {
    struct hunts *hunts;
    struct diag *diag;
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

/* Takes over what a campaign found of links that are not proved. */
static void take(struct numbers *n, struct run *found)
{
    for (size_t i = 0; i < found->count; i++) {
        struct result *r = &found->results[i];
        struct result *old =
            run_find(n->hunts->run, r->theorem, r->claim, result_link(r), NULL);
        r->verdict = answer_of(r->verdict);
        if (!old || old->verdict == WORD_PROVED || !tells_more(old, r))
            continue;
        struct result kept = *old;
        *old = *r;
        *r = kept;
        old->remaining = kept.remaining;
        old->more = kept.more;
        old->account = kept.account;
        r->remaining = NULL;
        r->account = NULL;
    }
}

static bool is_open(struct numbers *n, const struct theorem *t, size_t claim)
{
    for (size_t k = 0; k < t->claims[claim].nlinks; k++) {
        const struct result *r = run_find(n->hunts->run, t, claim, k, NULL);
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

static void show_numbers(const struct numbers *n, uint64_t evals)
{
    const struct task *task = n->tried;
    const struct hunts *h = n->hunts;
    session_tell(h->session, NULL,
                 "file %zu of %zu, numbers for what is not proved; "
                 "%s %s: %llu tried",
                 tasks_file(h->tasks, task), tasks_files(h->tasks),
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
    struct hunts *h = n->hunts;
    const struct theorem *t = spec_theorem(task->spec);
    /* Some seconds: of large networks, or up to the cap, 60 are minutes. */
    const double most_work = 5e7;
    LOCAL_FREE bool *wanted = xcalloc(t->nclaims, sizeof *wanted);
    const struct campaign_options options = {
        .checker = &certify_checker,
        .ladder = *h->ladder,
        .jobs = 1,
        .work = h->session->trials.given ? 0 : most_work,
        .progress = show_trials,
        .progress_context = n};
    LOCAL(run_clear) struct run found = {0};
    enum status st = ST_OK;
    n->tried = task;
    if (open_claims(n, task, wanted))
        st = campaign_run(&found, task->spec, wanted, &options, n->diag);
    if (found.evidence) {
        certify_tell_disagreement(h->session, found.evidence);
        h->disagreed = true;
    }
    if (st == ST_OK && !found.evidence)
        take(n, &found);
    h->run->stopped = h->run->stopped || found.stopped;
    return st;
}

/* Whether a trial, not a search, has refuted the link in the task's case. */
static bool fell_by_trial(const struct result *r, const struct task *task)
{
    return r && r->verdict == WORD_VIOLATED &&
           r->first_false < COUNTEREXAMPLE_STORED &&
           strcmp(r->case_name, spec_name(task->spec)) == 0;
}

/*
 * A brief search for a violation: of a claim that is still open, and of links
 * that a trial has refuted, where a simpler instance tells a reader more.
 */
static void hunt_claim(struct numbers *n, const struct task *task, size_t claim)
{
    const struct theorem *t = spec_theorem(task->spec);
    const struct claim *c = &t->claims[claim];
    struct hunts *h = n->hunts;
    if (t->ngivens + t->ndims == 0) /* the one instance was sampled */
        return;
    n->tried = task;
    if (is_open(n, t, claim) && !c->has_hole && !h->run->stopped)
        hunts_claim(h, task, claim, HUNT_ALL_LINKS,
                    c->expect == WORD_VIOLATED ? HUNTS_SECOND : HUNTS_OPEN);
    for (size_t k = 0; k < c->nlinks && !h->run->stopped; k++)
        if (fell_by_trial(run_find(h->run, t, claim, k, NULL), task))
            hunts_claim(h, task, claim, k, HUNTS_SIMPLER);
}

enum status numbers_try(struct hunts *hunts, struct diag *diag)
{
    const struct tasks *tasks = hunts->tasks;
    struct numbers numbers = {.hunts = hunts, .diag = diag};
    enum status st = ST_OK;
    hunts->progress = show_search;
    hunts->context = &numbers;
    for (size_t i = 0; i < tasks->count && st == ST_OK; i++)
        st = sample(&numbers, &tasks->items[i]);
    for (size_t i = 0; i < tasks->count && st == ST_OK; i++) {
        const struct task *task = &tasks->items[i];
        for (size_t c = 0; c < spec_theorem(task->spec)->nclaims; c++)
            if (task->wanted[c])
                hunt_claim(&numbers, task, c);
    }
    hunts->progress = NULL;
    hunts->context = NULL;
    return st;
}
