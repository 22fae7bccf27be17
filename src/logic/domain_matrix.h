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

/* Entry (i, j), from 0. */
const struct scalar **domain_at(struct domain_matrix *m, size_t i, size_t j);
/* The sizes are constant and the entries few enough. */
bool domain_is_small(const struct expr *e);
/* False: not such a matrix, or an entry is no scalar term. */
bool domain_read_matrix(struct domain_matrix *out, struct domain_reader *r,
                        const struct expr *e);
/*
 * hcat, vcat, unit, diag, diagof, res and slices.  `out` has the size of e;
 * false as above, or another kind of matrix.
 */
bool domain_read_placed(struct domain_matrix *out, struct domain_reader *r,
                        const struct expr *e);

#endif
