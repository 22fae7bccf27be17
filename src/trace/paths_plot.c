/*
 * A path study as a chart: a speck for each path, the range from the least to
 * the most of a length, its median, and the sum of all paths of it.
 */
#include "figure/chart.h"
#include "trace/paths.h"

static struct chart_point path_at(const void *context, size_t k)
{
    const struct paths *paths = context;
    return (struct chart_point){
        .x = (double)paths->words.lengths[k],
        .y = enclosure_log10(&paths->values[k].enclosure)};
}

static struct chart_point range_at(const void *context, size_t k)
{
    const struct paths_row *row = &((const struct paths *)context)->rows[k];
    return (struct chart_point){(double)k,
                                enclosure_log10(&row->rank.median.enclosure),
                                enclosure_log10(&row->rank.least.enclosure),
                                enclosure_log10(&row->rank.most.enclosure)};
}

static struct chart_point sum_at(const void *context, size_t k)
{
    const struct paths_row *row = &((const struct paths *)context)->rows[k];
    return (struct chart_point){.x = (double)k,
                                .y = enclosure_log10(&row->sum.enclosure)};
}

void paths_svg(struct buffer *out, const struct paths *paths)
{
    const struct chart_series series[] = {
        {"paths", NULL, CHART_SPECKS, CHART_GREY, paths->words.count, path_at,
         paths},
        {"least, median, most", NULL, CHART_RANGES, 0, paths->nrows, range_at,
         paths},
        {"sum of all of a length", NULL, CHART_LINE | CHART_CIRCLES, 1,
         paths->nrows, sum_at, paths}};
    LOCAL_BUFFER title = buffer_new();
    origin_title(&title, &paths->origin);
    chart_svg(out, &(struct chart){.title = title.text,
                                   .x_label = "length of the path",
                                   .y_label = "logarithm to base 10",
                                   .x_lo = -0.5,
                                   .x_hi = (double)paths->nrows - 0.5,
                                   .series = series,
                                   .nseries = sizeof series / sizeof *series});
}
