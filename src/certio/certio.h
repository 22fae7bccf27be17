/*
 * Certificates as JSON files (docs/certificate.md): reading is strict, every
 * field must be there, known and well-formed; the digest covers all others.
 */
#ifndef MAJORANT_CERTIO_CERTIO_H
#define MAJORANT_CERTIO_CERTIO_H

#include "base/buffer.h"
#include "cert/certificate.h"

/* Appends one JSON object. */
void certio_write(struct buffer *out, const struct certificate *c);

/*
 * Reads a file that holds one certificate or an array of them; *list holds
 * *count (free each with certificate_clear, then the list).  ST_INPUT with
 * *reason (to be freed) for any fault.
 */
MUST_CHECK enum status certio_read(struct certificate **list, size_t *count,
                                   const char *path, char **reason);

#endif
