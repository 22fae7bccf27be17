/*
 * Exact numbers and doubles beside the balls, over the whole table of
 * functions; and the end of the exact evaluator's work.
 */
#include "eval/ball_internal.h"
#include "eval/exact_internal.h"
#include "exact_fixture.h"
#include "support/plan_maker.h"

#include "base/rng.h"

#include <math.h>

/* The ball of this determinant is more work than a run may do. */
static void test_nothing_is_claimed_once_the_work_is_used_up(void **state)
{
    (void)state;
    enum { N = 60 };
    static double entries[N * N];
    struct plan_maker *m = plan_maker_new();
    struct rng rng = rng_start(rng_key(20261121, "work"));
    for (size_t k = 0; k < N * N; k++)
        entries[k] = rng_normal(&rng);
    const plan_id a = make_input(m, N, N, entries);
    const plan_id early = make_op(m, PL_NEG, N, N, a, PLAN_NONE);
    const plan_id e = make_call(m, FN_EXP, N, N, a, PLAN_NONE);
    const plan_id det = make_call(m, FN_DET, 1, 1, e, PLAN_NONE);
    const plan_id open = make_rel(m, det, REL_LE, make_number(m, "1"));
    const plan_id late = make_op(m, PL_ADD, N, N, a, a);
    const plan_id same = make_rel(m, late, REL_EQ, late);
    size_t count;
    const plan_id *cone = maker_cone(m, &count);
    struct exact_run *run = exact_run_new(maker_plan(m));
    exact_run_eval(run, maker_instance(m), cone, count);
    assert_int_equal(exact_run_undefined(run, early), TRUTH_FALSE);
    assert_int_equal(exact_run_truth(run, open), TRUTH_UNKNOWN);
    assert_int_equal(exact_run_undefined(run, late), TRUTH_UNKNOWN);
    assert_int_equal(exact_run_truth(run, same), TRUTH_UNKNOWN);
    exact_run_free(run);
    plan_maker_free(m);
}

/* ---- the table of functions: balls and exact numbers overlap ---- */

struct shape {
    uint32_t rows, cols;
};

static struct shape argument_of(enum shape_rule rule)
{
    switch (rule) {
    case SHAPE_DIAG:
        return (struct shape){3, 1};
    case SHAPE_DIAGOF:
    case SHAPE_SQUARE:
    case SHAPE_SQUARE_SCALAR:
        return (struct shape){3, 3};
    case SHAPE_SCALARS:
        return (struct shape){1, 1};
    case SHAPE_SIZES:
    case SHAPE_KRON:
    case SHAPE_HCAT:
    case SHAPE_VCAT:
    case SHAPE_SAME:
    case SHAPE_PAIR:
    case SHAPE_SCALAR:
    case SHAPE_COLUMN:
    case SHAPE_ROW:
    case SHAPE_MASKED:
        break;
    }
    return (struct shape){3, 2};
}

static struct shape result_of(enum shape_rule rule, struct shape a)
{
    switch (rule) {
    case SHAPE_DIAG:
        return (struct shape){a.rows, a.rows};
    case SHAPE_DIAGOF:
    case SHAPE_COLUMN:
        return (struct shape){a.rows, 1};
    case SHAPE_KRON:
        return (struct shape){a.rows * a.rows, a.cols * a.cols};
    case SHAPE_HCAT:
        return (struct shape){a.rows, 2 * a.cols};
    case SHAPE_VCAT:
        return (struct shape){2 * a.rows, a.cols};
    case SHAPE_ROW:
        return (struct shape){1, a.cols};
    case SHAPE_SCALAR:
    case SHAPE_SQUARE_SCALAR:
    case SHAPE_SCALARS:
        return (struct shape){1, 1};
    case SHAPE_SIZES:
    case SHAPE_SAME:
    case SHAPE_PAIR:
    case SHAPE_SQUARE:
    case SHAPE_MASKED:
        break;
    }
    return a;
}

static void draw(double *out, size_t count, struct rng *rng)
{
    const uint64_t kind = rng_below(rng, 3);
    for (size_t k = 0; k < count; k++)
        out[k] = kind == 0   ? (double)rng_below(rng, 2)
                 : kind == 1 ? (double)rng_below(rng, 7) - 2
                             : rng_normal(rng);
}

