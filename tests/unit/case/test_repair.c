/* Assumptions of papers, met by drawn values (spec_repair.c). */
#include "spec_fixture.h"

#include "case/property.h"

enum { TRIALS = 60 };

/* Whether the value of slot `a` has that kind. */
static bool is_of_kind(const struct fixture *f, size_t a, enum given_kind kind)
{
    struct range open;
    struct buffer reason;
    range_init(&open);
    buffer_init(&reason);
    bool ok =
        property_check(&f->x.values[a], kind, &open, "X", &reason) == ST_OK;
    buffer_clear(&reason);
    range_clear(&open);
    return ok;
}

/* Odd trials in which all slots from `first` on are of that kind. */
static size_t met(struct fixture *f, size_t first, enum given_kind kind)
{
    size_t count = 0;
    for (uint64_t k = 1; k < TRIALS; k += 2) {
        bool all = true;
        trial(f, k);
        for (size_t s = first; s < f->layout.nslots; s++)
            all = all && is_of_kind(f, s, kind);
        count += all;
    }
    return count;
}

static void assert_met(const char *givens, const char *assumptions,
                       enum given_kind kind, size_t first)
{
    struct fixture f = {0};
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { dim n; %s %s claim c: %s == %s; }",
                  givens, assumptions, "X", "X");
    setup(&f, text.text);
    size_t count = met(&f, first, kind);
    if (count < TRIALS / 4)
        fail_msg("%s: only %zu of %d", assumptions, count, TRIALS / 2);
    teardown(&f);
    buffer_clear(&text);
}

static void test_spheres_are_met_however_they_are_spelled(void **state)
{
    (void)state;
    const char *x = "given X : real[n];";
    assert_met(x, "assume norm2(X) == 1;", GIVEN_UNIT, 0);
    assert_met(x, "assume 1 == normfro(X);", GIVEN_UNIT, 0);
    assert_met(x, "assume X' * X == 1;", GIVEN_UNIT, 0);
    assert_met(x, "assume 2 * norm2(X)^2 == 2;", GIVEN_UNIT, 0);
    assert_met(x, "assume sum(i in 1..n, X[i]^2) == 1;", GIVEN_UNIT, 0);
    assert_met("given X : real[n, n];", "assume X' * X == eye(n);",
               GIVEN_ORTHOGONAL, 0);
}

static void test_sums_and_patterns_are_met(void **state)
{
    (void)state;
    const char *square = "given X : real[n, n];";
    assert_met("given X : real[n];", "assume X >= 0; assume sum(X) == 1;",
               GIVEN_SIMPLEX, 0);
    assert_met(square, "assume X >= 0; assume rowsum(X) == ones(n);",
               GIVEN_STOCHASTIC, 0);
    assert_met(square,
               "assume X >= 0; assume rowsum(X) == ones(n);"
               "assume colsum(X) == ones(n)';",
               GIVEN_DOUBLY_STOCHASTIC, 0);
    assert_met(square,
               "assume forall(i in 1..n, forall(j in i + 1..n, "
               "X[i, j] == 0));",
               GIVEN_LOWER, 0);
    assert_met(square, "assume X' == -X;", GIVEN_SKEW, 0);
    assert_met(square, "assume X == X';", GIVEN_SYMMETRIC, 0);
}

static void test_definite_ones_are_met(void **state)
{
    (void)state;
    assert_met("given X : real[n, n];", "assume psd(X);", GIVEN_PSD, 0);
    assert_met("given X : symmetric[n];", "assume eigmin(X) >= 0;", GIVEN_PSD,
               0);
    assert_met("given X : symmetric[n];", "assume psd(X - 2 * eye(n));",
               GIVEN_PSD, 0);
}

/* Between 2 and 3, whichever end is assumed first. */
static void test_both_ends_of_a_band_are_met(void **state)
{
    (void)state;
    static const char *const ends[] = {"psd(X - 2 * eye(n))", "eigmax(X) <= 3"};
    for (size_t first = 0; first < 2; first++) {
        struct fixture f = {0};
        struct buffer text;
        rational_t x;
        rational_init(&x);
        buffer_init(&text);
        buffer_printf(&text,
                      "theorem t { dim n; given X : symmetric[n]; assume %s; "
                      "assume %s; claim c: X == X; }",
                      ends[first], ends[1 - first]);
        setup(&f, text.text);
        for (uint64_t k = 1; k < TRIALS; k += 2) {
            trial(&f, k);
            value_entry(&x, &f.x.values[0], 0, 0);
            assert_true(mpq_cmp_ui(x.q, 2, 1) >= 0);
            assert_true(mpq_cmp_ui(x.q, 3, 1) <= 0);
        }
        teardown(&f);
        buffer_clear(&text);
        rational_clear(&x);
    }
}

/* Every member of a family; hypotheses through a let. */
static void test_families_and_lets_are_met(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { dim n, L; given X[l in 1..L] : real[n];"
              " let s[l in 1..L] = X[l]' * X[l];"
              " assume forall(l in 1..L, s[l] == 1); claim c: X[1] == X[1]; }");
    assert_true(met(&f, 0, GIVEN_UNIT) > TRIALS / 4);
    teardown(&f);
}

