/*
 * Extremes that are made accurate late are those of ratios that were accurate
 * from the beginning.
 */
#include "verify/extremes.h"

#include "support/cmocka_all.h"

#include <math.h>
#include <string.h>

static const char text[] =
    "theorem t {\n"
    "  given A, B : real[2, 2];\n"
    "  assume some: normmax(B) > 0;\n"
    "  claim upper: normfro(A * B) <= 3 * normfro(A) * normfro(B);\n"
    "}\n"
    "case apart for t { A, B ~ normal(0, 1); }\n"
    "case ties for t { A = [1, 0; 0, 1]; B ~ integers(0, 1); }\n";

enum { TRIALS = 60, SEEDS = 4 };

struct work {
    struct diag *diag;
    struct module *module;
    struct spec *spec;
    struct extremes *extremes;
    struct stage_cache *cache;
    struct result accurate, result; /* what is to come out, what does */
};

static const bool wanted[] = {true};
static const struct ladder_options ladder = {.prec_max = 512,
                                             .every_ratio = true};

static void begin(struct work *w, size_t item, uint64_t seed)
{
    const struct spec_options options = {.has_seed = true, .seed = seed};
    *w = (struct work){.diag = diag_new()};
    assert_int_equal(
        module_load_text(&w->module, "t.bound", text, NULL, w->diag), ST_OK);
    assert_int_equal(spec_case(&w->spec, w->module,
                               module_case(w->module, item), &options, w->diag),
                     ST_OK);
    w->extremes = extremes_new(w->spec, wanted, &ladder, 1);
    w->cache = stage_cache_new(w->spec, wanted);
    result_init(&w->accurate, w->spec, 0, 0);
    result_init(&w->result, w->spec, 0, 0);
}

static void end(struct work *w)
{
    result_clear(&w->accurate);
    result_clear(&w->result);
    stage_cache_free(w->cache);
    extremes_free(w->extremes);
    spec_free(w->spec);
    module_free(w->module);
    diag_free(w->diag);
}

static enum admission decide(struct work *w, uint64_t trial,
                             struct link_outcome *outcome)
{
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    enum admission admission = ADMISSION_UNKNOWN;
    assert_int_equal(stage_draw(&stage, w->cache, trial, &where, &reason),
                     ST_OK);
    assert_int_equal(ladder_decide(&admission, outcome, stage, &ladder), ST_OK);
    return admission;
}

/* One trial, its ratio made wider by this part of it; 0: left accurate. */
static void add(struct work *w, uint64_t trial, double width)
{
    struct link_outcome o;
    enum admission admission = decide(w, trial, &o);
    tally_add(&w->accurate, trial, admission, true, &o);
    if (width > 0) {
        o.ratio.lo *= 1 - width;
        o.ratio.hi *= 1 + width;
        o.is_coarse = true;
    }
    extremes_add(w->extremes, &w->result, 0, trial, admission, true, &o);
}

static void assert_same(const struct work *w)
{
    const struct tightness *a = &w->accurate.tightness;
    const struct tightness *t = &w->result.tightness;
    assert_false(t->min_is_coarse || t->max_is_coarse);
    assert_int_equal(t->min_trial, a->min_trial);
    assert_int_equal(t->max_trial, a->max_trial);
    assert_true(t->min.lo == a->min.lo && t->min.hi == a->min.hi &&
                t->min.exponent == a->min.exponent);
    assert_true(t->max.lo == a->max.lo && t->max.hi == a->max.hi &&
                t->max.exponent == a->max.exponent);
    assert_memory_equal(&w->result.tally, &w->accurate.tally,
                        sizeof w->result.tally);
}

static void compare(size_t item, uint64_t seed, double width)
{
    struct work w;
    begin(&w, item, seed);
    for (uint64_t k = 0; k < TRIALS; k++)
        add(&w, k, k % 5 == 4 ? 0 : width); /* accurate ones among them */
    extremes_settle(w.extremes, &w.result, 0);
    assert_same(&w);
    end(&w);
}

static void test_coarse_extremes_come_out_accurate(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        compare(0, seed, 1e-9);
}

/* Many ratios overlap: which is the extreme shows when they are accurate. */
static void test_overlapping_extremes_are_told_apart(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        compare(0, seed, 0.2);
}

/* Equal ratios overlap at any width; the earlier trial is kept. */
static void test_ties_keep_the_earlier_trial(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        compare(1, seed, 1e-9);
}

static void test_rejected_trials_are_no_extremes(void **state)
{
    (void)state;
    struct work w;
    struct link_outcome o;
    begin(&w, 1, 0);
    uint64_t zero = 0; /* B = 0 */
    while (decide(&w, zero, &o) != ADMISSION_REJECTED)
        zero++;
    add(&w, zero, 1e-9);
    extremes_settle(w.extremes, &w.result, 0);
    assert_int_equal(w.result.tally.rejected, 1);
    assert_int_equal(w.result.tightness.min.kind, ENCLOSURE_NONE);
    assert_int_equal(w.result.tightness.max.kind, ENCLOSURE_NONE);
    end(&w);
}

static void test_nothing_is_settled_without_trials(void **state)
{
    (void)state;
    struct work w;
    begin(&w, 0, 0);
    extremes_settle(w.extremes, &w.result, 0);
    assert_int_equal(w.result.tightness.min.kind, ENCLOSURE_NONE);
    assert_int_equal(w.result.tally.trials, 0);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coarse_extremes_come_out_accurate),
        cmocka_unit_test(test_overlapping_extremes_are_told_apart),
        cmocka_unit_test(test_ties_keep_the_earlier_trial),
        cmocka_unit_test(test_rejected_trials_are_no_extremes),
        cmocka_unit_test(test_nothing_is_settled_without_trials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
