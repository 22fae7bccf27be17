/* A campaign with a checker: what is reported without its consent, and when
 * it is asked. */
#include "verify/campaign.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

enum { TRIALS = 40 };

static const char text[] =
    "theorem t {\n"
    "  given x : real in [-1, 1];\n"
    "  claim right: x^2 <= 1;\n"
    "  claim wrong: x^2 <= 0;\n"
    "  claim best: abs(x) <= ? * 2;\n"
    "}\n"
    "case few for t { x ~ uniform(-1, 1); trials 40; }\n";

enum { RIGHT, WRONG, BEST, CLAIMS };

/* A checker that gives one answer, and counts. */
struct stub {
    enum checker_answer about_true, about_false;
    size_t asked_true[CLAIMS], asked_false[CLAIMS];
};

static enum checker_answer
answer(void *context, const struct checker_question *q, char **evidence)
{
    struct stub *s = context;
    const bool is_true = q->truth == TRUTH_TRUE;
    (is_true ? s->asked_true : s->asked_false)[q->claim]++;
    assert_int_equal(q->link, 0);
    assert_true(q->trial < TRIALS);
    const enum checker_answer a = is_true ? s->about_true : s->about_false;
    if (a == CHECKER_DISAGREES)
        *evidence = xstrdup("evidence");
    return a;
}

struct work {
    struct diag *diag;
    struct module *module;
    struct spec *spec;
    struct run run;
};

static void go(struct work *w, struct stub *stub, enum checker_share share)
{
    static const bool all[CLAIMS] = {true, true, true};
    const struct spec_options none = {0};
    const struct checker checker = {
        .ask = answer, .context = stub, .share = share};
    const struct campaign_options options = {
        .checker = &checker, .ladder = {.prec_max = 256}, .jobs = 1};
    w->diag = diag_new();
    w->run = (struct run){0};
    assert_int_equal(
        module_load_text(&w->module, "t.bound", text, NULL, w->diag), ST_OK);
    assert_int_equal(spec_case(&w->spec, w->module, module_case(w->module, 0),
                               &none, w->diag),
                     ST_OK);
    assert_int_equal(campaign_run(&w->run, w->spec, all, &options, w->diag),
                     ST_OK);
    assert_int_equal(w->run.count, CLAIMS);
}

static void end(struct work *w)
{
    run_clear(&w->run);
    spec_free(w->spec);
    module_free(w->module);
    diag_free(w->diag);
}

static void test_a_violation_needs_consent(void **state)
{
    (void)state;
    struct work w;
    struct stub stub = {CHECKER_AGREES, CHECKER_AGREES, {0}, {0}};
    go(&w, &stub, CHECKER_ALL);
    assert_int_equal(w.run.results[WRONG].verdict, WORD_VIOLATED);
    assert_false(w.run.results[WRONG].is_unconfirmed);
    assert_null(w.run.evidence);
    assert_false(w.run.stopped);
    end(&w);
    stub = (struct stub){CHECKER_AGREES, CHECKER_OPEN, {0}, {0}};
    go(&w, &stub, CHECKER_ALL);
    assert_int_equal(w.run.results[WRONG].verdict, WORD_UNDECIDED);
    assert_true(w.run.results[WRONG].is_unconfirmed);
    assert_null(w.run.evidence);
    end(&w);
}

static void test_a_contradicted_violation_stops_the_run(void **state)
{
    (void)state;
    struct work w;
    struct stub stub = {CHECKER_AGREES, CHECKER_DISAGREES, {0}, {0}};
    go(&w, &stub, CHECKER_ALL);
    assert_int_equal(w.run.results[WRONG].verdict, WORD_UNDECIDED);
    assert_string_equal(w.run.evidence, "evidence");
    assert_true(w.run.stopped);
    end(&w);
}

/* Every true instance where all are asked for; `?` claims are left out. */
static void test_true_instances_are_shown_to_the_checker(void **state)
{
    (void)state;
    struct work w;
    struct stub stub = {CHECKER_OPEN, CHECKER_AGREES, {0}, {0}};
    go(&w, &stub, CHECKER_ALL);
    assert_int_equal(stub.asked_true[RIGHT], TRIALS);
    assert_int_equal(stub.asked_true[WRONG],
                     w.run.results[WRONG].tally.is_true);
    assert_int_equal(stub.asked_true[BEST], 0);
    assert_int_equal(stub.asked_false[RIGHT], 0);
    assert_int_equal(stub.asked_false[WRONG], 1);
    assert_int_equal(w.run.results[RIGHT].verdict, WORD_HOLDS);
    end(&w);
    stub = (struct stub){CHECKER_AGREES, CHECKER_AGREES, {0}, {0}};
    go(&w, &stub, CHECKER_SAMPLE);
    assert_int_equal(stub.asked_true[RIGHT], 1); /* trial 0 */
    end(&w);
    stub = (struct stub){CHECKER_AGREES, CHECKER_AGREES, {0}, {0}};
    go(&w, &stub, CHECKER_NONE);
    assert_int_equal(stub.asked_true[RIGHT], 0);
    assert_int_equal(stub.asked_false[WRONG], 1);
    end(&w);
}

static void test_a_contradicted_truth_stops_the_run(void **state)
{
    (void)state;
    struct work w;
    struct stub stub = {CHECKER_DISAGREES, CHECKER_AGREES, {0}, {0}};
    go(&w, &stub, CHECKER_SAMPLE);
    assert_string_equal(w.run.evidence, "evidence");
    assert_true(w.run.stopped);
    assert_int_equal(w.run.results[RIGHT].tally.trials, 0);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_violation_needs_consent),
        cmocka_unit_test(test_a_contradicted_violation_stops_the_run),
        cmocka_unit_test(test_true_instances_are_shown_to_the_checker),
        cmocka_unit_test(test_a_contradicted_truth_stops_the_run),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_finish();
    return failed;
}
