/*
 * Certificates that a strategy writes itself: sums of products of facts.
 */
#ifndef MAJORANT_SCALAR_CERTIFICATE_H
#define MAJORANT_SCALAR_CERTIFICATE_H

#include "scalar/search.h"
#include "scalar/squares.h"

struct certificate {
    struct squares_fact facts[CERTIFICATE_ROOM];
    struct squares_product products[CERTIFICATE_ROOM];
    const struct proof *firsts[CERTIFICATE_ROOM]; /* of facts */
    size_t nfacts, nproducts, nfirsts;
    bool failed;
};

/* A fact, and a multiple of what it compares with 0. */
struct multiple {
    struct squares_fact fact;
    const struct form *form;
};

/* A fact by that proof; NULL: the certificate fails. */
struct multiple certificate_known(struct certificate *c,
                                  const struct proof *proof,
                                  const struct form *form);
/* Adds the product of the factors, times the square if there is one; of an
 * equation alone, the multiple may be negative.  Numbers need no fact. */
void certificate_add(struct search *s, struct certificate *c,
                     const struct multiple *factors, size_t count,
                     const struct form *square);
/*
 * The goal, which compares a multiple of `total` with 0, the sum of the
 * products; or, where there is one, the sum is 0 and strict if the goal is
 * denied.  NULL: it failed.
 */
const struct proof *certificate_proof(struct search *s, struct certificate *c,
                                      const struct form *total,
                                      const struct form *denied,
                                      const struct form *goal);
/* The rest with what the first proves. */
const struct proof *proof_having(struct search *s, const struct proof *first,
                                 const struct proof *rest);

#endif
