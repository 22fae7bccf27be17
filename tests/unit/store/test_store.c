#include "store/store.h"

#include "store/mark.h"
#include "verify/campaign.h"

#include "support/cmocka_all.h"
#include "support/histograms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char text[] =
    "theorem t {\n"
    "  dim n;\n"
    "  given A, B : real[n, n];\n"
    "  claim upper: normfro(A + B) <= normfro(A) + normfro(B);\n"
    "  claim wrong [expect violated]: normfro(A + B) <= normfro(A);\n"
    "  claim chain: 0 <= normmax(A) <= normfro(A);\n"
    "}\n"
    "case short for t { n in 1..3; trials 40; }\n";

enum { LINKS = 4, TRIALS = 40 };
static const bool all[] = {true, true, true};

/* A store of that run, in a file of its own. */
struct work {
    struct diag *diag;
    struct module *module;
    struct spec *spec;
    struct store_task task;
    struct store_plan plan;
    char path[64];
    struct store *store;
    char *reason;
};

static void set_plan(struct work *w, uint64_t seed)
{
    const struct spec_options options = {.has_seed = true, .seed = seed};
    spec_free(w->spec);
    w->spec = NULL;
    assert_int_equal(spec_case(&w->spec, w->module, module_case(w->module, 0),
                               &options, w->diag),
                     ST_OK);
    w->task = (struct store_task){.spec = w->spec, .wanted = all};
    w->plan = (struct store_plan){.tasks = &w->task, .ntasks = 1};
}

static void begin(struct work *w, const char *name)
{
    *w = (struct work){.diag = diag_new()};
    assert_int_equal(
        module_load_text(&w->module, "t.bound", text, NULL, w->diag), ST_OK);
    snprintf(w->path, sizeof w->path, "test_store_%ld_%s.db", (long)getpid(),
             name);
    unlink(w->path);
    set_plan(w, 1);
}

static enum status open_store(struct work *w)
{
    free(w->reason);
    w->reason = NULL;
    return store_open(&w->store, w->path, &w->plan, &w->reason);
}

static void close_store(struct work *w)
{
    store_close(w->store);
    w->store = NULL;
}

static void end(struct work *w)
{
    close_store(w);
    free(w->reason);
    spec_free(w->spec);
    module_free(w->module);
    diag_free(w->diag);
    unlink(w->path);
}

/* Trials that were run rather than read. */
static bool stop_after(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static enum status run_with(struct work *w, struct run *run, int *left)
{
    const struct campaign_options options = {
        .ladder = {.prec_max = 512,
                   .every_ratio = true,
                   .stop = left ? stop_after : NULL,
                   .context = left},
        .ledger = w->store ? store_ledger(w->store) : NULL,
        .jobs = 1};
    *run = (struct run){0};
    return campaign_run(run, w->spec, all, &options, w->diag);
}

static void assert_same_results(const struct run *a, const struct run *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct result *x = &a->results[i], *y = &b->results[i];
        assert_int_equal(x->verdict, y->verdict);
        assert_memory_equal(&x->tally, &y->tally, sizeof x->tally);
        assert_same_histogram(&x->tightness.histogram, &y->tightness.histogram);
        assert_true(x->tightness.max.hi == y->tightness.max.hi);
        assert_int_equal(x->tightness.max_trial, y->tightness.max_trial);
        assert_true(x->forward.max_rel_error == y->forward.max_rel_error);
        assert_int_equal(x->max_bits, y->max_bits);
        assert_int_equal(x->first_false, y->first_false);
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->counterexample == NULL, y->counterexample == NULL);
    }
}

static void test_results_from_the_store_are_those_of_the_run(void **state)
{
    (void)state;
    struct work w;
    struct run straight, kept, again;
    begin(&w, "same");
    assert_int_equal(run_with(&w, &straight, NULL), ST_OK);
    assert_int_equal(open_store(&w), ST_OK);
    assert_int_equal(run_with(&w, &kept, NULL), ST_OK);
    close_store(&w);
    assert_int_equal(open_store(&w), ST_OK);
    int none = 0; /* nothing may be run */
    assert_int_equal(run_with(&w, &again, &none), ST_OK);
    assert_false(again.stopped);
    assert_same_results(&straight, &kept);
    assert_same_results(&straight, &again);
    run_clear(&straight);
    run_clear(&kept);
    run_clear(&again);
    end(&w);
}

