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

/* The trial, if its certified ratio can be the one that the run found. */
static struct counterexample *draw(const struct spec *spec, const bool *wanted,
                                   const struct result *r)
{
    enum { BITS = 512 };
    const struct ladder_options ladder = {
        .every_ratio = true, .prec_max = BITS, .integral_max = BITS};
    struct stage_cache *cache = stage_cache_new(spec, wanted);
    struct counterexample *drawn = NULL;
    struct stage *stage = NULL;
    struct span where;
    enum admission admission;
    uint64_t trial = 0;
    const struct enclosure *extreme = result_tightest(r, &trial);
    LOCAL_FREE char *reason = NULL;
    LOCAL_FREE struct link_outcome *outcomes = NULL;
    if (stage_draw(&stage, cache, trial, &where, &reason) == ST_OK &&
        entries_of(&stage->x) <= REDRAW_MAX_ENTRIES) {
        outcomes = xcalloc(stage->nlinks, sizeof *outcomes);
        const struct enclosure *its = &outcomes[result_link(r)].ratio;
        if (ladder_decide(&admission, outcomes, stage, &ladder) == ST_OK &&
            admission == ADMISSION_ADMITTED && its->kind == extreme->kind &&
            enclosure_compare(its, extreme) == 0)
            drawn = counterexample_new(trial, &stage->x);
    }
    stage_cache_free(cache);
    return drawn;
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
    drawn = draw(spec, wanted, r);
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
