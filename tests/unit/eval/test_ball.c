/*
 * Values of the ball evaluator: against exact rationals, against MPFR, and
 * against itself at a higher precision.
 */
#include "ball_fixture.h"

#include "base/rng.h"

enum { TRIALS = 6, REFERENCE_PREC = 400 };

/* A dyadic with few bits, sometimes 0, sometimes far from 1. */
static double draw(struct rng *rng)
{
    const uint64_t kind = rng_below(rng, 8);
    const double x = rng_normal(rng);
    if (kind == 0)
        return 0;
    if (kind == 1)
        return (double)rng_below(rng, 5) - 2;
    return kind == 2 ? x * 0x1p-30 : x;
}

static void draw_many(double *out, size_t count, struct rng *rng)
{
    for (size_t k = 0; k < count; k++)
        out[k] = draw(rng);
}

/* ---- every function: a ball at p holds the values at higher precision ---- */

struct shape {
    uint32_t rows, cols;
};

static struct shape argument_shape(enum shape_rule rule)
{
    switch (rule) {
    case SHAPE_DIAG:
        return (struct shape){3, 1};
    case SHAPE_DIAGOF:
    case SHAPE_SQUARE:
    case SHAPE_SQUARE_SCALAR:
        return (struct shape){3, 3};
    case SHAPE_SCALARS:
        return (struct shape){1, 1};
    case SHAPE_SIZES:
    case SHAPE_KRON:
    case SHAPE_HCAT:
    case SHAPE_VCAT:
    case SHAPE_SAME:
    case SHAPE_PAIR:
    case SHAPE_SCALAR:
    case SHAPE_COLUMN:
    case SHAPE_ROW:
    case SHAPE_MASKED:
        break;
    }
    return (struct shape){4, 3};
}

static struct shape result_shape(enum shape_rule rule, struct shape a)
{
    switch (rule) {
    case SHAPE_DIAG:
        return (struct shape){a.rows, a.rows};
    case SHAPE_DIAGOF:
    case SHAPE_COLUMN:
        return (struct shape){a.rows, 1};
    case SHAPE_ROW:
        return (struct shape){1, a.cols};
    case SHAPE_SCALAR:
    case SHAPE_SQUARE_SCALAR:
    case SHAPE_SCALARS:
        return (struct shape){1, 1};
    case SHAPE_KRON:
        return (struct shape){a.rows * a.rows, a.cols * a.cols};
    case SHAPE_HCAT:
        return (struct shape){a.rows, 2 * a.cols};
    case SHAPE_VCAT:
        return (struct shape){2 * a.rows, a.cols};
    case SHAPE_SIZES:
    case SHAPE_SAME:
    case SHAPE_PAIR:
    case SHAPE_SQUARE:
    case SHAPE_MASKED:
        break;
    }
    return a;
}

/* An argument in the function's domain: A, A + A' or |A| + 2^-20. */
static plan_id argument(struct fixture *f, enum function fn, plan_id a,
                        struct shape s)
{
    if (fn == FN_EIGMIN || fn == FN_EIGMAX)
        return make_op(
            f->m, PL_ADD, s.rows, s.cols, a,
            make_op(f->m, PL_TRANSPOSE, s.rows, s.cols, a, PLAN_NONE));
    if (fn != FN_LOG && fn != FN_SQRT && fn != FN_NORMALISE)
        return a;
    static const double one = 0x1p-20;
    const plan_id tiny = make_input(f->m, 1, 1, &one);
    const plan_id abs = make_call(f->m, FN_ABS, s.rows, s.cols, a, PLAN_NONE);
    return make_call(f->m, FN_MAX2, s.rows, s.cols, abs, tiny);
}

/* An inexact matrix near `a`: a scaled by (1/3) * 3. */
static plan_id inexact(struct fixture *f, plan_id a, struct shape s)
{
    const plan_id third = make_number(f->m, "1/3");
    const plan_id small = make_op(f->m, PL_SCALE, s.rows, s.cols, third, a);
    return make_op(f->m, PL_SCALE, s.rows, s.cols, make_number(f->m, "3"),
                   small);
}

