/*
 * Judgements about a term by looking at its structure: it is defined, it is
 * nonnegative, positive or nonzero at every entry.  Trusted: rules ask here.
 *
 * All judgements are relative: at points where the assumptions are true, the
 * roots are defined, the facts hold (wherever their sides are defined) and the
 * scope's variables are in range.  A sign is claimed wherever the term itself
 * is defined.  false only means: not seen.
 *
 * A term is defined when all it evaluates is defined: bodies over an empty
 * range and branches not taken are not evaluated.
 */
#ifndef MAJORANT_LOGIC_JUDGE_H
#define MAJORANT_LOGIC_JUDGE_H

#include "logic/derivation.h"
#include "logic/normal.h"

struct judge;

enum { JUDGE_MAX_DEPTH = 64, JUDGE_MAX_WORK = 20000, JUDGE_MAX_UNFOLD = 8 };

/* The scope's ranges are pushed on `n` until judge_free. */
struct judge *judge_new(struct normalizer *n, const struct theorem *t,
                        const struct scope_entry *scope);
void judge_free(struct judge *j);
/* The term is defined wherever the judgements are to hold. */
void judge_root(struct judge *j, const struct expr *e);
/* The theorem's assumptions are defined and true. */
void judge_assume(struct judge *j);
/*
 * A true relation: used for signs where it has two sides, both defined; psd(A)
 * says so wherever A is defined.
 */
void judge_fact(struct judge *j, const struct expr *relation);

/*
 * Opens a binder, whose variable runs over its range until judge_close: the
 * bodies of roots that are binders are defined at its values.  false: the
 * range cannot be pushed, or the variable is in scope already.
 */
bool judge_open(struct judge *j, const struct expr *binder);
void judge_close(struct judge *j);

bool judge_nonnegative(struct judge *j, const struct expr *e);
bool judge_positive(struct judge *j, const struct expr *e);
bool judge_nonzero(struct judge *j, const struct expr *e);
bool judge_defined(struct judge *j, const struct expr *e);
/* Whether a == b, of one shape, by algebra or as one of the facts says. */
bool judge_equal(struct judge *j, const struct expr *a, const struct expr *b);
/* Whether the square matrix is symmetric and positive semidefinite. */
bool judge_definite(struct judge *j, const struct expr *e);
/* Whether all its eigenvalues are > 0 besides. */
bool judge_positive_definite(struct judge *j, const struct expr *e);
/* Whether lo <= e <= hi is certain for closed integer terms. */
bool judge_between(struct judge *j, const struct expr *lo, const struct expr *e,
                   const struct expr *hi);

#endif
