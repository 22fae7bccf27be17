/*
 * The name by which the core knows a claim of axioms/ or library/.
 */
#ifndef MAJORANT_REPLAY_NAME_H
#define MAJORANT_REPLAY_NAME_H

#include "ir/theorem.h"

#include <stdbool.h>

enum { LIBRARY_NAME = 256 };

/* Of a claim `rule` or `equation` the theorem's, of others theorem.claim. */
void library_name(char name[LIBRARY_NAME], const struct theorem *t,
                  const struct claim *c);
/* Whether it is the name of a claim `explicit`. */
bool library_is_explicit(const char *name);

#endif
