/*
 * One-line remarks on a result: what was expected, what violates, where plain
 * doubles would be wrong.
 */
#pragma once

#include "verify/verdict.h"

enum { HINTS_MAX = 12 };

struct hints {
    char *lines[HINTS_MAX];
    size_t count;
};

void hints_make(struct hints *h, const struct result *r);
void hints_clear(struct hints *h);
