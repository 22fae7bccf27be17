/*
 * The range prover as an oracle: what it says, and what the core makes of it.
 */
#include "oracle/oracle.h"

#include "draft/draft.h"
#include "core/ring.h"
#include "support/cmocka_all.h"

static bool says(const char *statement)
{
    const struct core_oracle oracle = oracle_range();

    return oracle.holds(oracle.context, statement);
}

#define QUESTION(text) "theorem question {\n" text "}\n"

static void test_true_statements_hold(void **state)
{
    (void)state;
    assert_true(says(QUESTION("given x0 : real; assume 0 <= x0;"
                              "assume 0 <= 1 - x0;"
                              "claim holds: 0 <= 1 + 2*x0 - exp(x0);")));
    assert_true(says(QUESTION("given x0, x1 : real; assume 0 != x1;"
                              "claim holds: 0 == x0/x1*x1 - x0;")));
    assert_true(says(QUESTION("claim holds: 0 <= 4 - sqrt(2);")));
    assert_true(says(QUESTION("given x0 : int; assume 0 < x0;"
                              "claim holds: 0 <= x0 - 1;")));
    /* where it is defined */
    assert_true(says(QUESTION("given x0 : real; claim holds: x0/x0 == 1;")));
}

static void test_nothing_else_holds(void **state)
{
    (void)state;
    assert_false(says(QUESTION("given x0 : real; assume 0 <= x0;"
                               "claim holds: 0 <= 1 + 2*x0 - exp(x0);")));
    assert_false(says(QUESTION("given x0 : real; assume 0 < x0;"
                               "claim holds: 0 <= x0 - 1;")));
    assert_false(says(QUESTION("given x0 : real; claim holds: 0 < x0^2;")));
    assert_false(says(QUESTION("given x0 : real; claim holds: 0 < exp(x0)^;")));
    assert_false(says(QUESTION("given x0 : real;")));
    assert_false(says(QUESTION("claim a: 0 < 1; claim b: 1 < 0;")));
    assert_false(says(QUESTION("claim a: 0 < 1 < 0;")));
    assert_false(says("theorem a { claim c: 0 < 1; }"
                      "theorem b { claim c: 1 < 0; }"));
    assert_false(says(""));
}

/* At x := 0 the total model has x / x == 0. */
static void test_the_core_asks_for_values(void **state)
{
    const struct core_oracle oracle = oracle_range();
    struct theory *theory = theory_new();
    struct pool *pool = theory_pool(theory);
    const struct atom *x = pool_atom(pool, &(struct atom){.name = "x"});
    const struct form *f = ring_atom(pool, x);
    const struct form *is_one =
        relation_between(pool, CORE_EQ, pool_one(pool),
                         ring_mul(pool, f, form_apply1(pool, CORE_RECIP, f)));
    const struct sequent sequent = {
        .symbols = &x, .nsymbols = 1, .conclusion = is_one};
    struct draft *d;
    fact_t fact;

    (void)state;
    theory_trust(theory, &oracle);
    d = draft_new(theory, &sequent);
    assert_int_equal(draft_rule(d, "oracle", "wt", "range", is_one), FACT_NONE);
    fact = draft_rule(d, "assume", "t", form_apply1(pool, CORE_NE, f));
    assert_int_equal(draft_rule(d, "oracle", "wt", "range", is_one), FACT_NONE);
    assert_true(draft_rule(d, "oracle", "wtf", "range", is_one, fact) !=
                FACT_NONE);
    assert_int_equal(draft_rule(d, "oracle", "wtf", "range",
                                form_apply1(pool, CORE_EQ, f), fact),
                     FACT_NONE);
    draft_free(d);
    theory_free(theory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_true_statements_hold),
        cmocka_unit_test(test_nothing_else_holds),
        cmocka_unit_test(test_the_core_asks_for_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
