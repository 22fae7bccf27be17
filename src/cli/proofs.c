#include "cli/proofs.h"

#include "base/ceiling.h"
#include "cli/witness.h"
#include "eval/evaluator.h"

#include <stdlib.h>

/* ---- the kernel as the prover sees it ---- */

static bool kernel_accept(void *context, const struct derivation *d,
                          size_t claim, size_t link, char **reason)
{
    const struct proofs *p = context;
    return replayer_accept(p->replayer, d, claim, link, reason) ==
           KERNEL_ACCEPTED;
}

static bool kernel_has(void *context, const struct theorem *theorem,
                       size_t claim, size_t link)
{
    const struct proofs *p = context;
    return replayer_has(p->replayer, theorem, claim, link);
}

void proofs_open(struct proofs *p, const struct ladder_options *ladder)
{
    const struct prover_kernel kernel = {
        .accept = kernel_accept, .has = kernel_has, .context = p};
    p->replayer = replayer_new();
    p->prover = prover_new(&kernel);
    prover_set_stop(p->prover, ladder->stop, ladder->context);
}

void proofs_close(struct proofs *p)
{
    prover_free(p->prover);
    replayer_free(p->replayer);
    *p = (struct proofs){0};
}

/* ---- quick proofs ---- */

/* No instance was found to be false, nor looks false to the finder. */
static bool is_open(const struct result *r)
{
    return r->tally.is_false == 0 && !r->is_unconfirmed && !r->is_drop &&
           !r->has_hole;
}

/* Claims with results all of which are open; steps before them as well. */
static void mark_wanted(bool *wanted, const struct run *run,
                        const struct theorem *t)
{
    for (size_t c = 0; c < t->nclaims; c++)
        wanted[c] = t->claims[c].is_step;
    for (size_t i = 0; i < run->count; i++)
        if (run->results[i].theorem == t)
            wanted[run->results[i].claim] = true;
    for (size_t i = 0; i < run->count; i++)
        if (run->results[i].theorem == t && !is_open(&run->results[i]))
            wanted[run->results[i].claim] = false;
}

static void prove_theorem(struct proofs *p, const struct run *run,
                          const struct theorem *t)
{
    bool *wanted = xcalloc(t->nclaims + 1, sizeof *wanted);
    mark_wanted(wanted, run, t);
    prover_claims(p->prover, t, wanted, PROVER_QUICK);
    free(wanted);
}

static void take(struct result *r, const struct proofs *p)
{
    const struct derivation *d =
        prover_derivation(p->prover, r->theorem, r->claim, result_link(r));
    struct buffer summary;
    if (!d || !is_open(r) || r->verdict == WORD_VACUOUS)
        return;
    buffer_init(&summary);
    prover_summary(&summary, d);
    free(r->proof);
    r->proof = summary.text;
    r->verdict = WORD_PROVED;
}

/* The built-in campaign of the result's theorem; NULL: it is of a case. */
static const struct spec *campaign_of(const struct result *r,
                                      const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        const struct spec *spec = tasks->items[i].spec;
        if (spec_theorem(spec) == r->theorem && spec_is_campaign(spec) &&
            spec_name(spec) == r->case_name)
            return spec;
    }
    return NULL;
}

/*
 * A point that the attempt came upon counts as one more trial of the built-in
 * campaign; a case has instances of its own.  False: the checker disagrees.
 */
static bool take_point(struct result *r, const struct proofs *p,
                       const struct tasks *tasks)
{
    const struct spec *spec = campaign_of(r, tasks);
    char *reason = NULL;
    if (!spec || !is_open(r) || r->verdict == WORD_PROVED)
        return true;
    const bool disagrees =
        witness_of_range(r, p->prover, spec, &reason) == CERTIFY_DISAGREES;
    if (disagrees)
        certify_tell_disagreement(reason);
    free(reason);
    return !disagrees;
}

struct attempt {
    struct proofs proofs;
    const struct run *run;
    const struct tasks *tasks;
};

static void try_proofs(void *context)
{
    struct attempt *a = context;
    for (size_t i = 0; i < a->tasks->count; i++)
        prove_theorem(&a->proofs, a->run,
                      spec_theorem(a->tasks->items[i].spec));
}

bool proofs_quick(struct run *run, const struct tasks *tasks,
                  const struct ladder_options *ladder)
{
    struct attempt a = {.run = run, .tasks = tasks};
    bool agreed = true;
    proofs_open(&a.proofs, ladder);
    const bool is_whole = ceiling_try(try_proofs, &a);
    for (size_t i = 0; i < run->count; i++)
        take(&run->results[i], &a.proofs);
    for (size_t i = 0; is_whole && i < run->count; i++)
        agreed = take_point(&run->results[i], &a.proofs, tasks) && agreed;
    run->stopped =
        run->stopped || !is_whole || prover_was_stopped(a.proofs.prover);
    if (is_whole)
        proofs_close(&a.proofs);
    else
        eval_forget_thread();
    return agreed;
}
