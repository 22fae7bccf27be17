/* Assumptions that are equations, met by drawn values. */
#include "spec_fixture.h"

#include <math.h>

enum { TRIALS = 60 };

/* The sum of all entries of all values, times the sign of each slot. */
static void weighted_sum(rational_t *out, const struct fixture *f,
                         const long *weights)
{
    rational_t x;
    rational_init(&x);
    rational_set_int(out, 0);
    for (size_t k = 0; k < f->layout.nslots; k++)
        for (size_t i = 0; i < f->x.values[k].rows; i++)
            for (size_t j = 0; j < f->x.values[k].cols; j++) {
                mpq_t weight;
                mpq_init(weight);
                mpq_set_si(weight, weights[k], 1);
                value_entry(&x, &f->x.values[k], i, j);
                mpq_mul(x.q, x.q, weight);
                mpq_add(out->q, out->q, x.q);
                mpq_clear(weight);
            }
    rational_clear(&x);
}

/* Odd (else even) trials in which the weighted sum is that number. */
static size_t met(struct fixture *f, const long *weights, long sum, bool odd)
{
    size_t count = 0;
    rational_t x;
    rational_init(&x);
    for (uint64_t k = odd; k < TRIALS; k += 2) {
        trial(f, k);
        weighted_sum(&x, f, weights);
        count += mpq_cmp_si(x.q, sum, 1) == 0;
    }
    rational_clear(&x);
    return count;
}

static void test_a_number_solves_an_equation(void **state)
{
    (void)state;
    static const long weights[] = {1, 1, 3};
    struct fixture f = {0};
    setup(&f, "theorem t { given x, y, z : real; assume a: x + y == 7 - 3 * z;"
              " claim c: x <= y; }");
    assert_int_equal(met(&f, weights, 7, true), TRIALS / 2);
    assert_true(met(&f, weights, 7, false) < TRIALS / 4);
    teardown(&f);
}

static void test_values_stay_in_their_range(void **state)
{
    (void)state;
    static const long weights[] = {1, 1};
    struct fixture f = {0};
    setup(&f, "theorem t { given x, y : real in [0, 1]; assume a: x + y == 1;"
              " claim c: x <= y; }");
    assert_int_equal(met(&f, weights, 1, true), TRIALS / 2);
    teardown(&f);
    f = (struct fixture){0};
    setup(&f, "theorem t { given x, y : real in [0, 1]; assume a: x + y == 3;"
              " claim c: x <= y; }");
    assert_int_equal(met(&f, weights, 3, true), 0);
    teardown(&f);
}

static void test_a_given_takes_the_other_side(void **state)
{
    (void)state;
    static const long weights[] = {1, -1};
    struct fixture f = {0};
    setup(&f, "theorem t { dim n, m; given A, B : real[n, m];"
              " assume a: A == B; claim c: A <= B; }");
    assert_int_equal(met(&f, weights, 0, true), TRIALS / 2);
    teardown(&f);
}

static void test_entries_solve_equations(void **state)
{
    (void)state;
    static const long weights[] = {1};
    struct fixture f = {0};
    setup(&f, "theorem t { dim n; given x : real[n]; assume a: sum(x) == 5;"
              " claim c: x <= 1; }");
    assert_int_equal(met(&f, weights, 5, true), TRIALS / 2);
    teardown(&f);
}

static void test_all_entries_of_an_equation_count(void **state)
{
    (void)state;
    static const long weights[] = {1};
    struct fixture f = {0};
    setup(&f,
          "theorem t { given A : real[2, 2]; assume a: A * [1; 1] == [3; 5];"
          " claim c: A <= 1; }");
    assert_int_equal(met(&f, weights, 8, true), TRIALS / 2);
    teardown(&f);
}

/* No line leads there: the value of another number does. */
static void test_a_number_takes_the_value_of_another(void **state)
{
    (void)state;
    static const long weights[] = {1, -1};
    struct fixture f = {0};
    setup(&f, "theorem t { given x, y : real in [2, 5];"
              " assume a: (x - y)^2 <= 0; claim c: x <= y; }");
    assert_int_equal(met(&f, weights, 0, true), TRIALS / 2);
    teardown(&f);
}

static void test_equal_numbers_are_drawn_apart(void **state)
{
    (void)state;
    static const long weights[] = {1, -1};
    struct fixture f = {0};
    setup(&f, "theorem t { given x, y : int in [0, 1]; assume a: x != y;"
              " claim c: x <= y; }");
    assert_true(met(&f, weights, 0, true) <= TRIALS / 10);
    teardown(&f);
}

/* The last index of a range is one of it. */
static void test_members_of_families_are_met(void **state)
{
    (void)state;
    static const long weights[] = {1, 2};
    struct fixture f = {0};
    setup(&f, "theorem t { given x, y : real; let Y[0] = x;"
              " let Y[l in 1..2] = Y[l - 1] + y; assume a: Y[2] == 7;"
              " claim c: x <= y; }");
    assert_int_equal(met(&f, weights, 7, true), TRIALS / 2);
    teardown(&f);
}

