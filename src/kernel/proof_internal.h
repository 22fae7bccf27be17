/* Shared by proof*.c. */
#ifndef MAJORANT_KERNEL_PROOF_INTERNAL_H
#define MAJORANT_KERNEL_PROOF_INTERNAL_H

#include "kernel/proof.h"

/* Bound variables in the order in which a theorem shows them. */
struct proof_symbols {
    const struct symbol **items;
    size_t count;
};

/*
 * Those of families, assumptions and claims: the same list, in the same order,
 * whenever the same text is read.
 */
void proof_symbols_of(struct proof_symbols *out, const struct theorem *t);
void proof_symbols_clear(struct proof_symbols *s);

#endif
