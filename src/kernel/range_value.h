/*
 * The kernel's enclosures of scalar terms over boxes, by MPFR intervals.
 *
 * Inclusion statement (docs/error-analysis.md#ranges): the value of a term at
 * every point of the box at which it is defined lies in its interval; an empty
 * interval means that there is no such point.
 */
#ifndef MAJORANT_KERNEL_RANGE_VALUE_H
#define MAJORANT_KERNEL_RANGE_VALUE_H

#include "interval/interval.h"
#include "logic/sequent.h"

struct range_oracle;

/* Terms without variables are tried at higher precisions than `bits` too. */
struct range_oracle *range_oracle_new(struct scalar_pool *pool,
                                      mpfr_prec_t bits);
void range_oracle_free(struct range_oracle *oracle);
/* The value of e at some point of the box; false: it has none there. */
bool range_oracle_middle(interval_t *value, struct range_oracle *oracle,
                         const struct scalar *e, const struct sequent_box *box);
/*
 * The slope of e by x_k between the middle of the box and a point near it, as a
 * quotient of differences, and the values of `derivative` between them: for a
 * derivative they have a point in common.  False: not known.
 */
bool range_oracle_quotient(interval_t *quotient, interval_t *slope,
                           struct range_oracle *oracle, const struct scalar *e,
                           const struct scalar *derivative, size_t k,
                           const struct sequent_box *box);
struct sequent_oracle range_oracle_face(struct range_oracle *oracle);

#endif
