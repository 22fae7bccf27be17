#include "cli/commands.h"

#include "cli/output.h"
#include "store/store.h"

#include <stdlib.h>

int command_merge(const struct options *o)
{
    uint64_t kept = 0, all = 0;
    char *reason = NULL;
    if (o->count == 0)
        return output_refuse("merge: no store was named");
    if (!o->output)
        return output_refuse("merge: -o names the store to be made");
    if (store_merge(o->output, o->arguments, o->count, &kept, &all, &reason) !=
        ST_OK) {
        output_error("%s", reason);
        free(reason);
        return EXIT_USAGE;
    }
    if (kept < all)
        output_note("%s keeps %llu of the %llu trials: parts are missing, "
                    "which `majorant check --store %s` would run",
                    o->output, (unsigned long long)kept,
                    (unsigned long long)all, o->output);
    return EXIT_EXPECTED;
}
