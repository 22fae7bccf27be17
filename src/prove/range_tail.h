/* What integrals over infinite ranges leave out.  Internal to range_*.c. */
#ifndef MAJORANT_PROVE_RANGE_TAIL_H
#define MAJORANT_PROVE_RANGE_TAIL_H

#include "prove/range_jet.h"

/*
 * sign * a number beyond which (and beyond |beyond|, unless NULL) the integral
 * of |body| is at most `bound`, whatever the parameters; false: none is found.
 */
bool range_tail(arf_t cut, arf_t bound, const struct range_quadrature *q,
                const struct scalar *body, int sign,
                const struct span_value *beyond);

#endif
