/*
 * Corners of scalars where powers stand: negative, integer and half-integer
 * values, at which identities of powers fail although they hold for most.
 */
#pragma once

#include "base/rng.h"
#include "ir/theorem.h"

enum corner { CORNER_NONE, CORNER_BASE, CORNER_EXPONENT };

/*
 * Of each given of the theorem (`corners` has that many, all NONE on entry):
 * whether it stands in an exponent, or below one, that is no number.
 */
void corners_find(enum corner *corners, const struct theorem *t);

/* How the scalars of one trial are set; ALIKE: those that fail most often. */
enum corner_way { CORNERS_LEAVE, CORNERS_ALIKE, CORNERS_FREE, CORNERS_WAYS };

/* A value of that corner, not NONE; the way is not LEAVE. */
void corners_value(rational_t *out, enum corner corner, enum corner_way way,
                   struct rng *rng);
