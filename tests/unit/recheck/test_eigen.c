/* Eigenvalues and what is made of them, where the answer is known. */
#include "recheck/run.h"
#include "support/cmocka_all.h"

#include "base/rng.h"

enum { BITS = 128 };

static struct kmatrix integers(size_t rows, size_t cols, const long *entries)
{
    struct kmatrix a = kmatrix_local(rows, cols, BITS);
    for (size_t k = 0; k < rows * cols; k++)
        interval_set_si(&a.e[k], entries[k]);
    return a;
}

/* Contains x and is narrow. */
static void assert_near(const interval_t *r, double x)
{
    assert_true(mpfr_cmp_d(r->lo, x) <= 0);
    assert_true(mpfr_cmp_d(r->hi, x) >= 0);
    assert_true(mpfr_cmp_d(r->lo, x - 1e-12) > 0);
    assert_true(mpfr_cmp_d(r->hi, x + 1e-12) < 0);
}

static bool some_near(const interval_t *values, size_t n, double x)
{
    for (size_t i = 0; i < n; i++)
        if (mpfr_cmp_d(values[i].lo, x) <= 0 &&
            mpfr_cmp_d(values[i].hi, x) >= 0)
            return true;
    return false;
}

static void test_known_spectra_are_enclosed(void **state)
{
    (void)state;
    struct kmatrix a = integers(3, 3, (long[]){2, -1, 0, -1, 2, -1, 0, -1, 2});
    struct kmatrix b = integers(2, 2, (long[]){3, 4, 4, -3});
    interval_t *values = interval_vector(3, BITS);
    eigen_enclose(values, &b, BITS);
    assert_true(some_near(values, 2, 5) && some_near(values, 2, -5));
    eigen_enclose(values, &a, BITS);
    assert_true(some_near(values, 3, 2));
    interval_t product;
    interval_init(&product, BITS);
    interval_mul(&product, &values[0], &values[1]);
    interval_mul(&product, &product, &values[2]);
    assert_near(&product, 4); /* det */
    interval_clear(&product);
    interval_vector_clear(values, 3);
    kmatrix_local_clear(&a);
    kmatrix_local_clear(&b);
}

/* The sums of the eigenvalues and of their squares are those of the entries */
static void test_traces_agree(void **state)
{
    (void)state;
    struct rng rng = rng_start(1);
    for (int trial = 0; trial < 20; trial++) {
        size_t n = 1 + (size_t)rng_below(&rng, 6);
        struct kmatrix a = kmatrix_local(n, n, BITS);
        long trace = 0, squares = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++) {
                long x = (long)rng_below(&rng, 9) - 4;
                interval_set_si(kmatrix_at(&a, i, j), x);
                interval_set_si(kmatrix_at(&a, j, i), x);
                trace += i == j ? x : 0;
                squares += i == j ? x * x : 2 * x * x;
            }
        interval_t *values = interval_vector(n, BITS);
        interval_t sum, sum2, t;
        interval_init(&sum, BITS);
        interval_init(&sum2, BITS);
        interval_init(&t, BITS);
        eigen_enclose(values, &a, BITS);
        for (size_t i = 0; i < n; i++) {
            interval_add(&sum, &sum, &values[i]);
            interval_sqr(&t, &values[i]);
            interval_add(&sum2, &sum2, &t);
        }
        assert_near(&sum, (double)trace);
        assert_near(&sum2, (double)squares);
        interval_clear(&sum);
        interval_clear(&sum2);
        interval_clear(&t);
        interval_vector_clear(values, n);
        kmatrix_local_clear(&a);
    }
}

static void test_norms_of_known_matrices(void **state)
{
    (void)state;
    struct kmatrix a = integers(2, 3, (long[]){3, 0, 0, 0, 4, 0});
    struct kmatrix ones = integers(3, 3, (long[]){1, 1, 1, 1, 1, 1, 1, 1, 1});
    struct kmatrix zero = integers(2, 2, (long[]){0, 0, 0, 0});
    interval_t r;
    interval_init(&r, BITS);
    eigen_norm2(&r, &a, BITS);
    assert_near(&r, 4);
    eigen_norm_nuclear(&r, &a, BITS);
    assert_near(&r, 7);
    eigen_norm2(&r, &ones, BITS);
    assert_near(&r, 3);
    eigen_norm_nuclear(&r, &ones, BITS);
    assert_near(&r, 3);
    eigen_norm2(&r, &zero, BITS);
    assert_true(interval_is_zero(&r));
    interval_clear(&r);
    kmatrix_local_clear(&a);
    kmatrix_local_clear(&ones);
    kmatrix_local_clear(&zero);
}

static void test_unbounded_entries_give_the_whole_line(void **state)
{
    (void)state;
    struct kmatrix a = integers(2, 2, (long[]){1, 0, 0, 1});
    interval_t *values = interval_vector(2, BITS);
    interval_set_whole(kmatrix_at(&a, 0, 1));
    interval_set_whole(kmatrix_at(&a, 1, 0));
    eigen_enclose(values, &a, BITS);
    assert_false(interval_is_finite(&values[0]));
    assert_int_equal(eigen_psd(&a, true, BITS), TRUTH_UNKNOWN);
    assert_int_equal(eigen_symmetric(&a), TRUTH_UNKNOWN);
    interval_vector_clear(values, 2);
    kmatrix_local_clear(&a);
}

