/*
 * Numbers in closed form near a double: guesses, ordered by how simple they
 * are.  Nothing rests on them.
 */
#ifndef MAJORANT_PROVE_RANGE_FORM_H
#define MAJORANT_PROVE_RANGE_FORM_H

#include "logic/scalar.h"

enum { FORM_COUNT = 8 };

struct form_list {
    const struct scalar *value[FORM_COUNT];
    double near[FORM_COUNT], cost[FORM_COUNT]; /* least cost first */
    size_t count;
};

/*
 * Rationals, multiples of pi, roots of rationals and of quadratic equations,
 * also under a root, logarithm or exponential, within `slack` of x.
 */
void form_guess(struct form_list *out, struct scalar_pool *pool, double x,
                double slack);

#endif
