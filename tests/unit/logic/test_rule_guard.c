/* Lines that lack one hypothesis of their rule. */
#include "rule_fixture.h"

/* ORDER: the lemmas' assumptions */
enum { LESS, AT_MOST, EQUAL, DIFFERENT, THEOREM };

#define LEMMA(name, relation)                                                  \
    "theorem " name " { given u, w : real; assume a: u " relation              \
    " w; claim c: exp(u) <= exp(w); }\n"

static const char text[] = LEMMA("less", "<") LEMMA("at_most",
                                                    "<=") LEMMA("equal", "==")
    LEMMA("different",
          "!=") "theorem t {\n"
                "  dim n;\n"
                "  given A, B, C : real[n, n];  given N : nonneg[n, n];\n"
                "  given x, y : real;  given r : real in [2, 3];\n"
                "  claim ab: A <= B;\n"
                "  claim right: A * N <= B * N;  claim wrong_right: A * C <= B "
                "* C;\n"
                "  claim strict: x < y;  claim weak: x <= y;  claim same: x == "
                "y;\n"
                "  claim differ: x != y;  claim turned: y <= x;\n"
                "  claim turned_same: y == x;\n"
                "  claim square: r^2 <= 9;  claim positive: exp(x) <= exp(1);\n"
                "  claim at_most_one: x <= 1;  claim at_least_zero: 0 <= x;\n"
                "  claim image: exp(x) <= exp(y);\n"
                "  claim bound: sum(i in 1..2, exp(i)) <= 99;\n"
                "  claim images: exp(A) <= exp(B);\n"
                "  claim apart: A != B;\n"
                "  claim logs: log(x) <= y;\n"
                "  claim everywhere: x * ones(n) <= y * ones(n);\n"
                "  claim other: x <= r;  claim call: x <= det(A) * y;\n"
                "}\n";

static struct rule_fixture opened(void)
{
    struct rule_fixture f;
    fixture_open(&f, text, THEOREM);
    return f;
}

/* left * (B - A) * right >= 0 as the line, from A <= B */
static bool multiplies(struct rule_fixture *f, const char *conclusion,
                       const struct expr *right)
{
    const size_t premise = fixture_premise(f, "ab");
    const struct expr *const terms[] = {NULL, right, NULL};
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = &premise,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 3};
    return fixture_add(f, &line);
}

static void test_right_factors_are_nonnegative(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *n = fixture_side(&f, "right", 0)->kids[1];
    const struct expr *c = fixture_side(&f, "wrong_right", 0)->kids[1];
    assert_true(multiplies(&f, "right", n));
    assert_false(multiplies(&f, "wrong_right", c));
    fixture_close(&f);
}

/* The lemma's assumption about x and y, from one premise. */
static bool follows(size_t lemma, const char *from)
{
    struct rule_fixture f = opened();
    const size_t premise = fixture_premise(&f, from);
    const struct expr *const terms[] = {fixture_side(&f, "weak", 0),
                                        fixture_side(&f, "weak", 1)};
    const struct line line = {.rule = RULE_LEMMA,
                              .conclusion = fixture_claim(&f, "image"),
                              .premises = &premise,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 2,
                              .lemma = module_theorem(f.module, lemma)};
    const bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    return ok;
}

