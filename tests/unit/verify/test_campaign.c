#include "verify/campaign.h"

#include "support/cmocka_all.h"
#include "support/histograms.h"

#include <stdlib.h>
#include <string.h>

static const char text[] =
    "theorem t {\n"
    "  dim n, d;\n"
    "  given A, B : real[n, d];\n"
    "  assume wide: normfro(A) >= normmax(B);\n"
    "  claim upper: normfro(A + B) <= normfro(A) + normfro(B);\n"
    "  claim wrong: normfro(A + B) <= normfro(A);\n"
    "  claim chain: 0 <= normmax(A) <= normfro(A);\n"
    "  claim same: normfro(softmax(A)) == normfro(softmax(A)');\n"
    "  claim never: 1 / (normfro(A) - normfro(A)) == 1;\n"
    "  claim best: normfro(A * B') <= ? * normfro(A) * normfro(B);\n"
    "}\n"
    "case short for t { n in 1..3; A ~ integers(-2, 2); trials 40; }\n"
    "case fixed for t { A = [1, 2; 3, 4]; B = [1, 1; 1, -1]; }\n"
    "case wrong for t { n = 2; d = 2; A = [1, 2, 3]; }\n";

enum { RESULTS = 7 };

struct work {
    struct diag *diag;
    struct module *module;
    struct spec *spec;
    struct run run;
};

static bool stop_after(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static void begin(struct work *w, size_t item)
{
    const struct spec_options none = {0};
    w->diag = diag_new();
    w->run = (struct run){0};
    assert_int_equal(
        module_load_text(&w->module, "t.bound", text, NULL, w->diag), ST_OK);
    const struct theorem *t = module_theorem(w->module, 0);
    w->spec = NULL;
    if (item == module_cases(w->module))
        assert_int_equal(spec_campaign(&w->spec, w->module, t, &none, w->diag),
                         ST_OK);
    else
        assert_int_equal(spec_case(&w->spec, w->module,
                                   module_case(w->module, item), &none,
                                   w->diag),
                         ST_OK);
}

static void end(struct work *w)
{
    run_clear(&w->run);
    spec_free(w->spec);
    module_free(w->module);
    diag_free(w->diag);
}

static enum status go(struct work *w, const struct campaign_options *options)
{
    static const bool all[] = {true, true, true, true, true, true};
    return campaign_run(&w->run, w->spec, all, options, w->diag);
}

static struct campaign_options with_jobs(size_t jobs)
{
    return (struct campaign_options){.ladder = {.prec_max = 512}, .jobs = jobs};
}

static const struct result *named(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->count; i++)
        if (strcmp(run->results[i].name, name) == 0)
            return &run->results[i];
    fail_msg("no result is named %s", name);
    return NULL;
}

static void test_each_claim_and_link_has_its_verdict(void **state)
{
    (void)state;
    struct work w;
    begin(&w, 0);
    struct campaign_options options = with_jobs(1);
    assert_int_equal(go(&w, &options), ST_OK);
    assert_int_equal(w.run.count, RESULTS);
    assert_int_equal(named(&w.run, "upper")->verdict, WORD_HOLDS);
    assert_int_equal(named(&w.run, "wrong")->verdict, WORD_VIOLATED);
    assert_int_equal(named(&w.run, "chain#1")->verdict, WORD_HOLDS);
    assert_int_equal(named(&w.run, "chain#2")->verdict, WORD_HOLDS);
    assert_int_equal(named(&w.run, "never")->verdict, WORD_VACUOUS);
    const struct result *best = named(&w.run, "best");
    assert_int_equal(best->verdict, WORD_HOLDS);
    assert_true(enclosure_double(&best->constant) <= 1);
    const struct result *same = named(&w.run, "same");
    assert_true(same->verdict == WORD_HOLDS ||
                same->verdict == WORD_CONSISTENT);
    end(&w);
}

static void test_trials_add_up(void **state)
{
    (void)state;
    struct work w;
    begin(&w, 0);
    struct campaign_options options = with_jobs(2);
    assert_int_equal(go(&w, &options), ST_OK);
    for (size_t i = 0; i < w.run.count; i++) {
        const struct tally *t = &w.run.results[i].tally;
        assert_int_equal(t->trials, 40);
        assert_int_equal(t->is_true + t->is_false + t->unresolved +
                             t->rejected + t->undefined,
                         40);
        assert_true(t->rejected > 0);
    }
    end(&w);
}

