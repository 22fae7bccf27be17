/* Charts: the points of each series on two linear axes, lines cut at the edge.
 */
#include "figure/chart.h"

#include "base/escape.h"
#include "figure/figure.h"

#include <math.h>
#include <stdio.h>

/* The picture without its legend. */
enum {
    LEFT = 80,
    RIGHT = 560,
    TOP = 50,
    BOTTOM = 450,
    HEIGHT = 510,
    KEY = RIGHT + 24, /* where samples begin */
    NAMES = KEY + 38, /* where their names do */
    ROW = 20,         /* from one to the next */
    LETTER = 7,       /* about as wide as one is */
    MOST_X = 20,      /* steps between ticks */
    MOST_Y = 10
};

static const char style[] =
    "<style>text{font:12px sans-serif;fill:#222}.title{font-size:13px}"
    ".title,.below{text-anchor:middle}.side{text-anchor:end}"
    ".frame,.line,.dashes,.dots,.circle,.cross,.speck,.range{fill:none}"
    ".frame,.tick{stroke:#222}.grid{stroke:#ddd;stroke-dasharray:2 3}"
    ".line,.dashes{stroke-width:2}.dashes{stroke-dasharray:7 5}"
    ".dots{stroke-dasharray:1.5 2.5}.cross{stroke-width:1.5}"
    ".range{stroke-width:2}.speck{stroke-width:.7}.dot{fill:currentColor}"
    "g{stroke:currentColor}text{stroke:none}</style>\n"
    "<defs><circle id=\"circle\" r=\"3.5\"/><circle id=\"dot\" r=\"3\"/>"
    "<path id=\"cross\" d=\"M-4.5,-4.5l9,9m0,-9l-9,9\"/>"
    "<path id=\"speck\" d=\"M-2,-2l4,4m0,-4l-4,4\"/></defs>\n";

/* After Okabe and Ito: told apart also by most who see few colours. */
static const char *const palette[] = {"#0072b2", "#d55e00", "#009e73",
                                      "#cc79a7", "#e69f00", "#56b4e9",
                                      "#6a3d9a", "#222222"};

enum { COLOURS = sizeof palette / sizeof *palette };

struct frame {
    struct figure_axis x, y;
};

/* ---- points ---- */

static bool is_drawn(struct chart_point p)
{
    return isfinite(p.x + p.y + p.lo + p.hi);
}

bool chart_has_points(const struct chart_series *series)
{
    for (size_t k = 0; k < series->count; k++)
        if (is_drawn(series->at(series->context, k)))
            return true;
    return false;
}

/* ---- axes ---- */

static void widen(struct figure_axis *a, const struct chart_series *s)
{
    for (size_t k = 0; k < s->count; k++) {
        const struct chart_point p = s->at(s->context, k);
        const bool has_ends = is_drawn(p) && (s->marks & CHART_RANGES);
        if (is_drawn(p)) {
            a->lo = fmin(a->lo, has_ends ? p.lo : p.y);
            a->hi = fmax(a->hi, has_ends ? p.hi : p.y);
        }
    }
}

/* From the tick below all points to the tick above them. */
static void fit(struct figure_axis *a, const struct chart *chart)
{
    a->lo = INFINITY;
    a->hi = -INFINITY;
    for (size_t i = 0; i < chart->nseries; i++)
        widen(a, &chart->series[i]);
    if (!(a->lo <= a->hi))
        a->lo = a->hi = 0;
    const double room = fmax(fabs(a->lo), fabs(a->hi)) * 1e-9;
    if (a->hi - a->lo <= room) {
        a->lo -= room > 0 ? fabs(a->lo) / 2 : 1;
        a->hi += room > 0 ? fabs(a->hi) / 2 : 1;
    }
    const double step = figure_step(a, MOST_Y);
    a->lo = floor(a->lo / step + 1e-9) * step;
    a->hi = ceil(a->hi / step - 1e-9) * step;
}

