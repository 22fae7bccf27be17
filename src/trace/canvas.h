/* What the gnuplot scripts of a trace and of a path study share. */
#ifndef MAJORANT_TRACE_CANVAS_H
#define MAJORANT_TRACE_CANVAS_H

#include "trace/trace.h"

/* The terminal, the grid, the key and the title. */
void canvas_begin(struct buffer *out, const struct trace_origin *origin,
                  enum trace_picture picture);
/* Text for gnuplot, which reads nothing in it. */
void canvas_quote(struct buffer *out, const char *text);
/* " 1.5"; " NaN", which is not drawn, where `x` is not finite. */
void canvas_coordinate(struct buffer *out, double x);

#endif
