/*
 * Sequents of the range method, and its rules.
 *
 *     facts, box |- goal
 *
 * means: at every point of the box at which all facts hold and all terms of
 * the goal are defined, the goal holds.  Each rule of logic/partition.h turns
 * a sequent into those of its kids; if these are valid, so is the sequent
 * (docs/rules.md, "Range").
 *
 * The rules ask an oracle for signs of terms over boxes.  The finder answers
 * with Arb, the kernel with MPFR intervals: this module is the one place where
 * the rules stand, and part of the trusted base.
 */
#ifndef MAJORANT_LOGIC_SEQUENT_H
#define MAJORANT_LOGIC_SEQUENT_H

#include "logic/partition.h"
#include "logic/scalar.h"

enum { SEQUENT_MAX_FACTS = 24, SEQUENT_MAX_KIDS = 16 };

/*
 * Ends are terms without variables; NULL is infinite.  Within an integral
 * SCALAR_BOUND lies between two terms in the variables, in either order.
 */
struct sequent_box {
    const struct scalar *lo[SCALAR_SLOTS];
    const struct scalar *hi[SCALAR_SLOTS];
    unsigned open_lo, open_hi; /* bit k: the end itself is not admitted */
    unsigned nonnegative;      /* bit k: variable k certainly is >= 0 */
};

struct sequent {
    const struct goal *goal;
    struct sequent_box box;
    const struct goal *facts[SEQUENT_MAX_FACTS];
    size_t nfacts;
    unsigned integers; /* bit k: only integers count for variable k */
};

/* Signs a term may have over a box, where it is defined; 0: never defined. */
enum { SIGN_NEGATIVE = 1, SIGN_ZERO = 2, SIGN_POSITIVE = 4, SIGN_ANY = 7 };

struct sequent_oracle {
    void *context;
    /* A superset of the signs that e takes. */
    unsigned (*signs)(void *context, const struct scalar *e,
                      const struct sequent_box *box);
    /*
     * The same for e at the box, by the mean value form around the middle of
     * the box, which is finite in the variables of e; slopes[k] is the
     * derivative by variable k (NULL where e does not depend on it).
     */
    unsigned (*mean)(void *context, const struct scalar *e,
                     const struct scalar *const *slopes,
                     const struct sequent_box *box);
    /*
     * Whether the integral of the largest |e| over the box, SCALAR_BOUND far
     * out on the infinite sides, is finite.  NULL: never said.
     */
    bool (*converges)(void *context, const struct scalar *e, unsigned infinite,
                      const struct sequent_box *box);
};

/* A whole-line box without facts. */
void sequent_init(struct sequent *s, const struct goal *goal);
/*
 * Adds a fact: conjunctions in parts, bounds of a single variable as ends of
 * the box too.  What does not fit is left out, which only asks for more.
 */
void sequent_assume(struct sequent *s, const struct goal *fact,
                    struct scalar_pool *pool,
                    const struct sequent_oracle *oracle);
/*
 * Moves ends of the box to where facts that are affine in several variables
 * admit no more: x + y < 1 and y > 0 say x < 1; likewise 4 - x^2 - y^2 >= 0
 * says x <= 2.
 */
void sequent_tighten(struct sequent *s, struct scalar_pool *pool,
                     const struct sequent_oracle *oracle);
/* Whether the relation certainly fails on the box, wherever it is defined. */
bool sequent_refutes(const struct goal *fact, const struct sequent_box *box,
                     const struct sequent_oracle *oracle);
/* Whether it certainly holds there. */
bool sequent_holds(const struct goal *goal, const struct sequent_box *box,
                   const struct sequent_oracle *oracle);
/*
 * Applies the rule of a node: the sequents of its kids go to `kids` (room for
 * SEQUENT_MAX_KIDS), their number to *count.  False: the rule does not apply,
 * or not certainly.
 */
bool sequent_apply(struct sequent *kids, size_t *count, const struct sequent *s,
                   const struct partition_node *node, struct scalar_pool *pool,
                   const struct sequent_oracle *oracle);
/*
 * Whether a relation between numbers certainly holds, if its terms have values
 * at all: by their signs, and where these are not seen, by algebra.
 * docs/error-analysis.md#ranges
 */
bool sequent_closed_holds(const struct goal *goal, struct scalar_pool *pool,
                          const struct sequent_oracle *oracle);
/* x_k as the equation g = 0, linear in it, says; NULL: it is not linear. */
const struct scalar *sequent_solve(const struct scalar *g, size_t k,
                                   struct scalar_pool *pool);
/* The exact number as a term. */
const struct scalar *sequent_number(struct scalar_pool *pool,
                                    const struct partition_number *number);

#endif
