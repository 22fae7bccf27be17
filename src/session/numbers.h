/*
 * Numbers for what `prove` has not proved: trials of its cases, then a brief
 * search for a violation.
 */
#pragma once

#include "session/hunts.h"

/*
 * The run of `hunts` has a result for each link of each claim that is wanted of
 * its tasks.  Those that are not proved become violated where the checker
 * confirms it, else what the trials saw is noted, and they stay undecided;
 * `stopped`: a ceiling or the ladder's stop was met.  ST_INPUT: the input of a
 * case is faulty, a message was given.
 */
MUST_CHECK enum status numbers_try(struct hunts *hunts, struct diag *diag);
