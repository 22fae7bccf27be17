#include "bench/workload.h"

#include "base/rng.h"
#include "bench/hand.h"
#include "bench/pass.h"
#include "bench/statements.h"
#include "eval/filter.h"
#include "recheck/violation.h"
#include "verify/stage.h"

#include <stdlib.h>
#include <string.h>

struct workload {
    const struct theorem *literal;
    struct stage *stages[2]; /* by enum workload_theorem */
    struct filter_run *filters[2];
    struct filter_run *batched; /* literal form; NULL: not at this size */
    struct pass *pass;
    struct hand *hand;
};

enum { HAND_BITS = 128 };

static const char *const names[] = {
    "forward pass", "filter",   "filter literal",  "filter batched", "ball 64",
    "ball 128",     "ball 256", "Arb by hand 128", "kernel 128"};
_Static_assert(sizeof names / sizeof *names == WAY_COUNT, "one name each");

const char *workload_name(enum workload_way way)
{
    return names[way];
}

struct module *workload_module(void)
{
    struct module *module = NULL;
    struct diag *diag = diag_new();
    enum status st =
        module_load_text(&module, "bench.bound", BENCH_STATEMENTS, NULL, diag);
    diag_free(diag);
    ENSURE(st == ST_OK, "bench: the statements cannot be read");
    return module;
}

/* Full 53-bit dyadic numbers in (-scale, scale), scale a power of two. */
static void draw(struct value *v, const struct slot *slot, double scale,
                 struct rng *rng)
{
    value_set_doubles(v, slot->rows, slot->cols);
    for (size_t k = 0; k < v->rows * v->cols; k++)
        v->doubles[k] = scale * (2 * rng_unit(rng) - 1);
}

/* About 1/sqrt(d), so that the entries of the logits are of size 1. */
static double weight_scale(int64_t d)
{
    double scale = 1;
    while (scale * scale * (double)d > 1)
        scale /= 2;
    return scale;
}

/* The instance is drawn from the same stream for every theorem. */
struct stage *workload_stage(const struct theorem *theorem, const int64_t *dims,
                             int64_t d)
{
    const bool wanted[] = {true};
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    enum status st = stage_open(&stage, theorem, dims, &reason);
    ENSURE(st == ST_OK, "bench: no layout");
    struct rng rng = rng_start(rng_key(1, "single layer"));
    for (size_t k = 0; k < stage->layout.nslots; k++)
        draw(&stage->x.values[k], &stage->layout.slots[k],
             k == 0 ? 1 : weight_scale(d), &rng);
    st = stage_build(stage, wanted, STAGE_DROP_NONE, &where, &reason);
    ENSURE(st == ST_OK, "bench: no plan");
    return stage;
}

struct workload *workload_new(const struct module *module,
                              const struct workload_size *size)
{
    struct workload *w = xcalloc(1, sizeof *w);
    const int64_t dims[] = {size->n, size->d, size->dk};
    for (size_t i = WORKLOAD_LITERAL; i <= WORKLOAD_RESIDUAL; i++)
        w->stages[i] = workload_stage(module_theorem(module, i), dims, size->d);
    for (size_t i = WORKLOAD_LITERAL; i <= WORKLOAD_RESIDUAL; i++)
        w->filters[i] = filter_run_new(w->stages[i]->plan, 1);
    const struct plan *plan = w->stages[WORKLOAD_LITERAL]->plan;
    if (filter_suits_batches(plan))
        w->batched = filter_run_new(plan, FILTER_LANES);
    w->literal = module_theorem(module, WORKLOAD_LITERAL);
    w->pass = pass_new((size_t)size->n, (size_t)size->d, (size_t)size->dk);
    w->hand =
        hand_new((size_t)size->n, (size_t)size->d, (size_t)size->dk, HAND_BITS);
    return w;
}

void workload_free(struct workload *w)
{
    if (!w)
        return;
    for (size_t i = WORKLOAD_LITERAL; i <= WORKLOAD_RESIDUAL; i++) {
        filter_run_free(w->filters[i]);
        stage_free(w->stages[i]);
    }
    filter_run_free(w->batched);
    pass_free(w->pass);
    hand_free(w->hand);
    free(w);
}

static enum truth run_pass(struct workload *w)
{
    const struct value *v = w->stages[WORKLOAD_LITERAL]->x.values;
    return pass_run(w->pass, v[0].doubles, v[1].doubles, v[2].doubles)
               ? TRUTH_TRUE
               : TRUTH_FALSE;
}

static enum truth run_hand(struct workload *w)
{
    const struct value *v = w->stages[WORKLOAD_LITERAL]->x.values;
    double ratio; /* only the verdict is asked for here */
    return hand_run(&ratio, w->hand, v[0].doubles, v[1].doubles, v[2].doubles)
               ? TRUTH_TRUE
               : TRUTH_UNKNOWN;
}

/* On one instance, or on the same one in every lane. */
static enum truth run_filter(struct filter_run *run, struct stage *s,
                             size_t lanes)
{
    const struct instance *x[FILTER_LANES] = {NULL};
    for (size_t k = 0; k < lanes; k++)
        x[k] = &s->x;
    filter_run_eval(run, x, lanes, s->fast.ids, s->fast.count);
    enum truth all = TRUTH_TRUE;
    for (size_t k = 0; k < lanes; k++)
        all = truth_and(all, filter_run_truth(run, k, s->links[0]->fast_truth));
    return all;
}

static enum truth run_ball(struct stage *s, long bits)
{
    ball_run_eval(s->ball, &s->x, bits, s->fast.ids, s->fast.count);
    return ball_run_truth(s->ball, s->links[0]->fast_truth);
}

enum truth workload_run(struct workload *w, enum workload_way way)
{
    struct stage *literal = w->stages[WORKLOAD_LITERAL];
    switch (way) {
    case WAY_FORWARD:
        return run_pass(w);
    case WAY_FILTER:
        return run_filter(w->filters[WORKLOAD_RESIDUAL],
                          w->stages[WORKLOAD_RESIDUAL], 1);
    case WAY_FILTER_LITERAL:
        return run_filter(w->filters[WORKLOAD_LITERAL], literal, 1);
    case WAY_BATCHED:
        return run_filter(w->batched, literal, FILTER_LANES);
    case WAY_BALL64:
        return run_ball(literal, 64);
    case WAY_BALL128:
        return run_ball(literal, 128);
    case WAY_BALL256:
        return run_ball(literal, 256);
    case WAY_HAND:
        return run_hand(w);
    case WAY_KERNEL:
        return violation_truth(w->literal, 0, 0, &literal->x,
                               VIOLATION_MIN_BITS);
    case WAY_COUNT:
        break;
    }
    return TRUTH_UNKNOWN;
}

bool workload_has(const struct workload *w, enum workload_way way)
{
    return way != WAY_BATCHED || w->batched;
}

size_t workload_trials(const struct workload *w, enum workload_way way)
{
    return way == WAY_BATCHED && w->batched ? FILTER_LANES : 1;
}