static bool is_function_tested(enum function fn)
{
    return function_info(fn)->rule != SHAPE_SIZES && fn != FN_LAMBERTW;
}

static void assert_middles_inside(const struct fixture *coarse,
                                  const struct fixture *fine, plan_id id)
{
    const arb_mat_struct *a = coarse->run->values[id].m;
    assert_defined(coarse, id);
    assert_defined(fine, id);
    for (slong i = 0; i < arb_mat_nrows(a); i++) {
        for (slong j = 0; j < arb_mat_ncols(a); j++) {
            assert_true(
                arb_overlaps(arb_mat_entry(a, i, j), ball_at(fine, id, i, j)));
            if (!arb_is_exact(ball_at(fine, id, i, j)))
                assert_true(
                    arb_contains_arf(arb_mat_entry(a, i, j),
                                     arb_midref(ball_at(fine, id, i, j))));
        }
    }
}

/* f(A) and f of an inexact A, for one random A. */
static void check_function(enum function fn, struct rng *rng)
{
    const struct shape a = argument_shape(function_info(fn)->rule);
    const struct shape r = result_shape(function_info(fn)->rule, a);
    double values[16];
    draw_many(values, 16, rng);
    struct fixture f = {.m = plan_maker_new()}, fine;
    const plan_id x = make_input(f.m, a.rows, a.cols, values);
    plan_id second = PLAN_NONE;
    if (function_info(fn)->most > 1 && fn != FN_SOFTMAX) {
        draw_many(values, 16, rng);
        second = make_input(f.m, a.rows, a.cols, values);
    }
    const plan_id exact =
        make_call(f.m, fn, r.rows, r.cols, argument(&f, fn, x, a), second);
    const plan_id y = argument(&f, fn, inexact(&f, x, a), a);
    if (fn == FN_EIGMIN || fn == FN_EIGMAX)
        maker_add_facts(f.m, y, PLAN_SYMMETRIC);
    const plan_id fuzzy = make_call(f.m, fn, r.rows, r.cols, y, second);
    fine = (struct fixture){.m = f.m};
    eval(&f, 64);
    eval(&fine, 256);
    if (fn != FN_INV) /* a random matrix may be singular */
        assert_middles_inside(&f, &fine, exact);
    if (fn != FN_INV && fn != FN_RANK)
        assert_middles_inside(&f, &fine, fuzzy);
    ball_run_free(f.run);
    ball_run_free(fine.run);
    plan_maker_free(f.m);
}

static void test_functions_contain_finer_values(void **state)
{
    (void)state;
    for (int k = 0; k < FN_COUNT; k++) {
        struct rng rng = rng_start(rng_key_number(7, (uint64_t)k));
        for (int t = 0; t < TRIALS && is_function_tested((enum function)k); t++)
            check_function((enum function)k, &rng);
    }
}

/* ---- scalar functions against MPFR ---- */

typedef int mpfr_fn(mpfr_t z, const mpfr_t x, mpfr_rnd_t rounding);

static void check_scalar(enum function fn, mpfr_fn *reference, double x)
{
    struct fixture f = {.m = plan_maker_new()};
    const plan_id id = make_call(f.m, fn, 1, 1, scalar_input(&f, x), PLAN_NONE);
    mpfr_t z;
    mpfr_init2(z, REFERENCE_PREC);
    mpfr_set_d(z, x, MPFR_RNDN);
    reference(z, z, MPFR_RNDN);
    eval(&f, 128);
    assert_defined(&f, id);
    assert_true(arb_contains_mpfr(ball_at(&f, id, 0, 0), z));
    assert_true(arb_rel_accuracy_bits(ball_at(&f, id, 0, 0)) >= 100);
    mpfr_clear(z);
    ball_run_free(f.run);
    plan_maker_free(f.m);
}

