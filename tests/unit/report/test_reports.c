/*
 * The reports of a run made by hand, against tests/golden.  With MAJORANT_BLESS
 * set in the environment the golden files are written instead.
 */
#include "report/report.h"

#include "support/cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *cites[] = {"arXiv:0000.00000, <appendix> A"};
static const struct theorem layer = {.name = "layer",
                                     .title = "One \"layer\" & its residual",
                                     .cites = cites,
                                     .ncites = 1};
static const struct theorem other = {.name = "other"};

static struct enclosure exactly(double x)
{
    int shift = 0;
    double fraction = frexp(x, &shift);
    return (struct enclosure){.kind = ENCLOSURE_FINITE,
                              .lo = fraction,
                              .hi = fraction,
                              .exponent = shift};
}

static struct result *add(struct run *run, const struct theorem *theorem,
                          const char *name, enum verdict_word verdict)
{
    struct result *r = run_add(run);
    r->theorem = theorem;
    r->file = "bounds/layer.bound";
    r->name = xstrdup(name);
    r->case_name = "small";
    r->verdict = verdict;
    r->expected = WORD_HOLDS;
    r->ok = verdict == WORD_HOLDS;
    r->has_sides = true;
    r->rel = REL_LE;
    r->agreement = -1;
    r->max_bits = 128;
    r->forward.max_rel_error = NAN;
    r->forward.tightness_max = NAN;
    r->seconds = 0.25;
    return r;
}

static void add_holding(struct run *run)
{
    struct result *r = add(run, &layer, "cubic", WORD_HOLDS);
    r->tally = (struct tally){500, 498, 0, 0, 2, 0};
    r->coverage = (struct coverage){498, 497, 50};
    r->decided_by_filter = 471;
    r->tightness.min = exactly(0.0625);
    r->tightness.max = exactly(0.75);
    for (int i = 0; i < 498; i++)
        histogram_add(&r->tightness.histogram, -2);
    r->forward.max_rel_error = 1.5e-15;
    r->forward.tightness_max = 0.75;
    r->forward.false_alarms = 3;
    r->forward.first_false_alarm = 17;
}

static void add_violated(struct run *run)
{
    struct result *r = add(run, &layer, "wrong#2", WORD_VIOLATED);
    struct counterexample *c = xcalloc(1, sizeof *c);
    r->tally = (struct tally){500, 400, 98, 0, 2, 0};
    r->coverage = (struct coverage){498, 498, 50};
    r->link = 2;
    r->tightness.min = exactly(0.5);
    r->tightness.max = (struct enclosure){.kind = ENCLOSURE_INFINITE};
    histogram_add(&r->tightness.histogram, -1);
    histogram_add(&r->tightness.histogram, INFINITY);
    c->trial = 3;
    c->nsizes = 1;
    c->sizes = xcalloc(1, sizeof *c->sizes);
    c->sizes[0].name = xstrdup("n");
    c->sizes[0].value = 2;
    c->nvalues = 1;
    c->values = xcalloc(1, sizeof *c->values);
    c->values[0].name = xstrdup("X");
    c->values[0].rows = 2;
    c->values[0].cols = 1;
    c->values[0].entries = xcalloc(2, sizeof *c->values[0].entries);
    c->values[0].entries[0] = xstrdup("1");
    c->values[0].entries[1] = xstrdup("-1/3");
    c->lhs = exactly(0.75);
    c->rhs = exactly(0.5);
    r->counterexample = c;
}

static void add_open(struct run *run)
{
    struct result *r = add(run, &other, "equal", WORD_UNDECIDED);
    r->rel = REL_EQ;
    r->tally = (struct tally){10, 8, 0, 2, 0, 0};
    r->coverage = (struct coverage){10, 10, 0};
    r->agreement = 300;
    r->max_bits = 4096;
    r = add(run, &other, "best", WORD_HOLDS);
    r->tally = (struct tally){10, 10, 0, 0, 0, 0};
    r->coverage = (struct coverage){10, 10, 0};
    r->has_hole = true;
    r->constant = r->tightness.min = r->tightness.max = exactly(1.0 / 3);
    histogram_add(&r->tightness.histogram, log2(1.0 / 3));
}

