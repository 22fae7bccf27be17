/*
 * What `check` does of its tasks, one file after the other: trials, what is
 * stored, brief attempts at proofs, searches.
 */
#pragma once

#include "cli/keep.h"
#include "verify/checker.h"

/* Is told the results of each file as it ends; tell NULL: nobody listens. */
struct check_listener {
    void (*tell)(void *context, const struct run *file);
    void *context;
};

/* By the name of --recheck (NULL: sample); false: it is none of them. */
bool check_find_share(enum checker_share *out, const char *name);

/*
 * Adds the results to `run`, with what is expected of them.  Campaigns that
 * drop lines need are added to `extra`, since results name their case.
 * *agreed: neither did finder and checker disagree, nor prover and checker; a
 * message was given if they did.  ST_INPUT: a file that is stored is damaged,
 * or a case is wrong; said there or in `diag`.
 */
MUST_CHECK enum status check_run(struct run *run, struct tasks *extra,
                                 const struct tasks *tasks,
                                 const struct options *o, struct keep *keep,
                                 const struct check_listener *listener,
                                 bool *agreed, struct diag *diag);
