/*
 * Local search from one point: gradient ascent with backtracking, and
 * annealing over structured moves.  Assumptions are barriers: a point that
 * breaks one is worth less than any that does not, and steps slide along the
 * assumption that stopped them.
 */
#pragma once

#include "search/equalities.h"
#include "search/moves.h"

/* A point of a space with what it is worth. */
struct climb {
    struct space *space;
    struct objective *objective;
    double *t; /* the best point so far */
    struct merit merit;
    struct equalities *equalities; /* of the assumptions, lent; or NULL */
    uint64_t evals;                /* spent, and how many may be */
    uint64_t budget;
    bool seeks_most; /* the largest score, not just a clear violation */
};

/* A score above this is worth the ladder's time; below it may be rounding. */
#define CLIMB_CLEAR 1e-12

void climb_init(struct climb *c, struct space *space,
                struct objective *objective);
void climb_clear(struct climb *c);

/* Starts at the instance as drawn, or at the parameters `t`. */
void climb_start(struct climb *c);
void climb_start_at(struct climb *c, const double *t);
/* The merit at `t`, counted. */
struct merit climb_measure(struct climb *c, const double *t);
/* Moves t into the ranges and onto the equations of the assumptions. */
void climb_fit(struct climb *c, double *t);
/* t, of that merit, is the best point now. */
void climb_take(struct climb *c, const double *t, struct merit m);
/*
 * Whether doubles clearly see a violation where that is enough, or the budget
 * is spent.
 */
bool climb_is_done(const struct climb *c);

void climb_ascend(struct climb *c, size_t steps);
/* `steps` moves; worse ones are taken with a falling probability. */
void climb_anneal(struct climb *c, size_t steps, struct rng *rng);
