/*
 * The exact evaluator on statements: ties that balls never decide, what is
 * undefined, and agreement with balls over the whole table of functions.
 */
#include "plan_fixture.h"

#include "base/rng.h"
#include "eval/ball_internal.h"
#include "eval/exact_internal.h"
#include "support/plan_maker.h"

/* ---- statements about given doubles ---- */

struct trial {
    struct fixture f;
    struct instance x;
    struct exact_run *run;
};

/* All givens' entries, in the order of the slots. */
static void fill(struct instance *x, const double *entries)
{
    for (size_t s = 0; s < x->layout->nslots; s++) {
        const struct slot *slot = &x->layout->slots[s];
        value_set_doubles(&x->values[s], slot->rows, slot->cols);
        for (size_t k = 0; k < slot->rows * slot->cols; k++)
            x->values[s].doubles[k] = *entries++;
    }
}

static void trial_init(struct trial *t, const char *body, const double *entries)
{
    plan_id *cone;
    size_t count;
    struct plan_link *link;
    fixture_build(&t->f, body, NULL);
    link = &t->f.plan->claims[0].links[0];
    const plan_id roots[] = {link->truth, link->lhs, link->rhs};
    instance_init(&t->x, &t->f.layout);
    fill(&t->x, entries);
    t->run = exact_run_new(t->f.plan);
    plan_cone(&cone, &count, t->f.plan, roots, link->lhs == PLAN_NONE ? 1 : 3);
    exact_run_eval(t->run, &t->x, cone, count);
    free(cone);
}

static void trial_clear(struct trial *t)
{
    exact_run_free(t->run);
    instance_clear(&t->x);
    fixture_clear(&t->f);
}

static enum truth decide(const char *body, const double *entries)
{
    struct trial t;
    trial_init(&t, body, entries);
    enum truth truth = exact_run_truth(t.run, fixture_link(&t.f)->truth);
    trial_clear(&t);
    return truth;
}

static struct enclosure ratio(const char *body, const double *entries)
{
    struct trial t;
    trial_init(&t, body, entries);
    struct enclosure e = exact_run_ratio(t.run, fixture_link(&t.f));
    trial_clear(&t);
    return e;
}

/* Claims about X : real[3, 2], whose entries follow. */
static enum truth about(const char *claim, const double *entries)
{
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "given X : real[3, 2]; claim c: %s;", claim);
    enum truth truth = decide(body.text, entries);
    buffer_clear(&body);
    return truth;
}

/* Claims about S : real[3, 3]. */
static enum truth about_square(const char *claim, const double *entries)
{
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "given S : real[3, 3]; claim c: %s;", claim);
    enum truth truth = decide(body.text, entries);
    buffer_clear(&body);
    return truth;
}

/* Claims about x, y : real. */
static enum truth about_scalars(const char *claim, double x, double y)
{
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "given x, y : real; claim c: %s;", claim);
    enum truth truth = decide(body.text, (const double[]){x, y});
    buffer_clear(&body);
    return truth;
}

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

/* The ball of this determinant is more work than a run may do. */
static void test_nothing_is_claimed_once_the_work_is_used_up(void **state)
{
    (void)state;
    enum { N = 60 };
    static double entries[N * N];
    struct plan_maker *m = plan_maker_new();
    struct rng rng = rng_start(rng_key(20261121, "work"));
    for (size_t k = 0; k < N * N; k++)
        entries[k] = rng_normal(&rng);
    const plan_id a = make_input(m, N, N, entries);
    const plan_id early = make_op(m, PL_NEG, N, N, a, PLAN_NONE);
    const plan_id e = make_call(m, FN_EXP, N, N, a, PLAN_NONE);
    const plan_id det = make_call(m, FN_DET, 1, 1, e, PLAN_NONE);
    const plan_id open = make_rel(m, det, REL_LE, make_number(m, "1"));
    const plan_id late = make_op(m, PL_ADD, N, N, a, a);
    const plan_id same = make_rel(m, late, REL_EQ, late);
    size_t count;
    const plan_id *cone = maker_cone(m, &count);
    struct exact_run *run = exact_run_new(maker_plan(m));
    exact_run_eval(run, maker_instance(m), cone, count);
    assert_int_equal(exact_run_undefined(run, early), TRUTH_FALSE);
    assert_int_equal(exact_run_truth(run, open), TRUTH_UNKNOWN);
    assert_int_equal(exact_run_undefined(run, late), TRUTH_UNKNOWN);
    assert_int_equal(exact_run_truth(run, same), TRUTH_UNKNOWN);
    exact_run_free(run);
    plan_maker_free(m);
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

/* ---- the table of functions: balls and exact numbers overlap ---- */

struct shape {
    uint32_t rows, cols;
};

static struct shape argument_of(enum shape_rule rule)
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
    return (struct shape){3, 2};
}

static struct shape result_of(enum shape_rule rule, struct shape a)
{
    switch (rule) {
    case SHAPE_DIAG:
        return (struct shape){a.rows, a.rows};
    case SHAPE_DIAGOF:
    case SHAPE_COLUMN:
        return (struct shape){a.rows, 1};
    case SHAPE_KRON:
        return (struct shape){a.rows * a.rows, a.cols * a.cols};
    case SHAPE_HCAT:
        return (struct shape){a.rows, 2 * a.cols};
    case SHAPE_VCAT:
        return (struct shape){2 * a.rows, a.cols};
    case SHAPE_ROW:
        return (struct shape){1, a.cols};
    case SHAPE_SCALAR:
    case SHAPE_SQUARE_SCALAR:
    case SHAPE_SCALARS:
        return (struct shape){1, 1};
    case SHAPE_SIZES:
    case SHAPE_SAME:
    case SHAPE_PAIR:
    case SHAPE_SQUARE:
    case SHAPE_MASKED:
        break;
    }
    return a;
}

