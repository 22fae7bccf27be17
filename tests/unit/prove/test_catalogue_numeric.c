/*
 * The catalogue against the program's own numbers: on random instances no rule
 * is ever violated, and nearly every rule is once it is turned round.
 */
#include "logic/catalogue.h"
#include "verify/campaign.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

enum { TRIALS = 12, TURNED_TRIALS = 30 };

struct counts {
    uint64_t is_true, is_false;
};

/* The trials of the only claim of a text. */
static struct counts try_text(const char *text, uint64_t trials)
{
    const bool wanted = true;
    const struct spec_options few = {.has_trials = true, .trials = trials};
    const struct campaign_options options = {.ladder = {.prec_max = 512},
                                             .jobs = 1};
    struct diag *diag = diag_new();
    struct module *module = NULL;
    struct spec *spec = NULL;
    struct run run;
    run_init(&run);
    assert_int_equal(module_load_text(&module, "r.bound", text, NULL, diag),
                     ST_OK);
    assert_int_equal(
        spec_campaign(&spec, module, module_theorem(module, 0), &few, diag),
        ST_OK);
    assert_int_equal(campaign_run(&run, spec, &wanted, &options, diag), ST_OK);
    assert_int_equal(run.count, 1);
    struct counts counts = {run.results[0].tally.is_true +
                                run.results[0].tally.unresolved,
                            run.results[0].tally.is_false};
    run_clear(&run);
    spec_free(spec);
    module_free(module);
    diag_free(diag);
    return counts;
}

static void test_rules_hold_on_random_instances(void **state)
{
    uint64_t tried = 0;
    (void)state;
    for (size_t i = 0; i < catalogue_count(); i++) {
        struct buffer text;
        buffer_init(&text);
        catalogue_text(&text, i);
        struct counts counts = try_text(text.text, TRIALS);
        if (counts.is_false > 0)
            fail_msg("%s is violated", catalogue_name(i));
        tried += counts.is_true;
        buffer_clear(&text);
    }
    assert_true(tried > 8 * catalogue_count());
}

/* The last <= or < of the text turned round; false: there is none. */
static bool turn(char *text)
{
    char *at = NULL;
    for (char *s = strstr(text, "claim rule"); s && *s; s++)
        if (*s == '<' && s[-1] == ' ')
            at = s;
    if (at)
        *at = '>';
    return at != NULL;
}

static void test_turned_rules_are_violated(void **state)
{
    size_t turned = 0, violated = 0;
    (void)state;
    for (size_t i = 0; i < catalogue_count(); i += 3) {
        struct buffer text;
        buffer_init(&text);
        catalogue_text(&text, i);
        if (turn(text.text)) {
            turned++;
            violated += try_text(text.text, TURNED_TRIALS).is_false > 0;
        }
        buffer_clear(&text);
    }
    assert_true(turned > 30);
    assert_true(violated + 2 >= turned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_hold_on_random_instances),
        cmocka_unit_test(test_turned_rules_are_violated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
