/* Semidefinite programs whose solutions are known. */
#include "scalar/interior.h"

#include "support/cmocka_all.h"

/* x in the interior of {X : x_11 = 1, x_12 = half, x_22 = last}. */
static bool solved(double *x, double half, double last)
{
    static const size_t size[] = {2};
    const struct interior_entry entries[] = {
        {0, 0, 0, 0, 1}, {1, 0, 0, 1, 1}, {2, 0, 1, 1, 1}};
    const double right[] = {1, half, last};
    const struct interior program = {1, 3, 3, size, entries, right};

    return interior_solve(x, &program);
}

static void test_one_matrix(void **state)
{
    double x[4];

    (void)state;
    assert_true(solved(x, 0.5, 1));
    assert_true(x[1] > 0.4999 && x[1] < 0.5001);
    assert_true(x[3] > 0.9999 && x[3] < 1.0001);
    /* on a face: the determinant is 0 */
    assert_true(solved(x, 1, 1));
    assert_true(x[1] > 0.999 && x[1] < 1.001);
}

static void test_none(void **state)
{
    double x[4];

    (void)state;
    assert_false(solved(x, 2, 1));
    assert_false(solved(x, 0, -1));
}

/* The centre of the numbers x + y = 1. */
static void test_centre(void **state)
{
    static const size_t size[] = {1, 1};
    const struct interior_entry entries[] = {{0, 0, 0, 0, 1}, {0, 1, 0, 0, 1}};
    const double right[] = {1};
    const struct interior program = {2, 1, 2, size, entries, right};
    double x[2];

    (void)state;
    assert_true(interior_solve(x, &program));
    assert_true(x[0] > 0.49 && x[0] < 0.51 && x[1] > 0.49 && x[1] < 0.51);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_matrix),
                                       cmocka_unit_test(test_none),
                                       cmocka_unit_test(test_centre)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