static struct frame make_frame(const struct chart *chart)
{
    struct frame f = {
        .x = {chart->x_lo, chart->x_hi, LEFT, RIGHT},
        .y = {chart->y_lo, chart->y_hi, BOTTOM, TOP},
    };
    if (!(chart->y_lo < chart->y_hi))
        fit(&f.y, chart);
    return f;
}

static void put_axes(struct buffer *out, const struct frame *f)
{
    enum { TICK = 5 };
    double ticks[FIGURE_MAX_TICKS];
    char label[32];
    size_t count =
        figure_ticks(ticks, &f->x, fmax(1, figure_step(&f->x, MOST_X)));
    for (size_t i = 0; i < count; i++) {
        const double x = figure_at(&f->x, ticks[i]);
        snprintf(label, sizeof label, "%.10g", ticks[i]);
        figure_line(out, "grid", x, TOP, x, BOTTOM);
        figure_line(out, "tick", x, BOTTOM, x, BOTTOM - TICK);
        figure_label(out, "below", x, BOTTOM + 18, label);
    }
    count = figure_ticks(ticks, &f->y, figure_step(&f->y, MOST_Y));
    for (size_t i = 0; i < count; i++) {
        const double y = figure_at(&f->y, ticks[i]);
        snprintf(label, sizeof label, "%.10g", ticks[i]);
        figure_line(out, "grid", LEFT, y, RIGHT, y);
        figure_line(out, "tick", LEFT, y, LEFT + TICK, y);
        figure_label(out, "side", LEFT - 8, y + 4, label);
    }
    buffer_printf(out,
                  "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" "
                  "height=\"%d\"/>\n",
                  (int)LEFT, (int)TOP, RIGHT - LEFT, BOTTOM - TOP);
}

static void put_labels(struct buffer *out, const struct chart *chart)
{
    enum { SIDE = 24 };
    const double middle = (LEFT + RIGHT) / 2.0;
    figure_label(out, "title", middle, TOP - 22, chart->title);
    figure_label(out, "below", middle, BOTTOM + 42, chart->x_label);
    if (!chart->y_label)
        return;
    buffer_printf(out, "<g transform=\"rotate(-90 %d %d)\">\n", (int)SIDE,
                  (TOP + BOTTOM) / 2);
    figure_label(out, "below", SIDE, (TOP + BOTTOM) / 2.0, chart->y_label);
    buffer_add(out, "</g>\n");
}

/* ---- marks ---- */

/* The end p of the line to q, or where the line enters the axis. */
static struct chart_point enter(const struct figure_axis *a,
                                struct chart_point p, struct chart_point q)
{
    const double y = fmin(fmax(p.y, a->lo), a->hi);
    if (y == p.y)
        return p;
    return (struct chart_point){
        .x = p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y)), .y = y};
}

static void put_vertex(struct buffer *out, const struct frame *f, char command,
                       struct chart_point p)
{
    buffer_printf(out, "%c%.1f,%.1f", command, figure_at(&f->x, p.x),
                  figure_at(&f->y, p.y));
}

static void put_path(struct buffer *out, const struct frame *f,
                     const struct chart_series *s, const char *class_name)
{
    bool is_joined = false;
    buffer_printf(out, "<path class=\"%s\" d=\"", class_name);
    for (size_t k = 1; k < s->count; k++) {
        const struct chart_point p = s->at(s->context, k - 1);
        const struct chart_point q = s->at(s->context, k);
        const bool is_seen = is_drawn(p) && is_drawn(q) &&
                             fmax(p.y, q.y) >= f->y.lo &&
                             fmin(p.y, q.y) <= f->y.hi;
        if (is_seen && !is_joined)
            put_vertex(out, f, 'M', enter(&f->y, p, q));
        if (is_seen)
            put_vertex(out, f, 'L', enter(&f->y, q, p));
        is_joined = is_seen && q.y >= f->y.lo && q.y <= f->y.hi;
    }
    buffer_add(out, "\"/>\n");
}