static void test_stopped_run_goes_on_where_it_was(void **state)
{
    (void)state;
    struct work w;
    struct run straight, part, rest;
    int few = 20;
    uint64_t kept = 0, whole = 0;
    begin(&w, "stopped");
    assert_int_equal(run_with(&w, &straight, NULL), ST_OK);
    assert_int_equal(open_store(&w), ST_OK);
    assert_int_equal(run_with(&w, &part, &few), ST_OK);
    assert_true(part.stopped);
    assert_int_equal(store_count(w.store, &kept, &whole), ST_OK);
    assert_int_equal(whole, TRIALS);
    assert_int_equal(kept, part.results[0].tally.trials);
    assert_true(kept > 0 && kept < whole);
    close_store(&w);
    assert_int_equal(open_store(&w), ST_OK);
    assert_int_equal(run_with(&w, &rest, NULL), ST_OK);
    assert_same_results(&straight, &rest);
    run_clear(&straight);
    run_clear(&part);
    run_clear(&rest);
    end(&w);
}

static void count_third(void *taker, const struct ledger_trial *trial)
{
    size_t *count = taker;
    assert_int_equal(trial->number % 3, 1);
    (*count)++;
}

static void test_part_keeps_its_own_trials_alone(void **state)
{
    (void)state;
    struct work w;
    struct run run;
    size_t count = 0;
    begin(&w, "part");
    assert_int_equal(open_store(&w), ST_OK);
    store_set_part(w.store, 1, 3);
    assert_int_equal(run_with(&w, &run, NULL), ST_OK);
    assert_false(run.stopped);
    const struct ledger *ledger = store_ledger(w.store);
    assert_int_equal(
        ledger->load(ledger->context, 0, TRIALS, count_third, &count), ST_OK);
    assert_int_equal(count, 13);
    assert_int_equal(run.results[0].tally.trials, 13);
    run_clear(&run);
    end(&w);
}

static void test_another_seed_is_another_run(void **state)
{
    (void)state;
    struct work w;
    begin(&w, "seed");
    assert_int_equal(open_store(&w), ST_OK);
    close_store(&w);
    set_plan(&w, 2);
    assert_int_equal(open_store(&w), ST_INPUT);
    assert_non_null(strstr(w.reason, "another run: the seed of t.short"));
    set_plan(&w, 1);
    assert_int_equal(open_store(&w), ST_OK);
    end(&w);
}

/* One case, and two, in stores of the other. */
static void test_more_or_fewer_cases_are_another_run(void **state)
{
    (void)state;
    for (size_t first = 1; first <= 2; first++) {
        struct work w;
        begin(&w, "cases");
        const struct store_task tasks[] = {w.task, w.task};
        w.plan = (struct store_plan){.tasks = tasks, .ntasks = first};
        assert_int_equal(open_store(&w), ST_OK);
        close_store(&w);
        w.plan.ntasks = 3 - first;
        assert_int_equal(open_store(&w), ST_INPUT);
        assert_non_null(strstr(w.reason, first == 1 ? "fewer" : "more"));
        w.plan.ntasks = first;
        assert_int_equal(open_store(&w), ST_OK);
        end(&w);
    }
}

static void test_second_writer_is_refused(void **state)
{
    (void)state;
    struct work w;
    struct store *second = NULL;
    char *reason = NULL;
    begin(&w, "lock");
    assert_int_equal(open_store(&w), ST_OK);
    assert_int_equal(store_open(&second, w.path, &w.plan, &reason), ST_INPUT);
    assert_non_null(strstr(reason, "in use"));
    free(reason);
    end(&w);
}

/* One made-up trial with the first links. */
static void keep_links(struct work *w, uint64_t number, double ratio,
                       size_t count)
{
    struct link_outcome outcomes[LINKS];
    const int64_t sizes[] = {2};
    memset(outcomes, 0, sizeof outcomes);
    for (size_t i = 0; i < LINKS; i++)
        outcomes[i].double_ratio = ratio;
    const struct ledger_trial trial = {.number = number,
                                       .admission = ADMISSION_ADMITTED,
                                       .outcomes = outcomes,
                                       .nlinks = count,
                                       .sizes = sizes,
                                       .nsizes = 1,
                                       .seconds = ratio};
    const struct ledger *ledger = store_ledger(w->store);
    assert_int_equal(ledger->begin(ledger->context, w->task.spec, NULL), ST_OK);
    ledger->keep(ledger->context, &trial);
}

static void keep_made_up(struct work *w, uint64_t number, double ratio)
{
    keep_links(w, number, ratio, LINKS);
}

