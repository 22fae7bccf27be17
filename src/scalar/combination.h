/* Terms as sums of multiples of terms. */
#ifndef MAJORANT_SCALAR_COMBINATION_H
#define MAJORANT_SCALAR_COMBINATION_H

#include "core/form.h"
#include "scalar/tuning.h"

/*
 * Numbers such that f is the sum of those multiples of the terms, of least sum
 * of squares where there are several; false: there are none.
 */
bool combination_of(struct pool *pool, const struct form *f,
                    const struct form *const *terms, size_t count,
                    const struct number **out);

#endif
