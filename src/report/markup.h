/*
 * Plain documents for people, as Markdown or as one HTML page that needs
 * nothing else and follows the reader's light or dark setting.  All texts are
 * escaped here.
 */
#pragma once

#include "base/buffer.h"

#include <stdbool.h>

enum markup_kind { MARKUP_MARKDOWN, MARKUP_HTML };

struct markup {
    struct buffer *out;
    enum markup_kind kind;
};

void markup_begin(const struct markup *m, const char *title);
void markup_end(const struct markup *m);
/* level 1 is the title's, so 2 and 3. */
void markup_heading(const struct markup *m, int level, const char *text);
void markup_paragraph(const struct markup *m, const char *text);
/* A block of text as it is; `text` may have several lines. */
void markup_code(const struct markup *m, const char *text);
/* A table: its head, its rows, its end. */
void markup_table(const struct markup *m, const char *const *heads,
                  size_t count);
void markup_row(const struct markup *m, const char *const *cells, size_t count);
void markup_table_end(const struct markup *m);
