#include "eval/linalg.h"

#include "linalg_fixture.h"

#include <math.h>
#include <stdlib.h>

enum { PREC = 128 };

typedef void minres_function(arb_t, const arb_mat_t, slong);

static minres_function *const functions[] = {linalg_minres1, linalg_minresinf,
                                             linalg_minres1inf};

/* The tetrahedron, whose half diameter is 2 (mathematics D2). */
static void test_a_tetrahedron_needs_more_than_half_its_diameter(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 4, 3);
    arb_init(x);
    fixture_set(a, (int[]){1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1});
    linalg_minres1(x, a, PREC);
    fixture_assert_int(x, 4, PREC - 10);
    linalg_minresinf(x, a, PREC);
    fixture_assert_int(x, 3, PREC - 10);
    linalg_minres1inf(x, a, PREC); /* both minima at x = 0 */
    arb_sqr(x, x, PREC);
    fixture_assert_int(x, 12, PREC - 10);
    arb_clear(x);
    arb_mat_clear(a);
}

static void test_one_row_and_equal_rows_give_zero(void **state)
{
    (void)state;
    arb_mat_t row, equal;
    arb_t x;
    arb_mat_init(row, 1, 3);
    arb_mat_init(equal, 3, 2);
    arb_init(x);
    fixture_set(row, (int[]){4, -1, 7});
    fixture_set(equal, (int[]){5, 6, 5, 6, 5, 6});
    for (int k = 0; k < 3; k++) {
        functions[k](x, row, PREC);
        assert_true(arb_is_zero(x));
        functions[k](x, equal, PREC);
        assert_true(arb_is_zero(x));
    }
    arb_clear(x);
    arb_mat_clear(equal);
    arb_mat_clear(row);
}

/* X = I_n: x = 0 leaves norm 1, and no x leaves less. */
static void test_identities_give_one(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_init(x);
    for (slong n = 2; n <= 7; n++) {
        arb_mat_init(a, n, n);
        arb_mat_one(a);
        for (int k = 0; k < 3; k++) {
            functions[k](x, a, PREC);
            fixture_assert_int(x, 1, PREC - 10);
        }
        arb_mat_clear(a);
    }
    arb_clear(x);
}

static void test_a_column_gives_its_midrange(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 5, 1);
    arb_init(x);
    fixture_set(a, (int[]){7, 1, 2, -3, 2});
    linalg_minres1(x, a, PREC);
    assert_true(arb_equal_si(x, 11));
    linalg_minresinf(x, a, PREC);
    assert_true(arb_equal_si(x, 5));
    /* f = 11 at 2 gives g = 5: and that is the midrange too */
    linalg_minres1inf(x, a, PREC);
    arb_sqr(x, x, PREC);
    fixture_assert_int(x, 55, PREC - 10);
    arb_clear(x);
    arb_mat_clear(a);
}

static void test_two_rows_have_a_closed_form(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 2, 3);
    arb_init(x);
    fixture_set(a, (int[]){1, 2, 3, 2, 0, -6}); /* z = (-1, 2, 9) */
    linalg_minres1inf(x, a, 4096);
    arb_sqr(x, x, 4096);
    fixture_assert_int(x, 54, 4080);
    linalg_minresinf(x, a, PREC);
    assert_true(arb_equal_si(x, 6));
    linalg_minres1(x, a, PREC);
    assert_true(arb_equal_si(x, 9));
    arb_clear(x);
    arb_mat_clear(a);
}

/* Norms of A - 1x' at a point, in doubles. */
static void norms_at(double out[3], const double *a, size_t rows, size_t cols,
                     const double *x)
{
    out[0] = out[1] = 0;
    for (size_t j = 0; j < cols; j++) {
        double sum = 0;
        for (size_t i = 0; i < rows; i++)
            sum += fabs(a[i * cols + j] - x[j]);
        out[0] = fmax(out[0], sum);
    }
    for (size_t i = 0; i < rows; i++) {
        double sum = 0;
        for (size_t j = 0; j < cols; j++)
            sum += fabs(a[i * cols + j] - x[j]);
        out[1] = fmax(out[1], sum);
    }
    out[2] = sqrt(out[0] * out[1]);
}

