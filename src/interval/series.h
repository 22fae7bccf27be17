/*
 * Truncated Taylor series with interval coefficients, of a function of one
 * variable: for every inner point p of a range, or for one point p that lies in
 * an interval, the k-th Taylor coefficient at p is in c[k], the value in c[0].
 *
 * Where the function is not known to have SERIES_ORDER derivatives at every
 * such point (`smooth` is false) c[0] alone says something.  At one point it
 * may be smooth by mistake, where two functions meet, unless it is in a range
 * on which the function is smooth.  Values are those of the total model, as in
 * interval/image.h.
 */
#ifndef MAJORANT_INTERVAL_SERIES_H
#define MAJORANT_INTERVAL_SERIES_H

#include "ir/function.h"
#include "interval/interval.h"

enum { SERIES_ORDER = 14 }; /* even */

enum series_place { SERIES_RANGE, SERIES_POINT };

struct series {
    bool smooth;
    interval_t c[SERIES_ORDER + 1];
};

void series_init(struct series *r, mpfr_prec_t bits); /* of 0 */
void series_clear(struct series *r);
void series_set(struct series *r, const struct series *x);
/* What does not depend on the variable, and the variable itself. */
void series_constant(struct series *r, const interval_t *x);
void series_variable(struct series *r, const interval_t *x);
/* c[0] alone is known. */
void series_rough(struct series *r);

void series_add(struct series *r, const struct series *x,
                const struct series *y); /* r may be x */
void series_mul(struct series *r, const struct series *x,
                const struct series *y); /* r is none of them */

/*
 * Of what follows r->c[0] holds the values on entry, and stays; the rest is
 * found.  r is no argument.
 */
/* x^q for the number q of an interval; rough unless x > 0, or x < 0 and q is an
 * integer. */
void series_power(struct series *r, const struct series *x,
                  const interval_t *q);
/* x^y for a positive x, else rough. */
void series_pow(struct series *r, const struct series *x,
                const struct series *y);
/* A function of one number; of others, and at kinks, rough. */
void series_call(struct series *r, enum function fn, const struct series *x,
                 enum series_place place);
/* The larger, or the smaller, of both; rough where they may cross. */
typedef void series_choice(struct series *r, const struct series *x,
                           const struct series *y, enum series_place place);
series_choice series_max, series_min;

#endif
