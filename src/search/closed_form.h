/*
 * Numbers in closed form near a double: guesses, ordered by how simple they
 * are.  Nothing rests on them.
 */
#pragma once

#include "ir/expr.h"

enum { CLOSED_FORMS = 8 };

struct closed_form {
    const struct expr *expr; /* EX_NUMBER: a rational */
    double value, cost;
};

struct closed_forms {
    struct closed_form items[CLOSED_FORMS]; /* least cost first */
    size_t count;
};

/*
 * Rationals, multiples of pi, roots of rationals and of quadratic equations,
 * also under a root, logarithm or exponential, within `slack` of x.
 */
void closed_forms_guess(struct closed_forms *out, struct expr_pool *pool,
                        double x, double slack);
