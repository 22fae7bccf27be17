/*
 * What values a term can have: an interval of which either end may be excluded,
 * and whether 0 is.
 *
 * For x in X and y in Y the result of each operation contains the value, in the
 * total model of docs/core.md; where that is not enclosed (1/x for an X that
 * may have 0, the logarithm of what may be below 0) it is the whole line.
 */
#ifndef MAJORANT_INTERVAL_IMAGE_H
#define MAJORANT_INTERVAL_IMAGE_H

#include "ir/function.h"
#include "interval/interval.h"

struct image {
    interval_t x;
    bool above, below; /* the value is no end: > lo, < hi */
    bool nonzero;
};

void image_init(struct image *r, mpfr_prec_t bits); /* the whole line */
void image_clear(struct image *r);
void image_set(struct image *r, const struct image *x);
void image_whole(struct image *r);
void image_number(struct image *r, const rational_t *q);
void image_pi(struct image *r);

bool image_is_positive(const struct image *x);
bool image_is_negative(const struct image *x);
/* Whether no value is in it. */
bool image_is_empty(const struct image *x);

/* Results may be the inputs. */
typedef void image_binary(struct image *r, const struct image *x,
                          const struct image *y);
image_binary image_add, image_mul, image_max, image_min;
/* The values in both. */
image_binary image_meet;
void image_neg(struct image *r, const struct image *x);
/* x^k for k >= 1, and 1/x. */
void image_power(struct image *r, const struct image *x, unsigned k);
void image_recip(struct image *r, const struct image *x);
/* x^y; q: the number that y is, or NULL */
void image_pow(struct image *r, const struct image *x, const struct image *y,
               const rational_t *q);
/* A function of one number; of others the whole line. */
void image_call(struct image *r, enum function fn, const struct image *x);
/* The integers in it. */
void image_integers(struct image *r);

#endif
