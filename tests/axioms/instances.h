/*
 * Instances of statements: terms for all symbols at once, then numbers for
 * what the terms are made of.  A relation has the same truth where its symbols
 * have the values of the terms and where it is an instance, or substitution
 * makes false theorems of true ones.
 */
#ifndef MAJORANT_TESTS_AXIOMS_INSTANCES_H
#define MAJORANT_TESTS_AXIOMS_INSTANCES_H

#include "base/rng.h"
#include "core/theorem.h"
#include "real.h"

struct instances {
    size_t compared, refused, unclear; /* relations */
};

/* One instance of the sequent; false: a relation is another there. */
bool instances_agree(struct instances *out, struct work *w, struct rng *rng,
                     struct pool *pool, const struct sequent *sequent);

#endif
