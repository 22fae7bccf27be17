/*
 * What all terms of a sum have in common: scalars, the letters that their words
 * begin and end with.
 */
#ifndef MAJORANT_DRAFT_FACTOR_H
#define MAJORANT_DRAFT_FACTOR_H

#include "core/form.h"

/* A sum as scalar * items[0] * ...; a sum of scalars is common * rest. */
struct factors {
    const struct form *scalar;
    const struct form *common, *rest;
    const struct form **items; /* of the pool's arena */
    size_t count;
};

/* False: its terms, at least two, have nothing in common. */
bool factors_of(struct factors *out, struct pool *pool, const struct form *sum);

/*
 * x == root^2 * rest, where the rest is an integer in which the square of no
 * small prime is left; root > 0.
 */
void number_square(mpq_t root, mpq_t rest, mpq_srcptr x);
/*
 * A product of scalars is root^2 * rest, where the rest has each letter once at
 * most, and no number but an integer without (small) squares.
 */
void square_of(struct pool *pool, const struct term *t,
               const struct form **root, const struct form **rest);

#endif
