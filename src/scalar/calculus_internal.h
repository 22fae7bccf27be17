/* What the files about slopes share. */
#ifndef MAJORANT_SCALAR_CALCULUS_INTERNAL_H
#define MAJORANT_SCALAR_CALCULUS_INTERNAL_H

#include "scalar/search.h"

/* ---- calculus.c ---- */

/*
 * 0 (fn) f by its value at that end of x, from where f - tilt * x rises, or,
 * from an upper end, falls; tilt is a number.
 */
const struct proof *slope_rise(struct search *s, const struct problem *p,
                               const struct form *f, const struct atom *x,
                               const struct end *end, const struct form *tilt,
                               unsigned depth);
/* 0 <= t(hi) by 0 <= t(lo) and the slope of t(y) between. */
const struct proof *slope_between(struct search *s, const struct problem *p,
                                  const struct form *t, const struct atom *y,
                                  const struct form *lo, const struct form *hi,
                                  unsigned depth);
/*
 * 0 (fn) f by its values at both ends of x, where f + c (x - lo) (hi - x) bends
 * down between: f is above the lower of them less c (hi - lo)^2 / 4, and there
 * by c times the square of x less the middle.
 */
const struct proof *slope_bend(struct search *s, const struct problem *p,
                               const struct form *f, const struct atom *x,
                               const struct end *lo, const struct end *hi,
                               const struct form *c, unsigned depth);
/* The least value of f on the box, as far as the enclosure says. */
double slope_least(struct enclosure *e, const struct form *f);

#endif
