/* Each structural rule accepts what it should and nothing near it. */
#include "rule_fixture.h"

static const char text[] =
    "theorem t {\n"
    "  dim n; dim m >= 2;\n"
    "  given A, B, C : real[n, n];\n"
    "  given N : nonneg[n, n];\n"
    "  given x, y, z, t : real;\n"
    "  given r : real in [2, 3];\n"
    "  given v : real[m];\n"
    "  given P : stochastic[n, n];\n"
    "  claim ab: A <= B;  claim bc: B <= C;  claim ac: A <= C;\n"
    "  claim ca: C <= A;  claim strict: x < y;  claim yz: y <= z;\n"
    "  claim xz: x < z;  claim weak: x <= y;  claim xz_weak: x <= z;\n"
    "  claim same: x == y;  claim left: N * A <= N * B;\n"
    "  claim wrong_left: C * A <= C * B;\n"
    "  claim to_quotient: x <= y / t;  claim from_quotient: y / t <= z;\n"
    "  claim to_log: x <= log(t);  claim from_log: log(t) <= z;\n"
    "  claim to_root: x <= sqrt(t);  claim from_root: sqrt(t) <= z;\n"
    "  claim distributive: A * (B + C) == A * B + A * C;\n"
    "  claim swapped: A * B == B * A;\n"
    "  claim matrices: A == B;\n"
    "  claim in_norm: norm1(A * C) == norm1(B * C);\n"
    "  claim in_other_norm: norm1(A * C) == norm1(C * B);\n"
    "  claim doubled: norm1(A * C + B * C) == 2 * norm1(B * C);\n"
    "  claim near_doubled: norm1(A * C + B * C) == 2 * norm1(C * B);\n"
    "  claim inverse: norm1(A / x) == norm1(B / x);\n"
    "  claim lower: 2 <= r;  claim upper: r <= 3;  claim lower3: 3 <= r;\n"
    "  claim both: x <= y and y <= z;\n"
    "  claim entry: v[1] <= max(i in 1..m, v[i]);\n"
    "  claim second: v[2] <= max(i in 1..m, v[i]);\n"
    "  claim third: v[3] <= max(i in 1..m, v[i]);\n"
    "  claim least: min(i in 1..m, v[i]) <= v[1];\n"
    "  claim every: forall(i in 1..m, v[i] <= x);\n"
    "  claim at_two: v[2] <= x;  claim at_three: v[3] <= x;\n"
    "  claim nothing: 0 <= norm2(A) * exp(x) + sum(N);\n"
    "  claim unsigned: 0 <= norm2(A) * x;\n"
    "  claim norm_sum: norm2(sum(i in 1..m, v[i] * A))\n"
    "      <= sum(i in 1..m, norm2(v[i] * A));\n"
    "  claim no_norm: norm1inf(sum(i in 1..m, v[i] * A))\n"
    "      <= sum(i in 1..m, norm1inf(v[i] * A));\n"
    "  claim sums: sum(i in 1..m, v[i]) <= sum(i in 1..m, x);\n"
    "  claim sums_turned: sum(i in 1..m, x) <= sum(i in 1..m, v[i]);\n"
    "  claim sub: norm1(A * B) <= norm1(A) * norm1(B);\n"
    "  claim sub_turned: norm1(A) * norm1(B) <= norm1(A * B);\n"
    "  claim averaged: norminf(P * A) <= norminf(A);\n"
    "  claim not_averaged: norminf(B * A) <= norminf(A);\n"
    "}\n"
    "theorem guarded {\n"
    "  given x, y, z, t : real;\n"
    "  assume positive: t > 0;\n"
    "  claim to_quotient: x <= y / t;  claim from_quotient: y / t <= z;\n"
    "  claim to_log: x <= log(t);  claim from_log: log(t) <= z;\n"
    "  claim to_root: x <= sqrt(t);  claim from_root: sqrt(t) <= z;\n"
    "  claim xz_weak: x <= z;  claim assumed: t > 0;\n"
    "  claim other: t > 1;\n"
    "}\n";

