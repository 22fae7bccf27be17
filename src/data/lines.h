/*
 * Text by lines and fields, with exact decimal numbers.
 *
 * Numbers are those of the language with an optional sign; `.5`, `5.` and a
 * Fortran `1.5D+3` are also understood, since programs write them.
 */
#ifndef MAJORANT_DATA_LINES_H
#define MAJORANT_DATA_LINES_H

#include "data/file.h"

#include <stdbool.h>

struct lines {
    const struct data_file *file;
    size_t next;    /* offset of the line after this one */
    size_t number;  /* of this line, from 1 */
    const char *at; /* what is left of this line: at..end-1 */
    const char *end;
};

struct lines lines_start(const struct data_file *file);
/*
 * The next line that is neither blank nor starts with `#`; false at the
 * end of the file.  White space around it is cut off.
 */
bool lines_next(struct lines *l);

struct field {
    const char *text;
    size_t length;
};

/*
 * The next field of the line; false at its end.  A separator ' ' is a run of
 * white space; any other is one character, with white space around it cut
 * off, and may leave a field empty.
 */
bool lines_field(struct field *out, struct lines *l, char separator);
size_t lines_count_fields(const struct lines *l, char separator);

/* Says "PATH: line N: " and the text; always ST_INPUT. */
enum status lines_fault(const struct lines *l, const char *format, ...)
    PRINTF_LIKE(2, 3);
/* ST_INPUT (told) where the field is no finite number; entry [i, j] from 1. */
MUST_CHECK enum status lines_number(rational_t *out, const struct lines *l,
                                    struct field f, size_t i, size_t j);

#endif
