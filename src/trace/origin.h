/* Which instance a study is of, as each kind of output says it. */
#pragma once

#include "base/buffer.h"
#include "case/casefile.h"

/* Which instance the numbers are of. */
struct trace_origin {
    const char *theorem, *name; /* of the case */
    char *sizes;                /* "L = 4, n = 8" */
    uint64_t seed, trial;
    uint64_t ntrials; /* from that one on; 0 as 1 */
};

/* The sizes are not known yet: NULL. */
struct trace_origin origin_of(const struct spec *spec, uint64_t trial);
/* The first line of a table. */
void origin_text(struct buffer *out, const struct trace_origin *origin);
/* The title of a picture: without sizes and trial. */
void origin_title(struct buffer *out, const struct trace_origin *origin);
