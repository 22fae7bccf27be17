/*
 * Relations, as terms with the values 0 and 1.
 *
 * `a <= b` is `le(b - a)`: an atomic relation has one argument, scaled by a
 * positive number (by any, for eq and ne) so that its first coefficient is 1
 * or -1.  Relations between matrices are conjunctions over the entries; ne(F)
 * is the negation of eq(F).  Negation is pushed down to where it has a name;
 * `and` and `or` are flat, sorted and without repetition; for all is a binder.
 * A relation is one such atom, or 1 (true), or 0 (false).
 */
#ifndef MAJORANT_CORE_RELATION_H
#define MAJORANT_CORE_RELATION_H

#include "core/function.h"

/* What form_apply makes of a relation's name: CORE_EQ and those behind it. */
const struct form *relation_apply(struct pool *pool, unsigned fn,
                                  const struct form **args, size_t count);
bool is_relation(struct pool *pool, const struct form *f);
/* The atom, or NULL: true, false, no relation, or NULL. */
const struct atom *relation_atom(const struct form *f);
/* CORE_EQ.. of the relation, or 0; RELATION_FORALL for one. */
enum { RELATION_FORALL = CORE_COUNT };
unsigned relation_kind(const struct form *f);
const struct form *relation_true(struct pool *pool);
const struct form *relation_false(struct pool *pool);

/* a (fn) b, both of one shape; fn CORE_EQ, NE, LE, LT. */
const struct form *relation_between(struct pool *pool, unsigned fn,
                                    const struct form *a, const struct form *b);
const struct form *relation_or(struct pool *pool, const struct form *a,
                               const struct form *b);
const struct form *relation_and(struct pool *pool, const struct form *a,
                                const struct form *b);
const struct form *relation_not(struct pool *pool, const struct form *a);
/* The parts of an OR or AND; any other is its own only part. */
size_t relation_parts(const struct form *f, unsigned fn);
const struct form *relation_part(const struct form *f, unsigned fn, size_t i);
/*
 * Whether a gives b at once: equal, or weaker (< gives <= and !=, == gives
 * <=), entries transposed or not.  False where one is NULL.
 */
bool relation_gives(struct pool *pool, const struct form *a,
                    const struct form *b);

#endif
