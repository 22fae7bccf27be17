/*
 * A check on the processes that mpirun started (`check --mpi`): rank r runs
 * shard r + 1 of them into a store of its own, RUN.db.2 for rank 1 and so on,
 * and rank 0, whose store is RUN.db itself, merges them.  MPI gives ranks and
 * exit statuses, nothing else: the shards are those of --shard.
 */
#pragma once

#include "cli/options.h"

/* A check with these options; its exit status. */
typedef int ranks_work(void *context, const struct options *o, bool is_shard);

/*
 * Runs it for this rank's shard, then in rank 0 for the whole, as ever.  Ranks
 * but 0 say nothing on standard error.  EXIT_USAGE: built without MPI, or it
 * cannot be started; a message was given.
 */
int ranks_check(const struct options *o, ranks_work *work, void *context);
