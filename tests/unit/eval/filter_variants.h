/*
 * Every variant of the filter that this machine runs, and those that a compiler
 * without vectors would build, made for the tests alone.
 */
#ifndef MAJORANT_TESTS_FILTER_VARIANTS_H
#define MAJORANT_TESTS_FILTER_VARIANTS_H

#include "eval/filter_internal.h"

extern const struct filter_operations filter_operations_l1_plain;
extern const struct filter_operations filter_operations_l8_plain;

enum { FILTER_VARIANTS = 8 };

/* Those that there are come first; the rest is NULL. */
static inline void filter_variants(const struct filter_operations **out)
{
    size_t count = 0;
    for (size_t k = 0; k < FILTER_VARIANTS; k++)
        out[k] = NULL;
    for (; filter_operations_at(count); count++) {
        ENSURE(count + 2 < FILTER_VARIANTS, "tests: room for all variants");
        out[count] = filter_operations_at(count);
    }
    out[count++] = &filter_operations_l1_plain;
    out[count] = &filter_operations_l8_plain;
}

#endif
