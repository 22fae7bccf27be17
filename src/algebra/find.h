/*
 * Finds proofs for the core by instances of theorems, congruence and linear
 * combinations.  Nothing here knows a function of the language: what holds of
 * it is in the theorems of the theory.
 */
#ifndef MAJORANT_ALGEBRA_FIND_H
#define MAJORANT_ALGEBRA_FIND_H

#include "algebra/goal.h"
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
 * instances that are tried.  Of the claims that the goal starts from those
 * stay that the proof uses.
 */
char *finder_prove(struct finder *finder, struct goal *goal, size_t steps);
/*
 * After that was NULL, of the same goal: adds lines, each behind the indent,
 * which say at what the search ended, and of theorems that would give it what
 * hypothesis is missing.  Nothing where it did not come so far.
 */
void finder_tell(struct buffer *out, const struct finder *finder,
                 const struct goal *goal, const char *indent,
                 theorem_source *source);

#endif
