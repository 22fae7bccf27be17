#include "support/cmocka_all.h"
#include "support/plan_maker.h"

#include "eval/evaluator.h"

#include <math.h>
#include <stdlib.h>

/* s1 = a + b, s2 = s1 + c, of three inputs made first. */
struct chain {
    struct plan_maker *maker;
    plan_id a, b, c, s1, s2;
};

static struct chain make_chain(void)
{
    struct chain t = {.maker = plan_maker_new()};
    const double one = 1, tiny = ldexp(1, -60);
    t.c = make_input(t.maker, 1, 1, &tiny);
    t.b = make_input(t.maker, 1, 1, &one);
    t.a = make_input(t.maker, 1, 1, &one);
    t.s1 = make_op(t.maker, PL_ADD, 1, 1, t.a, t.b);
    t.s2 = make_op(t.maker, PL_ADD, 1, 1, t.s1, t.c);
    return t;
}

static void test_order_takes_each_value_late(void **state)
{
    (void)state;
    struct chain t = make_chain();
    const plan_id roots[] = {t.s1, t.s2, PLAN_NONE, t.s1};
    plan_id *ids;
    size_t ends[4];
    plan_order(&ids, ends, maker_plan(t.maker), roots, 4);
    const plan_id wanted[] = {t.a, t.b, t.s1, t.c, t.s2};
    assert_memory_equal(ids, wanted, sizeof wanted);
    assert_int_equal(ends[0], 3);
    assert_int_equal(ends[1], 5);
    assert_int_equal(ends[2], 5);
    assert_int_equal(ends[3], 5);
    free(ids);
    plan_maker_free(t.maker);
}

static void test_alive_is_what_still_has_a_use(void **state)
{
    (void)state;
    struct chain t = make_chain();
    /* a, b, s1 at once; then s1, c, s2; a root stays */
    const plan_id roots[] = {t.s2, PLAN_NONE}, more[] = {t.s1, t.b, t.s2};
    assert_int_equal(plan_alive(maker_plan(t.maker), roots, 1), 3);
    assert_int_equal(plan_alive(maker_plan(t.maker), roots, 2), 3);
    assert_int_equal(plan_alive(maker_plan(t.maker), more, 3), 4);
    assert_int_equal(plan_alive(maker_plan(t.maker), roots, 0), 0);
    plan_maker_free(t.maker);
    struct plan_maker *maker = plan_maker_new();
    const double row[] = {1, 2, 3};
    const plan_id x = make_input(maker, 1, 3, row);
    const plan_id y = make_op(maker, PL_NEG, 1, 3, x, PLAN_NONE);
    assert_int_equal(plan_alive(maker_plan(maker), &y, 1), 6);
    plan_maker_free(maker);
}

static void test_steps_give_what_one_eval_gives(void **state)
{
    (void)state;
    struct chain t = make_chain();
    const plan_id order[] = {t.a, t.b, t.s1, t.c, t.s2};
    struct ball_run *run = ball_run_new(maker_plan(t.maker));
    ball_run_keep(run, &t.s2, 1);
    ball_run_begin(run, maker_instance(t.maker), 128, order, 5);
    ball_run_step(run, order, 3);
    assert_int_equal(ball_run_undefined(run, t.s2), TRUTH_UNKNOWN);
    ball_run_step(run, order + 3, 2);
    struct enclosure e = ball_run_entry(run, t.s2, 0, 0);
    assert_float_equal(enclosure_double(&e), 2, 0);
    ball_run_free(run);
    plan_maker_free(t.maker);
}

static void test_error_is_relative_and_certified(void **state)
{
    (void)state;
    struct chain t = make_chain();
    size_t count;
    const plan_id *cone = maker_cone(t.maker, &count);
    struct ball_run *run = ball_run_new(maker_plan(t.maker));
    ball_run_eval(run, maker_instance(t.maker), 128, cone, count);
    struct enclosure e = ball_run_error(run, t.s2, 2);
    assert_true(fabs(enclosure_double(&e) - ldexp(1, -61)) < ldexp(1, -110));
    e = ball_run_error(run, t.s1, 2);
    assert_int_equal(e.kind, ENCLOSURE_FINITE);
    assert_true(e.lo == 0 && e.hi == 0);
    e = ball_run_error(run, t.s1, -2);
    assert_float_equal(enclosure_double(&e), 2, 1e-15);
    assert_int_equal(ball_run_error(run, t.s1, INFINITY).kind,
                     ENCLOSURE_INFINITE);
    assert_int_equal(ball_run_error(run, t.s1, NAN).kind, ENCLOSURE_NONE);
    ball_run_free(run);
    plan_maker_free(t.maker);
}

static void test_error_against_zero_is_zero_or_infinite(void **state)
{
    (void)state;
    struct plan_maker *maker = plan_maker_new();
    const double zero = 0;
    plan_id z = make_input(maker, 1, 1, &zero);
    struct ball_run *run = ball_run_new(maker_plan(maker));
    ball_run_eval(run, maker_instance(maker), 128, &z, 1);
    assert_int_equal(ball_run_error(run, z, 1e-300).kind, ENCLOSURE_INFINITE);
    struct enclosure e = ball_run_error(run, z, 0);
    assert_int_equal(e.kind, ENCLOSURE_FINITE);
    assert_true(e.hi == 0);
    ball_run_free(run);
    plan_maker_free(maker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_takes_each_value_late),
        cmocka_unit_test(test_alive_is_what_still_has_a_use),
        cmocka_unit_test(test_steps_give_what_one_eval_gives),
        cmocka_unit_test(test_error_is_relative_and_certified),
        cmocka_unit_test(test_error_against_zero_is_zero_or_infinite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
