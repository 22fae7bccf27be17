/*
 * Links that say nothing: a side has no value at any instance.
 */
#pragma once

#include "session/tasks.h"
#include "verify/ladder.h"

enum {
    VACUITY_TRIALS = 60, /* of a link, in each case, at most */
    VACUITY_LEAST = 20   /* certainly undefined ones that are enough */
};

/*
 * What is proved, and what is open and was decided at no instance, becomes
 * `vacuous` if it certainly has no value at any of the instances tried that
 * meet the assumptions, and these are VACUITY_LEAST or the only one.  The first
 * instance with a value ends the look.
 */
void vacuity_look(struct run *run, const struct tasks *tasks,
                  const struct session *session,
                  const struct ladder_options *ladder);
