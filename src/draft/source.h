/*
 * Where what the core knows of a theorem is from, for people.
 */
#pragma once

#include "base/buffer.h"

/*
 * "axiom, CITE", "library" or "cited without proof, CITE" for a claim of
 * axioms/ or library/, by its name (replay/name.h); nothing for any other.
 */
void library_source(struct buffer *out, const char *name);
