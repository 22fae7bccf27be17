/*
 * Binders, and substitution: locally nameless by height.
 *
 * The variable of a binder over a body of height h - 1 is, inside, the bound
 * variable number h; so terms that differ in names of variables are equal.
 * Going inside replaces it by another variable; coming back finds the heights
 * anew.  No term outside of an atom has a bound variable free.
 */
#ifndef MAJORANT_CORE_BINDER_H
#define MAJORANT_CORE_BINDER_H

#include "core/form.h"

/*
 * kind(x in lo..hi, body) with `variable` of the body as x.  NULL: its shape
 * depends on x, or the body of prod, max, min does not fit.
 *
 * Factors of a body of one term that do not depend on x stand in front of an
 * integral; sums that are continuous in x are integrated term by term, powers
 * of x by their antiderivative.
 */
const struct form *form_bind(struct pool *pool, enum binder_kind kind,
                             const struct form *lo, const struct form *hi,
                             const struct form *body,
                             const struct atom *variable);
/* By the names of their kinds in a log; false: none has that name. */
bool binder_find(enum binder_kind *kind, const char *name);
const char *binder_name(enum binder_kind kind);
/* The body of a binder with `value` in place of its variable. */
const struct form *binder_open(struct pool *pool, const struct atom *binder,
                               const struct form *value);
/*
 * The body with a variable that is nowhere else in its place, until pool_leave.
 */
const struct form *binder_enter(struct pool *pool, const struct atom *binder,
                                const struct atom **variable);
/* Whether its variable is an index (it is real under integrals). */
bool binder_is_over_index(const struct atom *binder);

/* The generic variable of that number, from 0, of the range lo..hi. */
const struct atom *generic_numbered(struct pool *pool, bool is_integer,
                                    const struct form *lo,
                                    const struct form *hi, unsigned number);
/* The one of the least number that is not in `avoid`. */
const struct atom *generic_new(struct pool *pool, bool is_integer,
                               const struct form *lo, const struct form *hi,
                               const struct variables *avoid);

/* variable := value; for a family of indices, at its spare_parameters. */
struct substitution {
    const struct atom *variable;
    const struct form *value;
    size_t nindices; /* 0: no family */
};

/*
 * All of them at once, everywhere, sizes and ranges included; what is built is
 * built by the checking constructors.  NULL: shapes do not fit any more, or a
 * symbol that stays has a size that changes.
 */
const struct form *form_substitute(struct pool *pool, const struct form *f,
                                   const struct substitution *by, size_t count);
/* The same of one variable. */
const struct form *form_at(struct pool *pool, const struct form *f,
                           const struct atom *variable,
                           const struct form *value);
/* Its range too. */
const struct atom *generic_substitute(struct pool *pool, const struct atom *g,
                                      const struct substitution *by,
                                      size_t count);

/* The variable that stands for index k of a family's value: never free else. */
const struct atom *spare_parameter(struct pool *pool, unsigned k,
                                   bool is_integer);

#endif
