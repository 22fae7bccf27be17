/*
 * The leaves of a scalar goal: the terms to which it applies functions of
 * numbers only, which become variables of the range prover, and what is known
 * between them.
 */
#ifndef MAJORANT_PROVE_LEAVES_H
#define MAJORANT_PROVE_LEAVES_H

#include "prove/search.h"

enum {
    LEAVES_MAX_COUNT = 3,
    LEAVES_MAX_RELATIONS = 10,
    LEAVES_MAX_PREMISES = 16 /* these, and both ends of each leaf */
};

struct leaves {
    const struct expr *terms[3 * LEAVES_MAX_COUNT]; /* t, lo, hi, ... */
    size_t count;                                   /* of terms */
    size_t premises[LEAVES_MAX_PREMISES];           /* lines */
    size_t npremises;
    bool too_many;
};

/* The leaves of the goal's sides, in order; false: too many. */
bool leaves_find(struct leaves *l, const struct expr *goal);

/*
 * Adds premises that relate leaves to each other: facts that are linear or
 * say what a leaf is equal to, what
 * the calls of the goal say as they are written, and bounds of one leaf by
 * others.
 */
void leaves_relate(struct search *s, struct leaves *l, const struct expr *goal);

/* Adds all facts in which leaves occur and nothing else but givens. */
void leaves_know(struct search *s, struct leaves *l);

#endif
