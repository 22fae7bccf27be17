/*
 * Kinds that an equation among the assumptions gives: an instance of a rule
 * about stochastic or orthogonal matrices is accepted with it, and with no
 * other.
 */
#include "rule_fixture.h"

#define SIGN "assume sign: P >= 0;"
#define ROWS "assume rows: P * ones(n) == ones(n);"

/* Whether the claim is an instance of the rule at the terms p and x. */
static bool instantiates(const char *assumptions, const char *rule,
                         const char *claim, const char *p, const char *x)
{
    struct rule_fixture f;
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text,
                  "theorem t { dim n; given P : real[n, n]; given X : "
                  "real[n, n]; %s claim c: %s; claim p: %s == X; claim x: %s "
                  "== X; }",
                  assumptions, claim, p, x);
    fixture_open(&f, text.text, 0);
    const struct expr *terms[] = {fixture_side(&f, "p", 0),
                                  fixture_side(&f, "x", 0)};
    const struct line line = {.rule = RULE_INSTANCE,
                              .conclusion = fixture_claim(&f, "c"),
                              .number = catalogue_find(rule),
                              .terms = terms,
                              .nterms = 2};
    bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    buffer_clear(&text);
    return ok;
}

static bool averages(const char *assumptions, const char *claim, const char *p)
{
    return instantiates(assumptions, "average_normmax", claim, p, "X");
}

static void test_rows_that_add_up_to_one(void **state)
{
    (void)state;
    const char *claim = "normmax(P * X) <= normmax(X)";
    assert_true(averages(SIGN ROWS, claim, "P"));
    assert_true(
        averages(SIGN "assume rows: rowsum(P) == ones(n);", claim, "P"));
    assert_false(averages(ROWS, claim, "P"));
    assert_false(averages(SIGN, claim, "P"));
    assert_false(
        averages(SIGN "assume rows: P * ones(n) == 2 * ones(n);", claim, "P"));
    assert_false(
        averages(SIGN "assume rows: P' * ones(n) == ones(n);", claim, "P"));
}

static void test_products_and_powers(void **state)
{
    (void)state;
    assert_true(
        averages(SIGN ROWS, "normmax(P * P * X) <= normmax(X)", "P * P"));
    assert_true(averages(SIGN ROWS, "normmax(P^n * X) <= normmax(X)", "P^n"));
    assert_false(
        averages(SIGN ROWS, "normmax(P * X * X) <= normmax(X)", "P * X"));
}

static void test_orthogonal_columns(void **state)
{
    (void)state;
    struct rule_fixture f;
    const char *const assumed[] = {"P' * P == eye(n)", "P * P == eye(n)"};
    for (size_t i = 0; i < 2; i++) {
        struct buffer text;
        buffer_init(&text);
        buffer_printf(&text,
                      "theorem t { dim n; given P : real[n, n]; assume a: %s; "
                      "claim c: norm2(P) == 1; }",
                      assumed[i]);
        fixture_open(&f, text.text, 0);
        const struct expr *term = fixture_side(&f, "c", 0)->kids[0];
        const struct line line = {.rule = RULE_INSTANCE,
                                  .conclusion = fixture_claim(&f, "c"),
                                  .number =
                                      catalogue_find("norm2_of_orthogonal"),
                                  .terms = &term,
                                  .nterms = 1};
        assert_int_equal(fixture_add(&f, &line), i == 0);
        fixture_close(&f);
        buffer_clear(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_that_add_up_to_one),
        cmocka_unit_test(test_products_and_powers),
        cmocka_unit_test(test_orthogonal_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
