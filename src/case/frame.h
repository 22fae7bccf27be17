/*
 * Matrices with orthonormal columns and rational entries, near those of any
 * matrix: products of reflections I - 2ww'/(w'w), which are rational and
 * exactly orthogonal for every rational w ([GolubVanLoan2013], sect. 5.1).
 * One column is a unit vector.
 */
#pragma once

#include "instance/instance.h"

enum {
    FRAME_BITS = 6,  /* of the reflections of a draw: fractions stay short */
    FRAME_BLOCK = 8, /* columns that share rows: fractions grow with them */
    FRAME_MOST_BITS = 24
};

/*
 * Makes `v` (doubles or rationals, no more columns than rows) a frame whose
 * columns span nearly what those of `v` do, in their order (Gram-Schmidt); the
 * reflections are rounded to `bits` bits.  A column that depends on those
 * before it is replaced.  One column that is short and has a rational length
 * is divided by it exactly; zero becomes the first unit vector.
 */
void frame_map(struct value *v, int bits);
/* The same by rows: rows of a wide matrix become orthonormal. */
void frame_map_rows(struct value *v, int bits);
/* Each row becomes a unit vector, as frame_map does of one column. */
void frame_unit_rows(struct value *v, int bits);
