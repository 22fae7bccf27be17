/* Order statistics of certified numbers; for this folder alone. */
#pragma once

#include "trace/trace.h"

/*
 * Sorts `numbers` and takes the least, the median (the lower of two) and the
 * most, each the correct rounding; none where one of them is not known.
 */
void rank_make(struct trace_rank *out, const struct trace_number **numbers,
               size_t count);
void rank_clear(struct trace_rank *rank);
