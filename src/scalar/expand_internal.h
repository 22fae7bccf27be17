/* Equations that are being collected for the atoms of a problem. */
#ifndef MAJORANT_SCALAR_EXPAND_INTERNAL_H
#define MAJORANT_SCALAR_EXPAND_INTERNAL_H

#include "scalar/laws.h"
#include "scalar/search.h"

/* The greatest number of which all coefficients of a monomial in exponents are
 * multiples. */
struct exponent {
    const struct letters *monomial;
    mpq_t least;
};

struct expansion {
    struct search *s;
    struct enclosure *e;
    const struct family *family; /* NULL: products */
    struct exponent *exponents;
    size_t nexponents;
    struct equation equations[EXPAND_EQUATIONS];
    size_t nequations;
    bool failed;
};

/* ---- expand.c ---- */

/* Another equation, unless its head has one. */
void expand_by(struct expansion *x, struct equation e);

/* ---- products.c ---- */

/* Equations for a logarithm, root or inverse of a product; the arguments have
 * theirs. */
void expand_product(struct expansion *x, const struct atom *a);

#endif
