/*
 * Checking one line of a derivation: premises |- conclusion.  No search, no
 * state but the normalizer's; trusted.  What each rule demands is said at its
 * checker in rule.c and in docs/rules.md.
 */
#ifndef MAJORANT_LOGIC_RULE_H
#define MAJORANT_LOGIC_RULE_H

#include "logic/catalogue.h"
#include "logic/derivation.h"
#include "logic/domain.h"
#include "logic/judge.h"

struct rule_context {
    const struct derivation *derivation;
    struct normalizer *normalizer; /* of the derivation's theorem */
    const struct catalogue *catalogue;
    /*
     * Whether link `link` of claim `claim` (both from 0) is already proved;
     * of another theorem: as a claim, of the same: as an earlier step.  NULL:
     * nothing is.
     */
    bool (*is_proved)(void *context, const struct theorem *theorem,
                      size_t claim, size_t link);
    /* Whether the payload of a RULE_RANGE line proves it; NULL: never. */
    bool (*check_range)(void *context, const struct domain *domain,
                        const void *payload);
    void *context;
};

enum { RULE_MAX_SCOPE = 16 };

/*
 * Whether the line follows from its premises (which are earlier lines).  On
 * false *reason (to be freed) says why, in one line.
 */
bool rule_check(const struct rule_context *c, size_t line, char **reason);

/* What the scalar statement of a RULE_RANGE line is made of. */
struct range_parts {
    const struct expr *conclusion;
    const struct expr *const *terms; /* t, lo, hi, t, lo, hi, ... */
    size_t nterms;
    const struct expr *const *known; /* conclusions of the premises */
    size_t nknown;                   /* DOMAIN_MAX_FACTS at most */
};

/*
 * The statement: a relation entry by entry, and for each group of three terms
 * (t, lo, hi) a variable for the entries of t, in [lo, hi] (NULL: open).  The
 * assumptions are facts, and so is what is known, where it is a relation of
 * such variables.  false: it is none.
 */
bool rule_range_domain(struct domain *out, const struct theorem *theorem,
                       const struct range_parts *parts);

#endif
