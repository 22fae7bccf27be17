/* The normal form's rules for extremes and for index forms over whole rows. */
#ifndef MAJORANT_LOGIC_NORMAL_LIFT_H
#define MAJORANT_LOGIC_NORMAL_LIFT_H

#include "logic/normal_internal.h"

/* ---- normal_extreme.c ---- */
/* max(a) or min(a) */
const form *extreme_form(struct normalizer *n, enum function fn, const form *a);
/* rowmax(a) or rowmin(a) */
const form *row_extremes(struct normalizer *n, enum function fn, const form *a);

/* ---- normal_lift.c ---- */
/* The largest, or smallest, value of a scalar as that of a column; false: none.
 */
bool lift_extreme(struct normalizer *n, enum expr_op op, const form *body,
                  const struct sum_range *r, const form **out);
/* The sum of t over the range by a column; false: it has none. */
bool lift_sum(struct normalizer *n, const term *t, const struct sum_range *r,
              const form **out);

#endif
