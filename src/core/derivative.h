/*
 * Derivatives of terms by a variable, by the rules of calculus.
 *
 * They hold where conditions do, which are relations: of `smooth` all are
 * asked for where there is to be a derivative, of `continuous` where the term
 * is to be continuous, seen from points where all of smooth hold.  What they
 * ask of the body of an integral has a generic number between the ends in it
 * and is to hold for each such number, the ends included, in either order; of
 * an integral to infinity, a spare number is squared and added to the end.  The
 * integrals to infinity that are letters of `dominated` are to be bounded by
 * the same integral for all values of x (integral_is_dominated).
 */
#ifndef MAJORANT_CORE_DERIVATIVE_H
#define MAJORANT_CORE_DERIVATIVE_H

#include "core/relation.h"

struct conditions {
    const struct form **smooth, **continuous; /* of the pool's arena */
    size_t nsmooth, ncontinuous;
    const struct form **dominated;
    size_t ndominated;
};

/*
 * df/dx for a scalar f, its conditions added; NULL: x is in it other than
 * under sums, products and functions of numbers that have a derivative.
 */
const struct form *form_derivative(struct pool *pool, const struct form *f,
                                   const struct atom *x,
                                   struct conditions *conditions);

/* Whether it is continuous in x everywhere, other letters fixed, by its form.
 */
bool form_is_continuous(struct pool *pool, const struct form *f,
                        const struct atom *x);

#endif
