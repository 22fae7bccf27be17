/*
 * What check does between trials and searches: stored proofs, and brief
 * attempts at others.
 */
#pragma once

#include "cli/tasks.h"
#include "verify/ladder.h"
#include "verify/verdict.h"

/* Told now and then, from a thread, how many of the sets are attempted. */
typedef void quick_tick(void *context, size_t done, size_t sets);

/*
 * Replays what is stored of proofs (cli/stored_proofs.h) and makes a brief
 * attempt, bounded by counts, to prove every other claim and step of the run's
 * results that nothing refuted.  A result that is proved says so, except where
 * it is vacuous.  Sets run->stopped when told to stop.  *agreed is false where
 * a trial refutes what is proved; an error says so.  ST_INPUT: a stored file is
 * damaged, and an error says so.
 */
MUST_CHECK enum status quick_prove(struct run *run, const struct tasks *tasks,
                                   const struct options *options,
                                   const struct ladder_options *ladder,
                                   quick_tick *tick, void *tick_context,
                                   bool *agreed);
