/*
 * The domain of a scalar statement: its variables with their ranges, and the
 * way from the IR to a sequent.
 *
 * Variables are scalar givens, dims that occur as numbers, and, for side
 * goals, any scalar expressions that stand for a variable.  So does each
 * lambertw(k, t), k = 0 or -1, w with the facts w exp(w) = t and w >= -1 or
 * w <= -1.  Integers with a
 * small closed range are listed: each choice of their values is a sequent of
 * its own.  Other integers are real variables whose range is split between
 * integers.
 */
#ifndef MAJORANT_LOGIC_DOMAIN_H
#define MAJORANT_LOGIC_DOMAIN_H

#include "ir/theorem.h"
#include "logic/sequent.h"

enum {
    DOMAIN_MAX_FACTS = 32,
    DOMAIN_MAX_LISTED = 64, /* values of one listed integer */
    DOMAIN_MAX_ENDS = 200,  /* the same where sums end at it */
    DOMAIN_MAX_CHOICES = 512,
    DOMAIN_MAX_DEPTH = 400,  /* nested expressions */
    DOMAIN_MAX_WORK = 100000 /* expressions read for one sequent */
};

enum domain_kind { DOMAIN_GIVEN, DOMAIN_DIM, DOMAIN_TERM, DOMAIN_LAMBERT };

struct domain_variable {
    enum domain_kind kind;
    size_t given;                /* DOMAIN_GIVEN */
    const struct symbol *symbol; /* DOMAIN_DIM */
    const struct expr *term;     /* DOMAIN_TERM, DOMAIN_LAMBERT: it stands for
                                    the variable */
    const struct expr *lo, *hi;  /* ends, or NULL: infinite */
    bool open_lo, open_hi;
    bool may_lack_value; /* DOMAIN_LAMBERT: in a part that is left out where
                            the statement needs no value of it */
    bool is_integer;
    bool is_listed; /* from `first` on, `count` values */
    int64_t first, count;
};

struct domain {
    const struct theorem *theorem;
    struct domain_variable variables[SCALAR_MAX_VARIABLES];
    size_t count;
    const struct expr *relation;
    const struct expr *facts[DOMAIN_MAX_FACTS];
    size_t nfacts;
    size_t choices; /* of the listed integers together; at least 1 */
};

/*
 * The domain of a claim's link.  False: it is no scalar statement, or has too
 * many variables.
 */
bool domain_of_link(struct domain *d, const struct theorem *t, size_t claim,
                    size_t link);
/*
 * The same for a relation beside a theorem: `terms` stand for variables (in
 * [lo, hi] as given there; kind DOMAIN_TERM), further givens and dims are
 * added as they occur.  `with_assumptions`: those of the theorem are facts.
 */
bool domain_of_relation(struct domain *d, const struct theorem *t,
                        const struct expr *relation,
                        const struct domain_variable *terms, size_t count,
                        bool with_assumptions);
/*
 * One more fact, if its variables are those of the domain; false: left out.
 */
bool domain_add_fact(struct domain *d, const struct expr *relation);
/* The value of listed variable k in choice `choice`. */
int64_t domain_listed(const struct domain *d, size_t choice, size_t k);
/* The sequent of a choice.  False: a part cannot be read as a scalar term. */
bool domain_sequent(struct sequent *out, const struct domain *d, size_t choice,
                    struct scalar_pool *pool,
                    const struct sequent_oracle *oracle);

#endif
