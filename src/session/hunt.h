/*
 * A hunt: search for a violation of a claim, shrinking, the checker's word.
 * What all who look for a violation have in common.
 */
#pragma once

#include "search/ascent.h"
#include "search/shrink.h"
#include "session/certify.h"
#include "verify/verdict.h"

#define HUNT_ALL_LINKS SIZE_MAX

struct hunt {
    const struct spec *spec;
    size_t claim, link, dropped;
    struct ascent_result search; /* of the last link that was tried */
    struct shrink_result shrunk;
    enum checker_answer answer; /* if search.stage is set */
    struct certificate certificate;
    char *reason; /* unless accepted; or NULL */
    uint64_t evals, decisions;
};

/*
 * Whether all givens are numbers: then a search takes milliseconds, and finds
 * more than trials do.  Not of a `?`, nor of an observation.
 */
bool hunt_is_cheap(const struct theorem *t, size_t claim);
/*
 * Hunts link after link (only_link: HUNT_ALL_LINKS, which share the evaluations
 * and the work), until one falls: hunt->search.stage then holds the
 * instance, which is a violation only if the answer is CHECKER_AGREES.  A
 * hunt that meets a ceiling (base/ceiling.h) has stopped and found nothing.
 */
void hunt_run(struct hunt *hunt, const struct spec *spec, size_t claim,
              size_t only_link, const struct ascent_options *options);
void hunt_clear(struct hunt *hunt);
bool hunt_has_fallen(const struct hunt *hunt);
/*
 * Of a hunt whose instance the checker has not accepted: ": undecided, ...",
 * or that finder and checker disagree; true: they do.
 */
bool hunt_print_open(struct buffer *out, const struct hunt *hunt);
/* Sizes, values, both sides to 20 digits, and how it was found. */
void hunt_print(struct buffer *out, const struct hunt *hunt);

/*
 * The link (from 0) of the result's claim is false at the stage's instance,
 * which was not drawn, as the checker has confirmed: one more trial, found at
 * `bits` of precision.  Its instance takes the place of the one that the result
 * had.
 */
void hunt_note(struct result *r, struct stage *stage, size_t link, long bits);
