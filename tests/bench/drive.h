/*
 * Campaigns as `check` runs them: instances drawn, decided, added up.
 */
#ifndef MAJORANT_BENCH_DRIVE_H
#define MAJORANT_BENCH_DRIVE_H

#include "ir/lower.h"

/* What a campaign took and gave. */
struct drive {
    uint64_t trials, is_true, is_false, open; /* open: none of the others */
    uint64_t before_ball;                     /* decided by no ball */
    double process_seconds;  /* processor time of all threads */
    double critical_seconds; /* of the main and of the busiest other thread */
    double wall_seconds;
};

/*
 * Runs the case of that name with `trials` trials and the sizes `dims`
 * ("n=4,d=4", or NULL: the case's own).
 */
void drive_run(struct drive *out, const struct module *module,
               const char *case_name, const char *dims, uint64_t trials,
               size_t jobs);

#endif
