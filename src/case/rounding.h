/*
 * Values made simpler: doubles, integers, few bits.  Every result is an exact
 * value again; what is lost is said at each function.
 */
#pragma once

#include "instance/instance.h"

/* The nearest integer, upwards from a half; no negative zero. */
double rounding_nearest(double x);
/* The nearest doubles; what is out of their range becomes ±1e300. */
void rounding_to_doubles(struct value *v);
/*
 * Integers of at most `bits` bits, times 2^(the result) for the rounded value,
 * with 2^e the least power above all entries, e within ±max_exponent.
 */
int rounding_to_integers(struct value *v, int bits, int max_exponent);
/*
 * Entries as doubles that are multiples of 2^(e - bits) with absolute values
 * at most 2^e, with e as above.
 */
void rounding_to_bits(struct value *v, int bits, int max_exponent);
