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
#ifndef MAJORANT_LOGIC_EXPANSION_H
#define MAJORANT_LOGIC_EXPANSION_H

#include "logic/scalar.h"

enum {
    EXPANSION_MAX_TERMS = 400,
    EXPANSION_MAX_EXPONENT = 1000000, /* numerator and denominator */
    EXPANSION_MAX_POWER = 40,         /* of sums multiplied out */
    EXPANSION_MAX_REPEATED = 4096,    /* of single terms */
    EXPANSION_MAX_WORK = 400000       /* products of terms in one expansion */
};

struct expansion_factor {
    const struct scalar *atom;
    long num, den; /* exponent, den > 0, in lowest terms, not 0 */
};

struct expansion_term {
    mpq_t coefficient;
    struct expansion_factor *factors; /* sorted by scalar_compare */
    size_t count;
};

struct expansion {
    struct expansion_term *terms; /* sorted, all different */
    size_t count, capacity;
};

/*
 * What an expansion needs besides the term.  `nonnegative` has a bit for each
 * variable that is >= 0 wherever the result is used.
 */
struct expansion_scope {
    struct scalar_pool *pool;
    unsigned nonnegative;
    size_t work;
};

void expansion_init(struct expansion *p); /* 0 */
void expansion_clear(struct expansion *p);
void expansion_copy(struct expansion *out, const struct expansion *p);
/* The atom is >= 0 wherever it is defined and used. */
bool expansion_atom_is_nonnegative(const struct expansion_scope *scope,
                                   const struct scalar *atom);

/* p += c * factors; `expansion_settle` must follow before anything else. */
void expansion_append(struct expansion *p, const mpq_t c,
                      const struct expansion_factor *factors, size_t count);
/* Sorts and joins equal monomials; false: over a limit. */
bool expansion_settle(struct expansion *p);
/* factors * atom^(num/den), in place; false: over a limit. */
bool expansion_factor_into(struct expansion_factor **factors, size_t *count,
                           const struct expansion_factor *more);
void expansion_add(struct expansion *out, const struct expansion *a,
                   const struct expansion *b,
                   const mpq_t factor); /* out = a + factor * b; no alias */
/* out = a * b, reduced; false: over a limit.  No alias. */
bool expansion_mul(struct expansion *out, struct expansion_scope *scope,
                   const struct expansion *a, const struct expansion *b);
bool expansion_power(struct expansion *out, struct expansion_scope *scope,
                     const struct expansion *a,
                     long exponent); /* exponent >= 0 */

/* The expansion of e into `out`, which is 0 before; false: over a limit. */
bool expansion_of(struct expansion *out, struct expansion_scope *scope,
                  const struct scalar *e);
/* p as a term again; NULL: over the pool's limits. */
const struct scalar *expansion_scalar(const struct expansion_scope *scope,
                                      const struct expansion *p);
const struct scalar *
expansion_factor_scalar(const struct expansion_scope *scope,
                        const struct expansion_factor *factor);

/*
 * p := p * divisor / content / (a positive function), without negative
 * exponents and without a common factor; so sign p = sign of the new p times
 * the signs of divisor and content, wherever p is defined.
 */
bool expansion_clear_denominators(struct expansion *p,
                                  struct expansion_scope *scope,
                                  const struct scalar **divisor,
                                  const struct scalar **content);
/* Whether e is formally 0 (then it is 0 wherever it is defined). */
bool expansion_is_zero(struct scalar_pool *pool, const struct scalar *e,
                       unsigned nonnegative);

/* Whether the term is >= 0 wherever it is defined and used, by its form. */
bool expansion_term_is_nonnegative(const struct expansion_scope *scope,
                                   const struct expansion_term *t);
/*
 * Whether p is certainly >= 0: a positive semidefinite quadratic form in
 * monomials, plus products of nonnegative atoms.
 */
bool expansion_is_square_sum(const struct expansion *p,
                             struct expansion_scope *scope);

/* The atoms of p with the common denominators of their exponents. */
struct expansion_generator {
    const struct scalar *atom;
    long den;
};
enum { EXPANSION_MAX_GENERATORS = 12 };
/* false: more than EXPANSION_MAX_GENERATORS, or a negative exponent. */
bool expansion_generators(struct expansion_generator *out, size_t *count,
                          const struct expansion *p);

#endif
