/* Brief searches, and what they come to in the results of a run. */
#include "session/hunts.h"

#include "certio/certio.h"

#include <stdlib.h>

/*
 * Evaluations of the claim, and what these and the decisions may cost
 * (eval/plan_price.h; 0: whatever they do).  Sizes up to about 4 are reached by
 * small claims only at the price of HUNTS_OPEN.
 */
static const struct {
    uint64_t evals;
    double work, decisions_work;
} budgets[HUNTS_BUDGETS] = {
    [HUNTS_WANTED] = {ASCENT_BRIEF_EVALS, 0, 0},
    [HUNTS_CONSTANT] = {ASCENT_BRIEF_EVALS / 3, 0, 0},
    [HUNTS_CHEAP] = {ASCENT_BRIEF_EVALS / 3, 5e6, 5e6},
    [HUNTS_SECOND] = {ASCENT_BRIEF_EVALS, 0, 5e7},
    [HUNTS_OPEN] = {ASCENT_BRIEF_EVALS, 5e7 / 12, 5e7},
    [HUNTS_SIMPLER] = {ASCENT_BRIEF_EVALS, 5e6, 5e7},
};

/* ---- from a candidate to a result ---- */

static void search(struct hunt *h, struct hunts *n, const struct spec *spec,
                   size_t claim, size_t link, size_t dropped,
                   enum hunts_budget budget)
{
    const struct ascent_options options = {.evals = budgets[budget].evals,
                                           .work = budgets[budget].work,
                                           .decisions_work =
                                               budgets[budget].decisions_work,
                                           .dropped = dropped,
                                           .ladder = *n->ladder,
                                           .progress = n->progress,
                                           .progress_context = n->context};
    hunt_run(h, spec, claim, link, &options);
    n->run->stopped = n->run->stopped || h->search.stopped;
}

/* Shows the evidence of a disagreement. */
static void note_disagreement(struct hunts *n, const struct hunt *h)
{
    LOCAL_BUFFER text = buffer_new();
    certio_write(&text, &h->certificate);
    certify_tell_disagreement(n->session, h->reason);
    if (n->session->client.show)
        n->session->client.show(n->session->client.context, text.text);
    n->disagreed = true;
}

void hunts_contradict(struct hunts *n, const struct result *r)
{
    session_error(n->session,
                  "prover and checker disagree: %s of %s is proved, and "
                  "certified to be false",
                  r->name, r->theorem->name);
    n->disagreed = true;
}

/* A certified violation counts as one more trial. */
static void add_violation(struct hunts *n, struct result *r, struct hunt *h)
{
    if (h->answer == CHECKER_DISAGREES)
        note_disagreement(n, h);
    if (!hunt_has_fallen(h) || !r)
        return;
    if (r->verdict == WORD_PROVED && !r->is_drop)
        hunts_contradict(n, r);
    hunt_note(r, h->search.stage, h->link, h->search.outcome.bits);
}

void hunts_claim(struct hunts *n, const struct task *task, size_t claim,
                 size_t link, enum hunts_budget budget)
{
    const struct theorem *t = spec_theorem(task->spec);
    LOCAL(hunt_clear) struct hunt h;
    search(&h, n, task->spec, claim, link, STAGE_DROP_NONE, budget);
    add_violation(n, run_find(n->run, t, claim, h.link, NULL), &h);
}

/* A larger certified ratio counts as one more trial too. */
static void add_constant(struct result *r, const struct hunt *h)
{
    const struct enclosure *ratio = &h->search.ratio;
    if (ratio->kind != ENCLOSURE_FINITE ||
        (r->constant.kind != ENCLOSURE_NONE &&
         enclosure_compare(ratio, &r->constant) <= 0))
        return;
    r->constant = *ratio;
    r->tally.trials++;
    r->tally.is_true++;
    r->coverage.admitted++;
    if (ratio->lo > 0 && r->verdict == WORD_UNDECIDED &&
        r->tally.unresolved == 0 && !verdict_is_thin(r))
        r->verdict = WORD_HOLDS;
}

/* ---- which results ---- */

/* The task whose case a result is of; of a theorem: its built-in campaign. */
static const struct task *task_of(const struct hunts *n, const struct result *r)
{
    for (size_t i = 0; i < n->tasks->count; i++) {
        const struct task *task = &n->tasks->items[i];
        if (spec_theorem(task->spec) == r->theorem &&
            (n->of_theorems
                 ? spec_is_campaign(task->spec) && task->wanted[r->claim]
                 : spec_name(task->spec) == r->case_name))
            return task;
    }
    return NULL;
}

/* Whether a link of the claim of `r` fell already in the same case. */
static bool has_fallen(const struct hunts *n, const struct result *r)
{
    for (size_t i = 0; i < n->run->count; i++) {
        const struct result *other = &n->run->results[i];
        if (other->theorem == r->theorem && other->claim == r->claim &&
            other->verdict == WORD_VIOLATED && !other->is_drop &&
            (r->scope == EXPECT_OF_CLAIM || other->case_name == r->case_name))
            return true;
    }
    return false;
}

