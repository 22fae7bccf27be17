/*
 * Going through all values of integer inputs, where these are few enough.
 */
#ifndef MAJORANT_SEARCH_INTEGERS_H
#define MAJORANT_SEARCH_INTEGERS_H

#include "search/climb.h"

/*
 * All combinations of the bounded integers of the space, if there are at most
 * `most`; other parameters stay.  The climb keeps what is best.
 */
void integers_enumerate(struct climb *c, uint64_t most);

#endif
