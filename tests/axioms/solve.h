/*
 * Drawing by structure: an equation that has a symbol alone in one term gives
 * the symbol its value.
 */
#ifndef MAJORANT_TESTS_AXIOMS_SOLVE_H
#define MAJORANT_TESTS_AXIOMS_SOLVE_H

#include "evaluate.h"

/*
 * Of a hypothesis 0 == c x + rest, with x a symbol from number `first` on that
 * is no family and not in the rest, x becomes -rest / c.  Others: nothing.
 */
void solve_equation(struct instance *x, const struct form *r, size_t first);

#endif
