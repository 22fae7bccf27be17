/* What theorems of library/ say of numbers, by their names. */
#ifndef MAJORANT_SCALAR_LAWS_H
#define MAJORANT_SCALAR_LAWS_H

#include "scalar/squares.h"

/*
 * Its equation at a, and b if it has two values, the left side the head; where
 * work is used up, sides are NULL.
 */
struct equation law_at(struct pool *pool, const char *theorem,
                       const struct form *a, const struct form *b);
/* The same with the right side as the head. */
struct equation law_back(struct pool *pool, const char *theorem,
                         const struct form *a, const struct form *b);
/* What it says as a fact of a certificate, and the premise that may fail
 * (NULL: none does); the fact has no kids. */
struct squares_fact law_fact(struct pool *pool, const char *theorem,
                             const struct form *a, const struct form *b,
                             const struct form **premise);
/* u * recip(u) == 1, solved for a term of u. */
struct equation law_of_inverse(struct pool *pool, const struct form *u,
                               const struct term *t);
/* Whether there are both sides, and the premises certainly hold. */
bool law_holds(struct enclosure *e, const struct equation *equation);

#endif
