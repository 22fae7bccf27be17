#include "bench/curve.h"

#include "bench/measure.h"
#include "bench/workload.h"
#include "eval/filter.h"

/* The evaluators on one stage. */
struct point {
    struct stage *stage;
    struct filter_run *filter;
    long bits; /* of the ball */
};

enum { DOUBLES, FILTER, BALL, EVALUATORS };

static void evaluate(struct point *p, size_t way)
{
    struct stage *s = p->stage;
    const struct instance *x = &s->x;
    if (way == FILTER)
        filter_run_eval(p->filter, &x, 1, s->fast.ids, s->fast.count);
    else if (way == BALL)
        ball_run_eval(s->ball, &s->x, p->bits, s->fast.ids, s->fast.count);
    else
        double_run_eval(s->forward, &s->x, s->whole.ids, s->whole.count);
}

static double sample(void *context, size_t way, size_t repeats)
{
    const double begin = measure_process_clock();
    for (size_t k = 0; k < repeats; k++)
        evaluate(context, way);
    return (measure_process_clock() - begin) / (double)repeats;
}

static void add_point(struct bench_curve *curve, int64_t x, struct point *p)
{
    static const struct measure_options options = {
        .rounds = 5, .sample_seconds = 2e-3, .budget_seconds = 0.2};
    struct measurement out[EVALUATORS];
    p->filter = filter_run_new(p->stage->plan, 1);
    measure(out, EVALUATORS, &options, sample, p);
    curve->points[curve->count++] =
        (struct bench_point){.x = x,
                             .forward = out[DOUBLES].seconds,
                             .filter = out[FILTER].seconds,
                             .ball = out[BALL].seconds};
    filter_run_free(p->filter);
}

static void run_tokens(struct bench_curve *curve, const struct module *module,
                       size_t count)
{
    curve->title = "n, at d = dk = 64, literal form, ball at 128 bits";
    int64_t n = 8;
    for (size_t k = 0; k < count; k++, n *= 2) {
        const int64_t dims[] = {n, 64, 64};
        struct point p = {.bits = 128};
        p.stage = workload_stage(module_theorem(module, WORKLOAD_LITERAL), dims,
                                 dims[1]);
        add_point(curve, n, &p);
        stage_free(p.stage);
    }
}

static void run_precision(struct bench_curve *curve,
                          const struct module *module, size_t count)
{
    static const int64_t dims[] = {16, 64, 16};
    curve->title = "bits of the ball, at n = 16, d = 64, dk = 16";
    struct point p = {.bits = 64};
    p.stage =
        workload_stage(module_theorem(module, WORKLOAD_LITERAL), dims, dims[1]);
    for (size_t k = 0; k < count; k++, p.bits *= 2)
        add_point(curve, p.bits, &p);
    stage_free(p.stage);
}

static void run_depth(struct bench_curve *curve, const struct module *module,
                      size_t count)
{
    curve->title = "L, at n = 8, d = 16, dk = 8, ball at 128 + 8 L bits";
    for (size_t k = 0; k < count; k++) {
        const int64_t layers = 2 * (int64_t)k + 1;
        const int64_t dims[] = {8, 16, 8, layers};
        struct point p = {.bits = 128 + 8 * (long)layers};
        p.stage = workload_stage(module_theorem(module, WORKLOAD_DEEP), dims,
                                 dims[1]);
        add_point(curve, layers, &p);
        stage_free(p.stage);
    }
}

void curve_run(struct bench_curve curves[CURVE_COUNT],
               const struct module *module, bool quick)
{
    const size_t count = quick ? 2 : 6;
    run_tokens(&curves[0], module, count);
    run_precision(&curves[1], module, count);
    run_depth(&curves[2], module, count);
}
