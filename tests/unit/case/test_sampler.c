#include "support/cmocka_all.h"

#include "case/elementary.h"
#include "case/mixture.h"
#include "case/orthogonal.h"
#include "case/property.h"
#include "case/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 200 };

static struct range unbounded(void)
{
    struct range r;
    range_init(&r);
    return r;
}

static struct range between(double lo, double hi)
{
    struct range r;
    range_init(&r);
    r.has_lo = r.has_hi = true;
    rational_set_double(&r.lo.lo, lo);
    rational_set_double(&r.lo.hi, lo);
    rational_set_double(&r.hi.lo, hi);
    rational_set_double(&r.hi.hi, hi);
    return r;
}

static struct recipe recipe_of(enum sampler_id id, double a, double b)
{
    return (struct recipe){.id = id, .numbers = {a, b}};
}

/* A draw that must succeed. */
static struct value drawn(const struct recipe *r, size_t rows, size_t cols,
                          uint64_t key)
{
    struct value v;
    struct buffer reason;
    value_init(&v);
    buffer_init(&reason);
    struct rng rng = rng_start(key);
    unsigned facts;
    assert_int_equal(sampler_draw(&v, &facts, rows, cols, r, &rng, &reason),
                     ST_OK);
    buffer_clear(&reason);
    assert_int_equal(v.rows, rows);
    assert_int_equal(v.cols, cols);
    return v;
}

static bool same_values(const struct value *a, const struct value *b)
{
    bool same = a->rows == b->rows && a->cols == b->cols;
    rational_t x, y;
    rational_init(&x);
    rational_init(&y);
    for (size_t k = 0; same && k < a->rows * a->cols; k++) {
        value_entry(&x, a, k / a->cols, k % a->cols);
        value_entry(&y, b, k / a->cols, k % a->cols);
        same = mpq_equal(x.q, y.q) != 0;
    }
    rational_clear(&x);
    rational_clear(&y);
    return same;
}

static void assert_property(const struct value *v, enum given_kind kind,
                            const struct range *range)
{
    struct buffer reason;
    buffer_init(&reason);
    if (property_check(v, kind, range, "X", &reason) != ST_OK)
        fail_msg("%s", reason.text);
    buffer_clear(&reason);
}

static void assert_broken(struct value *v, enum given_kind kind,
                          const struct range *range, const char *expected)
{
    struct buffer reason;
    buffer_init(&reason);
    assert_int_equal(property_check(v, kind, range, "X", &reason), ST_INPUT);
    assert_string_equal(reason.text, expected);
    buffer_clear(&reason);
}

/* A matrix of small fractions p/q from a list of numerators. */
static struct value fractions(size_t rows, size_t cols, const int *p,
                              unsigned long q)
{
    struct value v;
    value_init(&v);
    value_set_rationals(&v, rows, cols);
    for (size_t k = 0; k < rows * cols; k++) {
        mpq_set_si(v.rationals[k].q, p[k], q);
        mpq_canonicalize(v.rationals[k].q);
    }
    return v;
}

static void test_elementary_agrees_with_libm(void **state)
{
    (void)state;
    for (double x = 1e-290; x < 1e290; x *= 37.7)
        assert_true(fabs(elementary_log(x) - log(x)) <=
                    1e-13 * (1 + fabs(log(x))));
    for (double x = -690; x < 690; x += 3.7)
        assert_true(fabs(elementary_exp(x) / exp(x) - 1) <= 1e-12);
}

static void test_table_finds_every_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLER_COUNT; i++) {
        enum sampler_id id = SAMPLER_COUNT;
        assert_true(sampler_find(&id, sampler_info((enum sampler_id)i)->name));
        assert_int_equal(id, i);
    }
    enum sampler_id id;
    assert_false(sampler_find(&id, "gauss"));
}

static void test_draws_are_a_function_of_the_key(void **state)
{
    (void)state;
    static const struct recipe few = {SAMPLER_INTEGERS, {-9, 9}, NULL, 0};
    for (size_t i = 0; i < SAMPLER_COUNT; i++) {
        const struct sampler_info *info = sampler_info((enum sampler_id)i);
        struct recipe r = recipe_of((enum sampler_id)i, 1, 1);
        if (strchr(info->parameters, 's')) {
            r.subs = &few;
            r.nsubs = 1;
        }
        struct value a = drawn(&r, 4, 4, 5), b = drawn(&r, 4, 4, 5);
        assert_true(same_values(&a, &b));
        value_clear(&a);
        value_clear(&b);
    }
}

