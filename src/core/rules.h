/*
 * The rules by their names in core/steps.h, on the arguments of the line at
 * hand.  False: refused.
 */
#ifndef MAJORANT_CORE_RULES_H
#define MAJORANT_CORE_RULES_H

#include "core/steps.h"

#include <stdbool.h>

struct deduction;

#define X(name, arguments) bool derive_##name(struct deduction *d);
MAJORANT_CORE_RULES(X)
#undef X

#endif
