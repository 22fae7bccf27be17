#include "verify/verdict.h"

#include "support/cmocka_all.h"

#include <stdlib.h>

/* Verdicts of counts, as the table of language.md, section 7, has them. */
static const struct {
    struct tally tally;
    enum relop rel;
    bool has_sides;
    long agreement;
    enum verdict_word verdict;
} table[] = {
    {{5, 5, 0, 0, 0, 0}, REL_LE, true, -1, WORD_HOLDS},
    {{5, 4, 1, 0, 0, 0}, REL_LE, true, -1, WORD_VIOLATED},
    {{5, 0, 1, 4, 0, 0}, REL_EQ, true, 4000, WORD_VIOLATED},
    {{5, 0, 0, 0, 5, 0}, REL_LE, true, -1, WORD_VACUOUS},
    {{5, 0, 0, 0, 0, 5}, REL_LE, true, -1, WORD_VACUOUS},
    {{5, 0, 0, 0, 2, 3}, REL_LE, true, -1, WORD_VACUOUS},
    {{0, 0, 0, 0, 0, 0}, REL_LE, true, -1, WORD_VACUOUS},
    {{5, 1, 0, 0, 2, 2}, REL_LE, true, -1, WORD_HOLDS},
    {{5, 4, 0, 1, 0, 0}, REL_EQ, true, 2048, WORD_CONSISTENT},
    {{5, 4, 0, 1, 0, 0}, REL_EQ, true, 2047, WORD_UNDECIDED},
    {{5, 0, 0, 5, 0, 0}, REL_LE, true, 4090, WORD_CONSISTENT},
    {{5, 0, 0, 5, 0, 0}, REL_GE, true, 4090, WORD_CONSISTENT},
    {{5, 0, 0, 5, 0, 0}, REL_LT, true, 4090, WORD_UNDECIDED},
    {{5, 0, 0, 5, 0, 0}, REL_GT, true, 4090, WORD_UNDECIDED},
    {{5, 0, 0, 5, 0, 0}, REL_NE, true, 4090, WORD_UNDECIDED},
    {{5, 0, 0, 5, 0, 0}, REL_EQ, false, 4090, WORD_UNDECIDED},
    {{5, 4, 0, 1, 0, 0}, REL_EQ, true, -1, WORD_UNDECIDED},
};

static void test_verdicts_follow_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct result r = {.tally = table[i].tally,
                           .rel = table[i].rel,
                           .has_sides = table[i].has_sides,
                           .agreement = table[i].agreement};
        assert_int_equal(verdict_decide(&r, 4096), table[i].verdict);
    }
}

static void test_odd_cap_needs_at_least_half(void **state)
{
    (void)state;
    struct result r = {.tally = {1, 0, 0, 1, 0, 0},
                       .rel = REL_EQ,
                       .has_sides = true,
                       .agreement = 50};
    assert_int_equal(verdict_decide(&r, 101), WORD_UNDECIDED);
    assert_int_equal(verdict_decide(&r, 100), WORD_CONSISTENT);
}

static void test_hole_holds_once_its_constant_is_positive(void **state)
{
    (void)state;
    struct result r = {.tally = {3, 3, 0, 0, 0, 0},
                       .rel = REL_LE,
                       .has_sides = true,
                       .has_hole = true};
    assert_int_equal(verdict_decide(&r, 4096), WORD_UNDECIDED);
    r.constant = (struct enclosure){
        .kind = ENCLOSURE_FINITE, .lo = 0.5, .hi = 0.5, .exponent = 1};
    assert_int_equal(verdict_decide(&r, 4096), WORD_HOLDS);
}

/* ---- thin samples ---- */

static void test_a_tenth_and_at_least_twenty_are_asked_for(void **state)
{
    (void)state;
    assert_int_equal(verdict_asked(1), 0);
    assert_int_equal(verdict_asked(19), 0);
    assert_int_equal(verdict_asked(20), 20);
    assert_int_equal(verdict_asked(200), 20);
    assert_int_equal(verdict_asked(219), 21);
    assert_int_equal(verdict_asked(20000), 2000);
}

