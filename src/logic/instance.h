/*
 * A theorem's relations with its givens replaced by terms of another theorem,
 * and its dims by that theorem's sizes, which the shapes of the terms fix; what
 * they leave open is said by further terms, integers in the dims.
 *
 * A given that is a family is replaced by a term sum(i in a..b, member) with
 * the given's ranges (nested for several indices): no sum is meant, it names
 * the members.  Relations that use families of lets are not instantiated.
 */
#ifndef MAJORANT_LOGIC_INSTANCE_H
#define MAJORANT_LOGIC_INSTANCE_H

#include "logic/judge.h"

struct substitution; /* from one theorem into a pool */

/*
 * NULL: the shapes do not fit, a dim stays open or is not certainly at least
 * its minimum, or an argument is missing.  The arguments must outlive it.
 */
struct substitution *substitution_new(struct normalizer *n,
                                      struct expr_pool *pool,
                                      const struct theorem *from,
                                      const struct expr *const *args,
                                      size_t nargs);
void substitution_free(struct substitution *s);
/* The image of a term or relation of `from`; NULL: it has none. */
const struct expr *substitution_apply(struct substitution *s,
                                      const struct expr *e);
/*
 * Whether each argument certainly has the kind and range declared of its
 * given, and is defined.
 */
bool substitution_is_admitted(struct substitution *s, struct judge *j,
                              const struct theorem *target);

#endif
