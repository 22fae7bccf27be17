/*
 * Rules about families: induction, hypotheses, least upper bounds, parts of
 * conjunctions, lemmas with family givens; each rejects what is nearly it.
 */
#include "rule_fixture.h"

#include <string.h>

static const char text[] =
    "theorem recursion {\n"
    "  dim L;\n"
    "  given c : nonneg;\n"
    "  given e[l in 0..L] : nonneg;\n"
    "  assume step: forall(l in 1..L, e[l] <= c * e[l-1]);\n"
    "  claim last: e[L] <= c^L * e[0];\n"
    "  claim beyond: e[L+1] <= 0;\n"
    "}\n"
    "theorem t {\n"
    "  dim L; dim n;\n"
    "  given a : nonneg;\n"
    "  given x, y : real;\n"
    "  given s[l in 1..L] : real;\n"
    "  given v : real[n];\n"
    "  let u[0] = 1;\n"
    "  let u[l in 1..L] = a * u[l-1];\n"
    "  let w[l in 0..L-1] = a^l;\n"
    "  claim every: forall(l in 0..L, u[l] <= 1);\n"
    "  claim later: forall(l in 1..L, u[l] <= 1);\n"
    "  claim start: u[0] <= 1;\n"
    "  claim second: u[1] <= 1;\n"
    "  claim both: x <= y and y <= x;  claim first: x <= y;\n"
    "  claim other: x < y;\n"
    "  claim bounded: max(i in 1..n, v[i]) <= x;\n"
    "  claim strictly: max(i in 1..n, v[i]) < x;\n"
    "  claim turned: x <= max(i in 1..n, v[i]);\n"
    "  claim below: x <= min(i in 1..n, v[i]);\n"
    "  claim falls: forall(l in 1..L, u[l] <= a * u[l-1]);\n"
    "  claim falls_short: forall(l in 1..L, u[l] <= x * u[l-1]);\n"
    "  claim solved: u[L] <= a^L * u[0];\n"
    "  claim wrong: u[L] <= a^L * x;\n"
    "  claim nothing: u[L+1] <= 0;\n"
    "  claim in_sum: sum(l in 0..L, u[l]) <= 1;\n"
    "  claim shorter: sum(l in 0..L-1, w[l]) <= 1;\n"
    "  claim signs: 0 <= u[L];  claim open: 0 <= s[L];\n"
    "  claim powers: 0 <= 3^L - 3;  claim too_much: 0 <= 3^L - 4;\n"
    "  claim spread: 0 <= max(v) / 4 - min(v) / 4;\n"
    "  claim no_spread: 0 <= min(v) / 4 - max(v) / 4;\n"
    "  claim uneven: 0 <= max(v) / 4 - min(v) / 2;\n"
    "}\n"
    "theorem circles {\n"
    "  dim L;\n"
    "  given a : nonneg;\n"
    "  let up[0] = a;  let up[l in 1..L] = a + up[l+1];\n"
    "  let r[0] = a;  let r[l in 1..L] = a * s[l];\n"
    "  let s[0] = a;  let s[l in 1..L] = a + r[l-1];\n"
    "  let less[0] = a;  let less[l in 1..L] = a * less[l-1] - 1;\n"
    "  let gap[0] = a;  let gap[l in 2..L] = a * gap[l-1];\n"
    "  claim upward: 0 <= up[L];  claim falling: 0 <= r[L];\n"
    "  claim partner: 0 <= s[L];  claim past: 0 <= r[L+1];\n"
    "  claim lower: 0 <= less[L];  claim hole: 0 <= gap[L];\n"
    "}\n"
    "theorem signs {\n"
    "  dim k >= 2;\n"
    "  given a : nonneg;  given x : real;  given v, w : real[k];\n"
    "  claim inverse: 0 <= 1 / 2 - 1 / k;  claim dim: 0 <= k - 2;\n"
    "  claim inverse_turned: 0 <= 1 / k - 1 / 2;  claim top: 0 <= 3 - k;\n"
    "  claim falling: 0 <= (1/3)^k - 1/9;  claim given_top: 0 <= 9 - a;\n"
    "  claim strict: 0 < k - 2;  claim strictly: 0 < k - 1;\n"
    "  claim scaled: 0 <= a * max(v) - a * min(v);\n"
    "  claim signed: 0 <= x * max(v) - x * min(v);\n"
    "  claim two: 0 <= max(v) - min(w);\n"
    "}\n";

