#include "report/plot.h"

#include "base/escape.h"
#include "figure/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- axes of log2 values ---- */

enum { AXIS_LABEL = 64 };

#define LOG2_10 3.32192809488736

/* An integer in raised digits. */
static void raise(char *out, size_t room, int n)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴",
                                         "⁵", "⁶", "⁷", "⁸", "⁹"};
    char text[16];
    size_t length = 0;
    snprintf(text, sizeof text, "%d", n);
    out[0] = '\0';
    for (const char *c = text; *c; c++) {
        const char *glyph = *c == '-' ? "⁻" : digits[*c - '0'];
        if (length + strlen(glyph) + 1 > room)
            return;
        memcpy(out + length, glyph, strlen(glyph) + 1);
        length += strlen(glyph);
    }
}

/* "0.25", "3·10⁻⁸": three digits, for people. */
static void axis_number(char label[AXIS_LABEL], double log2_value)
{
    enum { SMALL = -4, LARGE = 6, ROOM = 24 };
    if (isinf(log2_value)) {
        snprintf(label, AXIS_LABEL, "%s", log2_value < 0 ? "0" : "∞");
        return;
    }
    double decades = log2_value / LOG2_10;
    if (decades > SMALL && decades < LARGE) {
        snprintf(label, AXIS_LABEL, "%.3g", exp2(log2_value));
        return;
    }
    char raised[ROOM], lead[16];
    double exponent = floor(decades + 1e-9);
    double front = pow(10, decades - exponent);
    raise(raised, sizeof raised, (int)exponent);
    snprintf(lead, sizeof lead, "%.3g", front);
    if (strcmp(lead, "1") == 0)
        snprintf(label, AXIS_LABEL, "10%s", raised);
    else
        snprintf(label, AXIS_LABEL, "%s·10%s", lead, raised);
}

/* Powers of ten, or of two where few of those lie on it; how many. */
static size_t axis_ticks(const struct figure_axis *a,
                         double ticks[FIGURE_MAX_TICKS])
{
    enum { MOST = 6 };
    double span = a->hi - a->lo;
    double step = span > 2 * LOG2_10 ? LOG2_10 : span > 1 ? 1 : 0.25;
    while (span / step > MOST)
        step *= 2;
    return figure_ticks(ticks, a, step);
}

/* The picture: as wide as a telephone, so that its letters keep their size. */
enum {
    WIDTH = 360,
    HEIGHT = 190,
    LEFT = 46,
    RIGHT = 350,
    TOP = 14,
    BOTTOM = 150,
    NAME_AT = 184,
    MAX_BARS = 48
};

static void open_picture(struct buffer *out, const char *what,
                         const char *claim)
{
    buffer_printf(out,
                  "<figure>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
                  "aria-label=\"%s: ",
                  (int)WIDTH, (int)HEIGHT, what);
    escape_markup(out, claim);
    buffer_add(out, "\">\n");
}

static void open_table(struct buffer *out, const char *what,
                       const char *const *heads, size_t count)
{
    buffer_printf(out,
                  "</svg>\n<figcaption>%s</figcaption>\n<details><summary>The "
                  "numbers</summary>\n<div class=\"wide\" tabindex=\"0\">"
                  "<table>\n<thead><tr>",
                  what);
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "<th scope=\"col\">%s</th>", heads[i]);
    buffer_add(out, "</tr></thead>\n<tbody>\n");
}

static void close_table(struct buffer *out)
{
    buffer_add(out, "</tbody></table></div></details>\n</figure>\n");
}

static void put_cell(struct buffer *out, double log2_value)
{
    char label[AXIS_LABEL];
    axis_number(label, log2_value);
    buffer_printf(out, "<td>%s</td>", label);
}

/* ---- histogram ---- */

struct bars {
    int first, step, count; /* bins `first` on, `step` in each bar */
    uint64_t heights[MAX_BARS];
    uint64_t tallest;
};

