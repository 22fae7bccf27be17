/*
 * How simple exact numbers and matrices are, and simpler ones near them.
 */
#pragma once

#include "instance/instance.h"

/* 0 for 0, 1 for 1, then growing with sign and length of the fraction. */
uint64_t simple_cost(const rational_t *x);
/* Of all entries, and a little for every different absolute value. */
uint64_t simple_value_cost(const struct value *v);

/* Entries become rationals. */
void simple_make_rationals(struct value *v);
/* The nearest fraction with denominator at most `most` (>= 1). */
void simple_approximate(rational_t *out, const rational_t *x,
                        unsigned long most);
/* Rows over their sums, of absolute values; false: a row is 0. */
bool simple_normalise(struct value *v);
