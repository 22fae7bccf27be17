/* The plain double pass, point by point; memory goes when its use is over. */
#include "trace/trace_internal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

struct pass {
    const struct trace_job *job;
    struct double_run *run;
    plan_id *ids;
    size_t *ends;   /* by point */
    uint32_t *uses; /* by id: still to come */
    bool *is_kept;  /* by id: read at the end of its point */
};

/* The values and their scales, by points. */
static void order(struct pass *p)
{
    const struct trace_job *job = p->job;
    const size_t ncurves = job->question->nexprs, each = 2 * ncurves;
    plan_id *roots = xcalloc(each * job->points, sizeof *roots);
    for (size_t k = 0; k < job->points; k++) {
        for (size_t c = 0; c < ncurves; c++) {
            size_t at = job_root(job, c, PART_VALUE, k);
            roots[k * each + 2 * c] = job->setup.plan->roots[at];
            roots[k * each + 2 * c + 1] = job->setup.plan->scales[at];
        }
    }
    setup_order(&p->ids, &p->ends, &job->setup, roots, each, job->points);
    p->uses = xcalloc(job->setup.plan->count + 1UL, sizeof *p->uses);
    p->is_kept = xcalloc(job->setup.plan->count + 1UL, sizeof *p->is_kept);
    for (size_t k = 0; k < each * job->points; k++)
        if (roots[k] != PLAN_NONE)
            p->is_kept[roots[k]] = true;
    free(roots);
}

static void count_uses(struct pass *p)
{
    for (size_t k = 0; k < p->ends[p->job->points - 1]; k++) {
        const struct plan_instr *i = &p->job->setup.plan->instrs[p->ids[k]];
        for (uint32_t a = 0; a < i->nargs; a++)
            p->uses[i->args[a]]++;
    }
}

static void step(struct pass *p, plan_id id)
{
    const struct plan_instr *i = &p->job->setup.plan->instrs[id];
    double_run_eval(p->run, &p->job->setup.x, &id, 1);
    for (uint32_t a = 0; a < i->nargs; a++)
        if (--p->uses[i->args[a]] == 0 && !p->is_kept[i->args[a]])
            double_run_release(p->run, i->args[a]);
}

static double value(const struct pass *p, plan_id id)
{
    return id == PLAN_NONE ? NAN : double_run_value(p->run, id)[0];
}

static void read_point(struct trace *trace, const struct pass *p, size_t k)
{
    for (size_t c = 0; c < trace->ncurves; c++) {
        struct trace_point *point = &trace->curves[c].points[k];
        size_t at = job_root(p->job, c, PART_VALUE, k);
        point->forward = value(p, p->job->setup.plan->roots[at]);
        point->floor =
            DBL_EPSILON * fabs(value(p, p->job->setup.plan->scales[at]));
    }
}

void trace_forward(struct trace *trace, const struct trace_job *job)
{
    struct pass p = {.job = job, .run = double_run_new(job->setup.plan)};
    const struct trace_watch *watch = &job->question->watch;
    size_t done = 0;
    order(&p);
    count_uses(&p);
    const size_t all = p.ends[job->points - 1];
    for (size_t k = 0; k < job->points && !trace->is_stopped; k++) {
        for (; done < p.ends[k] && !trace->is_stopped; done++) {
            trace->is_stopped = trace_is_told_to_stop(watch);
            trace_tell(watch, "doubles at", job->lo + (int64_t)k, done, all);
            step(&p, p.ids[done]);
        }
        if (trace->is_stopped)
            trace->npoints = k;
        else
            read_point(trace, &p, k);
    }
    double_run_free(p.run);
    free(p.ids);
    free(p.ends);
    free(p.uses);
    free(p.is_kept);
}
