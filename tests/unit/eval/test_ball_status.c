/* Definedness, powers, relations and choices on balls. */
#include "ball_fixture.h"

/* ---- which values exist ---- */

static plan_id divide(struct fixture *f, plan_id a, plan_id b)
{
    return make_op(f->m, PL_DIVIDE, 1, 1, a, b);
}

static plan_id apply(struct fixture *f, enum function fn, plan_id a)
{
    return make_call(f->m, fn, 1, 1, a, PLAN_NONE);
}

static void test_division_by_exact_zero_is_undefined(void **state)
{
    struct fixture *f = *state;
    const plan_id one = scalar_input(f, 1), zero = scalar_input(f, 0);
    const plan_id q = divide(f, one, zero);
    const plan_id fuzzy = divide(f, one, make_fuzzy_zero(f));
    const plan_id fine = divide(f, zero, one);
    eval(f, 64);
    assert_undefined(f, q);
    assert_open(f, fuzzy);
    assert_exactly(f, fine, 0, 0, 0);
}

static void test_undefinedness_is_passed_on(void **state)
{
    struct fixture *f = *state;
    const plan_id bad = make_instr(
        f->m, (struct plan_instr){.op = PL_UNDEFINED, .rows = 1, .cols = 1},
        NULL, 0);
    const plan_id open = divide(f, scalar_input(f, 1), make_fuzzy_zero(f));
    const plan_id a = make_op(f->m, PL_ADD, 1, 1, bad, open);
    const plan_id b = apply(f, FN_EXP, open);
    const plan_id rel = make_rel(f->m, a, REL_LE, b);
    const plan_id same = make_rel(f->m, open, REL_EQ, open);
    eval(f, 64);
    assert_undefined(f, a);
    assert_open(f, b);
    assert_int_equal(ball_run_truth(f->run, rel), TRUTH_UNDEFINED);
    assert_int_equal(ball_run_truth(f->run, same), TRUTH_UNKNOWN);
    assert_open(f, same);
}

static void test_a_mask_that_may_forbid_is_open(void **state)
{
    struct fixture *f = *state;
    const plan_id x = scalar_input(f, 3);
    const plan_id open =
        make_call(f->m, FN_SOFTMAX, 1, 1, x, make_fuzzy_zero(f));
    const plan_id none =
        make_call(f->m, FN_SOFTMAX, 1, 1, x, scalar_input(f, 0));
    const plan_id half =
        make_call(f->m, FN_SOFTMAX, 1, 1, x, scalar_input(f, 0.5));
    eval(f, 64);
    assert_open(f, open);
    assert_undefined(f, none);
    assert_undefined(f, half);
}

static void test_extremes_and_means_need_an_entry(void **state)
{
    static const enum function fns[] = {
        FN_MAX, FN_MIN, FN_MEAN, FN_SUM, FN_NORM1, FN_LOGSUMEXP, FN_NORMFRO};
    struct fixture *f = *state;
    const double unused = 0;
    const plan_id nothing = make_input(f->m, 1, 0, &unused);
    plan_id ids[7];
    for (size_t k = 0; k < 7; k++)
        ids[k] = apply(f, fns[k], nothing);
    eval(f, 64);
    for (size_t k = 0; k < 7; k++)
        if (fns[k] == FN_SUM || fns[k] == FN_NORM1 || fns[k] == FN_NORMFRO)
            assert_exactly(f, ids[k], 0, 0, 0);
        else
            assert_undefined(f, ids[k]);
}

static void test_square_root_needs_a_sign(void **state)
{
    struct fixture *f = *state;
    const plan_id negative = apply(f, FN_SQRT, scalar_input(f, -0x1p-1000));
    const plan_id zero = apply(f, FN_SQRT, scalar_input(f, 0));
    const plan_id open = apply(f, FN_SQRT, make_fuzzy_zero(f));
    const plan_id known = make_fuzzy_zero(f);
    maker_add_facts(f->m, known, PLAN_NONNEGATIVE);
    const plan_id root = apply(f, FN_SQRT, known);
    eval(f, 64);
    assert_undefined(f, negative);
    assert_exactly(f, zero, 0, 0, 0);
    assert_open(f, open);
    assert_defined(f, root);
    assert_true(arb_contains_si(ball_at(f, root, 0, 0), 0));
}