static double bin_log2(int bin)
{
    return HISTOGRAM_LEAST + (double)bin / HISTOGRAM_BINS_PER_OCTAVE;
}

/* The bins that hold something, in groups of a power of two bins. */
static struct bars make_bars(const struct histogram *h)
{
    struct bars b = {.first = -1, .step = 1};
    b.tallest = h->below > h->above ? h->below : h->above;
    if (h->nbins == 0)
        return b;
    const int last = (int)h->bins[h->nbins - 1].place;
    b.first = (int)h->bins[0].place;
    while (last / b.step - b.first / b.step >= MAX_BARS)
        b.step *= 2;
    b.first -= b.first % b.step;
    b.count = (last - b.first) / b.step + 1;
    for (size_t i = 0; i < h->nbins; i++)
        b.heights[((int)h->bins[i].place - b.first) / b.step] +=
            h->bins[i].count;
    for (int k = 0; k < b.count; k++)
        b.tallest = b.heights[k] > b.tallest ? b.heights[k] : b.tallest;
    return b;
}

static double height_of(uint64_t count, uint64_t tallest)
{
    return (double)count / (double)tallest * (BOTTOM - TOP);
}

static void put_bar(struct buffer *out, const char *class_name, double x,
                    double width, uint64_t count, uint64_t tallest)
{
    double height = height_of(count, tallest);
    if (count == 0)
        return;
    buffer_printf(out,
                  "<rect class=\"%s\" data-count=\"%llu\" x=\"%.2f\" "
                  "y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>%llu"
                  "</title></rect>\n",
                  class_name, (unsigned long long)count, x, BOTTOM - height,
                  width, height, (unsigned long long)count);
}

/*
 * From the first bar to the last, with 1 (where the bound is met) where the
 * bars come near, and room for bars of 0 and infinity beside them.
 */
static struct figure_axis bars_axis(const struct bars *b,
                                    const struct histogram *h)
{
    enum { ENDS = 26, NEAR = 4 };
    struct figure_axis a = {.from = LEFT + (h->below ? ENDS : 4),
                            .to = RIGHT - (h->above ? ENDS : 4)};
    a.lo = b->count ? bin_log2(b->first) : -1;
    a.hi = b->count ? bin_log2(b->first + b->step * b->count) : 0;
    if (a.hi < 0 && a.hi > -NEAR)
        a.hi = 0;
    if (a.lo > 0 && a.lo < NEAR)
        a.lo = 0;
    return a;
}

static void put_bars(struct buffer *out, const struct bars *b,
                     const struct figure_axis *a, const struct histogram *h)
{
    enum { END_BAR = 12 };
    for (int k = 0; k < b->count; k++) {
        double lo = bin_log2(b->first + k * b->step);
        double x = figure_at(a, lo);
        double end = figure_at(a, bin_log2(b->first + (k + 1) * b->step));
        double gap = end - x > 3 ? 1 : 0;
        put_bar(out, lo >= 0 ? "bar over" : "bar", x, end - x - gap,
                b->heights[k], b->tallest);
    }
    put_bar(out, "bar", LEFT + 4, END_BAR, h->below, b->tallest);
    put_bar(out, "bar over", RIGHT - END_BAR - 4, END_BAR, h->above,
            b->tallest);
    if (h->below)
        figure_label(out, "tick", LEFT + 4 + END_BAR / 2, BOTTOM + 14, "0");
    if (h->above)
        figure_label(out, "tick", RIGHT - 4 - END_BAR / 2, BOTTOM + 14, "∞");
}

