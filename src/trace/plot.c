/*
 * A trace as a gnuplot script.  Where every value is positive the picture has
 * their logarithms, so that nothing depends on the range of doubles.
 */
#include "trace/canvas.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum {
    MOST_BELOW = 24,   /* decades shown below the floor of the doubles */
    MOST_ABOVE = 6,    /* decades of a bound above all values */
    FLOOR_DECADES = 17 /* the floor, where it is not known */
};

struct picture {
    const struct trace *trace;
    bool is_log;
    double lo, hi; /* what is shown of the axis; lo = hi: all */
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

typedef double coordinate(const struct picture *p, const struct trace_point *t);

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

static bool any(const struct picture *p, size_t curve, coordinate *fn)
{
    for (size_t k = 0; k < p->trace->npoints; k++)
        if (isfinite(fn(p, &p->trace->curves[curve].points[k])))
            return true;
    return false;
}

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
    p->lo = fmax(lo, floor - MOST_BELOW);
    p->hi = fmax(hi, fmin(top, hi + MOST_ABOVE));
    double margin = fmax(0.02 * (p->hi - p->lo), 0.05);
    p->lo -= margin;
    p->hi += margin;
}

/* ---- the script ---- */

static void add_data(struct buffer *out, const struct picture *p, size_t curve)
{
    coordinate *const columns[] = {value_of, double_of, noise_of, bound_of,
                                   floor_of};
    buffer_printf(out, "$curve%zu << END\n", curve);
    for (size_t k = 0; k < p->trace->npoints; k++) {
        buffer_printf(out, "%" PRId64, p->trace->lo + (int64_t)k);
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
            canvas_coordinate(
                out, columns[i](p, &p->trace->curves[curve].points[k]));
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "END\n");
}

static void add_line(struct buffer *out, bool *first, size_t curve, int column,
                     const char *style)
{
    buffer_printf(out, "%s $curve%zu using 1:%d %s",
                  *first ? "plot" : ", \\\n ", curve, column, style);
    *first = false;
}

/* `title 'NAME WORDS'` */
static void add_title(struct buffer *out, const char *name, const char *words)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "%s%s", name, words);
    buffer_add(out, " title ");
    canvas_quote(out, text.text);
    buffer_clear(&text);
}

static void add_curve(struct buffer *out, const struct picture *p, bool *first,
                      size_t c)
{
    const struct trace_curve *curve = &p->trace->curves[c];
    char style[96];
    snprintf(style, sizeof style, "with lines lw 2 lc %zu", c + 1);
    if (any(p, c, value_of)) {
        add_line(out, first, c, 2, style);
        add_title(out, curve->name, "");
    }
    if (curve->bound && any(p, c, bound_of)) {
        snprintf(style, sizeof style, "with lines dt 2 lw 2 lc %zu", c + 1);
        add_line(out, first, c, 5, style);
        add_title(out, curve->bound, " (bound)");
    }
    snprintf(style, sizeof style, "with points pt 6 ps 0.7 lc %zu", c + 1);
    if (any(p, c, double_of)) {
        add_line(out, first, c, 3, style);
        if (p->trace->bits > 0)
            buffer_add(out, " notitle");
        else
            add_title(out, curve->name, " (doubles)");
    }
    if (any(p, c, noise_of)) {
        snprintf(style, sizeof style, "with points pt 2 ps 1 lw 1.5 lc %zu",
                 c + 1);
        add_line(out, first, c, 4, style);
        buffer_add(out, " notitle");
    }
}

/* What circles and crosses mean, once; and the floor. */
static void add_legend(struct buffer *out, const struct picture *p, bool *first)
{
    bool noise = false, floor = false, titled = false;
    for (size_t c = 0; c < p->trace->ncurves; c++) {
        noise = noise || any(p, c, noise_of);
        floor = floor || any(p, c, floor_of);
    }
    for (size_t c = 0; p->is_log && floor && c < p->trace->ncurves; c++) {
        if (!any(p, c, floor_of))
            continue;
        add_line(out, first, c, 6, "with lines dt 3 lw 1 lc rgb '#888888'");
        buffer_add(out,
                   titled ? " notitle" : " title 'epsilon times the norm'");
        titled = true;
    }
    if (p->trace->bits > 0)
        buffer_add(out, ", \\\n  NaN with points pt 6 ps 0.7 lc rgb "
                        "'#444444' title 'plain doubles'");
    if (noise)
        buffer_add(out, ", \\\n  NaN with points pt 2 ps 1 lw 1.5 lc rgb "
                        "'#444444' title 'doubles that are rounding noise'");
    buffer_add_char(out, '\n');
}

static void add_axes(struct buffer *out, const struct picture *p)
{
    const struct trace *t = p->trace;
    buffer_add(out, "set xlabel ");
    canvas_quote(out, t->index);
    buffer_add_char(out, '\n');
    if (p->is_log)
        buffer_add(out, "set ylabel 'logarithm to base 10'\n");
    buffer_printf(out, "set xrange [%" PRId64 ":%" PRId64 "]\n", t->lo,
                  t->lo + (int64_t)t->npoints - (t->npoints > 1));
    if (t->npoints <= 40)
        buffer_add(out, "set xtics 1\n");
    if (p->lo < p->hi)
        buffer_printf(out, "set yrange [%.10g:%.10g]\n", p->lo, p->hi);
}

void trace_plot(struct buffer *out, const struct trace *trace,
                enum trace_picture picture)
{
    struct picture p = {.trace = trace, .is_log = suits_logarithms(trace)};
    bool first = true;
    choose_range(&p);
    canvas_begin(out, &trace->origin, picture);
    add_axes(out, &p);
    for (size_t c = 0; c < trace->ncurves; c++)
        add_data(out, &p, c);
    for (size_t c = 0; c < trace->ncurves; c++)
        add_curve(out, &p, &first, c);
    if (first)
        buffer_add(out, "plot NaN notitle");
    add_legend(out, &p, &(bool){false});
}
