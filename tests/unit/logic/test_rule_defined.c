/* What a line may not take for defined: sizes, and parts of conditions. */
#include "rule_fixture.h"

/* ORDER: the theorems of the text */
enum { HALVED, BARE, SIZED, GUARDED };

static const char text[] =
    "theorem halved { dim m; given v : real[m];\n"
    "  claim c: (m - 1) * (m - 2) >= 0;\n"
    "}\n"
    "theorem bare {\n"
    "  dim n; dim k >= 2;\n"
    "  claim low: 0 <= sum(ones(n - 5));  claim low_end: 0 <= n - 5;\n"
    "  claim part: 0 <= sum(ones(k / 2));  claim part_end: 0 <= k / 2;\n"
    "  claim sure: 0 <= sum(ones(k - 1));  claim sure_end: 0 <= k - 1;\n"
    "  claim half: 0 <= sum(i in 1..n / 2, i - 1);\n"
    "  claim half_end: 0 <= n * (n - 2) / 8;\n"
    "  claim whole: 0 <= sum(i in 1..n, i - 1);\n"
    "  claim whole_end: 0 <= n * (n - 1) / 2;\n"
    "  claim product: (k / 2 - 1) * (k / 2 - 2) >= 0;\n"
    "}\n"
    "theorem sized {\n"
    "  dim n; given v : real[n - 5];\n"
    "  claim low: 0 <= sum(ones(n - 5));  claim low_end: 0 <= n - 5;\n"
    "}\n"
    "theorem guarded {\n"
    "  given x : real;\n"
    "  claim one: 0 < abs(x) + if(1 / x > 5, 0, 0);\n"
    "  claim first: 0 < abs(x) + if(x > 0 and 1 / x > 5, 0, 0);\n"
    "  claim every: 0 < abs(x) + if(forall(i in 1..2, x > i or 1 / x > i), "
    "0, 0);\n"
    "}\n";

static struct rule_fixture opened(size_t theorem)
{
    struct rule_fixture f;
    fixture_open(&f, text, theorem);
    return f;
}

/* The conclusion from one premise, whose sides are equal to its own. */
static bool follows(struct rule_fixture *f, const char *premise,
                    const char *conclusion)
{
    const size_t from = fixture_premise(f, premise);
    const struct expr *const terms[] = {NULL, NULL, NULL};
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = &from,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 3};
    return fixture_add(f, &line);
}

/* At n = 1 there is no ones(n - 5): what is said of it says nothing. */
static void test_sizes_of_middle_terms_are_sizes(void **state)
{
    (void)state;
    struct rule_fixture f = opened(BARE);
    assert_false(follows(&f, "low", "low_end"));
    assert_false(follows(&f, "part", "part_end"));
    assert_true(follows(&f, "sure", "sure_end"));
    fixture_close(&f);
}

/* At n = 1 there is no sum over 1..n/2. */
static void test_ranges_of_middle_terms_are_whole(void **state)
{
    (void)state;
    struct rule_fixture f = opened(BARE);
    assert_false(follows(&f, "half", "half_end"));
    assert_true(follows(&f, "whole", "whole_end"));
    fixture_close(&f);
}

static void test_sizes_of_givens_are_sizes(void **state)
{
    (void)state;
    struct rule_fixture f = opened(SIZED);
    assert_true(follows(&f, "low", "low_end"));
    fixture_close(&f);
}

/* At k = 3 the lemma would speak of a size of 3/2. */
static void test_dims_of_lemmas_are_whole(void **state)
{
    (void)state;
    struct rule_fixture f = opened(BARE);
    const struct expr *v = fixture_side(&f, "part", 1)->kids[0];
    const struct line line = {.rule = RULE_LEMMA,
                              .lemma = module_theorem(f.module, HALVED),
                              .conclusion = fixture_claim(&f, "product"),
                              .terms = &v,
                              .nterms = 1};
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* The line 0 < s, s being seen to be positive. */
static bool is_seen(struct rule_fixture *f, const char *claim)
{
    const struct expr *rest = fixture_side(f, claim, 1);
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(f, claim),
                              .terms = &rest,
                              .nterms = 1};
    return fixture_add(f, &line);
}

/* At x = 0 `x > 0 and 1/x > 5` is false by its first part. */
static void test_conditions_may_be_settled_by_one_part(void **state)
{
    (void)state;
    struct rule_fixture f = opened(GUARDED);
    assert_true(is_seen(&f, "one"));
    assert_false(is_seen(&f, "first"));
    assert_false(is_seen(&f, "every"));
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_of_middle_terms_are_sizes),
        cmocka_unit_test(test_ranges_of_middle_terms_are_whole),
        cmocka_unit_test(test_sizes_of_givens_are_sizes),
        cmocka_unit_test(test_dims_of_lemmas_are_whole),
        cmocka_unit_test(test_conditions_may_be_settled_by_one_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
