/*
 * What the readers of terms, of relations and of declarations share.
 */
#ifndef MAJORANT_CORE_READ_INTERNAL_H
#define MAJORANT_CORE_READ_INTERNAL_H

#include "core/binder.h"
#include "core/meaning.h"
#include "core/read.h"
#include "core/ring.h"

struct reading {
    struct pool *pool;
    const struct theorem *statement;
    /* dims and givens, in their order; NULL: what is obtained in a proof */
    const struct atom **symbols;
    size_t nsymbols;
    const struct atom **lets;
    const struct form **forms;   /* by id of the expression, or NULL */
    const struct form **domains; /* the same */
};

/* Remembers the reason; NULL. */
const void *reading_fail(struct reading *reading, const char *why);
const struct form *read_dim(struct reading *reading, const struct dim *d);
/* The same with value(context, symbol) for each symbol. */
typedef const struct form *symbol_value(void *context, const struct symbol *s);
const struct form *read_dim_at(struct pool *pool, const struct dim *d,
                               symbol_value *value, void *context);
/* The variable in the place of an index, INT given or dim. */
const struct form *read_symbol(struct reading *reading, const struct symbol *s);
/*
 * What the kids are, totally, then 1 for what was left out, up to
 * MEANING_ARGUMENTS at least; NULL: one cannot be read.
 */
const struct form **read_kids(struct reading *reading, const struct expr *e);
/* Given i, which is obtained: what it is at the dims and givens. */
const struct form *read_obtained(struct reading *reading, size_t i);
/*
 * Whether the relation, as it is written, speaks of what the statement itself
 * obtains.
 */
bool read_is_of_obtained(struct reading *reading, const struct expr *relation);
/* A family at its indices (none: a plain given); NULL: it cannot be read. */
const struct form *read_member(struct reading *reading,
                               const struct atom *family,
                               const struct form **args, size_t count);
/* kind(symbol in lo..hi, body) */
const struct form *read_bound(struct reading *reading, enum binder_kind kind,
                              const struct index_range *range,
                              const struct form *body);
/* The same in the range of a binder. */
const struct form *read_binder(struct reading *r, const struct expr *e,
                               enum binder_kind kind, const struct form *body);

/* An integral, or an expectation. */
const struct form *read_integral(struct reading *r, const struct expr *e);

#endif
