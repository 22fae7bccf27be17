/*
 * The exact evaluator on statements: ties that balls never decide, what is
 * undefined, what stays unknown.
 */
#include "exact_trial.h"

#define assert_true_about(claim, entries)                                      \
    assert_int_equal(about(claim, entries), TRUTH_TRUE)
#define assert_false_about(claim, entries)                                     \
    assert_int_equal(about(claim, entries), TRUTH_FALSE)

static const double equal_rows[] = {0.1, -2, 0.1, -2, 0.1, -2};
static const double some[] = {0.1, 0.7, -0.3, 2, 1.5, -1};
static const double small_ints[] = {1, 2, 3, 4, 5, 7};

/* ---- ties ---- */

static void test_equal_rows_have_no_residual(void **state)
{
    (void)state;
    assert_true_about("normfro(res(X)) <= 0", equal_rows);
    assert_true_about("norm1inf(res(X)) <= norm1inf(res(X))^3", equal_rows);
    assert_false_about("normfro(res(X)) > 0", equal_rows);
    assert_true_about("minres1(X) == 0 and minresinf(X) == 0 "
                      "and minres1inf(X) == 0",
                      equal_rows);
    assert_true_about("diameter(X) == 0", equal_rows);
    assert_false_about("normfro(res(X)) <= 0", some);
}

static void test_attention_of_equal_rows_stays_collapsed(void **state)
{
    (void)state;
    assert_true_about("norm1inf(res(softmax(X * X' / sqrt(2)) * X)) <= 0",
                      equal_rows);
    assert_true_about(
        "res(softmax(softmax(X * X') * X * X') * softmax(X * X') * X) "
        "== zeros(3, 2)",
        equal_rows);
}

static void test_two_layers_on_distinct_queries_stay_collapsed(void **state)
{
    (void)state;
    /* rows of X differ, the values Y have equal rows */
    const double entries[] = {0.1, 0.7, -0.3, 2,  1.5, -1,
                              0.1, -2,  0.1,  -2, 0.1, -2};
    assert_int_equal(decide("given X, Y : real[3, 2];"
                            "claim c: softmax(X * X') * Y == Y;",
                            entries),
                     TRUTH_TRUE);
    assert_int_equal(decide("given X, Y : real[3, 2];"
                            "claim c: softmax(X * X') * X == X;",
                            entries),
                     TRUTH_FALSE);
}

static void test_softmax_rows_sum_to_one(void **state)
{
    (void)state;
    assert_true_about("softmax(X) * ones(2) == ones(3)", some);
    assert_true_about("softmax(X * X') * ones(3) == ones(3)", some);
    assert_true_about("rowsum(softmax(X * X')^2) == ones(3)", some);
    assert_true_about("rowsum(softmax(X * X')^3) == ones(3)", some);
}

static void test_softmax_ignores_row_shifts(void **state)
{
    (void)state;
    assert_true_about("softmax(X) == softmax(X + X[:, 1] * ones(2)')", some);
    assert_true_about(
        "softmax(X * X') == softmax(X * X' + exp(X[:, 2]) * ones(3)')", some);
    assert_false_about("softmax(X) == softmax(X + X)", some);
}

static void test_softmax_of_constant_rows_is_uniform(void **state)
{
    (void)state;
    const double rows[] = {0.3, 0.3, -7, -7, 1e30, 1e30};
    assert_true_about("softmax(X) == ones(3, 2) / 2", rows);
    assert_true_about("sum(softmax(exp(X[1, 1]) * ones(3, 3))) == 3", rows);
}

static void test_softmax_is_the_quotient_of_exponentials(void **state)
{
    (void)state;
    assert_true_about("softmax(X) == exp(X) ./ (rowsum(exp(X)) * ones(2)')",
                      some);
    assert_true_about("log(softmax(X)) == X - logsumexp(X) * ones(2)'", some);
    assert_true_about("softmax(log(abs(X))) == normalise(abs(X))", some);
}

