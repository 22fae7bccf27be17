/*
 * Another program with a text as its input, and what it writes.
 */
#pragma once

#include "base/buffer.h"

/*
 * Runs it (found on the PATH unless it has a slash) with the arguments, NULL
 * behind the last; what it writes to its standard output goes to `out`, *status
 * is its exit status, -1 if it ended otherwise.  0, or an error number: it was
 * not run, or not heard.
 */
MUST_CHECK int child_run(struct buffer *out, int *status,
                         char *const arguments[], const struct buffer *input);
