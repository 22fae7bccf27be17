/* The libraries that evaluate, for reports. */
#pragma once

#include "base/buffer.h"

/* Appends "GMP 6.2.1, MPFR 4.2.0, ...", as they run. */
void versions_print(struct buffer *out);
