/*
 * Functions of numbers that are not rational, in the total model.
 */
#ifndef MAJORANT_TESTS_AXIOMS_SPECIAL_H
#define MAJORANT_TESTS_AXIOMS_SPECIAL_H

#include "real.h"

struct real real_pi(struct work *w);
struct real real_exp(struct work *w, struct real a);
/* log(abs(x)), and 0 at 0. */
struct real real_log(struct work *w, struct real a);
/* 0 below 0. */
struct real real_sqrt(struct work *w, struct real a);
struct real real_sin(struct work *w, struct real a);
struct real real_cos(struct work *w, struct real a);
struct real real_tanh(struct work *w, struct real a);
struct real real_erf(struct work *w, struct real a);
/* 0^0 = 1, 0^-k = 0; for y no integer exp(y log x) if x > 0, else 0. */
struct real real_pow(struct work *w, struct real x, struct real y);
/* Branch k, 0 and -1; 0 outside. */
struct real real_lambertw(struct work *w, struct real k, struct real x);

#endif
