#include "verify/tally.h"

#include "support/cmocka_all.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_BITS = 128 };

static struct enclosure around(double x, double radius)
{
    int shift = 0;
    double fraction = frexp(x + radius, &shift);
    return (struct enclosure){.kind = ENCLOSURE_FINITE,
                              .lo = ldexp(x - radius, -shift),
                              .hi = fraction,
                              .exponent = shift};
}

static struct link_outcome outcome(enum truth truth, double ratio)
{
    return (struct link_outcome){.truth = truth,
                                 .bits = FIRST_BITS,
                                 .agreement = -1,
                                 .ratio = around(ratio, 0),
                                 .double_truth = truth,
                                 .double_ratio = ratio,
                                 .has_forward = true};
}

static struct result *fresh(void)
{
    struct result *r = xcalloc(1, sizeof *r);
    r->forward.max_rel_error = NAN;
    r->forward.tightness_max = NAN;
    r->agreement = -1;
    return r;
}

static void done(struct result *r)
{
    result_clear(r);
    free(r);
}

static void test_every_trial_is_counted_once(void **state)
{
    (void)state;
    struct result *r = fresh();
    const enum truth truths[] = {TRUTH_TRUE, TRUTH_FALSE, TRUTH_UNKNOWN,
                                 TRUTH_UNDEFINED};
    for (uint64_t i = 0; i < 4; i++) {
        struct link_outcome o = outcome(truths[i], 0.5);
        tally_add(r, 3 * i, ADMISSION_ADMITTED, i != 1, &o);
        tally_add(r, 3 * i + 1, ADMISSION_REJECTED, true, &o);
        tally_add(r, 3 * i + 2, ADMISSION_UNKNOWN, true, &o);
    }
    const struct tally *t = &r->tally;
    assert_int_equal(t->trials, 12);
    assert_int_equal(t->is_true, 1);
    assert_int_equal(t->is_false, 1);
    assert_int_equal(t->undefined, 1);
    assert_int_equal(t->rejected, 4);
    assert_int_equal(t->unresolved, 5);
    /* admitted, and defined: not the fourth; the third is not decided there */
    assert_int_equal(r->coverage.admitted, 3);
    assert_int_equal(r->coverage.distinct, 2);
    done(r);
}

static void test_first_false_trial_is_kept(void **state)
{
    (void)state;
    struct result *r = fresh();
    struct link_outcome o = outcome(TRUTH_FALSE, 2);
    tally_add(r, 7, ADMISSION_ADMITTED, true, &o);
    o.bits = 512;
    tally_add(r, 9, ADMISSION_ADMITTED, true, &o);
    o.bits = 0;
    tally_add(r, 11, ADMISSION_ADMITTED, true, &o);
    assert_int_equal(r->first_false, 7);
    assert_int_equal(r->first_false_bits, FIRST_BITS);
    assert_int_equal(r->max_bits, 512);
    assert_int_equal(r->decided_by_filter, 1);
    done(r);
}

static void test_extremes_know_their_first_trial(void **state)
{
    (void)state;
    struct result *r = fresh();
    const double ratios[] = {0.5, 0.25, 2, 0.25, 2};
    for (uint64_t i = 0; i < 5; i++) {
        struct link_outcome o = outcome(TRUTH_TRUE, ratios[i]);
        tally_add(r, i, ADMISSION_ADMITTED, true, &o);
    }
    assert_int_equal(r->tightness.min_trial, 1);
    assert_int_equal(r->tightness.max_trial, 2);
    assert_true(enclosure_double(&r->tightness.min) == 0.25);
    assert_true(enclosure_double(&r->tightness.max) == 2);
    assert_int_equal(r->tightness.histogram.total, 5);
    done(r);
}

static void test_extremes_enclose_overlapping_ratios(void **state)
{
    (void)state;
    struct result *r = fresh();
    struct link_outcome o = outcome(TRUTH_TRUE, 0);
    o.ratio = around(0.75, 0x1p-50);
    tally_add(r, 0, ADMISSION_ADMITTED, true, &o);
    o.ratio = around(0.75, 0x1p-44);
    tally_add(r, 1, ADMISSION_ADMITTED, true, &o);
    assert_true(r->tightness.min.lo <= 0.75 - 0x1p-44);
    assert_true(r->tightness.max.hi >= 0.75 + 0x1p-44);
    done(r);
}

static void test_a_ratio_that_is_not_known_counts_for_nothing(void **state)
{
    (void)state;
    struct result *r = fresh();
    struct link_outcome o = outcome(TRUTH_UNKNOWN, 0.75);
    o.ratio = around(0.75, 0x1p-10);
    tally_add(r, 0, ADMISSION_ADMITTED, true, &o);
    assert_int_equal(r->tightness.max.kind, ENCLOSURE_NONE);
    assert_int_equal(r->tightness.histogram.total, 0);
    done(r);
}