static enum verdict_word seen_at(uint64_t distinct, bool is_false, bool *thin)
{
    struct result r = {.tally = {200, 30, is_false, 0, 170 - is_false, 0},
                       .coverage = {30, distinct, 20},
                       .has_sides = true};
    r.verdict = verdict_decide(&r, 4096);
    *thin = verdict_is_thin(&r);
    return r.verdict;
}

static void test_too_few_instances_are_no_verdict(void **state)
{
    bool thin;
    (void)state;
    assert_int_equal(seen_at(20, false, &thin), WORD_HOLDS);
    assert_false(thin);
    assert_int_equal(seen_at(19, false, &thin), WORD_UNDECIDED);
    assert_true(thin);
    assert_int_equal(seen_at(1, true, &thin), WORD_VIOLATED);
    assert_false(thin);
}

/* ---- expectations ---- */

static const enum verdict_word words[] = {WORD_HOLDS,     WORD_VIOLATED,
                                          WORD_PROVED,    WORD_CONSISTENT,
                                          WORD_UNDECIDED, WORD_VACUOUS};
/* ok[expected][verdict], in the order of `words` */
static const bool satisfied[6][6] = {
    {true, false, true, true, false, false},   /* holds */
    {false, true, false, false, false, false}, /* violated */
    {false, false, true, false, false, false}, /* proved */
    {true, false, true, true, false, false},   /* consistent */
    {false, false, false, false, true, false}, /* undecided */
    {false, false, false, false, false, true}, /* vacuous */
};

static struct result *add(struct run *run, enum verdict_word expected,
                          enum verdict_word verdict)
{
    struct result *r = run_add(run);
    r->expected = expected;
    r->verdict = verdict;
    r->rel = REL_LE;
    r->case_name = "one";
    return r;
}

static bool is_ok(enum verdict_word expected, enum verdict_word verdict,
                  enum relop rel, bool strict)
{
    struct run run = {0};
    add(&run, expected, verdict)->rel = rel;
    verdict_expectations(&run, strict);
    bool ok = run.results[0].ok;
    run_clear(&run);
    return ok;
}

/* What a stopped run has left neither meets nor breaks what is expected. */
static void test_what_is_left_is_not_reached(void **state)
{
    (void)state;
    struct run run = {0};
    run.stopped = true;
    add(&run, WORD_PROVED, WORD_HOLDS);
    add(&run, WORD_HOLDS, WORD_HOLDS);
    verdict_leave(&run);
    verdict_expectations(&run, false);
    assert_int_equal(run.results[0].verdict, WORD_NOT_REACHED);
    assert_false(run.results[0].ok);
    assert_int_equal(run.results[1].verdict, WORD_HOLDS);
    assert_true(run.results[1].ok);
    assert_int_equal(verdict_exit_status(&run), 5);
    add(&run, WORD_HOLDS, WORD_VIOLATED);
    verdict_leave(&run);
    verdict_expectations(&run, false);
    assert_int_equal(run.results[2].verdict, WORD_VIOLATED);
    assert_int_equal(verdict_exit_status(&run), 1);
    run_clear(&run);
}

static void test_expectations_follow_the_table(void **state)
{
    (void)state;
    for (size_t e = 0; e < 6; e++)
        for (size_t v = 0; v < 6; v++)
            assert_int_equal(is_ok(words[e], words[v], REL_LE, false),
                             satisfied[e][v]);
}

static void test_strict_takes_consistent_only_for_equality(void **state)
{
    (void)state;
    assert_false(is_ok(WORD_HOLDS, WORD_CONSISTENT, REL_LE, true));
    assert_false(is_ok(WORD_HOLDS, WORD_CONSISTENT, REL_GE, true));
    assert_true(is_ok(WORD_HOLDS, WORD_CONSISTENT, REL_EQ, true));
    assert_true(is_ok(WORD_CONSISTENT, WORD_CONSISTENT, REL_LE, true));
}

static void test_one_violated_case_meets_the_claims_expectation(void **state)
{
    (void)state;
    struct run run = {0};
    add(&run, WORD_VIOLATED, WORD_HOLDS);
    add(&run, WORD_VIOLATED, WORD_VIOLATED)->case_name = "two";
    add(&run, WORD_VIOLATED, WORD_VACUOUS)->case_name = "three";
    add(&run, WORD_VIOLATED, WORD_HOLDS)->claim = 1;
    verdict_expectations(&run, false);
    assert_true(run.results[0].ok);
    assert_true(run.results[1].ok);
    assert_true(run.results[2].ok);
    assert_false(run.results[3].ok);
    run_clear(&run);
}

