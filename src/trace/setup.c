#include "trace/setup.h"

#include "verify/ladder.h"

#include <inttypes.h>
#include <stdlib.h>

static enum status refuse(struct diag *diag, struct span where, char *reason)
{
    diag_error(diag, where, "%s", reason ? reason : "impossible sizes");
    free(reason);
    return ST_INPUT;
}

/* ---- sizes ---- */

static char *print_sizes(const struct theorem *t, const int64_t *dims)
{
    struct buffer text = buffer_new();
    for (size_t k = 0; k < t->ndims; k++)
        buffer_printf(&text, "%s%s = %" PRId64, k ? ", " : "", t->dims[k]->name,
                      dims[k]);
    return text.text;
}

enum status setup_sizes(struct setup *setup, char **sizes,
                        const struct spec *spec, uint64_t trial,
                        struct diag *diag)
{
    const struct theorem *t = spec_theorem(spec);
    int64_t *dims = xcalloc(t->ndims + 1, sizeof *dims);
    char *reason = NULL;
    *setup = (struct setup){0};
    spec_draw_dims(spec, trial, dims);
    enum status st = layout_init(&setup->layout, t, dims, &reason);
    *sizes = print_sizes(t, dims);
    free(dims);
    if (st != ST_OK) {
        setup->layout.theorem = NULL;
        return refuse(diag, spec_span(spec), reason);
    }
    spec_draw_ints(spec, trial, &setup->layout);
    instance_init(&setup->x, &setup->layout);
    return ST_OK;
}

enum status setup_range(int64_t *lo, int64_t *hi,
                        const struct index_range *range, struct span span,
                        const struct setup *setup, struct diag *diag)
{
    const struct env *env = &setup->layout.env;
    if (closed_int(lo, range->lo, env) != ST_OK ||
        closed_int(hi, range->hi, env) != ST_OK) {
        diag_error(diag, span, "the ends of the range are no integers");
        return ST_INPUT;
    }
    if (*lo > *hi) {
        diag_error(diag, span, "the range %" PRId64 "..%" PRId64 " is empty",
                   *lo, *hi);
        return ST_INPUT;
    }
    return ST_OK;
}

/* ---- the plan ---- */

enum status setup_plan(struct setup *setup, const struct spec *spec,
                       uint64_t trial, const struct plan_curves *curves,
                       struct diag *diag)
{
    struct span where = {0};
    char *reason = NULL;
    enum status st = spec_draw(spec, trial, &setup->x, &where, &reason);
    if (st == ST_OK)
        st = plan_build_values(&setup->plan, &setup->layout, curves,
                               setup->x.values, &where, &reason);
    return st == ST_OK ? ST_OK : refuse(diag, where, reason);
}

void setup_clear(struct setup *setup)
{
    if (setup->plan)
        plan_free(setup->plan);
    if (setup->layout.theorem) {
        instance_clear(&setup->x);
        layout_clear(&setup->layout);
    }
    *setup = (struct setup){0};
}

/* ---- passes over it ---- */

void setup_order(plan_id **ids, size_t **ends, const struct setup *setup,
                 const plan_id *roots, size_t each, size_t points)
{
    LOCAL_FREE size_t *by_root = xcalloc(each * points + 1, sizeof *by_root);
    plan_order(ids, by_root, setup->plan, roots, each * points);
    *ends = xcalloc(points + 1, sizeof **ends);
    for (size_t k = 0; k < points; k++)
        (*ends)[k] = by_root[k * each + each - 1];
}

long setup_cap(const struct setup *setup, long asked)
{
    if (asked > 0)
        return asked;
    return setup->plan->has_integrals ? LADDER_INTEGRAL_CAP
                                      : LADDER_DEFAULT_CAP;
}
