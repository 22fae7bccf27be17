#include "bench/drive.h"

#include "bench/measure.h"
#include "verify/campaign.h"

#include <string.h>

static struct spec *find_case(const struct module *module, const char *name,
                              const char *dims, uint64_t trials)
{
    const struct spec_options options = {
        .has_trials = true, .trials = trials, .dims = dims};
    struct spec *spec = NULL;
    struct diag *diag = diag_new();
    for (size_t i = 0; i < module_cases(module) && !spec; i++) {
        const struct case_item *item = module_case(module, i);
        if (strcmp(item->item->name, name) != 0)
            continue;
        enum status st = spec_case(&spec, module, item, &options, diag);
        ENSURE(st == ST_OK, "bench: a case cannot be read");
    }
    ENSURE(spec != NULL, "bench: there is no such case");
    diag_free(diag);
    return spec;
}

static void read_result(struct drive *out, const struct result *r)
{
    out->trials = r->tally.trials;
    out->is_true = r->tally.is_true;
    out->is_false = r->tally.is_false;
    out->open = r->tally.trials - r->tally.is_true - r->tally.is_false;
    out->before_ball = r->decided_by_filter;
}

void drive_run(struct drive *out, const struct module *module,
               const char *case_name, const char *dims, uint64_t trials,
               size_t jobs)
{
    struct spec *spec = find_case(module, case_name, dims, trials);
    const bool wanted[] = {true};
    const struct campaign_options options = {
        .ladder = {.prec_max = LADDER_DEFAULT_CAP,
                   .integral_max = LADDER_INTEGRAL_CAP},
        .jobs = jobs};
    struct run run = {0};
    struct diag *diag = diag_new();
    const double wall = measure_wall_clock(), own = measure_thread_clock(),
                 all = measure_process_clock();
    enum status st = campaign_run(&run, spec, wanted, &options, diag);
    ENSURE(st == ST_OK, "bench: a campaign failed");
    *out = (struct drive){.process_seconds = measure_process_clock() - all,
                          .critical_seconds = measure_thread_clock() - own,
                          .wall_seconds = measure_wall_clock() - wall};
    out->critical_seconds += run.busiest_seconds;
    read_result(out, &run.results[0]);
    run_clear(&run);
    diag_free(diag);
    spec_free(spec);
}
