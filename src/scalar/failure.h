/*
 * Problems that a search has tried in vain.
 */
#ifndef MAJORANT_SCALAR_FAILURE_H
#define MAJORANT_SCALAR_FAILURE_H

#include "scalar/search.h"

/* A problem, and what the search may take for it. */
struct attempt {
    const struct form *key;
    struct failure *failure;
};

/* Whether it was tried with as much, in the same stage; *out: this time. */
bool failure_is_known(struct search *s, const struct problem *p,
                      struct attempt *out);
void failure_remember(struct search *s, const struct attempt *attempt);

#endif
