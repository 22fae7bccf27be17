/* Lines that fail one condition of their rule and no other. */
#include "rule_fixture.h"

/* ORDER: the theorems of the text */
enum { ROOT_LEFT, ROOT_RIGHT, BOTH, AT_MOST, HOLE, THEOREM, CIRCLE };

static const char text[] =
    "theorem root_left { given u : real; assume a: -sqrt(u) <= 0;\n"
    "  claim c: 0 <= u; }\n"
    "theorem root_right { given u : real; assume a: 0 <= sqrt(u);\n"
    "  claim c: 0 <= u; }\n"
    "theorem both { given u, w : real; assume a: u <= w and w <= u;\n"
    "  claim c: u == w; }\n"
    "theorem at_most { given u, w : real; assume a: u <= w;\n"
    "  claim c: exp(u) <= exp(w); }\n"
    "theorem hole { given u, w : real; claim c: u <= ? * w; }\n"
    "theorem t {\n"
    "  dim n; dim m >= 2;\n"
    "  given x, y, z, t : real;  given r : real in [2, 3];\n"
    "  given v, w : real[m];\n"
    "  assume known: t != 5;\n"
    "  claim weak: x <= y;  claim turned: y <= x;  claim same: x == y;\n"
    "  claim sign: 0 <= x;\n"
    "  claim hole: x <= ? * y;  claim unknown: t != 6;\n"
    "  claim other_bound: y <= 3;  claim strict_bound: r < 3;\n"
    "  claim no_bound: x <= 3;  claim far_bound: abs(y) <= 3;\n"
    "  claim far: r >= 100;  claim image: exp(x) <= exp(y);\n"
    "  claim left: sqrt(x) * sqrt(x) <= y;\n"
    "  claim right: x <= sqrt(y) * sqrt(y);\n"
    "  claim every: forall(i in 1..m, v[i] <= x);\n"
    "  claim every_other: forall(i in 1..m, w[i] <= x);\n"
    "  claim distributive: x * (y + z) == x * y + x * z;\n"
    "  claim less: x * (y + z) < x * y + x * z;\n"
    "  claim unequal: x * (y + z) != x * y + x * z;\n"
    "}\n"
    "theorem circle { given u, w : real; claim c: u <= w; }\n";

static struct rule_fixture opened(void)
{
    struct rule_fixture f;
    fixture_open(&f, text, THEOREM);
    return f;
}

static bool is_line(struct rule_fixture *f, enum rule rule,
                    const struct expr *conclusion)
{
    const struct line line = {.rule = rule, .conclusion = conclusion};
    return fixture_add(f, &line);
}

/* ---- lines and scopes ---- */

static void test_lines_are_well_formed(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *fine = fixture_claim(&f, "distributive");
    assert_true(is_line(&f, RULE_ALGEBRA, fine));
    assert_false(is_line(&f, RULE_COUNT, fine));
    assert_false(is_line(&f, RULE_ALGEBRA, NULL));
    assert_false(is_line(&f, RULE_ALGEBRA, fine->kids[0]));
    fixture_close(&f);
}

/* The body of a forall speaks of a variable that somebody has to bring in. */
static void test_conclusions_are_closed(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *body = fixture_claim(&f, "every")->kids[2];
    const struct expr *same =
        relation_make(f.theorem->pool, REL_EQ, body->kids[0], body->kids[0]);
    assert_false(is_line(&f, RULE_ALGEBRA, same));
    fixture_close(&f);
}

static bool is_scope(struct rule_fixture *f, const struct scope_entry *scope)
{
    const struct line line = {.rule = RULE_ALGEBRA,
                              .conclusion = fixture_claim(f, "distributive"),
                              .scope = scope};
    return fixture_add(f, &line);
}

