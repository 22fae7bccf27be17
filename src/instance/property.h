/*
 * Properties declared of givens: checking given values exactly.
 */
#ifndef MAJORANT_INSTANCE_PROPERTY_H
#define MAJORANT_INSTANCE_PROPERTY_H

#include "instance/instance.h"
#include "instance/range.h"

/* Size of a matrix whose semidefiniteness is checked exactly. */
enum { PROPERTY_MAX_SIZE = 256 };

/*
 * Exact check of a value with entries (doubles or rationals), called `name` in
 * the message.  ST_INPUT: it breaks the kind or the range, said in `reason`.
 */
MUST_CHECK enum status property_check(const struct value *v,
                                      enum given_kind kind,
                                      const struct range *range,
                                      const char *name, struct buffer *reason);
/* "stochastic", ... */
const char *property_name(enum given_kind kind);

#endif
