/*
 * Ends of the ranges of variables, and where to cut them.
 */
#ifndef MAJORANT_SCALAR_BOX_H
#define MAJORANT_SCALAR_BOX_H

#include "scalar/problem.h"

struct end {
    const struct form *value; /* NULL: there is none */
    bool is_upper;
};

/* The term that a fact bounds x by from that side, or NULL. */
const struct form *box_bound(struct pool *pool, const struct form *fact,
                             const struct atom *x, bool is_upper);
/*
 * The problem without facts about a variable that the goal has not and that all
 * of them bound from the same side: they say nothing of the others.
 */
struct problem box_projected(struct pool *pool, const struct problem *p);
/* An end of what x can be: a number, or a term that a fact compares it with. */
struct end box_end(struct pool *pool, const struct problem *p,
                   struct enclosure *e, const struct atom *x, bool is_upper);
/*
 * A number between the ends of x, and how much a cut there would help a term
 * of that slope (NULL: not known); NULL: x is one number.
 */
const struct form *box_cut(struct pool *pool, struct enclosure *e,
                           const struct atom *x, const struct form *slope,
                           double *weight);
/*
 * The number inside of the range of x at which what a condition compares with 0
 * is 0, if it is a multiple of x and a number; NULL: it is not, or there is no
 * condition.
 */
const struct form *box_kink(struct pool *pool, struct enclosure *e,
                            const struct atom *x, const struct form *condition);

#endif
