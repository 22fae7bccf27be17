/* Equations that make terms simpler, one at a time. */
#ifndef MAJORANT_SCALAR_SIMPLIFY_INTERNAL_H
#define MAJORANT_SCALAR_SIMPLIFY_INTERNAL_H

#include "scalar/laws.h"
#include "scalar/search.h"

/* The k-th letter, an application, of a monomial in a term that is made
 * simpler. */
struct spot {
    struct search *s;
    struct enclosure *e;
    const struct form *whole;
    bool divides;           /* sums, too, are divided by themselves */
    const struct form *sum; /* that has the term */
    const struct letters *m;
    size_t k;
};

/* One whose premises certainly hold; false: there is none. */
typedef bool finder(const struct spot *at, struct equation *out);

/* closed.c: of closed terms. */
finder closed_value, closed_angle, closed_primes, closed_exponential,
    closed_root;

#endif
