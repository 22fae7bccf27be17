/*
 * Closed real intervals with MPFR end points: the arithmetic of proofs.
 *
 * Inclusion property ([Moore1966], ch. 3; docs/error-analysis.md#intervals):
 * for x in X and y in Y the result of each operation contains x op y.  The
 * lower end is always rounded down (MPFR_RNDD), the upper up (MPFR_RNDU).
 * What cannot be enclosed (a divisor that contains 0) gives the whole line;
 * an end may be infinite but never NaN.  Results may alias inputs.
 */
#ifndef MAJORANT_INTERVAL_INTERVAL_H
#define MAJORANT_INTERVAL_INTERVAL_H

#include "base/rational.h"

#include <mpfr.h>
#include <stdbool.h>

typedef struct interval {
    mpfr_t lo, hi;
} interval_t;

void interval_init(interval_t *x, mpfr_prec_t bits); /* [0, 0] */
void interval_clear(interval_t *x);
/* LOCAL_INTERVAL(x, bits); declares x and makes it; it goes with its block. */
#define LOCAL_INTERVAL(x, bits)                                                \
    LOCAL(interval_clear) interval_t x;                                        \
    interval_init(&x, bits)
/* The same of MPFR's numbers. */
#define LOCAL_MPFR(x, bits)                                                    \
    LOCAL(interval_clear_mpfr) mpfr_t x;                                       \
    mpfr_init2(x, bits)
void interval_clear_mpfr(mpfr_t *x);
interval_t *interval_vector(size_t count, mpfr_prec_t bits);
void interval_vector_clear(interval_t *v, size_t count);

void interval_set(interval_t *r, const interval_t *x);
void interval_set_q(interval_t *r, const rational_t *q);
void interval_set_si(interval_t *r, long value);
void interval_set_whole(interval_t *r);
void interval_pi(interval_t *r);

/* Questions; each says whether the answer is certain for every member. */
bool interval_is_point(const interval_t *x);
bool interval_is_zero(const interval_t *x);
bool interval_contains_zero(const interval_t *x);
bool interval_certainly_positive(const interval_t *x);
bool interval_certainly_nonnegative(const interval_t *x);
bool interval_certainly_negative(const interval_t *x);
bool interval_certainly_nonpositive(const interval_t *x);
bool interval_is_finite(const interval_t *x);
/* Exactly an integer, and which (fits a long). */
bool interval_is_integer(const interval_t *x, long *value);

void interval_add(interval_t *r, const interval_t *x, const interval_t *y);
void interval_sub(interval_t *r, const interval_t *x, const interval_t *y);
void interval_mul(interval_t *r, const interval_t *x, const interval_t *y);
void interval_div(interval_t *r, const interval_t *x, const interval_t *y);
void interval_div_si(interval_t *r, const interval_t *x, long n); /* n > 0 */
void interval_neg(interval_t *r, const interval_t *x);
void interval_abs(interval_t *r, const interval_t *x);
void interval_sqr(interval_t *r, const interval_t *x); /* never below 0 */
void interval_max(interval_t *r, const interval_t *x, const interval_t *y);
void interval_min(interval_t *r, const interval_t *x, const interval_t *y);
void interval_hull(interval_t *r, const interval_t *x, const interval_t *y);
/* The part in [0, inf): for values known to be nonnegative. */
void interval_clip(interval_t *r, const interval_t *x);

/* The root of the nonnegative part of x. */
void interval_sqrt(interval_t *r, const interval_t *x);
void interval_exp(interval_t *r, const interval_t *x);
/* x certainly positive, else the whole line. */
void interval_log(interval_t *r, const interval_t *x);
void interval_sin(interval_t *r, const interval_t *x);
void interval_cos(interval_t *r, const interval_t *x);
void interval_tanh(interval_t *r, const interval_t *x);
void interval_erf(interval_t *r, const interval_t *x);
void interval_sign(interval_t *r, const interval_t *x);
/* Any integer power; 0 in x and k < 0 gives the whole line; x^0 = 1. */
void interval_pow_si(interval_t *r, const interval_t *x, long k);
/* exp(y log x) for x certainly positive, else the whole line. */
void interval_pow(interval_t *r, const interval_t *x, const interval_t *y);

#endif