static void test_relations_follow_from_stronger_ones(void **state)
{
    static const struct {
        size_t lemma;
        const char *from;
        bool ok;
    } rows[] = {{LESS, "strict", true},
                {LESS, "weak", false},
                {LESS, "same", false},
                {LESS, "differ", false},
                {AT_MOST, "strict", true},
                {AT_MOST, "weak", true},
                {AT_MOST, "same", true},
                {AT_MOST, "turned", false},
                {AT_MOST, "differ", false},
                {EQUAL, "same", true},
                {EQUAL, "weak", false},
                {EQUAL, "strict", false},
                {DIFFERENT, "differ", true},
                {DIFFERENT, "weak", false},
                {DIFFERENT, "same", false},
                {LESS, "turned_same", false},
                {AT_MOST, "turned_same", true},
                {EQUAL, "turned_same", true},
                {DIFFERENT, "turned_same", false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (follows(rows[i].lemma, rows[i].from) != rows[i].ok)
            fail_msg("lemma %zu from %s", rows[i].lemma, rows[i].from);
}

static void test_a_step_is_cited_as_it_is(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const size_t premise = fixture_premise(&f, "weak");
    struct line line = f.d->lines[premise];
    assert_true(fixture_add(&f, &line));
    line.conclusion = fixture_claim(&f, "strict");
    assert_false(fixture_add(&f, &line));
    line = f.d->lines[premise];
    line.link = 1;
    assert_false(fixture_add(&f, &line));
    line.link = 0;
    line.number = f.theorem->nclaims;
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* t in [lo, hi]; whoever checks the partition says yes. */
static bool ranges(struct rule_fixture *f, const char *conclusion, int64_t lo,
                   int64_t hi, const char *const *premises, size_t count)
{
    struct expr_pool *pool = f->theorem->pool;
    size_t lines[2] = {0, 0};
    for (size_t i = 0; i < count; i++)
        lines[i] = fixture_premise(f, premises[i]);
    const struct expr *const terms[] = {fixture_side(f, conclusion, 0)->kids[0],
                                        make_int(pool, lo), make_int(pool, hi)};
    const struct line line = {.rule = RULE_RANGE,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = lines,
                              .npremises = count,
                              .terms = terms,
                              .nterms = 3,
                              .payload = text};
    f->context.check_range = fixture_any_range;
    return fixture_add(f, &line);
}

static void test_terms_lie_in_their_ranges(void **state)
{
    static const char *const both[] = {"at_most_one", "at_least_zero"};
    (void)state;
    struct rule_fixture f = opened();
    assert_true(ranges(&f, "positive", 0, 1, both, 2));
    assert_false(ranges(&f, "positive", 0, 1, both, 1));
    assert_false(ranges(&f, "positive", 0, 1, both + 1, 1));
    assert_false(ranges(&f, "positive", 1, 1, both, 2));
    assert_false(ranges(&f, "positive", 0, 0, both, 2));
    assert_false(ranges(&f, "positive", 0, 1, NULL, 0));
    fixture_close(&f);
}

/* exp(i) is another number at each i. */
static void test_terms_of_a_range_are_of_the_scope(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    const struct expr *body = fixture_side(&f, "bound", 0)->kids[2];
    const struct expr *const terms[] = {body, NULL, NULL};
    struct line line = {.rule = RULE_RANGE,
                        .conclusion = fixture_claim(&f, "bound"),
                        .terms = terms,
                        .payload = text};
    f.context.check_range = fixture_any_range;
    assert_true(fixture_add(&f, &line));
    line.nterms = 3;
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* The facts that the range prover gets of one premise; SIZE_MAX: refused. */
static bool note_facts(void *context, const struct domain *domain,
                       const void *payload)
{
    (void)payload;
    *(size_t *)context = domain->nfacts;
    return true;
}

static size_t facts_of(struct rule_fixture *f, const char *conclusion,
                       const char *premise)
{
    size_t facts = SIZE_MAX;
    const size_t known = fixture_premise(f, premise);
    const struct expr *const terms[] = {
        fixture_side(f, conclusion, 0)->kids[0], NULL, NULL,
        fixture_side(f, conclusion, 1)->kids[0], NULL, NULL};
    const struct line line = {.rule = RULE_RANGE,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = &known,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 6,
                              .payload = text};
    void *context = f->context.context;
    f->context.check_range = note_facts;
    f->context.context = &facts;
    bool ok = fixture_add(f, &line);
    f->context.context = context;
    return ok ? facts : SIZE_MAX;
}

/* Of other shapes, or of other numbers, a premise says nothing. */
static void test_premises_are_facts_about_the_terms(void **state)
{
    (void)state;
    struct rule_fixture f = opened();
    assert_int_equal(facts_of(&f, "image", "weak"), 1);
    assert_int_equal(facts_of(&f, "images", "ab"), 1);
    assert_int_equal(facts_of(&f, "images", "apart"), 0);
    assert_int_equal(facts_of(&f, "image", "differ"), 1);
    assert_int_equal(facts_of(&f, "images", "weak"), 0);
    assert_int_equal(facts_of(&f, "image", "ab"), 0);
    assert_int_equal(facts_of(&f, "image", "everywhere"), 0);
    assert_int_equal(facts_of(&f, "image", "other"), 0);
    assert_int_equal(facts_of(&f, "image", "call"), 0);
    assert_int_equal(facts_of(&f, "image", "logs"), SIZE_MAX);
    fixture_close(&f);
}

static const char definite_text[] =
    "theorem t {\n"
    "  dim n; given A, B : real[n, n]; given G : psd[n]; given x : real;\n"
    "  claim goal: psd(A);  claim gram: A == B * B';\n"
    "  claim turned: B * B' == A;  claim below: A <= B * B';\n"
    "  claim square: A == B * B;  claim other: B == A * A';\n"
    "  claim quotient: A == G / x^2;  claim root: A == G * sqrt(x);\n"
    "}\n";

/* psd(A) from the claim alone */
static bool is_definite_by(const char *name)
{
    struct rule_fixture f;
    fixture_open(&f, definite_text, 0);
    const size_t premise = fixture_premise(&f, name);
    const struct line line = {.rule = RULE_DEFINITE,
                              .conclusion = fixture_claim(&f, "goal"),
                              .premises = &premise,
                              .npremises = 1};
    const bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    return ok;
}

static void test_equal_to_what_is_definite(void **state)
{
    static const char *const others[] = {"turned", "below",    "square",
                                         "other",  "quotient", "root"};
    (void)state;
    assert_true(is_definite_by("gram"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(is_definite_by(others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_factors_are_nonnegative),
        cmocka_unit_test(test_relations_follow_from_stronger_ones),
        cmocka_unit_test(test_a_step_is_cited_as_it_is),
        cmocka_unit_test(test_terms_lie_in_their_ranges),
        cmocka_unit_test(test_terms_of_a_range_are_of_the_scope),
        cmocka_unit_test(test_premises_are_facts_about_the_terms),
        cmocka_unit_test(test_equal_to_what_is_definite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
