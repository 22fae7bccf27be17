/*
 * Timing several ways of doing the same in one process.
 *
 * All ways are sampled once in each round, in turn, so that what slows the
 * machine slows all of them; what is told are medians, of the times and of the
 * ratios to way 0 within a round.  Time is processor time: what other programs
 * take is not counted.
 */
#ifndef MAJORANT_BENCH_MEASURE_H
#define MAJORANT_BENCH_MEASURE_H

#include <stddef.h>

enum { MEASURE_MAX_ROUNDS = 31 };

struct measure_options {
    size_t rounds;         /* 1..MEASURE_MAX_ROUNDS */
    double sample_seconds; /* a sample repeats until it takes that long */
    double budget_seconds; /* a way is sampled no more beyond that, once had */
};

/* Medians over the rounds; NaN where the way does not exist. */
struct measurement {
    double seconds; /* a trial */
    double ratio;   /* to way 0 */
};

/*
 * Does way `way` `repeats` times; the processor seconds of one trial, or NaN:
 * there is no such way.
 */
typedef double measure_sample(void *context, size_t way, size_t repeats);

/* `out` has one entry for each of the `ways` (at least one). */
void measure(struct measurement *out, size_t ways,
             const struct measure_options *options, measure_sample *sample,
             void *context);

/* Sorts `x`; NaN if count is 0. */
double measure_median(double *x, size_t count);
/* Seconds of all threads of this process, of this thread, of the wall. */
double measure_process_clock(void);
double measure_thread_clock(void);
double measure_wall_clock(void);

#endif