/* A trial is kept with all its links, or the store is damaged. */
static void test_parts_of_trials_are_damage(void **state)
{
    (void)state;
    for (size_t count = 1; count <= LINKS; count++) {
        struct work w;
        struct run run;
        begin(&w, "links");
        assert_int_equal(open_store(&w), ST_OK);
        keep_links(&w, 3, 0.5, count);
        close_store(&w);
        assert_int_equal(open_store(&w), ST_OK);
        assert_int_equal(run_with(&w, &run, NULL),
                         count == LINKS ? ST_OK : ST_INPUT);
        if (count < LINKS)
            assert_non_null(strstr(store_reason(w.store), "damaged"));
        run_clear(&run);
        end(&w);
    }
}

/* Two stores of the same run, with one trial each; merged. */
static enum status merge_of(uint64_t number, double ratio, uint64_t *kept,
                            char **reason)
{
    struct work a, b;
    uint64_t whole;
    char output[64];
    begin(&a, "a");
    begin(&b, "b");
    assert_int_equal(open_store(&a), ST_OK);
    assert_int_equal(open_store(&b), ST_OK);
    keep_made_up(&a, 3, 0.5);
    keep_made_up(&b, number, ratio);
    close_store(&a);
    close_store(&b);
    snprintf(output, sizeof output, "test_store_%ld_out.db", (long)getpid());
    const char *const inputs[] = {a.path, b.path};
    enum status st = store_merge(output, inputs, 2, kept, &whole, reason);
    assert_int_equal(access(output, F_OK) == 0, st == ST_OK);
    unlink(output);
    end(&a);
    end(&b);
    return st;
}

static void test_merge_adds_trials(void **state)
{
    (void)state;
    uint64_t kept = 0;
    char *reason = NULL;
    assert_int_equal(merge_of(4, 0.25, &kept, &reason), ST_OK);
    assert_int_equal(kept, 2);
    assert_int_equal(merge_of(3, 0.5, &kept, &reason), ST_OK);
    assert_int_equal(kept, 1);
}

static void test_merge_refuses_other_outcomes(void **state)
{
    (void)state;
    uint64_t kept = 0;
    char *reason = NULL;
    assert_int_equal(merge_of(3, 0.25, &kept, &reason), ST_INPUT);
    assert_non_null(strstr(reason, "trial 3 of upper (theorem t, case short)"));
    free(reason);
}

static void test_results_are_read_without_the_file(void **state)
{
    (void)state;
    struct work w;
    struct run run;
    struct store_run back;
    char *reason = NULL;
    begin(&w, "results");
    assert_int_equal(open_store(&w), ST_OK);
    assert_int_equal(run_with(&w, &run, NULL), ST_OK);
    run.seed = 7;
    assert_int_equal(store_put_run(w.store, &run), ST_OK);
    assert_int_equal(store_put_run(w.store, &run), ST_OK);
    close_store(&w);
    assert_int_equal(store_read_run(&back, w.path, &reason), ST_OK);
    assert_int_equal(back.run.seed, 7);
    assert_int_equal(back.kept, TRIALS);
    assert_same_results(&run, &back.run);
    const struct result *r = &back.run.results[1];
    assert_string_equal(r->theorem->name, "t");
    assert_string_equal(r->theorem->claims[r->claim].name, "wrong");
    assert_string_equal(r->file, "t.bound");
    assert_int_equal(r->expected, WORD_VIOLATED);
    struct buffer one, other;
    buffer_init(&one);
    buffer_init(&other);
    counterexample_print(&one, run.results[1].counterexample, 100, 1000);
    counterexample_print(&other, r->counterexample, 100, 1000);
    assert_string_equal(one.text, other.text);
    assert_true(r->counterexample->lhs.lo ==
                run.results[1].counterexample->lhs.lo);
    buffer_clear(&one);
    buffer_clear(&other);
    store_run_clear(&back);
    run_clear(&run);
    end(&w);
}

/* A finished run in its store. */
static void finish(struct work *w, const char *name)
{
    struct run run;
    begin(w, name);
    assert_int_equal(open_store(w), ST_OK);
    assert_int_equal(run_with(w, &run, NULL), ST_OK);
    assert_int_equal(store_put_run(w->store, &run), ST_OK);
    close_store(w);
    run_clear(&run);
}

/* Reads the store after a change, which its marks agree with or not. */
static enum status read_changed(struct work *w, const char *change,
                                bool is_marked)
{
    struct database d;
    struct store_run back;
    assert_int_equal(database_open(&d, w->path, NULL), ST_OK);
    assert_int_equal(database_run(&d, change), ST_OK);
    if (is_marked) {
        assert_int_equal(mark_write(&d, MARK_RUN), ST_OK);
        assert_int_equal(mark_write(&d, MARK_RESULTS), ST_OK);
    }
    database_close(&d);
    enum status st = store_read_run(&back, w->path, &w->reason);
    store_run_clear(&back);
    return st;
}

