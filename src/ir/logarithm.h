/* Claims about numbers of any size, which say it of their logarithms. */
#pragma once

#include "ir/expr.h"

/*
 * Whether both sides of an inequality are logarithms: `log` of a scalar, what
 * is negative, multiples by scalars that are none, sums of such, over an index
 * too.  Then right - left says by how much the numbers differ.
 */
bool logarithm_is_compared(const struct expr *relation);
