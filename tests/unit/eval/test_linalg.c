#include "eval/linalg.h"

#include "linalg_fixture.h"

#include "eval/linalg_internal.h"

#include <math.h>

enum { PREC = 128 };

/* Q diag(spectrum) Q' in rationals, for Q = (I - S)(I + S)^-1, S' = -S. */
static void set_cayley(fmpq_mat_t out, const int *spectrum, struct rng *rng)
{
    slong n = fmpq_mat_nrows(out);
    fmpq_mat_t plus, minus, q, t;
    fmpq_mat_init(plus, n, n);
    fmpq_mat_init(minus, n, n);
    fmpq_mat_init(q, n, n);
    fmpq_mat_init(t, n, n);
    fmpq_mat_one(plus);
    fmpq_mat_one(minus);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < i; j++) {
            slong s = (slong)rng_below(rng, 7) - 3;
            fmpq_set_si(fmpq_mat_entry(plus, i, j), s, 2);
            fmpq_set_si(fmpq_mat_entry(plus, j, i), -s, 2);
            fmpq_set_si(fmpq_mat_entry(minus, i, j), -s, 2);
            fmpq_set_si(fmpq_mat_entry(minus, j, i), s, 2);
        }
    assert_true(fmpq_mat_inv(t, plus));
    fmpq_mat_mul(q, minus, t);
    fmpq_mat_transpose(t, q);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            fmpq_mul_si(fmpq_mat_entry(t, i, j), fmpq_mat_entry(t, i, j),
                        spectrum[i]);
    fmpq_mat_mul(out, q, t);
    fmpq_mat_clear(t);
    fmpq_mat_clear(q);
    fmpq_mat_clear(minus);
    fmpq_mat_clear(plus);
}

/* Each value of the spectrum is matched with an eigenvalue of its own. */
static void assert_spectrum(arb_srcptr values, const int *spectrum, slong n)
{
    bool used[16] = {false};
    for (slong i = 0; i < n; i++) {
        slong k = 0;
        while (k < n && (used[k] || !arb_contains_si(values + k, spectrum[i])))
            k++;
        assert_true(k < n);
        used[k] = true;
        assert_true(mag_cmp_2exp_si(arb_radref(values + k), 20 - PREC) < 0);
    }
}

static void check_spectrum(const int *spectrum, slong n, uint64_t seed)
{
    struct rng rng = rng_start(seed);
    fmpq_mat_t exact;
    arb_mat_t a;
    arb_ptr values = _arb_vec_init(n);
    fmpq_mat_init(exact, n, n);
    arb_mat_init(a, n, n);
    set_cayley(exact, spectrum, &rng);
    arb_mat_set_fmpq_mat(a, exact, PREC + 10);
    linalg_eigenvalues(values, a, PREC);
    assert_spectrum(values, spectrum, n);
    arb_mat_clear(a);
    fmpq_mat_clear(exact);
    _arb_vec_clear(values, n);
}

static void test_known_spectra_are_found_with_multiplicity(void **state)
{
    (void)state;
    check_spectrum((int[]){3, -2, 1, 0, 7}, 5, 1);
    check_spectrum((int[]){2, 2, 2, -1, -1, 0}, 6, 2);
    check_spectrum((int[]){0, 0, 0, 0, 0, 1}, 6, 3);
    check_spectrum((int[]){5, -5, 5, -5}, 4, 4);
    check_spectrum((int[]){1000, 1, 1, 0, -1000, 3, 3}, 7, 5);
}

static void test_diagonal_and_zero_matrices_are_exact(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 3, 3);
    arb_init(x);
    linalg_eigmax(x, a, PREC);
    assert_true(arb_is_zero(x));
    arb_set_si(arb_mat_entry(a, 1, 1), -3);
    linalg_eigmin(x, a, PREC);
    assert_true(arb_equal_si(x, -3));
    linalg_eigmax(x, a, PREC);
    assert_true(arb_is_zero(x));
    arb_clear(x);
    arb_mat_clear(a);
}