static void test_logarithm_needs_a_positive_argument(void **state)
{
    struct fixture *f = *state;
    const plan_id negative = apply(f, FN_LOG, scalar_input(f, -1));
    const plan_id zero = apply(f, FN_LOG, scalar_input(f, 0));
    const plan_id open = apply(f, FN_LOG, make_fuzzy_zero(f));
    const plan_id one = apply(f, FN_LOG, scalar_input(f, 1));
    eval(f, 64);
    assert_undefined(f, negative);
    assert_undefined(f, zero);
    assert_open(f, open);
    assert_exactly(f, one, 0, 0, 0);
}

static void test_inverse_of_singular_matrix_is_undefined(void **state)
{
    struct fixture *f = *state;
    static const double singular[] = {1, 2, 0.1, 0.2};
    static const double close[] = {1, 1, 1, 1 + 0x1p-52};
    const plan_id a = make_call(f->m, FN_INV, 2, 2,
                                make_input(f->m, 2, 2, singular), PLAN_NONE);
    const plan_id b =
        make_call(f->m, FN_INV, 2, 2, make_input(f->m, 2, 2, close), PLAN_NONE);
    const plan_id c = apply(f, FN_INV, make_fuzzy_zero(f));
    eval(f, 20);
    assert_undefined(f, a);
    assert_defined(f, b);
    assert_true(arb_contains_si(ball_at(f, b, 1, 1), (slong)1 << 52));
    assert_open(f, c);
}

static void test_normalise_needs_nonnegative_rows(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1, 3}, b[] = {0, 0}, c[] = {2, -1};
    const plan_id good = make_call(f->m, FN_NORMALISE, 1, 2,
                                   make_input(f->m, 1, 2, a), PLAN_NONE);
    const plan_id zero = make_call(f->m, FN_NORMALISE, 1, 2,
                                   make_input(f->m, 1, 2, b), PLAN_NONE);
    const plan_id negative = make_call(f->m, FN_NORMALISE, 1, 2,
                                       make_input(f->m, 1, 2, c), PLAN_NONE);
    eval(f, 64);
    assert_exactly(f, good, 0, 1, 0.75);
    assert_undefined(f, zero);
    assert_undefined(f, negative);
}

static void test_eigenvalues_need_symmetry(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1, 2, 3, 4};
    const plan_id asymmetric = make_input(f->m, 2, 2, a);
    const plan_id no = make_call(f->m, FN_EIGMIN, 1, 1, asymmetric, PLAN_NONE);
    const plan_id psd = make_op(f->m, PL_PSD, 0, 0, asymmetric, PLAN_NONE);
    eval(f, 64);
    assert_undefined(f, no);
    assert_int_equal(ball_run_truth(f->run, psd), TRUTH_FALSE);
}

/* [1, 0 ± r; 0, 1] may or may not be symmetric. */
static void test_open_symmetry_decides_nothing(void **state)
{
    struct fixture *f = *state;
    const plan_id one = scalar_input(f, 1), zero = scalar_input(f, 0);
    const plan_id args[] = {one, make_fuzzy_zero(f), zero, one};
    const plan_id a = make_instr(
        f->m, (struct plan_instr){.op = PL_LITERAL, .rows = 2, .cols = 2}, args,
        4);
    const plan_id least = make_call(f->m, FN_EIGMIN, 1, 1, a, PLAN_NONE);
    const plan_id psd = make_op(f->m, PL_PSD, 0, 0, a, PLAN_NONE);
    eval(f, 64);
    assert_open(f, least);
    assert_int_equal(ball_run_truth(f->run, psd), TRUTH_UNKNOWN);
}

