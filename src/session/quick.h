/*
 * What check does between trials and searches: stored proofs, and brief
 * attempts at others.
 */
#pragma once

#include "session/tasks.h"
#include "verify/ladder.h"
#include "verify/verdict.h"

/*
 * Replays what is stored of proofs (session/stored_proofs.h) and makes a brief
 * attempt, bounded by counts, to prove every other claim and step of the run's
 * results that nothing refuted.  A result that is proved says so, except where
 * it is vacuous.  Sets run->stopped when told to stop.  *agreed is false where
 * a trial refutes what is proved; an error says so.  `share`: how far the run
 * is.  ST_INPUT: a stored file is damaged, and an error says so.
 */
MUST_CHECK enum status quick_prove(struct run *run, const struct tasks *tasks,
                                   const struct session *session,
                                   const struct ladder_options *ladder,
                                   const struct session_share *share,
                                   bool *agreed);