static void test_scalar_functions_contain_mpfr(void **state)
{
    (void)state;
    static const double points[] = {0x1p-40, 0.3, 1.5, 17, 300.25};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const double x = sign * points[k];
            check_scalar(FN_EXP, mpfr_exp, x);
            check_scalar(FN_SIN, mpfr_sin, x);
            check_scalar(FN_COS, mpfr_cos, x);
            check_scalar(FN_TANH, mpfr_tanh, x);
            check_scalar(FN_ERF, mpfr_erf, x);
            check_scalar(FN_ABS, mpfr_abs, x);
        }
        check_scalar(FN_LOG, mpfr_log, points[k]);
        check_scalar(FN_SQRT, mpfr_sqrt, points[k]);
    }
}

/* ---- rational operations against exact arithmetic ---- */

enum { ROWS = 4, INNER = 3, COLS = 2 };

static void assert_contains(const struct fixture *f, plan_id id, slong i,
                            slong j, mpq_t value)
{
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_mpq(q, value);
    assert_defined(f, id);
    assert_true(arb_contains_fmpq(ball_at(f, id, i, j), q));
    fmpq_clear(q);
}

static void add_product(mpq_t sum, double x, double y)
{
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    mpq_set_d(p, x);
    mpq_set_d(q, y);
    mpq_mul(p, p, q);
    mpq_add(sum, sum, p);
    mpq_clears(p, q, NULL);
}

static void test_product_contains_exact(void **state)
{
    struct fixture *f = *state;
    struct rng rng = rng_start(11);
    double a[ROWS * INNER], b[INNER * COLS];
    draw_many(a, ROWS * INNER, &rng);
    draw_many(b, INNER * COLS, &rng);
    const plan_id product =
        make_op(f->m, PL_MATMUL, ROWS, COLS, make_input(f->m, ROWS, INNER, a),
                make_input(f->m, INNER, COLS, b));
    eval(f, 40);
    mpq_t sum;
    mpq_init(sum);
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < COLS; j++) {
            mpq_set_ui(sum, 0, 1);
            for (size_t k = 0; k < INNER; k++)
                add_product(sum, a[i * INNER + k], b[k * COLS + j]);
            assert_contains(f, product, (slong)i, (slong)j, sum);
        }
    }
    mpq_clear(sum);
}

static void test_res_contains_exact(void **state)
{
    struct fixture *f = *state;
    struct rng rng = rng_start(12);
    double a[INNER * COLS];
    draw_many(a, INNER * COLS, &rng);
    const plan_id res = make_call(f->m, FN_RES, INNER, COLS,
                                  make_input(f->m, INNER, COLS, a), PLAN_NONE);
    eval(f, 40);
    mpq_t sum;
    mpq_init(sum);
    for (size_t i = 0; i < INNER; i++) {
        for (size_t j = 0; j < COLS; j++) {
            mpq_set_ui(sum, 0, 1); /* A_ij - (1/3) sum_k A_kj, times 3 */
            for (size_t k = 0; k < INNER; k++)
                add_product(sum, -1, a[k * COLS + j]);
            add_product(sum, 3, a[i * COLS + j]);
            mpq_t three;
            mpq_init(three);
            mpq_set_ui(three, 3, 1);
            mpq_div(sum, sum, three);
            assert_contains(f, res, (slong)i, (slong)j, sum);
            mpq_clear(three);
        }
    }
    mpq_clear(sum);
}