static void test_stale_results_are_unknown(void **state)
{
    struct fixture *f = *state;
    const plan_id one = scalar_input(f, 1);
    const plan_id rel = make_rel(f->m, one, REL_EQ, one);
    eval(f, 64);
    assert_int_equal(ball_run_truth(f->run, rel), TRUTH_TRUE);
    ball_run_eval(f->run, maker_instance(f->m), 64, &one, 1);
    assert_int_equal(ball_run_truth(f->run, rel), TRUTH_UNKNOWN);
    assert_defined(f, one);
}

/* ---- powers ---- */

static plan_id power(struct fixture *f, plan_id x, plan_id y)
{
    return make_op(f->m, PL_POW, 1, 1, x, y);
}

static plan_id power_of(struct fixture *f, double x, const char *y)
{
    return power(f, scalar_input(f, x), make_number(f->m, y));
}

static void test_integer_powers_are_exact(void **state)
{
    struct fixture *f = *state;
    const plan_id zero = power_of(f, 0, "0");
    const plan_id open = power(f, make_fuzzy_zero(f), make_number(f->m, "0"));
    const plan_id cube = power_of(f, -3, "3");
    const plan_id inverse = power_of(f, 2, "-3");
    const plan_id big = power_of(f, -1, "1000000000000000001");
    eval(f, 64);
    assert_exactly(f, zero, 0, 0, 1);
    assert_exactly(f, open, 0, 0, 1);
    assert_exactly(f, cube, 0, 0, -27);
    assert_exactly(f, inverse, 0, 0, 0.125);
    assert_exactly(f, big, 0, 0, -1);
}

static void test_powers_without_a_value(void **state)
{
    struct fixture *f = *state;
    const plan_id zero = power_of(f, 0, "-1");
    const plan_id negative = power_of(f, -2, "1/2");
    const plan_id third = power_of(f, -2, "1/3");
    const plan_id zero_half = power_of(f, 0, "-1/2");
    const plan_id open = power(f, make_fuzzy_zero(f), make_number(f->m, "-1"));
    const plan_id root = power(f, make_fuzzy_zero(f), make_number(f->m, "1/2"));
    eval(f, 64);
    assert_undefined(f, zero);
    assert_undefined(f, negative);
    assert_undefined(f, third);
    assert_undefined(f, zero_half);
    assert_open(f, open);
    assert_open(f, root);
}

/* (1/3) * 3 is 1 but no exact integer: (-2)^1 may not be called undefined. */
static void test_fuzzy_integer_power_of_negative_is_open(void **state)
{
    struct fixture *f = *state;
    const plan_id one = make_op(f->m, PL_SCALE, 1, 1, make_number(f->m, "3"),
                                make_number(f->m, "1/3"));
    const plan_id open = power(f, scalar_input(f, -2), one);
    eval(f, 64);
    assert_open(f, open);
}

static void test_powers_at_zero_stay_nonnegative(void **state)
{
    struct fixture *f = *state;
    const plan_id base = make_fuzzy_zero(f);
    maker_add_facts(f->m, base, PLAN_NONNEGATIVE);
    static const char *const exponents[] = {"1/2", "3/2", "1/3", "7"};
    plan_id powers[4];
    for (size_t k = 0; k < 4; k++)
        powers[k] = power(f, base, make_number(f->m, exponents[k]));
    const plan_id exact = power_of(f, 0, "1/3");
    eval(f, 64);
    for (size_t k = 0; k < 4; k++) {
        arb_srcptr x =
            (assert_defined(f, powers[k]), ball_at(f, powers[k], 0, 0));
        assert_true(arb_is_nonnegative(x));
        assert_true(arb_contains_si(x, 0));
        assert_true(arf_cmpabs_2exp_si(arb_midref(x), -15) < 0);
    }
    assert_exactly(f, exact, 0, 0, 0);
}

