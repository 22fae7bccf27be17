/* Shrinking to locally minimal instances, and the parts it is made of. */
#include "search/ascent.h"
#include "search/shrink.h"
#include "search/simple.h"
#include "search/slices.h"

#include "search_fixture.h"

#include <stdio.h>

/* Search and shrink; the instance as text. */
static char *smallest(const char *body, struct shrink_result *result)
{
    struct fixture f;
    struct ascent_result r;
    const struct ladder_options ladder = {.prec_max = LADDER_DEFAULT_CAP};
    const struct ascent_options search = {
        .evals = 100000, .dropped = STAGE_DROP_NONE, .ladder = ladder};
    const struct shrink_options shrink = {
        .decisions = 20000, .dropped = STAGE_DROP_NONE, .ladder = ladder};
    struct buffer text;
    fixture_init(&f, body);
    ascent_run(&r, f.spec, 0, 0, &search);
    assert_non_null(r.stage);
    shrink_run(&r.stage, f.spec, 0, 0, &shrink, result);
    struct counterexample *c = counterexample_new(0, &r.stage->x);
    buffer_init(&text);
    counterexample_print(&text, c, 100, 100);
    counterexample_free(c);
    ascent_result_clear(&r);
    fixture_clear(&f);
    return text.text;
}

static void assert_digits(const char *text, const char *digits)
{
    const char *values = strchr(text, ';');
    assert_non_null(values);
    for (const char *at = values; *at; at++)
        if (*at >= '0' && *at <= '9' && !strchr(digits, *at))
            fail_msg("%s", text);
}

static void test_the_composite_triangle_ends_at_two_by_two(void **state)
{
    struct shrink_result result;
    (void)state;
    char *text = smallest("dim n; given A, B : real[n, n]; claim c:"
                          "norm1inf(A + B) <= norm1inf(A) + norm1inf(B);",
                          &result);
    assert_non_null(strstr(text, "n = 2;"));
    assert_digits(text, "01");
    assert_null(strchr(text, '-'));
    assert_true(result.is_minimal);
    free(text);
}

static void test_the_elementwise_step_ends_with_one_digit_fractions(void **s)
{
    struct shrink_result result;
    (void)s;
    char *text = smallest(
        "dim n, d; given R : real[n, d]; given W : real[d, d];"
        "given r : real[n]; let E = R * W * R'; let D = rowmax(E) - rowmin(E);"
        "let q = softmax(r'); let P = softmax(E + ones(n) * r');"
        "assume small: max(D) <= 1.256;"
        "claim s5: P * R <= (eye(n) + 2 * diag(D)) * ones(n) * q * R;",
        &result);
    assert_non_null(strstr(text, "n = 2, d = 1;"));
    assert_null(strchr(text, '/'));
    assert_true(result.is_minimal);
    free(text);
}

static void test_noise_becomes_a_short_fraction(void **state)
{
    struct shrink_result result;
    (void)state;
    char *text = smallest("given x : real in [0, 1];"
                          "claim c: (x - 0.33334)^2 >= 1/1000000;",
                          &result);
    assert_string_equal(text, "x = 1/3");
    free(text);
}

/* [0] would be simpler, and violates, but is not stochastic. */
static void test_what_inputs_are_declared_to_be_is_kept(void **state)
{
    struct shrink_result result;
    (void)state;
    char *text = smallest("dim n; given P : stochastic[n, n];"
                          "claim c: sum(P) >= 2;",
                          &result);
    assert_string_equal(text, "n = 1; P = 1");
    free(text);
    text = smallest("given x : real in [5/2, 9];"
                    "claim c: x * (x - 7) >= 0;",
                    &result);
    assert_string_equal(text, "x = 3");
    free(text);
}

/* Below 10 the assumption holds, but is never decided: 11 and no less. */
static void test_open_assumptions_admit_nothing(void **state)
{
    struct shrink_result result;
    (void)state;
    char *text = smallest("given x : real in [1, 40];"
                          "assume a: 2 * sin(x)^2 == 1 - cos(2 * x) or "
                          "x > 10;"
                          "claim c: x <= 0;",
                          &result);
    assert_true(strncmp(text, "x = ", 4) == 0);
    assert_true(strtod(text + 4, NULL) > 10);
    free(text);
}

/* Of a claim that fails at n = 5, say, and could be shrunk to 3. */
static void shrink_within(struct shrink_result *result,
                          struct shrink_options shrink)
{
    struct fixture f;
    struct ascent_result r;
    const struct ladder_options ladder = {.prec_max = LADDER_DEFAULT_CAP};
    const struct ascent_options search = {
        .evals = 1000, .dropped = STAGE_DROP_NONE, .ladder = ladder};
    shrink.dropped = STAGE_DROP_NONE;
    shrink.ladder = ladder;
    fixture_init(&f, "dim n >= 3; given x : real[n];"
                     "claim c: norm1(x + ones(n)) <= 3;");
    ascent_run(&r, f.spec, 0, 0, &search);
    assert_non_null(r.stage);
    shrink_run(&r.stage, f.spec, 0, 0, &shrink, result);
    ascent_result_clear(&r);
    fixture_clear(&f);
}

