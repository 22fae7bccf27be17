/*
 * A violation in an instance that was not drawn: what a search came upon, as
 * the result shows it.
 */
#ifndef MAJORANT_CLI_WITNESS_H
#define MAJORANT_CLI_WITNESS_H

#include "verify/stage.h"
#include "verify/verdict.h"

/*
 * The link (from 0) of the result's claim is false at the stage's instance, as
 * the checker has confirmed: one more trial, found at `bits` of precision.  Its
 * instance takes the place of the one that the result had.
 */
void witness_note(struct result *r, struct stage *stage, size_t link,
                  long bits);

#endif