static void test_one_by_one_is_its_entry(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 1, 1);
    arb_init(x);
    arb_const_pi(arb_mat_entry(a, 0, 0), PREC);
    linalg_eigmin(x, a, PREC);
    assert_true(arb_contains(x, arb_mat_entry(a, 0, 0)));
    assert_true(arb_rel_accuracy_bits(x) > PREC - 20);
    arb_clear(x);
    arb_mat_clear(a);
}

static void set_hilbert(arb_mat_t a, slong prec)
{
    for (slong i = 0; i < arb_mat_nrows(a); i++)
        for (slong j = 0; j < arb_mat_ncols(a); j++) {
            arb_one(arb_mat_entry(a, i, j));
            arb_div_si(arb_mat_entry(a, i, j), arb_mat_entry(a, i, j),
                       i + j + 1, prec);
        }
}

static void test_hilbert_eigenvalues_multiply_to_its_determinant(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t product, det;
    arb_ptr values = _arb_vec_init(8);
    arb_mat_init(a, 8, 8);
    arb_init(product);
    arb_init(det);
    set_hilbert(a, 256);
    linalg_eigenvalues(values, a, 256);
    arb_one(product);
    for (slong i = 0; i < 8; i++)
        arb_mul(product, product, values + i, 256);
    arb_mat_det(det, a, 256);
    fixture_assert_near(product, det, 150);
    arb_clear(det);
    arb_clear(product);
    arb_mat_clear(a);
    _arb_vec_clear(values, 8);
}

static void test_more_precision_stays_inside_less(void **state)
{
    (void)state;
    struct rng rng = rng_start(11);
    arb_mat_t a, s;
    arb_t low, high;
    arb_mat_init(a, 5, 5);
    arb_mat_init(s, 5, 5);
    arb_init(low);
    arb_init(high);
    void (*functions[])(arb_t, const arb_mat_t, slong) = {
        linalg_eigmin, linalg_eigmax, linalg_norm2, linalg_normnuc};
    for (int k = 0; k < 20; k++) {
        fixture_draw(a, &rng);
        arb_mat_transpose(s, a);
        arb_mat_add(s, s, a, PREC);
        for (int f = 0; f < 4; f++) {
            functions[f](low, s, 128);
            functions[f](high, s, 256);
            assert_true(arb_overlaps(low, high));
            /* up to the wider ball's own last place */
            assert_true(arb_contains_arf(low, arb_midref(high)));
            assert_true(arb_rel_accuracy_bits(high) > 230);
        }
    }
    arb_clear(high);
    arb_clear(low);
    arb_mat_clear(s);
    arb_mat_clear(a);
}

static void test_scales_do_not_matter(void **state)
{
    (void)state;
    struct rng rng = rng_start(5);
    arb_mat_t a, b;
    arb_t x, y;
    arb_mat_init(a, 4, 3);
    arb_mat_init(b, 4, 3);
    arb_init(x);
    arb_init(y);
    fixture_draw(a, &rng);
    for (slong e = -2000; e <= 2000; e += 4000) {
        arb_mat_scalar_mul_2exp_si(b, a, e);
        linalg_norm2(x, a, PREC);
        linalg_norm2(y, b, PREC);
        arb_mul_2exp_si(x, x, e);
        fixture_assert_near(x, y, PREC - 10);
        linalg_normnuc(x, a, PREC);
        linalg_normnuc(y, b, PREC);
        arb_mul_2exp_si(x, x, e);
        fixture_assert_near(x, y, PREC - 10);
    }
    arb_clear(y);
    arb_clear(x);
    arb_mat_clear(b);
    arb_mat_clear(a);
}

static void test_norm2_of_a_shear_is_the_golden_ratio(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x, golden;
    arb_mat_init(a, 2, 2);
    arb_init(x);
    arb_init(golden);
    fixture_set(a, (int[]){1, 1, 0, 1});
    linalg_norm2(x, a, PREC);
    arb_sqrt_ui(golden, 5, PREC);
    arb_add_ui(golden, golden, 1, PREC);
    arb_mul_2exp_si(golden, golden, -1);
    fixture_assert_near(x, golden, PREC - 10);
    linalg_normnuc(x, a, PREC); /* golden + 1 / golden */
    arb_sqrt_ui(golden, 5, PREC);
    fixture_assert_near(x, golden, PREC - 10);
    arb_clear(golden);
    arb_clear(x);
    arb_mat_clear(a);
}

