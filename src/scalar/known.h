/*
 * What the search takes for functions of numbers; what else is in a goal has a
 * name there.
 */
#ifndef MAJORANT_SCALAR_KNOWN_H
#define MAJORANT_SCALAR_KNOWN_H

#include "core/relation.h"

/*
 * A function whose arguments may have names in them, or an integral that is
 * made of such functions and variables throughout.
 */
bool atom_is_known(const struct atom *a);
/* Whether a condition of a derivative is about each number between two ends. */
bool condition_is_of_body(const struct form *r);

#endif
