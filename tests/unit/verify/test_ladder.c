/* One trial: what is admitted, what is decided, and by how many bits. */
#include "verify/ladder.h"

#include "support/cmocka_all.h"

#include <stdlib.h>

struct trial {
    struct diag *diag;
    struct module *module;
    struct stage *stage;
    enum admission admission;
    struct link_outcome outcome; /* of the only claim */
};

/* "theorem t { given s : real; body }" */
static void decide(struct trial *t, const char *body, double s, long prec_max)
{
    static const bool wanted[] = {true};
    const struct ladder_options options = {.prec_max = prec_max};
    struct buffer text;
    struct span where;
    char *reason = NULL;
    *t = (struct trial){.diag = diag_new()};
    buffer_init(&text);
    buffer_printf(&text, "theorem t { given s : real; %s }", body);
    assert_int_equal(
        module_load_text(&t->module, "t.bound", text.text, NULL, t->diag),
        ST_OK);
    const struct theorem *theorem = module_theorem(t->module, 0);
    assert_int_equal(stage_open(&t->stage, theorem, NULL, &reason), ST_OK);
    struct value *values = t->stage->x.values;
    value_set_doubles(&values[0], 1, 1);
    values[0].doubles[0] = s;
    assert_int_equal(
        stage_build(t->stage, wanted, STAGE_DROP_NONE, &where, &reason), ST_OK);
    assert_int_equal(
        ladder_decide(&t->admission, &t->outcome, t->stage, &options), ST_OK);
    buffer_clear(&text);
}

static void end(struct trial *t)
{
    stage_free(t->stage);
    module_free(t->module);
    diag_free(t->diag);
}

static enum admission admission_of(const char *body, double s)
{
    struct trial t;
    decide(&t, body, s, 256);
    const enum admission admission = t.admission;
    end(&t);
    return admission;
}

static enum truth truth_of(const char *body, double s)
{
    struct trial t;
    decide(&t, body, s, 256);
    assert_int_equal(t.admission, ADMISSION_ADMITTED);
    const enum truth truth = t.outcome.truth;
    end(&t);
    return truth;
}

static void test_assumptions_admit_when_they_are_certain(void **state)
{
    (void)state;
    static const char positive[] = "assume s > 0; claim c: s >= 0;";
    static const char undefined[] = "assume log(s) < 9; claim c: s >= 0;";
    static const char open[] = "assume 2 * sin(s)^2 == 1 - cos(2 * s); "
                               "claim c: s >= 0;";
    static const char both[] = "assume 2 * sin(s)^2 == 1 - cos(2 * s); "
                               "assume s > 0; claim c: s >= 0;";
    assert_int_equal(admission_of(positive, 1), ADMISSION_ADMITTED);
    assert_int_equal(admission_of(positive, 0), ADMISSION_REJECTED);
    assert_int_equal(admission_of(undefined, 1), ADMISSION_ADMITTED);
    assert_int_equal(admission_of(undefined, 0), ADMISSION_REJECTED);
    assert_int_equal(admission_of(undefined, -1), ADMISSION_REJECTED);
    assert_int_equal(admission_of(open, 1), ADMISSION_UNKNOWN);
    assert_int_equal(admission_of(both, 1), ADMISSION_UNKNOWN);
    assert_int_equal(admission_of(both, -1), ADMISSION_REJECTED);
}

static void test_a_constant_is_missing_over_zero_alone(void **state)
{
    (void)state;
    static const char difference[] = "claim c: abs(s) <= ? * abs(s - 1);";
    static const char zeros[] = "claim c: abs(s) <= ? * 2 * abs(s);";
    assert_int_equal(truth_of(difference, 1), TRUTH_FALSE);
    assert_int_equal(truth_of(difference, 3), TRUTH_TRUE);
    assert_int_equal(truth_of(difference, 0), TRUTH_TRUE);
    assert_int_equal(truth_of(zeros, 0), TRUTH_TRUE);
    assert_int_equal(truth_of("claim c: abs(s) <= ? * log(s);", 0),
                     TRUTH_UNDEFINED);
}

/* Two forms of one number beside 10^-1300: more bits than exact numbers have.
 */
