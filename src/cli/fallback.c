#include "cli/fallback.h"

#include "certio/certio.h"
#include "cli/hunt.h"
#include "cli/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a search that nobody asked for may cost, and its decisions. */
#define CHEAP_WORK 5e6

struct fallback {
    struct run *run;
    const struct tasks *tasks;
    struct tasks *extra;
    const struct ladder_options *ladder;
    bool disagreed;
};

static struct hunt_options options_of(const struct fallback *f, size_t link,
                                      size_t dropped)
{
    return (struct hunt_options){.search = {.evals = ASCENT_BRIEF_EVALS,
                                            .dropped = dropped,
                                            .ladder = *f->ladder},
                                 .shrink = true,
                                 .only_link = link};
}

/* A claim that is proved cannot fall. */
static void note_contradiction(struct fallback *f, const struct result *r)
{
    output_error("prover and checker disagree: %s of %s is proved, and "
                 "certified to be false",
                 r->name, r->theorem->name);
    f->disagreed = true;
}

/* Shows the evidence of a disagreement. */
static void note_disagreement(struct fallback *f, const struct hunt *h)
{
    LOCAL_BUFFER text = buffer_new();
    certio_write(&text, &h->certificate);
    output_error("finder and checker disagree: %s",
                 h->reason ? h->reason : "no reason given");
    fputs(text.text, stderr);
    f->disagreed = true;
}

