/*
 * Fingerprints of all that a store's tables hold (those of trials aside, whose
 * rows have one each), so that whatever was changed by hand or by a fault is
 * noticed before anything is read from it.  Internal to the folder.
 */
#pragma once

#include "store/database.h"

enum mark {
    MARK_RUN,    /* what makes a run this one: identity, statements, tasks */
    MARK_RESULTS /* what is known of it, and of each line of its report */
};

/* Takes the tables as they are now, within the caller's transaction. */
MUST_CHECK enum status mark_write(struct database *d, enum mark mark);
/* ST_INPUT: they are not what they were (told). */
MUST_CHECK enum status mark_check(struct database *d, enum mark mark);
