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
    buffer_printf(out, "; seed %" PRIu64 ", trial %" PRIu64 "\n", origin->seed,
                  origin->trial);
}

void origin_json(json_t *object, const struct trace_origin *origin)
{
    json_object_set_new(object, "theorem", json_string(origin->theorem));
    json_object_set_new(object, "case", json_string(origin->name));
    json_object_set_new(object, "sizes", json_string(origin->sizes));
    json_object_set_new(object, "seed", json_integer((json_int_t)origin->seed));
    json_object_set_new(object, "trial",
                        json_integer((json_int_t)origin->trial));
}
