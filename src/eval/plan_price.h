/*
 * About how long an evaluation in doubles takes, from the plan alone, so that
 * budgets by it are the same on every machine.
 */
#pragma once

#include "eval/plan.h"

/* In units of some 10 ns. */
double plan_price(const struct plan *plan);