static void test_a_limit_of_decisions_is_kept_and_told(void **state)
{
    struct shrink_result result;
    (void)state;
    shrink_within(&result, (struct shrink_options){.decisions = 1});
    assert_false(result.is_minimal);
    assert_true(result.decisions <= 1);
}

static void test_a_limit_of_work_is_kept_and_told(void **state)
{
    struct shrink_result result, whole;
    (void)state;
    shrink_within(&whole, (struct shrink_options){.decisions = 20000});
    assert_true(whole.is_minimal);
    shrink_within(&result,
                  (struct shrink_options){.decisions = 20000, .work = 2000});
    assert_false(result.is_minimal);
    assert_true(result.decisions < whole.decisions);
}

/* ---- parts ---- */

static void assert_approximation(double x, unsigned long most, const char *text)
{
    rational_t in, out;
    struct buffer b;
    rational_init(&in);
    rational_init(&out);
    buffer_init(&b);
    rational_set_double(&in, x);
    simple_approximate(&out, &in, most);
    rational_print(&b, &out);
    assert_string_equal(b.text, text);
    buffer_clear(&b);
    rational_clear(&in);
    rational_clear(&out);
}

static void test_best_approximations_have_bounded_denominators(void **state)
{
    (void)state;
    assert_approximation(3.141592653589793, 1, "3");
    assert_approximation(3.141592653589793, 7, "22/7");
    assert_approximation(3.141592653589793, 57, "179/57");
    assert_approximation(3.141592653589793, 113, "355/113");
    assert_approximation(-0.3333, 5, "-1/3");
    assert_approximation(0.75, 1000, "0.75");
    assert_approximation(2.6, 1, "3");
}

static void test_simpler_numbers_cost_less(void **state)
{
    static const double rising[] = {0, 1, -1, 2, 3 / 8.0, 0.1};
    rational_t x;
    uint64_t last = 0;
    (void)state;
    rational_init(&x);
    for (size_t k = 0; k < sizeof rising / sizeof *rising; k++) {
        rational_set_double(&x, rising[k]);
        assert_true(k == 0 || simple_cost(&x) > last);
        last = simple_cost(&x);
    }
    rational_clear(&x);
}

static void test_slices_leave_out_what_belongs_to_a_size(void **state)
{
    static const int64_t dims[] = {3, 2};
    static const double entries[] = {1, 2, 3, 4, 5, 6};
    struct fixture f;
    rational_t x;
    (void)state;
    fixture_init(&f, "dim n, d; given A : real[n, d];"
                     "given W[l in 1..n] : real[d, d];"
                     "claim c: normfro(A) <= normfro(W[1]);");
    struct stage *from = fixture_stage(&f, dims, 1);
    fixture_set(from, 0, entries);
    fixture_set(from, 3, entries);
    struct stage *to = slices_drop(from, f.spec, 0, 1, 1);
    assert_non_null(to);
    assert_int_equal(to->layout.nslots, 3);
    rational_init(&x);
    value_entry(&x, &to->x.values[0], 1, 0);
    assert_true(rational_to_double(&x) == 5);
    value_entry(&x, &to->x.values[2], 1, 1);
    assert_true(rational_to_double(&x) == 4);
    rational_clear(&x);
    stage_free(to);
    stage_free(from);
    fixture_clear(&f);
}

/* False from k = 3 to 7, and for every c: k and c are least, k in its range. */
static void test_integers_that_plans_depend_on_shrink(void **state)
{
    static const char body[] =
        "given k : int in [%d, 7]; given c : real in [1, 9];"
        "claim c1: sum(i in 1..k, i) * c <= 5 * c;";
    struct shrink_result result;
    (void)state;
    for (int least = 1; least <= 4; least += 3) {
        char text[200];
        snprintf(text, sizeof text, body, least);
        char *found = smallest(text, &result);
        assert_string_equal(found,
                            least == 4 ? "k = 4; c = 1" : "k = 3; c = 1");
        free(found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_composite_triangle_ends_at_two_by_two),
        cmocka_unit_test(
            test_the_elementwise_step_ends_with_one_digit_fractions),
        cmocka_unit_test(test_noise_becomes_a_short_fraction),
        cmocka_unit_test(test_what_inputs_are_declared_to_be_is_kept),
        cmocka_unit_test(test_open_assumptions_admit_nothing),
        cmocka_unit_test(test_a_limit_of_decisions_is_kept_and_told),
        cmocka_unit_test(test_a_limit_of_work_is_kept_and_told),
        cmocka_unit_test(test_best_approximations_have_bounded_denominators),
        cmocka_unit_test(test_simpler_numbers_cost_less),
        cmocka_unit_test(test_slices_leave_out_what_belongs_to_a_size),
        cmocka_unit_test(test_integers_that_plans_depend_on_shrink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
