/*
 * Curves over trials as a chart: their medians as lines, with bars from the
 * least to the most.  Logarithms where everything is positive.
 */
#include "figure/chart.h"
#include "trace/trials.h"

#include <math.h>

enum { MOST_DECADES = 40 /* shown below the largest value */ };

/* Of one curve. */
struct view {
    const struct trials *trials;
    const struct trials_curve *curve;
    bool is_log;
};

static double height(const struct trace_number *n, bool is_log)
{
    const struct enclosure *e = &n->enclosure;
    if (is_log)
        return enclosure_log10(e);
    return e->kind == ENCLOSURE_FINITE ? enclosure_double(e) : NAN;
}

static struct chart_point point_at(const void *context, size_t k)
{
    const struct view *v = context;
    const struct trace_rank *r = &v->curve->points[k].value;
    return (struct chart_point){
        (double)(v->trials->lo + (int64_t)k), height(&r->median, v->is_log),
        height(&r->least, v->is_log), height(&r->most, v->is_log)};
}

static bool is_positive(const struct trials *trials)
{
    for (size_t c = 0; c < trials->ncurves; c++) {
        for (size_t k = 0; k < trials->npoints; k++) {
            const struct enclosure *e =
                &trials->curves[c].points[k].value.least.enclosure;
            if (e->kind == ENCLOSURE_FINITE && !(e->lo > 0))
                return false;
        }
    }
    return true;
}

static void choose_range(struct chart *chart)
{
    double lo = INFINITY, hi = -INFINITY;
    for (size_t s = 0; s < chart->nseries; s++) {
        for (size_t k = 0; k < chart->series[s].count; k++) {
            const struct chart_point p =
                chart->series[s].at(chart->series[s].context, k);
            lo = fmin(lo, p.lo);
            hi = fmax(hi, p.hi);
        }
    }
    if (!(lo <= hi))
        return;
    const double margin = fmax(0.02 * (hi - lo), 0.05);
    chart->y_lo = fmax(lo, hi - MOST_DECADES) - margin;
    chart->y_hi = hi + margin;
}

void trials_svg(struct buffer *out, const struct trials *trials)
{
    struct view views[TRACE_MAX_CURVES];
    struct chart_series series[TRACE_MAX_CURVES];
    const bool is_log = is_positive(trials);
    LOCAL_BUFFER title = buffer_new();
    origin_title(&title, &trials->origin);
    for (size_t c = 0; c < trials->ncurves; c++) {
        views[c] = (struct view){trials, &trials->curves[c], is_log};
        series[c] =
            (struct chart_series){trials->curves[c].name,
                                  trials->bits > 0 ? NULL : " (doubles)",
                                  CHART_LINE | CHART_RANGES,
                                  c,
                                  trials->npoints,
                                  point_at,
                                  &views[c]};
    }
    struct chart chart = {.title = title.text,
                          .x_label = trials->index,
                          .y_label = is_log ? "logarithm to base 10" : NULL,
                          .x_lo = (double)trials->lo - 0.5,
                          .x_hi = (double)trials->lo + (double)trials->npoints -
                                  0.5,
                          .series = series,
                          .nseries = trials->ncurves};
    if (is_log)
        choose_range(&chart);
    chart_svg(out, &chart);
}