static void test_normal_has_mean_and_deviation(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_NORMAL, 3, 2);
    struct value v = drawn(&r, 100, 100, 1);
    double sum = 0, squares = 0;
    for (size_t k = 0; k < 10000; k++) {
        sum += v.doubles[k];
        squares += (v.doubles[k] - 3) * (v.doubles[k] - 3);
    }
    assert_true(fabs(sum / 10000 - 3) < 0.1);
    assert_true(fabs(squares / 10000 - 4) < 0.3);
    value_clear(&v);
}

static void test_uniform_stays_between(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_UNIFORM, 0.25, 0.75);
    struct value v = drawn(&r, 50, 50, 1);
    double least = 1, most = 0;
    for (size_t k = 0; k < 2500; k++) {
        assert_true(v.doubles[k] >= 0.25 && v.doubles[k] <= 0.75);
        least = fmin(least, v.doubles[k]);
        most = fmax(most, v.doubles[k]);
    }
    assert_true(least < 0.26 && most > 0.74);
    value_clear(&v);
}

static void test_integers_reach_both_ends(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_INTEGERS, -2, 1);
    struct value v = drawn(&r, 20, 20, 1);
    size_t count[4] = {0};
    for (size_t k = 0; k < 400; k++) {
        assert_true(v.doubles[k] == floor(v.doubles[k]));
        assert_true(v.doubles[k] >= -2 && v.doubles[k] <= 1);
        count[(size_t)(v.doubles[k] + 2)]++;
    }
    for (size_t k = 0; k < 4; k++)
        assert_true(count[k] > 50);
    value_clear(&v);
}

static void assert_magnitudes(double a, double b, double lo, double hi)
{
    struct recipe r = recipe_of(SAMPLER_LOGSCALE, a, b);
    struct value v = drawn(&r, 30, 30, 1);
    bool low = false, high = false, negative = false;
    for (size_t k = 0; k < 900; k++) {
        double x = fabs(v.doubles[k]);
        assert_true(x >= lo * (1 - 1e-9) && x <= hi * (1 + 1e-9));
        low = low || x < sqrt(lo * hi) * 0.1;
        high = high || x > sqrt(lo * hi) * 10;
        negative = negative || v.doubles[k] < 0;
    }
    assert_true(low && high && negative);
    value_clear(&v);
}

static void test_logscale_takes_decades_or_magnitudes(void **state)
{
    (void)state;
    assert_magnitudes(-3, 3, 1e-3, 1e3);
    assert_magnitudes(1e-3, 1e3, 1e-3, 1e3);
    assert_magnitudes(-300, 300, 1e-300, 1e300);
}

static void test_sparse_keeps_its_share(void **state)
{
    (void)state;
    struct recipe one = recipe_of(SAMPLER_INTEGERS, 1, 1);
    struct recipe r = recipe_of(SAMPLER_SPARSE, 0.25, 0);
    r.subs = &one;
    r.nsubs = 1;
    struct value v = drawn(&r, 50, 50, 1);
    double sum = 0;
    for (size_t k = 0; k < 2500; k++)
        sum += v.doubles[k];
    assert_true(fabs(sum / 2500 - 0.25) < 0.05);
    value_clear(&v);
}

static void test_near_rank_one_without_noise_has_rank_one(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_NEAR_RANK_ONE, 0, 0);
    struct value v = drawn(&r, 2, 2, 9);
    assert_true(fabs(v.doubles[0] * v.doubles[3] -
                     v.doubles[1] * v.doubles[2]) < 1e-12);
    value_clear(&v);
}

static size_t different_rows(const struct value *v)
{
    size_t count = 0, bytes = v->cols * sizeof(double);
    for (size_t i = 0; i < v->rows; i++) {
        bool is_new = true;
        for (size_t j = 0; j < i; j++)
            is_new = is_new && memcmp(v->doubles + i * v->cols,
                                      v->doubles + j * v->cols, bytes) != 0;
        count += is_new;
    }
    return count;
}

static void test_duplicate_rows_has_that_many_rows(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_DUPLICATE_ROWS, 3, 0);
    struct value v = drawn(&r, 10, 4, 1);
    assert_int_equal(different_rows(&v), 3);
    value_clear(&v);
    v = drawn(&r, 2, 4, 1);
    assert_int_equal(different_rows(&v), 2);
    value_clear(&v);
}

