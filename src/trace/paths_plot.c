/*
 * A path study as a gnuplot script: a cross for each path, the range from the
 * least to the most of a length, its median, and the sum of all paths of it.
 */
#include "trace/canvas.h"
#include "trace/paths.h"

#include <math.h>

/* The logarithm of an enclosure's middle; NaN where there is none. */
static double height(const struct trace_number *n)
{
    const struct enclosure *e = &n->enclosure;
    if (e->kind != ENCLOSURE_FINITE || !(e->lo > 0))
        return NAN;
    return log10(e->lo + (e->hi - e->lo) / 2) +
           (double)e->exponent * log10(2.0);
}

/* gnuplot finds no range by itself where nothing is drawn. */
static bool any_height(const struct paths *paths)
{
    for (size_t k = 0; k < paths->words.count; k++)
        if (isfinite(height(&paths->values[k])))
            return true;
    return false;
}

static void add_data(struct buffer *out, const struct paths *paths)
{
    buffer_add(out, "$lengths << END\n");
    for (size_t k = 0; k < paths->nrows; k++) {
        const struct paths_row *row = &paths->rows[k];
        buffer_printf(out, "%zu", k);
        canvas_coordinate(out, height(&row->least));
        canvas_coordinate(out, height(&row->median));
        canvas_coordinate(out, height(&row->most));
        canvas_coordinate(out, height(&row->sum));
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "END\n$paths << END\n");
    for (size_t k = 0; k < paths->words.count; k++) {
        buffer_printf(out, "%zu", paths->words.lengths[k]);
        canvas_coordinate(out, height(&paths->values[k]));
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "END\n");
}

void paths_plot(struct buffer *out, const struct paths *paths,
                enum trace_picture picture)
{
    add_data(out, paths);
    canvas_begin(out, &paths->origin, picture);
    buffer_add(out, "set xlabel 'length of the path'\nset xtics 1\n"
                    "set ylabel 'logarithm to base 10'\n");
    buffer_printf(out, "set xrange [-0.5:%zu.5]\n", paths->nrows - 1);
    buffer_add(out, any_height(paths) ? "" : "set yrange [0:1]\n");
    buffer_add(out, "plot ");
    buffer_add(out, "$paths using 1:2 with points pt 2 ps 0.4 lc rgb '#aaaaaa'"
                    " title 'paths', \\\n "
                    "$lengths using 1:3:2:4 with yerrorbars pt 7 ps 0.7 lw 2 "
                    "lc 1 title 'least, median, most', \\\n "
                    "$lengths using 1:5 with linespoints pt 6 lw 2 lc 2 "
                    "title 'sum of all of a length'\n");
}