static struct rule_fixture opened(void)
{
    struct rule_fixture f;
    fixture_open(&f, text, 0);
    return f;
}

/* conclusion by adding left[i] * (difference of premise i) */
static bool combines(struct rule_fixture *f, const char *conclusion,
                     const char *first, const char *second,
                     const struct expr *left, const struct expr *rest)
{
    size_t premises[2] = {fixture_premise(f, first), 0};
    size_t count = 1;
    if (second)
        premises[count++] = fixture_premise(f, second);
    const struct expr *terms[5] = {left};
    terms[2 * count] = rest;
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = premises,
                              .npremises = count,
                              .terms = terms,
                              .nterms = 2 * count + 1};
    return fixture_add(f, &line);
}

static bool plainly(struct rule_fixture *f, enum rule rule,
                    const char *conclusion)
{
    const struct line line = {.rule = rule,
                              .conclusion = fixture_claim(f, conclusion)};
    return fixture_add(f, &line);
}

static void test_algebra(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(plainly(&f, RULE_ALGEBRA, "distributive"));
    assert_false(plainly(&f, RULE_ALGEBRA, "swapped"));
    assert_false(plainly(&f, RULE_ALGEBRA, "ab"));
    fixture_close(&f);
}

static void test_chains_keep_their_direction(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(combines(&f, "ac", "ab", "bc", NULL, NULL));
    assert_false(combines(&f, "ca", "ab", "bc", NULL, NULL));
    assert_false(combines(&f, "ac", "ab", NULL, NULL, NULL));
    fixture_close(&f);
}

static void test_strictness_needs_a_strict_part(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(combines(&f, "xz", "strict", "yz", NULL, NULL));
    assert_false(combines(&f, "xz", "weak", "yz", NULL, NULL));
    assert_true(combines(&f, "weak", "strict", NULL, NULL, NULL));
    assert_false(combines(&f, "strict", "weak", NULL, NULL, NULL));
    assert_false(combines(&f, "same", "weak", NULL, NULL, NULL));
    assert_true(combines(&f, "weak", "same", NULL, NULL, NULL));
    fixture_close(&f);
}

static void test_factors_are_nonnegative(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *n = fixture_side(&f, "left", 0)->kids[0];
    const struct expr *c = fixture_side(&f, "wrong_left", 0)->kids[0];
    assert_true(combines(&f, "left", "ab", NULL, n, NULL));
    assert_false(combines(&f, "wrong_left", "ab", NULL, c, NULL));
    assert_true(combines(&f, "wrong_left", "matrices", NULL, c, NULL));
    fixture_close(&f);
}

/* A middle term that may be undefined proves nothing. */
static void test_middle_terms_are_defined(void **state)
{
    static const char *const names[][2] = {{"to_quotient", "from_quotient"},
                                           {"to_log", "from_log"},
                                           {"to_root", "from_root"}};
    (void)state;
    for (size_t theorem = 0; theorem < 2; theorem++)
        for (size_t i = 0; i < 3; i++) {
            struct rule_fixture f;
            fixture_open(&f, text, theorem);
            assert_int_equal(
                combines(&f, "xz_weak", names[i][0], names[i][1], NULL, NULL),
                theorem == 1);
            fixture_close(&f);
        }
}

static void test_rest_is_nonnegative(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const char *const names[] = {"nothing", "unsigned"};
    for (size_t i = 0; i < 2; i++) {
        const struct expr *rest = fixture_side(&f, names[i], 1);
        const struct line line = {.rule = RULE_LINEAR,
                                  .conclusion = fixture_claim(&f, names[i]),
                                  .terms = &rest,
                                  .nterms = 1};
        assert_int_equal(fixture_add(&f, &line), i == 0);
    }
    fixture_close(&f);
}

