/*
 * Assumptions that are equations: projecting points onto them, and exact
 * solutions near points that solve them up to rounding.
 */
#pragma once

#include "search/space.h"

struct equalities;

/* NULL: no assumption is an equation, or they have too many entries. */
struct equalities *equalities_new(struct space *space,
                                  struct objective *objective);
void equalities_free(struct equalities *e);

/* Moves t to the nearest solution, by a few Newton steps. */
void equalities_project(struct equalities *e, double *t);
/* Takes from a direction at t what leaves the solutions. */
void equalities_flatten(struct equalities *e, const double *t, double *g);
/*
 * Keeps all but a few parameters of t (which are rounded numbers), solves for
 * those, of block `first` where possible, and rounds them to simple fractions;
 * writes the instance.  Rows of stochastic blocks of t sum to about 1.  False:
 * no solution near.
 */
bool equalities_solve(struct equalities *e, const double *t, size_t first);
/* From now on all of them are projected to, or the strict ones alone. */
void equalities_use(struct equalities *e, bool all);
/* Whether some must hold exactly; NULL: no. */
bool equalities_are_strict(const struct equalities *e);
/* Whether doubles see no gap at all at the instance evaluated last. */
bool equalities_hold(struct equalities *e);
/*
 * The point other than `base` at which the line from `base` (a solution) along
 * `direction` meets the equations again, near base + direction; as a simple
 * fraction of the direction.  Writes the instance; false: none near.
 */
bool equalities_meet(struct equalities *e, const double *base,
                     const double *direction);
/* Evaluations of the objective since it was asked last. */
uint64_t equalities_spent(struct equalities *e);
