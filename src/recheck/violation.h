/*
 * The checker: small, plain, independent.  It links GMP and MPFR only.
 *
 * violation_certify evaluates the statement of a certificate on its instance
 * with MPFR intervals, straight from the IR (no plan), at rising precision, and
 * fills in what it finds; violation_recheck does the same again and demands
 * that every recorded field is exactly what it finds.
 *
 * Accepted means: every declared property of the givens holds exactly, every
 * assumption (but the dropped one) is certainly true, and the claim's link is
 * certainly false, with a positive margin.  (A strict relation, or !=, may
 * also fail by certain equality; its margin is then "0".)
 */
#ifndef MAJORANT_RECHECK_VIOLATION_H
#define MAJORANT_RECHECK_VIOLATION_H

#include "base/truth.h"
#include "cert/certificate.h"

enum { VIOLATION_MIN_BITS = 128, VIOLATION_MAX_BITS = 4096 };

enum recheck_answer {
    RECHECK_REJECTED = 0, /* with a reason */
    RECHECK_ACCEPTED
};

/*
 * What else may compare two numbers in closed form, both known to have values:
 * a rel b, rel one of ==, > and <; false: not known.  It may add to the
 * theorem's pool.
 */
struct algebra {
    bool (*relates)(const struct theorem *theorem, enum relop rel,
                    const struct expr *a, const struct expr *b, long bits);
};

/*
 * Fills relation, hypotheses, sides and precision of `c`.  `reason` (to be
 * freed) is set, to one line, when the answer is RECHECK_REJECTED.  `algebra`
 * may be NULL: then some instances whose two sides meet are not decided.
 */
enum recheck_answer violation_certify(struct certificate *c,
                                      const struct algebra *algebra,
                                      char **reason);
enum recheck_answer violation_recheck(const struct certificate *c,
                                      const struct algebra *algebra,
                                      char **reason);

/*
 * What intervals left open and exact arithmetic decided: the rational
 * interpreter (x - x > 0 at x = 1/3), one form on both sides, or the algebra.
 */
struct violation_ties {
    bool link;       /* that the link is false */
    bool conditions; /* an assumption, or the end of a range */
};
/* violation_recheck, and what of it was decided so where it accepts. */
enum recheck_answer violation_examine(const struct certificate *c,
                                      const struct algebra *algebra,
                                      struct violation_ties *ties,
                                      char **reason);

/*
 * The audit of a trial: the truth of the claim's link (both from 0) on the
 * instance.  A certain answer that is not the finder's is a disagreement;
 * TRUTH_UNKNOWN when the checker cannot tell at `bits`.  Several threads may
 * call it for one theorem at once.
 */
enum truth violation_truth(const struct theorem *theorem, size_t claim,
                           size_t link, const struct instance *x, long bits);

/*
 * The same of all assumptions together but number `dropped` (from 0; beyond
 * the last: none is left out).
 */
enum truth violation_admission(const struct theorem *theorem, size_t dropped,
                               const struct instance *x, long bits);

/*
 * Of a claim with a `?`: whether certainly no constant makes the link hold on
 * the instance, since at some entry the side with the constant is exactly 0
 * and the other one is positive.  Adds to the theorem's pool: one thread at a
 * time.
 */
bool violation_has_no_constant(const struct theorem *theorem, size_t claim,
                               size_t link, const struct instance *x,
                               const struct algebra *algebra, long bits);

void violation_finish(void); /* frees MPFR's caches of this thread */

#endif
