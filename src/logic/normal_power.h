/* The normal form's rules for roots, powers, exponentials and logarithms. */
#ifndef MAJORANT_LOGIC_NORMAL_POWER_H
#define MAJORANT_LOGIC_NORMAL_POWER_H

#include "logic/normal_internal.h"

/* ---- normal_log.c ---- */
/*
 * exp(t) as a power, or a product of powers, where t is a multiple of a
 * logarithm or of a sum of such; false: it is not.
 */
bool log_power(struct normalizer *n, const term *t, const form **out);
/*
 * log(c * x^k * y) = log(c) + k*log(x) + log(y) for numbers c > 0 and atoms
 * x > 0, log(1/y) = -log(y); false: there is none of these.
 */
bool log_of_product(struct normalizer *n, const form *a, const form **out);

/* ---- normal_root.c ---- */
const form *normal_scalar_sqrt(struct normalizer *n, const form *a);
const form *normal_scalar_abs(struct normalizer *n, const form *a);
const form *normal_scalar_exp(struct normalizer *n, const form *a);
const form *normal_scalar_power(struct normalizer *n, const form *a,
                                const form *b);
/* atom^power */
const form *form_factor(struct normalizer *n, const struct expr *atom,
                        long power);
/* k / 2, rounded down */
long normal_half(long k);

/* ---- normal_count.c ---- */
/*
 * The k for which `power` is the k-th power x^(k*b) of the body x^b of the
 * product e, over whose range b = 0, 1, ...; 0: not seen.
 */
long product_power(struct normalizer *n, const struct expr *e,
                   const struct expr *power);
/* An integer from 0 on, at every instance. */
bool form_is_count(struct normalizer *n, const form *b);

#endif
