#include "trace/trials.h"

#include "trace/rank.h"
#include "trace/trace_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- mean and deviation ---- */

/* The middle of the enclosure over 2^exponent. */
static double middle(const struct enclosure *e, int64_t exponent)
{
    const int64_t shift = e->exponent - exponent;
    return shift < -2000 ? 0 : ldexp(e->lo / 2 + e->hi / 2, (int)shift);
}

/* In units of the largest number, so that nothing leaves the doubles. */
static void average(struct trials_point *out,
                    const struct trace_number **numbers, size_t count)
{
    int64_t unit = INT64_MIN;
    double mean = 0, square = 0;
    for (size_t i = 0; i < count; i++) {
        if (numbers[i]->enclosure.kind != ENCLOSURE_FINITE)
            return;
        if (numbers[i]->enclosure.exponent > unit)
            unit = numbers[i]->enclosure.exponent;
    }
    for (size_t i = 0; i < count; i++)
        mean += middle(&numbers[i]->enclosure, unit) / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double off = middle(&numbers[i]->enclosure, unit) - mean;
        square += off * off;
    }
    trace_take_double(&out->mean, mean, unit);
    if (count > 1)
        trace_take_double(&out->deviation, sqrt(square / (double)(count - 1)),
                          unit);
}

/* ---- the trials together ---- */

static void gather_point(struct trials_point *out, struct trace *traces,
                         size_t count, size_t curve, size_t k)
{
    LOCAL_FREE const struct trace_number **numbers =
        xcalloc(count + 1, sizeof *numbers);
    const bool is_bounded = traces[0].curves[curve].bound && traces[0].bits > 0;
    for (size_t i = 0; i < count; i++) {
        struct trace_point *p = &traces[i].curves[curve].points[k];
        if (traces[i].bits == 0)
            trace_take_double(&p->value, p->forward, 0);
        numbers[i] = &p->value;
        out->noise += p->is_noise;
    }
    average(out, numbers, count);
    rank_make(&out->value, numbers, count);
    for (size_t i = 0; i < count && is_bounded; i++)
        numbers[i] = &traces[i].curves[curve].points[k].gap;
    if (is_bounded)
        rank_make(&out->gap, numbers, count);
}

static void gather(struct trials *trials, struct trace *traces, size_t count)
{
    trials->npoints = traces[0].npoints;
    trials->ncurves = traces[0].ncurves;
    trials->index = xstrdup(traces[0].index);
    trials->lo = traces[0].lo;
    trials->curves = xcalloc(trials->ncurves, sizeof *trials->curves);
    for (size_t i = 0; i < count; i++) {
        if (traces[i].bits > trials->bits)
            trials->bits = traces[i].bits;
        trials->is_settled = trials->is_settled && traces[i].is_settled;
    }
    for (size_t c = 0; c < trials->ncurves; c++) {
        struct trials_curve *to = &trials->curves[c];
        const struct trace_curve *from = &traces[0].curves[c];
        to->name = xstrdup(from->name);
        to->bound = from->bound ? xstrdup(from->bound) : NULL;
        to->points = xcalloc(trials->npoints, sizeof *to->points);
        for (size_t k = 0; k < trials->npoints; k++)
            gather_point(&to->points[k], traces, count, c, k);
    }
}

/* ---- one after the other ---- */

static enum status refuse_range(const struct trace_question *question,
                                const struct trace *first,
                                const struct trace *other, struct diag *diag)
{
    diag_error(diag, spec_span(question->spec),
               "the trials differ in %s: %s in trial %" PRIu64
               ", %s in trial %" PRIu64 "; fix the sizes with --dims",
               question->over, first->origin.sizes, first->origin.trial,
               other->origin.sizes, other->origin.trial);
    return ST_INPUT;
}

/* Where sizes differ from trial to trial the heading says none. */
static void take_sizes(struct trials *trials, const struct trace *trace)
{
    if (!trials->origin.sizes)
        trials->origin.sizes = xstrdup(trace->origin.sizes);
    else if (strcmp(trials->origin.sizes, trace->origin.sizes) != 0)
        trials->origin.sizes[0] = '\0';
}

static enum status run(struct trials *trials, struct trace *traces,
                       const struct trace_question *question, uint64_t count,
                       struct diag *diag)
{
    struct trace_question own = *question;
    enum status st = ST_OK;
    size_t done = 0;
    for (; done < count && st == ST_OK && !trials->is_stopped; done++) {
        own.trial = question->trial + done;
        st = trace_make(&traces[done], &own, diag);
        trials->is_stopped = traces[done].is_stopped;
        if (st != ST_OK || trials->is_stopped)
            break;
        take_sizes(trials, &traces[done]);
        if (traces[done].lo != traces[0].lo ||
            traces[done].npoints != traces[0].npoints)
            st = refuse_range(question, &traces[0], &traces[done], diag);
    }
    trials->origin.ntrials = done;
    if (st == ST_OK && done > 0)
        gather(trials, traces, done);
    return st;
}

enum status trials_make(struct trials *trials,
                        const struct trace_question *question, uint64_t count,
                        struct diag *diag)
{
    LOCAL_FREE struct trace *traces = xcalloc(count, sizeof *traces);
    *trials =
        (struct trials){.origin = origin_of(question->spec, question->trial),
                        .is_settled = true};
    enum status st = run(trials, traces, question, count, diag);
    for (size_t i = 0; i < count; i++)
        trace_clear(&traces[i]);
    return st;
}

void trials_clear(struct trials *trials)
{
    for (size_t c = 0; c < trials->ncurves; c++) {
        struct trials_curve *curve = &trials->curves[c];
        for (size_t k = 0; k < trials->npoints; k++) {
            rank_clear(&curve->points[k].value);
            rank_clear(&curve->points[k].gap);
            free(curve->points[k].mean.text);
            free(curve->points[k].deviation.text);
        }
        free(curve->points);
        free(curve->name);
        free(curve->bound);
    }
    free(trials->curves);
    free(trials->origin.sizes);
    free(trials->index);
    *trials = (struct trials){0};
}
