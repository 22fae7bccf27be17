/*
 * Forms modulo proved equations: congruence by construction.
 *
 * A rule is an equation 0 == f solved for one of its terms, its head.  A rule
 * fires on every multiple of its head, in values, under functions and under
 * binders; never inside a shape, an argument that is a size, or the range of a
 * variable.  It fires only where the variables that it leans on are open: the
 * scope, and inside a binder its variable too.  A binder is gone into with the
 * first generic variable of its range that is neither in its body nor in the
 * scope.
 *
 * Sound for any set of rules; that it ends is seen to by the budget.
 */
#ifndef MAJORANT_CORE_REDUCE_H
#define MAJORANT_CORE_REDUCE_H

#include "core/form.h"

struct rules;

struct rules *rules_new(struct pool *pool);
void rules_free(struct rules *rules);
size_t rules_count(const struct rules *rules);
/* Forgets all but the first `count`. */
void rules_cut(struct rules *rules, size_t count);
/*
 * 0 == f, true wherever the generic variables `leans` are in their ranges, as a
 * rule for term `head` of f.  False: the head has no letter, or is contained in
 * the rest.
 */
bool rules_add(struct rules *rules, const struct form *f, size_t head,
               struct variables leans);
/* Whether the equation that was added in that place (from 0) has fired. */
bool rules_have_fired(const struct rules *rules, size_t number);

/* The same value as f's wherever the variables of the scope are in range. */
const struct form *rules_reduce(struct rules *rules, struct variables scope,
                                const struct form *f);

#endif
