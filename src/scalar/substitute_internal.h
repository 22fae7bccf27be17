/* Problems in other variables. */
#ifndef MAJORANT_SCALAR_SUBSTITUTE_INTERNAL_H
#define MAJORANT_SCALAR_SUBSTITUTE_INTERNAL_H

#include "scalar/search.h"

/* u for x, and x for u, terms in each other by an equation head == by. */
struct exchange {
    struct pool *pool;
    const struct atom *x, *u;
    const struct form *forward, *back;
    struct equation known;       /* what is made of both, if it has a head */
    const struct form *sides[2]; /* where u may be all that x is; or NULL */
};

/* The real variable of a term, times what is closed, if no other term of u has
 * it; or NULL. */
const struct atom *exchange_variable(const struct form *u, size_t place);
/* Whether it is exp(t) for a t = c * x + r in such a variable. */
atom_test exchange_exponential;
/* A name for what is forward, in the place of the variable of such a t. */
struct exchange exchange_at(struct search *s, const struct form *t,
                            const struct form *forward);
/* The variable where t has that value: (value - r) / c. */
const struct form *exchange_solved(struct search *s, const struct form *t,
                                   const struct form *value);
/* f in u; NULL: it is too large. */
const struct form *exchange_form(const struct exchange *c,
                                 const struct form *f);
/* The problem in u, where the sides hold, then by `next`. */
const struct proof *prove_exchanged(struct search *s, const struct problem *p,
                                    const struct exchange *c, unsigned depth,
                                    prover *next);

#endif
