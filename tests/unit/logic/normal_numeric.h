/* The sides of a loaded identity compared by balls on random instances. */
#ifndef MAJORANT_TESTS_NORMAL_NUMERIC_H
#define MAJORANT_TESTS_NORMAL_NUMERIC_H

#include "case/casefile.h"
#include "eval/evaluator.h"

#include "normal_fixture.h"

#include <stdlib.h>

enum { NUMERIC_BITS = 192 };

struct tally {
    size_t defined, refuted;
};

static inline void compare_at(struct tally *tally, const struct layout *layout,
                              const struct instance *x)
{
    struct plan *plan = NULL;
    struct span where;
    char *reason = NULL;
    if (plan_build(&plan, layout, NULL, NULL, &where, &reason) != ST_OK) {
        free(reason);
        return;
    }
    plan_id root = plan->claims[0].links[0].truth, *cone;
    size_t count;
    plan_cone(&cone, &count, plan, &root, 1);
    struct ball_run *run = ball_run_new(plan);
    ball_run_eval(run, x, NUMERIC_BITS, cone, count);
    tally->defined += ball_run_undefined(run, root) == TRUTH_FALSE;
    tally->refuted += ball_run_truth(run, root) == TRUTH_FALSE;
    ball_run_free(run);
    free(cone);
    plan_free(plan);
}

static inline void compare_trial(struct tally *tally, const struct spec *spec,
                                 const struct theorem *t, uint64_t trial)
{
    int64_t dims[16];
    struct layout layout;
    struct instance x;
    struct span where;
    char *reason = NULL;
    spec_draw_dims(spec, trial, dims);
    if (layout_init(&layout, t, dims, &reason) != ST_OK) {
        free(reason);
        return;
    }
    spec_draw_ints(spec, trial, &layout);
    instance_init(&x, &layout);
    if (spec_draw(spec, trial, &x, &where, &reason) == ST_OK)
        compare_at(tally, &layout, &x);
    free(reason);
    instance_clear(&x);
    layout_clear(&layout);
}

/* Trials 0..trials-1 of the built-in campaign at small sizes. */
static inline struct tally compare_sides(const struct loaded *l,
                                         uint64_t trials)
{
    struct tally tally = {0};
    struct spec *spec = NULL;
    const struct spec_options options = {
        .dims = "n=1..4,m=1..3,k=1..3,d=1..3,dk=1..4,v=1..2"};
    if (spec_campaign(&spec, l->module, l->theorem, &options, l->diag) !=
        ST_OK) {
        struct buffer text;
        buffer_init(&text);
        diag_print(l->diag, &text);
        fail_msg("%s", text.text);
    }
    for (uint64_t trial = 0; trial < trials; trial++)
        compare_trial(&tally, spec, l->theorem, trial);
    spec_free(spec);
    return tally;
}

/* How often the balls say that the sides differ, in `most` trials or fewer. */
static inline uint64_t times_refuted(const struct identity *id, uint64_t most)
{
    struct loaded l;
    struct tally tally = {0};
    load_identity(&l, id);
    for (uint64_t trials = 8; trials <= most && !tally.refuted; trials *= 2)
        tally = compare_sides(&l, trials);
    unload(&l);
    return tally.refuted;
}

/* The balls refute none of the right ones and each of the wrong ones. */
static inline void expect_balls(const struct identity *right, size_t nright,
                                const struct identity *wrong, size_t nwrong)
{
    for (size_t i = 0; i < nright; i++)
        if (times_refuted(&right[i], 8) > 0)
            fail_msg("%s == %s", right[i].lhs, right[i].rhs);
    for (size_t i = 0; i < nwrong; i++)
        if (times_refuted(&wrong[i], 64) == 0)
            fail_msg("%s != %s", wrong[i].lhs, wrong[i].rhs);
}

#endif
