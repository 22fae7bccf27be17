#include "trace/trace_internal.h"

#include "base/ceiling.h"

#include <math.h>
#include <stdlib.h>

struct trace_number *trace_part(struct trace_point *point, enum trace_part part)
{
    switch (part) {
    case PART_VALUE:
        return &point->value;
    case PART_LOG10:
        return &point->log10;
    case PART_BOUND:
        return &point->bound;
    case PART_BOUND_LOG10:
        return &point->bound_log10;
    case PART_GAP:
        return &point->gap;
    case PART_COUNT:
        break;
    }
    return NULL;
}

bool trace_is_told_to_stop(const struct trace_watch *watch)
{
    return watch->stop && watch->stop(watch->context);
}

void trace_tell(const struct trace_watch *watch, const char *pass,
                int64_t index, size_t done, size_t all)
{
    if (watch->progress)
        watch->progress(watch->context, pass, index, done, all);
}

const char *trace_number_text(const struct trace_number *number)
{
    if (number->text)
        return number->text;
    return number->is_undefined ? "undefined" : "?";
}

void trace_take_double(struct trace_number *out, double m, int64_t exponent)
{
    enum { DIGITS = 6 };
    LOCAL_BUFFER text = buffer_new();
    *out = (struct trace_number){.is_settled = true};
    if (isfinite(m))
        out->enclosure = enclosure_point(m, exponent);
    if (enclosure_print(&text, &out->enclosure, DIGITS))
        out->text = xstrdup(text.text);
}

static void start(struct trace *trace, const struct trace_job *job)
{
    const struct trace_question *q = job->question;
    trace->npoints = job->points;
    trace->ncurves = q->nexprs;
    trace->curves = xcalloc(q->nexprs, sizeof *trace->curves);
    for (size_t c = 0; c < q->nexprs; c++) {
        struct trace_curve *curve = &trace->curves[c];
        curve->name = xstrdup(q->exprs[c]);
        curve->bound = c < q->nbounds ? xstrdup(q->bounds[c]) : NULL;
        curve->points = xcalloc(job->points, sizeof *curve->points);
        for (size_t k = 0; k < job->points; k++)
            curve->points[k].forward = curve->points[k].floor = NAN;
    }
}

enum status trace_make(struct trace *trace,
                       const struct trace_question *question, struct diag *diag)
{
    LOCAL(job_clear) struct trace_job job;
    *trace =
        (struct trace){.origin = origin_of(question->spec, question->trial),
                       .is_settled = true};
    enum status st = job_make(&job, trace, question, diag);
    if (st == ST_OK) {
        start(trace, &job);
        ceiling_hold(); /* the points that are finished are to be shown */
        trace_forward(trace, &job);
        if (!question->double_only && !trace->is_stopped)
            trace_certify(trace, &job);
    }
    return st;
}

static void clear_curve(struct trace_curve *curve, size_t points)
{
    for (size_t k = 0; k < points; k++)
        for (int p = 0; p < PART_COUNT; p++)
            free(trace_part(&curve->points[k], (enum trace_part)p)->text);
    free(curve->points);
    free(curve->name);
    free(curve->bound);
}

void trace_clear(struct trace *trace)
{
    for (size_t c = 0; c < trace->ncurves; c++)
        clear_curve(&trace->curves[c], trace->npoints);
    free(trace->curves);
    free(trace->origin.sizes);
    free(trace->index);
    *trace = (struct trace){0};
}

size_t trace_first_noise(const struct trace *trace, size_t curve)
{
    size_t k = 0;
    while (k < trace->npoints && !trace->curves[curve].points[k].is_noise)
        k++;
    return k;
}
