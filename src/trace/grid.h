/* Tables of text, and numbers in them; for this folder alone. */
#pragma once

#include "trace/trace.h"

#include <jansson.h>

enum { GRID_MAX_COLUMNS = 16 };

/*
 * Cells by rows, the first row being titles; a column whose second cell is NULL
 * is left out.  Texts stand to the right.
 */
void grid_print(struct buffer *out, char **cells, size_t rows, size_t columns);
/* Frees what grid_print was given. */
void grid_free(char **cells, size_t count);
/* A cell, to be freed.  "~0": it may be 0, and nothing else is said of it. */
char *grid_number(const struct trace_number *number);
/* The text of a cell between quotation marks. */
void grid_quoted(struct buffer *out, const char *text);
/* "," and the digits; nothing behind it where nothing is known. */
void grid_csv(struct buffer *out, const struct trace_number *number);
/* A number, or text where it is beyond the doubles; null: not known. */
json_t *grid_json(const struct trace_number *number);
/* The members of an origin, from "theorem" to "trial". */
void grid_origin(json_t *object, const struct trace_origin *origin);
/* Writes the object and frees it. */
void grid_object(struct buffer *out, json_t *object);
