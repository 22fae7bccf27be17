/*
 * Terms at points of a box, in doubles: guesses alone.
 *
 * Values come with what rounding may have done to them, as far as doubles
 * tell; nothing is ever proved by them.
 */
#ifndef MAJORANT_SCALAR_SAMPLE_H
#define MAJORANT_SCALAR_SAMPLE_H

#include "scalar/problem.h"

struct samples;

/* Points of the box of the enclosure at which the facts hold, seemingly. */
struct samples *samples_new(struct pool *pool, const struct problem *p,
                            struct enclosure *e);
void samples_free(struct samples *s);
/* Whether there are points. */
bool samples_any(const struct samples *s);
/* x at one of them; false: it has none. */
bool samples_point(const struct samples *s, const struct atom *x, double *out);
/* Whether the relation seems false at one of them. */
bool samples_deny(struct samples *s, const struct form *relation);
/* 1: seems at least 0 at all and positive at some; -1: the same of -f; else 0,
 * as where there are no points. */
int samples_sign(struct samples *s, const struct form *f);

/* The largest absolute value seen; 0: none. */
double samples_largest(struct samples *s, const struct form *f);

#endif