static void test_scopes_are_plain(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *every = fixture_claim(&f, "every");
    const struct expr *other = fixture_claim(&f, "every_other");
    const struct expr *lo = every->kids[0], *hi = every->kids[1];
    const struct expr *i = every->kids[2]->kids[0]->kids[1];
    const struct symbol *size = f.theorem->dims[0];
    const struct scope_entry *one =
        derivation_variable(f.d, NULL, every->symbol, lo, hi);
    assert_true(is_scope(&f, one));
    assert_true(is_scope(&f, derivation_hypothesis(f.d, one, every->kids[2])));
    assert_false(
        is_scope(&f, derivation_hypothesis(f.d, NULL, every->kids[2])));
    assert_false(
        is_scope(&f, derivation_variable(f.d, one, every->symbol, lo, hi)));
    assert_false(
        is_scope(&f, derivation_variable(f.d, NULL, other->symbol, i, hi)));
    assert_false(
        is_scope(&f, derivation_variable(f.d, NULL, other->symbol, lo, i)));
    assert_false(
        is_scope(&f, derivation_variable(f.d, NULL, other->symbol, NULL, hi)));
    assert_false(
        is_scope(&f, derivation_variable(f.d, NULL, other->symbol, lo, NULL)));
    assert_false(is_scope(&f, derivation_variable(f.d, NULL, size, lo, hi)));
    fixture_close(&f);
}

static void test_scopes_have_a_limit(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct scope_entry *scope = NULL;
    for (size_t i = 0; i < RULE_MAX_SCOPE; i++)
        scope = derivation_hypothesis(f.d, scope, fixture_claim(&f, "weak"));
    assert_true(is_scope(&f, scope));
    scope = derivation_hypothesis(f.d, scope, fixture_claim(&f, "weak"));
    assert_false(is_scope(&f, scope));
    fixture_close(&f);
}

/* ---- facts ---- */

static void test_algebra_gives_no_strict_relation(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_false(is_line(&f, RULE_ALGEBRA, fixture_claim(&f, "less")));
    assert_false(is_line(&f, RULE_ALGEBRA, fixture_claim(&f, "unequal")));
    fixture_close(&f);
}

/* r >= 100 has the definite 1 x 1 matrix r for its left side. */
static void test_definite_matrices_give_no_inequality(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_false(is_line(&f, RULE_DEFINITE, fixture_claim(&f, "far")));
    fixture_close(&f);
}

