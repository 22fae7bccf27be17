/* Cost against one quantity at a time: n, precision, depth. */
#ifndef MAJORANT_BENCH_CURVE_H
#define MAJORANT_BENCH_CURVE_H

#include "ir/lower.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CURVE_COUNT = 3, CURVE_POINTS = 8 };

/* Cost against one quantity: x, the plain pass, the filter, the ball. */
struct bench_curve {
    const char *title;
    struct bench_point {
        int64_t x;
        double forward, filter, ball; /* seconds a trial, or NaN */
    } points[CURVE_POINTS];
    size_t count;
};

/* All of them; `quick`: the first points alone. */
void curve_run(struct bench_curve curves[CURVE_COUNT],
               const struct module *module, bool quick);

#endif
