/*
 * Ranges of givens, and closed scalars that need not be rational.
 *
 * An end such as pi/2 or 1/sqrt(d) is known by a bracket, two rationals around
 * it; values are fitted into the part that is certainly inside.
 */
#ifndef MAJORANT_CASE_RANGE_H
#define MAJORANT_CASE_RANGE_H

#include "ir/theorem.h"

enum { BRACKET_MAX_DEPTH = 200, BRACKET_MAX_POWER = 1024 };

struct bracket {
    rational_t lo, hi; /* lo <= value <= hi */
};

void bracket_init(struct bracket *b);
void bracket_clear(struct bracket *b);
/*
 * A bracket of relative width about 2^-128 (with logarithms 2^-88) or, for
 * rational values, 0; of + - * /, powers, sqrt, exp, log, tanh and pi.
 * Statuses as closed_matrix; ST_UNABLE: other functions.
 */
MUST_CHECK enum status bracket_expr(struct bracket *out, const struct expr *e,
                                    const struct env *env);
/*
 * exp(x) for |x| <= 64, of relative width about 2^-128; log(x) for x between
 * exp(-64) and exp(64), of width 2^-89.  ST_LIMIT: not there; ST_DOMAIN: log of
 * what is not positive.
 */
MUST_CHECK enum status bracket_exp_of(struct bracket *out, const mpq_t x);
MUST_CHECK enum status bracket_log_of(struct bracket *out, const mpq_t x);


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
