/* Combinations, replacements and ranges with a term that is not what its rule
   asks for. */
#include "rule_fixture.h"

static const char text[] =
    "theorem t {\n"
    "  dim n; dim k;\n"
    "  given A, B, C : real[n, n];  given N : nonneg[n, n];\n"
    "  given x, y, t : real;  given a : nonneg;  given c : real[n];\n"
    "  given R : real[k, n];\n"
    "  claim weak: x <= y;  claim strict: x < y;  claim same: x == y;\n"
    "  claim differ: x != y;  claim none: 0 == norm2(A);\n"
    "  claim root: 0 <= t;  claim square: 0 <= sqrt(t) * sqrt(t);\n"
    "  claim times: t * x <= t * y;\n"
    "  claim below: A < B;  claim at_most: A <= B;  claim equal: A == B;\n"
    "  claim scaled: a * x < a * y;  claim scaled_weakly: a * x <= a * y;\n"
    "  claim outer: c * ones(n)' <= exp(A);\n"
    "  claim turned: ones(n) * c' <= exp(A);  claim tall: R <= R + R;\n"
    "  claim left: N * A < N * B;  claim right: A * N < B * N;\n"
    "  claim norms: norm1(A) == norm1(B);\n"
    "  claim other_norms: norm1(C) == norm1(B);\n"
    "  claim entries: exp(A) <= exp(B);\n"
    "  claim product: A * B <= exp(B);  claim called: softmax(A) <= exp(B);\n"
    "  claim many: ones(n, k) * ones(k, n) <= exp(A);\n"
    "  claim one: ones(n) * ones(n)' <= exp(A);\n"
    "  claim columns: A * ones(n, n) <= exp(A);\n"
    "  claim rows: ones(n, n) * A <= exp(A);\n"
    "  claim image: exp(x) <= exp(y);  claim to_log: x <= log(y);\n"
    "}\n";

static struct rule_fixture opened(void)
{
    struct rule_fixture f;
    fixture_open(&f, text, 0);
    return f;
}

/* conclusion from left * (difference of the premise) * right + rest */
static bool combines(struct rule_fixture *f, const char *conclusion,
                     const char *premise, const struct expr *left,
                     const struct expr *right, const struct expr *rest)
{
    const size_t known = premise ? fixture_premise(f, premise) : 0;
    const struct expr *const both[] = {left, right, rest};
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = &known,
                              .npremises = premise ? 1 : 0,
                              .terms = premise ? both : &rest,
                              .nterms = premise ? 3 : 1};
    return fixture_add(f, &line);
}

static void test_relations_of_a_combination(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *norm = fixture_side(&f, "none", 1);
    assert_true(combines(&f, "weak", "strict", NULL, NULL, NULL));
    assert_false(combines(&f, "weak", "differ", NULL, NULL, NULL));
    assert_false(combines(&f, "differ", "weak", NULL, NULL, NULL));
    assert_false(combines(&f, "differ", "strict", NULL, NULL, NULL));
    assert_false(combines(&f, "none", NULL, NULL, NULL, norm));
    assert_false(combines(&f, "weak", NULL, NULL, NULL, NULL));
    fixture_close(&f);
}

/* sqrt(t) sqrt(t) is t where it has a value, and nothing at t = -1. */
static void test_factors_and_rests_have_values(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *square = fixture_side(&f, "square", 1);
    assert_false(combines(&f, "root", NULL, NULL, NULL, square));
    assert_false(combines(&f, "times", "weak", square, NULL, NULL));
    assert_false(combines(&f, "times", "weak", NULL, square, NULL));
    fixture_close(&f);
}

/* N may be 0, and a positive matrix makes no single entry strict here. */
static void test_strictness_is_kept_by_positive_numbers(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *left = fixture_side(&f, "left", 0)->kids[0];
    const struct expr *right = fixture_side(&f, "right", 0)->kids[1];
    const struct expr *two = make_int(f.theorem->pool, 2);
    assert_false(combines(&f, "left", "below", left, NULL, NULL));
    assert_false(combines(&f, "right", "below", NULL, right, NULL));
    assert_true(combines(&f, "below", "below", NULL, NULL, NULL));
    assert_false(combines(&f, "below", "below", two, NULL, NULL));
    const struct expr *a = fixture_side(&f, "scaled", 0)->kids[0];
    assert_true(combines(&f, "scaled_weakly", "strict", a, NULL, NULL));
    assert_false(combines(&f, "scaled", "strict", a, NULL, NULL));
    assert_false(combines(&f, "scaled", "strict", NULL, a, NULL));
    fixture_close(&f);
}

