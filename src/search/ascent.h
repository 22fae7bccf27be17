/*
 * The search for a violation of one link of a claim.
 *
 * Tables of tiny instances first, then starts from the case's own samplers at
 * growing sizes, each improved by gradients, structured moves and, where there
 * are few parameters, fine scans; between them structured instances, at sizes
 * that double while that helps.  Doubles only propose: what they see violated
 * is rounded to an exact instance and decided by the ladder.
 *
 * The same seed and number of evaluations give the same result, unless told to
 * stop.
 */
#pragma once

#include "verify/checker.h"
#include "verify/ladder.h"

struct ascent_progress {
    uint64_t evals, budget;
    struct enclosure ratio;    /* the best certified one, or NONE */
    const struct stage *stage; /* its sizes are those tried now; or NULL */
};

struct ascent_options {
    uint64_t evals; /* evaluations in doubles, at most */
    double work;    /* their price (eval/plan_price.h), at most; 0: any */
    double decisions_work; /* after which the ladder is not asked; 0: any */
    uint64_t seed;
    size_t dropped; /* an assumption to do without, or STAGE_DROP_NONE */
    struct ladder_options ladder;  /* its `stop` ends the search as well */
    const struct checker *checker; /* asked about numbers in closed form, of
                                      which the ladder need not be certain;
                                      NULL: these are passed over */
    void (*progress)(void *context, const struct ascent_progress *p);
    void *progress_context;
};

enum { ASCENT_DEFAULT_EVALS = 20000000, ASCENT_BRIEF_EVALS = 60000 };
#define ASCENT_DEFAULT_WORK 3e9

struct ascent_result {
    struct stage *stage; /* with the violating instance in it, or NULL */
    struct link_outcome outcome;    /* of that instance; TRUTH_UNKNOWN: the
                                       checker has confirmed it */
    uint64_t evals, decisions;      /* in doubles; by the ladder */
    struct enclosure ratio;         /* the largest certified ratio, or NONE */
    struct counterexample *witness; /* the instance of that ratio, or NULL */
    bool stopped;
};

void ascent_run(struct ascent_result *out, const struct spec *spec,
                size_t claim, size_t link,
                const struct ascent_options *options);
void ascent_result_clear(struct ascent_result *r);
