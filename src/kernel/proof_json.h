/*
 * Certificates of proofs as JSON (docs/certificate.md), as strict as
 * certio/certio.h: every field must be there, known and well-formed.
 */
#ifndef MAJORANT_KERNEL_PROOF_JSON_H
#define MAJORANT_KERNEL_PROOF_JSON_H

#include "base/buffer.h"
#include "kernel/proof.h"

#define PROOF_JSON_SCHEMA "majorant.proof/1"

/* One proof alone, as an object of a certificate's `proofs`, without blanks. */
void proof_json_write_one(struct buffer *out, const struct proof *proof);
/* *out is to be cleared in every case; ST_INPUT: *reason as above. */
MUST_CHECK enum status proof_json_read_one(struct proof *out, const char *text,
                                           size_t length, char **reason);

void proof_json_write(struct buffer *out, const struct proof_certificate *c);
/*
 * Whether the text holds (at its top, or first in its array) a certificate of
 * proofs; what is no JSON at all holds none.
 */
bool proof_json_is(const char *text, size_t length);
/*
 * As certio_read_text (after ST_INPUT there is no list); clear each with
 * proof_certificate_clear.
 */
MUST_CHECK enum status proof_json_read(struct proof_certificate **list,
                                       size_t *count, const char *text,
                                       size_t length, const char *name,
                                       char **reason);

#endif