/* Exponents far beyond any memory; only definedness and sign matter here. */
static void test_huge_exponents_end(void **state)
{
    struct fixture *f = *state;
    const plan_id googol = power_of(f, 2, "333"); /* exact */
    const plan_id tower = power(f, scalar_input(f, 2), power_of(f, 2, "300"));
    const plan_id above = power(f, scalar_input(f, 2), tower);
    const plan_id one = power(f, scalar_input(f, 1), googol);
    const plan_id zero = power(f, scalar_input(f, 0), googol);
    const plan_id small = power(f, scalar_input(f, 0.5), googol);
    const plan_id negative = power(f, scalar_input(f, -3), googol);
    const plan_id big = power_of(f, 3, "9000000000000000000");
    const plan_id order = make_rel(f->m, big, REL_GT, googol);
    eval(f, 128);
    assert_defined(f, above);
    assert_exactly(f, one, 0, 0, 1);
    assert_exactly(f, zero, 0, 0, 0);
    assert_defined(f, small);
    assert_defined(f, negative);
    assert_int_equal(ball_run_truth(f->run, order), TRUTH_TRUE);
}

static void test_matrix_powers(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1, 1, 0, 1}, singular[] = {1, 1, 1, 1};
    const struct {
        const double *matrix;
        int64_t power;
    } cases[] = {{a, 5}, {a, 0}, {a, -4}, {singular, -1}};
    plan_id ids[4];
    for (size_t k = 0; k < 4; k++) {
        const plan_id x = make_input(f->m, 2, 2, cases[k].matrix);
        ids[k] = make_instr(
            f->m,
            (struct plan_instr){
                .op = PL_MATPOW, .rows = 2, .cols = 2, .power = cases[k].power},
            &x, 1);
    }
    eval(f, 64);
    assert_exactly(f, ids[0], 0, 1, 5);
    assert_exactly(f, ids[1], 0, 1, 0);
    assert_exactly(f, ids[1], 1, 1, 1);
    assert_true(arb_contains_si(ball_at(f, ids[2], 0, 1), -4));
    assert_undefined(f, ids[3]);
}

/* ---- magnitudes ---- */

static void test_overflowing_values_decide_nothing(void **state)
{
    struct fixture *f = *state;
    const plan_id huge =
        apply(f, FN_EXP, apply(f, FN_EXP, scalar_input(f, 1e300)));
    const plan_id zero = scalar_input(f, 0);
    const plan_id above = make_rel(f->m, huge, REL_GT, zero);
    const plan_id same = make_rel(f->m, huge, REL_EQ,
                                  make_op(f->m, PL_NEG, 1, 1, huge, PLAN_NONE));
    const plan_id tanh = apply(f, FN_TANH, huge);
    eval(f, 64);
    assert_defined(f, huge);
    assert_false(arb_is_finite(ball_at(f, huge, 0, 0)));
    assert_int_equal(ball_run_truth(f->run, above), TRUTH_UNKNOWN);
    assert_int_equal(ball_run_truth(f->run, same), TRUTH_UNKNOWN);
    assert_true(arb_contains_si(ball_at(f, tanh, 0, 0), 1));
    assert_true(arb_is_finite(ball_at(f, tanh, 0, 0)));
}

/* The logarithm of a ball around 0 is no number, and no relation holds. */
static void test_not_a_number_decides_nothing(void **state)
{
    struct fixture *f = *state;
    const plan_id wide = make_op(f->m, PL_SCALE, 1, 1, power_of(f, 10, "60"),
                                 make_fuzzy_zero(f));
    const plan_id pair = make_call(f->m, FN_HCAT, 1, 2, wide, wide);
    const plan_id lse = apply(f, FN_LOGSUMEXP, pair);
    const plan_id zero = scalar_input(f, 0);
    plan_id rels[6];
    for (int rel = REL_EQ; rel <= REL_GT; rel++)
        rels[rel] = make_rel(f->m, lse, (enum relop)rel, zero);
    eval(f, 64);
    assert_defined(f, lse);
    for (int rel = REL_EQ; rel <= REL_GT; rel++)
        assert_int_equal(ball_run_truth(f->run, rels[rel]), TRUTH_UNKNOWN);
}

