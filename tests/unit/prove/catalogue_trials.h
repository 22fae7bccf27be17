/* Rules of the catalogue as claims that the program tries on instances. */
#ifndef MAJORANT_TESTS_CATALOGUE_TRIALS_H
#define MAJORANT_TESTS_CATALOGUE_TRIALS_H

#include "logic/catalogue.h"
#include "verify/campaign.h"

#include "support/cmocka_all.h"

#include <string.h>

struct trial_counts {
    uint64_t is_true, is_false;
};

/* The trials of the only claim of a text; a text must be valid. */
static struct trial_counts try_text(const char *text, uint64_t trials)
{
    const bool wanted = true;
    const struct spec_options few = {.has_trials = true, .trials = trials};
    const struct campaign_options options = {.ladder = {.prec_max = 512},
                                             .jobs = 1};
    struct diag *diag = diag_new();
    struct module *module = NULL;
    struct spec *spec = NULL;
    struct run run = {0};
    assert_int_equal(module_load_text(&module, "r.bound", text, NULL, diag),
                     ST_OK);
    assert_int_equal(
        spec_campaign(&spec, module, module_theorem(module, 0), &few, diag),
        ST_OK);
    assert_int_equal(campaign_run(&run, spec, &wanted, &options, diag), ST_OK);
    assert_int_equal(run.count, 1);
    struct trial_counts counts = {run.results[0].tally.is_true +
                                      run.results[0].tally.unresolved,
                                  run.results[0].tally.is_false};
    run_clear(&run);
    spec_free(spec);
    module_free(module);
    diag_free(diag);
    return counts;
}

#endif