static void test_spike_has_one_entry_of_its_size(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_SPIKE, 1000, 0);
    struct value v = drawn(&r, 5, 5, 1);
    size_t count = 0;
    for (size_t k = 0; k < 25; k++)
        count += fabs(v.doubles[k]) == 1000;
    assert_int_equal(count, 1);
    value_clear(&v);
}

static void test_hilbert_is_exact(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_HILBERT, 0, 0);
    struct value v = drawn(&r, 3, 3, 1);
    assert_int_equal(v.kind, VALUE_RATIONALS);
    assert_int_equal(mpq_cmp_ui(v.rationals[8].q, 1, 5), 0);
    value_clear(&v);
}

static void test_toeplitz_has_equal_diagonals(void **state)
{
    (void)state;
    struct recipe sub = recipe_of(SAMPLER_NORMAL, 0, 1);
    struct recipe r = recipe_of(SAMPLER_TOEPLITZ, 0, 0);
    r.subs = &sub;
    r.nsubs = 1;
    struct value v = drawn(&r, 3, 4, 1);
    for (size_t i = 1; i < 3; i++)
        for (size_t j = 1; j < 4; j++)
            assert_true(v.doubles[i * 4 + j] == v.doubles[(i - 1) * 4 + j - 1]);
    assert_false(v.doubles[0] == v.doubles[1]);
    value_clear(&v);
}

static void test_vandermonde_rows_are_powers(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_VANDERMONDE, 0, 0);
    struct value v = drawn(&r, 4, 4, 1);
    for (size_t i = 0; i < 4; i++) {
        const double *x = v.doubles + 4 * i;
        assert_true(x[0] == 1 && x[2] == x[1] * x[1] && x[3] == x[2] * x[1]);
    }
    value_clear(&v);
}

static void test_orthogonal_is_orthogonal(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_ORTHOGONAL, 0, 0);
    struct range range = unbounded();
    for (size_t n = 1; n <= 11; n++) {
        struct value v = drawn(&r, n, n, n);
        assert_property(&v, GIVEN_ORTHOGONAL, &range);
        value_clear(&v);
    }
    range_clear(&range);
}

static void test_orthogonal_refuses_other_shapes(void **state)
{
    (void)state;
    struct recipe r = recipe_of(SAMPLER_ORTHOGONAL, 0, 0);
    struct value v;
    struct buffer reason;
    value_init(&v);
    buffer_init(&reason);
    struct rng rng = rng_start(1);
    unsigned facts;
    assert_int_equal(sampler_draw(&v, &facts, 2, 3, &r, &rng, &reason),
                     ST_INPUT);
    assert_string_equal(reason.text,
                        "orthogonal() needs a square matrix, this is 2 x 3");
    buffer_clear(&reason);
    value_clear(&v);
}

static void test_dirichlet_rows_sum_to_one(void **state)
{
    (void)state;
    struct range range = unbounded();
    const double alphas[] = {1e-3, 0.1, 1, 5, 1e6};
    for (size_t a = 0; a < 5; a++) {
        struct recipe r = recipe_of(SAMPLER_DIRICHLET, alphas[a], 0);
        for (uint64_t k = 0; k < 20; k++) {
            struct value v = drawn(&r, 3, 1 + k % 6, k);
            assert_property(&v, GIVEN_STOCHASTIC, &range);
            value_clear(&v);
        }
    }
    range_clear(&range);
}

static void test_dirichlet_concentrates_with_alpha(void **state)
{
    (void)state;
    struct recipe small = recipe_of(SAMPLER_DIRICHLET, 0.01, 0);
    struct recipe large = recipe_of(SAMPLER_DIRICHLET, 1000, 0);
    struct value a = drawn(&small, 50, 2, 1), b = drawn(&large, 50, 2, 1);
    size_t at_corner = 0, at_middle = 0;
    for (size_t i = 0; i < 50; i++) {
        at_corner += fabs(a.doubles[2 * i] - 0.5) > 0.45;
        at_middle += fabs(b.doubles[2 * i] - 0.5) < 0.1;
    }
    assert_true(at_corner > 40 && at_middle == 50);
    value_clear(&a);
    value_clear(&b);
}