static void test_precision_is_raised_up_to_the_cap(void **state)
{
    (void)state;
    static const struct {
        long cap;
        enum truth truth;
    } rows[] = {{4200, TRUTH_UNKNOWN}, {5000, TRUTH_TRUE}, {8192, TRUTH_TRUE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trial t;
        decide(&t, "claim c: 2 * sin(s)^2 < 1 - cos(2 * s) + 10^-1300;", 1,
               rows[i].cap);
        assert_int_equal(t.outcome.truth, rows[i].truth);
        assert_int_equal(t.outcome.bits, rows[i].cap);
        assert_int_equal(t.outcome.cap, rows[i].cap);
        end(&t);
    }
}

/* What is 0 times 10^1400 needs as many bits, and does not look like a tie. */
static void test_doubling_ends_at_the_cap(void **state)
{
    (void)state;
    static const long caps[] = {4200, 5000};
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        struct trial t;
        decide(&t,
               "claim c: 10^1400 * (2 * sin(s)^2 + cos(2 * s) - 1) + sin(s) <= "
               "1/2;",
               1, caps[i]);
        assert_int_equal(t.outcome.truth == TRUTH_UNKNOWN, i == 0);
        assert_int_equal(t.outcome.bits, caps[i]);
        end(&t);
    }
}

/* Agreement is that of the last bits tried; a tie has as many as there are. */
static void test_what_stays_open_tells_its_agreement(void **state)
{
    (void)state;
    struct trial t;
    decide(&t, "claim c: 2 * sin(s)^2 == 1 - cos(2 * s);", 1, 512);
    assert_int_equal(t.outcome.truth, TRUTH_UNKNOWN);
    assert_int_equal(t.outcome.bits, 512);
    assert_true(t.outcome.agreement > 400 && t.outcome.agreement <= 600);
    end(&t);
    decide(&t, "claim c: 2 * sin(s)^2 == 1 - cos(2 * s) + 10^-20;", 1, 512);
    assert_int_equal(t.outcome.truth, TRUTH_FALSE);
    end(&t);
}

static void test_ties_are_decided_exactly(void **state)
{
    (void)state;
    assert_int_equal(truth_of("claim c: sqrt(2) * sqrt(8) <= 4 * s;", 1),
                     TRUTH_TRUE);
    assert_int_equal(truth_of("claim c: sqrt(2) * sqrt(8) < 4 * s;", 1),
                     TRUTH_FALSE);
    assert_int_equal(truth_of("claim c: exp(s) * exp(-s) != 1;", 1),
                     TRUTH_FALSE);
    assert_int_equal(truth_of("claim c: 1 / s <= 1;", 0), TRUTH_UNDEFINED);
}

/* What a long trial tells, and when it is told to stop. */
struct listener {
    size_t pulses, stops, left; /* stop once `left` is 0 */
    size_t done, all;
};

static bool stop_later(void *context)
{
    struct listener *l = context;
    l->stops++;
    return l->left == 0 || --l->left == 0;
}

static void listen(void *context, uint64_t trial, long bits, size_t done,
                   size_t all)
{
    struct listener *l = context;
    (void)trial;
    assert_true(bits >= LADDER_FIRST_BITS && done < all);
    l->pulses++;
    l->done = done;
    l->all = all;
}

/* A plan of over LADDER_LONG_PLAN operations, again with a listener. */
static enum status decide_again(struct listener *l, size_t left)
{
    struct trial t;
    struct ladder_options options = {.no_filter = true,
                                     .prec_max = 256,
                                     .stop = stop_later,
                                     .context = l,
                                     .pulse = listen,
                                     .pulse_context = l};
    *l = (struct listener){.left = left};
    decide(&t, "claim c: sum(i in 1..1500, sin(s + i)) <= 1500;", 1, 256);
    enum status st =
        ladder_decide(&t.admission, &t.outcome, t.stage, &options);
    if (st == ST_OK)
        assert_int_equal(t.outcome.truth, TRUTH_TRUE);
    end(&t);
    return st;
}

static void test_long_trials_are_told_and_stopped_within(void **state)
{
    struct listener l;
    (void)state;
    assert_int_equal(decide_again(&l, SIZE_MAX), ST_OK);
    assert_true(l.all > LADDER_LONG_PLAN && l.done == l.all - 1);
    assert_true(l.pulses >= l.all);
    assert_int_equal(decide_again(&l, 100), ST_UNABLE);
    assert_true(l.pulses <= 100 && l.done < 100);
    assert_true(l.stops <= 102); /* nothing goes on after it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_trials_are_told_and_stopped_within),
        cmocka_unit_test(test_assumptions_admit_when_they_are_certain),
        cmocka_unit_test(test_a_constant_is_missing_over_zero_alone),
        cmocka_unit_test(test_precision_is_raised_up_to_the_cap),
        cmocka_unit_test(test_doubling_ends_at_the_cap),
        cmocka_unit_test(test_what_stays_open_tells_its_agreement),
        cmocka_unit_test(test_ties_are_decided_exactly),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_finish();
    return failed;
}
