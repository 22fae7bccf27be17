/* Built without MPI (-DMAJORANT_MPI=ON has it): no run has ranks. */
#include "cli/ranks.h"

#include "cli/output.h"

bool ranks_start(struct ranks *out, struct options *shard)
{
    (void)out;
    (void)shard;
    return output_error("--mpi: this majorant was built without MPI "
                        "(cmake -DMAJORANT_MPI=ON)");
}

int ranks_end(const struct ranks *ranks, int status)
{
    (void)ranks;
    return status;
}

bool ranks_merge(const struct ranks *ranks, const struct options *o)
{
    (void)ranks;
    (void)o;
    return false;
}

void ranks_clear(struct ranks *ranks)
{
    (void)ranks;
}
