/*
 * What `check` does of its tasks, one file after the other: trials, what is
 * stored, brief attempts at proofs, searches.
 */
#pragma once

#include "session/tasks.h"
#include "verify/checker.h"
#include "verify/ledger.h"

struct check_options {
    const struct ledger *ledger; /* that keeps the trials; or NULL */
    bool is_part;                /* only some of the trials are run */
    enum checker_share share;
    /* Is told the results of each file as it ends: whether all is as expected.
     */
    bool (*tell)(void *context, const struct run *file);
    void *context;
};

/*
 * Adds the results to `run`, with what is expected of them.  Campaigns that
 * drop lines need are added to `extra`, since results name their case.
 * *agreed: neither did finder and checker disagree, nor prover and checker; a
 * message was given if they did.  ST_INPUT: a file that is stored is damaged,
 * or a case is wrong; said there or in `diag`.
 */
MUST_CHECK enum status check_run(struct run *run, struct tasks *extra,
                                 const struct tasks *tasks,
                                 const struct session *s,
                                 const struct check_options *options,
                                 bool *agreed, struct diag *diag);
