/* The certified pass: balls, at rising precision. */
#include "trace/trace_internal.h"

#include <math.h>
#include <stdlib.h>

_Static_assert(TRACE_DIGITS <= 15, "enclosures in doubles have no more");

struct pass {
    const struct trace_job *job;
    struct ball_run *run;
    plan_id *ids;
    size_t *ends; /* by point */
};

static void order(struct pass *p)
{
    const struct trace_job *job = p->job;
    const size_t each = job->nexprs;
    const struct plan *plan = job->setup.plan;
    LOCAL_FREE plan_id *roots = xcalloc(each * job->points, sizeof *roots);
    for (size_t k = 0; k < job->points; k++)
        for (size_t e = 0; e < each; e++)
            roots[k * each + e] = plan->fast_roots[e * job->points + k];
    setup_order(&p->ids, &p->ends, &job->setup, roots, each, job->points);
    ball_run_keep(p->run, roots, each * job->points);
}

/* ---- reading ---- */

void trace_read(struct trace_number *out, const struct ball_run *run,
                plan_id id)
{
    LOCAL_BUFFER text = buffer_new(), radius = buffer_new();
    free(out->text);
    *out = (struct trace_number){.enclosure = ball_run_entry(run, id, 0, 0),
                                 .is_undefined =
                                     ball_run_undefined(run, id) == TRUTH_TRUE};
    out->is_settled =
        ball_run_digits(&text, &radius, run, id, 0, 0, TRACE_DIGITS);
    if (!out->is_settled) {
        buffer_reset(&text);
        enclosure_print(&text, &out->enclosure, TRACE_DIGITS);
    }
    if (text.length > 0)
        out->text = xstrdup(text.text);
    out->is_settled = out->is_settled || out->is_undefined;
}

static bool is_above_half(const struct enclosure *error)
{
    const struct enclosure half = {ENCLOSURE_FINITE, 0.5, 0.5, 0};
    return enclosure_compare(error, &half) > 0;
}

static void read_point(struct trace *trace, const struct pass *p, size_t k)
{
    for (size_t c = 0; c < trace->ncurves; c++) {
        struct trace_point *point = &trace->curves[c].points[k];
        for (int part = 0; part < PART_COUNT; part++) {
            size_t at = job_root(p->job, c, (enum trace_part)part, k);
            if (at != SIZE_MAX)
                trace_read(trace_part(point, (enum trace_part)part), p->run,
                           p->job->setup.plan->fast_roots[at]);
        }
        size_t at = job_root(p->job, c, PART_VALUE, k);
        point->error = ball_run_error(
            p->run, p->job->setup.plan->fast_roots[at], point->forward);
        point->is_noise = is_above_half(&point->error) ||
                          (isnan(point->forward) &&
                           point->value.enclosure.kind == ENCLOSURE_FINITE);
    }
}

/*
 * A value beyond the exponents that are printed has no digits at any
 * precision: its logarithm says where it is.
 */
static bool is_point_settled(const struct trace *trace, size_t k)
{
    for (size_t c = 0; c < trace->ncurves; c++) {
        const struct trace_point *p = &trace->curves[c].points[k];
        bool has_bound = trace->curves[c].bound != NULL;
        if (!p->log10.is_settled ||
            (p->log10.is_undefined && !p->value.is_settled))
            return false;
        if (!p->value.is_settled && p->value.text)
            return false;
        if (has_bound &&
            (!p->bound_log10.is_settled ||
             (p->bound_log10.is_undefined && !p->bound.is_settled) ||
             (!p->bound.is_settled && p->bound.text)))
            return false;
    }
    return true;
}

/* ---- the pass ---- */

static void run_pass(struct trace *trace, struct pass *p, long bits, bool first)
{
    const struct trace_job *job = p->job;
    const struct trace_watch *watch = &job->question->watch;
    const size_t all = p->ends[job->points - 1];
    size_t done = 0;
    ball_run_begin(p->run, &job->setup.x, bits, p->ids, all);
    for (size_t k = 0; k < trace->npoints && !trace->is_stopped; k++) {
        for (; done < p->ends[k] && !trace->is_stopped; done++) {
            trace->is_stopped = trace_is_told_to_stop(watch);
            trace_tell(watch, "balls at", job->lo + (int64_t)k, done, all);
            if (!trace->is_stopped)
                ball_run_step(p->run, &p->ids[done], 1);
        }
        if (!trace->is_stopped)
            read_point(trace, p, k);
        else if (first)
            trace->npoints = k;
    }
}

static bool is_settled(const struct trace *trace)
{
    for (size_t k = 0; k < trace->npoints; k++)
        if (!is_point_settled(trace, k))
            return false;
    return true;
}

void trace_certify(struct trace *trace, const struct trace_job *job)
{
    struct pass p = {.job = job, .run = ball_run_new(job->setup.plan)};
    const long cap = setup_cap(&job->setup, job->question->prec_max);
    long bits = job->points > (size_t)(cap / TRACE_BITS_EACH)
                    ? cap
                    : TRACE_FIRST_BITS + TRACE_BITS_EACH * (long)job->points;
    order(&p);
    do {
        bool first = trace->bits == 0;
        trace->bits = first ? bits : 2 * trace->bits;
        trace->bits = trace->bits > cap ? cap : trace->bits;
        run_pass(trace, &p, trace->bits, first);
        trace->is_settled = is_settled(trace);
    } while (!trace->is_settled && !trace->is_stopped && trace->bits < cap);
    ball_run_free(p.run);
    free(p.ids);
    free(p.ends);
}
