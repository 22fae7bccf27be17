/*
 * A search under way: what the parts of the ascent share.  Internal to
 * search/ascent*.c.
 */
#pragma once

#include "base/rng.h"
#include "search/ascent.h"
#include "search/climb.h"
#include "search/workshop.h"

enum { ASCENT_MOST_NUMBERS = 6, ASCENT_PLACES = 32 };

struct ascent {
    const struct spec *spec;
    const struct theorem *theorem;
    const struct ascent_options *options;
    struct ascent_result *out;
    struct workshops *workshops;
    struct workshop *w; /* the one at work */
    struct link_outcome *outcomes;
    size_t claim, link;
    struct rng rng;
    int64_t *dims;
    uint64_t batch, trial;
    unsigned near, blind, refused, ties, forms, asked;
    double places[ASCENT_PLACES][ASCENT_MOST_NUMBERS]; /* of ties, the last */
    size_t nplaces;
    double work;      /* spent, as eval/plan_price.h counts it */
    double decided;   /* likewise, what the ladder's answers cost */
    bool is_admitted; /* what the ladder was asked about last */
    double certified; /* the score whose ratio was certified last */
    struct structures *structures;
};

/* ---- ascent_budget.c ---- */

bool ascent_is_over(struct ascent *a);
/* Counts evaluations in the workshop at work. */
void ascent_spend(struct ascent *a, uint64_t evals);
/* How many may follow there. */
uint64_t ascent_left(const struct ascent *a);
/* The merit of its parameters t, counted. */
struct merit ascent_look(struct ascent *a, const double *t);

/* ---- ascent.c ---- */

/* The workshop keeps the climb's point if it is the best there. */
void ascent_keep_best(struct workshop *w, const struct climb *c);
/* Everything there is for one start; true: it won. */
bool ascent_improve(struct ascent *a, struct climb *c);

/* ---- ascent_structure.c ---- */

struct structures *structures_new(const struct ascent *a, uint64_t key);
void structures_free(struct structures *all);
/* Whether structured instances have had less than their share. */
bool structures_are_due(const struct ascent *a);
/* One search among structured instances. */
void structures_run(struct ascent *a);

/* ---- ascent_numbers.c; true: it won ---- */

/* Whether at most ASCENT_MOST_NUMBERS numbers are free, and nothing else. */
bool ascent_is_of_numbers(const struct workshop *w);
/* Near zeros, in one coordinate of t after the other, of the plan's terms. */
bool ascent_zeros(struct ascent *a, const double *t);
/* Far out, and close to ends of ranges. */
bool ascent_lines(struct ascent *a);

/* ---- ascent_ties.c ---- */

/* Moves t[k] to a zero of the term; false: none is found. */
bool ascent_zero(struct ascent *a, plan_id term, double *t, size_t k);
/*
 * Whether the sides meet, and the claim fails, at numbers in closed form near
 * t; `jumps`: whatever doubles see there.  True: it won.
 */
bool ascent_tie(struct ascent *a, const double *t, bool jumps);

/* ---- ascent_decide.c; true: it won, and the search is over ---- */

/* The claim has a `?`: ratios count, not violations. */
bool ascent_has_hole(const struct ascent *a);
/*
 * Whether the instance in the workshop certainly violates the link, as the
 * ladder says; its ratio is noted in any case.
 */
bool ascent_is_violated(struct ascent *a);
/*
 * Whether the merit that doubles saw at `t`, where the assumptions seem to
 * hold, is more than the ladder sees.
 */
bool ascent_is_noise(struct ascent *a, const double *t, const struct merit *m);
/* Takes the instance in the workshop as the result. */
bool ascent_win(struct ascent *a);
/* What doubles see violated, or what they cannot tell from it, now and then. */
bool ascent_consider(struct ascent *a, const double *t, const struct merit *m);
/* The instance exactly as the case drew it. */
bool ascent_consider_drawn(struct ascent *a, const struct merit *m);
/*
 * Certifies the ratio of the best point, where it has got better; a point whose
 * score turns out to be rounding noise is forgotten.
 */
void ascent_certify(struct ascent *a, struct workshop *w);