/* A norm of A + B, both 2 x 2. */
static double norm_of_sum(const struct fixture *f, const char *norm)
{
    double x[4], squares = 0, most = 0, rows = 0, cols = 0;
    rational_t a, b;
    rational_init(&a);
    rational_init(&b);
    for (size_t i = 0; i < 4; i++) {
        value_entry(&a, &f->x.values[0], i / 2, i % 2);
        value_entry(&b, &f->x.values[1], i / 2, i % 2);
        mpq_add(a.q, a.q, b.q);
        x[i] = fabs(mpq_get_d(a.q));
        squares += x[i] * x[i];
        most = fmax(most, x[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        rows = fmax(rows, x[2 * i] + x[2 * i + 1]);
        cols = fmax(cols, x[i] + x[2 + i]);
    }
    rational_clear(&a);
    rational_clear(&b);
    return strcmp(norm, "norm1") == 0     ? cols
           : strcmp(norm, "norminf") == 0 ? rows
           : strcmp(norm, "normmax") == 0 ? most
                                          : sqrt(squares);
}

static void test_arguments_of_norms_are_scaled(void **state)
{
    (void)state;
    static const char *const norms[] = {"norm1", "norminf", "normmax",
                                        "normfro"};
    for (size_t k = 0; k < sizeof norms / sizeof *norms; k++) {
        struct fixture f = {0};
        struct buffer text;
        size_t count = 0;
        buffer_init(&text);
        buffer_printf(&text,
                      "theorem t { given A, B : real[2, 2];"
                      " assume a: %s(A + B) <= 1/8; claim c: A <= B; }",
                      norms[k]);
        setup(&f, text.text);
        for (uint64_t trial_number = 1; trial_number < TRIALS;
             trial_number += 2) {
            trial(&f, trial_number);
            count += norm_of_sum(&f, norms[k]) <= 0.125;
        }
        if (count < TRIALS / 4)
            fail_msg("%s: %zu of %d", norms[k], count, TRIALS / 2);
        teardown(&f);
        buffer_clear(&text);
    }
}

static void test_what_a_case_fills_stays(void **state)
{
    (void)state;
    static const long weights[] = {1, 1};
    struct fixture f = {0};
    setup(&f, "theorem t { given x, y : real; assume a: x + y == 1;"
              " claim c: x <= y; }\n"
              "case c for t { x, y ~ uniform(5, 6); }");
    assert_int_equal(met(&f, weights, 1, true), 0);
    teardown(&f);
}

/* Integers and stochastic rows are not changed, nor what is not linear. */
static void test_other_equations_are_left(void **state)
{
    (void)state;
    static const long weights[] = {2, 2};
    struct fixture f = {0};
    setup(&f, "theorem t { given i, k : int in [1, 9];"
              " assume a: 2 * i + 2 * k == 7; claim c: i <= k; }");
    assert_int_equal(met(&f, weights, 7, true), 0);
    teardown(&f);
    f = (struct fixture){0};
    setup(&f, "theorem t { given x, y : real; assume a: x^2 + 2 * y^2 == -7;"
              " claim c: x <= y; }");
    (void)met(&f, weights, 7, true);
    teardown(&f);
}

static void test_drawers_draw_again_what_was_changed(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct instance x;
    struct span where;
    char *reason = NULL;
    rational_t a, b;
    setup(&f, "theorem t { given x, y : real; assume a: x + y == 1;"
              " claim c: x <= y; }");
    trial(&f, 2);
    instance_init(&x, &f.layout);
    struct drawer *d = drawer_new(f.spec, &f.layout, 1);
    rational_init(&a);
    rational_init(&b);
    for (uint64_t k = 1; k < 3; k++)
        assert_int_equal(drawer_draw(d, 0, k, &x, &where, &reason), ST_OK);
    for (size_t k = 0; k < 2; k++) {
        value_entry(&a, &x.values[k], 0, 0);
        value_entry(&b, &f.x.values[k], 0, 0);
        assert_true(mpq_equal(a.q, b.q));
    }
    rational_clear(&a);
    rational_clear(&b);
    drawer_free(d);
    instance_clear(&x);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_number_solves_an_equation),
        cmocka_unit_test(test_values_stay_in_their_range),
        cmocka_unit_test(test_a_given_takes_the_other_side),
        cmocka_unit_test(test_entries_solve_equations),
        cmocka_unit_test(test_all_entries_of_an_equation_count),
        cmocka_unit_test(test_a_number_takes_the_value_of_another),
        cmocka_unit_test(test_equal_numbers_are_drawn_apart),
        cmocka_unit_test(test_members_of_families_are_met),
        cmocka_unit_test(test_arguments_of_norms_are_scaled),
        cmocka_unit_test(test_what_a_case_fills_stays),
        cmocka_unit_test(test_other_equations_are_left),
        cmocka_unit_test(test_drawers_draw_again_what_was_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
