/* Trials that ask whether a link has a value at any instance. */
#include "session/vacuity.h"

#include "session/certify.h"
#include "verify/campaign.h"

#include <stdlib.h>

/* What trials of one result's link have found, in all its cases. */
struct finding {
    uint64_t undefined, defined;
};

/* A term that may be without a value: what is closed in the dims has one. */
static bool is_partial(const struct expr *e)
{
    switch ((int)e->op) {
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return e->kids[1]->op != EX_NUMBER && e->kids[1]->op != EX_SYMBOL;
    case EX_POW:
    case EX_DOT_POW:
    case EX_MATPOW:
        return e->kids[1]->op != EX_NUMBER ||
               mpq_sgn(e->kids[1]->number->q) < 0 ||
               mpz_cmp_ui(mpq_denref(e->kids[1]->number->q), 1) != 0;
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_MAX:
    case EX_MIN:
    case EX_ENTRY:
    case EX_SLICE:
    case EX_LET:
        return true;
    case EX_CALL:
        return e->fn == FN_LOG || e->fn == FN_SQRT || e->fn == FN_INV ||
               e->fn == FN_LAMBERTW || e->fn == FN_NORMALISE ||
               e->fn == FN_EIGMIN || e->fn == FN_EIGMAX || e->fn == FN_UNIT ||
               (e->fn == FN_SOFTMAX && e->count == 2);
    }
    return false;
}

static bool may_lack_value(const struct expr *e, bool *seen)
{
    if (seen[e->id])
        return false;
    seen[e->id] = true;
    if (is_partial(e))
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (may_lack_value(e->kids[i], seen))
            return true;
    return false;
}

static bool is_asked(const struct result *r, const struct theorem *t)
{
    const struct tally *n = &r->tally;
    const bool was_decided = n->is_true + n->is_false + n->unresolved > 0;
    if (r->theorem != t || was_decided ||
        (r->verdict != WORD_PROVED && r->verdict != WORD_UNDECIDED))
        return false;
    const struct expr *relation =
        t->claims[r->claim].links[result_link(r)].relation;
    LOCAL_FREE bool *seen = xcalloc(expr_count(t->pool) + 1, sizeof *seen);
    return may_lack_value(relation, seen);
}

/* The claims of the task with such a result that has no value yet. */
static bool mark_asked(bool *asked, const struct run *run,
                       const struct task *task, const struct finding *findings)
{
    const struct theorem *t = spec_theorem(task->spec);
    bool any = false;
    for (size_t i = 0; i < run->count; i++)
        if (findings[i].defined == 0 && is_asked(&run->results[i], t))
            any = asked[run->results[i].claim] = true;
    return any;
}

static void add_up(struct finding *findings, const struct run *run,
                   const struct run *found)
{
    for (size_t k = 0; k < found->count; k++) {
        const struct result *f = &found->results[k];
        const struct tally *n = &f->tally;
        const struct result *r =
            run_find(run, f->theorem, f->claim, result_link(f), NULL);
        if (!r)
            continue;
        findings[r - run->results].undefined += n->undefined;
        findings[r - run->results].defined +=
            n->trials - n->undefined - n->rejected;
    }
}

/* Trial `trial` of the links without a value so far; false: there are none. */
static bool try_trial(struct finding *findings, const struct run *run,
                      const struct task *task,
                      const struct ladder_options *ladder, uint64_t trial)
{
    const struct campaign_options options = {.checker = &certify_checker,
                                             .ladder = *ladder,
                                             .jobs = 1,
                                             .has_trial = true,
                                             .trial = trial};
    const struct theorem *t = spec_theorem(task->spec);
    LOCAL_FREE bool *asked = xcalloc(t->nclaims + 1, sizeof *asked);
    LOCAL(run_clear) struct run found = {0};
    LOCAL_DIAG diag = diag_new(); /* faults of a case are told elsewhere */
    const bool any =
        mark_asked(asked, run, task, findings) &&
        campaign_run(&found, task->spec, asked, &options, diag) == ST_OK &&
        !found.stopped;
    if (any)
        add_up(findings, run, &found);
    return any;
}

/* Whether all there is was tried: the link is about one instance. */
static bool is_single(const struct theorem *t)
{
    return t->ngivens + t->ndims == 0;
}

void vacuity_look(struct run *run, const struct tasks *tasks,
                  const struct session *session,
                  const struct ladder_options *ladder)
{
    LOCAL_FREE struct finding *findings =
        xcalloc(run->count + 1, sizeof *findings);
    for (size_t i = 0; i < tasks->count; i++)
        for (uint64_t k = 0; k < VACUITY_TRIALS; k++) {
            const struct task *task = &tasks->items[i];
            session_tell(session, NULL,
                         "file %zu of %zu, whether sides have values; %s",
                         tasks_file(tasks, task), tasks_files(tasks),
                         spec_theorem(task->spec)->name);
            if (!try_trial(findings, run, task, ladder, k))
                break;
        }
    for (size_t i = 0; i < run->count; i++) {
        struct result *r = &run->results[i];
        const uint64_t least = is_single(r->theorem) ? 1 : VACUITY_LEAST;
        if (is_asked(r, r->theorem) && findings[i].defined == 0 &&
            findings[i].undefined >= least)
            r->verdict = WORD_VACUOUS;
    }
}