static void test_mixture_takes_all_parts(void **state)
{
    (void)state;
    const struct recipe parts[] = {recipe_of(SAMPLER_INTEGERS, 1, 1),
                                   recipe_of(SAMPLER_INTEGERS, 2, 2)};
    struct recipe r = {SAMPLER_MIXTURE, {0, 0}, parts, 2};
    size_t count[3] = {0};
    for (uint64_t k = 0; k < 40; k++) {
        struct value v = drawn(&r, 1, 1, k);
        count[(size_t)v.doubles[0]]++;
        value_clear(&v);
    }
    assert_true(count[1] > 5 && count[2] > 5);
}

static void assert_checked(enum sampler_id id, double a, double b,
                           const char *expected)
{
    struct recipe r = recipe_of(id, a, b);
    struct buffer reason;
    buffer_init(&reason);
    assert_int_equal(sampler_check(&r, &reason), expected == NULL);
    if (expected)
        assert_string_equal(reason.text, expected);
    buffer_clear(&reason);
}

static void test_numbers_are_checked(void **state)
{
    (void)state;
    assert_checked(SAMPLER_NORMAL, 0, 0, NULL);
    assert_checked(SAMPLER_NORMAL, 0, -1, "normal(mean, sd) takes sd >= 0");
    assert_checked(SAMPLER_UNIFORM, 1, 0, "uniform(a, b) takes a <= b");
    assert_checked(SAMPLER_INTEGERS, 0, 0.5,
                   "integers(a, b) takes integers a <= b");
    assert_checked(SAMPLER_LOGSCALE, -301, 0,
                   "logscale(lo, hi) takes decades -300 <= lo <= hi <= 300");
    assert_checked(SAMPLER_LOGSCALE, 2, 1,
                   "logscale(lo, hi) takes 1e-300 <= lo <= hi <= 1e300");
    assert_checked(SAMPLER_SPARSE, 2, 0,
                   "sparse(p, sampler) takes p in [0, 1]");
    assert_checked(SAMPLER_DUPLICATE_ROWS, 0, 0,
                   "duplicate_rows(k) takes an integer k >= 1");
    assert_checked(SAMPLER_DIRICHLET, 0, 0,
                   "dirichlet(alpha) takes alpha in [0.001, 1e6]");
    assert_checked(SAMPLER_SPIKE, 1e301, 0,
                   "a sampler's numbers are within ±1e300");
}

/* Every recipe mapped to every kind has that kind's property, exactly. */
static void test_maps_are_exact(void **state)
{
    (void)state;
    static const struct recipe recipes[] = {
        {SAMPLER_NORMAL, {0, 1}, NULL, 0},
        {SAMPLER_LOGSCALE, {-300, 300}, NULL, 0},
        {SAMPLER_LOGSCALE, {-300, -299}, NULL, 0},
        {SAMPLER_INTEGERS, {-3, 3}, NULL, 0},
        {SAMPLER_INTEGERS, {0, 0}, NULL, 0},
        {SAMPLER_ONEHOT, {0, 0}, NULL, 0},
        {SAMPLER_HILBERT, {0, 0}, NULL, 0},
        {SAMPLER_ORTHOGONAL, {0, 0}, NULL, 0},
        {SAMPLER_DIRICHLET, {0.5, 0}, NULL, 0},
        {SAMPLER_IDENTITY, {0, 0}, NULL, 0},
    };
    struct range range = unbounded();
    struct buffer reason;
    buffer_init(&reason);
    for (size_t k = 0; k < sizeof recipes / sizeof *recipes; k++)
        for (int kind = GIVEN_REAL; kind <= GIVEN_NONNEG; kind++)
            for (size_t n = 1; n <= 5; n++) {
                struct value v;
                value_init(&v);
                unsigned facts;
                struct rng rng = rng_start(100 * k + n);
                assert_int_equal(
                    sampler_draw(&v, &facts, n, n, &recipes[k], &rng, &reason),
                    ST_OK);
                property_map(&v, (enum given_kind)kind, facts, &range);
                assert_property(&v, (enum given_kind)kind, &range);
                value_clear(&v);
            }
    buffer_clear(&reason);
    range_clear(&range);
}

