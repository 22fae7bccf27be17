/*
 * Series of points as a picture that stands alone: axes, a grid, and a legend
 * beside it, which makes the picture as wide as its names need.
 */
#pragma once

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the points of a series are drawn; several may be asked for at once. */
enum chart_mark {
    CHART_LINE = 1,
    CHART_DASHES = 2,
    CHART_DOTS = 4, /* a thin dotted line */
    CHART_CIRCLES = 8,
    CHART_CROSSES = 16,
    CHART_SPECKS = 32, /* small crosses */
    CHART_RANGES = 64  /* a bar from `lo` to `hi` and a dot at `y` */
};

#define CHART_GREY SIZE_MAX

/* Where one of them is not finite the point is left out, and lines to it. */
struct chart_point {
    double x, y;
    double lo, hi; /* of CHART_RANGES */
};

struct chart_series {
    const char *name, *note; /* side by side in the legend; NULL: nothing */
    unsigned marks;
    size_t colour; /* 0, 1, ... of a palette that repeats, or CHART_GREY */
    size_t count;
    struct chart_point (*at)(const void *context, size_t k);
    const void *context;
};

struct chart {
    const char *title, *x_label, *y_label; /* y_label may be NULL */
    double x_lo, x_hi, y_lo, y_hi;         /* y_lo = y_hi: what is there */
    const struct chart_series *series;
    size_t nseries;
};

/* Whether a point of the series can be drawn. */
bool chart_has_points(const struct chart_series *series);
/* The picture; ticks of x are whole numbers. */
void chart_svg(struct buffer *out, const struct chart *chart);