static void test_softmax_of_two_is_a_hyperbolic_tangent_in_doubt(void **state)
{
    (void)state;
    /* true, but no rule here knows it: it must not come out false */
    const double rows[] = {1, 3, 0, 0, 0, 0};
    assert_int_equal(
        about("softmax(X)[1, 1] == (1 + tanh((X[1, 1] - X[1, 2]) / 2)) / 2",
              rows),
        TRUTH_UNKNOWN);
}

static void test_masked_entries_are_zero(void **state)
{
    (void)state;
    const double entries[] = {1, 2, 3, 4, 1, 1, 0, 1};
    const char *given = "given A, M : real[2, 2];";
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "%s claim c: softmax(A, M)[2, :] == [0, 1];", given);
    assert_int_equal(decide(body.text, entries), TRUTH_TRUE);
    buffer_reset(&body);
    buffer_printf(&body, "%s claim c: softmax(A, M) == softmax(A, M);", given);
    const double all_masked[] = {1, 2, 3, 4, 1, 1, 0, 0};
    assert_int_equal(decide(body.text, all_masked), TRUTH_UNDEFINED);
    const double half[] = {1, 2, 3, 4, 1, 0.5, 0, 1};
    assert_int_equal(decide(body.text, half), TRUTH_UNDEFINED);
    buffer_reset(&body); /* an entry that is not known to be 0, but not 1 */
    buffer_printf(&body,
                  "%s claim c: softmax(A, [1, 0; 2 * sin(1)^2 - 1 + cos(2), 1])"
                  "[1, :] == [1, 0];",
                  given);
    assert_int_equal(decide(body.text, entries), TRUTH_UNKNOWN);
    buffer_clear(&body);
}

/* ---- square roots ---- */

static void test_norms_are_compared_exactly(void **state)
{
    (void)state;
    assert_true_about("normfro(X)^2 == sum(X .* X)", some);
    assert_true_about("norm1inf(X)^2 == norm1(X) * norminf(X)", some);
    assert_true_about("normfro(3 * X) == 3 * normfro(X)", some);
    assert_true_about("rownorm2(2 * X) == 2 * rownorm2(X)", some);
    assert_true_about("normfro(X) < normfro(X) + 2^-400", some);
}

static void test_norm_of_a_root_scaling(void **state)
{
    (void)state;
    assert_true_about("normfro(X / sqrt(2)) * sqrt(2) == normfro(X)", some);
    assert_true_about("sqrt(6) * normfro(X) == sqrt(2) * normfro(sqrt(3) * X)",
                      some);
}

static void test_spectral_norm_in_closed_form(void **state)
{
    (void)state;
    const double orthogonal[] = {3, 0, 4, 0, 0, 5};
    const double rank_one[] = {1, 2, 2, 4, 3, 6};
    assert_true_about("norm2(X) == 5", orthogonal);
    assert_true_about("normnuc(X) == 10", orthogonal);
    assert_true_about("norm2(X) == normfro(X)", rank_one);
    assert_true_about("normnuc(X) == normfro(X)", rank_one);
    assert_true_about("norm2(X)^2 + (normnuc(X) - norm2(X))^2 == normfro(X)^2",
                      small_ints);
}

static void test_minimal_residuals_of_two_rows(void **state)
{
    (void)state;
    const double rows[] = {1, 2, -0.5, 4, 2.5, 1};
    assert_int_equal(
        decide("given A : real[2, 3]; let z = A[1, :] - A[2, :];"
               "claim c: minresinf(A) == norm1(z') / 2 and "
               "minres1(A) == norminf(z') and "
               "minres1inf(A) == sqrt(norminf(z') * norm1(z') / 2);",
               rows),
        TRUTH_TRUE);
}

static void test_minres1_is_met_by_medians(void **state)
{
    (void)state;
    /* columns 1, 3, 4 and 2, 5, 7: 4 - 1 and 7 - 2 */
    const double sorted[] = {1, 2, 3, 5, 4, 7};
    const double shuffled[] = {4, 5, 1, 7.5, 3, 2};
    assert_true_about("minres1(X) == 5", sorted);
    assert_true_about("minres1(X) == 5.5", shuffled);
    assert_false_about("minres1(X) == 5", shuffled);
}