/* At a place of the picture. */
static void put_marks(struct buffer *out, unsigned marks, struct chart_point p)
{
    static const struct {
        enum chart_mark mark;
        const char *name;
    } rows[] = {{CHART_CIRCLES, "circle"},
                {CHART_CROSSES, "cross"},
                {CHART_SPECKS, "speck"},
                {CHART_RANGES, "dot"}};
    if (marks & CHART_RANGES)
        buffer_printf(out,
                      "<path class=\"range\" d=\"M%.1f,%.1fm-4,0h8m-4,0V%.1f"
                      "m-4,0h8\"/>\n",
                      p.x, p.lo, p.hi);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (marks & rows[i].mark)
            buffer_printf(out,
                          "<use class=\"%s\" href=\"#%s\" x=\"%.1f\" "
                          "y=\"%.1f\"/>\n",
                          rows[i].name, rows[i].name, p.x, p.y);
}

static const char *line_of(unsigned marks)
{
    return marks & CHART_LINE     ? "line"
           : marks & CHART_DASHES ? "dashes"
           : marks & CHART_DOTS   ? "dots"
                                  : NULL;
}

static void open_series(struct buffer *out, const struct chart_series *s)
{
    buffer_printf(out, "<g color=\"%s\">\n",
                  s->colour == CHART_GREY ? "#777777"
                                          : palette[s->colour % COLOURS]);
}

static void put_series(struct buffer *out, const struct frame *f,
                       const struct chart_series *s)
{
    open_series(out, s);
    if (line_of(s->marks))
        put_path(out, f, s, line_of(s->marks));
    for (size_t k = 0; k < s->count; k++) {
        const struct chart_point p = s->at(s->context, k);
        if (is_drawn(p) && p.y >= f->y.lo && p.y <= f->y.hi)
            put_marks(out, s->marks,
                      (struct chart_point){
                          figure_at(&f->x, p.x), figure_at(&f->y, p.y),
                          figure_at(&f->y, p.lo), figure_at(&f->y, p.hi)});
    }
    buffer_add(out, "</g>\n");
}

/* ---- the legend ---- */

static void put_legend(struct buffer *out, const struct chart *chart)
{
    enum { SAMPLE = 28, HALF = 6 };
    double y = TOP + ROW / 2.0;
    struct buffer name = buffer_new();
    for (size_t i = 0; i < chart->nseries; i++) {
        const struct chart_series *s = &chart->series[i];
        if (!s->name)
            continue;
        open_series(out, s);
        if (line_of(s->marks))
            figure_line(out, line_of(s->marks), KEY, y, KEY + SAMPLE, y);
        put_marks(
            out, s->marks,
            (struct chart_point){KEY + SAMPLE / 2.0, y, y + HALF, y - HALF});
        buffer_reset(&name);
        buffer_printf(&name, "%s%s", s->name, s->note ? s->note : "");
        figure_label(out, "name", NAMES, y + 4, name.text);
        buffer_add(out, "</g>\n");
        y += ROW;
    }
    buffer_clear(&name);
}

/* Characters, each of one or more bytes. */
static int length_of(const char *text)
{
    int count = 0;
    for (; text && *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void open_picture(struct buffer *out, const struct chart *chart)
{
    int names = 0, rows = 0;
    for (size_t i = 0; i < chart->nseries; i++) {
        const struct chart_series *s = &chart->series[i];
        const int length = length_of(s->name) + length_of(s->note);
        names = s->name && length > names ? length : names;
        rows += s->name != NULL;
    }
    const int key = TOP + ROW * rows + ROW;
    const int width = NAMES + names * LETTER + ROW;
    const int height = key > HEIGHT ? key : HEIGHT;
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
                  "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
                  "aria-label=\"",
                  width, height, width, height);
    escape_attribute(out, chart->title);
    buffer_printf(out,
                  "\">\n%s<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                  style, width, height);
}

void chart_svg(struct buffer *out, const struct chart *chart)
{
    const struct frame f = make_frame(chart);
    open_picture(out, chart);
    put_labels(out, chart);
    put_axes(out, &f);
    for (size_t i = 0; i < chart->nseries; i++)
        put_series(out, &f, &chart->series[i]);
    put_legend(out, chart);
    buffer_add(out, "</svg>\n");
}
