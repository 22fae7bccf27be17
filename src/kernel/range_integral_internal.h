/* What range_integral.c and range_tail.c share; not for other modules. */
#ifndef MAJORANT_KERNEL_RANGE_INTEGRAL_INTERNAL_H
#define MAJORANT_KERNEL_RANGE_INTEGRAL_INTERNAL_H

#include "kernel/range_integral.h"
#include "recheck/jet.h"

enum { TAIL_BITS = 100 /* a tail below 2^-TAIL_BITS is small enough */ };

/* x in X, parameters in their box |- Taylor coefficients of e in R */
void range_integrand_jet(struct jet *r, const struct range_quadrature *q,
                         const struct scalar *e, const interval_t *x);
/*
 * sign * a number beyond which (and beyond |beyond|, unless NULL) the integral
 * of |body| is at most bound->hi; false: none is found.
 */
bool range_tail_cut(interval_t *cut, interval_t *bound,
                    const struct range_quadrature *q, const struct scalar *body,
                    int sign, const interval_t *beyond);

#endif
