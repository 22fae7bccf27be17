/* Claims about numbers: what falls, at which numbers, and what must not. */
#include "search/ascent.h"

#include "search_fixture.h"
#include "unit/prove/range_tables.h"

#include "eval/evaluator.h"

/* A checker that says the same of everything, and counts. */
struct opinion {
    enum checker_answer answer;
    unsigned asked;
};

static enum checker_answer
answer(void *context, const struct checker_question *q, char **evidence)
{
    struct opinion *opinion = context;
    assert_int_equal(q->truth, TRUTH_FALSE);
    opinion->asked++;
    if (opinion->answer == CHECKER_DISAGREES)
        *evidence = xstrdup("no");
    return opinion->answer;
}

/* "name = value, ..." of what was found; empty: nothing. */
static void find(struct buffer *text, const char *given, const char *relation,
                 struct opinion *opinion)
{
    const struct checker checker = {.ask = answer, .context = opinion};
    const struct ascent_options options = {
        .evals = ASCENT_BRIEF_EVALS,
        .dropped = STAGE_DROP_NONE,
        .checker = opinion ? &checker : NULL,
        .ladder = {.prec_max = LADDER_DEFAULT_CAP}};
    struct fixture f;
    struct ascent_result r;
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "%s claim c: %s;", given, relation);
    fixture_init(&f, body.text);
    ascent_run(&r, f.spec, 0, 0, &options);
    if (r.stage) {
        struct counterexample *c = counterexample_new(0, &r.stage->x);
        counterexample_print(text, c, SIZE_MAX, SIZE_MAX);
        counterexample_free(c);
    }
    ascent_result_clear(&r);
    fixture_clear(&f);
    buffer_clear(&body);
}

static void assert_found(const char *given, const char *relation,
                         const char *numbers)
{
    struct opinion agrees = {.answer = CHECKER_AGREES};
    struct buffer text;
    buffer_init(&text);
    find(&text, given, relation, &agrees);
    if (!text.text || strcmp(text.text, numbers) != 0)
        fail_msg("%s falls at %s, not at %s", relation,
                 text.text ? text.text : "nothing", numbers);
    buffer_clear(&text);
}

static bool falls(const char *given, const char *relation,
                  struct opinion *opinion)
{
    struct buffer text;
    buffer_init(&text);
    find(&text, given, relation, opinion);
    bool found = text.length > 0;
    buffer_clear(&text);
    return found;
}

static void test_false_claims_fall(void **state)
{
    struct opinion agrees = {.answer = CHECKER_AGREES};
    (void)state;
    for (size_t i = 0; i < sizeof false_claims / sizeof *false_claims; i++)
        if (!falls(false_claims[i].given, false_claims[i].relation, &agrees))
            fail_msg("not refuted: %s", false_claims[i].relation);
}

static void test_true_claims_stand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof true_claims / sizeof *true_claims; i += 3)
        if (falls(true_claims[i].given, true_claims[i].relation, NULL))
            fail_msg("refuted: %s", true_claims[i].relation);
}

static void test_sides_that_meet_do_so_in_closed_form(void **state)
{
    (void)state;
    assert_found("given x : real in [0, 2];", "(x^2 - 2)^2 > 0", "x = sqrt(2)");
    assert_found("given x : real in [0, 7];", "sin(x) < 1", "x = 0.5 * pi");
    assert_found("given x : real in [0, 2];", "exp(x) != 3", "x = log(3)");
    assert_found("given x : real in [0, 1];", "x*(1 - x)^2 < 4/27", "x = 1/3");
}

static void test_sides_may_meet_along_curves(void **state)
{
    struct opinion agrees = {.answer = CHECKER_AGREES};
    (void)state;
    assert_true(falls("given x, y : real; assume x > 1/2; assume y > 1/3;",
                      "(x^2 + y^2 - 3)^2 > 0", &agrees));
    assert_true(falls("given x, y : real; assume x > 1; assume y > 1;",
                      "x^3 * y != 7", &agrees));
    assert_true(
        falls("given x, y, z : real; assume x > 1; assume y > 1; assume z > 1;",
              "x^2 + x*y + z^2 != 7", &agrees));
}

/* Without consent nothing that the ladder leaves open is a violation. */
static void test_closed_forms_need_consent(void **state)
{
    static const enum checker_answer refusals[] = {CHECKER_OPEN,
                                                   CHECKER_DISAGREES};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct opinion refuses = {.answer = refusals[i]};
        assert_false(
            falls("given x : real in [0, 2];", "exp(x) != 3", &refuses));
        assert_true(refuses.asked > 0);
    }
    assert_false(falls("given x : real in [0, 2];", "exp(x) != 3", NULL));
}

/* Equal sides fulfil `<=`: nobody is asked. */
static void test_no_tie_is_taken_for_a_violation_of_an_order(void **state)
{
    struct opinion agrees = {.answer = CHECKER_AGREES};
    (void)state;
    assert_false(falls("given x : real in [0, 7];", "sin(x)^2 <= 1", &agrees));
    assert_false(
        falls("given x : real in [0, 2];", "(x^2 - 2)^2 >= 0", &agrees));
    assert_false(falls("given x : real in [-5, 5];",
                       "tanh(x)*(1 - tanh(x)^2) <= 2/(3*sqrt(3))", &agrees));
    assert_int_equal(agrees.asked, 0);
}

static void test_numbers_beyond_doubles_are_reached(void **state)
{
    (void)state;
    assert_true(
        falls("given x : real in [0, inf];", "log(1 + x) <= 1000", NULL));
    assert_true(falls("given x : real in [0, inf];",
                      "exp(-x) <= 1 - x + 0.4999999999 * x^2", NULL));
}

static void test_what_is_narrow_is_found_at_zeros_of_terms(void **state)
{
    (void)state;
    assert_true(falls("given x : real in [0, 10];",
                      "if(x > 4.25 and x < 4.250001, -1, 1) >= 0", NULL));
    assert_true(
        falls("given k : int in [1, 1000000];", "abs(k - 123457) > 0", NULL));
    assert_true(falls("given x, y : real in [0, 1];",
                      "max(0, 1e-6 - abs(x - 0.271) - abs(y - 0.577)) <= 5e-7",
                      NULL));
    assert_true(falls("given x, y : real in [0, 1];",
                      "max(0, 1e-9 - abs(x - 0.3) - abs(y - 0.577)) <= 5e-10",
                      NULL));
    assert_true(falls("given x, y : real in [0, 1];",
                      "max(0, 1e-9 - abs(x - 0.7) - abs(y - 0.2)) <= 5e-10",
                      NULL));
}

static void test_sizes_alone_are_gone_through(void **state)
{
    (void)state;
    assert_true(falls("dim n;", "n^2 - 41*n + 420 > 0", NULL));
    assert_true(falls("dim n;", "(1 + 1/n)^n <= 2.71", NULL));
    assert_false(falls("dim n;", "(1 + 1/n)^n < 3", NULL));
}

static int finish(void **state)
{
    (void)state;
    eval_finish();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_false_claims_fall),
        cmocka_unit_test(test_true_claims_stand),
        cmocka_unit_test(test_sides_that_meet_do_so_in_closed_form),
        cmocka_unit_test(test_sides_may_meet_along_curves),
        cmocka_unit_test(test_closed_forms_need_consent),
        cmocka_unit_test(test_no_tie_is_taken_for_a_violation_of_an_order),
        cmocka_unit_test(test_numbers_beyond_doubles_are_reached),
        cmocka_unit_test(test_what_is_narrow_is_found_at_zeros_of_terms),
        cmocka_unit_test(test_sizes_alone_are_gone_through),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
