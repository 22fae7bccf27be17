#include "trace/origin.h"

#include <inttypes.h>

struct trace_origin origin_of(const struct spec *spec, uint64_t trial)
{
    return (struct trace_origin){.theorem = spec_theorem(spec)->name,
                                 .name = spec_name(spec),
                                 .seed = spec_seed(spec),
                                 .trial = trial};
}

void origin_text(struct buffer *out, const struct trace_origin *origin)
{
    buffer_printf(out, "%s, %s", origin->theorem, origin->name);
    if (origin->sizes[0] != '\0')
        buffer_printf(out, ", %s", origin->sizes);
    buffer_printf(out, "; seed %" PRIu64 ", ", origin->seed);
    if (origin->ntrials > 1)
        buffer_printf(out, "trials %" PRIu64 " to %" PRIu64 "\n", origin->trial,
                      origin->trial + origin->ntrials - 1);
    else
        buffer_printf(out, "trial %" PRIu64 "\n", origin->trial);
}

void origin_title(struct buffer *out, const struct trace_origin *origin)
{
    buffer_printf(out, "%s, %s; seed %" PRIu64, origin->theorem, origin->name,
                  origin->seed);
}
