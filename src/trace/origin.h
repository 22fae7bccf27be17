/* Which instance a study is of, as each kind of output says it. */
#ifndef MAJORANT_TRACE_ORIGIN_H
#define MAJORANT_TRACE_ORIGIN_H

#include "trace/trace.h"

#include <jansson.h>

/* The sizes are not known yet: NULL. */
struct trace_origin origin_of(const struct spec *spec, uint64_t trial);
/* The first line of a table. */
void origin_text(struct buffer *out, const struct trace_origin *origin);
/* The members of an object, from "theorem" to "trial". */
void origin_json(json_t *object, const struct trace_origin *origin);

#endif
