/*
 * Finds proofs for the core by instances of theorems, congruence and linear
 * combinations.  Nothing here knows a function of the language: what holds of
 * it is in the theorems of the theory.
 */
#ifndef MAJORANT_ALGEBRA_FIND_H
#define MAJORANT_ALGEBRA_FIND_H

#include "draft/goal.h"
#include "draft/account.h"
#include "draft/draft.h"

struct finder;

/*
 * Looks at all theorems that the theory has now; `lefts` (replay/library.h):
 * those that are used as equations, or NULL.
 */
struct finder *finder_new(struct theory *theory, const struct memo *lefts);
void finder_free(struct finder *finder);

/*
 * A proof of the goal as a log (to be freed), or NULL.  `steps` limits the
 * instances that are tried; with less than 50 only what is found soon is, and
 * with none numbers alone are looked at.  Of the claims that the goal starts
 * from those stay that the proof uses.
 */
char *finder_prove(struct finder *finder, struct goal *goal, size_t steps);
/*
 * Of that goal, for people: the proof that the log is (draft/account.h); NULL,
 * of a search that has just failed: lines that say at what goal it ended, and
 * of theorems that would give that what hypothesis is missing.  Nothing where
 * it did not come so far.
 */
void finder_tell(struct buffer *out, const struct finder *finder,
                 const struct goal *goal, const char *log,
                 const struct account_words *words);

#endif
