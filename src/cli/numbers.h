/*
 * Numbers for what `prove` has not proved: trials of its cases, then a brief
 * search for a violation.
 */
#pragma once

#include "cli/tasks.h"
#include "cli/watch.h"
#include "verify/ladder.h"
#include "verify/verdict.h"

struct numbers_options {
    struct ladder_options ladder;
    bool all_trials;     /* whatever they cost */
    struct watch *watch; /* started */
    struct diag *diag;
};

/*
 * `run` has a result for each link of each claim that is wanted of the tasks.
 * Those that are not proved become violated where the checker confirms it,
 * else what the trials saw is noted, and they stay undecided; run->stopped: a
 * ceiling or the ladder's stop was met.  *disagreed becomes true, and the
 * reason is told, where finder and checker contradict each other.  ST_INPUT:
 * the input of a case is faulty, a message was given.
 */
MUST_CHECK enum status numbers_try(struct run *run, bool *disagreed,
                                   const struct tasks *tasks,
                                   const struct numbers_options *options);
