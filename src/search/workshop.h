/*
 * What a search keeps for one choice of sizes: a stage, its free parameters,
 * the objective, and the best point so far.
 */
#pragma once

#include "search/climb.h"

struct workshop {
    int64_t *dims;
    struct stage *stage;
    struct space *space;
    struct objective *objective;
    struct equalities *equalities; /* of the assumptions, or NULL */
    double *solutions;             /* points that solve them exactly */
    size_t nsolutions;
    double price;   /* of an evaluation, about 10 ns each */
    size_t entries; /* of the plan's values */
    double *best;   /* parameters of the best point so far */
    struct merit merit;
    bool is_kept;  /* else it is made anew for every draw */
    bool is_large; /* made, or not, under a limit that was raised */
};

enum {
    WORKSHOP_MAX_SOLUTIONS = 8,
    WORKSHOPS_MAX = 64,
    /* Of a plan that is worth a search; a literal case may have more. */
    WORKSHOP_MAX_ENTRIES = 1 << 16,
    /* Of one that is worth some evaluations. */
    WORKSHOP_MAX_LARGE_ENTRIES = 1 << 21
};

struct workshops;

/* For link `link` of claim `claim` under the case, without an assumption. */
struct workshops *workshops_new(const struct spec *spec, size_t claim,
                                size_t link, size_t dropped);
void workshops_free(struct workshops *all);
/* From now on up to WORKSHOP_MAX_LARGE_ENTRIES are allowed, or no longer. */
void workshops_allow_large(struct workshops *all, bool large);
/*
 * The workshop of those sizes with draw `trial` of the case in its stage; NULL
 * where they are impossible.  Valid until the next call.
 */
struct workshop *workshops_draw(struct workshops *all, const int64_t *dims,
                                uint64_t trial);
/* Builds another stage for the same link; false: its sizes are impossible. */
bool workshops_build(const struct workshops *all, struct stage *stage);
/* Remembers a point with exact doubles that solves the equations. */
void workshop_note_solution(struct workshop *w, const double *t);
/* Hands its stage over to the caller; the workshop is gone. */
struct stage *workshops_take(struct workshops *all, struct workshop *w);