/* Least norms over a grid of two-column points in [-1, 1]. */
static void search_grid(double best[3], const double *a, size_t rows, int steps)
{
    for (int k = 0; k < 3; k++)
        best[k] = INFINITY;
    for (int p = -steps; p <= steps; p++)
        for (int q = -steps; q <= steps; q++) {
            double x[2] = {(double)p / steps, (double)q / steps}, at[3];
            norms_at(at, a, rows, 2, x);
            for (int k = 0; k < 3; k++)
                best[k] = fmin(best[k], at[k]);
        }
}

static void get_doubles(double *out, const arb_mat_t a)
{
    slong cols = arb_mat_ncols(a);
    for (slong k = 0; k < arb_mat_nrows(a) * cols; k++)
        out[k] = arf_get_d(arb_midref(arb_mat_entry(a, k / cols, k % cols)),
                           ARF_RND_NEAR);
}

static void test_brute_force_agrees(void **state)
{
    (void)state;
    struct rng rng = rng_start(3);
    arb_mat_t a;
    arb_t x;
    arb_init(x);
    for (slong rows = 3; rows <= 5; rows++) {
        double d[10], best[3];
        arb_mat_init(a, rows, 2);
        fixture_draw(a, &rng);
        get_doubles(d, a);
        search_grid(best, d, (size_t)rows, 100);
        for (int k = 0; k < 3; k++) {
            functions[k](x, a, PREC);
            double value = arf_get_d(arb_midref(x), ARF_RND_NEAR);
            assert_true(value <= best[k] + 1e-12);
            /* a grid point lies within 1/200 of the minimiser */
            assert_true(value >= best[k] - 0.05);
        }
        arb_mat_clear(a);
    }
    arb_clear(x);
}

static void check_accuracy(slong rows, slong cols, struct rng *rng, slong bits)
{
    arb_mat_t a;
    arb_t x, y;
    double *d = calloc((size_t)(rows * cols), sizeof *d);
    arb_mat_init(a, rows, cols);
    arb_init(x);
    arb_init(y);
    fixture_draw(a, rng);
    get_doubles(d, a);
    for (int k = 0; k < 3; k++) {
        functions[k](x, a, PREC);
        functions[k](y, a, 2 * PREC);
        assert_true(arb_overlaps(x, y));
        assert_true(arb_rel_accuracy_bits(x) >= bits);
    }
    double z = linalg_double_minres1inf(d, (size_t)rows, (size_t)cols);
    assert_true(fabs(z / arf_get_d(arb_midref(x), ARF_RND_NEAR) - 1) < 1e-9);
    arb_clear(y);
    arb_clear(x);
    arb_mat_clear(a);
    free(d);
}

static void test_enclosures_are_accurate(void **state)
{
    (void)state;
    struct rng rng = rng_start(17);
    for (int k = 0; k < 5; k++) {
        check_accuracy(3, 3, &rng, 60);
        check_accuracy(6, 6, &rng, 60);
        check_accuracy(5, 2, &rng, 60);
        check_accuracy(3, 9, &rng, 60);
    }
    check_accuracy(10, 10, &rng, 60);
}

static void test_shifts_and_scales_do_not_matter(void **state)
{
    (void)state;
    struct rng rng = rng_start(29);
    arb_mat_t a, b;
    arb_t x, y;
    arb_mat_init(a, 4, 3);
    arb_mat_init(b, 4, 3);
    arb_init(x);
    arb_init(y);
    fixture_draw(a, &rng);
    for (slong e = -2000; e <= 2000; e += 4000) {
        for (slong k = 0; k < 12; k++)
            arb_add_si(arb_mat_entry(b, k / 3, k % 3),
                       arb_mat_entry(a, k / 3, k % 3), 1000 * (k % 3),
                       ARF_PREC_EXACT);
        arb_mat_scalar_mul_2exp_si(b, b, e);
        for (int k = 0; k < 3; k++) {
            functions[k](x, a, PREC);
            functions[k](y, b, PREC);
            arb_mul_2exp_si(x, x, e);
            fixture_assert_near(x, y, 40);
        }
    }
    arb_clear(y);
    arb_clear(x);
    arb_mat_clear(b);
    arb_mat_clear(a);
}

