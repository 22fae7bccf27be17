#include "trace/origin_json.h"

void origin_json(json_t *object, const struct trace_origin *origin)
{
    json_object_set_new(object, "theorem", json_string(origin->theorem));
    json_object_set_new(object, "case", json_string(origin->name));
    json_object_set_new(object, "sizes", json_string(origin->sizes));
    json_object_set_new(object, "seed", json_integer((json_int_t)origin->seed));
    json_object_set_new(object, "trial",
                        json_integer((json_int_t)origin->trial));
}
