/* A plan made by hand with its ball run, for the tests of the balls. */
#ifndef MAJORANT_TESTS_BALL_FIXTURE_H
#define MAJORANT_TESTS_BALL_FIXTURE_H

#include "eval/ball_internal.h"
#include "support/cmocka_all.h"
#include "support/plan_maker.h"

#include <stdlib.h>

struct fixture {
    struct plan_maker *m;
    struct ball_run *run;
};

static inline int set_up(void **state)
{
    struct fixture *f = xcalloc(1, sizeof *f);
    f->m = plan_maker_new();
    *state = f;
    return 0;
}

static inline int tear_down(void **state)
{
    struct fixture *f = *state;
    ball_run_free(f->run);
    plan_maker_free(f->m);
    free(f);
    return 0;
}

/* After all tests: nothing of Arb and FLINT is left. */
static inline int finish(void **state)
{
    (void)state;
    eval_finish();
    return 0;
}

/* Evaluates everything made so far. */
static inline void eval(struct fixture *f, long prec)
{
    size_t count;
    const plan_id *cone = maker_cone(f->m, &count);
    if (!f->run)
        f->run = ball_run_new(maker_plan(f->m));
    ball_run_eval(f->run, maker_instance(f->m), prec, cone, count);
}

static inline arb_srcptr ball_at(const struct fixture *f, plan_id id, slong i,
                                 slong j)
{
    return arb_mat_entry(f->run->values[id].m, i, j);
}

static inline plan_id scalar_input(struct fixture *f, double x)
{
    return make_input(f->m, 1, 1, &x);
}

/* 1/3 - 1/3, which a ball cannot tell from 0. */
static inline plan_id make_fuzzy_zero(struct fixture *f)
{
    const plan_id third = make_number(f->m, "1/3");
    const plan_id again = make_op(f->m, PL_DIVIDE, 1, 1, make_number(f->m, "1"),
                                  make_number(f->m, "3"));
    return make_op(f->m, PL_SUB, 1, 1, third, again);
}

static inline void assert_defined(const struct fixture *f, plan_id id)
{
    assert_int_equal(ball_run_undefined(f->run, id), TRUTH_FALSE);
}

static inline void assert_undefined(const struct fixture *f, plan_id id)
{
    assert_int_equal(ball_run_undefined(f->run, id), TRUTH_TRUE);
}

static inline void assert_open(const struct fixture *f, plan_id id)
{
    assert_int_equal(ball_run_undefined(f->run, id), TRUTH_UNKNOWN);
}

static inline void assert_exactly(const struct fixture *f, plan_id id, slong i,
                                  slong j, double value)
{
    assert_defined(f, id);
    assert_true(arb_is_exact(ball_at(f, id, i, j)));
    assert_true(arf_equal_d(arb_midref(ball_at(f, id, i, j)), value));
}

#define BALL_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