static void test_magnitudes_beyond_doubles_are_compared(void **state)
{
    struct fixture *f = *state;
    const plan_id large = power_of(f, 1e300, "40");
    const plan_id larger = power_of(f, 1e301, "40");
    const plan_id tiny = power_of(f, 1e-300, "40");
    const plan_id rel = make_rel(f->m, large, REL_LT, larger);
    const plan_id positive = make_rel(f->m, tiny, REL_GT, scalar_input(f, 0));
    eval(f, 64);
    assert_int_equal(ball_run_truth(f->run, rel), TRUTH_TRUE);
    assert_int_equal(ball_run_truth(f->run, positive), TRUTH_TRUE);
}

static void test_bounded_functions_stay_bounded(void **state)
{
    struct fixture *f = *state;
    const plan_id wide = make_op(f->m, PL_SCALE, 1, 1, power_of(f, 10, "60"),
                                 make_fuzzy_zero(f));
    static const enum function functions[] = {FN_SIN, FN_COS, FN_TANH, FN_ERF};
    const plan_id one = scalar_input(f, 1), minus = scalar_input(f, -1);
    plan_id below[4], above[4];
    for (size_t k = 0; k < 4; k++) {
        const plan_id x = apply(f, functions[k], wide);
        below[k] = make_rel(f->m, x, REL_LE, one);
        above[k] = make_rel(f->m, minus, REL_LE, x);
    }
    eval(f, 64);
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(ball_run_truth(f->run, below[k]), TRUTH_TRUE);
        assert_int_equal(ball_run_truth(f->run, above[k]), TRUTH_TRUE);
    }
}

static void test_sign_of_an_open_value_is_between(void **state)
{
    struct fixture *f = *state;
    const plan_id open = apply(f, FN_SIGN, make_fuzzy_zero(f));
    const plan_id zero = apply(f, FN_SIGN, scalar_input(f, 0));
    const plan_id negative = apply(f, FN_SIGN, scalar_input(f, -0x1p-1074));
    eval(f, 64);
    assert_true(arb_contains_si(ball_at(f, open, 0, 0), -1));
    assert_true(arb_contains_si(ball_at(f, open, 0, 0), 1));
    assert_exactly(f, zero, 0, 0, 0);
    assert_exactly(f, negative, 0, 0, -1);
}

/* ---- relations ---- */

static enum truth relation(double a, enum relop rel, double b)
{
    struct fixture f = {.m = plan_maker_new()};
    const plan_id id =
        make_rel(f.m, scalar_input(&f, a), rel, scalar_input(&f, b));
    eval(&f, 53);
    const enum truth truth = ball_run_truth(f.run, id);
    ball_run_free(f.run);
    plan_maker_free(f.m);
    return truth;
}

static void test_relations_of_exact_numbers(void **state)
{
    (void)state;
    static const enum truth expected[6][3] = {
        /* 1 rel 2, 2 rel 2, 3 rel 2; ORDER: enum relop */
        {TRUTH_FALSE, TRUTH_TRUE, TRUTH_FALSE},
        {TRUTH_TRUE, TRUTH_FALSE, TRUTH_TRUE},
        {TRUTH_TRUE, TRUTH_TRUE, TRUTH_FALSE},
        {TRUTH_FALSE, TRUTH_TRUE, TRUTH_TRUE},
        {TRUTH_TRUE, TRUTH_FALSE, TRUTH_FALSE},
        {TRUTH_FALSE, TRUTH_FALSE, TRUTH_TRUE}};
    for (int rel = REL_EQ; rel <= REL_GT; rel++) {
        for (int a = 1; a <= 3; a++)
            assert_int_equal(relation(a, (enum relop)rel, 2),
                             expected[rel][a - 1]);
    }
}

static void test_relations_of_overlapping_balls_are_unknown(void **state)
{
    struct fixture *f = *state;
    const plan_id a = make_fuzzy_zero(f), b = make_fuzzy_zero(f);
    plan_id open[6], same[6];
    for (int rel = REL_EQ; rel <= REL_GT; rel++) {
        open[rel] = make_rel(f->m, a, (enum relop)rel, b);
        same[rel] = make_rel(f->m, a, (enum relop)rel, a);
    }
    eval(f, 64);
    for (int rel = REL_EQ; rel <= REL_GT; rel++) {
        const bool reflexive = rel == REL_EQ || rel == REL_LE || rel == REL_GE;
        assert_int_equal(ball_run_truth(f->run, open[rel]), TRUTH_UNKNOWN);
        assert_int_equal(ball_run_truth(f->run, same[rel]),
                         reflexive ? TRUTH_TRUE : TRUTH_FALSE);
    }
}

