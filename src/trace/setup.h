/* An instance of a theorem, and the plan of some terms on it. */
#pragma once

#include "case/casefile.h"
#include "eval/evaluator.h"

/* {0} until setup_sizes; plan NULL until setup_plan. */
struct setup {
    struct layout layout;
    struct instance x;
    struct plan *plan;
};

/*
 * The layout of a trial with its int givens, and the sizes as text (set in
 * every case, to be freed).
 */
MUST_CHECK enum status setup_sizes(struct setup *setup, char **sizes,
                                   const struct spec *spec, uint64_t trial,
                                   struct diag *diag);
/* The ends of a range, which is not empty, at these sizes. */
MUST_CHECK enum status setup_range(int64_t *lo, int64_t *hi,
                                   const struct index_range *range,
                                   struct span span, const struct setup *setup,
                                   struct diag *diag);
/* Draws the instance of the trial and plans the terms on it. */
MUST_CHECK enum status setup_plan(struct setup *setup, const struct spec *spec,
                                  uint64_t trial,
                                  const struct plan_curves *curves,
                                  struct diag *diag);
/* In every case. */
void setup_clear(struct setup *setup);

/*
 * The instructions for `roots`, which are `each` for each of `points`, point by
 * point: the first (*ends)[k] of *ids make up those of points 0 to k.
 */
void setup_order(plan_id **ids, size_t **ends, const struct setup *setup,
                 const plan_id *roots, size_t each, size_t points);
/* The highest precision; `asked`: 0 for the usual one. */
long setup_cap(const struct setup *setup, long asked);