static void test_wide_balls_hold_what_is_inside(void **state)
{
    (void)state;
    struct rng rng = rng_start(37);
    arb_mat_t a, wide;
    arb_t x, y;
    arb_mat_init(a, 4, 3);
    arb_mat_init(wide, 4, 3);
    arb_init(x);
    arb_init(y);
    for (int k = 0; k < 20; k++) {
        double radius = k % 2 ? 0.01 : 1;
        fixture_draw(wide, &rng);
        for (slong e = 0; e < 12; e++)
            arb_set_d(arb_mat_entry(a, e / 3, e % 3),
                      arf_get_d(arb_midref(arb_mat_entry(wide, e / 3, e % 3)),
                                ARF_RND_NEAR) +
                          radius * (2 * rng_unit(&rng) - 1));
        fixture_widen(wide, radius * 1.0001);
        for (int f = 0; f < 3; f++) {
            functions[f](x, a, PREC);
            functions[f](y, wide, PREC);
            assert_true(arb_contains(y, x));
        }
    }
    arb_clear(y);
    arb_clear(x);
    arb_mat_clear(wide);
    arb_mat_clear(a);
}

static void test_large_matrices_still_get_bounds(void **state)
{
    (void)state;
    struct rng rng = rng_start(41);
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 40, 30); /* over the limit of the linear programs */
    arb_init(x);
    fixture_draw(a, &rng);
    for (int k = 0; k < 3; k++) {
        functions[k](x, a, PREC);
        assert_true(arb_is_positive(x));
        assert_true(arb_is_finite(x));
    }
    arb_clear(x);
    arb_mat_clear(a);
}

static void test_not_finite_gives_nothing(void **state)
{
    (void)state;
    const double d[] = {1, NAN, 3, 4};
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 3, 2);
    arb_init(x);
    arb_pos_inf(arb_mat_entry(a, 1, 1));
    for (int k = 0; k < 3; k++) {
        functions[k](x, a, PREC);
        assert_false(arb_is_finite(x));
    }
    assert_true(isnan(linalg_double_minres1(d, 2, 2)));
    assert_true(isnan(linalg_double_minres1inf(d, 2, 2)));
    arb_clear(x);
    arb_mat_clear(a);
}

/* What all rows have in common is taken off before anything is rounded. */
static void test_doubles_do_not_see_a_common_row(void **state)
{
    (void)state;
    const double row[] = {0x1p52, -0x1p52};
    const double small[] = {0, 0, 3, 1, 1, 5, -7, 2};
    double large[8];
    for (size_t k = 0; k < 8; k++)
        large[k] = row[k % 2] + small[k];
    assert_true(linalg_double_minres1(large, 4, 2) ==
                linalg_double_minres1(small, 4, 2));
    assert_true(linalg_double_minresinf(large, 4, 2) ==
                linalg_double_minresinf(small, 4, 2));
    assert_true(linalg_double_minres1inf(large, 4, 2) ==
                linalg_double_minres1inf(small, 4, 2));
}

static int teardown(void **state)
{
    (void)state;
    linalg_finish_thread();
    flint_cleanup_master();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_tetrahedron_needs_more_than_half_its_diameter),
        cmocka_unit_test(test_one_row_and_equal_rows_give_zero),
        cmocka_unit_test(test_identities_give_one),
        cmocka_unit_test(test_a_column_gives_its_midrange),
        cmocka_unit_test(test_two_rows_have_a_closed_form),
        cmocka_unit_test(test_brute_force_agrees),
        cmocka_unit_test(test_enclosures_are_accurate),
        cmocka_unit_test(test_shifts_and_scales_do_not_matter),
        cmocka_unit_test(test_wide_balls_hold_what_is_inside),
        cmocka_unit_test(test_large_matrices_still_get_bounds),
        cmocka_unit_test(test_not_finite_gives_nothing),
        cmocka_unit_test(test_doubles_do_not_see_a_common_row),
    };
    return cmocka_run_group_tests(tests, NULL, teardown);
}
