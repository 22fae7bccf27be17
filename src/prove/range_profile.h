/*
 * Values of a term in one variable over its range, in doubles: where it is
 * about 0, and how far its sign can be told.  Guesses only.
 */
#ifndef MAJORANT_PROVE_RANGE_PROFILE_H
#define MAJORANT_PROVE_RANGE_PROFILE_H

#include "logic/sequent.h"

#include <stdbool.h>
#include <stddef.h>

struct range_search;

enum { PROFILE_POINTS = 65 }; /* close together at the ends of the range */

struct range_profile {
    double x[PROFILE_POINTS], f[PROFILE_POINTS];
    double noise[PROFILE_POINTS]; /* what doubles lose there */
    double middle;                /* of |f|, roughly */
    bool touches[2];              /* it is about 0 at this end (lo, hi) */
    bool grows[2];                /* it is much larger there than elsewhere */
};

/* Of e, variable k going over its range in q, no other variable occurring. */
void range_profile(struct range_profile *p, struct range_search *s,
                   const struct sequent *q, size_t k, const struct scalar *e);
/* Whether f >= 0 at point i, as far as doubles tell. */
bool range_profile_is_right(const struct range_profile *p, size_t i);
/* ... at all of them. */
bool range_profile_is_right_all(const struct range_profile *p);
/* Whether f > 0 at all of them, and nowhere about 0. */
bool range_profile_is_clear(const struct range_profile *p);
/*
 * Whether it is the goal's profile and the goal is certainly false where it is
 * least, or has no value well within the range.
 */
bool range_profile_fails(const struct range_profile *p, struct range_search *s,
                         const struct sequent *q, size_t k);
/*
 * A place of contact well within the range, in closed form: a mark of the
 * search (prove/range_internal.h), set now or before; NULL: none is known.
 */
const struct partition_number *
range_profile_contact(const struct range_profile *p, struct range_search *s,
                      const struct sequent *q, size_t k);

#endif
