/*
 * Going through all values of integer inputs, where these are few enough.
 */
#pragma once

#include "search/climb.h"

/*
 * All combinations of the bounded integers of the space, if there are at most
 * `most`; other parameters stay.  The climb keeps what is best.
 */
void integers_enumerate(struct climb *c, uint64_t most);