static void test_matrix_relations_hold_at_every_entry(void **state)
{
    struct fixture *f = *state;
    static const double a[] = {1, 2, 3}, b[] = {1, 2, 4}, c[] = {0, 9, 9};
    const plan_id x = make_input(f->m, 1, 3, a), y = make_input(f->m, 1, 3, b);
    const plan_id z = make_input(f->m, 1, 3, c), two = scalar_input(f, 2);
    const plan_id le = make_rel(f->m, x, REL_LE, y);
    const plan_id lt = make_rel(f->m, x, REL_LT, y);
    const plan_id ne = make_rel(f->m, x, REL_NE, y);
    const plan_id mixed = make_rel(f->m, x, REL_LE, z);
    const plan_id spread = make_rel(f->m, two, REL_GE, x);
    eval(f, 64);
    assert_int_equal(ball_run_truth(f->run, le), TRUTH_TRUE);
    assert_int_equal(ball_run_truth(f->run, lt), TRUTH_FALSE);
    assert_int_equal(ball_run_truth(f->run, ne), TRUTH_TRUE);
    assert_int_equal(ball_run_truth(f->run, mixed), TRUTH_FALSE);
    assert_int_equal(ball_run_truth(f->run, spread), TRUTH_FALSE);
}

static void test_facts_decide_at_the_boundary(void **state)
{
    struct fixture *f = *state;
    const plan_id x = make_fuzzy_zero(f);
    maker_add_facts(f->m, x, PLAN_NONNEGATIVE);
    const plan_id ge = make_rel(f->m, x, REL_GE, scalar_input(f, 0));
    const plan_id gt = make_rel(f->m, x, REL_GT, scalar_input(f, 0));
    eval(f, 64);
    assert_int_equal(ball_run_truth(f->run, ge), TRUTH_TRUE);
    assert_int_equal(ball_run_truth(f->run, gt), TRUTH_UNKNOWN);
}

static void test_connectives_are_kleene(void **state)
{
    struct fixture *f = *state;
    const plan_id t = make_truth(f->m, TRUTH_TRUE);
    const plan_id n = make_truth(f->m, TRUTH_FALSE);
    const plan_id u = make_truth(f->m, TRUTH_UNKNOWN);
    const plan_id d = make_truth(f->m, TRUTH_UNDEFINED);
    const struct {
        plan_id id;
        enum truth truth;
    } cases[] = {
        {make_op(f->m, PL_AND, 0, 0, t, u), TRUTH_UNKNOWN},
        {make_op(f->m, PL_AND, 0, 0, n, d), TRUTH_FALSE},
        {make_op(f->m, PL_AND, 0, 0, t, d), TRUTH_UNDEFINED},
        {make_op(f->m, PL_OR, 0, 0, t, d), TRUTH_TRUE},
        {make_op(f->m, PL_OR, 0, 0, n, u), TRUTH_UNKNOWN},
        {make_op(f->m, PL_NOT, 0, 0, n, PLAN_NONE), TRUTH_TRUE},
        {make_instr(f->m, (struct plan_instr){.op = PL_AND}, NULL, 0),
         TRUTH_TRUE},
        {make_instr(f->m, (struct plan_instr){.op = PL_OR}, NULL, 0),
         TRUTH_FALSE},
    };
    eval(f, 64);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_int_equal(ball_run_truth(f->run, cases[k].id), cases[k].truth);
}

/* ---- choice ---- */

