/*
 * A fixed logarithmic histogram of ratios: memory for the bins that hold some,
 * however many trials there are.
 *
 * 16 bins for each power of two from 2^-128 to 2^128, so a quantile read from
 * it is off by at most a factor 2^(1/32), about 2.2 %.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HISTOGRAM_BINS = 4096,
    HISTOGRAM_BINS_PER_OCTAVE = 16,
    HISTOGRAM_LEAST = -128 /* log2 of the lower end of bin 0 */
};

struct histogram_bin {
    unsigned place; /* below HISTOGRAM_BINS */
    uint64_t count;
};

/* Zeroed is empty. */
struct histogram {
    uint64_t below, above;      /* under 2^-128, at least 2^128 */
    struct histogram_bin *bins; /* in rising order, none is empty */
    size_t nbins;
    uint64_t total;
};
void histogram_clear(struct histogram *h);

/* Whether all ratios with logarithms from lo to hi are counted alike. */
bool histogram_is_one_bin(double log2_lo, double log2_hi);
/* -infinity (a ratio 0) counts as below, +infinity as above; not NaN. */
void histogram_add(struct histogram *h, double log2_ratio);
/* So many ratios of a bin, which `total` has counted already. */
void histogram_fill(struct histogram *h, unsigned place, uint64_t count);
/*
 * The middle of the bin that holds the quantile, as a ratio: 0 where that is
 * below the bins, infinity above them, NaN if the histogram is empty.
 */
double histogram_quantile(const struct histogram *h, double q);
