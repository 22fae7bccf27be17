/*
 * Certified verdicts against the plain forward pass, on this
 * machine, in one process; docs/performance.md says what the figures mean.
 */
#ifndef MAJORANT_BENCH_BENCH_H
#define MAJORANT_BENCH_BENCH_H

#include "base/buffer.h"
#include "bench/curve.h"
#include "bench/measure.h"
#include "bench/workload.h"

enum bench_way { /* after those of workload.h: */
                 BENCH_END_TO_END =
                     WAY_COUNT, /* a campaign that draws every input */
                 BENCH_REUSED,  /* and one that draws weights for 16 trials */
                 BENCH_WAYS
};

enum { BENCH_SIZES = 5, BENCH_MIXED = 6 };

struct bench_size {
    struct workload_size size;
    struct measurement ways[BENCH_WAYS];
};

/* One class of the mixed campaign. */
struct bench_mixed {
    const char *name;
    uint64_t trials, before_ball, open; /* open: neither true nor false */
    double seconds;                     /* a trial */
};

struct bench {
    struct bench_size sizes[BENCH_SIZES];
    size_t nsizes;
    struct bench_mixed mixed[BENCH_MIXED];
    double decided_before_ball; /* share of all mixed trials */
    double jobs2_speedup;       /* by processor time; see performance.md */
    double jobs2_wall;          /* by the clock on the wall */
    struct bench_curve curves[CURVE_COUNT];
    size_t ncurves;             /* 0: not asked for */
    struct buffer disagreement; /* empty: all ways agreed wherever they ran */
};

struct bench_options {
    bool quick;  /* a few seconds: fewer sizes and rounds */
    bool curves; /* cost against n, precision and depth as well */
};

void bench_init(struct bench *b);
void bench_clear(struct bench *b);
/* Stops at a disagreement, which then is told; the figures mean nothing. */
void bench_run(struct bench *b, const struct bench_options *options);
const char *bench_way_name(size_t way);

#endif
