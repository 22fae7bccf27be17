/*
 * Shared by the expansion_*.c files that make expansions.
 */
#ifndef MAJORANT_LOGIC_EXPANSION_INTERNAL_H
#define MAJORANT_LOGIC_EXPANSION_INTERNAL_H

#include "logic/expansion.h"

/* ---- expansion_make.c ---- */
/* p plus the number num / den */
void expansion_put_number(struct expansion *p, long num, long den);
/* p := atom ^ (num / den); false: no atom. */
bool expansion_put_atom(struct expansion *p, const struct scalar *atom,
                        long num, long den);
/* Numerator and denominator as longs, if they are small. */
bool expansion_fraction(long *num, long *den, const mpq_t q);
bool expansion_is_exponential(const struct scalar *atom);

/* ---- expansion_power.c ---- */
/* out = the power e (a number as exponent), expanded. */
bool expansion_expand_power(struct expansion *out,
                            struct expansion_scope *scope,
                            const struct scalar *e);
/* The factors times n ^ (num/den), by primes where they are small. */
bool expansion_multiply_root(struct expansion_scope *scope,
                             struct expansion_factor **factors, size_t *count,
                             const mpz_t n, long num, long den);
/* p := p / c; c the coefficient of its first term, its modulus if not whole */
void expansion_make_primitive(mpq_t c, struct expansion *p, bool whole);

#endif
