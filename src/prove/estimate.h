/*
 * Triangle inequalities for norms of sums, of which prove/estimate.c makes
 * bounds: which summands are taken together.
 */
#ifndef MAJORANT_PROVE_ESTIMATE_H
#define MAJORANT_PROVE_ESTIMATE_H

#include "prove/search.h"

/* t - u, where t and u differ in givens and members of families alone. */
bool estimate_is_distance(struct search *s, const struct expr *e);
/* Lines N(a b - c d) <= N((a - c) b) + N(c (b - d)) for such a difference x. */
void estimate_telescoped(struct bounds *out, struct search *s,
                         const struct expr *x);
/* Lines for summands of x that belong together: two alike, a common factor. */
void estimate_grouped(struct bounds *out, struct search *s,
                      const struct expr *x);

#endif
