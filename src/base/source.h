/*
 * A source text and places in it.
 *
 * Lines and columns count from 1; a column counts UTF-8 characters, so that an
 * editor agrees with it.
 */
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <stddef.h>

enum { SOURCE_MAX_BYTES = 4 * 1024 * 1024 };

struct source {
    const char *path; /* as it is shown in messages */
    const char *text; /* NUL-terminated, `length` bytes */
    size_t length;
};

/* Bytes begin..end-1 of a source; a zero span (source NULL) has no place. */
struct span {
    const struct source *source;
    size_t begin, end;
};

struct place {
    size_t line, column;
};

/* A source over a copy of `text`, in the arena. */
struct source *source_from_text(struct arena *arena, const char *path,
                                const char *text, size_t length);

/*
 * Reads a file into the arena.  ST_SYSTEM, or ST_LIMIT where it is longer than
 * SOURCE_MAX_BYTES: *reason says why not, as of file_read (base/file.h).
 */
MUST_CHECK enum status source_read(struct source **out, struct arena *arena,
                                   const char *path, const char **reason);

struct place source_place(const struct source *source, size_t offset);

/* The smallest span that covers both (of one source). */
struct span span_join(struct span a, struct span b);
