/*
 * Certificates as JSON files (docs/certificate.md): reading is strict, every
 * field must be there, known and well-formed; the digest covers all others.
 */
#pragma once

#include "base/buffer.h"
#include "cert/certificate.h"

enum {
    CERTIO_MAX_BYTES = 64 << 20,    /* of a file */
    CERTIO_MAX_CERTIFICATES = 4096, /* in one file */
    CERTIO_MAX_ENTRIES = 1 << 22,   /* of one value */
    CERTIO_MAX_DIGITS = 100000      /* of a numerator or denominator */
};

/* Where memory ends, reading JSON stops the program as xmalloc does. */
void certio_guard(void);

/* Appends one JSON object; what violation_certify fills must be there. */
void certio_write(struct buffer *out, const struct certificate *c);

/*
 * Reads a file that holds one certificate or an array of them; *list holds
 * *count (free each with certificate_clear, then the list).  ST_INPUT with
 * *reason (to be freed), one line that names the field, for any fault.
 */
MUST_CHECK enum status certio_read(struct certificate **list, size_t *count,
                                   const char *path, char **reason);
/* The same for a text in memory; `name` stands for it in messages. */
MUST_CHECK enum status certio_read_text(struct certificate **list,
                                        size_t *count, const char *text,
                                        size_t length, const char *name,
                                        char **reason);

/* ---- files ---- */

/*
 * The bytes of a file, of those that it unpacks to if gzip has packed it
 * (certio/feed.h): not more than CERTIO_MAX_BYTES and a block.  ST_INPUT:
 * *reason (to be freed) says why not.
 */
MUST_CHECK enum status certio_load(struct buffer *out, const char *path,
                                   char **reason);
/* Appends the text as gzip packs it, the same bytes each time. */
void certio_compress(struct buffer *out, const struct buffer *text);
