/* What a search finds, and what it must not. */
#include "search/ascent.h"

#include "search_fixture.h"

static void run(struct ascent_result *r, const char *body, uint64_t evals,
                size_t dropped)
{
    struct fixture f;
    const struct ascent_options options = {
        .evals = evals,
        .dropped = dropped,
        .ladder = {.prec_max = LADDER_DEFAULT_CAP}};
    fixture_init(&f, body);
    ascent_run(r, f.spec, 0, 0, &options);
    stage_free(r->stage);
    fixture_clear(&f);
}

static bool falls(const char *body, uint64_t evals)
{
    struct ascent_result r;
    run(&r, body, evals, STAGE_DROP_NONE);
    bool found = r.stage != NULL;
    r.stage = NULL; /* freed already */
    ascent_result_clear(&r);
    return found;
}

static void test_false_statements_fall(void **state)
{
    static const char *const bodies[] = {
        "dim n; given A, B : real[n, n];"
        "claim c: norm1inf(A + B) <= norm1inf(A) + norm1inf(B);",
        "dim n >= 2; given A, B : real[n, n]; claim c:"
        "normfro(A*B - B*A) <= 1.4142 * normfro(A) * normfro(B);",
        "dim n >= 2; given S, T : psd[n]; claim c: psd(S*T + T*S);",
        "dim n; given P : stochastic[n, n]; claim c: norm1(P) <= 1.7;",
        "given k : int in [1, 200]; claim c: k^2 + k + 41 != 41 * 43;",
        "dim n; given A, B : real[n, n]; claim c: A*B == B*A;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (!falls(bodies[i], 60000))
            fail_msg("not refuted: %s", bodies[i]);
}

/* The violation is an interval of width 1e-3 with nothing leading to it. */
static void test_narrow_intervals_are_met(void **state)
{
    (void)state;
    assert_true(falls("given x : real in [0, 10];"
                      "claim c: exp(-(2000 * (x - 7.2718))^2) <= 1/4;",
                      100000));
    assert_true(falls("given x : real in [0, 10];"
                      "claim c: (x - 3.14159)^2 >= 1/4000000;",
                      20000));
}

/* Nothing but the logarithms of vanishing numbers leads there. */
static void test_needles_in_underflow_are_met(void **state)
{
    (void)state;
    assert_true(falls("given x, y : real in [0, 10]; claim c:"
                      "exp(-(1000*(x - 7.2718))^2 - (1000*(y - pi))^2) <= 1/4;",
                      100000));
}

static void test_flat_pieces_are_left_at_their_junctions(void **state)
{
    (void)state;
    assert_true(falls("given x : real in [0, 1];"
                      "claim c: max(0, 1 - 10^6 * abs(x - 0.123457)) <= 0;",
                      100000));
    assert_true(falls("given x : real in [0, 10]; claim c:"
                      "if(abs(x - sqrt(29)) <= 1/10^6, 1, 0) <= 1/2;",
                      300000));
}

static void test_integers_are_gone_through(void **state)
{
    (void)state;
    assert_true(
        falls("given p, q : int in [2, 200]; claim c: p*q != 10403;", 100000));
}

/* The plan depends on k: there is nothing to move, only to draw. */
static void test_integers_that_plans_depend_on_are_drawn(void **state)
{
    (void)state;
    assert_true(falls("given k : int in [1, 40];"
                      "claim c: sum(i in 1..k, i) <= 780;",
                      100000));
    assert_false(falls("given k : int in [1, 40];"
                       "claim c: sum(i in 1..k, i) <= 820;",
                       100000));
}

/* Rational points of a circle and of a bilinear system. */
static void test_equations_are_solved_exactly(void **state)
{
    (void)state;
    assert_true(falls("given x, y : real; assume on: x^2 + y^2 == 1;"
                      "claim c: x + y <= 139/100;",
                      300000));
    assert_true(falls("given P : stochastic[3, 3];"
                      "assume columns: colsum(P) == [1, 1, 1];"
                      "claim c: abs(P[1, 2] - 0.617) >= 1/1000;",
                      600000));
}

/* Several assumptions and distances are tight at once. */
static void test_ridges_are_followed(void **state)
{
    (void)state;
    assert_true(falls("given X : real[4, 3]; assume ball:"
                      "forall(i in 1..4, norm2(X[i, :]) <= 1);"
                      "claim c: min(i in 2..4, min(j in 1..i-1,"
                      "norm2(X[i, :] - X[j, :]))) <= 1.62;",
                      1000000));
}

static void test_rotations_far_from_permutations_are_reached(void **state)
{
    (void)state;
    assert_true(falls("dim n >= 2; given Q : orthogonal[n];"
                      "claim c: norm1(Q) <= sqrt(n) - 1/100;",
                      100000));
}

/*
 * Under the assumption the nuclear norm is least where exactly two singular
 * values are left, equal up to some percent.
 */
static void test_a_rank_deficient_witness_is_reached(void **state)
{
    (void)state;
    assert_true(falls("given A : real[5, 5];"
                      "assume two: norm2(A)^2 <= 0.5001 * normfro(A)^2;"
                      "claim c: normnuc(A) >= 1.4155 * normfro(A);",
                      200000));
}

static void test_true_statements_stand(void **state)
{
    static const char *const bodies[] = {
        "dim m, n; given A, B : real[m, n];"
        "claim c: norm2(A + B) <= norm2(A) + norm2(B);",
        "given x : real in [0, 3]; claim c: sin(x) <= x;",
        "dim n; given P : stochastic[n, n]; claim c: norminf(P) == 1;",
        "dim n; given Q : orthogonal[n]; given x : real[n];"
        "claim c: norm2(Q * x) == norm2(x);",
        "dim n; given S : psd[n]; claim c: det(S) >= 0;",
        "dim m, n; given A : real[m, n];"
        "claim c: minres1inf(A) <= norm1inf(res(A));",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (falls(bodies[i], 4000))
            fail_msg("refuted: %s", bodies[i]);
}

static void test_assumptions_are_kept_unless_dropped(void **state)
{
    const char *body = "dim n; given x : real[n]; assume a: min(x) >= 0;"
                       "claim c: norm1(x) <= sum(x);";
    struct ascent_result kept, dropped;
    (void)state;
    run(&kept, body, 4000, STAGE_DROP_NONE);
    run(&dropped, body, 4000, 0);
    assert_null(kept.stage);
    assert_non_null(dropped.stage);
    dropped.stage = NULL;
    ascent_result_clear(&kept);
    ascent_result_clear(&dropped);
}

static void test_a_constant_is_approached_from_below(void **state)
{
    struct ascent_result r;
    (void)state;
    run(&r,
        "dim n >= 2; given A, B : real[n, n];"
        "claim c: normfro(A*B - B*A) <= ? * normfro(A) * normfro(B);",
        20000, STAGE_DROP_NONE);
    assert_null(r.stage);
    double lower = enclosure_double(&r.ratio);
    assert_true(lower > 1.414 && lower < 1.4142135624);
    assert_non_null(r.witness);
    ascent_result_clear(&r);
}

/* The climb goes on where the ratio is above 1 already: here to sqrt(6). */
static void test_a_constant_above_one_is_climbed_to(void **state)
{
    struct ascent_result r;
    (void)state;
    run(&r,
        "given A : real[3, 3];"
        "claim c: sum(i in 1..3, j in 1..i, A[i, j]) <= ? * normfro(A);",
        20000, STAGE_DROP_NONE);
    double lower = enclosure_double(&r.ratio);
    assert_true(lower > 2.4494 && lower < 2.4494897428);
    ascent_result_clear(&r);
}

static void test_the_same_seed_gives_the_same_search(void **state)
{
    const char *body = "dim n; given A : real[n, n];"
                       "claim c: norm1(softmax(A)) <= 1.9 + 1/8;";
    struct ascent_result a, b;
    (void)state;
    run(&a, body, 30000, STAGE_DROP_NONE);
    run(&b, body, 30000, STAGE_DROP_NONE);
    assert_int_equal(a.evals, b.evals);
    assert_int_equal(a.decisions, b.decisions);
    assert_true((a.stage == NULL) == (b.stage == NULL));
    a.stage = b.stage = NULL;
    ascent_result_clear(&a);
    ascent_result_clear(&b);
}

static void test_the_ladder_is_asked_while_its_price_is_not_spent(void **state)
{
    const struct ascent_options options = {
        .evals = 4000,
        .decisions_work = 1e-6,
        .dropped = STAGE_DROP_NONE,
        .ladder = {.prec_max = LADDER_DEFAULT_CAP}};
    struct fixture f;
    struct ascent_result r;
    (void)state;
    /* a tie that doubles cannot tell from a violation */
    fixture_init(&f, "given x : real in [0, 3];"
                     "claim c: exp(x) * exp(-x) <= 1;");
    ascent_run(&r, f.spec, 0, 0, &options);
    assert_null(r.stage);
    assert_int_equal(r.decisions, 1);
    ascent_result_clear(&r);
    fixture_clear(&f);
}

/* One plus one over many entries: a row of ones and a column of ones. */
static void test_structures_of_two_shapes_are_found(void **state)
{
    struct ascent_result r;
    (void)state;
    run(&r,
        "given A, B : real[6, 6]; claim c:"
        "norm1inf(A + B) <= ? * (norm1inf(A) + norm1inf(B));",
        20000, STAGE_DROP_NONE);
    assert_true(enclosure_double(&r.ratio) > 1.42886);
    r.stage = NULL;
    ascent_result_clear(&r);
}

/* False from 3026 entries on; draws have at most 11 * 11. */
static void test_one_size_grows_until_the_claim_fails(void **state)
{
    struct ascent_result r;
    struct fixture f;
    const struct ascent_options options = {
        .evals = 50000,
        .dropped = STAGE_DROP_NONE,
        .ladder = {.prec_max = LADDER_DEFAULT_CAP}};
    (void)state;
    fixture_init(&f, "dim n, m; given x : real[n, m];"
                     "claim c: norm1(x') <= 55 * normfro(x);");
    ascent_run(&r, f.spec, 0, 0, &options);
    assert_non_null(r.stage);
    size_t entries =
        (size_t)r.stage->layout.slots[0].rows * r.stage->layout.slots[0].cols;
    assert_int_equal(entries, 3026);
    ascent_result_clear(&r);
    fixture_clear(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_false_statements_fall),
        cmocka_unit_test(test_narrow_intervals_are_met),
        cmocka_unit_test(test_needles_in_underflow_are_met),
        cmocka_unit_test(test_flat_pieces_are_left_at_their_junctions),
        cmocka_unit_test(test_integers_are_gone_through),
        cmocka_unit_test(test_integers_that_plans_depend_on_are_drawn),
        cmocka_unit_test(test_equations_are_solved_exactly),
        cmocka_unit_test(test_ridges_are_followed),
        cmocka_unit_test(test_rotations_far_from_permutations_are_reached),
        cmocka_unit_test(test_a_rank_deficient_witness_is_reached),
        cmocka_unit_test(test_true_statements_stand),
        cmocka_unit_test(test_assumptions_are_kept_unless_dropped),
        cmocka_unit_test(test_a_constant_is_approached_from_below),
        cmocka_unit_test(test_a_constant_above_one_is_climbed_to),
        cmocka_unit_test(test_structures_of_two_shapes_are_found),
        cmocka_unit_test(test_one_size_grows_until_the_claim_fails),
        cmocka_unit_test(test_the_same_seed_gives_the_same_search),
        cmocka_unit_test(test_the_ladder_is_asked_while_its_price_is_not_spent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