/* The default sampler keeps every kind and range over many trials. */
static void test_mixture_is_exact_over_many_draws(void **state)
{
    (void)state;
    struct range open = unbounded(), box = between(0.1, 1.256);
    struct range ints = between(2, 9);
    for (uint64_t trial = 0; trial < DRAWS; trial++) {
        struct rng rng = rng_start(trial);
        enum theme theme = mixture_theme(trial, &rng);
        for (int kind = GIVEN_REAL; kind <= GIVEN_NONNEG; kind++) {
            bool is_int = kind == GIVEN_INT;
            bool may_range = is_int || kind == GIVEN_REAL ||
                             kind == GIVEN_NONNEG || kind == GIVEN_SYMMETRIC;
            size_t n = 1 + (size_t)rng_below(&rng, 4);
            struct value v;
            value_init(&v);
            mixture_draw(&v, n, n, (enum given_kind)kind, &open, theme, &rng);
            assert_property(&v, (enum given_kind)kind, &open);
            const struct range *range = is_int ? &ints : &box;
            if (may_range) {
                mixture_draw(&v, n, n, (enum given_kind)kind, range, theme,
                             &rng);
                assert_property(&v, (enum given_kind)kind, range);
            }
            value_clear(&v);
        }
    }
    range_clear(&open);
    range_clear(&box);
    range_clear(&ints);
}

static void test_mixture_draws_ends_of_a_range(void **state)
{
    (void)state;
    struct range box = between(0.1, 1.256);
    size_t at_lo = 0, at_hi = 0, inside = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        struct rng rng = rng_start(k);
        struct value v;
        value_init(&v);
        mixture_draw(&v, 1, 1, GIVEN_REAL, &box, THEME_FREE, &rng);
        assert_int_equal(v.kind, VALUE_DOUBLES);
        at_lo += v.doubles[0] == 0.1;
        at_hi += v.doubles[0] == 1.256;
        inside += v.doubles[0] > 0.1 && v.doubles[0] < 1.256;
        value_clear(&v);
    }
    assert_true(at_lo > 10 && at_hi > 10 && inside > 100);
    range_clear(&box);
}

static void test_half_open_ranges_are_mirrored(void **state)
{
    (void)state;
    struct range range = between(2, 0);
    range.has_hi = false;
    const int p[] = {-3, 2, 5};
    struct value v = fractions(1, 3, p, 1);
    property_map(&v, GIVEN_REAL, 0, &range);
    assert_true(v.doubles[0] == 7 && v.doubles[1] == 2 && v.doubles[2] == 5);
    value_clear(&v);
    range_clear(&range);
}

static void test_default_integers_are_small(void **state)
{
    (void)state;
    struct range range = unbounded();
    double least = 9, most = -9;
    for (uint64_t k = 0; k < DRAWS; k++) {
        struct rng rng = rng_start(k);
        struct value v;
        value_init(&v);
        mixture_draw(&v, 1, 1, GIVEN_INT, &range, THEME_FREE, &rng);
        least = fmin(least, v.doubles[0]);
        most = fmax(most, v.doubles[0]);
        value_clear(&v);
    }
    assert_true(least == -3 && most == 3);
    range_clear(&range);
}

static void test_first_trials_are_the_simplest(void **state)
{
    (void)state;
    struct rng rng = rng_start(1);
    assert_int_equal(mixture_theme(0, &rng), THEME_ONES);
    assert_int_equal(mixture_theme(1, &rng), THEME_ZEROS);
    assert_int_equal(mixture_theme(2, &rng), THEME_IDENTITY);
}

static void test_small_integers_become_fractions(void **state)
{
    (void)state;
    const int p[] = {1, -2, 0, 0, 0, 0};
    struct value v = fractions(2, 3, p, 1);
    property_make_stochastic(&v);
    assert_int_equal(mpq_cmp_ui(v.rationals[1].q, 2, 3), 0);
    assert_int_equal(mpq_cmp_ui(v.rationals[5].q, 1, 3), 0);
    value_clear(&v);
}

