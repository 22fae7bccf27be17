#include "cli/redraw.h"

#include "session/tasks.h"
#include "verify/campaign.h"

#include <stdlib.h>
#include <string.h>

static const struct store_case *case_of(const struct store_run *stored,
                                        const struct result *r)
{
    for (size_t i = 0; i < stored->ncases; i++) {
        const struct store_case *c = &stored->cases[i];
        if (strcmp(c->file, r->file) == 0 &&
            strcmp(c->theorem, r->theorem->name) == 0 &&
            strcmp(c->name, r->case_name) == 0)
            return c;
    }
    return NULL;
}

/* "n in 1..6, d in 4..4" as --dims has it. */
static void print_dims(struct buffer *out, const char *sizes)
{
    while (*sizes) {
        if (strncmp(sizes, " in ", 4) == 0) {
            buffer_add_char(out, '=');
            sizes += 4;
        } else {
            if (*sizes != ' ')
                buffer_add_char(out, *sizes);
            sizes++;
        }
    }
}

static enum status open_spec(struct spec **out, const struct module *module,
                             const struct store_case *c, struct diag *diag)
{
    LOCAL_BUFFER dims = buffer_new();
    print_dims(&dims, c->sizes);
    const struct spec_options options = {.has_seed = true,
                                         .seed = c->seed,
                                         .has_trials = true,
                                         .trials = c->trials,
                                         .dims = dims.text};
    return tasks_open(out, module, 0,
                      module_cases(module) > 0 ? module_case(module, 0) : NULL,
                      &options, diag);
}

static size_t entries_of(const struct instance *x)
{
    size_t entries = 0;
    for (size_t i = 0; i < x->layout->nslots; i++)
        entries += x->values[i].rows * x->values[i].cols;
    return entries;
}

static struct counterexample *draw(const struct spec *spec, const bool *wanted,
                                   uint64_t trial)
{
    struct stage_cache *cache = stage_cache_new(spec, wanted);
    struct counterexample *drawn = NULL;
    struct stage *stage = NULL;
    struct span where;
    LOCAL_FREE char *reason = NULL;
    if (stage_draw(&stage, cache, trial, &where, &reason) == ST_OK &&
        entries_of(&stage->x) <= REDRAW_MAX_ENTRIES)
        drawn = counterexample_new(trial, &stage->x);
    stage_cache_free(cache);
    return drawn;
}

/* Whether the trial's certified ratio can be the one that the run found. */
static bool is_extremal(const struct spec *spec, const bool *wanted,
                        const struct result *r, struct diag *diag)
{
    enum { BITS = 512 };
    uint64_t trial = 0, own = 0;
    const struct enclosure *extreme = result_tightest(r, &trial);
    const struct campaign_options options = {
        .ladder = {.prec_max = BITS, .integral_max = BITS},
        .jobs = 1,
        .has_trial = true,
        .trial = trial};
    LOCAL(run_clear) struct run run = {0};
    bool found = false;
    if (campaign_run(&run, spec, wanted, &options, diag) == ST_OK)
        for (size_t i = 0; i < run.count; i++) {
            const struct enclosure *its =
                result_tightest(&run.results[i], &own);
            if (strcmp(run.results[i].name, r->name) == 0 &&
                its->kind == extreme->kind)
                found = enclosure_compare(its, extreme) == 0;
        }
    return found;
}

static struct counterexample *redraw(const struct module *module,
                                     const struct store_case *c,
                                     const struct result *r, struct diag *diag)
{
    const struct claim *claim = &r->theorem->claims[r->claim];
    struct counterexample *drawn = NULL;
    struct spec *spec = NULL;
    if (open_spec(&spec, module, c, diag) != ST_OK)
        return NULL;
    const struct theorem *t = spec_theorem(spec);
    LOCAL_FREE bool *wanted = xcalloc(t->nclaims, sizeof *wanted);
    for (size_t i = 0; i < t->nclaims; i++)
        wanted[i] = strcmp(t->claims[i].name, claim->name) == 0;
    uint64_t trial = 0;
    (void)result_tightest(r, &trial);
    drawn = draw(spec, wanted, trial);
    if (drawn && !is_extremal(spec, wanted, r, diag)) {
        counterexample_free(drawn);
        drawn = NULL;
    }
    spec_free(spec);
    return drawn;
}

struct counterexample *redraw_extremal(const struct store_run *stored,
                                       const struct result *r)
{
    const struct store_case *c = case_of(stored, r);
    struct counterexample *drawn = NULL;
    struct module *module = NULL;
    uint64_t trial = 0;
    if (!c || r->is_drop ||
        result_tightest(r, &trial)->kind == ENCLOSURE_NONE ||
        trial >= c->trials)
        return NULL;
    LOCAL_DIAG diag = diag_new(); /* faults only mean that it is not shown */
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(&text, "%s\n%s", c->statement, c->text);
    if (module_load_text(&module, c->file, text.text, NULL, diag) == ST_OK &&
        module_theorems(module) == 1)
        drawn = redraw(module, c, r, diag);
    module_free(module);
    return drawn;
}
