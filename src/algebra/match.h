/*
 * Where a theorem applies: its symbols found by matching one of its terms.
 */
#ifndef MAJORANT_ALGEBRA_MATCH_H
#define MAJORANT_ALGEBRA_MATCH_H

#include "core/binder.h"
#include "core/theorem.h"

/* Values of the symbols of a sequent, in their order; NULL: not known. */
struct match {
    struct pool *pool;
    const struct sequent *sequent;
    const struct form **values;
};

/*
 * The values as a substitution, of the pool's arena; those of families are in
 * the core's parameters.  NULL: one is missing.
 */
struct substitution *match_substitution(const struct match *match);

/*
 * Other names of terms: a letter by the form that it equals; what matches the
 * letter matches the form.  NULL: there are none.
 */
struct memo;

/*
 * Calls found(context, match) for each way to make the pattern, an atom of the
 * sequent, equal to the target, up to MATCH_MAX_WAYS ways.  Sums are split into
 * one term and the rest, words at every place, a scalar factor takes all
 * scalars; sizes follow from shapes; a family F[i] under a binder takes what
 * stands there ([Miller1991]), and a member of one that is known is what it
 * stands for.  Values may stay open.  After MATCH_MAX_TRIES steps it is over.
 */
enum { MATCH_MAX_WAYS = 64, MATCH_MAX_TRIES = 1000 };
void match_atom(struct pool *pool, const struct memo *names,
                const struct sequent *sequent, const struct atom *pattern,
                const struct atom *target,
                void (*found)(void *context, const struct match *match),
                void *context);
/* The same for a whole term. */
void match_form(struct pool *pool, const struct memo *names,
                const struct sequent *sequent, const struct form *pattern,
                const struct form *target,
                void (*found)(void *context, const struct match *match),
                void *context);
/* The same where some values are known. */
void match_more(const struct match *known, const struct memo *names,
                const struct atom *pattern, const struct atom *target,
                void (*found)(void *context, const struct match *match),
                void *context);
/*
 * The same for given values, of which those that are NULL are sizes that follow
 * from shapes.
 */
void match_values(struct pool *pool, const struct sequent *sequent,
                  const struct form *const *values,
                  void (*found)(void *context, const struct match *match),
                  void *context);
/* The same for a word of the sequent at all places of another. */
void match_words(struct pool *pool, const struct sequent *sequent,
                 const struct letters *pattern, const struct letters *target,
                 void (*found)(void *context, const struct match *match),
                 void *context);

#endif
