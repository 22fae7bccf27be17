/*
 * A question as a statement: read, given to branch and bound (prove/range.h),
 * and believed where the kernel accepts the partition.
 */
#include "oracle/oracle.h"

#include "ir/lower.h"
#include "kernel/range_check.h"
#include "prove/range.h"

#include <stdlib.h>

static bool is_proved(const struct theorem *t)
{
    struct range_limits limits = range_limits_default();
    LOCAL_FREE char *reason = NULL;
    bool proved;

    limits.boxes = 300;
    LOCAL_MADE(partition, partition);
    proved = range_prove(&partition, t, 0, 0, &limits) == RANGE_PROVED &&
             range_check_link(&partition, t, 0, 0, &reason) == RECHECK_ACCEPTED;
    return proved;
}

static bool holds(void *context, const char *statement)
{
    LOCAL_DIAG diag = diag_new();
    struct module *module = NULL;
    bool out;

    (void)context;
    out =
        module_load_text(&module, "question", statement, NULL, diag) == ST_OK &&
        module_theorems(module) == 1 &&
        module_theorem(module, 0)->nclaims == 1 &&
        module_theorem(module, 0)->claims[0].nlinks == 1 &&
        is_proved(module_theorem(module, 0));
    module_free(module);
    return out;
}

struct core_oracle oracle_range(void)
{
    return (struct core_oracle){.name = "range", .holds = holds};
}
