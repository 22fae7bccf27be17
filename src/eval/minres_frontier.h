/*
 * min over x of sqrt(f(x) g(x)) by the corners of the set of reachable (f, g);
 * docs/error-analysis.md#minimal-residuals.
 */
#pragma once

#include "eval/minres_problem.h"

/*
 * Improves `best` (a point already evaluated) and the lower bound `low` of the
 * minimum of the *product* f g, given f >= f_low >= 0 and g >= g_low >= 0.
 * Whatever the linear programs return, low stays a lower bound.
 */
void minres_frontier(arf_t low, struct minres_point *best,
                     const struct minres_problem *p, const arf_t f_low,
                     const arf_t g_low, struct minres_lp *lp, slong prec);
