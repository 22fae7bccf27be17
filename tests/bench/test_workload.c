/* The ways that are measured beside each other compute the same. */
#include "bench/hand.h"
#include "bench/workload.h"
#include "support/cmocka_all.h"

#include <math.h>

static const struct workload_size sizes[] = {{4, 4, 2}, {8, 16, 8}, {6, 3, 5}};

enum { SIZES = sizeof sizes / sizeof *sizes };

static void test_every_way_finds_the_claim_true(void **state)
{
    (void)state;
    struct module *module = workload_module();
    for (size_t i = 0; i < SIZES; i++) {
        struct workload *w = workload_new(module, &sizes[i]);
        for (int way = 0; way < WAY_COUNT; way++)
            if (workload_has(w, (enum workload_way)way))
                assert_int_equal(workload_run(w, (enum workload_way)way),
                                 TRUTH_TRUE);
        workload_free(w);
    }
    module_free(module);
}

/* Left over right by balls, and by Arb by hand. */
static void check_ratios(const struct module *module,
                         const struct workload_size *size)
{
    const int64_t dims[] = {size->n, size->d, size->dk};
    const size_t n = (size_t)size->n, d = (size_t)size->d;
    struct stage *s =
        workload_stage(module_theorem(module, WORKLOAD_LITERAL), dims, size->d);
    const struct value *v = s->x.values;
    struct hand *hand = hand_new(n, d, (size_t)size->dk, 128);
    double by_hand;
    ball_run_eval(s->ball, &s->x, 128, s->fast.ids, s->fast.count);
    const struct enclosure ball = ball_run_ratio(s->ball, s->links[0]);
    const double ratio = enclosure_double(&ball);
    assert_true(
        hand_run(&by_hand, hand, v[0].doubles, v[1].doubles, v[2].doubles));
    assert_true(fabs(by_hand / ratio - 1) < 1e-14);
    hand_free(hand);
    stage_free(s);
}

static void test_ways_have_the_same_ratio(void **state)
{
    (void)state;
    struct module *module = workload_module();
    for (size_t i = 0; i < SIZES; i++)
        check_ratios(module, &sizes[i]);
    module_free(module);
}

/* Nothing is certain where gamma is 0/0. */
static void test_by_hand_nothing_is_certain_of_equal_rows(void **state)
{
    (void)state;
    /* equal rows: the spread of the logits is 0 */
    const double x[] = {1, 2, 1, 2}, w[] = {1, 0, 0, 1};
    struct hand *hand = hand_new(2, 2, 1, 128);
    double ratio;
    assert_false(hand_run(&ratio, hand, x, w, w));
    hand_free(hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way_finds_the_claim_true),
        cmocka_unit_test(test_ways_have_the_same_ratio),
        cmocka_unit_test(test_by_hand_nothing_is_certain_of_equal_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
