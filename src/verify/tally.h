/*
 * What one trial says of one link, and its adding up into a result.
 *
 * Results are the same whatever the number of threads as long as trials are
 * added in their order: ties keep the earlier trial.
 */
#ifndef MAJORANT_VERIFY_TALLY_H
#define MAJORANT_VERIFY_TALLY_H

#include "verify/verdict.h"

/* How accurate a ratio must be for the doubles' error to be told from it. */
enum { TALLY_ERROR_BITS = 40 };

/* Whether the assumptions admit an instance. */
enum admission {
    ADMISSION_UNKNOWN = 0,
    ADMISSION_REJECTED,
    ADMISSION_ADMITTED
};

struct link_outcome {
    enum truth truth;
    long bits;      /* highest precision used; 0 if only exact arithmetic */
    long cap;       /* precision at which it is given up */
    long agreement; /* of the two sides where truth is unknown, or -1 */
    struct enclosure ratio;  /* or NONE */
    enum truth double_truth; /* as plain doubles see it */
    double double_ratio;     /* NaN if there is none */
};

/*
 * Adds trial `trial`; `first_bits` is the first precision of the ladder.  The
 * outcome of a trial that is not admitted is ignored.
 */
void tally_add(struct result *r, uint64_t trial, enum admission admission,
               const struct link_outcome *outcome, long first_bits);

/* |x / exact - 1| with the middle of `exact`, whatever the magnitudes. */
double tally_relative_error(double x, const struct enclosure *exact);

#endif