static void compare_value(const struct exact_run *exact,
                          const struct ball_run *ball, plan_id id)
{
    const enum truth a = exact_run_undefined(exact, id);
    const enum truth b = ball_run_undefined(ball, id);
    assert_false(a == TRUTH_TRUE && b == TRUTH_FALSE);
    assert_false(a == TRUTH_FALSE && b == TRUTH_TRUE);
    if (a != TRUTH_FALSE || b != TRUTH_FALSE)
        return;
    const struct exact_matrix *m = &exact->values[id];
    arb_t x;
    arb_init(x);
    for (size_t k = 0; k < m->rows * m->cols; k++) {
        exact_ball(x, exact->ring, m->at[k], 128);
        if (arb_is_finite(x))
            assert_true(arb_overlaps(x, arb_mat_entry(ball->values[id].m,
                                                      (slong)(k / m->cols),
                                                      (slong)(k % m->cols))));
    }
    arb_clear(x);
}

static void compare_truth(const struct exact_run *exact,
                          const struct ball_run *ball, plan_id id)
{
    const enum truth a = exact_run_truth(exact, id);
    const enum truth b = ball_run_truth(ball, id);
    if (a != TRUTH_UNKNOWN && b != TRUTH_UNKNOWN)
        assert_int_equal(a, b);
}

/* Doubles know the function too: a number where there is one. */
static void compare_double(const struct double_run *doubles,
                           const struct ball_run *ball,
                           const struct plan_instr *in, plan_id id)
{
    const double *x = double_run_value(doubles, id);
    const arb_mat_struct *m = ball->values[id].m;
    if (ball_run_undefined(ball, id) == TRUTH_FALSE && arb_mat_is_finite(m))
        for (uint32_t k = 0; k < in->rows * in->cols; k++)
            assert_true(!isnan(x[k]));
}

/* Symmetric, of square A. */
static plan_id times_transpose(struct plan_maker *m, plan_id A, uint32_t n)
{
    return make_op(m, PL_MATMUL, n, n, A,
                   make_op(m, PL_TRANSPOSE, n, n, A, PLAN_NONE));
}

/* fn(A[, B]), fn of a softmax, and both against A's own scale. */
static void compare_function(enum function fn, size_t nargs, struct rng *rng)
{
    const struct shape a = argument_of(function_info(fn)->rule);
    const struct shape r = result_of(function_info(fn)->rule, a);
    struct plan_maker *m = plan_maker_new();
    double x[9], y[9];
    draw(x, 9, rng);
    draw(y, 9, rng);
    plan_id A = make_input(m, a.rows, a.cols, x);
    const plan_id B = make_input(m, a.rows, a.cols, y);
    plan_id P = make_call(m, FN_SOFTMAX, a.rows, a.cols, A, PLAN_NONE);
    if (fn == FN_EIGMIN || fn == FN_EIGMAX) {
        A = times_transpose(m, A, a.rows);
        P = times_transpose(m, P, a.rows);
    }
    const plan_id second = nargs > 1 ? B : PLAN_NONE;
    const plan_id f = make_call(m, fn, r.rows, r.cols, A, second);
    const plan_id g = make_call(m, fn, r.rows, r.cols, P, second);
    const plan_id le = make_rel(m, f, REL_LE, g);
    const plan_id eq = make_rel(m, f, REL_EQ, f);
    size_t count;
    const plan_id *cone = maker_cone(m, &count);
    struct exact_run *exact = exact_run_new(maker_plan(m));
    struct ball_run *ball = ball_run_new(maker_plan(m));
    struct double_run *doubles = double_run_new(maker_plan(m));
    exact_run_eval(exact, maker_instance(m), cone, count);
    ball_run_eval(ball, maker_instance(m), 256, cone, count);
    double_run_eval(doubles, maker_instance(m), cone, count);
    compare_value(exact, ball, f);
    compare_value(exact, ball, g);
    compare_double(doubles, ball, &maker_plan(m)->instrs[f], f);
    compare_truth(exact, ball, le);
    compare_truth(exact, ball, eq);
    exact_run_free(exact);
    ball_run_free(ball);
    double_run_free(doubles);
    plan_maker_free(m);
}

static void test_every_function_overlaps_its_balls(void **state)
{
    (void)state;
    struct rng rng = rng_start(rng_key(20261121, "functions"));
    for (int fn = 0; fn < FN_COUNT; fn++) {
        const struct function_info *info = function_info((enum function)fn);
        if (info->rule == SHAPE_SIZES)
            continue;
        const size_t most = info->most > 2 ? 2 : info->most;
        const size_t least =
            info->rule == SHAPE_HCAT || info->rule == SHAPE_VCAT ? 2
                                                                 : info->least;
        for (size_t nargs = least; nargs <= most; nargs++)
            for (int trial = 0; trial < 12; trial++)
                compare_function((enum function)fn, nargs, &rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_claimed_once_the_work_is_used_up),
        cmocka_unit_test(test_every_function_overlaps_its_balls),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
