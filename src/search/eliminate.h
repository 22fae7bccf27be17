/* Small linear systems in doubles, by elimination with partial pivoting. */
#pragma once

#include <stddef.h>

/*
 * Solves the m x m system `s` (m x (m + 1) by rows, the right side last; it is
 * overwritten) for x; rows that are singular, to doubles, give 0.
 */
void eliminate(double *s, size_t m, double *x);