static void put_ratio_ticks(struct buffer *out, const struct figure_axis *a)
{
    enum { ROOM = 14 }; /* beside the labels of the end bars */
    double ticks[FIGURE_MAX_TICKS];
    char label[AXIS_LABEL];
    size_t count = axis_ticks(a, ticks);
    for (size_t i = 0; i < count; i++) {
        double x = figure_at(a, ticks[i]);
        axis_number(label, ticks[i]);
        bool meets_zero = a->from > LEFT + ROOM && x < a->from + ROOM;
        bool meets_infinity = a->to < RIGHT - ROOM && x > a->to - ROOM;
        figure_line(out, "axis", x, BOTTOM, x, BOTTOM + 4);
        if (!meets_zero && !meets_infinity)
            figure_label(out, "tick", x, BOTTOM + 15, label);
    }
    if (a->lo <= 0 && a->hi >= 0)
        figure_line(out, "one", figure_at(a, 0), TOP - 6, figure_at(a, 0),
                    BOTTOM);
}

static void put_bins_row(struct buffer *out, double lo, double hi,
                         uint64_t count)
{
    buffer_add(out, "<tr>");
    put_cell(out, lo);
    put_cell(out, hi);
    buffer_printf(out, "<td>%llu</td></tr>\n", (unsigned long long)count);
}

static void put_bins(struct buffer *out, const struct bars *b,
                     const struct histogram *h)
{
    if (h->below)
        put_bins_row(out, -INFINITY, HISTOGRAM_LEAST, h->below);
    for (int k = 0; k < b->count; k++)
        if (b->heights[k])
            put_bins_row(out, bin_log2(b->first + k * b->step),
                         bin_log2(b->first + (k + 1) * b->step), b->heights[k]);
    if (h->above)
        put_bins_row(out, -HISTOGRAM_LEAST, INFINITY, h->above);
    buffer_printf(out,
                  "<tr><th scope=\"row\" colspan=\"2\">all</th><td>%llu</td>"
                  "</tr>\n",
                  (unsigned long long)h->total);
}

