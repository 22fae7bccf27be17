/*
 * Certificates by sums of squares: products of facts times squares that add up
 * to a goal, or to what cannot be, modulo equations.
 */
#ifndef MAJORANT_SCALAR_SQUARES_H
#define MAJORANT_SCALAR_SQUARES_H

#include "core/theorem.h"
#include "scalar/problem.h"

/* A relation 0 <= f, 0 < f or 0 == f that a certificate uses. */
struct squares_fact {
    const struct form *relation;
    /* NULL: in sight, or else decided by enclosures; or what holds of values */
    const char *theorem;
    const struct form *values[4];
    size_t nvalues;
    /* Proofs of hypotheses of the theorem. */
    const struct proof *kids[2];
    size_t nkids;
};

enum { SQUARES_FACTORS = 14 };

/* coefficient * facts * square^2 */
struct squares_product {
    const struct form *coefficient;
    size_t facts[SQUARES_FACTORS];
    size_t nfacts;
    bool is_turned;            /* with -1 times its one fact, an equation */
    const struct form *square; /* or NULL */
};

struct squares {
    const struct form *denied; /* the goal, to a contradiction; or NULL */
    const struct squares_fact *facts;
    size_t nfacts;
    const struct squares_product *products;
    size_t nproducts;
};

enum squares_effort {
    SQUARES_FACTS,    /* sums with single facts */
    SQUARES_PRODUCTS, /* with products of two */
    SQUARES_DENIED    /* with those of the denied goal */
};

/*
 * A proof of 0 <= f or 0 < f (PROOF_SQUARES), or NULL: none was found with that
 * effort.  Facts may be on letters of any kind ([Stengle1974], [Putinar1993]);
 * what is known of these are theorems of the theory (NULL: there are none).
 */
const struct proof *squares_proof(const struct theory *theory,
                                  struct pool *pool, const struct problem *p,
                                  enum squares_effort effort);
/* Whether f is algebraic in its variables. */
bool squares_are_of(const struct form *f);
/* f as a product: all of its squares (of a square the root), or else a factor,
 * times the rest, both of less degree; false: it has neither, or is too large.
 */
bool squares_factor(struct pool *pool, const struct form *f,
                    const struct form **first, const struct form **rest);

#endif
