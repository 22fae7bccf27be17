/*
 * The claims that came out otherwise than expected when they were checked last,
 * remembered for each file in the user's cache (--last-failed).
 */
#pragma once

#include "session/tasks.h"
#include "verify/verdict.h"

/* Leaves of the tasks those claims; all (and a note) where there are none. */
void failed_choose(const struct session *s, struct tasks *tasks);
/* Takes down what a run has found of its tasks' claims. */
void failed_remember(const struct tasks *tasks, const struct run *run);