/* ---- linear algebra ---- */

static const double singular[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
static const double regular[] = {2, 1, 0, 1, 2, 1, 0, 1, 2};

static void test_singular_matrix_has_no_inverse(void **state)
{
    (void)state;
    assert_int_equal(about_square("inv(S) == inv(S)", singular),
                     TRUTH_UNDEFINED);
    assert_int_equal(about_square("S^-1 == S^-1", singular), TRUTH_UNDEFINED);
    assert_int_equal(about_square("inv(S) * S == eye(3)", regular), TRUTH_TRUE);
    assert_int_equal(
        about_square("inv(sqrt(2) * S) == inv(S) / sqrt(2)", regular),
        TRUTH_TRUE);
    assert_int_equal(about_square("inv(sqrt(2) * S) == inv(S)", singular),
                     TRUTH_UNDEFINED);
}

static void test_determinant_and_rank_are_exact(void **state)
{
    (void)state;
    assert_int_equal(about_square("det(S) == 0 and rank(S) == 2", singular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("det(S) == 4 and rank(S) == 3", regular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("det(sqrt(2) * S) == 8 * sqrt(2)", regular),
                     TRUTH_TRUE);
}

static void test_matrix_powers_are_products(void **state)
{
    (void)state;
    assert_int_equal(about_square("S^5 == S * S * S * S * S", singular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("S^0 == eye(3) and S^1 == S", singular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("S^-3 * S * S * S == eye(3)", regular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("S^2 == S", regular), TRUTH_FALSE);
}

static void test_definiteness_is_exact_at_the_boundary(void **state)
{
    (void)state;
    const double indefinite[] = {0, 1, 0, 1, 0, 0, 0, 0, 1};
    assert_int_equal(about_square("psd(S * S')", singular), TRUTH_TRUE);
    assert_int_equal(about_square("psd(S)", regular), TRUTH_TRUE);
    assert_int_equal(about_square("psd(S)", indefinite), TRUTH_FALSE);
    assert_int_equal(about_square("psd(S)", singular), TRUTH_FALSE);
    assert_int_equal(about_square("psd(S - 2^-60 * eye(3))",
                                  (const double[]){1, 1, 1, 1, 1, 1, 1, 1, 1}),
                     TRUTH_FALSE);
    assert_int_equal(
        about_square("psd(S)", (const double[]){1, 1, 1, 1, 1, 1, 1, 1, 1}),
        TRUTH_TRUE);
}

static void test_eigenvalues_need_symmetry(void **state)
{
    (void)state;
    assert_int_equal(about_square("eigmax(S) >= 0", singular), TRUTH_UNDEFINED);
    assert_int_equal(about_square("eigmax(S) >= 3", regular), TRUTH_TRUE);
    assert_int_equal(about_square("eigmin(S[1..2, 1..2]) == 1 and "
                                  "eigmax(S[1..2, 1..2]) == 3",
                                  regular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("eigmin(diag(S[:, 1])) == 0", regular),
                     TRUTH_TRUE);
}

/* ---- undefined and unknown ---- */

static void test_domains_are_kept(void **state)
{
    (void)state;
    assert_int_equal(about_scalars("y / x <= 1", 0, 1), TRUTH_UNDEFINED);
    assert_int_equal(about_scalars("1 / (exp(x) - exp(x)) <= 1", 1, 1),
                     TRUTH_UNDEFINED);
    assert_int_equal(about_scalars("log(x) <= 1", 0, 1), TRUTH_UNDEFINED);
    assert_int_equal(about_scalars("sqrt(x) <= 1", -1, 1), TRUTH_UNDEFINED);
    assert_int_equal(about_scalars("x ^ y <= 1", 0, -1), TRUTH_UNDEFINED);
    assert_int_equal(about_scalars("x ^ y <= 1", -2, 0.5), TRUTH_UNDEFINED);
}

static void test_powers_at_the_edges(void **state)
{
    (void)state;
    assert_int_equal(about_scalars("x ^ y == 1", 0, 0), TRUTH_TRUE);
    assert_int_equal(about_scalars("x ^ y == 1", -7, 0), TRUTH_TRUE);
    assert_int_equal(about_scalars("x ^ y == 0", 0, 2.5), TRUTH_TRUE);
    assert_int_equal(about_scalars("x ^ y == -8", -2, 3), TRUTH_TRUE);
    assert_int_equal(about_scalars("x ^ y == 8", 4, 1.5), TRUTH_TRUE);
    assert_int_equal(about_scalars("x ^ y == 1 / 8", 4, -1.5), TRUTH_TRUE);
    assert_int_equal(about_scalars("x^y * x^-y == 1", 3, 0.3), TRUTH_TRUE);
}

static void test_lambertw_is_claimed_inside_its_domain_only(void **state)
{
    (void)state;
    assert_int_equal(about_scalars("lambertw(0, x) > 0", 1, 1), TRUTH_TRUE);
    assert_int_equal(about_scalars("lambertw(-1, x) < -1", -0.25, 1),
                     TRUTH_TRUE);
    assert_int_equal(about_scalars("lambertw(0, x) == 0", 0, 1), TRUTH_TRUE);
    /* times 0: a value taken for defined would make these true */
    assert_int_equal(about_scalars("0 * lambertw(0, x) == 0", 1, 1),
                     TRUTH_TRUE);
    assert_int_equal(about_scalars("0 * lambertw(0, x) == 0", -1, 1),
                     TRUTH_UNKNOWN);
    assert_int_equal(about_scalars("0 * lambertw(-1, x) == 0", 0.5, 1),
                     TRUTH_UNKNOWN);
    assert_int_equal(about_scalars("0 * lambertw(-1, x) == 0", 0, 1),
                     TRUTH_UNKNOWN);
}

static void test_undefined_spreads_but_kleene_saves(void **state)
{
    (void)state;
    assert_int_equal(about_scalars("0 * (y / x) == 0", 0, 1), TRUTH_UNDEFINED);
    assert_int_equal(about_scalars("y / x <= 1 and y < 0", 0, 1), TRUTH_FALSE);
    assert_int_equal(about_scalars("y / x <= 1 or y > 0", 0, 1), TRUTH_TRUE);
    assert_int_equal(about_scalars("not (y / x <= 1)", 0, 1), TRUTH_UNDEFINED);
}

static void test_branches_are_lazy(void **state)
{
    (void)state;
    assert_int_equal(about_scalars("if(x == 0, 1, y / x) == 1", 0, 1),
                     TRUTH_TRUE);
    assert_int_equal(about_scalars("if(x > 0, 1, y / x) == 1", 0, 1),
                     TRUTH_UNDEFINED);
}

static void test_undecided_conditions_take_no_branch(void **state)
{
    (void)state;
    /* the condition is true, but not known to be */
    const char *open = "if(2 * sin(x)^2 == 1 - cos(2 * x), 1, 2)";
    static const char *const relations[] = {"== 1", "== 2", "!= 1", "<= 2"};
    for (size_t k = 0; k < 4; k++) {
        struct buffer claim;
        buffer_init(&claim);
        buffer_printf(&claim, "%s %s", open, relations[k]);
        assert_int_equal(about_scalars(claim.text, 1, 1), TRUTH_UNKNOWN);
        buffer_clear(&claim);
    }
}

static void test_undecided_symmetry_decides_nothing(void **state)
{
    (void)state;
    static const char *const claims[] = {
        "psd([4, 2 * sin(x)^2; 1 - cos(2 * x), 4])",
        "eigmax([4, 2 * sin(x)^2; 1 - cos(2 * x), 4]) >= 4"};
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(about_scalars(claims[k], 1, 1), TRUTH_UNKNOWN);
}

static void test_zero_times_the_unknown_is_zero(void **state)
{
    (void)state;
    /* norm2 of this matrix has no closed form here */
    assert_int_equal(about_square("0 * norm2(S) == 0", regular), TRUTH_TRUE);
    assert_int_equal(about_square("(S[1, 3]) * norm2(S) <= 0", regular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("norm2(S) - norm2(S) == 0", regular),
                     TRUTH_TRUE);
    assert_int_equal(about_square("norm2(S) <= normfro(S)", regular),
                     TRUTH_TRUE);
}

static void test_what_is_not_decided_is_unknown(void **state)
{
    (void)state;
    /* sin(x)^2 = (1 - cos(2x))/2 is true, but no rule here finds it */
    assert_int_equal(about_scalars("2 * sin(x)^2 == 1 - cos(2 * x)", 1, 1),
                     TRUTH_UNKNOWN);
    assert_int_equal(
        about_scalars("1 / (2 * sin(x)^2 - 1 + cos(2 * x)) <= 1", 1, 1),
        TRUTH_UNKNOWN);
}

/* z = 0, which is not found; |z| >= 0 is known from the way it is made. */
static void test_undecided_signs_leave_definedness_open(void **state)
{
    (void)state;
    static const struct {
        const char *fn;
        enum truth truth;
    } cases[] = {{"sqrt(%s)", TRUTH_UNKNOWN},   {"log(%s)", TRUTH_UNKNOWN},
                 {"sqrt(abs(%s))", TRUTH_TRUE}, {"log(abs(%s))", TRUTH_UNKNOWN},
                 {"(%s)^(1/2)", TRUTH_UNKNOWN}, {"(%s)^-1", TRUTH_UNKNOWN},
                 {"(%s)^2", TRUTH_TRUE}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct buffer claim;
        buffer_init(&claim);
        const char *hole = strstr(cases[k].fn, "%s");
        buffer_add(&claim, "0 * ");
        buffer_add_bytes(&claim, cases[k].fn, (size_t)(hole - cases[k].fn));
        buffer_add(&claim, "2 * sin(x)^2 - 1 + cos(2 * x)");
        buffer_add(&claim, hole + 2);
        buffer_add(&claim, " == 0");
        assert_int_equal(about_scalars(claim.text, 1, 1), cases[k].truth);
        buffer_clear(&claim);
    }
}

static void test_relations_hold_at_every_entry(void **state)
{
    (void)state;
    assert_true_about("X <= X", some);
    assert_false_about("X < X", some);
    assert_false_about("X != X", some);
    assert_true_about("X != X + unit(3, 1) * unit(2, 1)'", some);
    assert_false_about("X <= 1", some);
    assert_true_about("X <= 2", some);
}

/* ---- limits ---- */

static void test_large_instances_are_left_alone(void **state)
{
    (void)state;
    static double zeros[EXACT_MAX_CONE_ENTRIES];
    /* A, A + A and three instructions: 2 * 8190 + 3 is within the limit */
    assert_int_equal(EXACT_MAX_CONE_ENTRIES, 2 * 8192);
    assert_int_equal(
        decide("given A : real[8190]; claim c: A <= A + A;", zeros),
        TRUTH_TRUE);
    assert_int_equal(
        decide("given A : real[8191]; claim c: A <= A + A;", zeros),
        TRUTH_UNKNOWN);
}

static void test_runs_are_independent(void **state)
{
    (void)state;
    struct trial t;
    const char *body = "given x, y : real; claim c: y / x <= 1;";
    trial_init(&t, body, (const double[]){0, 1});
    const plan_id truth = fixture_link(&t.f)->truth;
    assert_int_equal(exact_run_undefined(t.run, truth), TRUTH_TRUE);
    plan_id *cone;
    size_t count;
    plan_cone(&cone, &count, t.f.plan, &truth, 1);
    fill(&t.x, (const double[]){1, 1});
    exact_run_eval(t.run, &t.x, cone, count);
    assert_int_equal(exact_run_truth(t.run, truth), TRUTH_TRUE);
    exact_run_eval(t.run, &t.x, cone, 0);
    assert_int_equal(exact_run_truth(t.run, truth), TRUTH_UNKNOWN);
    free(cone);
    trial_clear(&t);
}

/* ---- ratios ---- */

static void test_ratio_is_the_largest_entry(void **state)
{
    (void)state;
    const char *body = "given A, B : real[1, 3]; claim c: A <= B;";
    const double entries[] = {3, 1, 0, 4, 4, 0};
    struct enclosure e = ratio(body, entries);
    assert_int_equal(e.kind, ENCLOSURE_FINITE);
    assert_true(enclosure_is_accurate(&e, 50));
    assert_true(enclosure_double(&e) == 0.75);
}

static void test_ratio_turns_with_the_relation(void **state)
{
    (void)state;
    const double entries[] = {8, 2};
    struct enclosure e = ratio("given x, y : real; claim c: x >= y;", entries);
    assert_true(enclosure_double(&e) == 0.25);
}

static void test_ratio_of_ties_is_certain(void **state)
{
    (void)state;
    const double zeros[] = {0, 0}, over[] = {1, 0}, negative[] = {-1, 2};
    const char *body = "given x, y : real; claim c: x <= y;";
    assert_int_equal(ratio(body, zeros).kind, ENCLOSURE_NONE);
    assert_int_equal(ratio(body, over).kind, ENCLOSURE_INFINITE);
    assert_int_equal(ratio(body, negative).kind, ENCLOSURE_NONE);
    struct enclosure one = ratio(
        "given x, y : real; claim c: exp(x) * exp(y) <= exp(x + y);", over);
    assert_true(enclosure_double(&one) == 1);
    assert_int_equal(ratio("given x, y : real; claim c: x == y;", over).kind,
                     ENCLOSURE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_rows_have_no_residual),
        cmocka_unit_test(test_attention_of_equal_rows_stays_collapsed),
        cmocka_unit_test(test_two_layers_on_distinct_queries_stay_collapsed),
        cmocka_unit_test(test_softmax_rows_sum_to_one),
        cmocka_unit_test(test_softmax_ignores_row_shifts),
        cmocka_unit_test(test_softmax_of_constant_rows_is_uniform),
        cmocka_unit_test(test_softmax_is_the_quotient_of_exponentials),
        cmocka_unit_test(test_softmax_of_two_is_a_hyperbolic_tangent_in_doubt),
        cmocka_unit_test(test_masked_entries_are_zero),
        cmocka_unit_test(test_norms_are_compared_exactly),
        cmocka_unit_test(test_norm_of_a_root_scaling),
        cmocka_unit_test(test_spectral_norm_in_closed_form),
        cmocka_unit_test(test_minimal_residuals_of_two_rows),
        cmocka_unit_test(test_minres1_is_met_by_medians),
        cmocka_unit_test(test_singular_matrix_has_no_inverse),
        cmocka_unit_test(test_determinant_and_rank_are_exact),
        cmocka_unit_test(test_matrix_powers_are_products),
        cmocka_unit_test(test_definiteness_is_exact_at_the_boundary),
        cmocka_unit_test(test_eigenvalues_need_symmetry),
        cmocka_unit_test(test_domains_are_kept),
        cmocka_unit_test(test_powers_at_the_edges),
        cmocka_unit_test(test_lambertw_is_claimed_inside_its_domain_only),
        cmocka_unit_test(test_undefined_spreads_but_kleene_saves),
        cmocka_unit_test(test_branches_are_lazy),
        cmocka_unit_test(test_undecided_conditions_take_no_branch),
        cmocka_unit_test(test_undecided_symmetry_decides_nothing),
        cmocka_unit_test(test_zero_times_the_unknown_is_zero),
        cmocka_unit_test(test_what_is_not_decided_is_unknown),
        cmocka_unit_test(test_undecided_signs_leave_definedness_open),
        cmocka_unit_test(test_relations_hold_at_every_entry),
        cmocka_unit_test(test_large_instances_are_left_alone),
        cmocka_unit_test(test_runs_are_independent),
        cmocka_unit_test(test_ratio_is_the_largest_entry),
        cmocka_unit_test(test_ratio_turns_with_the_relation),
        cmocka_unit_test(test_ratio_of_ties_is_certain),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
