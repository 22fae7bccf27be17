/*
 * Patterns: what their symbols stand for, what their words have
 * (match_pattern.c); for match.c alone.
 */
#ifndef MAJORANT_ALGEBRA_MATCH_INTERNAL_H
#define MAJORANT_ALGEBRA_MATCH_INTERNAL_H

#include "algebra/match.h"

/* The symbol's place if it is one without a value yet; or nsymbols. */
size_t match_open(const struct match *m, const struct atom *a);
/* Whether it is one; a may be NULL. */
bool match_is_open(const struct match *m, const struct atom *a);
/* The atom that the form is, once; or NULL. */
const struct atom *match_single(const struct form *f);
/* The pattern at the values, or NULL where one is missing. */
const struct form *match_value_at(const struct match *m, const struct form *p);
/*
 * F[e] where F is known: its value at e; or NULL, also where that is of an F
 * itself, which has the same name in the target.
 */
const struct form *match_member_value(const struct match *m,
                                      const struct atom *a);
/* Whether it is a sum of symbols without values, of which others may say what
 * they are. */
bool match_is_vague(const struct match *m, const struct form *p);
/*
 * Whether the letter is sel(n, i, i) or ones(n) at an end of a word: of size 1
 * it is 1, and there is no letter for it.
 */
bool match_is_unit(const struct letters *p, size_t pi);
/* Whether one of its letters is a function's value. */
bool match_has_function(const struct letters *p);
/* Of the target, for the letters of the pattern from there on. */
size_t match_least_letters(const struct letters *p, size_t pi);

#endif
