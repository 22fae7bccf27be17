/*
 * A path study as a gnuplot script: a cross for each path, the range from the
 * least to the most of a length, its median, and the sum of all paths of it.
 */
#include "trace/grid.h"
#include "trace/paths.h"

#include <inttypes.h>
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

static void add_height(struct buffer *out, const struct trace_number *n)
{
    double y = height(n);
    if (isfinite(y))
        buffer_printf(out, " %.10g", y);
    else
        buffer_add(out, " NaN");
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
        add_height(out, &row->least);
        add_height(out, &row->median);
        add_height(out, &row->most);
        add_height(out, &row->sum);
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "END\n$paths << END\n");
    for (size_t k = 0; k < paths->words.count; k++) {
        buffer_printf(out, "%zu", paths->words.lengths[k]);
        add_height(out, &paths->values[k]);
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "END\n");
}

void paths_plot(struct buffer *out, const struct paths *paths,
                enum trace_picture picture)
{
    struct buffer title;
    buffer_init(&title);
    buffer_printf(&title, "%s, %s; seed %" PRIu64, paths->theorem, paths->name,
                  paths->seed);
    add_data(out, paths);
    buffer_printf(out, "set terminal %s\n",
                  picture == TRACE_SVG
                      ? "svg noenhanced size 860,520 background rgb 'white'"
                      : "pngcairo noenhanced size 1290,780 fontscale 1.3");
    buffer_add(out, "set encoding utf8\nset grid lc rgb '#dddddd'\n"
                    "set key outside right top Left reverse samplen 2\n"
                    "set xlabel 'length of the path'\nset xtics 1\n"
                    "set ylabel 'logarithm to base 10'\nset title ");
    grid_quote(out, title.text);
    buffer_printf(out, "\nset xrange [-0.5:%zu.5]\n", paths->nrows - 1);
    buffer_add(out, any_height(paths) ? "" : "set yrange [0:1]\n");
    buffer_add(out, "plot ");
    buffer_add(out, "$paths using 1:2 with points pt 2 ps 0.4 lc rgb '#aaaaaa'"
                    " title 'paths', \\\n "
                    "$lengths using 1:3:2:4 with yerrorbars pt 7 ps 0.7 lw 2 "
                    "lc 1 title 'least, median, most', \\\n "
                    "$lengths using 1:5 with linespoints pt 6 lw 2 lc 2 "
                    "title 'sum of all of a length'\n");
    buffer_clear(&title);
}
