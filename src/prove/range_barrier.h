/* Semidefinite feasibility in doubles, by a barrier; nothing rests on it. */
#ifndef MAJORANT_PROVE_RANGE_BARRIER_H
#define MAJORANT_PROVE_RANGE_BARRIER_H

#include <stdbool.h>
#include <stddef.h>

enum { BARRIER_MAX_BLOCKS = 32, BARRIER_MAX_SIZE = 40 };

/*
 * Block diagonal symmetric matrices Y(z) = Y_0 + sum z_k N_k.  A matrix is
 * the packed upper triangles of its blocks, row by row; N has `free` of them.
 */
struct barrier {
    size_t blocks, size[BARRIER_MAX_BLOCKS];
    size_t entries, free;
    const double *start;     /* Y_0 */
    const double *direction; /* N_1, N_2, ... */
};

/*
 * z := where the least eigenvalue of Y(z) is about as large as can be, or
 * certainly (as doubles see it) positive.  That eigenvalue, from below.
 */
double barrier_solve(double *z, const struct barrier *b);

/* y := Y(z), packed */
void barrier_value(double *y, const struct barrier *b, const double *z);

#endif
