/*
 * Where a curve or a study goes: a table on standard output (--format), and a
 * picture, table or object in a file (-o).
 */
#pragma once

#include "base/buffer.h"
#include "cli/options.h"

struct picture_writers {
    void (*text)(struct buffer *out, const void *subject);
    void (*csv)(struct buffer *out, const void *subject);
    void (*json)(struct buffer *out, const void *subject);
    void (*svg)(struct buffer *out, const void *subject);
};

/*
 * Defines NAME_writers from the functions NAME_text, NAME_csv, NAME_json and
 * NAME_svg of a subject that is a `struct NAME`.
 */
#define PICTURE_WRITER(name, kind)                                             \
    static void name##_write_##kind(struct buffer *out, const void *subject)   \
    {                                                                          \
        name##_##kind(out, (const struct name *)subject);                      \
    }
#define PICTURE_WRITERS(name)                                                  \
    PICTURE_WRITER(name, text)                                                 \
    PICTURE_WRITER(name, csv)                                                  \
    PICTURE_WRITER(name, json)                                                 \
    PICTURE_WRITER(name, svg)                                                  \
    static const struct picture_writers name##_writers = {                     \
        name##_write_text, name##_write_csv, name##_write_json,                \
        name##_write_svg}

/* Whether --format and -o cannot be served; then a message was given. */
bool picture_refuse(const struct options *o);
/* Writes both (the file if `to_file`); the exit status. */
int picture_write(const struct options *o,
                  const struct picture_writers *writers, const void *subject,
                  bool to_file);
