/*
 * Semidefinite programs without an objective: blocks of symmetric matrices, all
 * positive semidefinite, that satisfy linear equations.
 */
#ifndef MAJORANT_SCALAR_INTERIOR_H
#define MAJORANT_SCALAR_INTERIOR_H

#include <stdbool.h>
#include <stddef.h>

/* value * (the entry of row i and column j >= i of the block, once). */
struct interior_entry {
    size_t equation, block, i, j;
    double value;
};

struct interior {
    size_t blocks, equations, nentries;
    const size_t *size;
    const struct interior_entry *entries; /* by equation */
    const double *right;
};

/*
 * A solution in the relative interior of all of them, as far as doubles say:
 * x has the blocks one after another, each in full.  False: none was found.
 */
bool interior_solve(double *x, const struct interior *program);

#endif
