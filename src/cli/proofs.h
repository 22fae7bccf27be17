/*
 * The prover with the kernel behind it: what check and prove share.
 *
 * Nothing counts as proved before the kernel has replayed its derivation.
 */
#ifndef MAJORANT_CLI_PROOFS_H
#define MAJORANT_CLI_PROOFS_H

#include "cli/tasks.h"
#include "kernel/replay.h"
#include "prove/prover.h"
#include "verify/ladder.h"
#include "verify/verdict.h"

struct proofs {
    struct replayer *replayer;
    struct prover *prover;
};

/* The ladder's `stop` stops the prover as well.  `proofs` must not move. */
void proofs_open(struct proofs *proofs, const struct ladder_options *ladder);
void proofs_close(struct proofs *proofs);

/*
 * What check does between trials and searches: a brief attempt, bounded by
 * counts, to prove every claim and step of the run's results that nothing
 * refuted.  A result that is proved says so, except where it is vacuous; one of
 * the built-in campaign takes a point where the range prover has found it
 * false.  Sets run->stopped when told to stop.  False: finder and checker
 * disagree, and an error says so.
 */
MUST_CHECK bool proofs_quick(struct run *run, const struct tasks *tasks,
                             const struct ladder_options *ladder);

#endif
