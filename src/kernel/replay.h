/*
 * Replaying derivations: a claim is proved when the replayer has accepted its
 * derivation, line by line, with the checkers of logic/rule.h, and not before.
 */
#ifndef MAJORANT_KERNEL_REPLAY_H
#define MAJORANT_KERNEL_REPLAY_H

#include "logic/rule.h"
#include "recheck/violation.h"

struct replayer; /* what was accepted so far */

struct replayer *replayer_new(void);
void replayer_free(struct replayer *r);

/*
 * Accepts link `link` (both from 0) of the theorem's claim if the derivation's
 * lines are all in order and its last one states the link, in no scope.  On
 * RECHECK_REJECTED *reason (to be freed) names the line.
 */
enum recheck_answer replayer_accept(struct replayer *r,
                                    const struct derivation *d, size_t claim,
                                    size_t link, char **reason);
/* Whether it was accepted before. */
bool replayer_has(const struct replayer *r, const struct theorem *theorem,
                  size_t claim, size_t link);

#endif
