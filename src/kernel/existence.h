/*
 * Whether the integrals and expectations that a proof speaks of have values:
 * without that a derivation proves nothing (docs/error-analysis.md#existence).
 * Part of the trusted base.
 */
#ifndef MAJORANT_KERNEL_EXISTENCE_H
#define MAJORANT_KERNEL_EXISTENCE_H

#include "ir/theorem.h"
#include "logic/derivation.h"

enum {
    EXISTENCE_MAX_DEPTH = 200,  /* nested expressions */
    EXISTENCE_MAX_BOUND = 8,    /* variables of binders in scope */
    EXISTENCE_MAX_BOXES = 400,  /* of a range, for one sign */
    EXISTENCE_MAX_DEGREE = 8,   /* of an exponent or divisor */
    EXISTENCE_MAX_ASKED = 2000, /* signs, for one derivation */
};

struct existence; /* what was asked of a theorem so far */

struct existence *existence_new(const struct theorem *theorem);
void existence_free(struct existence *x);

/*
 * Whether every integral and expectation of the theorem's assumptions, and of
 * the lines of the derivation, is shown to have a value at all admitted inputs
 * at which the parts of it that are free of its variable have values.  On false
 * *why is one line; it lives as long as the program.
 */
bool existence_shown(struct existence *x, const struct derivation *d,
                     const char **why);

#endif