static void test_norms_of_known_matrix(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {3, -4, 0, 12}; /* rows (3, -4), (0, 12) */
    const plan_id x = make_input(f->m, 2, 2, a);
    const plan_id norm1 = make_call(f->m, FN_NORM1, 1, 1, x, PLAN_NONE);
    const plan_id norminf = make_call(f->m, FN_NORMINF, 1, 1, x, PLAN_NONE);
    const plan_id mixed = make_call(f->m, FN_NORM1INF, 1, 1, x, PLAN_NONE);
    const plan_id fro = make_call(f->m, FN_NORMFRO, 1, 1, x, PLAN_NONE);
    const plan_id most = make_call(f->m, FN_NORMMAX, 1, 1, x, PLAN_NONE);
    const plan_id rows = make_call(f->m, FN_ROWNORM2, 2, 1, x, PLAN_NONE);
    const plan_id diameter = make_call(f->m, FN_DIAMETER, 1, 1, x, PLAN_NONE);
    eval(f, 128);
    assert_exactly(f, norm1, 0, 0, 16);
    assert_exactly(f, norminf, 0, 0, 12);
    assert_exactly(f, fro, 0, 0, 13);
    assert_exactly(f, most, 0, 0, 12);
    assert_exactly(f, rows, 0, 0, 5);
    assert_exactly(f, rows, 1, 0, 12);
    arb_t t; /* 192 and 265 */
    arb_init(t);
    arb_sqr(t, ball_at(f, mixed, 0, 0), 128);
    assert_true(arb_contains_si(t, 192));
    arb_sqr(t, ball_at(f, diameter, 0, 0), 128);
    assert_true(arb_contains_si(t, 265));
    arb_clear(t);
}

static void test_inverse_times_matrix_contains_identity(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {2, 1, 0, -1, 3, 0.5, 0, 0.25, 1};
    const plan_id x = make_input(f->m, 3, 3, a);
    const plan_id inverse = make_call(f->m, FN_INV, 3, 3, x, PLAN_NONE);
    const plan_id one = make_op(f->m, PL_MATMUL, 3, 3, x, inverse);
    eval(f, 128);
    assert_defined(f, one);
    for (slong i = 0; i < 3; i++) {
        for (slong j = 0; j < 3; j++) {
            assert_true(arb_contains_si(ball_at(f, one, i, j), i == j));
            assert_true(arb_rel_one_accuracy_bits(ball_at(f, one, i, j)) > 90);
        }
    }
}

/* ---- softmax, logsumexp and res at their edges ---- */

static plan_id softmax_of(struct fixture *f, uint32_t rows, uint32_t cols,
                          const double *a)
{
    return make_call(f->m, FN_SOFTMAX, rows, cols,
                     make_input(f->m, rows, cols, a), PLAN_NONE);
}

/* exp(a_j) / sum_k exp(a_k) by MPFR. */
static void reference_softmax(mpfr_t out, const double *a, size_t count,
                              size_t j)
{
    mpfr_t sum, t;
    mpfr_inits2(REFERENCE_PREC, sum, t, (mpfr_ptr)NULL);
    mpfr_set_zero(sum, 1);
    for (size_t k = 0; k < count; k++) {
        mpfr_set_d(t, a[k], MPFR_RNDN);
        mpfr_exp(t, t, MPFR_RNDN);
        mpfr_add(sum, sum, t, MPFR_RNDN);
        if (k == j)
            mpfr_set(out, t, MPFR_RNDN);
    }
    mpfr_div(out, out, sum, MPFR_RNDN);
    mpfr_clears(sum, t, (mpfr_ptr)NULL);
}

static void test_softmax_contains_mpfr(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {0.5, -3, 40, 1e-20, 0, -1e-20};
    const plan_id p = softmax_of(f, 2, 3, a);
    eval(f, 128);
    mpfr_t z;
    mpfr_init2(z, REFERENCE_PREC);
    for (size_t k = 0; k < 6; k++) {
        reference_softmax(z, a + k / 3 * 3, 3, k % 3);
        arb_srcptr x = ball_at(f, p, (slong)k / 3, (slong)k % 3);
        assert_true(arb_contains_mpfr(x, z));
        assert_true(arb_rel_accuracy_bits(x) > 100);
    }
    mpfr_clear(z);
}

