/* A trace's origin as members of a JSON object. */
#ifndef MAJORANT_TRACE_ORIGIN_JSON_H
#define MAJORANT_TRACE_ORIGIN_JSON_H

#include "trace/origin.h"

#include <jansson.h>

/* From "theorem" to "trial". */
void origin_json(json_t *object, const struct trace_origin *origin);

#endif
