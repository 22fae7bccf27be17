/*
 * Pruned logs: they prove the same, and nothing in them is idle.
 */
#include "draft/goal.h"
#include "draft/prune.h"

#include "base/diag.h"
#include "base/status.h"
#include "core/read.h"
#include "ir/lower.h"
#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hypotheses of claim d are x == y (0), and the claims a (1), b (2). */
static const char statement[] =
    "theorem t { given x, y, z : real; assume p: x == y; claim a: x == z; "
    "claim b: x <= 1; claim d: y <= 1; }";

struct made {
    char *log;
    size_t nfrom, from;
    bool is_accepted;
};

/* What pruning makes of the log of claim d, replayed in another theory. */
static struct made made_of(const char *log, bool has_a, bool has_b)
{
    bool proved[3] = {has_a, has_b, false}, used[3] = {false, false, false};
    struct diag *diag = diag_new();
    struct made out = {NULL, 0, 0, false};
    struct module *module;

    assert_int_equal(module_load_text(&module, "t", statement, NULL, diag),
                     ST_OK);
    for (int round = 0; round < 2; round++) {
        const struct theorem *t = module_theorem(module, 0);
        struct theory *theory = theory_new();
        struct reading *reading = reading_new(theory, t);
        const char *why = NULL;
        struct goal goal;
        size_t line;

        assert_true(goal_read(&goal, theory, reading, t, 2, 0,
                              round == 0 ? proved : used));
        if (round == 0) {
            struct granted kept = {goal.sequent, goal.from, goal.nfrom};

            out.log = log_pruned(theory, &kept, xstrdup(log));
            out.nfrom = kept.nfrom;
            for (size_t i = 0; i < kept.nfrom; i++)
                used[out.from = kept.from[i]] = true;
        } else {
            out.is_accepted = deduction_replay(theory, &goal.sequent, "t",
                                               out.log, &why, &line) != NULL;
        }
        reading_free(reading);
        theory_free(theory);
    }
    module_free(module);
    diag_free(diag);
    return out;
}

static const char proof[] = "symbol 0\n"    /* x */
                            "symbol 1\n"    /* y */
                            "number -1\n"   /* */
                            "mul 2 1\n"     /* -y */
                            "rule 0 0\n"    /* x is y */
                            "number 1\n"    /* */
                            "add 4 3\n"     /* 1 - y */
                            "apply le 5\n"; /* y <= 1 */

static void test_what_is_idle_goes(void **state)
{
    char *log, *end;
    struct made m;

    (void)state;
    /* terms, facts, a context and an equation that nothing needs */
    log = xcalloc(1000, 1);
    end = log + sprintf(log, "%s", proof);
    end += sprintf(end, "number 7\n"     /* node 7 */
                        "add 7 5\n"      /* 8 */
                        "apply le 8\n"   /* 9 */
                        "assume 9\n"     /* fact 3 */
                        "restated 3 9\n" /* 4, in the context */
                        "implied 4\n"    /* 5 */
                        "symbol 2\n"     /* node 10: z */
                        "rule 1 10\n"    /* z is x: fires nowhere */
                        "scope\n"        /* */
                        "fix 4 7\n"      /* a variable: facts 6, 7 */
                        "fixed 0\n"      /* */
                        "forall 6\n"     /* fact 8 */
                        "restated 2 6\n" /* fact 9 */
                        "restated 9 6\n");
    m = made_of(log, true, true);
    assert_true(m.is_accepted);
    assert_int_equal(m.nfrom, 1);
    assert_int_equal(m.from, 1); /* claim b */
    end = log + sprintf(log, "%s", proof);
    end += sprintf(end, "restated 1 6\nrestated 2 6\n");
    assert_string_equal(m.log, log);
    free(m.log);
    free(log);
}

static void test_what_is_needed_stays(void **state)
{
    /* forall(i in 1..5, 5 < i or 1 <= i), by the second variable that is fixed
     */
    static const char bound[] = "number 1\n"
                                "number 5\n"
                                "fix 0 1\n"  /* facts 3, 4 */
                                "fixed 0\n"  /* node 2 */
                                "forall 3\n" /* fact 5: nobody needs it */
                                "fix 0 1\n"  /* 6, 7 */
                                "fixed 1\n"  /* node 3 */
                                "number -1\n"
                                "mul 4 3\n"
                                "add 1 5\n"
                                "apply le 6\n"    /* node 7: it is at most 5 */
                                "assume 7\n"      /* 8 */
                                "implied 6\n"     /* 9 */
                                "forall 9\n"      /* 10 */
                                "generic 0 1 0\n" /* node 8 */
                                "mul 4 8\n"
                                "add 1 9\n"
                                "number -5\n"
                                "add 8 11\n"
                                "apply lt 12\n" /* 13: 5 < i */
                                "add 8 4\n"
                                "apply le 14\n" /* 15: 1 <= i */
                                "apply or 13 15\n"
                                "bind forall 0 1 16 8\n"
                                "restated 10 17\n" /* fact 11 */
                                "symbol 0\n"
                                "symbol 1\n"
                                "mul 4 19\n"
                                "rule 0 18\n"
                                "add 0 20\n"
                                "apply le 21\n"
                                "restated 2 22\n" /* 12: y <= 1 */
                                "apply and 17 22\n"
                                "both 11 12\n"     /* 13 */
                                "restated 13 23\n" /* 14 */
                                "part 14 0\n"
                                "restated 15 22\n";
    struct made m = made_of(bound, true, true);

    (void)state;
    assert_true(m.is_accepted);
    assert_null(strstr(m.log, "fixed 1"));
    assert_non_null(strstr(m.log, "fixed 0"));
    assert_non_null(strstr(m.log, "implied"));
    assert_non_null(strstr(m.log, "rule 0"));
    free(m.log);
}

/* What is refused stays as it is. */
static void test_a_wrong_log(void **state)
{
    struct made m = made_of("number 1\nrestated 0 7\n", true, true);

    (void)state;
    assert_false(m.is_accepted);
    assert_string_equal(m.log, "number 1\nrestated 0 7\n");
    assert_int_equal(m.nfrom, 2);
    free(m.log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_idle_goes),
        cmocka_unit_test(test_what_is_needed_stays),
        cmocka_unit_test(test_a_wrong_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
