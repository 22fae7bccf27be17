/*
 * Whether a matrix of rationals is positive semidefinite, by elimination.
 */
#ifndef MAJORANT_LOGIC_SEMIDEFINITE_H
#define MAJORANT_LOGIC_SEMIDEFINITE_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * The n x n matrix, by rows that begin `stride` entries after each other; it
 * is used up.  false where it is not symmetric.
 */
bool semidefinite_eliminate(mpq_t *a, size_t n, size_t stride);

#endif
