/*
 * The identity of a run: names and values in a fixed order.  Internal.
 */
#pragma once

#include "store/database.h"
#include "store/store.h"

struct identity {
    struct identity_entry {
        char *name, *value;
    } * items;
    size_t count;
};

void identity_clear(struct identity *identity);
void identity_of_plan(struct identity *out, const struct store_plan *plan);
/* That of a data base. */
MUST_CHECK enum status identity_read(struct identity *out, struct database *d);
MUST_CHECK enum status identity_write(const struct identity *identity,
                                      struct database *d);
/* ST_INPUT: `own` is not the one of `d` (told: the first difference). */
MUST_CHECK enum status identity_match(struct database *d,
                                      const struct identity *there,
                                      const struct identity *own);

/* The hash of a text, 32 hexadecimal digits; for identities, not for secrets */
enum { IDENTITY_HASH_CHARS = 32 };
void identity_hash(char out[IDENTITY_HASH_CHARS + 1], const char *text);

/*
 * The text of a case as written, but for its observations, which the theorem's
 * statement has; empty for the built-in campaign.
 */
void identity_case_text(struct buffer *out, const struct spec *spec);
