/* The filter: runs, inputs, and what is read off them. */
#include "eval/filter.h"

#include "eval/double_internal.h"
#include "eval/filter_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX_DOUBLES = 1 << 15 }; /* of one lane's values: 256 KiB */

struct filter_run *filter_run_with(const struct plan *plan,
                                   const struct filter_operations *ops,
                                   enum filter_grain grain)
{
    double_use_one_thread();
    struct filter_run *run = xcalloc(1, sizeof *run);
    run->plan = plan;
    run->lanes = ops->lanes;
    run->ops = ops;
    run->grain = grain;
    run->is_refused = filter_refusal() != NULL;
    run->values = xcalloc(plan->count + 1UL, sizeof *run->values);
    run->truths = xcalloc(plan->count + 1UL, sizeof *run->truths);
    run->steps = xcalloc(plan->count + 1UL, sizeof *run->steps);
    filter_make(run);
    return run;
}

void filter_run_free(struct filter_run *run)
{
    if (!run)
        return;
    free(run->memory);
    free(run->steps);
    free(run->truths);
    free(run->values);
    free(run);
}

/* More rows than that lose too much where they have one bound together. */
enum { WHOLE_MAX_ROWS = 32 };

/*
 * One bound for all rows is cheaper, and at most the root of the number of rows
 * looser; it loses the rows that are exact beside others that are not, which
 * matters where rows are compared.
 */
static enum filter_grain filter_grain_of(const struct plan *plan)
{
    for (plan_id id = 0; id < plan->count; id++) {
        const struct plan_instr *in = &plan->instrs[id];
        if (in->rows > WHOLE_MAX_ROWS)
            return FILTER_ROWS;
        for (uint32_t k = 0; k < in->nargs && in->op == PL_REL; k++)
            if (plan->instrs[in->args[k]].rows > 1)
                return FILTER_ROWS;
    }
    return FILTER_WHOLE;
}

struct filter_run *filter_run_new(const struct plan *plan, size_t lanes)
{
    ENSURE(lanes == 1 || lanes == FILTER_LANES, "filter: a number of lanes");
    return filter_run_with(plan, filter_operations_of(lanes),
                           filter_grain_of(plan));
}

bool filter_suits_batches(const struct plan *plan)
{
    size_t entries = 0;
    for (plan_id id = 0; id < plan->count; id++)
        entries += (size_t)plan->instrs[id].rows * (plan->instrs[id].cols + 2);
    return entries * FILTER_LANES <= BATCH_MAX_DOUBLES;
}

bool filter_run_can_decide(const struct filter_run *run, plan_id id)
{
    return !run->is_refused && !run->steps[id].is_hopeless;
}

/* ---- inputs ---- */

/* Rounded to nearest; false: there is no value to read. */
static bool read_rationals(struct filter_value *v, const struct value *value,
                           size_t lane, size_t lanes)
{
    if (value->kind != VALUE_RATIONALS)
        return false;
    for (size_t i = 0; i < v->parts; i++)
        v->rad[i * lanes + lane] = 0;
    for (size_t i = 0; i < v->rows; i++) {
        double lost = 0;
        for (size_t k = i * v->cols; k < (i + 1) * v->cols; k++) {
            const rational_t *from = &value->rationals[k];
            double x;
            if (!rational_is_double(from, &x)) {
                x = rational_to_double(from);
                lost += FILTER_U * fabs(x) + FILTER_ETA;
            }
            v->own[k * lanes + lane] = x;
        }
        v->rad[(v->parts == 1 ? 0 : i) * lanes + lane] += lost * FILTER_GROW;
    }
    return true;
}

static void read_lane(struct filter_value *v, const struct value *value,
                      size_t lane, size_t lanes)
{
    if (value->kind == VALUE_DOUBLES) {
        for (size_t i = 0; i < v->parts; i++)
            v->rad[i * lanes + lane] = 0;
        for (size_t k = 0; k < (size_t)v->rows * v->cols; k++)
            v->own[k * lanes + lane] = value->doubles[k];
    } else if (!read_rationals(v, value, lane, lanes)) {
        for (size_t i = 0; i < v->parts; i++)
            v->rad[i * lanes + lane] = INFINITY;
    }
}

