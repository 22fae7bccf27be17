/* Relations of balls at the edge of what they can tell. */
#include "ball_fixture.h"

/* 0 lies in the ball: that makes neither side equal to the other. */
static void test_a_point_within_a_ball_is_not_equal_to_it(void **state)
{
    struct fixture *f = *state;
    const plan_id a = make_fuzzy_zero(f), zero = make_number(f->m, "0");
    const plan_id left = make_rel(f->m, zero, REL_EQ, a);
    const plan_id right = make_rel(f->m, a, REL_EQ, zero);
    const plan_id differ = make_rel(f->m, zero, REL_NE, a);
    eval(f, 64);
    assert_int_equal(ball_run_truth(f->run, left), TRUTH_UNKNOWN);
    assert_int_equal(ball_run_truth(f->run, right), TRUTH_UNKNOWN);
    assert_int_equal(ball_run_truth(f->run, differ), TRUTH_UNKNOWN);
}

/* [0, r] and 0: the ends meet, which says x <= 0 or not, but not which. */
static void test_balls_that_touch_are_open_on_one_side(void **state)
{
    struct fixture *f = *state;
    const plan_id zero = make_number(f->m, "0");
    const plan_id a =
        make_call(f->m, FN_ABS, 1, 1, make_fuzzy_zero(f), PLAN_NONE);
    const enum relop rels[] = {REL_LE, REL_LT, REL_GE, REL_GT};
    const enum truth left[] = {TRUTH_UNKNOWN, TRUTH_FALSE, TRUTH_TRUE,
                               TRUTH_UNKNOWN};
    const enum truth right[] = {TRUTH_TRUE, TRUTH_UNKNOWN, TRUTH_UNKNOWN,
                                TRUTH_FALSE};
    plan_id ids[4][2];
    for (size_t k = 0; k < 4; k++) {
        ids[k][0] = make_rel(f->m, a, rels[k], zero);
        ids[k][1] = make_rel(f->m, zero, rels[k], a);
    }
    eval(f, 64);
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(ball_run_truth(f->run, ids[k][0]), left[k]);
        assert_int_equal(ball_run_truth(f->run, ids[k][1]), right[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BALL_TEST(test_a_point_within_a_ball_is_not_equal_to_it),
        BALL_TEST(test_balls_that_touch_are_open_on_one_side),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
