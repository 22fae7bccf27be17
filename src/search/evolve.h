/*
 * Local search by mutations that learn their distribution: the (1+1)-CMA-ES
 * with active constraints [Arnold2012].  Follows ridges where gradients jump
 * (largest entries, norms, several assumptions tight at once).
 */
#pragma once

#include "search/climb.h"

enum { EVOLVE_MOST_PARAMETERS = 48 };

/* At most `steps` mutations of the climb's point, which has parameters. */
void climb_evolve(struct climb *c, size_t steps, struct rng *rng);
