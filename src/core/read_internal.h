/*
 * What the readers of terms, of relations and of declarations share.
 */
#ifndef MAJORANT_CORE_READ_INTERNAL_H
#define MAJORANT_CORE_READ_INTERNAL_H

#include "core/function.h"
#include "core/read.h"
#include "core/ring.h"

struct reading {
    struct theory *theory;
    struct pool *pool;
    const struct theorem *statement;
    const struct atom **symbols; /* dims and givens, in their order */
    size_t nsymbols;
    const struct atom **lets;
    const struct form **forms;   /* by id of the expression, or NULL */
    const struct form **domains; /* the same */
    const char *why;
};

/* Remembers the reason; NULL. */
const void *reading_fail(struct reading *reading, const char *why);
const struct form *read_dim(struct reading *reading, const struct dim *d);
/* The variable in the place of an index, INT given or dim. */
const struct form *read_symbol(struct reading *reading, const struct symbol *s);
/* The scalar beside a matrix of that shape as a constant matrix. */
const struct form *read_spread(struct reading *reading, const struct form *f,
                               const struct form *rows,
                               const struct form *cols);
#endif