static void test_shapes_of_factors_fit(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *tall = fixture_side(&f, "tall", 0);
    assert_false(combines(&f, "at_most", "at_most", NULL, tall, NULL));
    assert_false(combines(&f, "at_most", "equal", NULL, tall, NULL));
    assert_false(combines(&f, "at_most", "equal", NULL, NULL, tall));
    assert_false(combines(&f, "tall", "equal", NULL, NULL, tall));
    fixture_close(&f);
}

static bool replaces(struct rule_fixture *f, const char *conclusion,
                     const char *premise, const struct expr *first,
                     const struct expr *second)
{
    const size_t known = fixture_premise(f, premise);
    const struct expr *const terms[] = {first, second};
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = &known,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = first ? 2 : 0};
    return fixture_add(f, &line);
}

static void test_replacing_gives_no_strict_relation(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(replaces(&f, "weak", "same", NULL, NULL));
    assert_false(replaces(&f, "strict", "same", NULL, NULL));
    assert_false(replaces(&f, "differ", "same", NULL, NULL));
    fixture_close(&f);
}

static void test_replaced_terms_are_the_sides(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *a = fixture_side(&f, "norms", 0);
    const struct expr *b = fixture_side(&f, "norms", 1);
    assert_true(replaces(&f, "norms", "equal", a, b));
    assert_false(replaces(&f, "other_norms", "equal", a, b));
    fixture_close(&f);
}

/* ---- ranges ---- */

static bool no_range(void *context, const struct domain *domain,
                     const void *payload)
{
    (void)context;
    (void)domain;
    (void)payload;
    return false;
}

/* A and B as variables, the range being taken for granted. */
static bool ranges(struct rule_fixture *f, const char *conclusion,
                   size_t nterms, const void *payload)
{
    const struct expr *const terms[] = {
        fixture_side(f, "equal", 0), NULL, NULL,
        fixture_side(f, "equal", 1), NULL, NULL};
    const struct line line = {.rule = RULE_RANGE,
                              .conclusion = fixture_claim(f, conclusion),
                              .terms = terms,
                              .nterms = nterms,
                              .payload = payload};
    return fixture_add(f, &line);
}

/* Each entry of the relation is one of numbers: no products, no softmax. */
static void test_ranges_are_of_entries(void **state)
{
    static const char *const wrong[] = {"product", "called", "many",  "rows",
                                        "columns", "outer",  "turned"};
    (void)state;
    struct rule_fixture f = opened();
    f.context.check_range = fixture_any_range;
    assert_true(ranges(&f, "entries", 6, text));
    assert_true(ranges(&f, "one", 6, text));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(ranges(&f, wrong[i], 6, text));
    fixture_close(&f);
}

static void test_ranges_are_certified(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    f.context.check_range = fixture_any_range;
    assert_false(ranges(&f, "entries", 6, NULL));
    assert_false(ranges(&f, "entries", 5, text));
    assert_false(ranges(&f, "entries", 3, text)); /* what is B? */
    f.context.check_range = no_range;
    assert_false(ranges(&f, "entries", 6, text));
    f.context.check_range = NULL;
    assert_false(ranges(&f, "entries", 6, text));
    fixture_close(&f);
}

static void test_premises_of_ranges_have_values(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const size_t known = fixture_premise(&f, "to_log");
    const struct expr *const terms[] = {
        fixture_side(&f, "weak", 0), NULL, NULL,
        fixture_side(&f, "weak", 1), NULL, NULL};
    struct line line = {.rule = RULE_RANGE,
                        .conclusion = fixture_claim(&f, "image"),
                        .premises = &known,
                        .terms = terms,
                        .nterms = 6,
                        .payload = text};
    f.context.check_range = fixture_any_range;
    assert_true(fixture_add(&f, &line));
    line.npremises = 1;
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_relations_of_a_combination),
        cmocka_unit_test(test_factors_and_rests_have_values),
        cmocka_unit_test(test_strictness_is_kept_by_positive_numbers),
        cmocka_unit_test(test_shapes_of_factors_fit),
        cmocka_unit_test(test_replacing_gives_no_strict_relation),
        cmocka_unit_test(test_replaced_terms_are_the_sides),
        cmocka_unit_test(test_ranges_are_of_entries),
        cmocka_unit_test(test_ranges_are_certified),
        cmocka_unit_test(test_premises_of_ranges_have_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