static struct rule_fixture opened(void)
{
    struct rule_fixture f;
    fixture_open(&f, text, 1);
    return f;
}

/* ---- induction ---- */

/* What an induction on `claim` may get wrong. */
struct trial {
    int64_t from;    /* the step's range begins so far from the start */
    int64_t assumed; /* the hypothesis is r(l + assumed) */
    const char *start;
    bool has_hypothesis;
};

static bool induces(const char *claim, struct trial t)
{
    struct rule_fixture f = opened();
    struct expr_pool *pool = f.theorem->pool;
    const struct span nowhere = {0};
    const struct expr *e = fixture_claim(&f, claim);
    const struct expr *l = expr_symbol(pool, e->symbol, nowhere);
    const struct expr *before = make_substitute(pool, e->kids[2], e->symbol,
                                                make_shift(pool, l, t.assumed));
    const struct scope_entry *scope = derivation_variable(
        f.d, NULL, e->symbol, make_shift(pool, e->kids[0], t.from), e->kids[1]);
    if (t.has_hypothesis)
        scope = derivation_hypothesis(f.d, scope, before);
    size_t premises[2] = {fixture_granted(&f, fixture_claim(&f, t.start), NULL),
                          fixture_granted(&f, e->kids[2], scope)};
    const struct line line = {.rule = RULE_INDUCTION,
                              .conclusion = e,
                              .premises = premises,
                              .npremises = 2};
    bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    return ok;
}

static void test_induction(void **state)
{
    (void)state;
    assert_true(induces("every", (struct trial){1, -1, "start", true}));
    assert_false(induces("every", (struct trial){1, 0, "start", true}));
    assert_false(induces("every", (struct trial){1, -2, "start", true}));
    assert_false(induces("every", (struct trial){2, -1, "start", true}));
    assert_false(induces("every", (struct trial){0, -1, "start", true}));
    assert_false(induces("every", (struct trial){1, -1, "second", true}));
    assert_false(induces("every", (struct trial){1, -1, "start", false}));
    assert_true(induces("later", (struct trial){1, -1, "second", true}));
    assert_false(induces("later", (struct trial){1, -1, "start", true}));
}

