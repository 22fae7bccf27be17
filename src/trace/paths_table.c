/* A path study as a table, as comma-separated values and as JSON. */
#include "trace/grid.h"
#include "trace/paths.h"

#include <stdlib.h>

enum { COLUMNS = 7 };

static const char *const titles[COLUMNS] = {
    "length", "paths", "measured", "min", "median", "max", "sum of all"};

static void fill_row(char **cells, const struct paths_row *row, size_t length)
{
    cells[0] = buffer_text("%zu", length);
    cells[1] = xstrdup(row->count);
    cells[2] = row->has_all ? xstrdup("all") : buffer_text("%zu", row->taken);
    cells[3] = grid_number(&row->rank.least);
    cells[4] = grid_number(&row->rank.median);
    cells[5] = grid_number(&row->rank.most);
    cells[6] = grid_number(&row->sum);
}

static void add_table(struct buffer *out, const struct paths *paths)
{
    const size_t rows = paths->nrows + 1;
    char **cells = xcalloc(rows * COLUMNS, sizeof *cells);
    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = xstrdup(titles[k]);
    for (size_t k = 0; k < paths->nrows; k++)
        fill_row(&cells[(k + 1) * COLUMNS], &paths->rows[k], k);
    grid_print(out, cells, rows, COLUMNS);
    grid_free(cells, rows * COLUMNS);
}

void paths_text(struct buffer *out, const struct paths *paths)
{
    origin_text(out, &paths->origin);
    if (paths->is_stopped) {
        buffer_add(out, "stopped before the end, nothing is certified\n");
        return;
    }
    if (paths->bits > 0)
        buffer_printf(out, "certified at %ld bits\n", paths->bits);
    else
        buffer_add(out, "doubles alone, nothing is certified\n");
    buffer_printf(out, "\n%s of each path, by length\n", paths->measure);
    add_table(out, paths);
    LOCAL_FREE char *whole = grid_number(&paths->whole);
    buffer_printf(out, "of the sum of all paths: %s\n", whole);
}

void paths_csv(struct buffer *out, const struct paths *paths)
{
    buffer_add(out, "length,paths,measured,min,median,max,sum,bits\n");
    for (size_t k = 0; k < paths->nrows && !paths->is_stopped; k++) {
        const struct paths_row *row = &paths->rows[k];
        buffer_printf(out, "%zu,%s,%zu", k, row->count, row->taken);
        grid_csv(out, &row->rank.least);
        grid_csv(out, &row->rank.median);
        grid_csv(out, &row->rank.most);
        grid_csv(out, &row->sum);
        buffer_printf(out, ",%ld\n", paths->bits);
    }
}

/* ---- json ---- */

static json_t *row_object(const struct paths_row *row, size_t length)
{
    return json_pack("{s:I, s:s, s:I, s:b, s:o, s:o, s:o, s:o}", "length",
                     (json_int_t)length, "paths", row->count, "measured",
                     (json_int_t)row->taken, "all", row->has_all, "min",
                     grid_json(&row->rank.least), "median",
                     grid_json(&row->rank.median), "max",
                     grid_json(&row->rank.most), "sum", grid_json(&row->sum));
}

static json_t *word_object(const struct paths *paths, size_t word)
{
    LOCAL_BUFFER text = buffer_new();
    paths_print_word(&text, paths, word);
    return json_pack("{s:s, s:I, s:o}", "path", text.text, "length",
                     (json_int_t)paths->words.lengths[word], "value",
                     grid_json(&paths->values[word]));
}

void paths_json(struct buffer *out, const struct paths *paths)
{
    json_t *o = json_object(), *rows = json_array(), *words = json_array();
    for (size_t k = 0; k < paths->nrows && !paths->is_stopped; k++)
        json_array_append_new(rows, row_object(&paths->rows[k], k));
    for (size_t k = 0; k < paths->words.count && !paths->is_stopped; k++)
        json_array_append_new(words, word_object(paths, k));
    json_object_set_new(o, "schema", json_string("majorant.paths/1"));
    grid_origin(o, &paths->origin);
    json_object_set_new(o, "measure", json_string(paths->measure));
    json_object_set_new(
        o, "bits", paths->bits > 0 ? json_integer(paths->bits) : json_null());
    json_object_set_new(o, "stopped", json_boolean(paths->is_stopped));
    json_object_set_new(o, "all_digits_certain",
                        json_boolean(paths->bits > 0 && paths->is_settled));
    json_object_set_new(o, "whole", grid_json(&paths->whole));
    json_object_set_new(o, "lengths", rows);
    json_object_set_new(o, "paths", words);
    grid_object(out, o);
}