static void test_checks_name_what_is_wrong(void **state)
{
    (void)state;
    struct range open = unbounded(), box = between(0, 1);
    const int p[] = {1, 1, -1, 3}, q[] = {1, 1, 1, 0}, one[] = {-1};
    struct value v = fractions(2, 2, p, 2), w = fractions(2, 2, q, 2);
    struct value s = fractions(1, 1, one, 2);
    assert_broken(&v, GIVEN_STOCHASTIC, &open,
                  "entry [2, 1] of X is -0.5, expected no negative entry "
                  "(stochastic)");
    assert_broken(&w, GIVEN_STOCHASTIC, &open,
                  "row 2 of X sums to 0.5, expected 1 (it is stochastic)");
    assert_broken(&v, GIVEN_SYMMETRIC, &open,
                  "entry [2, 1] of X is -0.5, entry [1, 2] is 0.5, expected "
                  "equal ones (it is symmetric)");
    assert_broken(&w, GIVEN_PSD, &open,
                  "X is not positive semidefinite, expected psd");
    assert_broken(&w, GIVEN_ORTHOGONAL, &open,
                  "columns 1 and 1 of X have the product 0.5, expected 1 (it "
                  "is orthogonal)");
    assert_broken(&v, GIVEN_INT, &open,
                  "entry [1, 1] of X is 0.5, expected an integer");
    assert_broken(&v, GIVEN_NONNEG, &open,
                  "entry [2, 1] of X is -0.5, expected no negative entry "
                  "(nonneg)");
    assert_broken(&v, GIVEN_REAL, &box,
                  "entry [2, 1] of X is -0.5, outside its range");
    assert_broken(&s, GIVEN_REAL, &box, "X is -0.5, outside its range");
    value_clear(&v);
    value_clear(&w);
    value_clear(&s);
    range_clear(&open);
    range_clear(&box);
}

static void test_singular_semidefinite_is_accepted(void **state)
{
    (void)state;
    struct range open = unbounded();
    const int p[] = {0, 0, 0, 0, 1, 1, 0, 1, 1};
    struct value v = fractions(3, 3, p, 3);
    assert_property(&v, GIVEN_PSD, &open);
    value_clear(&v);
    const int q[] = {0, 1, 1, 0}; /* a zero with something beside it */
    v = fractions(2, 2, q, 1);
    assert_broken(&v, GIVEN_PSD, &open,
                  "X is not positive semidefinite, expected psd");
    value_clear(&v);
    range_clear(&open);
}

static void test_large_int_ranges_are_not_left(void **state)
{
    (void)state;
    struct range far = between(0x1p60, 0x1p61), wide = between(-1e300, 1e300);
    int64_t lo, hi;
    range_integers(&lo, &hi, &far, 6);
    assert_true(lo > hi); /* nothing that can be drawn */
    range_integers(&lo, &hi, &wide, 6);
    assert_true(lo == -(INT64_C(1) << 53) && hi == INT64_C(1) << 53);
    range_clear(&far);
    range_clear(&wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elementary_agrees_with_libm),
        cmocka_unit_test(test_table_finds_every_name),
        cmocka_unit_test(test_draws_are_a_function_of_the_key),
        cmocka_unit_test(test_normal_has_mean_and_deviation),
        cmocka_unit_test(test_uniform_stays_between),
        cmocka_unit_test(test_integers_reach_both_ends),
        cmocka_unit_test(test_logscale_takes_decades_or_magnitudes),
        cmocka_unit_test(test_sparse_keeps_its_share),
        cmocka_unit_test(test_near_rank_one_without_noise_has_rank_one),
        cmocka_unit_test(test_duplicate_rows_has_that_many_rows),
        cmocka_unit_test(test_spike_has_one_entry_of_its_size),
        cmocka_unit_test(test_hilbert_is_exact),
        cmocka_unit_test(test_toeplitz_has_equal_diagonals),
        cmocka_unit_test(test_vandermonde_rows_are_powers),
        cmocka_unit_test(test_orthogonal_is_orthogonal),
        cmocka_unit_test(test_orthogonal_refuses_other_shapes),
        cmocka_unit_test(test_dirichlet_rows_sum_to_one),
        cmocka_unit_test(test_dirichlet_concentrates_with_alpha),
        cmocka_unit_test(test_mixture_takes_all_parts),
        cmocka_unit_test(test_numbers_are_checked),
        cmocka_unit_test(test_maps_are_exact),
        cmocka_unit_test(test_mixture_is_exact_over_many_draws),
        cmocka_unit_test(test_mixture_draws_ends_of_a_range),
        cmocka_unit_test(test_half_open_ranges_are_mirrored),
        cmocka_unit_test(test_default_integers_are_small),
        cmocka_unit_test(test_first_trials_are_the_simplest),
        cmocka_unit_test(test_small_integers_become_fractions),
        cmocka_unit_test(test_checks_name_what_is_wrong),
        cmocka_unit_test(test_singular_semidefinite_is_accepted),
        cmocka_unit_test(test_large_int_ranges_are_not_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
