/*
 * What the parts of the growth arithmetic share: how results are put together.
 * Internal to eval/ball_growth*.c.
 */
#pragma once

#include "eval/ball_growth.h"

/* Known, and nothing more is said yet. */
void growth_reset(struct growth *out);
/* Reset, and whether both are known. */
bool growth_both_known(struct growth *out, const struct growth *a,
                       const struct growth *b);
/* One more term of the upper bound; the last ones are merged where it is full.
 */
void growth_append(struct growth *out, const struct growth_term *t);
/* One term above all of the upper bound; 0 where it has none. */
void growth_merged(struct growth_term *out, const struct growth *a);
/* At the end: what is not finite bounds nothing. */
void growth_settle(struct growth *out);
/* All other facts, from the polynomial in place. */
void growth_from_poly(struct growth *out, const arb_t start);
/*
 * The same with a polynomial form, found where the upper bound is at most a
 * square; false: there is none, and `out` is `a`.
 */
bool growth_as_poly(struct growth *out, const struct growth *a,
                    const arb_t start);
