/*
 * A certificate of a violation, in memory: everything a stranger needs to see
 * a statement fail on one exact instance.  Field by field in
 * docs/certificate.md.
 *
 * The statement is a self-contained text (imports expanded), so the checker
 * re-reads and re-lowers it; nothing of the finder's state is trusted.
 */
#pragma once

#include "instance/instance.h"
#include "ir/lower.h"

#include <stdint.h>

/* One given (a member of a family has its indices in the name: "W[1, 2]"). */
struct cert_value {
    char *name;
    char *expr; /* a closed expression of the language, or NULL: entries */
    struct rmatrix entries;
};

struct cert_size {
    char *name;
    int64_t value;
};

/* Decimal texts written and compared exactly by the kernel. */
struct cert_sides {
    size_t row, col; /* the entry, from 1, at which the relation fails most */
    char *lhs_lower, *lhs_upper, *rhs_lower, *rhs_upper;
    char *margin; /* a positive lower bound of the violation */
};

struct certificate {
    char *statement; /* text of a .bound file */
    char *theorem, *claim;
    size_t link;    /* from 1 */
    char *relation; /* the failing relation as text, for readers */
    char *dropped;  /* the assumption left out (drop, ablate), or NULL */
    struct cert_size *sizes;
    size_t nsizes;
    struct cert_value *values;
    size_t nvalues;
    char **hypotheses; /* texts of the assumptions that hold here */
    size_t nhypotheses;
    bool has_sides; /* false where the link is no single relation */
    struct cert_sides sides;
    long precision; /* bits at which the kernel certified it */
    char *version;  /* of the tool */
    uint64_t seed;
    char *found; /* "case small, trial 17", "search, 2031 evaluations" */
};

void certificate_init(struct certificate *c);
void certificate_clear(struct certificate *c);

/*
 * The claim's link (both from 0) on the instance `x` of `theorem`, which
 * belongs to `module`.  What the kernel finds is left empty: relation,
 * hypotheses, sides, precision (violation_certify).  `c` is initialised; the
 * caller may set `dropped`.
 */
void certificate_of_instance(struct certificate *c, const struct module *module,
                             const struct theorem *theorem, size_t claim,
                             size_t link, const struct instance *x,
                             uint64_t seed, const char *found);

/*
 * States the value of a slot by the expression `e` that it came from, where
 * that is short and the entries are many.
 */
void certificate_set_expression(struct certificate *c, size_t slot,
                                const struct expr *e);
