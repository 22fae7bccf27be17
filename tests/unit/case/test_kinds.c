/* Kinds with a geometry: frames, permutations, what lies between them. */
#include "support/cmocka_all.h"

#include "case/birkhoff.h"
#include "case/frame.h"
#include "case/mixture.h"
#include "case/property.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 300, SIZE = 5 };

static struct range open_range(void)
{
    struct range r;
    range_init(&r);
    return r;
}

static void assert_has(const struct value *v, enum given_kind kind)
{
    struct range open = open_range();
    struct buffer reason;
    buffer_init(&reason);
    if (property_check(v, kind, &open, "X", &reason) != ST_OK)
        fail_msg("%s", reason.text);
    buffer_clear(&reason);
    range_clear(&open);
}

static void assert_lacks(const struct value *v, enum given_kind kind,
                         const char *why)
{
    struct range open = open_range();
    struct buffer reason;
    buffer_init(&reason);
    assert_int_equal(property_check(v, kind, &open, "X", &reason), ST_INPUT);
    assert_string_equal(reason.text, why);
    buffer_clear(&reason);
    range_clear(&open);
}

/* rows x cols of small integers over `over`. */
static struct value fractions(size_t rows, size_t cols, const int *p, int over)
{
    struct value v;
    value_init(&v);
    value_set_rationals(&v, rows, cols);
    for (size_t k = 0; k < rows * cols; k++) {
        mpq_set_si(v.rationals[k].q, p[k], (unsigned long)over);
        mpq_canonicalize(v.rationals[k].q);
    }
    value_simplify(&v);
    return v;
}

static bool is_equal(const struct value *a, const struct value *b)
{
    rational_t x, y;
    rational_init(&x);
    rational_init(&y);
    bool same = a->rows == b->rows && a->cols == b->cols;
    for (size_t k = 0; same && k < a->rows * a->cols; k++) {
        value_entry(&x, a, k / a->cols, k % a->cols);
        value_entry(&y, b, k / a->cols, k % a->cols);
        same = mpq_equal(x.q, y.q) != 0;
    }
    rational_clear(&x);
    rational_clear(&y);
    return same;
}

/* ---- draws ---- */

static const enum given_kind kinds[] = {
    GIVEN_UNIT,  GIVEN_FRAME,    GIVEN_SIMPLEX,
    GIVEN_MASK,  GIVEN_SKEW,     GIVEN_PERMUTATION,
    GIVEN_LOWER, GIVEN_DIAGONAL, GIVEN_DOUBLY_STOCHASTIC};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* A shape of the kind, with k columns where it may choose. */
static void draw(struct value *v, enum given_kind kind, size_t n, size_t k,
                 uint64_t trial)
{
    struct range open = open_range();
    struct rng whole = rng_start(trial), own = rng_start(trial + 1000000);
    bool is_column = kind == GIVEN_UNIT || kind == GIVEN_SIMPLEX;
    size_t cols = is_column ? 1 : kind_has(kind, KIND_SQUARE) ? n : k;
    value_init(v);
    mixture_draw(v, n, cols, kind, &open, mixture_theme(trial, &whole), &own);
    assert_int_equal(v->rows, n);
    assert_int_equal(v->cols, cols);
    range_clear(&open);
}

static void test_draws_have_their_kind_exactly(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++)
        for (uint64_t trial = 0; trial < DRAWS; trial++) {
            size_t n = 1 + trial % SIZE, k = 1 + trial / SIZE % n;
            struct value v;
            draw(&v, kinds[i], n, k, trial);
            assert_has(&v, kinds[i]);
            value_clear(&v);
        }
}

/* Of 60 draws at one size most differ, where there is room for it. */
static void test_draws_differ(void **state)
{
    (void)state;
    enum { MANY = 60 };
    for (size_t i = 0; i < KINDS; i++) {
        struct value v[MANY];
        size_t different = 0;
        for (uint64_t t = 0; t < MANY; t++) {
            draw(&v[t], kinds[i], SIZE, 2, t);
            bool is_new = true;
            for (uint64_t s = 0; s < t && is_new; s++)
                is_new = !is_equal(&v[s], &v[t]);
            different += is_new;
        }
        if (different < MANY / 2)
            fail_msg("%s: %zu of %d differ", kind_info(kinds[i])->word,
                     different, (int)MANY);
        for (size_t t = 0; t < MANY; t++)
            value_clear(&v[t]);
    }
}

static void test_large_ones_are_quick_and_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        struct value v;
        draw(&v, kinds[i], 40, 20, 77);
        assert_has(&v, kinds[i]);
        value_clear(&v);
    }
}

/* ---- corners ---- */