static void test_select_looks_at_one_branch(void **state)
{
    struct fixture *f = *state;
    const plan_id one = scalar_input(f, 1);
    const plan_id bad = divide(f, one, scalar_input(f, 0));
    const plan_id left =
        make_select(f->m, make_truth(f->m, TRUTH_TRUE), one, bad);
    const plan_id right =
        make_select(f->m, make_truth(f->m, TRUTH_FALSE), one, bad);
    const plan_id none =
        make_select(f->m, make_truth(f->m, TRUTH_UNDEFINED), one, one);
    eval(f, 64);
    assert_exactly(f, left, 0, 0, 1);
    assert_undefined(f, right);
    assert_undefined(f, none);
}

static void test_select_of_open_condition_is_the_hull(void **state)
{
    struct fixture *f = *state;
    const plan_id zero = scalar_input(f, 0), one = scalar_input(f, 1);
    const plan_id bad = divide(f, one, zero);
    const plan_id open = make_rel(f->m, make_fuzzy_zero(f), REL_GE, zero);
    const plan_id hull = make_select(f->m, open, zero, one);
    const plan_id half = make_select(f->m, open, one, bad);
    const plan_id both = make_select(f->m, open, bad, bad);
    eval(f, 64);
    assert_defined(f, hull);
    assert_true(arb_contains_si(ball_at(f, hull, 0, 0), 0));
    assert_true(arb_contains_si(ball_at(f, hull, 0, 0), 1));
    assert_open(f, half);
    assert_undefined(f, both);
}

/* if(log(x) > 0, 1, 1) with x perhaps 0 need not have a value. */
static void test_select_of_perhaps_undefined_condition_is_open(void **state)
{
    struct fixture *f = *state;
    const plan_id one = scalar_input(f, 1);
    const plan_id log = apply(f, FN_LOG, make_fuzzy_zero(f));
    const plan_id condition = make_rel(f->m, log, REL_GT, one);
    const plan_id chosen = make_select(f->m, condition, one, one);
    const plan_id rel = make_rel(f->m, chosen, REL_EQ, one);
    eval(f, 64);
    assert_open(f, chosen);
    assert_int_equal(ball_run_truth(f->run, rel), TRUTH_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BALL_TEST(test_division_by_exact_zero_is_undefined),
        BALL_TEST(test_undefinedness_is_passed_on),
        BALL_TEST(test_a_mask_that_may_forbid_is_open),
        BALL_TEST(test_extremes_and_means_need_an_entry),
        BALL_TEST(test_square_root_needs_a_sign),
        BALL_TEST(test_logarithm_needs_a_positive_argument),
        BALL_TEST(test_inverse_of_singular_matrix_is_undefined),
        BALL_TEST(test_normalise_needs_nonnegative_rows),
        BALL_TEST(test_eigenvalues_need_symmetry),
        BALL_TEST(test_open_symmetry_decides_nothing),
        BALL_TEST(test_stale_results_are_unknown),
        BALL_TEST(test_integer_powers_are_exact),
        BALL_TEST(test_powers_without_a_value),
        BALL_TEST(test_fuzzy_integer_power_of_negative_is_open),
        BALL_TEST(test_powers_at_zero_stay_nonnegative),
        BALL_TEST(test_huge_exponents_end),
        BALL_TEST(test_matrix_powers),
        BALL_TEST(test_overflowing_values_decide_nothing),
        BALL_TEST(test_not_a_number_decides_nothing),
        BALL_TEST(test_magnitudes_beyond_doubles_are_compared),
        BALL_TEST(test_bounded_functions_stay_bounded),
        BALL_TEST(test_sign_of_an_open_value_is_between),
        cmocka_unit_test(test_relations_of_exact_numbers),
        BALL_TEST(test_relations_of_overlapping_balls_are_unknown),
        BALL_TEST(test_matrix_relations_hold_at_every_entry),
        BALL_TEST(test_facts_decide_at_the_boundary),
        BALL_TEST(test_connectives_are_kleene),
        BALL_TEST(test_select_looks_at_one_branch),
        BALL_TEST(test_select_of_open_condition_is_the_hull),
        BALL_TEST(test_select_of_perhaps_undefined_condition_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
