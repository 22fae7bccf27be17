/*
 * Certificates of a file one after another: the file holds one JSON object, or
 * an array of any number of them, of which one is in memory at a time.
 */
#pragma once

#include "certio/certio.h"
#include "certio/feed.h"

/* Zeroed, with a feed, it stands before the first certificate. */
struct certio_stream {
    struct feed *feed;
    size_t count; /* of those that were read */
    bool is_array;
};

/*
 * The text of the next object, from its first brace to its last, in `out`,
 * which is empty before; it is no certificate yet (certio_read_text).
 * CERTIO_END: behind the last one, and there is nothing else in the file.
 * CERTIO_FAULT: *reason (to be freed) says what is wrong, in one line that
 * begins with `name`; then the file is no file of certificates.
 */
enum certio_part { CERTIO_FAULT = 0, CERTIO_OBJECT, CERTIO_END };
enum certio_part certio_next(struct certio_stream *s, struct buffer *out,
                             const char *name, char **reason);

/* Whether the text is an object whose field `schema` begins so. */
bool certio_has_schema(const char *text, size_t length, const char *start);