static void draw(double *out, size_t count, struct rng *rng)
{
    const uint64_t kind = rng_below(rng, 3);
    for (size_t k = 0; k < count; k++)
        out[k] = kind == 0   ? (double)rng_below(rng, 2)
                 : kind == 1 ? (double)rng_below(rng, 7) - 2
                             : rng_normal(rng);
}

static void compare_value(const struct exact_run *exact,
                          const struct ball_run *ball, plan_id id)
{
    const enum truth a = exact_run_undefined(exact, id);
    const enum truth b = ball_run_undefined(ball, id);
    assert_false(a == TRUTH_TRUE && b == TRUTH_FALSE);
    assert_false(a == TRUTH_FALSE && b == TRUTH_TRUE);
    if (a != TRUTH_FALSE || b != TRUTH_FALSE)
        return;
    const struct exact_matrix *m = &exact->values[id].m;
    arb_t x;
    arb_init(x);
    for (size_t k = 0; k < m->rows * m->cols; k++) {
        exact_ball(x, exact->ring, m->at[k], 128);
        if (arb_is_finite(x))
            assert_true(arb_overlaps(x, arb_mat_entry(ball->values[id].m,
                                                      (slong)(k / m->cols),
                                                      (slong)(k % m->cols))));
    }
    arb_clear(x);
}

static void compare_truth(const struct exact_run *exact,
                          const struct ball_run *ball, plan_id id)
{
    const enum truth a = exact_run_truth(exact, id);
    const enum truth b = ball_run_truth(ball, id);
    if (a != TRUTH_UNKNOWN && b != TRUTH_UNKNOWN)
        assert_int_equal(a, b);
}

/* fn(A[, B]), fn of a softmax, and both against A's own scale. */
static void compare_function(enum function fn, size_t nargs, struct rng *rng)
{
    const struct shape a = argument_of(function_info(fn)->rule);
    const struct shape r = result_of(function_info(fn)->rule, a);
    struct plan_maker *m = plan_maker_new();
    double x[9], y[9];
    draw(x, 9, rng);
    draw(y, 9, rng);
    const plan_id A = make_input(m, a.rows, a.cols, x);
    const plan_id B = make_input(m, a.rows, a.cols, y);
    const plan_id P = make_call(m, FN_SOFTMAX, a.rows, a.cols, A, PLAN_NONE);
    const plan_id second = nargs > 1 ? B : PLAN_NONE;
    const plan_id f = make_call(m, fn, r.rows, r.cols, A, second);
    const plan_id g = make_call(m, fn, r.rows, r.cols, P, second);
    const plan_id le = make_rel(m, f, REL_LE, g);
    const plan_id eq = make_rel(m, f, REL_EQ, f);
    size_t count;
    const plan_id *cone = maker_cone(m, &count);
    struct exact_run *exact = exact_run_new(maker_plan(m));
    struct ball_run *ball = ball_run_new(maker_plan(m));
    exact_run_eval(exact, maker_instance(m), cone, count);
    ball_run_eval(ball, maker_instance(m), 256, cone, count);
    compare_value(exact, ball, f);
    compare_value(exact, ball, g);
    compare_truth(exact, ball, le);
    compare_truth(exact, ball, eq);
    exact_run_free(exact);
    ball_run_free(ball);
    plan_maker_free(m);
}

static void test_every_function_overlaps_its_balls(void **state)
{
    (void)state;
    struct rng rng = rng_start(rng_key(20261121, "functions"));
    for (int fn = 0; fn < FN_COUNT; fn++) {
        const struct function_info *info = function_info((enum function)fn);
        if (info->rule == SHAPE_SIZES)
            continue;
        const size_t most = info->most > 2 ? 2 : info->most;
        const size_t least =
            info->rule == SHAPE_HCAT || info->rule == SHAPE_VCAT ? 2
                                                                 : info->least;
        for (size_t nargs = least; nargs <= most; nargs++)
            for (int trial = 0; trial < 12; trial++)
                compare_function((enum function)fn, nargs, &rng);
    }
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
        cmocka_unit_test(test_undefined_spreads_but_kleene_saves),
        cmocka_unit_test(test_branches_are_lazy),
        cmocka_unit_test(test_undecided_conditions_take_no_branch),
        cmocka_unit_test(test_undecided_symmetry_decides_nothing),
        cmocka_unit_test(test_zero_times_the_unknown_is_zero),
        cmocka_unit_test(test_what_is_not_decided_is_unknown),
        cmocka_unit_test(test_relations_hold_at_every_entry),
        cmocka_unit_test(test_large_instances_are_left_alone),
        cmocka_unit_test(test_nothing_is_claimed_once_the_work_is_used_up),
        cmocka_unit_test(test_runs_are_independent),
        cmocka_unit_test(test_ratio_is_the_largest_entry),
        cmocka_unit_test(test_ratio_turns_with_the_relation),
        cmocka_unit_test(test_ratio_of_ties_is_certain),
        cmocka_unit_test(test_every_function_overlaps_its_balls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