static void test_infinite_ratio_is_the_largest(void **state)
{
    (void)state;
    struct result *r = fresh();
    struct link_outcome o = outcome(TRUTH_FALSE, 1);
    o.ratio = (struct enclosure){.kind = ENCLOSURE_INFINITE};
    tally_add(r, 0, ADMISSION_ADMITTED, true, &o);
    o = outcome(TRUTH_TRUE, 0.5);
    tally_add(r, 1, ADMISSION_ADMITTED, true, &o);
    assert_int_equal(r->tightness.max.kind, ENCLOSURE_INFINITE);
    assert_int_equal(r->tightness.min_trial, 1);
    done(r);
}

static void test_least_agreement_counts(void **state)
{
    (void)state;
    struct result *r = fresh();
    struct link_outcome o = outcome(TRUTH_UNKNOWN, 1);
    o.agreement = 4000;
    tally_add(r, 0, ADMISSION_ADMITTED, true, &o);
    assert_int_equal(r->agreement, 4000);
    o.agreement = 3000;
    tally_add(r, 1, ADMISSION_ADMITTED, true, &o);
    assert_int_equal(r->agreement, 3000);
    tally_add(r, 2, ADMISSION_UNKNOWN, true, &o);
    assert_int_equal(r->agreement, -1);
    tally_add(r, 3, ADMISSION_ADMITTED, true, &o);
    assert_int_equal(r->agreement, -1);
    done(r);
}

static void test_wrong_doubles_are_counted(void **state)
{
    (void)state;
    struct result *r = fresh();
    struct link_outcome o = outcome(TRUTH_TRUE, 0.5);
    o.double_truth = TRUTH_FALSE;
    o.double_ratio = 1;
    tally_add(r, 4, ADMISSION_ADMITTED, true, &o);
    o = outcome(TRUTH_FALSE, 2);
    o.double_truth = TRUTH_TRUE;
    tally_add(r, 6, ADMISSION_ADMITTED, true, &o);
    assert_int_equal(r->forward.false_alarms, 1);
    assert_int_equal(r->forward.first_false_alarm, 4);
    assert_int_equal(r->forward.missed, 1);
    assert_int_equal(r->forward.first_missed, 6);
    assert_true(r->forward.max_rel_error == 1);
    assert_true(r->forward.tightness_max == 2);
    done(r);
}

static void test_wide_ratio_tells_no_error(void **state)
{
    (void)state;
    struct result *r = fresh();
    struct link_outcome o = outcome(TRUTH_TRUE, 0.5);
    o.ratio = (struct enclosure){
        .kind = ENCLOSURE_FINITE, .lo = 0, .hi = 0.5, .exponent = -1000};
    tally_add(r, 0, ADMISSION_ADMITTED, true, &o);
    assert_true(isnan(r->forward.max_rel_error));
    done(r);
}

static void test_relative_error_survives_any_magnitude(void **state)
{
    (void)state;
    struct enclosure tiny = {
        .kind = ENCLOSURE_FINITE, .lo = 0.5, .hi = 0.5, .exponent = -3000};
    struct enclosure huge = tiny;
    struct enclosure zero = {.kind = ENCLOSURE_FINITE};
    struct enclosure half = around(0.5, 0);
    huge.exponent = 3000;
    assert_true(tally_relative_error(0, &tiny) == 1);
    assert_true(isinf(tally_relative_error(1, &tiny)));
    assert_true(tally_relative_error(1, &huge) == 1);
    assert_true(tally_relative_error(0, &zero) == 0);
    assert_true(isinf(tally_relative_error(1e-300, &zero)));
    assert_true(tally_relative_error(0.75, &half) == 0.5);
    assert_true(isinf(tally_relative_error(NAN, &half)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_trial_is_counted_once),
        cmocka_unit_test(test_first_false_trial_is_kept),
        cmocka_unit_test(test_extremes_know_their_first_trial),
        cmocka_unit_test(test_extremes_enclose_overlapping_ratios),
        cmocka_unit_test(test_a_ratio_that_is_not_known_counts_for_nothing),
        cmocka_unit_test(test_infinite_ratio_is_the_largest),
        cmocka_unit_test(test_least_agreement_counts),
        cmocka_unit_test(test_wrong_doubles_are_counted),
        cmocka_unit_test(test_wide_ratio_tells_no_error),
        cmocka_unit_test(test_relative_error_survives_any_magnitude),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
