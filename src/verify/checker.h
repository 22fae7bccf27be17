/*
 * The checker as verify sees it: a function from cli, so that the finder's
 * folders do not include the kernel.
 *
 * Nothing is reported violated before the checker agrees; of the trials that
 * were certified true a share is asked about too.  A disagreement stops the
 * run (exit status 4) and its evidence is kept.
 */
#pragma once

#include "base/truth.h"
#include "case/casefile.h"

enum checker_answer {
    CHECKER_OPEN = 0, /* the checker cannot tell */
    CHECKER_AGREES,
    CHECKER_DISAGREES
};

/* The link's truth on the instance, as the finder certified it. */
struct checker_question {
    const struct spec *spec;
    size_t claim, link; /* from 0 */
    const struct instance *x;
    uint64_t trial;
    enum truth truth; /* TRUTH_TRUE or TRUTH_FALSE */
};

enum checker_share {
    CHECKER_SAMPLE = 0,
    CHECKER_ALL,
    CHECKER_NONE,
    CHECKER_SHARES
};

enum {
    CHECKER_SAMPLE_STEP = 64,      /* of a sample: one trial in so many, */
    CHECKER_SAMPLE_FIRST = 4096,   /* among the first so many; then */
    CHECKER_SAMPLE_SPARSE = 65536, /* one in so many */
    CHECKER_SAMPLE_ENTRIES = 4096  /* and only instances up to that size */
};

struct checker {
    /*
     * Called from several threads at once for TRUTH_TRUE, from one for
     * TRUTH_FALSE.  `*evidence` (to be freed) is set for a disagreement.
     */
    enum checker_answer (*ask)(void *context, const struct checker_question *q,
                               char **evidence);
    void *context;
    enum checker_share share; /* of the trials certified true */
};
