/*
 * A check on the processes that mpirun started (`check --mpi`): rank r runs
 * shard r + 1 of them into a store of its own, RUN.db.2 for rank 1 and so on,
 * and rank 0, whose store is RUN.db itself, merges them.  MPI gives ranks and
 * exit statuses, nothing else: the shards are those of --shard.
 */
#pragma once

#include "cli/options.h"

struct ranks {
    int own, count; /* 0 <= own < count */
    char *name;     /* of the shard, "i/N" */
    char *store;    /* of the shard */
};

/*
 * Starts MPI and makes `shard`, a copy of the run's options, those of this
 * rank's shard, which point into `out`.  Ranks but 0 say nothing on standard
 * error from here on.  False: built without MPI, or it cannot be started; a
 * message was given, and there is nothing to clear.
 */
MUST_CHECK bool ranks_start(struct ranks *out, struct options *shard);
/*
 * The end of MPI, once this rank's shard had the exit status `status`.  Rank 0:
 * the first status of a rank that is not EXIT_EXPECTED, with a message where
 * that is another rank's.  Other ranks: EXIT_EXPECTED, as rank 0 tells.
 */
int ranks_end(const struct ranks *ranks, int status);
/* Puts the stores of all ranks into o->store.  False: a message was given. */
MUST_CHECK bool ranks_merge(const struct ranks *ranks, const struct options *o);
void ranks_clear(struct ranks *ranks);