static void test_definiteness_is_decided_only_when_certain(void **state)
{
    (void)state;
    struct kmatrix definite = integers(2, 2, (long[]){2, 1, 1, 2});
    struct kmatrix indefinite = integers(2, 2, (long[]){1, 2, 2, 1});
    struct kmatrix asymmetric = integers(2, 2, (long[]){2, 1, 0, 2});
    struct kmatrix singular = integers(2, 2, (long[]){1, 1, 1, 1});
    assert_int_equal(eigen_psd(&definite, false, BITS), TRUTH_TRUE);
    assert_int_equal(eigen_psd(&indefinite, false, BITS), TRUTH_FALSE);
    assert_int_equal(eigen_psd(&asymmetric, false, BITS), TRUTH_FALSE);
    assert_int_not_equal(eigen_psd(&singular, false, BITS), TRUTH_FALSE);
    kmatrix_local_clear(&definite);
    kmatrix_local_clear(&indefinite);
    kmatrix_local_clear(&asymmetric);
    kmatrix_local_clear(&singular);
}

/* 3 x 3, pivots in another order than the rows. */
static void test_pivots_decide_all_but_the_singular(void **state)
{
    (void)state;
    struct kmatrix definite =
        integers(3, 3, (long[]){2, 1, -3, 1, 3, 1, -3, 1, 9});
    struct kmatrix indefinite =
        integers(3, 3, (long[]){2, 1, -4, 1, 3, 1, -4, 1, 9});
    struct kmatrix singular =
        integers(3, 3, (long[]){4, 2, 2, 2, 1, 1, 2, 1, 1});
    struct kmatrix hollow = integers(2, 2, (long[]){0, 1, 1, 0});
    struct kmatrix askew = integers(2, 2, (long[]){2, 3, -1, 2});
    assert_int_equal(definite_by_pivots(&definite, BITS), TRUTH_TRUE);
    assert_int_equal(definite_by_pivots(&indefinite, BITS), TRUTH_FALSE);
    assert_int_equal(definite_by_pivots(&singular, BITS), TRUTH_UNKNOWN);
    assert_int_equal(definite_by_pivots(&hollow, BITS), TRUTH_UNKNOWN);
    assert_int_equal(definite_by_pivots(&askew, BITS), TRUTH_TRUE);
    interval_set_whole(kmatrix_at(&definite, 1, 0));
    assert_int_equal(definite_by_pivots(&definite, BITS), TRUTH_UNKNOWN);
    kmatrix_local_clear(&definite);
    kmatrix_local_clear(&indefinite);
    kmatrix_local_clear(&singular);
    kmatrix_local_clear(&hollow);
    kmatrix_local_clear(&askew);
}

/* Against the eigenvalues, which are found in another way. */
static void test_pivots_agree_with_eigenvalues(void **state)
{
    (void)state;
    enum { MOST = 6, ROUNDS = 200 };
    struct rng rng = rng_start(2);
    size_t decided = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t n = 1 + (size_t)round % MOST;
        long entries[MOST * MOST];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                entries[i * n + j] = entries[j * n + i] =
                    (long)rng_below(&rng, 7) - 3 + (i == j ? 4 : 0);
        struct kmatrix a = integers(n, n, entries);
        const enum truth found = definite_by_pivots(&a, BITS);
        const enum truth expected = eigen_psd(&a, true, BITS);
        if (found != TRUTH_UNKNOWN && expected != TRUTH_UNKNOWN)
            assert_int_equal(found, expected);
        decided += found != TRUTH_UNKNOWN;
        kmatrix_local_clear(&a);
    }
    assert_true(decided > ROUNDS / 2);
}

static void test_the_work_of_eigenvalues_does_not_overflow(void **state)
{
    (void)state;
    assert_true(eigen_work(2) > eigen_work(1));
    assert_true(eigen_work(1 << 20) >= eigen_work(1000));
    assert_true(eigen_work(1000) > RUN_MAX_WORK);
    assert_true(eigen_work(SIZE_MAX) < UINT64_MAX / 2);
}

/* Symmetric entries that are only enclosed may differ. */
static void test_definiteness_asks_for_symmetry(void **state)
{
    (void)state;
    struct kmatrix wide = integers(2, 2, (long[]){9, 1, 1, 9});
    mpfr_set_si(kmatrix_at(&wide, 0, 1)->hi, 2, MPFR_RNDU);
    mpfr_set_si(kmatrix_at(&wide, 1, 0)->hi, 2, MPFR_RNDU);
    assert_int_equal(eigen_symmetric(&wide), TRUTH_UNKNOWN);
    assert_int_equal(eigen_psd(&wide, false, BITS), TRUTH_UNKNOWN);
    assert_int_equal(eigen_psd(&wide, true, BITS), TRUTH_TRUE);
    kmatrix_local_clear(&wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_spectra_are_enclosed),
        cmocka_unit_test(test_traces_agree),
        cmocka_unit_test(test_norms_of_known_matrices),
        cmocka_unit_test(test_unbounded_entries_give_the_whole_line),
        cmocka_unit_test(test_definiteness_is_decided_only_when_certain),
        cmocka_unit_test(test_pivots_decide_all_but_the_singular),
        cmocka_unit_test(test_pivots_agree_with_eigenvalues),
        cmocka_unit_test(test_the_work_of_eigenvalues_does_not_overflow),
        cmocka_unit_test(test_definiteness_asks_for_symmetry),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
