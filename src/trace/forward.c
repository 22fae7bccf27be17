/* The plain double pass, point by point; memory goes when its use is over. */
#include "trace/trace_internal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

struct forward {
    const struct setup *setup;
    struct double_run *run;
    plan_id *ids;
    size_t *ends;   /* by point */
    uint32_t *uses; /* by id: still to come */
    bool *is_kept;  /* by id: read at the end of its point */
    size_t done;
};

struct forward *forward_new(const struct setup *setup, const plan_id *roots,
                            size_t each, size_t points)
{
    const struct plan *plan = setup->plan;
    struct forward *f = xcalloc(1, sizeof *f);
    f->setup = setup;
    f->run = double_run_new(plan);
    f->uses = xcalloc(plan->count + 1UL, sizeof *f->uses);
    f->is_kept = xcalloc(plan->count + 1UL, sizeof *f->is_kept);
    setup_order(&f->ids, &f->ends, setup, roots, each, points);
    for (size_t k = 0; k < each * points; k++)
        if (roots[k] != PLAN_NONE)
            f->is_kept[roots[k]] = true;
    for (size_t k = 0; k < f->ends[points - 1]; k++) {
        const struct plan_instr *i = &plan->instrs[f->ids[k]];
        for (uint32_t a = 0; a < i->nargs; a++)
            f->uses[i->args[a]]++;
    }
    f->ends[points] = f->ends[points - 1]; /* of all */
    return f;
}

void forward_free(struct forward *f)
{
    double_run_free(f->run);
    free(f->ids);
    free(f->ends);
    free(f->uses);
    free(f->is_kept);
    free(f);
}

static void step(struct forward *f, plan_id id)
{
    const struct plan_instr *i = &f->setup->plan->instrs[id];
    double_run_eval(f->run, &f->setup->x, &id, 1);
    for (uint32_t a = 0; a < i->nargs; a++)
        if (--f->uses[i->args[a]] == 0 && !f->is_kept[i->args[a]])
            double_run_release(f->run, i->args[a]);
}

bool forward_point(struct forward *f, size_t point, size_t points,
                   const struct trace_watch *watch, int64_t index)
{
    for (; f->done < f->ends[point]; f->done++) {
        if (trace_is_told_to_stop(watch))
            return false;
        trace_tell(watch, "doubles at", index, f->done, f->ends[points]);
        step(f, f->ids[f->done]);
    }
    return true;
}

double forward_value(const struct forward *f, plan_id id)
{
    return id == PLAN_NONE ? NAN : double_run_value(f->run, id)[0];
}

/* ---- the curves ---- */

static void read_point(struct trace *trace, const struct trace_job *job,
                       const struct forward *f, size_t k)
{
    for (size_t c = 0; c < trace->ncurves; c++) {
        struct trace_point *point = &trace->curves[c].points[k];
        size_t at = job_root(job, c, PART_VALUE, k);
        point->forward = forward_value(f, job->setup.plan->roots[at]);
        point->floor =
            DBL_EPSILON * fabs(forward_value(f, job->setup.plan->scales[at]));
    }
}

/* The values and their scales, by points. */
static plan_id *order(const struct trace_job *job, size_t each)
{
    plan_id *roots = xcalloc(each * job->points, sizeof *roots);
    for (size_t k = 0; k < job->points; k++) {
        for (size_t c = 0; c < job->question->nexprs; c++) {
            size_t at = job_root(job, c, PART_VALUE, k);
            roots[k * each + 2 * c] = job->setup.plan->roots[at];
            roots[k * each + 2 * c + 1] = job->setup.plan->scales[at];
        }
    }
    return roots;
}

void trace_forward(struct trace *trace, const struct trace_job *job)
{
    const size_t each = 2 * job->question->nexprs;
    LOCAL_FREE plan_id *roots = order(job, each);
    struct forward *f = forward_new(&job->setup, roots, each, job->points);
    for (size_t k = 0; k < job->points && !trace->is_stopped; k++) {
        trace->is_stopped = !forward_point(
            f, k, job->points, &job->question->watch, job->lo + (int64_t)k);
        if (trace->is_stopped)
            trace->npoints = k;
        else
            read_point(trace, job, f, k);
    }
    forward_free(f);
}
