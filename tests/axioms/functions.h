/*
 * The functions of the language and of the core at values, by their
 * definitions (docs/language.md), total as docs/core.md says.
 */
#ifndef MAJORANT_TESTS_AXIOMS_FUNCTIONS_H
#define MAJORANT_TESTS_AXIOMS_FUNCTIONS_H

#include "matrix.h"

/* `out` has its shape, and zeros; false: there is no such function. */
bool function_value(struct work *w, unsigned fn, struct matrix out,
                    const struct matrix *args, size_t count);

#endif
