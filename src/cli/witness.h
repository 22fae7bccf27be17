/*
 * A violation in an instance that was not drawn: what the range prover or a
 * search came upon, as the result shows it.
 */
#ifndef MAJORANT_CLI_WITNESS_H
#define MAJORANT_CLI_WITNESS_H

#include "cli/certify.h"
#include "prove/prover.h"
#include "verify/stage.h"
#include "verify/verdict.h"

/*
 * The link (from 0) of the result's claim is false at the stage's instance, as
 * the checker has confirmed: one more trial, found at `bits` of precision.  Its
 * instance takes the place of the one that the result had.
 */
void witness_note(struct result *r, struct stage *stage, size_t link,
                  long bits);

/*
 * Has the checker look at the point at which the range prover has found the
 * result's link false, if there is one; ACCEPTED: it is noted in `r`.  OPEN:
 * nothing changed.  `*reason` (to be freed) may be set unless it was accepted.
 */
enum certify_answer witness_of_range(struct result *r,
                                     const struct prover *prover,
                                     const struct spec *spec, char **reason);

#endif
