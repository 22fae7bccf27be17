/*
 * How far a relation between two numbers is from holding: positive where it
 * fails (search/objective.h says what degrees are), with derivatives.
 */
#pragma once

#include "ir/expr.h"

/* Degrees of orders whose sides have different signs lie beyond. */
#define DEGREE_BEYOND 700.0
/* Differences below this part of the largest entry are rounding noise. */
#define DEGREE_NOISE 1e-14

struct degree {
    double value, dx, dy; /* with its derivatives */
};

/*
 * Of x rel y, where `scale` is the largest entry of both sides; NaN where one
 * of them is.  That of `!=` is the one of `==`: whoever takes the worst of many
 * entries negates it after.
 */
struct degree degree_of_pair(enum relop rel, double x, double y, double scale);
/*
 * Logarithms of any size, in order, below DEGREE_BEYOND; *slope: the
 * derivative.
 */
double degree_compress(double x, double *slope);
