/* Built without MPI (-DMAJORANT_MPI=ON has it): no run has ranks. */
#include "cli/ranks.h"

#include "cli/output.h"

int ranks_check(const struct options *o, ranks_work *work, void *context)
{
    (void)o;
    (void)work;
    (void)context;
    return output_refuse("--mpi: this majorant was built without MPI "
                         "(cmake -DMAJORANT_MPI=ON)");
}
