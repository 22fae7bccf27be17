/*
 * What the operations, functions and kinds of the language mean in the core,
 * and when they have a value: the tables of docs/core.md.
 *
 * Texts are expressions of the language over the core's functions
 * (core/function.h).  Their names: a, b, c, ... for the arguments, 1 where one
 * was left out; m, n for the rows and columns of a.  A scalar beside a matrix,
 * in a relation, in max, min and pow, stands for a constant matrix.
 */
#ifndef MAJORANT_CORE_MEANING_H
#define MAJORANT_CORE_MEANING_H

#include "core/relation.h"
#include "ir/theorem.h"

struct meaning {
    const char *value;  /* NULL: the function of the same name */
    const char *domain; /* NULL: it always has one, or that is forgotten */
};

enum { MEANING_ARGUMENTS = 5 }; /* at least; what is left out is 1 */

/*
 * Of arithmetic, powers, entries, slices, `if`, or a call on its arguments;
 * NULL: of something else.
 */
const struct meaning *meaning_of(const struct expr *e,
                                 const struct form *const *args);
/* When base ^ a literal has a value. */
const char *meaning_of_literal_power(const struct expr *e,
                                     const struct form *base);
/* The relation that the kind of a given is, or NULL; may forget, adds not. */
const char *meaning_of_kind(enum given_kind kind);
/* What the text is at these arguments, MEANING_ARGUMENTS or more. */
const struct form *meaning_at(struct pool *pool, const char *text,
                              const struct form *const *args);
/* The same at two; one may be NULL where the text has no name for it. */
const struct form *meaning_at2(struct pool *pool, const char *text,
                               const struct form *a, const struct form *b);
/* a op b, of one shape, or one of them a scalar. */
const struct form *meaning_compared(struct pool *pool, enum relop op,
                                    const struct form *a, const struct form *b);

#endif