/* All lanes at once where all are doubles, as they mostly are. */
static bool read_doubles(const struct filter_run *run, struct filter_value *v,
                         size_t slot, const struct instance *const *x)
{
    const double *from[FILTER_LANES];
    for (size_t l = 0; l < FILTER_LANES; l++) {
        if (x[l]->values[slot].kind != VALUE_DOUBLES)
            return false;
        from[l] = x[l]->values[slot].doubles;
    }
    run->ops->interleave(v->own, from, (size_t)v->rows * v->cols);
    memset(v->rad, 0, v->parts * FILTER_LANES * sizeof *v->rad);
    return true;
}

/* One lane's doubles are used where they lie. */
static void read_input(const struct filter_run *run,
                       const struct filter_step *s,
                       const struct instance *const *x)
{
    struct filter_value *v = s->out;
    const struct value *first = &x[0]->values[s->in->slot];
    if (run->lanes == 1 && first->kind == VALUE_DOUBLES) {
        v->mid = first->doubles;
        for (size_t i = 0; i < v->parts; i++)
            v->rad[i] = 0;
    } else {
        v->mid = v->own;
        if (run->lanes == 1 || !read_doubles(run, v, s->in->slot, x))
            for (size_t l = 0; l < run->lanes; l++)
                read_lane(v, &x[l]->values[s->in->slot], l, run->lanes);
    }
    run->ops->settle(s);
}

/* ---- truths ---- */

static void connect(const struct filter_run *run, const struct filter_step *s)
{
    const struct plan_instr *in = s->in;
    for (size_t l = 0; l < run->lanes; l++) {
        enum truth t = in->op == PL_TRUTH ? in->truth
                       : in->op == PL_OR  ? TRUTH_FALSE
                                          : TRUTH_TRUE;
        bool defined = t != TRUTH_UNKNOWN && t != TRUTH_UNDEFINED;
        for (uint32_t k = 0; k < in->nargs; k++) {
            const struct filter_truth *one = &run->truths[in->args[k]];
            t = in->op == PL_OR ? truth_or(t, one->truth[l])
                                : truth_and(t, one->truth[l]);
            defined = defined && one->defined[l];
        }
        s->truth->truth[l] = in->op == PL_NOT ? truth_not(t) : t;
        s->truth->defined[l] = defined;
    }
}

/* ---- the run ---- */

void filter_run_eval(struct filter_run *run, const struct instance *const *x,
                     size_t count, const plan_id *cone, size_t ncone)
{
    const struct instance *lanes[FILTER_LANES];
    ENSURE(count > 0 && count <= run->lanes, "filter: too many instances");
    run->stamp++;
    run->count = run->is_refused || !filter_mode_is_kept() ? 0 : count;
    if (run->count == 0)
        return;
    for (size_t l = 0; l < run->lanes; l++)
        lanes[l] = x[l < count ? l : 0];
    for (size_t k = 0; k < ncone; k++) {
        struct filter_step *s = &run->steps[cone[k]];
        s->stamp = run->stamp;
        if (s->fn)
            s->fn(s);
        else if (s->is_hopeless)
            continue;
        else if (s->in->op == PL_INPUT)
            read_input(run, s, lanes);
        else if (s->in->rows == 0)
            connect(run, s);
    }
}

/* ---- results; what the last eval did not compute is unknown ---- */

static bool is_computed(const struct filter_run *run, size_t lane, plan_id id)
{
    return lane < run->count && run->steps[id].stamp == run->stamp &&
           !run->steps[id].is_hopeless;
}

enum truth filter_run_truth(const struct filter_run *run, size_t lane,
                            plan_id id)
{
    if (!is_computed(run, lane, id))
        return TRUTH_UNKNOWN;
    const enum truth t = run->truths[id].truth[lane];
    return t == TRUTH_TRUE || t == TRUTH_FALSE ? t : TRUTH_UNKNOWN;
}

void filter_run_entry(double *mid, double *radius, const struct filter_run *run,
                      size_t lane, plan_id id, size_t i, size_t j)
{
    const struct filter_value *v = &run->values[id];
    *mid = 0;
    *radius = INFINITY;
    if (!is_computed(run, lane, id) || !v->mid)
        return;
    *mid = v->mid[(i * v->cols + j) * run->lanes + lane];
    *radius = v->rad[(v->parts == 1 ? 0 : i) * run->lanes + lane];
}
