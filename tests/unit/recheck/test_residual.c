/* Minimal residuals: closed forms, and points that must not do better. */
#include "recheck/run.h"
#include "support/cmocka_all.h"

#include "base/rng.h"

#include <math.h>
#include <stdlib.h>

enum { BITS = 128, MOST = 64 };

static struct kmatrix matrix(size_t rows, size_t cols, const double *entries)
{
    struct kmatrix a = kmatrix_local(rows, cols, BITS);
    for (size_t k = 0; k < rows * cols; k++) {
        mpfr_set_d(a.e[k].lo, entries[k], MPFR_RNDD);
        mpfr_set_d(a.e[k].hi, entries[k], MPFR_RNDU);
    }
    return a;
}

static void assert_near(const interval_t *r, double x)
{
    assert_true(mpfr_cmp_d(r->lo, x + 1e-12) <= 0);
    assert_true(mpfr_cmp_d(r->hi, x - 1e-12) >= 0);
    assert_true(mpfr_cmp_d(r->lo, x - 1e-12) >= 0);
    assert_true(mpfr_cmp_d(r->hi, x + 1e-12) <= 0);
}

static void test_closed_forms(void **state)
{
    (void)state;
    struct kmatrix two = matrix(2, 3, (double[]){0, 4, 1, 2, 0, 1});
    struct kmatrix column = matrix(4, 1, (double[]){1, 5, 2, -3});
    struct kmatrix row = matrix(1, 3, (double[]){1, 5, 2});
    interval_t r;
    interval_init(&r, BITS);
    residual_1(&r, &two, BITS);
    assert_near(&r, 4);
    residual_inf(&r, &two, BITS);
    assert_near(&r, 3);
    residual_1inf(&r, &two, BITS);
    assert_near(&r, sqrt(12));
    residual_1(&r, &column, BITS);
    assert_near(&r, 9); /* (5 + 3) + (2 - 1) */
    residual_inf(&r, &column, BITS);
    assert_near(&r, 4);
    residual_1(&r, &row, BITS);
    assert_near(&r, 0);
    residual_inf(&r, &row, BITS);
    assert_near(&r, 0);
    residual_1inf(&r, &row, BITS);
    assert_near(&r, 0);
    interval_clear(&r);
    kmatrix_local_clear(&two);
    kmatrix_local_clear(&column);
    kmatrix_local_clear(&row);
}

/* norms of a - ones * x' in doubles */
static void norms(double *columns, double *rows, const double *a, size_t n,
                  size_t d, const double *x)
{
    *columns = *rows = 0;
    for (size_t j = 0; j < d; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += fabs(a[i * d + j] - x[j]);
        *columns = fmax(*columns, sum);
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < d; j++)
            sum += fabs(a[i * d + j] - x[j]);
        *rows = fmax(*rows, sum);
    }
}

static void test_no_point_does_better(void **state)
{
    (void)state;
    struct rng rng = rng_start(1);
    double a[MOST], x[8], columns, rows;
    for (int trial = 0; trial < 60; trial++) {
        size_t n = 1 + (size_t)rng_below(&rng, 5);
        size_t d = 1 + (size_t)rng_below(&rng, 4);
        for (size_t k = 0; k < n * d; k++)
            a[k] = rng_below(&rng, 2) ? (double)rng_below(&rng, 5)
                                      : rng_normal(&rng);
        struct kmatrix m = matrix(n, d, a);
        interval_t r[3];
        for (int k = 0; k < 3; k++)
            interval_init(&r[k], BITS);
        residual_1(&r[0], &m, BITS);
        residual_inf(&r[1], &m, BITS);
        residual_1inf(&r[2], &m, BITS);
        for (int point = 0; point < 200; point++) {
            for (size_t j = 0; j < d; j++)
                x[j] = a[rng_below(&rng, n) * d + j] +
                       (point % 2 ? rng_normal(&rng) / 4 : 0);
            norms(&columns, &rows, a, n, d, x);
            assert_true(mpfr_cmp_d(r[0].lo, columns + 1e-9) <= 0);
            assert_true(mpfr_cmp_d(r[1].lo, rows + 1e-9) <= 0);
            assert_true(mpfr_cmp_d(r[2].lo, sqrt(columns * rows) + 1e-9) <= 0);
        }
        for (int k = 0; k < 3; k++) {
            assert_true(mpfr_lessequal_p(r[k].lo, r[k].hi));
            interval_clear(&r[k]);
        }
        kmatrix_local_clear(&m);
    }
}

/* Both bounds of the two solved problems meet. */
static void test_enclosures_are_tight(void **state)
{
    (void)state;
    struct rng rng = rng_start(2);
    double a[MOST];
    for (int trial = 0; trial < 40; trial++) {
        size_t n = 1 + (size_t)rng_below(&rng, 7);
        size_t d = 1 + (size_t)rng_below(&rng, 6);
        for (size_t k = 0; k < n * d; k++)
            a[k] = trial % 2 ? (double)rng_below(&rng, 3) : rng_normal(&rng);
        struct kmatrix m = matrix(n, d, a);
        interval_t r;
        interval_init(&r, BITS);
        for (int which = 0; which < 2; which++) {
            if (which)
                residual_inf(&r, &m, BITS);
            else
                residual_1(&r, &m, BITS);
            mpfr_sub(r.hi, r.hi, r.lo, MPFR_RNDU);
            assert_true(mpfr_cmp_d(r.hi, 1e-30) < 0);
        }
        interval_clear(&r);
        kmatrix_local_clear(&m);
    }
}

/* The composite: both bounds within a thousandth. */
static void test_composite_is_nearly_tight(void **state)
{
    (void)state;
    struct rng rng = rng_start(3);
    double a[MOST];
    for (int trial = 0; trial < 12; trial++) {
        size_t n = 3 + (size_t)rng_below(&rng, 3);
        size_t d = 1 + (size_t)rng_below(&rng, 4);
        for (size_t k = 0; k < n * d; k++)
            a[k] = trial % 2 ? (double)rng_below(&rng, 3) : rng_normal(&rng);
        struct kmatrix m = matrix(n, d, a);
        interval_t r;
        interval_init(&r, BITS);
        residual_1inf(&r, &m, BITS);
        assert_true(mpfr_lessequal_p(r.lo, r.hi));
        mpfr_mul_d(r.lo, r.lo, 1.001, MPFR_RNDU);
        assert_true(mpfr_greaterequal_p(r.lo, r.hi));
        interval_clear(&r);
        kmatrix_local_clear(&m);
    }
}

static void test_unbounded_entries_are_not_bounded(void **state)
{
    (void)state;
    struct kmatrix a = matrix(3, 2, (double[]){1, 2, 3, 4, 5, 6});
    interval_t r;
    interval_init(&r, BITS);
    interval_set_whole(kmatrix_at(&a, 1, 1));
    residual_1(&r, &a, BITS);
    assert_true(mpfr_inf_p(r.hi) && mpfr_zero_p(r.lo));
    residual_inf(&r, &a, BITS);
    assert_true(mpfr_inf_p(r.hi) && mpfr_zero_p(r.lo));
    residual_1inf(&r, &a, BITS);
    assert_true(mpfr_inf_p(r.hi) && mpfr_zero_p(r.lo));
    interval_clear(&r);
    kmatrix_local_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_forms),
        cmocka_unit_test(test_no_point_does_better),
        cmocka_unit_test(test_enclosures_are_tight),
        cmocka_unit_test(test_composite_is_nearly_tight),
        cmocka_unit_test(test_unbounded_entries_are_not_bounded),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