/* x <= y <= z, however they were drawn, and draws differ. */
static void test_orders_are_met_by_different_draws(void **state)
{
    (void)state;
    struct fixture f = {0};
    rational_t a, b, first;
    size_t ordered = 0, other = 0;
    rational_init(&a);
    rational_init(&b);
    rational_init(&first);
    setup(&f, "theorem t { given x, y, z : real; assume x <= y; assume y < z;"
              " claim c: x <= z; }");
    for (uint64_t k = 1; k < TRIALS; k += 2) {
        trial(&f, k);
        value_entry(&a, &f.x.values[0], 0, 0);
        value_entry(&b, &f.x.values[1], 0, 0);
        bool low = mpq_cmp(a.q, b.q) <= 0;
        value_entry(&a, &f.x.values[2], 0, 0);
        ordered += low && mpq_cmp(b.q, a.q) < 0;
        other += mpq_cmp(first.q, a.q) != 0;
        mpq_set(first.q, a.q);
    }
    assert_true(ordered > TRIALS / 3);
    assert_true(other > TRIALS / 4);
    teardown(&f);
    rational_clear(&a);
    rational_clear(&b);
    rational_clear(&first);
}

/* Even trials are drawn as ever: strictness is tested on what is rejected. */
static void test_even_trials_stay_as_drawn(void **state)
{
    (void)state;
    struct fixture f = {0}, g = {0};
    rational_t a, b;
    rational_init(&a);
    rational_init(&b);
    setup(&f, "theorem t { given x, y : real; assume x^2 + y^2 == 1;"
              " claim c: x <= 1; }");
    setup(&g, "theorem t { given x, y : real; claim c: x + y <= 1; }");
    for (uint64_t k = 0; k < TRIALS; k += 2) {
        trial(&f, k);
        trial(&g, k);
        value_entry(&a, &f.x.values[0], 0, 0);
        value_entry(&b, &g.x.values[0], 0, 0);
        assert_true(mpq_equal(a.q, b.q));
    }
    teardown(&f);
    teardown(&g);
    rational_clear(&a);
    rational_clear(&b);
}

/* The same trial is the same instance, whatever was drawn before it. */
static void test_repaired_trials_replay(void **state)
{
    (void)state;
    struct fixture f = {0};
    rational_t a, b;
    rational_init(&a);
    rational_init(&b);
    setup(&f, "theorem t { dim n; given x, y : real[n];"
              " assume norm2(x) == 1; assume x' * y == 0; claim c: x <= 1; }");
    for (uint64_t k = 1; k < 20; k += 2) {
        trial(&f, k);
        value_entry(&a, &f.x.values[1], 0, 0);
        trial(&f, k + 2);
        trial(&f, k);
        value_entry(&b, &f.x.values[1], 0, 0);
        assert_true(mpq_equal(a.q, b.q));
    }
    teardown(&f);
    rational_clear(&a);
    rational_clear(&b);
}

/* What no value meets, and what a case draws itself, changes nothing. */
static void test_what_cannot_be_met_is_left(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { dim n; given X : real[n]; assume norm2(X) == -1;"
              " claim c: X == X; }");
    assert_true(met(&f, 0, GIVEN_UNIT) < TRIALS / 4);
    teardown(&f);
    f = (struct fixture){0};
    setup(&f, "theorem t { dim n >= 2; given X : real[n];"
              " assume norm2(X) == 1; claim c: X == X; }\n"
              "case c for t { X ~ uniform(5, 6); }");
    assert_int_equal(met(&f, 0, GIVEN_UNIT), 0);
    teardown(&f);
}

/* A default given of a case is met as in the campaign. */
static void test_cases_are_met_too(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { dim n; given X : real[n]; assume norm2(X) == 1;"
              " claim c: X == X; }\n"
              "case c for t { n in 2..3; }");
    assert_true(met(&f, 0, GIVEN_UNIT) > TRIALS / 4);
    teardown(&f);
}

/* Powers: negative bases with halves in the exponent are among the draws. */
static void test_corners_of_powers_are_drawn(void **state)
{
    (void)state;
    struct fixture f = {0};
    rational_t x, s;
    size_t count = 0, plain = 0;
    rational_init(&x);
    rational_init(&s);
    setup(&f, "theorem t { given x, s, y : real; claim c: x^s <= y; }");
    for (uint64_t k = 1; k < 4 * TRIALS; k += 2) {
        trial(&f, k);
        value_entry(&x, &f.x.values[0], 0, 0);
        value_entry(&s, &f.x.values[1], 0, 0);
        count += mpq_sgn(x.q) < 0 && mpq_cmp_ui(s.q, 1, 2) == 0;
        plain += mpz_cmp_ui(mpq_denref(s.q), 2) > 0;
    }
    assert_true(count > 4 && plain > 4);
    teardown(&f);
    rational_clear(&x);
    rational_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spheres_are_met_however_they_are_spelled),
        cmocka_unit_test(test_sums_and_patterns_are_met),
        cmocka_unit_test(test_definite_ones_are_met),
        cmocka_unit_test(test_both_ends_of_a_band_are_met),
        cmocka_unit_test(test_families_and_lets_are_met),
        cmocka_unit_test(test_orders_are_met_by_different_draws),
        cmocka_unit_test(test_even_trials_stay_as_drawn),
        cmocka_unit_test(test_repaired_trials_replay),
        cmocka_unit_test(test_what_cannot_be_met_is_left),
        cmocka_unit_test(test_cases_are_met_too),
        cmocka_unit_test(test_corners_of_powers_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