static void expect_same(const struct result *a, const struct result *b)
{
    assert_int_equal(a->verdict, b->verdict);
    assert_memory_equal(&a->tally, &b->tally, sizeof a->tally);
    assert_same_histogram(&a->tightness.histogram, &b->tightness.histogram);
    assert_int_equal(a->tightness.min_trial, b->tightness.min_trial);
    assert_int_equal(a->tightness.max_trial, b->tightness.max_trial);
    assert_true(a->tightness.max.lo == b->tightness.max.lo);
    assert_true(a->tightness.max.exponent == b->tightness.max.exponent);
    assert_int_equal(a->first_false, b->first_false);
    assert_int_equal(a->max_bits, b->max_bits);
    assert_int_equal(a->agreement, b->agreement);
    assert_int_equal(a->counterexample == NULL, b->counterexample == NULL);
}

static void test_results_do_not_depend_on_jobs(void **state)
{
    (void)state;
    struct work a, b;
    struct campaign_options one = with_jobs(1), three = with_jobs(3);
    begin(&a, 3);
    begin(&b, 3);
    assert_int_equal(go(&a, &one), ST_OK);
    assert_int_equal(go(&b, &three), ST_OK);
    assert_int_equal(a.run.count, b.run.count);
    for (size_t i = 0; i < a.run.count; i++)
        expect_same(&a.run.results[i], &b.run.results[i]);
    end(&a);
    end(&b);
}

static void test_counterexample_is_replayed_alone(void **state)
{
    (void)state;
    struct work a, b;
    struct campaign_options options = with_jobs(2);
    begin(&a, 0);
    assert_int_equal(go(&a, &options), ST_OK);
    const struct result *wrong = named(&a.run, "wrong");
    assert_non_null(wrong->counterexample);
    const struct counterexample *c = wrong->counterexample;
    assert_int_equal(enclosure_compare(&c->lhs, &c->rhs), 1);
    options.has_trial = true;
    options.trial = c->trial;
    begin(&b, 0);
    assert_int_equal(go(&b, &options), ST_OK);
    const struct result *again = named(&b.run, "wrong");
    assert_int_equal(again->tally.trials, 1);
    assert_int_equal(again->tally.is_false, 1);
    assert_string_equal(again->counterexample->values[0].entries[0],
                        c->values[0].entries[0]);
    end(&a);
    end(&b);
}

static void test_literal_case_is_one_trial(void **state)
{
    (void)state;
    struct work w;
    begin(&w, 1);
    struct campaign_options options = with_jobs(2);
    assert_int_equal(go(&w, &options), ST_OK);
    assert_int_equal(named(&w.run, "upper")->tally.trials, 1);
    assert_int_equal(named(&w.run, "upper")->verdict, WORD_HOLDS);
    end(&w);
}

static void test_stopped_campaign_has_a_prefix(void **state)
{
    (void)state;
    struct work w;
    int left = 10;
    struct campaign_options options = with_jobs(1);
    options.ladder.stop = stop_after;
    options.ladder.context = &left;
    begin(&w, 0);
    assert_int_equal(go(&w, &options), ST_OK);
    assert_true(w.run.stopped);
    assert_true(named(&w.run, "upper")->tally.trials <= 10);
    end(&w);
}

static void test_spent_work_ends_with_the_first_trials(void **state)
{
    (void)state;
    struct work w;
    struct campaign_options options = with_jobs(1);
    options.work = 1e-6;
    begin(&w, 0);
    assert_int_equal(go(&w, &options), ST_OK);
    assert_false(w.run.stopped);
    assert_int_equal(named(&w.run, "upper")->tally.trials, 1);
    end(&w);
}

static void test_impossible_case_is_refused(void **state)
{
    (void)state;
    const struct spec_options none = {0};
    struct work w = {.diag = diag_new()};
    w.run = (struct run){0};
    assert_int_equal(module_load_text(&w.module, "t.bound", text, NULL, w.diag),
                     ST_OK);
    enum status st =
        spec_case(&w.spec, w.module, module_case(w.module, 2), &none, w.diag);
    if (st == ST_OK) {
        struct campaign_options options = with_jobs(1);
        st = go(&w, &options);
    }
    assert_int_equal(st, ST_INPUT);
    assert_int_equal(diag_errors(w.diag), 1);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_claim_and_link_has_its_verdict),
        cmocka_unit_test(test_trials_add_up),
        cmocka_unit_test(test_results_do_not_depend_on_jobs),
        cmocka_unit_test(test_counterexample_is_replayed_alone),
        cmocka_unit_test(test_literal_case_is_one_trial),
        cmocka_unit_test(test_stopped_campaign_has_a_prefix),
        cmocka_unit_test(test_spent_work_ends_with_the_first_trials),
        cmocka_unit_test(test_impossible_case_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
