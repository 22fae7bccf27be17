/*
 * Integrals of what is smooth: two Gauss rules whose difference is the error.
 *
 * That is a guess, not a bound: where they differ by more than a little, as
 * for a body that jumps or grows beyond all bounds, the work is unclear.
 */
#ifndef MAJORANT_TESTS_AXIOMS_QUADRATURE_H
#define MAJORANT_TESTS_AXIOMS_QUADRATURE_H

#include "real.h"

/* From lo to hi, negative where hi < lo. */
struct real quadrature(struct work *w, struct real lo, struct real hi,
                       struct real (*f)(void *context, struct real x),
                       void *context);

#endif
