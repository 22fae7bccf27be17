/*
 * Changed statements and changed logs, by chance: what a proof must not
 * survive, or survive rightly.
 */
#ifndef MAJORANT_TESTS_CORE_MUTANT_H
#define MAJORANT_TESTS_CORE_MUTANT_H

#include "base/rng.h"
#include "core/theorem.h"

struct mutator {
    struct rng rng;
    struct pool *pool;
    const struct sequent *sequent; /* whose symbols are put in */
};

/*
 * A relation that is another one: a number, a sign, a transposition, a
 * variable, a function, a range, a kind of relation.  NULL: the change does not
 * fit, or changes nothing.
 */
const struct form *mutant_relation(struct mutator *m, const struct form *r);
/*
 * The sequent with another conclusion, another or no hypothesis, or two symbols
 * exchanged, in the arena of its pool; hypotheses keep their numbers.  False:
 * the change does not fit.
 */
bool mutant_sequent(struct sequent *out, struct mutator *m);
/*
 * The lines of a log (to be freed) with one of them changed, left out, doubled
 * or exchanged with another, or without its end.
 */
char *mutant_log(struct mutator *m, const struct theory *theory,
                 const char *log);
/* One line with one of its words changed, to be freed. */
char *mutant_line(struct mutator *m, const struct theory *theory,
                  const char *line);

#endif