void plot_histogram(struct buffer *out, const struct histogram *h,
                    const char *claim, bool has_gap)
{
    static const char *const heads[] = {"from", "to", "trials"};
    char most[24];
    if (h->total == 0)
        return;
    struct bars b = make_bars(h);
    struct figure_axis a = bars_axis(&b, h);
    open_picture(out,
                 has_gap ? "Histogram of the gap of"
                         : "Histogram of the tightness of",
                 claim);
    figure_line(out, "axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    snprintf(most, sizeof most, "%llu", (unsigned long long)b.tallest);
    figure_label(out, "side", LEFT - 6, TOP + 4, most);
    figure_label(out, "side", LEFT - 6, BOTTOM, "0");
    put_bars(out, &b, &a, h);
    put_ratio_ticks(out, &a);
    figure_label(out, "name", (LEFT + RIGHT) / 2.0, NAME_AT,
                 has_gap ? "decades from the smaller side to the larger"
                         : "smaller side / larger side");
    open_table(out,
               has_gap ? "Trials by gap in decades (logarithmic)"
                       : "Trials by tightness (logarithmic)",
               heads, 3);
    put_bins(out, &b, h);
    close_table(out);
}

/* ---- against a size ---- */

/* Ratios far below the medians are drawn at the lower end. */
static struct figure_axis curve_axis(const struct curve *c)
{
    enum { DEPTH = 40 };
    double lo = INFINITY, hi = -INFINITY, middle = INFINITY;
    for (size_t i = 0; i < c->count; i++) {
        const struct curve_point *p = &c->points[i];
        hi = fmax(hi, p->most);
        if (!isinf(p->least))
            lo = fmin(lo, p->least);
        if (!isinf(curve_median(p)))
            middle = fmin(middle, curve_median(p));
    }
    hi = isinf(hi) ? 0 : hi;
    middle = fmin(middle, hi);
    lo = isinf(lo) ? hi - 1 : fmax(fmin(lo, middle), middle - DEPTH);
    if (hi < 0 && hi > -4)
        hi = 0;
    return (struct figure_axis){
        .lo = lo - 0.25, .hi = hi + 0.25, .from = BOTTOM, .to = TOP};
}

static double size_at(const struct curve *c, size_t i)
{
    double first = (double)c->points[0].size;
    double last = (double)c->points[c->count - 1].size;
    return LEFT + 12 +
           ((double)c->points[i].size - first) / (last - first) *
               (RIGHT - LEFT - 24);
}

static double ratio_at(const struct figure_axis *a, double log2_ratio)
{
    return figure_at(a, fmax(log2_ratio, a->lo));
}

static void put_band(struct buffer *out, const struct curve *c,
                     const struct figure_axis *a)
{
    buffer_add(out, "<polygon class=\"band\" points=\"");
    for (size_t i = 0; i < c->count; i++)
        buffer_printf(out, "%.1f,%.1f ", size_at(c, i),
                      ratio_at(a, c->points[i].most));
    for (size_t i = c->count; i-- > 0;)
        buffer_printf(out, "%.1f,%.1f ", size_at(c, i),
                      ratio_at(a, c->points[i].least));
    buffer_add(out, "\"/>\n<polyline class=\"median\" points=\"");
    for (size_t i = 0; i < c->count; i++)
        buffer_printf(out, "%.1f,%.1f ", size_at(c, i),
                      ratio_at(a, curve_median(&c->points[i])));
    buffer_add(out, "\"/>\n");
    for (size_t i = 0; i < c->count; i++)
        buffer_printf(out,
                      "<circle class=\"most\" cx=\"%.1f\" cy=\"%.1f\" "
                      "r=\"2.5\"/>\n",
                      size_at(c, i), ratio_at(a, c->points[i].most));
}

static void put_curve_axes(struct buffer *out, const struct curve *c,
                           const struct figure_axis *a)
{
    enum { MOST_LABELS = 9 };
    double ticks[FIGURE_MAX_TICKS];
    char label[AXIS_LABEL];
    size_t count = axis_ticks(a, ticks), step = 1;
    for (size_t i = 0; i < count; i++) {
        double y = figure_at(a, ticks[i]);
        axis_number(label, ticks[i]);
        figure_line(out, "grid", LEFT, y, RIGHT, y);
        figure_label(out, "side", LEFT - 6, y + 4, label);
    }
    if (a->lo <= 0 && a->hi >= 0)
        figure_line(out, "one", LEFT, figure_at(a, 0), RIGHT, figure_at(a, 0));
    figure_line(out, "axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    while (c->count / step > MOST_LABELS)
        step++;
    for (size_t i = 0; i < c->count; i += step) {
        snprintf(label, sizeof label, "%lld", (long long)c->points[i].size);
        figure_label(out, "tick", size_at(c, i), BOTTOM + 15, label);
    }
    figure_label(out, "name", (LEFT + RIGHT) / 2.0, NAME_AT, c->dim);
}

static void put_points(struct buffer *out, const struct curve *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct curve_point *p = &c->points[i];
        buffer_printf(out, "<tr><td>%lld</td><td>%llu</td>", (long long)p->size,
                      (unsigned long long)p->histogram.total);
        put_cell(out, p->least);
        put_cell(out, curve_median(p));
        put_cell(out, p->most);
        buffer_add(out, "</tr>\n");
    }
}

void plot_curve(struct buffer *out, const struct curve *c, const char *claim,
                bool has_gap)
{
    static const char *const heads[] = {"size", "trials", "least", "median",
                                        "largest"};
    if (c->count < 2)
        return;
    struct figure_axis a = curve_axis(c);
    LOCAL_BUFFER what = buffer_new();
    buffer_add(&what,
               has_gap ? "Gap in decades against " : "Tightness against ");
    escape_markup(&what, c->dim);
    open_picture(out, what.text, claim);
    put_curve_axes(out, c, &a);
    put_band(out, c, &a);
    buffer_printf(&what, ": all %s, the median, the largest",
                  has_gap ? "gaps" : "ratios");
    if (c->left_out > 0)
        buffer_printf(&what, " (%llu trials of further sizes left out)",
                      (unsigned long long)c->left_out);
    open_table(out, what.text, heads, 5);
    put_points(out, c);
    close_table(out);
}
