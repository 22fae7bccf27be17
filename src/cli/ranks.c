/* Shards by rank: MPI_Comm_rank, MPI_Comm_size, and one MPI_Gather. */
#include "cli/ranks.h"

#include "cli/output.h"
#include "cli/signals.h"
#include "store/store.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct ranks {
    int own, count; /* 0 <= own < count */
    char *name;     /* of the shard, "i/N" */
    char *store;    /* of the shard */
};

static char *store_of(int rank, const char *store)
{
    struct buffer name = buffer_new();
    buffer_add(&name, store);
    if (rank > 0)
        buffer_printf(&name, ".%d", rank + 1);
    return name.text;
}

/*
 * Starts MPI and makes `shard`, a copy of the run's options, those of this
 * rank's shard, which point into `out`.  False: a message was given, and there
 * is nothing to clear.
 */
static bool start(struct ranks *out, struct options *shard)
{
    int provided = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) !=
            MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED)
        return output_error("--mpi: MPI cannot be started with threads");
    signals_install(); /* MPI may have put its own in place */
    MPI_Comm_rank(MPI_COMM_WORLD, &out->own);
    MPI_Comm_size(MPI_COMM_WORLD, &out->count);
    struct buffer name = buffer_new();
    buffer_printf(&name, "%d/%d", out->own + 1, out->count);
    out->name = name.text;
    out->store = store_of(out->own, shard->store);
    shard->shard = out->name;
    shard->store = out->store;
    shard->output = NULL;
    shard->silent = true;
    options_outputs(shard);
    /* All ranks would say the same. */
    if (out->own != 0 && !freopen("/dev/null", "w", stderr))
        output_error("--mpi: /dev/null cannot be opened");
    return true;
}

/* Rank 0: the first status that is not EXIT_EXPECTED; others: that one. */
static int end(const struct ranks *ranks, int status)
{
    LOCAL_FREE int *all = xcalloc((size_t)ranks->count, sizeof *all);
    int failed = 0;
    MPI_Gather(&status, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    while (failed < ranks->count && all[failed] == EXIT_EXPECTED)
        failed++;
    const bool is_told = ranks->own != 0 || failed == ranks->count;
    status = is_told ? EXIT_EXPECTED : all[failed];
    if (!is_told && failed > 0)
        output_error("--mpi: rank %d ended with exit status %d; --shard %d/%d "
                     "in its place tells more",
                     failed, status, failed + 1, ranks->count);
    return status;
}

/* Puts the stores of all ranks into o->store; false: a message was given. */
static bool merge(const struct ranks *ranks, const struct options *o)
{
    uint64_t kept = 0, all = 0;
    LOCAL_FREE char *reason = NULL;
    const size_t count = (size_t)ranks->count;
    LOCAL_FREE char **stores = xcalloc(count, sizeof *stores);
    for (int r = 0; r < ranks->count; r++)
        stores[r] = store_of(r, o->store);
    const bool is_merged =
        count == 1 || store_merge(o->store, (const char *const *)stores, count,
                                  &kept, &all, &reason) == ST_OK;
    if (!is_merged)
        output_error("%s", reason);
    for (size_t r = 0; r < count; r++)
        free(stores[r]);
    return is_merged;
}

int ranks_check(const struct options *o, ranks_work *work, void *context)
{
    struct options shard = *o;
    struct ranks ranks;
    int status = EXIT_EXPECTED;
    if (!start(&ranks, &shard))
        return EXIT_USAGE;
    if (ranks.count > 1)
        status = work(context, &shard, true);
    status = end(&ranks, status);
    if (ranks.own == 0 && status == EXIT_EXPECTED)
        status = merge(&ranks, o) ? work(context, o, false) : EXIT_USAGE;
    free(ranks.name);
    free(ranks.store);
    return status;
}