static void test_assumptions_have_numbers(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    struct line line = {.rule = RULE_ASSUMPTION,
                        .conclusion = f.theorem->assumptions[0].relation};
    assert_true(fixture_add(&f, &line));
    line.number = f.theorem->nassumptions;
    assert_false(fixture_add(&f, &line));
    line.number = 0;
    line.conclusion = fixture_claim(&f, "unknown");
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static void test_ranges_are_those_of_the_given(void **state)
{
    static const char *const claims[] = {"other_bound", "strict_bound",
                                         "far_bound"};
    (void)state;
    struct rule_fixture f = opened();
    const struct given *g = theorem_given(f.theorem, "r");
    struct line line = {.rule = RULE_BOUND_OF_GIVEN,
                        .number = (size_t)(g - f.theorem->givens),
                        .link = 1};
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        line.conclusion = fixture_claim(&f, claims[i]);
        assert_false(fixture_add(&f, &line));
    }
    line.number = (size_t)(theorem_given(f.theorem, "x") - f.theorem->givens);
    line.conclusion = fixture_claim(&f, "no_bound");
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

static bool none_proved(void *context, const struct theorem *theorem,
                        size_t claim, size_t link)
{
    (void)context;
    (void)theorem;
    (void)claim;
    (void)link;
    return false;
}

/* A claim with a hole says nothing until it is filled. */
static void test_steps_are_proved_and_whole(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct claim *hole = theorem_claim(f.theorem, "hole");
    const struct line line = {.rule = RULE_STEP,
                              .conclusion = hole->links[0].relation,
                              .number = (size_t)(hole - f.theorem->claims)};
    assert_false(fixture_add(&f, &line));
    size_t premise = fixture_premise(&f, "weak");
    struct line again = f.d->lines[premise];
    f.context.is_proved = none_proved;
    assert_false(fixture_add(&f, &again));
    fixture_close(&f);
}

/* ---- lemmas ---- */

/* The lemma's claim about x and y. */
static bool lemma_of(struct rule_fixture *f, const struct theorem *lemma,
                     const char *conclusion, const size_t *premises,
                     size_t npremises)
{
    const struct expr *const terms[] = {fixture_side(f, "weak", 0),
                                        fixture_side(f, "weak", 1)};
    const struct line line = {.rule = RULE_LEMMA,
                              .lemma = lemma,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = premises,
                              .npremises = npremises,
                              .terms = terms,
                              .nterms = 2};
    return fixture_add(f, &line);
}

static bool applies(struct rule_fixture *f, const struct theorem *lemma,
                    const char *conclusion, const char *premise)
{
    const size_t known = fixture_premise(f, premise);
    return lemma_of(f, lemma, conclusion, &known, 1);
}

/* `-sqrt(u) <= 0` says that u >= 0; that it is so by signs does not. */
static void test_assumptions_of_lemmas_have_values(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *x = fixture_side(&f, "sign", 1);
    for (size_t i = ROOT_LEFT; i <= ROOT_RIGHT; i++) {
        const struct line line = {.rule = RULE_LEMMA,
                                  .lemma = module_theorem(f.module, i),
                                  .conclusion = fixture_claim(&f, "sign"),
                                  .terms = &x,
                                  .nterms = 1};
        assert_false(fixture_add(&f, &line));
    }
    fixture_close(&f);
}

static void test_each_part_of_an_assumption_is_covered(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct theorem *both = module_theorem(f.module, BOTH);
    assert_false(applies(&f, both, "same", "weak"));
    assert_false(applies(&f, both, "same", "turned"));
    assert_true(applies(&f, both, "same", "same"));
    fixture_close(&f);
}

/* sqrt(x) sqrt(x) <= y says nothing at x = -1, which is x <= y where it does.
 */
static void test_premises_of_lemmas_have_values(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct theorem *at_most = module_theorem(f.module, AT_MOST);
    assert_true(applies(&f, at_most, "image", "weak"));
    assert_false(applies(&f, at_most, "image", "left"));
    assert_false(applies(&f, at_most, "image", "right"));
    fixture_close(&f);
}

static void test_lemmas_are_proved_and_whole(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct theorem *both = module_theorem(f.module, BOTH);
    assert_false(applies(&f, NULL, "same", "same"));
    assert_false(applies(&f, module_theorem(f.module, HOLE), "weak", "same"));
    size_t premise = fixture_premise(&f, "same");
    f.context.is_proved = none_proved;
    assert_false(lemma_of(&f, both, "same", &premise, 1));
    f.context.is_proved = NULL;
    assert_false(lemma_of(&f, both, "same", &premise, 1));
    fixture_close(&f);
}

/* A theorem is no lemma of its own. */
static void test_lemmas_are_other_theorems(void **state)
{
    (void)state;
    struct rule_fixture f;
    fixture_open(&f, text, CIRCLE);
    const struct expr *const terms[] = {fixture_side(&f, "c", 0),
                                        fixture_side(&f, "c", 1)};
    const struct line line = {.rule = RULE_LEMMA,
                              .lemma = f.theorem,
                              .conclusion = fixture_claim(&f, "c"),
                              .terms = terms,
                              .nterms = 2};
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_are_well_formed),
        cmocka_unit_test(test_conclusions_are_closed),
        cmocka_unit_test(test_scopes_are_plain),
        cmocka_unit_test(test_scopes_have_a_limit),
        cmocka_unit_test(test_algebra_gives_no_strict_relation),
        cmocka_unit_test(test_definite_matrices_give_no_inequality),
        cmocka_unit_test(test_assumptions_have_numbers),
        cmocka_unit_test(test_ranges_are_those_of_the_given),
        cmocka_unit_test(test_steps_are_proved_and_whole),
        cmocka_unit_test(test_assumptions_of_lemmas_have_values),
        cmocka_unit_test(test_each_part_of_an_assumption_is_covered),
        cmocka_unit_test(test_premises_of_lemmas_have_values),
        cmocka_unit_test(test_lemmas_are_proved_and_whole),
        cmocka_unit_test(test_lemmas_are_other_theorems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
