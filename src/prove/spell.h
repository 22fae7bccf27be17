/*
 * The parts of normal forms spelled out as terms again.  NULL stands for the
 * product of nothing.
 */
#ifndef MAJORANT_PROVE_SPELL_H
#define MAJORANT_PROVE_SPELL_H

#include "prove/search.h"

/* a*b */
const struct expr *spell_times(struct search *s, const struct expr *a,
                               const struct expr *b);
/* a, or 1 where it is NULL */
const struct expr *spell_or_one(struct search *s, const struct expr *a);
/* atom^power, for powers below 0 as a fraction */
const struct expr *spell_power(struct search *s, const struct expr *atom,
                               long power);
/*
 * c times the factors of t, number `but` (SIZE_MAX: none) with its power nearer
 * to 0 by `out`.
 */
const struct expr *spell_scalars(struct search *s, const rational_t *c,
                                 const struct normal_term *t, size_t but,
                                 long out);
/* The same with the number of t without its sign for c. */
const struct expr *spell_unsigned(struct search *s, const struct normal_term *t,
                                  size_t but, long out);
const struct expr *spell_letter(struct search *s, struct normal_letter l);
/* The product of the letters from `begin` to `end`. */
const struct expr *spell_word(struct search *s, const struct normal_letter *l,
                              size_t begin, size_t end);
/* Whether the two words are the same. */
bool spell_same(const struct normal_letter *a, const struct normal_letter *b,
                size_t count);

#endif
