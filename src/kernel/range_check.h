/*
 * Checks proofs of scalar statements over ranges.
 *
 * A partition is replayed step by step: each step's rule (logic/sequent.h) is
 * applied to the sequent at hand, all signs being asked of MPFR intervals, and
 * its kids are checked in turn.  Nothing is searched; boxes and terms follow
 * from the statement alone.
 */
#ifndef MAJORANT_KERNEL_RANGE_CHECK_H
#define MAJORANT_KERNEL_RANGE_CHECK_H

#include "logic/domain.h"
#include "logic/partition.h"
#include "recheck/violation.h"

enum { RANGE_MIN_BITS = 128, RANGE_MAX_BITS = 512 };

/*
 * Whether the partition proves the domain's relation at all admitted points at
 * which it is defined.  `reason` (to be freed) is set, to one line, when the
 * answer is RECHECK_REJECTED.
 */
enum recheck_answer range_check(const struct partition *p,
                                const struct domain *domain, char **reason);
/* The same for a claim's link, both from 0. */
enum recheck_answer range_check_link(const struct partition *p,
                                     const struct theorem *t, size_t claim,
                                     size_t link, char **reason);

#endif
