/* Degrees of relations, breaches of assumptions, and their gradients. */
#include "search/space.h"

#include "base/rng.h"

#include "search_fixture.h"

#include <math.h>

struct bench {
    struct fixture f;
    struct stage *stage;
    struct objective *o;
};

static void bench_init(struct bench *b, const char *body, const int64_t *dims)
{
    fixture_init(&b->f, body);
    b->stage = fixture_stage(&b->f, dims, 0);
    b->o = objective_new(b->stage, 0);
}

static void bench_clear(struct bench *b)
{
    objective_free(b->o);
    stage_free(b->stage);
    fixture_clear(&b->f);
}

/* The merit of a theorem over `given x, y : real` at (x, y). */
static struct merit merit_at(const char *claim, double x, double y)
{
    struct bench b;
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "given x, y : real; %s", claim);
    bench_init(&b, body.text, NULL);
    fixture_set(b.stage, 0, &x);
    fixture_set(b.stage, 1, &y);
    struct merit m = objective_eval(b.o);
    bench_clear(&b);
    buffer_clear(&body);
    return m;
}

static void assert_close(double x, double y)
{
    if (!(fabs(x - y) <= 1e-12 * fmax(1, fabs(y))))
        fail_msg("%.17g is not %.17g", x, y);
}

static void test_an_order_scores_the_logarithm_of_its_ratio(void **state)
{
    (void)state;
    assert_close(merit_at("claim c: x <= y;", 3, 2).score, log(1.5));
    assert_close(merit_at("claim c: x <= y;", 2, 3).score, -log(1.5));
    assert_close(merit_at("claim c: x >= y;", 2, 3).score, log(1.5));
    assert_close(merit_at("claim c: x <= y;", -2, -3).score, log(1.5));
}

static void test_sides_of_different_signs_lie_beyond_every_ratio(void **state)
{
    (void)state;
    double worst = merit_at("claim c: x <= y;", 1, -1).score;
    assert_true(worst > merit_at("claim c: x <= y;", 1e300, 1e-300).score);
    assert_true(merit_at("claim c: x <= y;", -1, 1).score < -worst + 10);
}

/* Where a side is 0 there is no ratio, yet something to climb. */
static void test_nearer_to_zero_is_nearer_to_failing(void **state)
{
    (void)state;
    double near = merit_at("claim c: x >= 0;", 1e-9, 0).score;
    assert_true(near > merit_at("claim c: x >= 0;", 1, 0).score);
    assert_true(near < merit_at("claim c: x >= 0;", -1e-9, 0).score);
    assert_true(near < merit_at("claim c: x >= y;", 1, 1e-300).score);
    near = merit_at("claim c: 0 <= x;", 1e-9, 0).score;
    assert_true(near > merit_at("claim c: 0 <= x;", 1, 0).score);
}

static void test_an_equality_scores_its_gap_above_rounding(void **state)
{
    (void)state;
    assert_true(merit_at("claim c: x == y;", 1, 1.001).score > 0);
    assert_true(merit_at("claim c: x == y;", 1, 1 + 1e-15).score < 0);
    assert_true(merit_at("claim c: x != y;", 1, 1).score > 0);
    assert_true(merit_at("claim c: x != y;", 1, 2).score < 0);
}

static void test_connectives_take_the_worst_the_best_the_negative(void **state)
{
    (void)state;
    assert_close(merit_at("claim c: x <= 1 and y <= 1;", 2, 4).score, log(4));
    assert_close(merit_at("claim c: x <= 1 or y <= 1;", 2, 4).score, log(2));
    assert_close(merit_at("claim c: not x <= y;", 2, 4).score, log(2));
    assert_close(
        merit_at("claim c: forall(i in 1..3, x <= i * y);", 8, 2).score,
        log(4));
}