static void test_hypothesis_is_in_scope(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *first = fixture_claim(&f, "first");
    struct line line = {.rule = RULE_HYPOTHESIS,
                        .conclusion = first,
                        .scope = derivation_hypothesis(f.d, NULL, first)};
    assert_true(fixture_add(&f, &line));
    line.scope = NULL;
    assert_false(fixture_add(&f, &line));
    line.scope = derivation_hypothesis(f.d, NULL, fixture_claim(&f, "other"));
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* ---- maxima and conjunctions ---- */

static bool bounds(const char *claim, enum relop op, bool other_range)
{
    struct rule_fixture f = opened();
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *e = fixture_claim(&f, claim);
    bool upper = strcmp(claim, "below") != 0;
    const struct expr *binder =
        e->kids[0]->op == EX_MAX ? e->kids[0] : e->kids[1];
    const struct expr *x = fixture_claim(&f, "bounded")->kids[1];
    const struct expr *hi =
        other_range ? make_shift(pool, binder->kids[1], -1) : binder->kids[1];
    const struct scope_entry *scope =
        derivation_variable(f.d, NULL, binder->symbol, binder->kids[0], hi);
    size_t premise =
        fixture_granted(&f,
                        upper ? relation_make(pool, op, binder->kids[2], x)
                              : relation_make(pool, op, x, binder->kids[2]),
                        scope);
    const struct line line = {.rule = RULE_LEAST_UPPER,
                              .conclusion = e,
                              .premises = &premise,
                              .npremises = 1};
    bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    return ok;
}

static void test_least_upper_bound(void **state)
{
    (void)state;
    assert_true(bounds("bounded", REL_LE, false));
    assert_true(bounds("strictly", REL_LT, false));
    assert_true(bounds("below", REL_LE, false));
    assert_false(bounds("strictly", REL_LE, false));
    assert_false(bounds("turned", REL_LE, false));
    assert_false(bounds("bounded", REL_LE, true));
    assert_false(bounds("bounded", REL_NE, false));
}

static void test_parts_of_a_conjunction(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    size_t both = fixture_granted(&f, fixture_claim(&f, "both"), NULL);
    struct line line = {.rule = RULE_CONJUNCTION,
                        .conclusion = fixture_claim(&f, "both")->kids[1],
                        .premises = &both,
                        .npremises = 1};
    assert_true(fixture_add(&f, &line));
    line.conclusion = fixture_claim(&f, "other");
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* ---- lemmas with families ---- */

/* claim of `recursion` (0: last, 1: beyond) at c = a, e = the family named */
static bool recurs(const char *goal, size_t claim, const char *premise,
                   const char *family)
{
    struct rule_fixture f = opened();
    const struct theorem *lemma = module_theorem(f.module, 0);
    const struct expr *terms[2] = {
        fixture_claim(&f, "falls")->kids[2]->kids[1]->kids[0],
        fixture_side(&f, family, 0)};
    size_t step = fixture_granted(&f, fixture_claim(&f, premise), NULL);
    const struct line line = {.rule = RULE_LEMMA,
                              .conclusion = fixture_claim(&f, goal),
                              .premises = &step,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 2,
                              .number = claim,
                              .lemma = lemma};
    bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    return ok;
}

static void test_lemma_of_a_family(void **state)
{
    (void)state;
    assert_true(recurs("solved", 0, "falls", "in_sum"));
    assert_false(recurs("wrong", 0, "falls", "in_sum"));
    assert_false(recurs("solved", 0, "falls_short", "in_sum"));
    assert_false(recurs("solved", 0, "start", "in_sum"));
    assert_false(recurs("solved", 0, "falls", "shorter"));
    /* a member beyond the given's range has no image */
    assert_false(recurs("nothing", 1, "falls", "in_sum"));
}

/* ---- judgements ---- */

static bool is_nonnegative_in(size_t theorem, const char *claim)
{
    struct rule_fixture f;
    fixture_open(&f, text, theorem);
    const struct expr *rest = fixture_side(&f, claim, 1);
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(&f, claim),
                              .terms = &rest,
                              .nterms = 1};
    bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    return ok;
}

static bool is_nonnegative(const char *claim)
{
    return is_nonnegative_in(1, claim);
}

static void test_circles_settle_nothing(void **state)
{
    (void)state;
    assert_true(is_nonnegative_in(2, "falling"));
    assert_true(is_nonnegative_in(2, "partner"));
    assert_false(is_nonnegative_in(2, "upward"));
    assert_false(is_nonnegative_in(2, "past"));
    assert_false(is_nonnegative_in(2, "lower"));
    assert_false(is_nonnegative_in(2, "hole"));
}

static void test_least_values_and_spreads(void **state)
{
    static const char *const right[] = {"inverse", "dim", "strictly", "scaled"};
    static const char *const wrong[] = {
        "inverse_turned", "top",    "falling", "given_top",
        "strict",         "signed", "two"};
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_true(is_nonnegative_in(3, right[i]));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(is_nonnegative_in(3, wrong[i]));
}

static void test_signs(void **state)
{
    (void)state;
    assert_true(is_nonnegative("signs"));
    assert_false(is_nonnegative("open"));
    assert_true(is_nonnegative("powers"));
    assert_false(is_nonnegative("too_much"));
    assert_true(is_nonnegative("spread"));
    assert_false(is_nonnegative("no_spread"));
    assert_false(is_nonnegative("uneven"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_induction),
        cmocka_unit_test(test_hypothesis_is_in_scope),
        cmocka_unit_test(test_least_upper_bound),
        cmocka_unit_test(test_parts_of_a_conjunction),
        cmocka_unit_test(test_lemma_of_a_family),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_circles_settle_nothing),
        cmocka_unit_test(test_least_values_and_spreads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