static void test_rank_one_norms_are_products_of_lengths(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 3, 2);
    arb_init(x);
    fixture_set(a, (int[]){3, 4, 6, 8, 6, 8}); /* (1, 2, 2)' (3, 4) */
    linalg_norm2(x, a, PREC);
    fixture_assert_int(x, 15, PREC - 10);
    linalg_normnuc(x, a, PREC);
    fixture_assert_int(x, 15, PREC - 10);
    arb_clear(x);
    arb_mat_clear(a);
}

static void test_vectors_and_zeros_have_exact_norms(void **state)
{
    (void)state;
    arb_mat_t v, z;
    arb_t x;
    arb_mat_init(v, 2, 1);
    arb_mat_init(z, 3, 4);
    arb_init(x);
    fixture_set(v, (int[]){3, -4});
    linalg_norm2(x, v, PREC);
    assert_true(arb_equal_si(x, 5));
    linalg_normnuc(x, v, PREC);
    assert_true(arb_equal_si(x, 5));
    linalg_norm2(x, z, PREC);
    assert_true(arb_is_zero(x));
    linalg_normnuc(x, z, PREC);
    assert_true(arb_is_zero(x));
    arb_clear(x);
    arb_mat_clear(z);
    arb_mat_clear(v);
}

/* A matrix inside the ball: the midpoint moved by at most the radius. */
static void test_wide_balls_hold_what_is_inside(void **state)
{
    (void)state;
    struct rng rng = rng_start(23);
    arb_mat_t a, wide;
    arb_t x, y;
    arb_mat_init(a, 4, 4);
    arb_mat_init(wide, 4, 4);
    arb_init(x);
    arb_init(y);
    for (int k = 0; k < 20; k++) {
        fixture_draw(wide, &rng);
        for (slong i = 0; i < 4; i++)
            for (slong j = 0; j < 4; j++)
                arb_set_d(arb_mat_entry(a, i, j),
                          arf_get_d(arb_midref(arb_mat_entry(wide, i, j)),
                                    ARF_RND_NEAR) +
                              0.25 * (2 * rng_unit(&rng) - 1));
        fixture_widen(wide, 0.25 + 0x1p-20);
        linalg_norm2(x, a, PREC);
        linalg_norm2(y, wide, PREC);
        assert_true(arb_contains(y, x));
        linalg_normnuc(x, a, PREC);
        linalg_normnuc(y, wide, PREC);
        assert_true(arb_contains(y, x));
    }
    arb_clear(y);
    arb_clear(x);
    arb_mat_clear(wide);
    arb_mat_clear(a);
}

static enum truth psd_of(const int *entries, slong n, double corner)
{
    arb_mat_t a;
    arb_t shift;
    arb_mat_init(a, n, n);
    arb_init(shift);
    fixture_set(a, entries);
    arb_set_d(shift, corner);
    arb_add(arb_mat_entry(a, n - 1, n - 1), arb_mat_entry(a, n - 1, n - 1),
            shift, ARF_PREC_EXACT);
    enum truth answer = linalg_is_psd(a, 64);
    arb_clear(shift);
    arb_mat_clear(a);
    return answer;
}

static void test_singular_matrices_are_decided_exactly(void **state)
{
    (void)state;
    const int ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const int zero_pivot[] = {0, 1, 1, 0};
    const int hollow[] = {0, 0, 0, 0};
    const int path[] = {1, -1, 0, -1, 2, -1, 0, -1, 1}; /* a Laplacian */
    assert_int_equal(psd_of(ones, 3, 0), TRUTH_TRUE);
    assert_int_equal(psd_of(ones, 3, 1e-30), TRUTH_TRUE);
    assert_int_equal(psd_of(ones, 3, -1e-30), TRUTH_FALSE);
    assert_int_equal(psd_of(zero_pivot, 2, 0), TRUTH_FALSE);
    assert_int_equal(psd_of(zero_pivot, 2, 5), TRUTH_FALSE);
    assert_int_equal(psd_of(hollow, 2, 0), TRUTH_TRUE);
    assert_int_equal(psd_of(path, 3, 0), TRUTH_TRUE);
    assert_int_equal(psd_of(path, 3, -1e-200), TRUTH_FALSE);
}

