/*
 * Integrals with parameters over a box of these: the finder's quadrature of
 * scalar terms, in intervals with arf ends.  docs/error-analysis.md#parameters
 */
#ifndef MAJORANT_PROVE_RANGE_INTEGRAL_H
#define MAJORANT_PROVE_RANGE_INTEGRAL_H

#include "prove/range_jet.h"

/* e in R wherever it is defined (the whole line if nothing is found). */
void range_integrate(struct span_value *r, const struct range_quadrature *q,
                     const struct scalar *e);
/*
 * Beyond some cuts on its infinite sides |body| is below a function with a
 * finite integral, the same for all parameters.
 */
bool range_converges(const struct range_quadrature *q,
                     const struct scalar *body, unsigned infinite);

#endif
