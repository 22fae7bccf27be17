/*
 * Problems that a search has tried in vain.
 */
#ifndef MAJORANT_SCALAR_FAILURE_H
#define MAJORANT_SCALAR_FAILURE_H

#include "scalar/search.h"

struct attempt;

/* What the search has for the problem; NULL: that was tried in vain, with as
 * much of the budget in the same stage. */
const struct attempt *attempt_new(struct search *s, const struct problem *p);
void attempt_failed(struct search *s, const struct attempt *attempt);

#endif
