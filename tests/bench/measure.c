#include "bench/measure.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double clock_of(clockid_t id)
{
    struct timespec t;
    ENSURE(clock_gettime(id, &t) == 0, "bench: there is no such clock");
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double measure_process_clock(void)
{
    return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

double measure_thread_clock(void)
{
    return clock_of(CLOCK_THREAD_CPUTIME_ID);
}

double measure_wall_clock(void)
{
    return clock_of(CLOCK_MONOTONIC);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double measure_median(double *x, size_t count)
{
    if (count == 0)
        return NAN;
    qsort(x, count, sizeof *x, compare);
    return count % 2 ? x[count / 2] : (x[count / 2 - 1] + x[count / 2]) / 2;
}

/* The samples of one way. */
struct series {
    double seconds[MEASURE_MAX_ROUNDS], ratios[MEASURE_MAX_ROUNDS];
    size_t count, repeats;
    double spent;
};

/*
 * Warms up; then it is known how often a sample repeats.  The first call finds
 * caches and branch predictions of others, so that it says little: repeats
 * double until a sample is about as long as asked.
 */
static void calibrate(struct series *s, size_t way,
                      const struct measure_options *options,
                      measure_sample *sample, void *context)
{
    double once, cost;
    size_t repeats = 1;
    for (;; repeats *= 2) {
        const double begin = measure_process_clock();
        once = sample(context, way, repeats);
        cost = measure_process_clock() - begin;
        if (isnan(once) || 2 * cost >= options->sample_seconds)
            break;
    }
    s->repeats = 0; /* no such way */
    if (isnan(once))
        return;
    s->repeats = once < options->sample_seconds
                     ? (size_t)(options->sample_seconds / (once + 1e-9)) + 1
                     : 1;
    if (cost > options->budget_seconds) { /* the warm-up is all it gets */
        s->seconds[s->count++] = once;
        s->spent = cost;
    }
}

static void take(struct series *s, size_t way, measure_sample *sample,
                 void *context)
{
    const double begin = measure_process_clock();
    s->seconds[s->count++] = sample(context, way, s->repeats);
    s->spent += measure_process_clock() - begin;
}

static void add_round(struct series *all, size_t ways,
                      const struct measure_options *options,
                      measure_sample *sample, void *context)
{
    for (size_t way = 0; way < ways; way++)
        if (all[way].repeats > 0 &&
            (way == 0 || all[way].spent <= options->budget_seconds))
            take(&all[way], way, sample, context);
}

void measure(struct measurement *out, size_t ways,
             const struct measure_options *options, measure_sample *sample,
             void *context)
{
    struct series *all = xcalloc(ways, sizeof *all);
    for (size_t way = 0; way < ways; way++)
        calibrate(&all[way], way, options, sample, context);
    for (size_t k = 0; k < options->rounds; k++)
        add_round(all, ways, options, sample, context);
    for (size_t way = ways; way-- > 0;) { /* way 0 last: sorting unpairs it */
        struct series *s = &all[way];
        for (size_t k = 0; k < s->count; k++)
            s->ratios[k] = s->seconds[k] / all[0].seconds[k];
        out[way].ratio = measure_median(s->ratios, s->count);
        out[way].seconds = measure_median(s->seconds, s->count);
    }
    free(all);
}
