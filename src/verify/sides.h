/*
 * The two sides of a link, entry by entry, as the last ball evaluation
 * enclosed them.
 */
#pragma once

#include "eval/evaluator.h"

bool sides_exist(const struct plan_link *link);
/* Whether the relation has a smaller and a larger side. */
bool sides_have_ratio(const struct plan_link *link);
/*
 * Whether the link certainly has no ratio at this instance: some entry of a
 * side is certainly negative, or both sides are exactly 0 everywhere.
 */
bool sides_forbid_ratio(const struct ball_run *run, const struct plan *plan,
                        const struct plan_link *link);
/* Both sides at the entry where the relation fails by most (in doubles). */
void sides_worst(struct enclosure *lhs, struct enclosure *rhs,
                 const struct ball_run *run, const struct plan *plan,
                 const struct plan_link *link);