static void test_softmax_is_within_unit_interval_at_any_size(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1e300, -1e300, 0, 1e-300, 700, -700};
    const plan_id p = softmax_of(f, 2, 3, a);
    const plan_id huge =
        make_call(f->m, FN_EXP, 1, 3, make_input(f->m, 1, 3, a), PLAN_NONE);
    const plan_id q = make_call(f->m, FN_SOFTMAX, 1, 3, huge, PLAN_NONE);
    eval(f, 64);
    arf_t upper;
    arf_init(upper);
    for (slong k = 0; k < 9; k++) {
        arb_srcptr x =
            k < 6 ? ball_at(f, p, k / 3, k % 3) : ball_at(f, q, 0, k - 6);
        assert_true(arb_is_nonnegative(x));
        arb_get_ubound_arf(upper, x, 200);
        assert_true(arf_cmp_si(upper, 1) <= 0);
    }
    assert_true(arb_rel_accuracy_bits(ball_at(f, p, 0, 0)) > 50);
    arf_clear(upper);
}

static void test_softmax_of_constant_row_is_exact(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {0.1, 0.1, 0.1, 0.1};
    const plan_id four = softmax_of(f, 1, 4, a);
    const plan_id one = softmax_of(f, 4, 1, a);
    const plan_id single =
        make_call(f->m, FN_SOFTMAX, 1, 1, make_number(f->m, "1/3"), PLAN_NONE);
    eval(f, 64);
    assert_exactly(f, four, 0, 3, 0.25);
    assert_exactly(f, one, 2, 0, 1);
    assert_exactly(f, single, 0, 0, 1);
}

static plan_id masked_softmax(struct fixture *f, const double *mask)
{
    static const double a[] = {1, 5, 1, 2, 2, 9};
    return make_call(f->m, FN_SOFTMAX, 2, 3, make_input(f->m, 2, 3, a),
                     make_input(f->m, 2, 3, mask));
}

static void test_masked_softmax_is_zero_where_forbidden(void **state)
{
    struct fixture *f = *state;
    static const double mask[] = {1, 0, 1, 0, 0, 1};
    const plan_id p = masked_softmax(f, mask);
    eval(f, 128);
    assert_exactly(f, p, 0, 0, 0.5);
    assert_exactly(f, p, 0, 1, 0);
    assert_exactly(f, p, 0, 2, 0.5);
    assert_exactly(f, p, 1, 0, 0);
    assert_exactly(f, p, 1, 2, 1);
}

static void test_masks_that_are_undefined(void **state)
{
    struct fixture *f = *state;
    static const double empty_row[] = {1, 0, 1, 0, 0, 0};
    static const double fractional[] = {1, 0.5, 1, 1, 1, 1};
    const plan_id a = masked_softmax(f, empty_row);
    const plan_id b = masked_softmax(f, fractional);
    const plan_id c = make_call(f->m, FN_SOFTMAX, 1, 1, make_number(f->m, "2"),
                                make_fuzzy_zero(f));
    eval(f, 128);
    assert_undefined(f, a);
    assert_undefined(f, b);
    assert_open(f, c);
}

static void test_logsumexp_survives_large_arguments(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1e300, 1e300, -1e300, 1e300};
    static const double b[] = {-1e9, -1e9, -1e9, -1e9};
    const plan_id x = make_call(f->m, FN_LOGSUMEXP, 2, 1,
                                make_input(f->m, 2, 2, a), PLAN_NONE);
    const plan_id y = make_call(f->m, FN_LOGSUMEXP, 1, 1,
                                make_input(f->m, 1, 4, b), PLAN_NONE);
    eval(f, 2048);
    mpfr_t z;
    mpfr_init2(z, 2048);
    mpfr_set_ui(z, 2, MPFR_RNDN); /* 1e300 + log 2 */
    mpfr_log(z, z, MPFR_RNDN);
    mpfr_add_d(z, z, 1e300, MPFR_RNDN);
    assert_true(arb_contains_mpfr(ball_at(f, x, 0, 0), z));
    mpfr_set_ui(z, 4, MPFR_RNDN); /* -1e9 + log 4 */
    mpfr_log(z, z, MPFR_RNDN);
    mpfr_add_d(z, z, -1e9, MPFR_RNDN);
    assert_true(arb_contains_mpfr(ball_at(f, y, 0, 0), z));
    assert_true(arb_rel_accuracy_bits(ball_at(f, y, 0, 0)) > 1900);
    mpfr_clear(z);
}

