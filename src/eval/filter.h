/*
 * The filter: a rigorous evaluator in plain doubles, tried before the balls.
 *
 * Every value is a matrix of midpoints with, for each row (or, in a small plan,
 * for all of it), a bound of the Euclidean length of the error.  A verdict is
 * `true` or `false` only where these bounds decide it; everything else (out of
 * range, an operation that the filter does not know, a margin too thin) is
 * unknown and passes upward.  docs/error-analysis.md#filter
 *
 * A run works on one instance at a time, or on up to FILTER_LANES side by side
 * that share a layout.  It belongs to one plan and one thread, and takes no
 * memory after it was made.
 */
#pragma once

#include "eval/enclosure.h"
#include "eval/plan.h"

enum { FILTER_LANES = 8 };

struct filter_run;

/*
 * Why the filter cannot be trusted in this thread (the rounding mode, flushing
 * of small numbers, unsafe compiler options), as a phrase; NULL: it can.  A run
 * made where it cannot leaves everything unknown.
 */
const char *filter_refusal(void);

/* `lanes`: 1, or FILTER_LANES. */
struct filter_run *filter_run_new(const struct plan *plan, size_t lanes);
void filter_run_free(struct filter_run *run);
/* Whether running small plans side by side is worth its memory. */
bool filter_suits_batches(const struct plan *plan);
/*
 * False: the filter leaves this truth (or value) unknown at every instance, so
 * there is no need to evaluate it.
 */
bool filter_run_can_decide(const struct filter_run *run, plan_id id);

/*
 * Computes the instructions of the cone for the instances x[0] .. x[count - 1],
 * one for each lane; count is at most the lanes of the run.
 */
void filter_run_eval(struct filter_run *run, const struct instance *const *x,
                     size_t count, const plan_id *cone, size_t ncone);

/* Of the last evaluation; `lane` < its count.  TRUE, FALSE or UNKNOWN. */
enum truth filter_run_truth(const struct filter_run *run, size_t lane,
                            plan_id id);
/* As ball_run_ratio; NONE where it is not known. */
struct enclosure filter_run_ratio(const struct filter_run *run, size_t lane,
                                  const struct plan_link *link);
/*
 * Whether the link certainly has no ratio at this instance: some entry of a
 * side is certainly negative, or both sides are exactly 0 everywhere.
 */
bool filter_run_forbids_ratio(const struct filter_run *run, size_t lane,
                              const struct plan_link *link);
/*
 * The enclosure of an entry as midpoint and radius; the radius is infinite
 * where nothing is known.
 */
void filter_run_entry(double *mid, double *radius, const struct filter_run *run,
                      size_t lane, plan_id id, size_t i, size_t j);