static void test_definite_and_indefinite_balls_are_decided(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_mat_init(a, 2, 2);
    fixture_set(a, (int[]){2, 1, 1, 2});
    fixture_widen(a, 0.25);
    assert_int_equal(linalg_is_psd(a, PREC), TRUTH_TRUE);
    fixture_widen(a, 1);
    assert_int_equal(linalg_is_psd(a, PREC), TRUTH_UNKNOWN);
    fixture_set(a, (int[]){1, 2, 2, 1});
    fixture_widen(a, 0.25);
    assert_int_equal(linalg_is_psd(a, PREC), TRUTH_FALSE);
    arb_mat_clear(a);
}

static void test_not_finite_gives_nothing(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 2, 2);
    arb_init(x);
    arb_pos_inf(arb_mat_entry(a, 0, 1));
    assert_int_equal(linalg_is_psd(a, PREC), TRUTH_UNKNOWN);
    linalg_norm2(x, a, PREC);
    assert_false(arb_is_finite(x));
    linalg_normnuc(x, a, PREC);
    assert_false(arb_is_finite(x));
    linalg_eigmin(x, a, PREC);
    assert_false(arb_is_finite(x));
    assert_true(isnan(linalg_double_norm2((double[]){1, INFINITY}, 1, 2)));
    arb_clear(x);
    arb_mat_clear(a);
}

static void assert_close(const arb_t x, double y)
{
    double z = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    assert_true(fabs(z - y) <= 1e-12 * fabs(z));
}

static void test_doubles_follow_the_balls(void **state)
{
    (void)state;
    struct rng rng = rng_start(31);
    arb_mat_t a, s;
    arb_t x;
    arb_mat_init(a, 3, 5);
    arb_mat_init(s, 2, 2);
    arb_init(x);
    fixture_set(s, (int[]){1, 3, 3, -2});
    const double symmetric[] = {1, 3, 3, -2};
    linalg_eigmin(x, s, PREC);
    assert_close(x, linalg_double_eigmin(symmetric, 2));
    linalg_eigmax(x, s, PREC);
    assert_close(x, linalg_double_eigmax(symmetric, 2));
    for (int k = 0; k < 10; k++) {
        double d[15];
        fixture_draw(a, &rng);
        for (slong e = 0; e < 15; e++)
            d[e] = arf_get_d(arb_midref(arb_mat_entry(a, e / 5, e % 5)),
                             ARF_RND_NEAR);
        linalg_norm2(x, a, PREC);
        assert_close(x, linalg_double_norm2(d, 3, 5));
        linalg_normnuc(x, a, PREC);
        assert_close(x, linalg_double_normnuc(d, 3, 5));
    }
    arb_clear(x);
    arb_mat_clear(s);
    arb_mat_clear(a);
}

static int teardown(void **state)
{
    (void)state;
    flint_cleanup_master();
    return 0;
}

/* Whatever is given for the eigenvectors, each eigenvalue is enclosed. */
static void test_poor_eigenvectors_are_no_wrong_values(void **state)
{
    (void)state;
    static const double vectors[][4] = {
        {1, 0, 0, 1},         {1, 0.25, -0.25, 1}, {0.75, -0.75, 0.75, 0.75},
        {1.125, 0, 0, 1.125}, {0.9375, 0, 0, 1},   {2, 0, 0, 2},
        {1, 1, 1, 1},         {0, 0, 0, 0}};
    /* the eigenvalues of both are 2 and 7 */
    static const double matrices[][4] = {{3, 2, 2, 6}, {2, 0, 0, 7}};
    for (size_t k = 0; k < 2 * sizeof vectors / sizeof *vectors; k++) {
        arb_mat_t a, qt;
        arb_mat_init(a, 2, 2);
        arb_mat_init(qt, 2, 2);
        arb_ptr values = _arb_vec_init(2);
        for (slong e = 0; e < 4; e++) {
            arb_set_d(arb_mat_entry(a, e / 2, e % 2), matrices[k % 2][e]);
            arb_set_d(arb_mat_entry(qt, e / 2, e % 2), vectors[k / 2][e]);
        }
        linalg_certify_eigenvalues(values, a, qt, PREC);
        assert_true(arb_contains_si(values, 2) ||
                    arb_contains_si(values + 1, 2));
        assert_true(arb_contains_si(values, 7) ||
                    arb_contains_si(values + 1, 7));
        _arb_vec_clear(values, 2);
        arb_mat_clear(qt);
        arb_mat_clear(a);
    }
}

