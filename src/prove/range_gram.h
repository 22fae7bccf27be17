/*
 * Sums of squares: a polynomial as a Gram matrix over a basis of monomials.
 *
 * Exponents count in roots of variables: a generator that is >= 0 is the
 * square of its root, so every sum of squares in the roots is one of weights
 * (products of generators >= 0) times squares.
 */
#ifndef MAJORANT_PROVE_RANGE_GRAM_H
#define MAJORANT_PROVE_RANGE_GRAM_H

#include "eval/flint_compat.h"
#include "logic/expansion.h"
#include "prove/range_barrier.h"

enum {
    GRAM_MAX_WIDTH = 6,
    GRAM_MAX_BASIS = 60,
    GRAM_MAX_TERMS = 80,
    GRAM_MAX_ENTRIES = 320, /* unknowns before equations */
    GRAM_MAX_FREE = 120,
    GRAM_MAX_EQUATIONS = 700
};

struct gram_monomial {
    long exponents[GRAM_MAX_WIDTH];
    unsigned class; /* by the signs that the polynomial does not see */
};

/* Rows of `basis`: polynomials in the monomials of the class. */
struct gram_class {
    size_t first, count; /* its monomials */
    fmpq_mat_t basis;
};

struct gram {
    size_t width, terms, count, classes;
    bool nonnegative[GRAM_MAX_WIDTH];
    struct gram_monomial polynomial[GRAM_MAX_TERMS];
    fmpq *coefficients;
    struct gram_monomial monomials[GRAM_MAX_BASIS];
    struct gram_class class[BARRIER_MAX_BLOCKS];
};

/* ---- range_newton.c ---- */

/*
 * Fills the monomials that may stand in a square of a sum for the polynomial,
 * sorted by class; false: too many.
 */
bool gram_find_monomials(struct gram *g);

/* ---- range_family.c ---- */

/* Polynomials in the basis of the class. */
size_t gram_rows(const struct gram_class *c);
double gram_to_double(const fmpq *q);

/*
 * The Gram matrices of the polynomial over the bases at hand, their blocks
 * packed one after another as in range_barrier.h: the entries `pivot` are the
 * last column of `reduced` less its other columns times the entries `unknown`.
 */
struct gram_family {
    fmpq_mat_t reduced;
    size_t rank, entries, free;
    size_t pivot[GRAM_MAX_EQUATIONS], unknown[GRAM_MAX_ENTRIES];
};

/* False: there is none, or too many.  f is 0 before; its matrix is to be
 * cleared in any case. */
bool gram_family_of(struct gram_family *f, const struct gram *g);
/* As barrier_solve takes it, over `scale`; both to be freed. */
void gram_family_doubles(double **start, double **direction,
                         const struct gram_family *f, double scale);
/*
 * The matrix at z * scale, rounded to rationals until it is semidefinite: y is
 * then its L D L', D on the diagonals.  False: it never is.
 */
bool gram_round(fmpq *y, const struct gram *g, const struct gram_family *f,
                const double *z, double scale);

/* ---- range_face.c ---- */

/*
 * Where a block of y (doubles, packed) is singular, squares are sums of fewer
 * polynomials: smaller bases.  False: no block is.
 */
bool gram_reduce(struct gram *g, const double *y);

#endif