static void test_changed_verdict_is_refused(void **state)
{
    (void)state;
    struct work w;
    finish(&w, "verdict");
    assert_int_equal(
        read_changed(&w, "UPDATE result SET verdict = 'proved'", false),
        ST_INPUT);
    assert_non_null(strstr(w.reason, "the store is damaged"));
    end(&w);
}

/* Numbers that overflow where they are printed. */
static void test_impossible_numbers_are_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE result SET link = 9",
        "UPDATE result SET scope = 3",
        "UPDATE result SET rel = -1",
        "UPDATE result SET min_kind = 7",
        "UPDATE result SET max_kind = 1, max_lo = 0.5, max_hi = 0.75,"
        " max_exponent = 9223372036854775807",
        "UPDATE result SET max_kind = 1, max_lo = 1e300, max_hi = 1e300",
        "UPDATE result SET max_kind = 1, max_lo = NULL",
        "UPDATE result SET constant_kind = 1, constant_lo = 0.75,"
        " constant_hi = 0.5",
        "UPDATE result SET lhs_kind = -1",
        "UPDATE result SET rhs_kind = 3",
        "UPDATE result SET ratios = -1",
        "UPDATE result SET ratios = ratios + 1",
        "UPDATE result SET below = below - 1",
        "UPDATE result SET above = ratios + 1",
        "UPDATE bin SET count = count + 1",
        "UPDATE value SET rows = 8192, cols = 8192"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct work w;
        finish(&w, "numbers");
        if (i == 0)
            assert_int_equal(
                read_changed(&w, "UPDATE result SET seconds = 1", true), ST_OK);
        assert_int_equal(read_changed(&w, changes[i], true), ST_INPUT);
        assert_non_null(strstr(w.reason, "the store is damaged"));
        end(&w);
    }
}

static bool is_noticed(struct database *d)
{
    enum status run = mark_check(d, MARK_RUN);
    enum status results = mark_check(d, MARK_RESULTS);
    free(d->reason);
    d->reason = NULL;
    return run != ST_OK || results != ST_OK;
}

/* The change, which is taken back. */
static bool notices(struct database *d, const char *change)
{
    assert_int_equal(database_run(d, "BEGIN"), ST_OK);
    assert_int_equal(database_run(d, change), ST_OK);
    const bool noticed = sqlite3_changes(d->db) == 0 || is_noticed(d);
    assert_int_equal(database_run(d, "ROLLBACK"), ST_OK);
    return noticed;
}

/* Every column of every table but that of trials, whose rows have marks. */
static void test_any_changed_column_is_noticed(void **state)
{
    (void)state;
    struct work w;
    struct database d;
    bool row = true;
    size_t columns = 0;
    finish(&w, "columns");
    assert_int_equal(database_open(&d, w.path, NULL), ST_OK);
    assert_false(is_noticed(&d));
    sqlite3_stmt *s =
        database_prepare(&d, "SELECT m.name, c.name FROM sqlite_master AS m "
                             "JOIN pragma_table_info(m.name) AS c "
                             "WHERE m.type = 'table' AND m.name <> 'trial'");
    assert_non_null(s);
    while (database_next(&d, s, &row) == ST_OK && row) {
        char change[200];
        snprintf(change, sizeof change,
                 "UPDATE OR REPLACE \"%s\" SET \"%s\" = 77",
                 database_text(s, 0), database_text(s, 1));
        if (!notices(&d, change))
            fail_msg("not noticed: %s", change);
        snprintf(change, sizeof change, "DELETE FROM \"%s\"",
                 database_text(s, 0));
        assert_true(notices(&d, change));
        columns++;
    }
    assert_true(columns > 80);
    sqlite3_finalize(s);
    database_close(&d);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_from_the_store_are_those_of_the_run),
        cmocka_unit_test(test_stopped_run_goes_on_where_it_was),
        cmocka_unit_test(test_part_keeps_its_own_trials_alone),
        cmocka_unit_test(test_another_seed_is_another_run),
        cmocka_unit_test(test_more_or_fewer_cases_are_another_run),
        cmocka_unit_test(test_second_writer_is_refused),
        cmocka_unit_test(test_parts_of_trials_are_damage),
        cmocka_unit_test(test_merge_adds_trials),
        cmocka_unit_test(test_merge_refuses_other_outcomes),
        cmocka_unit_test(test_results_are_read_without_the_file),
        cmocka_unit_test(test_changed_verdict_is_refused),
        cmocka_unit_test(test_impossible_numbers_are_refused),
        cmocka_unit_test(test_any_changed_column_is_noticed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
