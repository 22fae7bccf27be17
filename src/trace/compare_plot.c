/*
 * Bounds side by side as a chart: for each the number of trials by log10 of
 * left over right, as a line over the middles of bins.
 */
#include "figure/chart.h"
#include "trace/compare.h"

#include <math.h>
#include <stdlib.h>

enum { BINS = 60 };

/* How many trials of one bound are in each bin. */
struct bins {
    double lo, width;
    double counts[BINS];
};

static struct chart_point point_at(const void *context, size_t k)
{
    const struct bins *b = context;
    return (struct chart_point){.x = b->lo + ((double)k + 0.5) * b->width,
                                .y = b->counts[k]};
}

static void find_range(double *lo, double *hi, const struct compare_group *g)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t b = 0; b < g->nbounds; b++) {
        for (size_t i = 0; i < g->nsamples; i++) {
            const double x = g->bounds[b].samples[i].log10;
            *lo = isfinite(x) ? fmin(*lo, x) : *lo;
            *hi = isfinite(x) ? fmax(*hi, x) : *hi;
        }
    }
    if (!(*lo <= *hi)) /* no ratio is positive */
        *lo = *hi = 0;
    *lo -= 0.1;
    *hi += 0.1;
}

static void count(struct bins *bins, const struct compare_bound *bound,
                  size_t samples)
{
    for (size_t i = 0; i < samples; i++) {
        const double place = (bound->samples[i].log10 - bins->lo) / bins->width;
        if (place >= 0 && place < BINS)
            bins->counts[(size_t)place]++;
    }
}

void compare_svg(struct buffer *out, const struct compare *c)
{
    const struct compare_group *g = &c->groups[0];
    LOCAL_FREE struct bins *bins = xcalloc(g->nbounds, sizeof *bins);
    LOCAL_FREE struct chart_series *series =
        xcalloc(g->nbounds, sizeof *series);
    double lo, hi;
    find_range(&lo, &hi, g);
    for (size_t b = 0; b < g->nbounds; b++) {
        bins[b] = (struct bins){.lo = lo, .width = (hi - lo) / BINS};
        count(&bins[b], &g->bounds[b], g->nsamples);
        series[b] = (struct chart_series){.name = g->bounds[b].claim,
                                          .marks = CHART_LINE,
                                          .colour = b,
                                          .count = BINS,
                                          .at = point_at,
                                          .context = &bins[b]};
    }
    const struct trace_origin origin = origin_of(c->spec, 0);
    LOCAL_BUFFER title = buffer_new();
    origin_title(&title, &origin);
    chart_svg(out, &(struct chart){.title = title.text,
                                   .x_label = "log10 of left / right",
                                   .y_label = "trials",
                                   .x_lo = lo,
                                   .x_hi = hi,
                                   .series = series,
                                   .nseries = g->nbounds});
}
