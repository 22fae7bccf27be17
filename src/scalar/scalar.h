/*
 * The finder for relations of numbers: enclosures on boxes, monotone and
 * concave terms, contacts from their slopes.
 */
#ifndef MAJORANT_SCALAR_SCALAR_H
#define MAJORANT_SCALAR_SCALAR_H

#include "draft/draft.h"

/* Whether it is a relation of scalar variables under functions of numbers. */
bool relation_of_numbers(struct pool *pool, const struct form *goal);
/*
 * The goal, a relation of scalars, from those facts of the draft; FACT_NONE:
 * not found with so many problems tried.
 */
fact_t scalar_search(struct draft *draft, const struct form *goal,
                     const fact_t *facts, size_t count, size_t fuel);

#endif
