/*
 * Ranges of givens, and closed scalars that need not be rational.
 *
 * An end such as pi/2 or 1/sqrt(d) is known by a bracket, two rationals around
 * it; values are fitted into the part that is certainly inside.
 */
#ifndef MAJORANT_INSTANCE_RANGE_H
#define MAJORANT_INSTANCE_RANGE_H

#include "ir/theorem.h"

enum {
    BRACKET_MAX_DEPTH = 200,       /* of nested operations */
    BRACKET_MAX_EXPONENT = 1 << 16 /* of 2, of an end */
};

struct bracket {
    rational_t lo, hi; /* lo <= value <= hi */
};

void bracket_init(struct bracket *b);
void bracket_clear(struct bracket *b);
/*
 * A bracket of relative width about 2^-190 or, for rational values, 0; of
 * + - * /, powers, pi and the functions of interval/partial.h.  Statuses as
 * closed_matrix; ST_UNABLE also: it may be undefined; ST_LIMIT: an end beyond
 * 2^BRACKET_MAX_EXPONENT, or as small.
 */
MUST_CHECK enum status bracket_expr(struct bracket *out, const struct expr *e,
                                    const struct env *env);

struct range {
    bool has_lo, has_hi; /* else unbounded */
    struct bracket lo, hi;
};

void range_init(struct range *r); /* unbounded */
void range_clear(struct range *r);
/*
 * The range of a given; of a `nonneg` one with a range, the part from 0 on.
 * ST_INPUT: an end has no value here, or the range holds no (for an int: no
 * integer) number; said in `reason`.
 */
MUST_CHECK enum status range_of_given(struct range *r,
                                      const struct given *given,
                                      const struct env *env,
                                      struct buffer *reason);
bool range_is_bounded(const struct range *r); /* on both sides */
/* The integers of a range; an open side gets `width` more than the other. */
void range_integers(int64_t *lo, int64_t *hi, const struct range *r,
                    int64_t width);
/* Moves x inside: to the nearest end, or mirrored at the only one. */
void range_fit(rational_t *x, const struct range *r);
/* Certainly inside, or certainly outside (both may be false). */
bool range_holds(const struct range *r, const struct bracket *x);
bool range_excludes(const struct range *r, const struct bracket *x);

#endif
