/* What is said of a proof or violation that was checked again. */
#ifndef MAJORANT_RECHECK_WORDS_H
#define MAJORANT_RECHECK_WORDS_H

#include "cert/certificate.h"
#include "replay/record.h"

/* How a line of an accepted proof begins: up to what it cites. */
void words_of_link(struct buffer *out, const char *name,
                   const struct theorem *t, size_t claim, size_t link);
/* Its line; only of a proof that was replayed. */
void words_of_proof(struct buffer *out, const char *name,
                    const struct record_proof *p);
/* "NAME: rejected: REASON"; NULL: no reason was given. */
void words_of_rejection(struct buffer *out, const char *name,
                        const char *reason);
/* What the certificate says of its violation, in some lines. */
void words_of_violation(struct buffer *out, const struct certificate *c);

#endif
