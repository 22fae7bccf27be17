/* A trace as a table for people, and as comma-separated values. */
#include "trace/grid.h"
#include "trace/trace_internal.h"

#include <inttypes.h>
#include <math.h>

enum { COLUMNS = 10 };

/* ---- cells ---- */

/* A certified double, to two digits: the error is only looked at. */
static char *print_error(const struct enclosure *error)
{
    struct buffer text = buffer_new();
    if (!enclosure_print(&text, error, 2))
        buffer_add(&text, error->kind == ENCLOSURE_FINITE ? "< 1e-15" : "?");
    return text.text;
}

static char *print_floor(double floor)
{
    return isnan(floor) ? xstrdup("-") : buffer_text("%.1e", floor);
}

/* ---- text ---- */

static const char *const titles[COLUMNS] = {
    NULL,  "value",  "log10",     "bound", "log10 of it",
    "gap", "double", "its error", "floor", ""};

static void fill_row(char **cells, const struct trace *trace, size_t curve,
                     size_t k)
{
    const struct trace_point *p = &trace->curves[curve].points[k];
    const bool certified = trace->bits > 0;
    const bool bounded = certified && trace->curves[curve].bound;
    cells[0] = buffer_text("%" PRId64, trace->lo + (int64_t)k);
    cells[6] = buffer_text("%.6g", p->forward);
    cells[8] = print_floor(p->floor);
    cells[9] = xstrdup(p->is_noise ? "noise" : "");
    if (certified) {
        cells[1] = grid_number(&p->value);
        cells[2] = grid_number(&p->log10);
        cells[7] = print_error(&p->error);
    }
    if (bounded) {
        cells[3] = grid_number(&p->bound);
        cells[4] = grid_number(&p->bound_log10);
        cells[5] = grid_number(&p->gap);
    }
}

static void add_noise(struct buffer *out, const struct trace *trace,
                      size_t curve)
{
    size_t k = trace_first_noise(trace, curve);
    if (trace->bits == 0)
        return;
    if (k == trace->npoints)
        buffer_add(out, "the doubles are nowhere rounding noise\n");
    else
        buffer_printf(out,
                      "from %s = %" PRId64 " on the doubles are rounding noise "
                      "(off by more than half)\n",
                      trace->index, trace->lo + (int64_t)k);
}

static void add_curve(struct buffer *out, const struct trace *trace,
                      size_t curve)
{
    const struct trace_curve *c = &trace->curves[curve];
    const size_t rows = trace->npoints + 1;
    char **cells = xcalloc(rows * COLUMNS, sizeof *cells);
    buffer_printf(out, "\n%s\n", c->name);
    if (c->bound)
        buffer_printf(out, "bound: %s\n", c->bound);
    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = xstrdup(k == 0 ? trace->index : titles[k]);
    for (size_t k = 0; k < trace->npoints; k++)
        fill_row(&cells[(k + 1) * COLUMNS], trace, curve, k);
    if (trace->npoints > 0)
        grid_print(out, cells, rows, COLUMNS);
    add_noise(out, trace, curve);
    grid_free(cells, rows * COLUMNS);
}

void trace_text(struct buffer *out, const struct trace *trace)
{
    origin_text(out, &trace->origin);
    if (trace->bits > 0)
        buffer_printf(out, "certified at %ld bits\n", trace->bits);
    else
        buffer_add(out, "doubles alone, nothing is certified\n");
    for (size_t c = 0; c < trace->ncurves; c++)
        add_curve(out, trace, c);
}

/* ---- csv ---- */

static void add_double(struct buffer *out, double x)
{
    if (isnan(x))
        buffer_add_char(out, ',');
    else
        buffer_printf(out, ",%.17g", x);
}

void trace_csv(struct buffer *out, const struct trace *trace)
{
    buffer_printf(out,
                  "curve,%s,value,log10,bound,bound_log10,gap,double,"
                  "double_error,noise,floor,bits\n",
                  trace->index);
    for (size_t c = 0; c < trace->ncurves; c++) {
        for (size_t k = 0; k < trace->npoints; k++) {
            const struct trace_point *p = &trace->curves[c].points[k];
            grid_quoted(out, trace->curves[c].name);
            buffer_printf(out, ",%" PRId64, trace->lo + (int64_t)k);
            grid_csv(out, &p->value);
            grid_csv(out, &p->log10);
            grid_csv(out, &p->bound);
            grid_csv(out, &p->bound_log10);
            grid_csv(out, &p->gap);
            add_double(out, p->forward);
            buffer_add_char(out, ',');
            enclosure_print(out, &p->error, 2);
            buffer_printf(out, ",%s",
                          trace->bits > 0 ? p->is_noise ? "1" : "0" : "");
            add_double(out, p->floor);
            buffer_printf(out, ",%ld\n", trace->bits);
        }
    }
}
