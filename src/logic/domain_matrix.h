/*
 * Small matrices of scalar terms: expressions of constant sizes, entry by
 * entry.  Internal to domain*.c, and part of the trusted base.
 *
 * A term may be defined where the matrix, as a whole, is not: a statement
 * about the terms then covers more (logic/scalar.h).
 */
#ifndef MAJORANT_LOGIC_DOMAIN_MATRIX_H
#define MAJORANT_LOGIC_DOMAIN_MATRIX_H

#include "logic/domain_read.h"

enum { DOMAIN_MAX_ENTRIES = 16 };

struct domain_matrix {
    size_t rows, cols;
    const struct scalar *entries[DOMAIN_MAX_ENTRIES]; /* by rows */
};

/* The sizes are constant and the entries few enough. */
bool domain_is_small(const struct expr *e);
/* False: not such a matrix, or an entry is no scalar term. */
bool domain_read_matrix(struct domain_matrix *out, struct domain_reader *r,
                        const struct expr *e);

#endif
