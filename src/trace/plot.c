/*
 * A trace as a chart.  Where every value is positive the picture has their
 * logarithms, so that nothing depends on the range of doubles.
 */
#include "figure/chart.h"
#include "trace/trace.h"

#include <math.h>

enum {
    MOST_BELOW = 24,   /* decades shown below the floor of the doubles */
    MOST_ABOVE = 6,    /* decades of a bound above all values */
    FLOOR_DECADES = 17 /* the floor, where it is not known */
};

/* Five a curve at most, and what their marks mean. */
enum { MOST_SERIES = 5 * TRACE_MAX_CURVES + 2 };

struct picture;
typedef double coordinate(const struct picture *p, const struct trace_point *t);

/* What a series draws of a curve. */
struct view {
    const struct picture *picture;
    const struct trace_curve *curve;
    coordinate *y;
};

struct picture {
    const struct trace *trace;
    bool is_log;
    struct chart chart;
    struct view views[MOST_SERIES];
    struct chart_series series[MOST_SERIES];
};

/* ---- coordinates; NaN: not in the picture ---- */

static double certified(const struct picture *p, const struct trace_number *x,
                        const struct trace_number *log10)
{
    return enclosure_double(p->is_log ? &log10->enclosure : &x->enclosure);
}

static double plain(const struct picture *p, double x)
{
    if (!p->is_log)
        return x;
    return x > 0 ? log10(x) : NAN;
}

static double value_of(const struct picture *p, const struct trace_point *t)
{
    return certified(p, &t->value, &t->log10);
}

static double bound_of(const struct picture *p, const struct trace_point *t)
{
    return certified(p, &t->bound, &t->bound_log10);
}

static double double_of(const struct picture *p, const struct trace_point *t)
{
    return plain(p, t->forward);
}

static double noise_of(const struct picture *p, const struct trace_point *t)
{
    return t->is_noise ? plain(p, t->forward) : NAN;
}

static double floor_of(const struct picture *p, const struct trace_point *t)
{
    return plain(p, t->floor);
}

/* ---- what is shown ---- */

/* Whether nothing is certainly negative, and something is positive. */
static bool suits_logarithms(const struct trace *trace)
{
    bool positive = false;
    for (size_t c = 0; c < trace->ncurves; c++) {
        for (size_t k = 0; k < trace->npoints; k++) {
            const struct trace_point *t = &trace->curves[c].points[k];
            const struct enclosure *e = &t->value.enclosure;
            bool known = e->kind == ENCLOSURE_FINITE;
            if (known ? e->lo < 0 : trace->bits == 0 && t->forward < 0)
                return false;
            positive = positive || (known ? e->lo > 0 : t->forward > 0);
        }
    }
    return positive;
}

static void widen(double *lo, double *hi, double x)
{
    if (!isfinite(x))
        return;
    *lo = fmin(*lo, x);
    *hi = fmax(*hi, x);
}

/* Decades far below the floor, and bounds far above all values, are cut. */
static void choose_range(struct picture *p)
{
    double lo = INFINITY, hi = -INFINITY, floor = INFINITY, top = -INFINITY;
    for (size_t c = 0; c < p->trace->ncurves; c++) {
        for (size_t k = 0; k < p->trace->npoints; k++) {
            const struct trace_point *t = &p->trace->curves[c].points[k];
            widen(&lo, &hi, value_of(p, t));
            widen(&lo, &hi, double_of(p, t));
            widen(&lo, &top, bound_of(p, t));
            widen(&floor, &hi, floor_of(p, t));
        }
    }
    if (!p->is_log || !(lo <= hi))
        return;
    if (!isfinite(floor))
        floor = hi - FLOOR_DECADES;
    lo = fmax(lo, floor - MOST_BELOW);
    hi = fmax(hi, fmin(top, hi + MOST_ABOVE));
    const double margin = fmax(0.02 * (hi - lo), 0.05);
    p->chart.y_lo = lo - margin;
    p->chart.y_hi = hi + margin;
}

/* ---- the series ---- */

static struct chart_point point_at(const void *context, size_t k)
{
    const struct view *v = context;
    return (struct chart_point){
        .x = (double)(v->picture->trace->lo + (int64_t)k),
        .y = v->y(v->picture, &v->curve->points[k])};
}

/* Whether there is a point; `name` and `note` are for the legend, or NULL. */
static bool add(struct picture *p, size_t curve, coordinate *y, unsigned marks,
                const char *name, const char *note)
{
    const size_t n = p->chart.nseries;
    p->views[n] = (struct view){p, &p->trace->curves[curve], y};
    p->series[n] = (struct chart_series){name,
                                         note,
                                         marks,
                                         y == floor_of ? CHART_GREY : curve,
                                         p->trace->npoints,
                                         point_at,
                                         &p->views[n]};
    const bool has_points = chart_has_points(&p->series[n]);
    p->chart.nseries += has_points;
    return has_points;
}

/* What a mark means, in the legend alone. */
static void explain(struct picture *p, unsigned marks, const char *name)
{
    p->series[p->chart.nseries++] = (struct chart_series){
        .name = name, .marks = marks, .colour = CHART_GREY};
}

/* Whether some of its doubles are noise. */
static bool add_curve(struct picture *p, size_t c)
{
    const struct trace_curve *curve = &p->trace->curves[c];
    const bool is_certified = p->trace->bits > 0;
    (void)add(p, c, value_of, CHART_LINE, curve->name, NULL);
    if (curve->bound)
        (void)add(p, c, bound_of, CHART_DASHES, curve->bound, " (bound)");
    (void)add(p, c, double_of, CHART_CIRCLES, is_certified ? NULL : curve->name,
              " (doubles)");
    return add(p, c, noise_of, CHART_CROSSES, NULL, NULL);
}

static void add_series(struct picture *p)
{
    bool has_noise = false, has_floor = false;
    for (size_t c = 0; c < p->trace->ncurves; c++)
        has_noise = add_curve(p, c) || has_noise;
    for (size_t c = 0; p->is_log && c < p->trace->ncurves; c++)
        has_floor = add(p, c, floor_of, CHART_DOTS,
                        has_floor ? NULL : "epsilon times the norm", NULL) ||
                    has_floor;
    if (p->trace->bits > 0)
        explain(p, CHART_CIRCLES, "plain doubles");
    if (has_noise)
        explain(p, CHART_CROSSES, "doubles that are rounding noise");
}

void trace_svg(struct buffer *out, const struct trace *trace)
{
    struct picture p = {.trace = trace, .is_log = suits_logarithms(trace)};
    LOCAL_BUFFER title = buffer_new();
    origin_title(&title, &trace->origin);
    p.chart.title = title.text;
    p.chart.x_label = trace->index;
    p.chart.y_label = p.is_log ? "logarithm to base 10" : NULL;
    p.chart.x_lo = (double)trace->lo;
    p.chart.x_hi =
        (double)(trace->lo + (int64_t)trace->npoints - (trace->npoints > 1));
    p.chart.series = p.series;
    choose_range(&p);
    add_series(&p);
    chart_svg(out, &p.chart);
}
