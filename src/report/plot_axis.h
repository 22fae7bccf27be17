/* The ticks of a picture's axis of log2 values.  Internal to the folder. */
#ifndef MAJORANT_REPORT_PLOT_AXIS_H
#define MAJORANT_REPORT_PLOT_AXIS_H

#include "figure/figure.h"

/* Powers of ten, or of two where few of those lie on it; how many. */
size_t axis_ticks(const struct figure_axis *a, double ticks[FIGURE_MAX_TICKS]);

enum { AXIS_LABEL = 64 };

/* "0.25", "3·10⁻⁸": three digits, for people. */
void axis_number(char label[AXIS_LABEL], double log2_value);

#endif
