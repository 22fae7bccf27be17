/*
 * Tightness as pictures: SVG inside HTML, with the numbers as tables below.
 */
#pragma once

#include "report/curves.h"

/*
 * Bars over the ratio's logarithm; nothing where it has no ratio.  `has_gap`:
 * it is a gap in decades.
 */
void plot_histogram(struct buffer *out, const struct histogram *h,
                    const char *claim, bool has_gap);
/* Least, median and largest ratio at each size; one size alone is a line. */
void plot_curve(struct buffer *out, const struct curve *curve,
                const char *claim, bool has_gap);
