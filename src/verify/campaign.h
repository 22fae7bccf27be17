/*
 * All trials of one case, on several threads.
 *
 * Trials are run in windows; the outcomes of a window are added in the order
 * of the trials, so results do not depend on the number of threads, nor memory
 * on the number of trials.  When stopped, the results are those of a prefix.
 */
#pragma once

#include "verify/checker.h"
#include "verify/ladder.h"
#include "verify/ledger.h"

struct campaign_options {
    struct ladder_options ladder; /* its `stop` stops the campaign as well */
    size_t jobs;
    bool has_trial; /* run trial `trial` alone */
    uint64_t trial;
    const struct checker *checker; /* NULL: nobody is asked (tests) */
    const struct ledger *ledger;   /* NULL: trials are not kept */
    /*
     * What the trials may cost (eval/plan_price.h, by the precision reached):
     * no more begin once it is spent, and the results are those of the first.
     * With one job alone; 0: whatever they cost.
     */
    double work;
    /* Told now and then how many of how many trials are done; or NULL. */
    void (*progress)(void *context, const struct spec *spec, uint64_t done,
                     uint64_t total);
    void *progress_context;
};

/*
 * Checks the claims whose flag in `wanted` is set, and adds a result for each
 * (for each link of a chain) to `run`, without `ok`.  Sets run->stopped when
 * told to stop before the end.  A violation that the checker does not confirm
 * leaves the claim undecided; after a disagreement run->evidence is set and
 * nothing else is to be believed.
 *
 * A trial whose sizes or values are impossible is counted as rejected in the
 * built-in campaign; in a case it is the user's error: ST_INPUT with a
 * diagnostic, and the results added are unspecified.  Another status is that
 * of the ledger, and the results are unspecified as well.
 */
MUST_CHECK enum status campaign_run(struct run *run, const struct spec *spec,
                                    const bool *wanted,
                                    const struct campaign_options *options,
                                    struct diag *diag);