/* A certified violation counts as one more trial. */
static void add_violation(struct fallback *f, struct result *r, struct hunt *h)
{
    if (h->answer == CERTIFY_DISAGREES)
        note_disagreement(f, h);
    if (!hunt_has_fallen(h))
        return;
    if (r->verdict == WORD_PROVED && !r->is_drop)
        note_contradiction(f, r);
    hunt_note(r, h->search.stage, h->link, h->search.outcome.bits);
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

/* The task whose case a result is of. */
static const struct task *task_of(const struct fallback *f,
                                  const struct result *r)
{
    for (size_t i = 0; i < f->tasks->count; i++) {
        const struct task *task = &f->tasks->items[i];
        if (spec_theorem(task->spec) == r->theorem &&
            spec_name(task->spec) == r->case_name)
            return task;
    }
    return NULL;
}

/* Whether a link of the claim of `r` fell already in the same case. */
static bool has_fallen(const struct fallback *f, const struct result *r)
{
    for (size_t i = 0; i < f->run->count; i++) {
        const struct result *other = &f->run->results[i];
        if (other->theorem == r->theorem && other->claim == r->claim &&
            other->verdict == WORD_VIOLATED && !other->is_drop &&
            (r->scope == EXPECT_OF_CLAIM || other->case_name == r->case_name))
            return true;
    }
    return false;
}

/* A case with adversarial() values asks for a search of every claim. */
static bool is_asked(const struct fallback *f, const struct result *r)
{
    const struct task *task = task_of(f, r);
    return task && spec_is_adversarial(task->spec) &&
           r->verdict != WORD_PROVED && r->tally.is_false == 0;
}

static bool wants_violation(const struct fallback *f, const struct result *r)
{
    if (r->has_hole)
        return false;
    if (is_asked(f, r) || verdict_is_thin(r))
        return true;
    if (r->ok || r->expected != WORD_VIOLATED)
        return false;
    return r->scope == EXPECT_OF_LINK || !has_fallen(f, r);
}

/* A claim about numbers that is still open: a search of it is cheap. */
static bool is_cheap(const struct fallback *f, const struct result *r)
{
    const struct task *task = task_of(f, r);
    return task && spec_is_campaign(task->spec) && !r->is_unconfirmed &&
           r->verdict != WORD_PROVED && r->tally.is_false == 0 &&
           hunt_is_cheap(r->theorem, r->claim);
}

static void search_result(struct fallback *f, struct result *r)
{
    const struct task *task = task_of(f, r);
    struct hunt h;
    const bool wanted = wants_violation(f, r);
    if (!task || (!wanted && !r->has_hole && !is_cheap(f, r)))
        return;
    struct hunt_options options =
        options_of(f, result_link(r), STAGE_DROP_NONE);
    if (!wanted)
        options.search.evals /= 3;
    if (!wanted && !r->has_hole)
        options.search.work = options.search.decisions_work = CHEAP_WORK;
    hunt_run(&h, task->spec, r->claim, &options);
    if (wanted || !r->has_hole)
        add_violation(f, r, &h);
    else
        add_constant(r, &h);
    f->run->stopped = f->run->stopped || h.search.stopped;
    hunt_clear(&h);
}

/* ---- drop lines ---- */

static void name_drop(struct result *r, const struct drop *drop)
{
    const char *assumption = r->theorem->assumptions[drop->assumption].name;
    struct buffer name = buffer_new();
    buffer_printf(&name, "drop %s: %s", assumption ? assumption : "",
                  r->theorem->claims[drop->claim].name);
    free(r->name);
    r->name = name.text;
    r->link = 0;
    r->is_drop = true;
    r->expected = drop->expect;
    r->scope = EXPECT_OF_LINK;
    r->verdict = WORD_UNDECIDED;
}

static void search_drop(struct fallback *f, const struct spec *spec,
                        const struct drop *drop)
{
    struct hunt_options options =
        options_of(f, HUNT_ALL_LINKS, drop->assumption);
    LOCAL(hunt_clear) struct hunt h;
    hunt_run(&h, spec, drop->claim, &options);
    struct result *r = run_add(f->run);
    result_init(r, spec, drop->claim, 0);
    name_drop(r, drop);
    add_violation(f, r, &h);
    f->run->stopped = f->run->stopped || h.search.stopped;
}

/* The built-in campaign of a theorem, which is kept. */
static const struct spec *
add_campaign(struct fallback *f, const struct spec *like, struct diag *diag)
{
    const struct spec_options options = {.has_seed = true,
                                         .seed = spec_seed(like)};
    const struct theorem *t = spec_theorem(like);
    struct spec *spec = NULL;
    if (spec_campaign(&spec, spec_module(like), t, &options, diag) != ST_OK)
        return NULL;
    tasks_add(f->extra, spec, NULL);
    return spec;
}

/* The drop lines about the claims that are wanted of a theorem. */
static void search_drops(struct fallback *f, const struct task *task,
                         struct diag *diag)
{
    const struct theorem *t = spec_theorem(task->spec);
    const struct spec *spec = NULL, *like = task->spec;
    bool *wanted = xcalloc(t->nclaims, sizeof *wanted);
    memcpy(wanted, task->wanted, t->nclaims * sizeof *wanted);
    for (size_t i = 0; i < t->ndrops && !f->run->stopped; i++) {
        if (!wanted[t->drops[i].claim])
            continue;
        spec = spec ? spec : add_campaign(f, like, diag);
        if (spec)
            search_drop(f, spec, &t->drops[i]);
    }
    free(wanted);
}

bool fallback_before_proofs(struct run *run, const struct tasks *tasks,
                            const struct ladder_options *ladder)
{
    struct fallback f = {.run = run, .tasks = tasks, .ladder = ladder};
    for (size_t i = 0; i < run->count && !run->stopped; i++) {
        struct result *r = &run->results[i];
        if (r->theorem->claims[r->claim].expect == WORD_VIOLATED &&
            is_cheap(&f, r))
            search_result(&f, r);
    }
    return !f.disagreed;
}

bool fallback_run(struct run *run, const struct tasks *tasks,
                  struct tasks *extra, const struct ladder_options *ladder,
                  struct diag *diag)
{
    struct fallback f = {
        .run = run, .tasks = tasks, .extra = extra, .ladder = ladder};
    size_t results = run->count;
    const struct theorem *last = NULL;
    for (size_t i = 0; i < results; i++)
        if (!run->stopped)
            search_result(&f, &run->results[i]);
        else if (wants_violation(&f, &run->results[i]))
            run->results[i].is_left = true;
    for (size_t i = 0; i < tasks->count && !run->stopped; i++) {
        const struct theorem *t = spec_theorem(tasks->items[i].spec);
        if (t != last) /* the cases of a theorem stand together */
            search_drops(&f, &tasks->items[i], diag);
        last = t;
    }
    return !f.disagreed;
}
