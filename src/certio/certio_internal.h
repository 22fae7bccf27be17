/* What reading and writing share. */
#ifndef MAJORANT_CERTIO_INTERNAL_H
#define MAJORANT_CERTIO_INTERNAL_H

#include "certio/certio.h"

#include <jansson.h>

#define CERTIO_SCHEMA "majorant.certificate/1"

enum { CERTIO_DIGEST_CHARS = 8 };

/*
 * CRC-32 of the object without its field `digest`, written without blanks and
 * with sorted keys; as hex digits.
 */
void certio_digest(char out[CERTIO_DIGEST_CHARS + 1], const json_t *object);

#endif
