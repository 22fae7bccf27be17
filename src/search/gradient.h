/*
 * Reverse-mode gradients over a plan, in doubles.
 *
 * The forward values are those of a double_run; adjoints flow back from seeds
 * through every instruction.  Where an operation is not smooth this gives one
 * subgradient; sign, rank, lambertw, integrals, masks and relations pass
 * nothing on.  Nothing here decides anything: it only tells a search where to
 * look.
 */
#pragma once

#include "eval/evaluator.h"

struct gradient;

struct gradient *gradient_new(const struct plan *plan);
void gradient_free(struct gradient *g);

/* Sets the adjoints of a cone to 0. */
void gradient_reset(struct gradient *g, const plan_id *cone, size_t count);
/* Adds to the adjoint of entry `k` (by rows) of an instruction of the cone. */
void gradient_seed(struct gradient *g, plan_id id, size_t k, double weight);
/* Carries the adjoints back to the arguments, down to the inputs. */
void gradient_back(struct gradient *g, const struct double_run *run,
                   const plan_id *cone, size_t count);
/* The adjoint of an instruction of the cone, by rows. */
const double *gradient_of(const struct gradient *g, plan_id id);
