/*
 * Scalar terms multiplied out: finite sums of
 *
 *     rational * product of atom ^ rational exponent
 *
 * over atoms: variables, pi, prime numbers, exp(monomial), log, sin, cos, erf,
 * ... of normalised terms, and sums to powers that are no positive integer.
 * Equal sums are written equally often enough that "is it formally 0" decides
 * the touching points of practice; a formal 0 certainly is 0.  As in
 * scalar.h, a rewriting may only make a term defined at more points.
 *
 * Part of the trusted base; own arithmetic on GMP.
 */
#ifndef MAJORANT_LOGIC_SCALAR_POLY_H
#define MAJORANT_LOGIC_SCALAR_POLY_H

#include "logic/scalar.h"

enum {
    POLY_MAX_TERMS = 400,
    POLY_MAX_EXPONENT = 1000000, /* numerator and denominator */
    POLY_MAX_POWER = 40,         /* of sums multiplied out */
    POLY_MAX_REPEATED = 4096,    /* of single terms */
    POLY_MAX_WORK = 400000       /* products of terms in one expansion */
};

struct poly_factor {
    const struct scalar *atom;
    long num, den; /* exponent, den > 0, in lowest terms, not 0 */
};

struct poly_term {
    mpq_t coefficient;
    struct poly_factor *factors; /* sorted by scalar_compare */
    size_t count;
};

struct poly {
    struct poly_term *terms; /* sorted, all different */
    size_t count, capacity;
};

/*
 * What an expansion needs besides the term.  `nonnegative` has a bit for each
 * variable that is >= 0 wherever the result is used.
 */
struct poly_scope {
    struct scalar_pool *pool;
    unsigned nonnegative;
    size_t work;
};

void poly_init(struct poly *p); /* 0 */
void poly_clear(struct poly *p);
void poly_copy(struct poly *out, const struct poly *p);
/* The atom is >= 0 wherever it is defined and used. */
bool poly_atom_is_nonnegative(const struct poly_scope *scope,
                              const struct scalar *atom);

/* p += c * factors; `poly_settle` must follow before anything else. */
void poly_append(struct poly *p, const mpq_t c,
                 const struct poly_factor *factors, size_t count);
/* Sorts and joins equal monomials; false: over a limit. */
bool poly_settle(struct poly *p);
/* factors * atom^(num/den), in place; false: over a limit. */
bool poly_factor_into(struct poly_factor **factors, size_t *count,
                      const struct poly_factor *more);
void poly_add(struct poly *out, const struct poly *a, const struct poly *b,
              const mpq_t factor); /* out = a + factor * b; no alias */
/* out = a * b, reduced; false: over a limit.  No alias. */
bool poly_mul(struct poly *out, struct poly_scope *scope, const struct poly *a,
              const struct poly *b);
bool poly_power(struct poly *out, struct poly_scope *scope,
                const struct poly *a, long exponent); /* exponent >= 0 */

/* The expansion of e; false: over a limit. */
bool poly_of_scalar(struct poly *out, struct poly_scope *scope,
                    const struct scalar *e);
/* p as a term again; NULL: over the pool's limits. */
const struct scalar *poly_scalar(const struct poly_scope *scope,
                                 const struct poly *p);
const struct scalar *poly_factor_scalar(const struct poly_scope *scope,
                                        const struct poly_factor *factor);

/*
 * p := p * divisor / content / (a positive function), without negative
 * exponents and without a common factor; so sign p = sign of the new p times
 * the signs of divisor and content, wherever p is defined.
 */
bool poly_clear_denominators(struct poly *p, struct poly_scope *scope,
                             const struct scalar **divisor,
                             const struct scalar **content);
/* Whether e is formally 0 (then it is 0 wherever it is defined). */
bool poly_is_zero(struct scalar_pool *pool, const struct scalar *e,
                  unsigned nonnegative);

/*
 * Whether p is certainly >= 0: a positive semidefinite quadratic form in
 * monomials, plus products of nonnegative atoms.
 */
bool poly_is_square_sum(const struct poly *p, struct poly_scope *scope);

/* The atoms of p with the common denominators of their exponents. */
struct poly_generator {
    const struct scalar *atom;
    long den;
};
enum { POLY_MAX_GENERATORS = 12 };
/* false: more than POLY_MAX_GENERATORS, or a negative exponent. */
bool poly_generators(struct poly_generator *out, size_t *count,
                     const struct poly *p);

#endif
