#include "trace/grid.h"

#include "trace/trace_internal.h"

#include <stdlib.h>
#include <string.h>

char *grid_number(const struct trace_number *n)
{
    const struct enclosure *e = &n->enclosure;
    bool near_zero = e->kind == ENCLOSURE_FINITE && e->lo <= 0 && e->hi >= 0;
    return xstrdup(!n->text && near_zero ? "~0" : trace_number_text(n));
}

void grid_csv(struct buffer *out, const struct trace_number *number)
{
    buffer_printf(out, ",%s", number->text ? number->text : "");
}

void grid_quoted(struct buffer *out, const char *text)
{
    buffer_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            buffer_add_char(out, '"');
        buffer_add_char(out, *text);
    }
    buffer_add_char(out, '"');
}

static void add_cell(struct buffer *out, const char *text, size_t width,
                     bool first)
{
    if (!first)
        buffer_add(out, "  ");
    for (size_t k = strlen(text); k < width; k++)
        buffer_add_char(out, ' ');
    buffer_add(out, text);
}

void grid_print(struct buffer *out, char **cells, size_t rows, size_t columns)
{
    size_t width[GRID_MAX_COLUMNS] = {0};
    ENSURE(columns <= GRID_MAX_COLUMNS, "grid: too many columns");
    for (size_t k = 0; k < rows * columns; k++)
        if (cells[k] && strlen(cells[k]) > width[k % columns])
            width[k % columns] = strlen(cells[k]);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            const char *text = cells[r * columns + c];
            if (cells[columns + c] && width[c] > 0)
                add_cell(out, text ? text : "", width[c], c == 0);
        }
        while (out->text[out->length - 1] == ' ')
            out->text[--out->length] = '\0';
        buffer_add_char(out, '\n');
    }
}

void grid_free(char **cells, size_t count)
{
    for (size_t k = 0; k < count; k++)
        free(cells[k]);
    free(cells);
}