/* eye(3) +- 1/8 on the diagonal: all singular values may grow together. */
static void test_radii_count_for_every_singular_value(void **state)
{
    (void)state;
    arb_mat_t a;
    arb_t x;
    arb_mat_init(a, 3, 3);
    arb_init(x);
    arb_mat_one(a);
    for (slong i = 0; i < 3; i++)
        mag_set_d(arb_radref(arb_mat_entry(a, i, i)), 0.125);
    linalg_normnuc(x, a, PREC);
    arb_sub_si(x, x, 3, PREC);
    arb_mul_2exp_si(x, x, 3);
    assert_true(arb_contains_si(x, 3) && arb_contains_si(x, -3));
    linalg_norm2(x, a, PREC);
    arb_sub_si(x, x, 1, PREC);
    arb_mul_2exp_si(x, x, 3);
    assert_true(arb_contains_si(x, 1) && arb_contains_si(x, -1));
    arb_clear(x);
    arb_mat_clear(a);
}

/* Of two balls around one number either is taken, the same on both sides. */
static void test_middles_are_symmetric(void **state)
{
    (void)state;
    static const double radii[][2] = {{0.25, 0.25}, {0.25, 0.5}, {0.5, 0.25}};
    for (size_t k = 0; k < 3; k++) {
        arb_mat_t a, mid;
        mag_t error;
        arb_mat_init(a, 2, 2);
        arb_mat_init(mid, 2, 2);
        mag_init(error);
        for (slong i = 0; i < 2; i++) {
            arb_ptr x = arb_mat_entry(a, i, 1 - i);
            arf_set_d(arb_midref(x), i == 0 ? 1 : 1.125);
            mag_set_d(arb_radref(x), radii[k][i]);
        }
        linalg_symmetric_mid(mid, error, a);
        assert_true(
            arb_equal(arb_mat_entry(mid, 0, 1), arb_mat_entry(mid, 1, 0)));
        assert_true(mag_cmp_2exp_si(error, -1) < 0); /* 1/4 sqrt(2) */
        mag_clear(error);
        arb_mat_clear(mid);
        arb_mat_clear(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poor_eigenvectors_are_no_wrong_values),
        cmocka_unit_test(test_radii_count_for_every_singular_value),
        cmocka_unit_test(test_middles_are_symmetric),
        cmocka_unit_test(test_known_spectra_are_found_with_multiplicity),
        cmocka_unit_test(test_diagonal_and_zero_matrices_are_exact),
        cmocka_unit_test(test_one_by_one_is_its_entry),
        cmocka_unit_test(test_hilbert_eigenvalues_multiply_to_its_determinant),
        cmocka_unit_test(test_more_precision_stays_inside_less),
        cmocka_unit_test(test_scales_do_not_matter),
        cmocka_unit_test(test_norm2_of_a_shear_is_the_golden_ratio),
        cmocka_unit_test(test_rank_one_norms_are_products_of_lengths),
        cmocka_unit_test(test_vectors_and_zeros_have_exact_norms),
        cmocka_unit_test(test_wide_balls_hold_what_is_inside),
        cmocka_unit_test(test_singular_matrices_are_decided_exactly),
        cmocka_unit_test(test_definite_and_indefinite_balls_are_decided),
        cmocka_unit_test(test_not_finite_gives_nothing),
        cmocka_unit_test(test_doubles_follow_the_balls),
    };
    return cmocka_run_group_tests(tests, NULL, teardown);
}
