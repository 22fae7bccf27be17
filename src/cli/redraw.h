/*
 * The instance of a trial of a stored run, drawn again from what the store
 * says of its case.
 */
#pragma once

#include "store/store.h"

enum { REDRAW_MAX_ENTRIES = 4096 };

/*
 * The instance at which `r` has its largest ratio, certified again to have it.
 * NULL where it cannot be had: a search found it, a data file is gone, it has
 * more entries than are shown, or it came out otherwise.
 */
struct counterexample *redraw_extremal(const struct store_run *stored,
                                       const struct result *r);
