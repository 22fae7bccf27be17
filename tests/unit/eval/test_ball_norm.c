/* Norms as dot products with the signs: entries of either sign and of none. */
#include "ball_fixture.h"

#include "base/rng.h"

#include <math.h>

enum { ROWS = 5, COLS = 7, DRAWS = 40 };

/* [-2, z; 3, -1] with a ball z around 0 whose sign is open */
static plan_id make_open_matrix(struct fixture *f)
{
    const plan_id args[] = {make_number(f->m, "-2"), make_fuzzy_zero(f),
                            make_number(f->m, "3"), make_number(f->m, "-1")};
    return make_instr(
        f->m, (struct plan_instr){.op = PL_LITERAL, .rows = 2, .cols = 2}, args,
        4);
}

static plan_id norm(struct fixture *f, enum function fn, plan_id a)
{
    return make_call(f->m, fn, 1, 1, a, PLAN_NONE);
}

static void test_entries_of_open_sign_widen_the_norms(void **state)
{
    struct fixture *f = *state;
    const plan_id a = make_open_matrix(f);
    const plan_id one = norm(f, FN_NORM1, a), inf = norm(f, FN_NORMINF, a);
    const plan_id both = norm(f, FN_NORM1INF, a);
    eval(f, 128);
    assert_exactly(f, one, 0, 0, 5);
    assert_exactly(f, inf, 0, 0, 4);
    assert_defined(f, both);
    /* a run belongs to its plan as it is: a new one for a longer plan */
    ball_run_free(f->run);
    f->run = NULL;
    /* the row with the open entry alone: 2 + |z| >= 2 */
    const plan_id row = make_instr(
        f->m, (struct plan_instr){.op = PL_SLICE, .rows = 1, .cols = 2}, &a, 1);
    const plan_id sum = norm(f, FN_NORMINF, row);
    eval(f, 128);
    assert_true(arb_contains_si(ball_at(f, sum, 0, 0), 2));
    assert_false(arb_is_exact(ball_at(f, sum, 0, 0)));
}

static void test_norm_of_open_entries_alone_is_nonnegative(void **state)
{
    struct fixture *f = *state;
    const plan_id z = make_fuzzy_zero(f), args[] = {z, z};
    const plan_id a = make_instr(
        f->m, (struct plan_instr){.op = PL_LITERAL, .rows = 1, .cols = 2}, args,
        2);
    const plan_id inf = norm(f, FN_NORMINF, a);
    eval(f, 128);
    assert_true(arb_contains_si(ball_at(f, inf, 0, 0), 0));
    assert_true(arb_is_nonnegative(ball_at(f, inf, 0, 0)));
}

/* Multiples of 1/8: their sums are exact in doubles and in balls. */
static void draw(double *out, struct rng *rng)
{
    for (int k = 0; k < ROWS * COLS; k++)
        out[k] = ((double)rng_below(rng, 65) - 32) / 8;
}

static double largest_sum(const double *x, bool by_columns)
{
    double largest = 0;
    for (int k = 0; k < (by_columns ? COLS : ROWS); k++) {
        double sum = 0;
        for (int l = 0; l < (by_columns ? ROWS : COLS); l++)
            sum += fabs(by_columns ? x[l * COLS + k] : x[k * COLS + l]);
        largest = fmax(largest, sum);
    }
    return largest;
}

static void test_norms_of_exact_matrices_are_exact(void **state)
{
    struct fixture *f = *state;
    struct rng rng = rng_start(11);
    double x[ROWS * COLS];
    draw(x, &rng);
    const plan_id a = make_input(f->m, ROWS, COLS, x);
    const plan_id one = norm(f, FN_NORM1, a), inf = norm(f, FN_NORMINF, a);
    for (int k = 0; k < DRAWS; k++) {
        draw(x, &rng);
        maker_set(f->m, a, x);
        eval(f, 128);
        assert_exactly(f, one, 0, 0, largest_sum(x, true));
        assert_exactly(f, inf, 0, 0, largest_sum(x, false));
    }
}

/* A row or column has one singular value: no diagonalisation widens it. */
static void test_spectral_norms_of_vectors_are_lengths(void **state)
{
    struct fixture *f = *state;
    static const double x[] = {1, -2, 3};
    const plan_id vectors[] = {make_input(f->m, 1, 3, x),
                               make_input(f->m, 3, 1, x)};
    plan_id norms[2][3];
    for (size_t k = 0; k < 2; k++) {
        norms[k][0] = norm(f, FN_NORMFRO, vectors[k]);
        norms[k][1] = norm(f, FN_NORM2, vectors[k]);
        norms[k][2] = norm(f, FN_NORMNUC, vectors[k]);
    }
    eval(f, 128);
    for (size_t k = 0; k < 6; k++)
        assert_true(arb_equal(ball_at(f, norms[k / 3][k % 3], 0, 0),
                              ball_at(f, norms[0][0], 0, 0)));
}

/* What is open on the diagonal leaves a matrix symmetric, elsewhere not. */
static void test_symmetry_is_of_what_lies_beside_the_diagonal(void **state)
{
    struct fixture *f = *state;
    const plan_id z = make_fuzzy_zero(f), one = make_number(f->m, "1");
    const plan_id entries[][4] = {{z, one, one, z}, {one, z, z, one}};
    plan_id largest[2];
    for (size_t k = 0; k < 2; k++) {
        const plan_id a = make_instr(
            f->m, (struct plan_instr){.op = PL_LITERAL, .rows = 2, .cols = 2},
            entries[k], 4);
        largest[k] = norm(f, FN_EIGMAX, a);
    }
    eval(f, 128);
    assert_defined(f, largest[0]);
    assert_true(arb_contains_si(ball_at(f, largest[0], 0, 0), 1));
    assert_open(f, largest[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BALL_TEST(test_entries_of_open_sign_widen_the_norms),
        BALL_TEST(test_norm_of_open_entries_alone_is_nonnegative),
        BALL_TEST(test_norms_of_exact_matrices_are_exact),
        BALL_TEST(test_spectral_norms_of_vectors_are_lengths),
        BALL_TEST(test_symmetry_is_of_what_lies_beside_the_diagonal),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