static void test_replace(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const char *const names[] = {"in_norm", "in_other_norm"};
    size_t premise = fixture_premise(&f, "matrices");
    for (size_t i = 0; i < 2; i++) {
        const struct line line = {.rule = RULE_REPLACE,
                                  .conclusion = fixture_claim(&f, names[i]),
                                  .premises = &premise,
                                  .npremises = 1};
        assert_int_equal(fixture_add(&f, &line), i == 0);
    }
    premise = fixture_premise(&f, "ab"); /* an inequality replaces nothing */
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion = fixture_claim(&f, "in_norm"),
                              .premises = &premise,
                              .npremises = 1};
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* The sides as terms that algebra says they are: both have B for A. */
static void test_replace_in_both_sides(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    size_t premise = fixture_premise(&f, "matrices");
    const char *const names[] = {"doubled", "near_doubled", "near_doubled"};
    for (size_t i = 0; i < 3; i++) {
        const struct expr *goal = fixture_claim(&f, names[i]);
        /* in the last a side that is another term, equal to the first */
        const struct expr *terms[] = {goal->kids[0], goal->kids[i < 2]};
        const struct line line = {.rule = RULE_REPLACE,
                                  .conclusion = goal,
                                  .premises = &premise,
                                  .npremises = 1,
                                  .terms = terms,
                                  .nterms = 2};
        assert_int_equal(fixture_add(&f, &line), i == 0);
    }
    fixture_close(&f);
}

/* A side may be written so that it is no longer seen to be defined. */
static void test_replace_wants_defined_terms(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    size_t premise = fixture_premise(&f, "matrices");
    const struct expr *goal = fixture_claim(&f, "in_norm");
    const struct expr *part = fixture_claim(&f, "inverse")->kids[0]->kids[0];
    const struct expr *zero = make_sub(f.theorem->pool, part, part);
    const struct expr *side = goal->kids[0];
    const struct expr *written =
        make_call(f.theorem->pool, FN_NORM1,
                  make_add(f.theorem->pool, side->kids[0], zero));
    const struct expr *const terms[] = {written, goal->kids[1]};
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion = goal,
                              .premises = &premise,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 2};
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static void test_assumption(void **state)
{
    (void)state;
    struct rule_fixture f;
    fixture_open(&f, text, 1);
    assert_true(plainly(&f, RULE_ASSUMPTION, "assumed"));
    assert_false(plainly(&f, RULE_ASSUMPTION, "other"));
    fixture_close(&f);
}

static void test_bounds_of_givens(void **state)
{
    static const struct {
        const char *claim;
        size_t link;
        bool ok;
    } rows[] = {{"lower", 0, true},
                {"upper", 1, true},
                {"lower3", 0, false},
                {"lower", 1, false}};
    (void)state;
    struct rule_fixture f = opened();
    for (size_t i = 0; i < 4; i++) {
        const struct given *g = theorem_given(f.theorem, "r");
        const struct line line = {.rule = RULE_BOUND_OF_GIVEN,
                                  .conclusion =
                                      fixture_claim(&f, rows[i].claim),
                                  .number = (size_t)(g - f.theorem->givens),
                                  .link = rows[i].link};
        assert_int_equal(fixture_add(&f, &line), rows[i].ok);
    }
    fixture_close(&f);
}

