/*
 * Integrals with parameters, the parameters anywhere in a box: the kernel's own
 * quadrature for scalar terms.  docs/error-analysis.md#parameters
 */
#ifndef MAJORANT_KERNEL_RANGE_INTEGRAL_H
#define MAJORANT_KERNEL_RANGE_INTEGRAL_H

#include "interval/interval.h"
#include "logic/scalar.h"

struct range_quadrature {
    void *context;
    /* The values of a term free of SCALAR_BOUND; NULL: it has none. */
    const interval_t *(*value)(void *context, const struct scalar *e);
    mpfr_prec_t bits;
};

/* e in R wherever it is defined (the whole line if nothing is found). */
void range_oracle_integrate(interval_t *r, const struct range_quadrature *q,
                            const struct scalar *e);
/*
 * Beyond some cuts on its infinite sides |body| is below a function with a
 * finite integral, the same for all parameters.
 */
bool range_oracle_converges(const struct range_quadrature *q,
                            const struct scalar *body, unsigned infinite);

#endif