static void add_thin(struct run *run)
{
    struct result *r = add(run, &other, "rare", WORD_UNDECIDED);
    r->tally = (struct tally){200, 4, 0, 0, 196, 0};
    r->coverage = (struct coverage){4, 3, 20};
}

static int setup(void **state)
{
    struct run *run = xcalloc(1, sizeof *run);
    *run = (struct run){0};
    run->seed = 7;
    run->seconds = 0.5;
    add_holding(run);
    add_violated(run);
    add_open(run);
    add_thin(run);
    *state = run;
    return 0;
}

static int teardown(void **state)
{
    run_clear(*state);
    free(*state);
    return 0;
}

static void bless(const char *path, const struct buffer *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text->text, 1, text->length, file), text->length);
    assert_int_equal(fclose(file), 0);
}

static void expect_golden(const char *name, const struct buffer *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/golden/%s", SOURCE_DIR, name);
    if (getenv("MAJORANT_BLESS")) {
        bless(path, text);
        return;
    }
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *expected = xcalloc(text->length + 2, 1);
    size_t length = fread(expected, 1, text->length + 1, file);
    fclose(file);
    assert_int_equal(length, text->length);
    assert_string_equal(text->text, expected);
    free(expected);
}

static void test_text_is_golden(void **state)
{
    struct buffer out;
    buffer_init(&out);
    report_text(&out, *state, false);
    expect_golden("report.txt", &out);
    buffer_clear(&out);
}

static void test_json_is_golden(void **state)
{
    struct buffer out;
    buffer_init(&out);
    report_json(&out, *state);
    expect_golden("report.json", &out);
    buffer_clear(&out);
}

/* One failure of three; the same stopped early, which is an error. */
static void test_junit_counts_failures_and_errors(void **state)
{
    (void)state;
    struct run run = {0};
    struct buffer out;
    buffer_init(&out);
    (void)add(&run, &other, "first", WORD_HOLDS);
    (void)add(&run, &other, "second", WORD_VIOLATED);
    (void)add(&run, &other, "third", WORD_HOLDS);
    report_junit(&out, &run);
    assert_non_null(
        strstr(out.text, "tests=\"3\" failures=\"1\" errors=\"0\""));
    assert_null(strstr(out.text, "errors=\"1\""));
    run.stopped = true;
    buffer_reset(&out);
    report_junit(&out, &run);
    assert_non_null(
        strstr(out.text, "tests=\"3\" failures=\"1\" errors=\"0\""));
    assert_non_null(
        strstr(out.text, "tests=\"1\" failures=\"0\" errors=\"1\""));
    buffer_clear(&out);
    run_clear(&run);
}

static void test_junit_is_golden(void **state)
{
    struct buffer out;
    buffer_init(&out);
    report_junit(&out, *state);
    expect_golden("report.xml", &out);
    buffer_clear(&out);
}

static void test_sarif_is_golden(void **state)
{
    struct buffer out;
    buffer_init(&out);
    report_sarif(&out, *state);
    expect_golden("report.sarif", &out);
    buffer_clear(&out);
}

static void test_github_is_golden(void **state)
{
    struct buffer out;
    buffer_init(&out);
    report_github(&out, *state);
    expect_golden("report.github", &out);
    buffer_clear(&out);
}

static void test_colour_is_only_added(void **state)
{
    struct buffer out;
    buffer_init(&out);
    report_text(&out, *state, true);
    assert_non_null(strstr(out.text, "\033[31m"));
    buffer_reset(&out);
    report_text(&out, *state, false);
    assert_null(strchr(out.text, '\033'));
    buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_text_is_golden, setup, teardown),
        cmocka_unit_test_setup_teardown(test_json_is_golden, setup, teardown),
        cmocka_unit_test(test_junit_counts_failures_and_errors),
        cmocka_unit_test_setup_teardown(test_junit_is_golden, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sarif_is_golden, setup, teardown),
        cmocka_unit_test_setup_teardown(test_github_is_golden, setup, teardown),
        cmocka_unit_test_setup_teardown(test_colour_is_only_added, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
