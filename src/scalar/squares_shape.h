/* Which monomials can stand in squares (part of scalar/squares_internal.h). */
#ifndef MAJORANT_SCALAR_SQUARES_SHAPE_H
#define MAJORANT_SCALAR_SQUARES_SHAPE_H

#include "scalar/squares_internal.h"

struct exponents {
    long of[SQUARES_LETTERS];
};

/* What monomials of the squares have to satisfy. */
struct shape {
    struct program *program;
    enum squares_effort effort;
    unsigned degree;
    unsigned further; /* how many were tried before */
    size_t width;
    bool is_evident[SQUARES_FACTS_MOST]; /* sums of squares: only strictness */
    bool is_large; /* facts are multiplied with the denied goal alone */
    struct exponents gradings[SQUARES_LETTERS];
    long grades[SQUARES_LETTERS];
    size_t ngradings;
    unsigned signs[SQUARES_LETTERS]; /* letters that may change sign together */
    size_t nsigns;
    size_t steps; /* that were taken to build the program */
};

long exponents_along(const struct exponents *a, const struct exponents *b,
                     size_t width);
/* Of term i. */
struct exponents exponents_of(const struct reading *r,
                              const fmpq_mpoly_struct *f, slong i);
/* Whether the fact is one whose multiples are no squares times letters. */
bool shape_is_general(const struct shape *s, size_t fact);
/* Whether some product has to be strict. */
bool shape_wants_strict(const struct shape *s);
/* Gradings and signs of a shape. */
void shape_find(struct shape *s);
bool shape_has_grade(const struct shape *s, const struct exponents *e);
/* One bit for each change of signs that the exponents see. */
unsigned shape_class(const struct shape *s, const struct exponents *e);

#endif
