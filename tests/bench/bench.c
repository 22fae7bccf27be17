#include "bench/bench.h"

#include "bench/drive.h"

#include <math.h>
#include <stdio.h>

static const struct workload_size sizes[BENCH_SIZES] = {
    {4, 4, 2}, {8, 16, 8}, {16, 64, 16}, {64, 128, 64}, {128, 512, 64}};

static const char *const mixed[BENCH_MIXED] = {"unit", "saturated", "residual",
                                               "tiny", "offset",    "equal"};

/* The kernel takes half a minute at the largest size: once, or not at all. */
enum { QUICK_SIZES = 3 };

static const struct measure_options thorough = {.rounds = 11,
                                                .sample_seconds = 5e-3,
                                                .budget_seconds = 0.3},
                                    brief = {.rounds = 1,
                                             .sample_seconds = 1e-4,
                                             .budget_seconds = 0.02};

const char *bench_way_name(size_t way)
{
    if (way < WAY_COUNT)
        return workload_name((enum workload_way)way);
    return way == BENCH_REUSED ? "weights reused" : "end to end";
}

void bench_init(struct bench *b)
{
    *b = (struct bench){.jobs2_speedup = NAN};
    buffer_init(&b->disagreement);
}

void bench_clear(struct bench *b)
{
    buffer_clear(&b->disagreement);
}

/* ---- one size ---- */

struct sampling {
    struct bench *bench;
    const struct module *module;
    const struct workload_size *size;
    struct workload *workload;
    uint64_t trials; /* of a campaign */
    char dims[80];
};

static void disagree(struct sampling *s, size_t way, const char *what)
{
    if (s->bench->disagreement.length > 0)
        return;
    buffer_printf(&s->bench->disagreement, "%s at n = %lld, d = %lld: %s",
                  bench_way_name(way), (long long)s->size->n,
                  (long long)s->size->d, what);
}

/* Of a length of its own: what a campaign does once is to be little of it. */
static double sample_campaign(struct sampling *s, size_t way)
{
    struct drive drive;
    drive_run(&drive, s->module, way == BENCH_REUSED ? "reused" : "fresh",
              s->dims, s->trials, 1);
    if (drive.is_true != drive.trials)
        disagree(s, way, "not every trial came out true");
    return drive.process_seconds / (double)s->trials;
}

/* The claim is a theorem: whatever is certain must be that it is true. */
static double sample_way(struct sampling *s, enum workload_way way,
                         size_t repeats)
{
    if (!workload_has(s->workload, way))
        return NAN;
    const double begin = measure_process_clock();
    for (size_t k = 0; k < repeats; k++)
        if (workload_run(s->workload, way) != TRUTH_TRUE)
            disagree(s, way, "the verdict is not `true`");
    const double end = measure_process_clock();
    return (end - begin) /
           (double)(repeats * workload_trials(s->workload, way));
}

static double sample(void *context, size_t way, size_t repeats)
{
    struct sampling *s = context;
    return way < WAY_COUNT ? sample_way(s, (enum workload_way)way, repeats)
                           : sample_campaign(s, way);
}

/* About 40 times as long as a sample of another way, but not short. */
static uint64_t campaign_trials(struct sampling *s,
                                const struct measure_options *options)
{
    (void)sample_way(s, WAY_FORWARD, 1); /* warm from here on */
    const double once = sample_way(s, WAY_FORWARD, 3);
    const uint64_t least = options->rounds > 1 ? 512 : 32;
    const uint64_t trials = (uint64_t)(40 * options->sample_seconds / once);
    return trials < least ? least : trials;
}

static void run_size(struct bench *b, const struct module *module,
                     const struct workload_size *size,
                     const struct measure_options *options)
{
    struct bench_size *out = &b->sizes[b->nsizes++];
    struct sampling s = {.bench = b, .module = module, .size = size};
    snprintf(s.dims, sizeof s.dims, "n=%lld,d=%lld,dk=%lld", (long long)size->n,
             (long long)size->d, (long long)size->dk);
    out->size = *size;
    s.workload = workload_new(module, size);
    s.trials = campaign_trials(&s, options);
    measure(out->ways, BENCH_WAYS, options, sample, &s);
    workload_free(s.workload);
}

/* ---- campaigns ---- */

static void run_mixed(struct bench *b, const struct module *module,
                      uint64_t trials)
{
    uint64_t all = 0, decided = 0;
    for (size_t i = 0; i < BENCH_MIXED; i++) {
        struct drive drive;
        drive_run(&drive, module, mixed[i], NULL, trials, 1);
        b->mixed[i] = (struct bench_mixed){.name = mixed[i],
                                           .trials = drive.trials,
                                           .before_ball = drive.before_ball,
                                           .open = drive.open,
                                           .seconds = drive.process_seconds /
                                                      (double)drive.trials};
        all += drive.trials;
        decided += drive.before_ball;
        if (drive.is_false > 0)
            buffer_printf(&b->disagreement,
                          "mixed campaign, %s: a theorem came out false",
                          mixed[i]);
    }
    b->decided_before_ball = (double)decided / (double)all;
}

/* One thread and two in turn, on the same trials, for `seconds` each. */
static void run_jobs(struct bench *b, const struct module *module,
                     double seconds, size_t rounds)
{
    static const char dims[] = "n=16,d=64,dk=16";
    const double once = b->sizes[2].ways[BENCH_END_TO_END].seconds;
    const uint64_t trials = (uint64_t)(seconds / once) + 16;
    double critical[MEASURE_MAX_ROUNDS], wall[MEASURE_MAX_ROUNDS];
    for (size_t k = 0; k < rounds; k++) {
        struct drive one, two;
        drive_run(&one, module, "fresh", dims, trials, 1);
        drive_run(&two, module, "fresh", dims, trials, 2);
        critical[k] = one.critical_seconds / two.critical_seconds;
        wall[k] = one.wall_seconds / two.wall_seconds;
    }
    b->jobs2_speedup = measure_median(critical, rounds);
    b->jobs2_wall = measure_median(wall, rounds);
}

void bench_run(struct bench *b, const struct bench_options *options)
{
    const bool quick = options->quick;
    struct module *module = workload_module();
    size_t count = quick ? QUICK_SIZES : BENCH_SIZES;
    for (size_t i = 0; i < count && b->disagreement.length == 0; i++)
        run_size(b, module, &sizes[i], quick ? &brief : &thorough);
    if (b->disagreement.length == 0)
        run_mixed(b, module, quick ? 50 : 1000);
    if (b->disagreement.length == 0)
        run_jobs(b, module, quick ? 0.01 : 0.3, quick ? 1 : 5);
    if (options->curves && b->disagreement.length == 0) {
        curve_run(b->curves, module, quick);
        b->ncurves = CURVE_COUNT;
    }
    module_free(module);
}
