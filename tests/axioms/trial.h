/*
 * One relation of a statement, at many instances under the total model.
 */
#ifndef MAJORANT_TESTS_AXIOMS_TRIAL_H
#define MAJORANT_TESTS_AXIOMS_TRIAL_H

#include "base/buffer.h"
#include "ir/theorem.h"
#include "real.h"

#include <stdint.h>

/* So many instances of each sort, or none of them, are a test. */
enum { TRIAL_LEAST = 20 };

struct trial {
    size_t wanted; /* instances */
    uint64_t seed;
    bool total;            /* as an axiom is read; else where it is defined */
    bool is_about_reading; /* what is false, or thin, is passed over */
};

enum outcome {
    OUTCOME_HOLDS,
    OUTCOME_FALSE,
    OUTCOME_THIN,    /* too few instances were admitted */
    OUTCOME_INSIDE,  /* too few left the domain of a subterm */
    OUTCOME_MISREAD, /* the core's reading says something else */
    OUTCOME_NOT_RUN  /* has clauses, or the core cannot read it */
};

struct tally {
    size_t drawn, admitted, unclear;
    size_t outside;  /* of those admitted */
    size_t excluded; /* that left a domain, but the hypotheses do not hold */
    const char *why; /* unclear, or not run */
};

/* What was found; the instance of a failure is written to `report`. */
enum outcome trial_run(struct tally *tally, struct buffer *report,
                       const struct trial *trial,
                       const struct theorem *statement,
                       const struct expr *relation);
const char *outcome_word(enum outcome outcome);

#endif
