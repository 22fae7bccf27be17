/*
 * Enclosures of integrals of one function over a range, by Taylor series on
 * pieces ([Moore1966], ch. 8, 11).
 *
 * The coefficients may be those of many functions at once: the result has the
 * integral of each.
 */
#ifndef MAJORANT_INTERVAL_QUADRATURE_H
#define MAJORANT_INTERVAL_QUADRATURE_H

#include "interval/series.h"

struct quadrature {
    /*
     * The function's series at the inner points of x, or at a point in x; for
     * such a point smooth counts only with that of a range that has it.  An
     * end of a range may be anything.
     */
    void (*series)(struct series *r, void *context, const interval_t *x,
                   enum series_place place);
    void *context;
    mpfr_prec_t bits;
};

/*
 * From a point of lo to a point of hi, of a measurable function: where hi is
 * below lo, its negative from hi to lo.  False: the function is not certainly
 * bounded between them, or that would take too many pieces.
 */
bool quadrature(interval_t *r, const struct quadrature *f, const interval_t *lo,
                const interval_t *hi);

#endif
