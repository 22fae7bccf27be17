/* Derivations that must not count as proofs of a claim. */
#include "kernel/replay.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdlib.h>

static const char text[] =
    "theorem t { given x : real; assume a: x >= 1; claim c: x >= 0; claim d: "
    "x >= 1; claim e: 1 <= x <= x^2; }";

struct fixture {
    struct kernel_case k;
    struct derivation *d;
};

static void open_fixture(struct fixture *f)
{
    kernel_case_open(&f->k, text, NULL);
    f->d = derivation_new(f->k.theorem);
}

static void close_fixture(struct fixture *f)
{
    derivation_free(f->d);
    kernel_case_close(&f->k);
}

static const struct expr *claim_of(const struct fixture *f, size_t claim)
{
    return f->k.theorem->claims[claim].links[0].relation;
}

static bool accepts(const struct fixture *f, size_t claim)
{
    struct replayer *r = replayer_new();
    char *reason = NULL;
    bool ok = replayer_accept(r, f->d, claim, 0, &reason) == RECHECK_ACCEPTED;
    assert_int_equal(replayer_has(r, f->k.theorem, claim, 0), ok);
    assert_int_equal(reason == NULL, ok);
    free(reason);
    replayer_free(r);
    return ok;
}

static void test_the_last_line_states_the_claim(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    assert_false(accepts(&f, 1)); /* no line at all */
    const struct line line = {.rule = RULE_ASSUMPTION,
                              .conclusion = claim_of(&f, 1)};
    derivation_add(f.d, &line);
    assert_true(accepts(&f, 1));
    assert_false(accepts(&f, 0));
    assert_false(accepts(&f, 3)); /* there is none */
    close_fixture(&f);
}

/* The claim follows from itself, and that is no proof. */
static void test_a_proof_ends_without_hypotheses(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct expr *claim = claim_of(&f, 0);
    const struct line line = {.rule = RULE_HYPOTHESIS,
                              .conclusion = claim,
                              .scope = derivation_hypothesis(f.d, NULL, claim)};
    derivation_add(f.d, &line);
    assert_false(accepts(&f, 0));
    close_fixture(&f);
}

/* A line under a hypothesis is no premise of one without. */
static void test_hypotheses_are_not_forgotten(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct expr *claim = claim_of(&f, 0);
    const struct line assumed = {.rule = RULE_HYPOTHESIS,
                                 .conclusion = claim,
                                 .scope =
                                     derivation_hypothesis(f.d, NULL, claim)};
    const size_t premises[] = {derivation_add(f.d, &assumed)};
    const struct expr *const terms[] = {NULL, NULL, NULL};
    struct line used = {.rule = RULE_LINEAR,
                        .conclusion = claim,
                        .premises = premises,
                        .npremises = 1,
                        .terms = terms,
                        .nterms = 3};
    size_t at = derivation_add(f.d, &used);
    assert_false(accepts(&f, 0));
    /* a line is no premise of itself either */
    derivation_cut(f.d, at);
    derivation_cut(f.d, 0);
    used.premises = (const size_t[]){0};
    derivation_add(f.d, &used);
    assert_false(accepts(&f, 0));
    close_fixture(&f);
}

/* A wrong line before a right one spoils the proof. */
static void test_every_line_is_checked(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct line wrong = {.rule = RULE_ALGEBRA,
                               .conclusion = claim_of(&f, 0)};
    const struct line right = {.rule = RULE_ASSUMPTION,
                               .conclusion = claim_of(&f, 1)};
    derivation_add(f.d, &wrong);
    derivation_add(f.d, &right);
    assert_false(accepts(&f, 1));
    close_fixture(&f);
}

/* Of a chain that is proved in part the other links are not steps. */
static void test_links_are_proved_one_by_one(void **state)
{
    (void)state;
    enum { CHAIN = 2 };
    struct fixture f;
    open_fixture(&f);
    struct replayer *r = replayer_new();
    const struct link *links = f.k.theorem->claims[CHAIN].links;
    char *reason = NULL;
    struct line line = {.rule = RULE_ASSUMPTION,
                        .conclusion = f.k.theorem->assumptions[0].relation};
    size_t premise = derivation_add(f.d, &line);
    const struct expr *const terms[] = {NULL, NULL, NULL};
    line = (struct line){.rule = RULE_LINEAR,
                         .conclusion = links[0].relation,
                         .premises = &premise,
                         .npremises = 1,
                         .terms = terms,
                         .nterms = 3};
    derivation_add(f.d, &line);
    assert_int_equal(replayer_accept(r, f.d, CHAIN, 0, &reason),
                     RECHECK_ACCEPTED);
    derivation_cut(f.d, 0);
    line = (struct line){.rule = RULE_STEP,
                         .conclusion = links[1].relation,
                         .number = CHAIN,
                         .link = 1};
    derivation_add(f.d, &line);
    assert_int_equal(replayer_accept(r, f.d, CHAIN, 1, &reason),
                     RECHECK_REJECTED);
    free(reason);
    replayer_free(r);
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_last_line_states_the_claim),
        cmocka_unit_test(test_a_proof_ends_without_hypotheses),
        cmocka_unit_test(test_hypotheses_are_not_forgotten),
        cmocka_unit_test(test_every_line_is_checked),
        cmocka_unit_test(test_links_are_proved_one_by_one),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    violation_finish();
    return failed;
}