static bool wants_violation(const struct hunts *n, const struct result *r)
{
    const struct task *task = task_of(n, r);
    if (r->has_hole)
        return false;
    /* A case with adversarial() values asks for a search of every claim. */
    if (verdict_is_thin(r) ||
        (task && spec_is_adversarial(task->spec) && r->verdict != WORD_PROVED &&
         r->tally.is_false == 0))
        return true;
    if (r->ok || r->expected != WORD_VIOLATED)
        return false;
    return r->scope == EXPECT_OF_LINK || !has_fallen(n, r);
}

/* A claim about numbers that is still open: a search of it is cheap. */
static bool is_cheap(const struct hunts *n, const struct result *r)
{
    const struct task *task = task_of(n, r);
    return task && spec_is_campaign(task->spec) && !r->is_unconfirmed &&
           r->verdict != WORD_PROVED && r->tally.is_false == 0 &&
           hunt_is_cheap(r->theorem, r->claim);
}

static void search_result(struct hunts *n, struct result *r)
{
    const struct task *task = task_of(n, r);
    const bool wanted = wants_violation(n, r);
    if (!task || (!wanted && !r->has_hole && !is_cheap(n, r)))
        return;
    LOCAL(hunt_clear) struct hunt h;
    search(&h, n, task->spec, r->claim, result_link(r), STAGE_DROP_NONE,
           wanted        ? HUNTS_WANTED
           : r->has_hole ? HUNTS_CONSTANT
                         : HUNTS_CHEAP);
    if (r->has_hole)
        add_constant(r, &h);
    else
        add_violation(n, r, &h);
}

void hunts_before_proofs(struct hunts *n)
{
    for (size_t i = 0; i < n->run->count && !n->run->stopped; i++) {
        struct result *r = &n->run->results[i];
        const struct claim *c = &r->theorem->claims[r->claim];
        if (c->expect == WORD_VIOLATED && (!n->of_theorems || c->nlinks == 1) &&
            is_cheap(n, r))
            search_result(n, r);
    }
}

/* ---- drop lines ---- */

static void name_drop(struct result *r, const struct drop *drop)
{
    const char *assumption = r->theorem->assumptions[drop->assumption].name;
    free(r->name);
    r->name = buffer_text("drop %s: %s", assumption ? assumption : "",
                          r->theorem->claims[drop->claim].name);
    r->link = 0;
    r->is_drop = true;
    r->expected = drop->expect;
    r->scope = EXPECT_OF_LINK;
    r->verdict = WORD_UNDECIDED;
}

static void search_drop(struct hunts *n, const struct spec *spec,
                        const struct drop *drop)
{
    LOCAL(hunt_clear) struct hunt h;
    search(&h, n, spec, drop->claim, HUNT_ALL_LINKS, drop->assumption,
           HUNTS_WANTED);
    struct result *r = run_add(n->run);
    result_init(r, spec, drop->claim, 0);
    name_drop(r, drop);
    add_violation(n, r, &h);
}

/* The built-in campaign of a theorem, which is kept. */
static const struct spec *add_campaign(struct hunts *n, const struct spec *like,
                                       struct diag *diag)
{
    const struct spec_options options = {.has_seed = true,
                                         .seed = spec_seed(like)};
    const struct theorem *t = spec_theorem(like);
    struct spec *spec = NULL;
    if (spec_campaign(&spec, spec_module(like), t, &options, diag) != ST_OK)
        return NULL;
    tasks_add(n->extra, spec, NULL);
    return spec;
}

/* The drop lines about the claims that are wanted of a theorem. */
static void search_drops(struct hunts *n, const struct task *task,
                         struct diag *diag)
{
    const struct theorem *t = spec_theorem(task->spec);
    const struct spec *spec = NULL;
    for (size_t i = 0; i < t->ndrops && !n->run->stopped; i++) {
        if (!task->wanted[t->drops[i].claim])
            continue;
        spec = spec ? spec : add_campaign(n, task->spec, diag);
        if (spec)
            search_drop(n, spec, &t->drops[i]);
    }
}

void hunts_after_trials(struct hunts *n, struct diag *diag)
{
    const size_t results = n->run->count;
    const struct theorem *last = NULL;
    for (size_t i = 0; i < results; i++)
        if (!n->run->stopped)
            search_result(n, &n->run->results[i]);
        else if (wants_violation(n, &n->run->results[i]))
            n->run->results[i].is_left = true;
    for (size_t i = 0; i < n->tasks->count && !n->run->stopped; i++) {
        const struct theorem *t = spec_theorem(n->tasks->items[i].spec);
        if (t != last) /* the cases of a theorem stand together */
            search_drops(n, &n->tasks->items[i], diag);
        last = t;
    }
}