static void test_steps_are_proved_before(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    (void)fixture_premise(&f, "ab");
    f.context.is_proved = NULL;
    const struct line line = f.d->lines[0];
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static void test_premises_come_first(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    size_t itself = 0;
    const struct line line = {.rule = RULE_CONJUNCTION,
                              .conclusion = fixture_claim(&f, "ab"),
                              .premises = &itself,
                              .npremises = 1};
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static void test_conjunction(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *both = fixture_claim(&f, "both");
    size_t premises[] = {fixture_premise(&f, "weak"),
                         fixture_premise(&f, "yz")};
    struct line line = {.rule = RULE_CONJUNCTION,
                        .conclusion = both,
                        .premises = premises,
                        .npremises = 2};
    assert_true(fixture_add(&f, &line));
    line.npremises = 1;
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static bool takes_term(struct rule_fixture *f, const char *claim, int64_t at)
{
    const struct expr *t = make_int(f->theorem->pool, at);
    const struct line line = {.rule = RULE_TERM_OF_MAX,
                              .conclusion = fixture_claim(f, claim),
                              .terms = &t,
                              .nterms = 1};
    return fixture_add(f, &line);
}

/* m >= 2, so entries 1 and 2 exist, and 3 may not. */
static void test_term_of_max(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(takes_term(&f, "entry", 1));
    assert_true(takes_term(&f, "second", 2));
    assert_true(takes_term(&f, "least", 1));
    assert_false(takes_term(&f, "third", 3));
    assert_false(takes_term(&f, "entry", 2));
    fixture_close(&f);
}

static bool specialises(struct rule_fixture *f, const char *claim, int64_t at)
{
    size_t premise = fixture_premise(f, "every");
    const struct expr *t = make_int(f->theorem->pool, at);
    const struct line line = {.rule = RULE_SPECIALISE,
                              .conclusion = fixture_claim(f, claim),
                              .premises = &premise,
                              .npremises = 1,
                              .terms = &t,
                              .nterms = 1};
    return fixture_add(f, &line);
}

static void test_specialise(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(specialises(&f, "at_two", 2));
    assert_false(specialises(&f, "at_three", 3));
    assert_false(specialises(&f, "at_two", 1));
    fixture_close(&f);
}

/* The claim's left side against the sum of norms over its own variable. */
static bool sums_norms(struct rule_fixture *f, const char *name, bool turned)
{
    struct expr_pool *pool = f->theorem->pool;
    const struct expr *norm = fixture_side(f, name, 0), *sum = norm->kids[0];
    const struct expr *kids[] = {sum->kids[0], sum->kids[1],
                                 make_call(pool, norm->fn, sum->kids[2])};
    struct expr model = *sum;
    model.rows = model.cols = norm->rows;
    model.kids = kids;
    const struct expr *norms = expr_intern(pool, &model);
    const struct line line = {
        .rule = RULE_NORM_OF_SUM,
        .conclusion = turned ? relation_make(pool, REL_LE, norms, norm)
                             : relation_make(pool, REL_LE, norm, norms)};
    return fixture_add(f, &line);
}

static void test_norm_of_sum(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_true(sums_norms(&f, "norm_sum", false));
    assert_false(sums_norms(&f, "norm_sum", true));
    assert_false(sums_norms(&f, "no_norm", false));
    fixture_close(&f);
}

/* Makes v[i] <= x for i of the sum's range a line under that variable. */
static size_t body_line(struct rule_fixture *f)
{
    const struct expr *every = fixture_claim(f, "every");
    struct expr_pool *pool = f->theorem->pool;
    const struct scope_entry *scope = derivation_variable(
        f->d, NULL, every->symbol, every->kids[0], every->kids[1]);
    size_t premise = fixture_premise(f, "every");
    const struct expr *t = expr_symbol(pool, every->symbol, (struct span){0});
    const struct line line = {.rule = RULE_SPECIALISE,
                              .conclusion = every->kids[2],
                              .premises = &premise,
                              .npremises = 1,
                              .terms = &t,
                              .nterms = 1,
                              .scope = scope};
    assert_true(fixture_add(f, &line));
    return f->d->count - 1;
}

static void test_forall_closes_its_variable(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    size_t premise = body_line(&f);
    const struct expr *every = fixture_claim(&f, "every");
    struct line line = {.rule = RULE_FORALL,
                        .conclusion = every,
                        .premises = &premise,
                        .npremises = 1};
    assert_true(fixture_add(&f, &line));
    /* not where the variable is one of the scope already */
    line.scope = f.d->lines[premise].scope;
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static void test_variables_stay_in_scope(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    size_t premise = body_line(&f);
    struct line line = f.d->lines[premise];
    line.scope = NULL;
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* sum(i, v[i]) against sum(i, x), over the variable of `every`. */
static void test_binder(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *every = fixture_claim(&f, "every");
    size_t premise = body_line(&f);
    const struct expr *sum = fixture_side(&f, "sums", 0);
    struct expr model = *sum;
    model.symbol = every->symbol;
    const struct expr *kids[2][3] = {
        {every->kids[0], every->kids[1], every->kids[2]->kids[0]},
        {every->kids[0], every->kids[1], every->kids[2]->kids[1]}};
    model.kids = kids[0];
    const struct expr *low = expr_intern(pool, &model);
    model.kids = kids[1];
    const struct expr *high = expr_intern(pool, &model);
    struct line line = {.rule = RULE_BINDER,
                        .conclusion = relation_make(pool, REL_LE, low, high),
                        .premises = &premise,
                        .npremises = 1};
    assert_true(fixture_add(&f, &line));
    line.conclusion = relation_make(pool, REL_LE, high, low);
    assert_false(fixture_add(&f, &line));
    /* factors that may be negative: (-2) * (-2) > 1 * 1 */
    model.op = EX_PROD;
    high = expr_intern(pool, &model);
    model.kids = kids[0];
    low = expr_intern(pool, &model);
    line.conclusion = relation_make(pool, REL_LE, low, high);
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static bool instantiates(struct rule_fixture *f, const char *rule,
                         const char *claim, const struct expr *a,
                         const struct expr *b)
{
    const struct expr *terms[] = {a, b};
    const struct line line = {.rule = RULE_INSTANCE,
                              .conclusion = fixture_claim(f, claim),
                              .number = catalogue_find(rule),
                              .terms = terms,
                              .nterms = 2};
    return fixture_add(f, &line);
}

static void test_instances(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *a = fixture_side(&f, "ab", 0);
    const struct expr *b = fixture_side(&f, "ab", 1);
    const struct expr *p = fixture_side(&f, "averaged", 0)->kids[0]->kids[0];
    assert_true(instantiates(&f, "submultiplicative_norm1", "sub", a, b));
    assert_false(
        instantiates(&f, "submultiplicative_norm1", "sub_turned", a, b));
    assert_false(instantiates(&f, "submultiplicative_norm2", "sub", a, b));
    assert_true(instantiates(&f, "average_norminf", "averaged", p, a));
    assert_false(instantiates(&f, "average_norminf", "not_averaged", b, a));
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_algebra),
        cmocka_unit_test(test_chains_keep_their_direction),
        cmocka_unit_test(test_strictness_needs_a_strict_part),
        cmocka_unit_test(test_factors_are_nonnegative),
        cmocka_unit_test(test_middle_terms_are_defined),
        cmocka_unit_test(test_rest_is_nonnegative),
        cmocka_unit_test(test_replace),
        cmocka_unit_test(test_replace_in_both_sides),
        cmocka_unit_test(test_replace_wants_defined_terms),
        cmocka_unit_test(test_assumption),
        cmocka_unit_test(test_bounds_of_givens),
        cmocka_unit_test(test_steps_are_proved_before),
        cmocka_unit_test(test_premises_come_first),
        cmocka_unit_test(test_conjunction),
        cmocka_unit_test(test_term_of_max),
        cmocka_unit_test(test_specialise),
        cmocka_unit_test(test_norm_of_sum),
        cmocka_unit_test(test_forall_closes_its_variable),
        cmocka_unit_test(test_variables_stay_in_scope),
        cmocka_unit_test(test_binder),
        cmocka_unit_test(test_instances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
