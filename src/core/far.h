/*
 * Bounds of terms for large values of a variable.
 */
#ifndef MAJORANT_CORE_FAR_H
#define MAJORANT_CORE_FAR_H

#include "core/enclose.h"
#include "interval/decay.h"

/*
 * Of f for all values of the variable from start >= 1 on, by an enclosure that
 * has it there; false: none is found.
 */
bool form_decay(struct decay *r, struct enclosure *beyond, const struct form *f,
                const struct atom *variable, const interval_t *start);

#endif
