/* Exact linear programs: solutions satisfy the equations, or there are none. */
#include "algebra/linear.h"

#include "support/cmocka_all.h"

#include <stdlib.h>

/* Solves with small integers; whether there was a solution that fits. */
static bool solved(const long *a, const long *b, size_t rows, size_t cols)
{
    struct linear *lp = linear_new(rows, cols);
    mpq_t *x = calloc(cols, sizeof *x), sum, part;
    bool found;

    mpq_inits(sum, part, NULL);
    for (size_t i = 0; i < rows * cols; i++) {
        mpq_set_si(part, a[i], 1);
        if (a[i] != 0)
            linear_set(lp, i / cols, i % cols, part);
    }
    for (size_t i = 0; i < rows; i++) {
        mpq_set_si(part, b[i], 1);
        linear_right(lp, i, part);
    }
    for (size_t j = 0; j < cols; j++) {
        mpq_init(x[j]);
        linear_cost(lp, j, 1);
    }
    found = linear_solve(lp, x);
    for (size_t i = 0; found && i < rows; i++) {
        mpq_set_si(sum, -b[i], 1);
        for (size_t j = 0; j < cols; j++) {
            assert_true(mpq_sgn(x[j]) >= 0);
            mpq_set_si(part, a[i * cols + j], 1);
            mpq_mul(part, part, x[j]);
            mpq_add(sum, sum, part);
        }
        assert_int_equal(mpq_sgn(sum), 0);
    }
    for (size_t j = 0; j < cols; j++)
        mpq_clear(x[j]);
    mpq_clears(sum, part, NULL);
    free(x);
    linear_free(lp);
    return found;
}

static void test_small_systems(void **state)
{
    (void)state;
    assert_true(solved((long[]){1, 1}, (long[]){1}, 1, 2));
    assert_true(solved((long[]){2, -3, -1, 2}, (long[]){1, 1}, 2, 2));
    assert_true(solved((long[]){1, -1}, (long[]){-4}, 1, 2));
    assert_false(solved((long[]){1, 1}, (long[]){-1}, 1, 2));
    assert_false(solved((long[]){1, 0, 1, 0}, (long[]){1, 2}, 2, 2));
    /* dependent rows */
    assert_true(solved((long[]){1, 2, 2, 4}, (long[]){3, 6}, 2, 2));
    assert_true(solved((long[]){0, 0}, (long[]){0}, 1, 2));
}

/* Beale's example, on which the simplex method without a rule cycles. */
static void test_degenerate_systems_end(void **state)
{
    const long a[] = {1, -32, -4, 36, 4, 0, 1, -24, -1,
                      6, 0,   4,  0,  0, 1, 0, 0,   0};

    (void)state;
    assert_true(solved(a, (long[]){0, 0, 1}, 3, 6));
}

/* Right sides made from a solution are solved; their negations seldom. */
static void test_random_systems_that_have_a_solution(void **state)
{
    unsigned seed = 7;

    (void)state;
    for (int round = 0; round < 200; round++) {
        long a[24], b[4] = {0}, x[6];

        for (int j = 0; j < 6; j++) {
            seed = seed * 1103515245 + 12345;
            x[j] = (seed >> 16) % 3;
        }
        for (int i = 0; i < 24; i++) {
            seed = seed * 1103515245 + 12345;
            a[i] = (long)((seed >> 16) % 7) - 3;
            b[i / 6] += a[i] * x[i % 6];
        }
        assert_true(solved(a, b, 4, 6));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_systems),
        cmocka_unit_test(test_degenerate_systems_end),
        cmocka_unit_test(test_random_systems_that_have_a_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
