/* Curves over trials as a table, as comma-separated values and as JSON. */
#include "trace/grid.h"
#include "trace/trials.h"

#include <inttypes.h>
#include <stdlib.h>

enum { COLUMNS = 10 };

static const char *const titles[COLUMNS] = {
    NULL,  "mean",     "deviation",   "min",      "median",
    "max", "gap, min", "gap, median", "gap, max", "noise"};

/* ---- text ---- */

static void fill_rank(char **cells, const struct trace_rank *rank)
{
    cells[0] = grid_number(&rank->least);
    cells[1] = grid_number(&rank->median);
    cells[2] = grid_number(&rank->most);
}

static void fill_row(char **cells, const struct trials *trials, size_t curve,
                     size_t k)
{
    const struct trials_point *p = &trials->curves[curve].points[k];
    cells[0] = buffer_text("%" PRId64, trials->lo + (int64_t)k);
    cells[1] = grid_number(&p->mean);
    cells[2] = grid_number(&p->deviation);
    fill_rank(&cells[3], &p->value);
    if (trials->bits > 0 && trials->curves[curve].bound)
        fill_rank(&cells[6], &p->gap);
    if (trials->bits > 0)
        cells[9] = p->noise > 0 ? buffer_text("%zu", p->noise) : xstrdup("");
}

static void add_curve(struct buffer *out, const struct trials *trials,
                      size_t curve)
{
    const struct trials_curve *c = &trials->curves[curve];
    const size_t rows = trials->npoints + 1;
    char **cells = xcalloc(rows * COLUMNS, sizeof *cells);
    buffer_printf(out, "\n%s\n", c->name);
    if (c->bound)
        buffer_printf(out, "bound: %s\n", c->bound);
    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = xstrdup(k == 0 ? trials->index : titles[k]);
    for (size_t k = 0; k < trials->npoints; k++)
        fill_row(&cells[(k + 1) * COLUMNS], trials, curve, k);
    if (trials->npoints > 0)
        grid_print(out, cells, rows, COLUMNS);
    grid_free(cells, rows * COLUMNS);
}

void trials_text(struct buffer *out, const struct trials *trials)
{
    origin_text(out, &trials->origin);
    if (trials->bits > 0)
        buffer_printf(out,
                      "certified at up to %ld bits; noise: trials whose "
                      "doubles are off by more than half\n",
                      trials->bits);
    else
        buffer_add(out, "doubles alone, nothing is certified\n");
    for (size_t c = 0; c < trials->ncurves; c++)
        add_curve(out, trials, c);
}

/* ---- csv ---- */

static void csv_rank(struct buffer *out, const struct trace_rank *rank)
{
    grid_csv(out, &rank->least);
    grid_csv(out, &rank->median);
    grid_csv(out, &rank->most);
}

void trials_csv(struct buffer *out, const struct trials *trials)
{
    buffer_printf(out,
                  "curve,%s,mean,deviation,min,median,max,gap_min,gap_median,"
                  "gap_max,noise,trials,bits\n",
                  trials->index);
    for (size_t c = 0; c < trials->ncurves; c++) {
        for (size_t k = 0; k < trials->npoints; k++) {
            const struct trials_point *p = &trials->curves[c].points[k];
            grid_quoted(out, trials->curves[c].name);
            buffer_printf(out, ",%" PRId64, trials->lo + (int64_t)k);
            grid_csv(out, &p->mean);
            grid_csv(out, &p->deviation);
            csv_rank(out, &p->value);
            csv_rank(out, &p->gap);
            buffer_printf(out, ",%zu,%" PRIu64 ",%ld\n", p->noise,
                          trials->origin.ntrials, trials->bits);
        }
    }
}

/* ---- json ---- */

static json_t *json_rank(const struct trace_rank *rank)
{
    return json_pack("{s:o, s:o, s:o}", "min", grid_json(&rank->least),
                     "median", grid_json(&rank->median), "max",
                     grid_json(&rank->most));
}

static json_t *point(const struct trials *trials, size_t curve, size_t k)
{
    const struct trials_point *p = &trials->curves[curve].points[k];
    json_t *o = json_object();
    json_object_set_new(o, trials->index,
                        json_integer(trials->lo + (json_int_t)k));
    json_object_set_new(o, "mean", grid_json(&p->mean));
    json_object_set_new(o, "deviation", grid_json(&p->deviation));
    json_object_set_new(o, "value", json_rank(&p->value));
    if (trials->curves[curve].bound)
        json_object_set_new(o, "gap", json_rank(&p->gap));
    json_object_set_new(o, "noise",
                        trials->bits > 0 ? json_integer((json_int_t)p->noise)
                                         : json_null());
    return o;
}

static json_t *curve(const struct trials *trials, size_t c)
{
    json_t *points = json_array();
    for (size_t k = 0; k < trials->npoints; k++)
        json_array_append_new(points, point(trials, c, k));
    return json_pack("{s:s, s:s?, s:o}", "expr", trials->curves[c].name,
                     "bound", trials->curves[c].bound, "points", points);
}

void trials_json(struct buffer *out, const struct trials *trials)
{
    json_t *o = json_object(), *curves = json_array();
    for (size_t c = 0; c < trials->ncurves; c++)
        json_array_append_new(curves, curve(trials, c));
    json_object_set_new(o, "schema", json_string("majorant.trials/1"));
    grid_origin(o, &trials->origin);
    json_object_set_new(o, "trials",
                        json_integer((json_int_t)trials->origin.ntrials));
    json_object_set_new(o, "index", json_string(trials->index));
    json_object_set_new(
        o, "bits", trials->bits > 0 ? json_integer(trials->bits) : json_null());
    json_object_set_new(o, "all_digits_certain",
                        json_boolean(trials->bits > 0 && trials->is_settled));
    json_object_set_new(o, "curves", curves);
    grid_object(out, o);
}
