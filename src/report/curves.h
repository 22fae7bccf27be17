/*
 * Tightness against each size, added up trial by trial: for showing only, so
 * plain doubles do.
 */
#pragma once

#include "verify/verdict.h"

/* Sizes of one dim; trials with further ones are left out and counted. */
enum { CURVES_MAX_SIZES = 256 };

/* The ratios of all trials with one value of a dim, as log2 of the ratio. */
struct curve_point {
    int64_t size;
    double least, most; /* -infinity: a ratio of 0 */
    struct histogram histogram;
};

struct curve {
    char *dim;
    struct curve_point *points; /* sizes rise */
    size_t count;
    uint64_t left_out;
};

struct curves {
    struct curve *items;
    size_t count;
};

void curves_clear(struct curves *c);
/* `sizes`: "n=2 d=3"; a ratio that is none or infinite is left out. */
void curves_add(struct curves *c, const char *sizes,
                const struct enclosure *ratio);
/* The ratio in the middle of the point, as log2. */
double curve_median(const struct curve_point *p);
