/* What readers and writers of certificates as JSON share. */
#pragma once

#include "certio/certio.h"

#include <jansson.h>

#define CERTIO_SCHEMA "majorant.certificate/1"

enum { CERTIO_DIGEST_CHARS = 8 };

/* ST_INPUT; *reason (to be freed) is one line, "NAME: what is wrong". */
enum status certio_reject(char **reason, const char *name, const char *what);

/*
 * CRC-32 of the object without its field `digest`, written without blanks and
 * with sorted keys; as hex digits.
 */
void certio_digest(char out[CERTIO_DIGEST_CHARS + 1], const json_t *object);

/* A reduced fraction in a string, and back; false: it is none. */
json_t *certio_rational(const rational_t *x);
bool certio_read_rational(rational_t *out, const json_t *value);
/* The object after its digest was compared; *text says what is wrong. */
bool certio_check_digest(struct buffer *text, const json_t *object);
