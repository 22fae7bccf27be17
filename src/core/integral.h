/*
 * Enclosures of integrals, by quadrature of their bodies.
 *
 * A body counts where it is made of functions that are Borel measurable as the
 * total model has them, and is certainly bounded between the ends: so it has a
 * Lebesgue integral ([Rudin1976], 11.15 to 11.27).  To infinity it is to be
 * bounded by something that has one, from some point on.
 */
#ifndef MAJORANT_CORE_INTEGRAL_H
#define MAJORANT_CORE_INTEGRAL_H

#include "core/binder.h"
#include "core/enclose.h"
#include "core/function.h"

/* All values that the integral has, by what the enclosure knows. */
void integral_image(struct enclosure *e, struct image *r,
                    const struct atom *integral);

/*
 * Whether all integrals to infinity that are letters of f are certainly bounded
 * by one function that has an integral, whatever values the facts leave.
 */
bool integral_is_dominated(struct enclosure *e, const struct form *f);

#endif
