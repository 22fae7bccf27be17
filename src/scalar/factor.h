/*
 * Factors that what is compared with 0 can do without.
 */
#ifndef MAJORANT_SCALAR_FACTOR_H
#define MAJORANT_SCALAR_FACTOR_H

#include "scalar/problem.h"

/*
 * A product of letters of certain sign, not below 0, such that f is that times
 * *rest; NULL: there is none.
 */
const struct form *factor_common(struct pool *pool, struct enclosure *e,
                                 const struct form *f,
                                 const struct form **rest);
/* f is *factor * a + *rest, whose terms have no a; false: no term has it, or
 * one has a power. */
bool factor_linear(struct pool *pool, const struct form *f,
                   const struct atom *a, const struct form **factor,
                   const struct form **rest);
/*
 * A u of certain sign, *negative or positive, with variables if f has some,
 * such that f is recip(u)^*power *
 * *rest, which has no recip(u); NULL: there is none.
 */
const struct form *factor_divisor(struct pool *pool, struct enclosure *e,
                                  const struct form *f, unsigned *power,
                                  const struct form **rest, bool *negative);
/*
 * A variable that all terms with the only logarithm, or erf, of variables in f
 * have as a factor; NULL: there is none, or not only one such function.
 */
const struct atom *factor_of_function(const struct form *f);
/* Whether a logarithm, or erf, stands in f with numbers as coefficients alone:
 * a derivative is rid of it. */
bool factor_isolated(const struct form *f);

#endif
