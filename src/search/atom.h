/*
 * Atoms: matrices of one structure at every shape.
 *
 * u * v' for profiles u and v, or u along the diagonal by blocks, times a
 * number.  A profile is a vector of one structure at every length: ones, a unit
 * vector, signs, halves, a geometric sequence.  So a row of ones, a column of
 * ones, an entry, an identity and a block matrix are atoms, and an instance
 * that is made of them can be looked at at other sizes.
 */
#pragma once

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>

enum atom_form { ATOM_ZERO, ATOM_OUTER, ATOM_BLOCKS };

struct atom {
    enum atom_form form;
    size_t left, right; /* profiles, below atom_profiles() */
    double sign;        /* 1 or -1 */
    double exponent;    /* 2^exponent: the Frobenius norm, or the number */
};

size_t atom_profiles(void);
/*
 * The entries by rows; is_scaled: with the Frobenius norm 2^exponent, else the
 * profiles' own entries times that number.
 */
void atom_write(double *x, size_t rows, size_t cols, const struct atom *atom,
                bool is_scaled);
/* Any atom, of a size near 1. */
void atom_draw(struct atom *out, struct rng *rng);
/*
 * The k-th of the atoms that differ from `from` in one respect, of those that
 * matter at that shape; false: there are no more.
 */
bool atom_neighbour(struct atom *out, const struct atom *from, size_t k,
                    size_t rows, size_t cols);
