/*
 * What check does between trials and searches: brief attempts at proofs.
 */
#ifndef MAJORANT_CLI_QUICK_H
#define MAJORANT_CLI_QUICK_H

#include "cli/tasks.h"
#include "verify/ladder.h"
#include "verify/verdict.h"

/*
 * A brief attempt, bounded by counts, to prove every claim and step of the
 * run's results that nothing refuted, on that many threads.  A result that is
 * proved says so, except where it is vacuous; one of the built-in campaign
 * takes a point where the range prover has found it false.  Sets run->stopped
 * when told to stop.  False: finder and checker disagree, and an error says so.
 */
MUST_CHECK bool quick_prove(struct run *run, const struct tasks *tasks,
                            const struct ladder_options *ladder, size_t jobs);

#endif
