/* The range prover on single claims; every proof is rechecked. */
#include "ir/lower.h"
#include "kernel/range_check.h"
#include "prove/range.h"
#include "support/cmocka_all.h"
#include "unit/prove/range_tables.h"

#include "base/buffer.h"
#include "eval/evaluator.h"

#include <stdlib.h>

struct fixture {
    struct diag *diag;
    struct module *module;
    const struct theorem *theorem;
    struct partition partition;
};

static void open_claim(struct fixture *f, const char *given,
                       const char *relation)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { %s claim c: %s; }", given, relation);
    f->diag = diag_new();
    if (module_load_text(&f->module, "t.bound", text.text, NULL, f->diag) !=
        ST_OK)
        fail_msg("not valid: %s", text.text);
    f->theorem = module_theorem(f->module, 0);
    partition_init(&f->partition);
    buffer_clear(&text);
}

static void close_claim(struct fixture *f)
{
    partition_clear(&f->partition);
    module_free(f->module);
    diag_free(f->diag);
}

static enum range_answer answer_of(struct fixture *f, size_t link)
{
    struct range_limits limits = range_limits_default();
    return range_prove(&f->partition, f->theorem, 0, link, &limits);
}

static void test_true_claims_are_proved(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof true_claims / sizeof *true_claims; i++) {
        struct fixture f;
        char *reason = NULL;
        open_claim(&f, true_claims[i].given, true_claims[i].relation);
        if (answer_of(&f, 0) != RANGE_PROVED)
            fail_msg("not proved: %s", true_claims[i].relation);
        if (range_check_link(&f.partition, f.theorem, 0, 0, &reason) !=
            RECHECK_ACCEPTED)
            fail_msg("not accepted: %s: %s", true_claims[i].relation, reason);
        close_claim(&f);
    }
}

static void test_false_claims_are_not_proved(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof false_claims / sizeof *false_claims; i++) {
        struct fixture f;
        open_claim(&f, false_claims[i].given, false_claims[i].relation);
        if (answer_of(&f, 0) == RANGE_PROVED)
            fail_msg("proved: %s", false_claims[i].relation);
        close_claim(&f);
    }
}

static int finish(void **state)
{
    (void)state;
    eval_finish();
    violation_finish();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_true_claims_are_proved),
        cmocka_unit_test(test_false_claims_are_not_proved),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
