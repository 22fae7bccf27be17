/*
 * Names as mathematics writes them, in MathML: Greek letters, digits and
 * capitals behind a first letter as subscripts.  Internal to the folder.
 */
#pragma once

#include "base/buffer.h"

#include <stdbool.h>

enum { NAME_MAX_CHARS = 64 };

/* "lambda_max" is lambda with subscript max, "WQ" W with Q, "x1" x with 1. */
struct name {
    char base[NAME_MAX_CHARS];
    char subscript[NAME_MAX_CHARS]; /* "" : none */
};

/* `is_size`: "dk" is d with subscript k as well.  Long names stay whole. */
struct name name_split(const char *text, bool is_size);
/* <mi> of a base: a Greek letter, one letter, or a word. */
void name_base(struct buffer *out, const char *base);
/* The whole name, with its subscript. */
void name_print(struct buffer *out, const char *text, bool is_size);