static void assert_maps(enum given_kind kind, size_t rows, size_t cols,
                        const int *from, const int *to, int over)
{
    struct range open = open_range();
    struct value v = fractions(rows, cols, from, 1);
    struct value w = fractions(rows, cols, to, over);
    property_map(&v, kind, 0, &open);
    assert_true(is_equal(&v, &w));
    value_clear(&v);
    value_clear(&w);
    range_clear(&open);
}

static void test_corners_are_reached(void **state)
{
    (void)state;
    const int zero[9] = {0}, ones[] = {1, 1, 1, 1}, e1[] = {1, 0, 0};
    const int eye[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const int tall[] = {1, 0, 0, 1, 0, 0}, flat[] = {0, 3, 4};
    assert_maps(GIVEN_UNIT, 3, 1, zero, e1, 1);
    assert_maps(GIVEN_UNIT, 4, 1, ones, ones, 2);
    assert_maps(GIVEN_UNIT, 3, 1, flat, flat, 5);
    assert_maps(GIVEN_FRAME, 3, 3, zero, eye, 1);
    assert_maps(GIVEN_FRAME, 3, 2, zero, tall, 1);
    assert_maps(GIVEN_SIMPLEX, 4, 1, zero, ones, 4);
    assert_maps(GIVEN_SIMPLEX, 3, 1, e1, e1, 1);
    assert_maps(GIVEN_PERMUTATION, 3, 3, zero, eye, 1);
    assert_maps(GIVEN_MASK, 2, 2, ones, ones, 1);
    assert_maps(GIVEN_MASK, 3, 3, zero, zero, 1);
    assert_maps(GIVEN_DOUBLY_STOCHASTIC, 3, 3, eye, eye, 1);
    assert_maps(GIVEN_DOUBLY_STOCHASTIC, 2, 2, zero, ones, 2);
}

static void test_shapes_keep_what_they_may(void **state)
{
    (void)state;
    const int a[] = {1, 2, 3, 4}, skew[] = {0, -3, 3, 0};
    const int diagonal[] = {1, 0, 0, 4}, lower[] = {1, 0, 3, 4};
    assert_maps(GIVEN_SKEW, 2, 2, a, skew, 1);
    assert_maps(GIVEN_DIAGONAL, 2, 2, a, diagonal, 1);
    assert_maps(GIVEN_LOWER, 2, 2, a, lower, 1);
}

/* A frame is near what it is made of, the nearer the more bits it may take. */
static void test_frames_are_near(void **state)
{
    (void)state;
    const double gap[] = {0.1, 1e-5};
    const int bits[] = {FRAME_BITS, FRAME_MOST_BITS};
    for (size_t i = 0; i < 2; i++) {
        struct value v;
        value_init(&v);
        value_set_doubles(&v, 2, 1);
        v.doubles[0] = -1;
        v.doubles[1] = 0.7;
        frame_map(&v, bits[i]);
        assert_has(&v, GIVEN_UNIT);
        assert_true(v.kind == VALUE_RATIONALS);
        double x = rational_to_double(&v.rationals[0]) * 1.220655561573370;
        assert_true(x > -1 - gap[i] && x < -1 + gap[i]);
        value_clear(&v);
    }
}

/* Scales far apart, columns that depend on one another. */
static void test_frames_of_hard_matrices(void **state)
{
    (void)state;
    const double a[] = {1e300, 1e-300, 0, 1e-300, 2e300, 3e-300,
                        0,     0,      5, 1e-9,   1,     1};
    struct value v;
    value_init(&v);
    value_set_doubles(&v, 4, 3);
    memcpy(v.doubles, a, sizeof a);
    frame_map(&v, FRAME_BITS);
    assert_has(&v, GIVEN_FRAME);
    value_clear(&v);
    const int same[] = {1, 1, 1, 2, 2, 2, 3, 3, 3};
    v = fractions(3, 3, same, 1);
    frame_map(&v, FRAME_BITS);
    assert_has(&v, GIVEN_FRAME);
    value_clear(&v);
}

static void test_rows_become_frames_and_units(void **state)
{
    (void)state;
    const int p[] = {1, 2, 3, 0, 0, 0};
    struct value v = fractions(2, 3, p, 7);
    frame_map_rows(&v, FRAME_BITS);
    assert_int_equal(v.rows, 2);
    value_clear(&v);
    v = fractions(2, 3, p, 7);
    frame_unit_rows(&v, FRAME_BITS);
    for (size_t i = 0; i < 2; i++) {
        rational_t x, sum;
        rational_init(&x);
        rational_init(&sum);
        for (size_t j = 0; j < 3; j++) {
            value_entry(&x, &v, i, j);
            mpq_mul(x.q, x.q, x.q);
            mpq_add(sum.q, sum.q, x.q);
        }
        assert_int_equal(mpq_cmp_ui(sum.q, 1, 1), 0);
        rational_clear(&x);
        rational_clear(&sum);
    }
    value_clear(&v);
}

/* ---- checks ---- */

static void test_checks_name_what_is_wrong(void **state)
{
    (void)state;
    const int p[] = {1, 0, 1, 1}, q[] = {1, 1, 0, 0}, two[] = {2, -1};
    struct value v = fractions(2, 2, p, 1), w = fractions(2, 2, q, 1);
    struct value s = fractions(2, 1, two, 1);
    assert_lacks(&s, GIVEN_UNIT,
                 "the squares of X sum to 5, expected 1 (it is unit)");
    assert_lacks(&v, GIVEN_FRAME,
                 "columns 1 and 1 of X have the product 2, expected 1 (it is "
                 "frame)");
    assert_lacks(&s, GIVEN_SIMPLEX,
                 "entry [2, 1] of X is -1, expected no negative entry "
                 "(simplex)");
    assert_lacks(&v, GIVEN_PERMUTATION,
                 "row 2 of X sums to 2, expected 1 (it is permutation)");
    assert_lacks(&s, GIVEN_MASK,
                 "entry [2, 1] of X is -1, expected no negative entry (mask)");
    assert_lacks(&w, GIVEN_DOUBLY_STOCHASTIC,
                 "row 1 of X sums to 2, expected 1 (it is doubly_stochastic)");
    assert_lacks(&v, GIVEN_SKEW,
                 "entry [1, 1] of X is 1, entry [1, 1] is 1, expected "
                 "opposite ones (it is skew)");
    assert_lacks(&v, GIVEN_DIAGONAL,
                 "entry [2, 1] of X is 1, expected 0 (it is diagonal)");
    assert_lacks(&w, GIVEN_LOWER,
                 "entry [1, 2] of X is 1, expected 0 (it is lower "
                 "triangular)");
    assert_has(&v, GIVEN_LOWER);
    value_clear(&v);
    value_clear(&w);
    value_clear(&s);
}

/* Sums of rows are no sums of columns, and bits are 0 and 1 alone. */
static void test_checks_look_at_columns_and_bits(void **state)
{
    (void)state;
    const int p[] = {1, 0, 1, 0}, half[] = {1, 1, 1, 1};
    struct value v = fractions(2, 2, p, 1), w = fractions(2, 2, half, 2);
    assert_lacks(&v, GIVEN_PERMUTATION,
                 "column 1 of X sums to 2, expected 1 (it is permutation)");
    assert_lacks(&v, GIVEN_DOUBLY_STOCHASTIC,
                 "column 1 of X sums to 2, expected 1 (it is "
                 "doubly_stochastic)");
    assert_has(&w, GIVEN_DOUBLY_STOCHASTIC);
    assert_lacks(&w, GIVEN_PERMUTATION,
                 "entry [1, 1] of X is 0.5, expected 0 or 1 (permutation)");
    assert_lacks(&w, GIVEN_MASK,
                 "entry [1, 1] of X is 0.5, expected 0 or 1 (mask)");
    value_clear(&v);
    value_clear(&w);
}

/* Weights in proportion to small whole numbers are those; others are near. */
static void test_combinations_keep_simple_weights(void **state)
{
    (void)state;
    static const double shares[] = {1.0 / 3, 1.0 / 7, 0.2718281828};
    for (size_t k = 0; k < 3; k++) {
        struct value v;
        rational_t x;
        const double s = shares[k];
        value_init(&v);
        rational_init(&x);
        value_set_doubles(&v, 2, 2);
        memcpy(v.doubles, (double[]){s, 1 - s, 1 - s, s}, 4 * sizeof s);
        birkhoff_doubly_stochastic(&v);
        value_entry(&x, &v, 0, 0);
        if (k < 2)
            assert_int_equal(mpq_cmp_ui(x.q, 1, k == 0 ? 3 : 7), 0);
        assert_true(fabs(mpq_get_d(x.q) - s) < 0x1p-9);
        rational_clear(&x);
        value_clear(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws_have_their_kind_exactly),
        cmocka_unit_test(test_draws_differ),
        cmocka_unit_test(test_large_ones_are_quick_and_exact),
        cmocka_unit_test(test_corners_are_reached),
        cmocka_unit_test(test_shapes_keep_what_they_may),
        cmocka_unit_test(test_frames_are_near),
        cmocka_unit_test(test_frames_of_hard_matrices),
        cmocka_unit_test(test_rows_become_frames_and_units),
        cmocka_unit_test(test_checks_name_what_is_wrong),
        cmocka_unit_test(test_checks_look_at_columns_and_bits),
        cmocka_unit_test(test_combinations_keep_simple_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
