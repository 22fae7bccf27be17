/*
 * Finding moves: what move.c (bounds) and move_facts.c (facts) share.
 */
#ifndef MAJORANT_PROVE_MOVE_INTERNAL_H
#define MAJORANT_PROVE_MOVE_INTERNAL_H

#include "prove/spell.h"

struct finding {
    struct search *s;
    struct moves *out;
    const struct normal_form *form;
    bool equations;
};

/* ---- move.c ---- */
/* One move more, where there is room and the line was found. */
void move_add(struct finding *f, size_t line, const struct expr *left,
              const struct expr *right);
/* The line is a relation that may be used for such a difference. */
bool move_is_usable(const struct finding *f, size_t line);

/* ---- move_facts.c ---- */
/* By a line, with a term w of what it says is not negative: t is cancelled. */
void move_cancel(struct finding *f, size_t line, const struct normal_term *t,
                 const struct normal_term *w);
/* By all facts in scope: those that cancel the term t. */
void move_use_facts(struct finding *f, const struct normal_term *t);
/* By all facts in scope: those that cancel several terms at once. */
void move_use_facts_at_once(struct finding *f);
/*
 * The terms with the letters of t whose scalars those of w divide, over these:
 * 1 - a for X and a*X in 1 - a - X + a*X.  NULL: they have one sign, so that
 * they may be taken one by one, or t is not the first of them.
 */
const struct expr *move_over(struct finding *f, const struct normal_term *t,
                             const struct normal_term *w);
/* Whether the scalars of w divide those of t, which has as many letters. */
bool move_is_multiple(const struct normal_term *w, const struct normal_term *t);

#endif