static void test_psd_scores_the_least_eigenvalue(void **state)
{
    (void)state;
    double good = merit_at("claim c: psd([2, x; x, 2]);", 1, 0).score;
    double bad = merit_at("claim c: psd([2, x; x, 2]);", 4, 0).score;
    assert_close(good, -0.5);
    assert_close(bad, 0.5);
}

static void test_what_is_undefined_scores_nothing(void **state)
{
    (void)state;
    assert_true(merit_at("claim c: log(x) <= y;", -1, 0).score == -INFINITY);
}

static void test_breaches_come_before_scores(void **state)
{
    (void)state;
    const char *text = "assume small: x <= 1; claim c: x <= y;";
    struct merit inside = merit_at(text, 1, 4), outside = merit_at(text, 9, 4);
    assert_true(inside.breach == 0);
    assert_close(outside.breach, log(9));
    assert_true(merit_is_better(&inside, &outside));
    assert_false(merit_is_better(&outside, &inside));
}

static void test_a_strict_assumption_is_breached_at_its_edge(void **state)
{
    (void)state;
    assert_true(merit_at("assume a: x > 1; claim c: x <= y;", 1, 1).breach > 0);
    assert_true(merit_at("assume a: x >= 1; claim c: x <= y;", 1, 1).breach ==
                0);
}

/* ---- the space of parameters ---- */

static double score_at(struct bench *b, struct space *space, const double *t)
{
    space_write(space, t);
    return objective_eval(b->o).score;
}

/* The gradient in the parameters against differences. */
static void check_pull(const char *given)
{
    enum { MOST = 32 };
    static const int64_t dims[] = {3};
    struct bench b;
    struct buffer body;
    double t[MOST], g[MOST], step = 1e-6;
    buffer_init(&body);
    buffer_printf(&body,
                  "dim n; given A : %s; given B : real[n, n];"
                  "claim c: normfro(A * B + B * A') <= normmax(A .* B);",
                  given);
    bench_init(&b, body.text, dims);
    struct space *space = space_new(b.stage, b.f.spec);
    struct rng rng = rng_start(rng_key(3, given));
    assert_in_range(space->size, 1, MOST);
    space_read(space, t);
    for (size_t k = 0; k < space->size; k++)
        t[k] = rng_normal(&rng);
    space_fit(space, t);
    score_at(&b, space, t);
    objective_differentiate(b.o, false);
    space_pull(space, t, b.o, g);
    for (size_t k = 0; k < space->size; k++) {
        double middle = t[k];
        t[k] = middle + step;
        double above = score_at(&b, space, t);
        t[k] = middle - step;
        double below = score_at(&b, space, t);
        t[k] = middle;
        double expected = (above - below) / (2 * step);
        if (!(fabs(g[k] - expected) <= 1e-5 * fmax(1, fabs(expected))))
            fail_msg("%s: parameter %zu: %g for %g", given, k, g[k], expected);
    }
    space_free(space);
    bench_clear(&b);
    buffer_clear(&body);
}

static void test_gradients_reach_the_parameters_of_every_property(void **state)
{
    (void)state;
    check_pull("real[n, n]");
    check_pull("nonneg[n, n]");
    check_pull("symmetric[n]");
    check_pull("psd[n]");
    check_pull("stochastic[n, n]");
    check_pull("orthogonal[n]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_order_scores_the_logarithm_of_its_ratio),
        cmocka_unit_test(test_sides_of_different_signs_lie_beyond_every_ratio),
        cmocka_unit_test(test_nearer_to_zero_is_nearer_to_failing),
        cmocka_unit_test(test_an_equality_scores_its_gap_above_rounding),
        cmocka_unit_test(test_connectives_take_the_worst_the_best_the_negative),
        cmocka_unit_test(test_psd_scores_the_least_eigenvalue),
        cmocka_unit_test(test_what_is_undefined_scores_nothing),
        cmocka_unit_test(test_breaches_come_before_scores),
        cmocka_unit_test(test_a_strict_assumption_is_breached_at_its_edge),
        cmocka_unit_test(test_gradients_reach_the_parameters_of_every_property),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
