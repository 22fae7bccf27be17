/*
 * Pictures as SVG: axes, and the elements that every picture is made of.  What
 * they look like is said by the style of the page or picture, class by class.
 * Coordinates are those of the picture: y grows downwards.
 */
#pragma once

#include "base/buffer.h"

struct figure_axis {
    double lo, hi;   /* the values at its ends, lo < hi */
    double from, to; /* where they are in the picture */
};

/* Where a value is, also one beyond the ends. */
double figure_at(const struct figure_axis *a, double value);
/* The least of 1, 2 and 5 times a power of ten with `most` steps or fewer. */
double figure_step(const struct figure_axis *a, double most);

enum { FIGURE_MAX_TICKS = 64 };

/*
 * The multiples of `step` on the axis, from its lower end on; 0 is never -0.
 * How many there are.
 */
size_t figure_ticks(double ticks[FIGURE_MAX_TICKS], const struct figure_axis *a,
                    double step);

/* ---- elements, each on a line of its own ---- */

void figure_line(struct buffer *out, const char *class_name, double x1,
                 double y1, double x2, double y2);
/* Any text, which is escaped. */
void figure_label(struct buffer *out, const char *class_name, double x,
                  double y, const char *text);
