/*
 * What check does after the trials: searches bounded by counts.
 *
 * For claims expected violated that no trial refuted, for every claim of a case
 * with adversarial() values, for open claims about numbers, for the constants
 * of `?` claims, and for `drop` lines, whose results are named "drop NAME:
 * CLAIM".
 */
#pragma once

#include "cli/tasks.h"
#include "verify/ladder.h"
#include "verify/verdict.h"

/*
 * Before proofs are tried: claims about numbers that their authors expect to
 * fail, which an attempt would cost more.  False as below.
 */
MUST_CHECK bool fallback_before_proofs(struct run *run,
                                       const struct tasks *tasks,
                                       const struct ladder_options *ladder);
/*
 * Adds to the run's results, whose expectations were set before.  Campaigns
 * that drop lines need are added to `extra`, since results name their case.
 * False: finder and checker disagree; a message was given.
 */
MUST_CHECK bool fallback_run(struct run *run, const struct tasks *tasks,
                             struct tasks *extra,
                             const struct ladder_options *ladder,
                             struct diag *diag);
