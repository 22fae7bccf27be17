/*
 * Logarithms of scalars, also of those that overflow or vanish in doubles:
 * exp(-1e10) has the logarithm -1e10.  Products, quotients, powers and square
 * roots of such numbers are looked through.
 */
#pragma once

#include "search/gradient.h"

struct magnitude {
    double log; /* of the absolute value */
    int sign;   /* 0: the number is 0 as far as can be seen */
};

/* Of a scalar of the run. */
struct magnitude magnitude_of(const struct plan *plan,
                              const struct double_run *run, plan_id id);
/* Adds `weight` times the gradient of that logarithm to the adjoints. */
void magnitude_seed(struct gradient *g, const struct plan *plan,
                    const struct double_run *run, plan_id id, double weight);
