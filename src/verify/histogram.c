#include "verify/histogram.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double bin_of(double log2_ratio)
{
    return floor((log2_ratio - HISTOGRAM_LEAST) * HISTOGRAM_BINS_PER_OCTAVE);
}

bool histogram_is_one_bin(double log2_lo, double log2_hi)
{
    return isfinite(log2_lo) && isfinite(log2_hi) &&
           bin_of(log2_lo) == bin_of(log2_hi);
}

void histogram_clear(struct histogram *h)
{
    free(h->bins);
    *h = (struct histogram){0};
}

/* The first bin at the place or above. */
static size_t find(const struct histogram *h, unsigned place)
{
    size_t from = 0, to = h->nbins;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (h->bins[middle].place < place)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

void histogram_fill(struct histogram *h, unsigned place, uint64_t count)
{
    const size_t at = find(h, place), n = h->nbins;
    if (at == n || h->bins[at].place != place) {
        if ((n & (n - 1)) == 0) /* full: room for twice as many */
            h->bins = xrealloc(h->bins, n > 0 ? 2 * n : 1, sizeof *h->bins);
        memmove(&h->bins[at + 1], &h->bins[at], (n - at) * sizeof *h->bins);
        h->bins[at] = (struct histogram_bin){.place = place};
        h->nbins++;
    }
    h->bins[at].count += count;
}

void histogram_add(struct histogram *h, double log2_ratio)
{
    double bin = bin_of(log2_ratio);
    h->total++;
    if (bin < 0)
        h->below++;
    else if (bin >= HISTOGRAM_BINS)
        h->above++;
    else
        histogram_fill(h, (unsigned)bin, 1);
}

double histogram_quantile(const struct histogram *h, double q)
{
    if (h->total == 0)
        return NAN;
    /* The least rank that leaves a share of at least q at or under it. */
    uint64_t rank = (uint64_t)ceil(q * (double)h->total);
    if (rank == 0)
        rank = 1;
    uint64_t seen = h->below;
    if (rank <= seen)
        return 0;
    for (size_t i = 0; i < h->nbins; i++) {
        seen += h->bins[i].count;
        if (rank <= seen)
            return exp2(HISTOGRAM_LEAST +
                        (h->bins[i].place + 0.5) / HISTOGRAM_BINS_PER_OCTAVE);
    }
    return INFINITY;
}