static void test_cases_own_expectation_binds_it(void **state)
{
    (void)state;
    struct run run = {0};
    add(&run, WORD_VIOLATED, WORD_VIOLATED);
    struct result *own = add(&run, WORD_VIOLATED, WORD_HOLDS);
    own->scope = EXPECT_OF_CASE;
    own->case_name = "two";
    verdict_expectations(&run, false);
    assert_true(run.results[0].ok);
    assert_false(run.results[1].ok);
    run_clear(&run);
}

static void test_links_of_one_case_serve_each_other(void **state)
{
    (void)state;
    struct run run = {0};
    add(&run, WORD_VIOLATED, WORD_HOLDS)->scope = EXPECT_OF_CASE;
    add(&run, WORD_VIOLATED, WORD_VIOLATED)->scope = EXPECT_OF_CASE;
    add(&run, WORD_VIOLATED, WORD_HOLDS)->scope = EXPECT_OF_LINK;
    run.results[1].case_name = run.results[0].case_name;
    run.results[2].case_name = run.results[0].case_name;
    verdict_expectations(&run, false);
    assert_true(run.results[0].ok);
    assert_false(run.results[2].ok);
    run_clear(&run);
}

/* ---- exit statuses ---- */

/* Only what is undecided or vacuous is open; the rest came out otherwise. */
static void test_exit_status_of_one_verdict(void **state)
{
    static const struct {
        enum verdict_word expected, verdict;
        int status;
    } rows[] = {
        {WORD_VIOLATED, WORD_HOLDS, 1},      {WORD_VIOLATED, WORD_PROVED, 1},
        {WORD_VIOLATED, WORD_CONSISTENT, 1}, {WORD_HOLDS, WORD_VIOLATED, 1},
        {WORD_HOLDS, WORD_UNDECIDED, 3},     {WORD_HOLDS, WORD_VACUOUS, 3},
        {WORD_VIOLATED, WORD_UNDECIDED, 3},  {WORD_VIOLATED, WORD_VIOLATED, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run run = {0};
        add(&run, rows[i].expected, rows[i].verdict);
        verdict_expectations(&run, false);
        assert_int_equal(verdict_exit_status(&run), rows[i].status);
        run_clear(&run);
    }
}

static void test_exit_status_goes_by_precedence(void **state)
{
    (void)state;
    struct run run = {0};
    add(&run, WORD_HOLDS, WORD_HOLDS);
    verdict_expectations(&run, false);
    assert_int_equal(verdict_exit_status(&run), 0);
    add(&run, WORD_HOLDS, WORD_VACUOUS);
    verdict_expectations(&run, false);
    assert_int_equal(verdict_exit_status(&run), 3);
    run.stopped = true;
    assert_int_equal(verdict_exit_status(&run), 5);
    add(&run, WORD_HOLDS, WORD_VIOLATED);
    verdict_expectations(&run, false);
    assert_int_equal(verdict_exit_status(&run), 1);
    run_clear(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_tenth_and_at_least_twenty_are_asked_for),
        cmocka_unit_test(test_too_few_instances_are_no_verdict),
        cmocka_unit_test(test_what_is_left_is_not_reached),
        cmocka_unit_test(test_verdicts_follow_the_table),
        cmocka_unit_test(test_odd_cap_needs_at_least_half),
        cmocka_unit_test(test_hole_holds_once_its_constant_is_positive),
        cmocka_unit_test(test_expectations_follow_the_table),
        cmocka_unit_test(test_strict_takes_consistent_only_for_equality),
        cmocka_unit_test(test_one_violated_case_meets_the_claims_expectation),
        cmocka_unit_test(test_cases_own_expectation_binds_it),
        cmocka_unit_test(test_links_of_one_case_serve_each_other),
        cmocka_unit_test(test_exit_status_of_one_verdict),
        cmocka_unit_test(test_exit_status_goes_by_precedence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
