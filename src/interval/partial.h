/*
 * Functions of scalar terms on intervals, on the part of their arguments where
 * they are defined: for x in X and y in Y, what has a value has it in R.
 */
#ifndef MAJORANT_INTERVAL_PARTIAL_H
#define MAJORANT_INTERVAL_PARTIAL_H

#include "ir/function.h"
#include "interval/interval.h"

/* x ^ q; false: defined nowhere. */
bool partial_power(interval_t *r, const interval_t *x, const mpq_t q);
/* x ^ y, a base of any sign */
void partial_general(interval_t *r, const interval_t *x, const interval_t *y);
/* fn(x) or fn(x, y); false: defined nowhere. */
bool partial_call(interval_t *r, enum function fn, const interval_t *x,
                  const interval_t *y);

#endif