static void test_res_of_equal_rows_is_exactly_zero(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {0.1, 3e200, 0.1, 3e200, 0.1, 3e200};
    const plan_id x = make_input(f->m, 3, 2, a);
    const plan_id res = make_call(f->m, FN_RES, 3, 2, x, PLAN_NONE);
    const plan_id one =
        make_call(f->m, FN_RES, 1, 1, make_number(f->m, "1/3"), PLAN_NONE);
    eval(f, 53);
    for (slong i = 0; i < 3; i++) {
        assert_exactly(f, res, i, 0, 0);
        assert_exactly(f, res, i, 1, 0);
    }
    assert_exactly(f, one, 0, 0, 0);
}

static void test_res_of_middle_row_is_exactly_zero(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1, 2, 3};
    const plan_id res =
        make_call(f->m, FN_RES, 3, 1, make_input(f->m, 3, 1, a), PLAN_NONE);
    eval(f, 53);
    assert_exactly(f, res, 0, 0, -1);
    assert_exactly(f, res, 1, 0, 0);
}

/* ---- inputs ---- */

static void test_dyadic_rationals_are_exact(void **state)
{
    struct fixture *f = *state;
    static const char *const texts[] = {"-3/1024", "1/3"};
    const plan_id x = make_rationals(f->m, 1, 2, texts);
    eval(f, 64);
    assert_exactly(f, x, 0, 0, -0x3p-10);
    assert_false(arb_is_exact(ball_at(f, x, 0, 1)));
}

static void test_workspace_is_reused_for_other_values(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1, 2}, b[] = {5, -7};
    const plan_id x = make_input(f->m, 1, 2, a);
    const plan_id sum = make_call(f->m, FN_SUM, 1, 1, x, PLAN_NONE);
    eval(f, 64);
    assert_exactly(f, sum, 0, 0, 3);
    maker_set(f->m, x, b);
    eval(f, 512);
    assert_exactly(f, sum, 0, 0, -2);
}

static void test_rank_of_exact_matrices(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1, 2, 0.5, 2, 4, 1};
    const plan_id rank =
        make_call(f->m, FN_RANK, 1, 1, make_input(f->m, 2, 3, a), PLAN_NONE);
    const plan_id open =
        make_call(f->m, FN_RANK, 1, 1, make_fuzzy_zero(f), PLAN_NONE);
    eval(f, 64);
    assert_exactly(f, rank, 0, 0, 1);
    assert_defined(f, open);
    assert_true(arb_contains_si(ball_at(f, open, 0, 0), 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_contain_finer_values),
        cmocka_unit_test(test_scalar_functions_contain_mpfr),
        BALL_TEST(test_product_contains_exact),
        BALL_TEST(test_res_contains_exact),
        BALL_TEST(test_norms_of_known_matrix),
        BALL_TEST(test_inverse_times_matrix_contains_identity),
        BALL_TEST(test_softmax_contains_mpfr),
        BALL_TEST(test_softmax_is_within_unit_interval_at_any_size),
        BALL_TEST(test_softmax_of_constant_row_is_exact),
        BALL_TEST(test_masked_softmax_is_zero_where_forbidden),
        BALL_TEST(test_masks_that_are_undefined),
        BALL_TEST(test_logsumexp_survives_large_arguments),
        BALL_TEST(test_res_of_equal_rows_is_exactly_zero),
        BALL_TEST(test_res_of_middle_row_is_exactly_zero),
        BALL_TEST(test_dyadic_rationals_are_exact),
        BALL_TEST(test_workspace_is_reused_for_other_values),
        BALL_TEST(test_rank_of_exact_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
