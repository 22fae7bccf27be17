/*
 * Enclosures of scalar terms over boxes: intervals with arf end points, whose
 * elementary functions are Arb's at the ends.
 *
 * Inclusion statement (docs/error-analysis.md#ranges): the value of a term at
 * every point of the box at which it is defined lies in its interval; an
 * empty interval means that there is no such point.  Ends may be infinite.
 */
#ifndef MAJORANT_PROVE_RANGE_VALUE_H
#define MAJORANT_PROVE_RANGE_VALUE_H

#include "logic/sequent.h"

struct range_values; /* an oracle with its memory, for one pool and thread */

struct range_values *range_values_new(struct scalar_pool *pool);
void range_values_free(struct range_values *values);
/* The oracle that answers by these enclosures; valid as long as they are. */
struct sequent_oracle range_values_oracle(struct range_values *values);

/* Ends rounded to doubles, outward; false: empty. */
bool range_values_double(double *lo, double *hi, struct range_values *values,
                         const struct scalar *e, const struct sequent_box *box);
/* Whether a term without variables is certainly not 0, or has no value. */
bool range_values_is_nonzero(struct range_values *values,
                             const struct scalar *e);

#endif
