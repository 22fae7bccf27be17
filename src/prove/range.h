/*
 * The range prover: scalar statements over boxes.
 *
 * Branch and bound with enclosures in Arb: terms over a box are enclosed
 * directly and by the mean value form; monotone and concave variables give way
 * to the ends of their ranges; where a side touches the other the box is cut
 * there, and signs of higher derivatives decide; expanded terms are factored,
 * cleared of denominators and tried as sums of squares.
 *
 * Untrusted: a partition counts as a proof only after the kernel has accepted
 * it (kernel/range_check.h).  Bounded by counts, and deterministic.
 */
#ifndef MAJORANT_PROVE_RANGE_H
#define MAJORANT_PROVE_RANGE_H

#include "logic/domain.h"
#include "logic/partition.h"

enum range_answer { RANGE_UNDECIDED = 0, RANGE_PROVED, RANGE_FALSE };

struct range_limits {
    size_t boxes;  /* steps of one search */
    size_t points; /* points tried for each relation in looking for a start */
    size_t attempt, settle; /* rules tried on a new relation, on a box of it */
    bool is_patient;        /* all rounds, also those that take long */
    bool describes; /* keeps open boxes, and open what has a value nowhere */
    unsigned order, changes;     /* nested derivatives, changes of a relation */
    bool (*stop)(void *context); /* asked at every box; NULL: never stopped */
    void *stop_context;
};

/* What `prove`, `prove --time` and `check` use. */
struct range_limits range_limits_default(void);
struct range_limits range_limits_patient(void);
struct range_limits range_limits_quick(void);
/* For what a search rests on alone, a claim, where `check` may take longer. */
void range_limits_lengthen(struct range_limits *quick);

/*
 * Decides the claim's link (both from 0).  PROVED: *out is its partition.
 * FALSE: enclosures say that it fails somewhere, so that no proof is worth
 * looking for (a counterexample is search's to find).  UNDECIDED: *out is what
 * was found, with its open nodes.  `out` is initialised by the caller.
 */
enum range_answer range_prove(struct partition *out, const struct theorem *t,
                              size_t claim, size_t link,
                              const struct range_limits *limits);
/* The same for any domain, as side goals are. */
enum range_answer range_prove_domain(struct partition *out,
                                     const struct domain *domain,
                                     const struct range_limits *limits);

/*
 * The open boxes of an UNDECIDED answer, as lines "x in [lo, hi], y in ...",
 * at most `most` of them; text is appended to `text`.  The number of those
 * beyond.
 */
struct buffer;
size_t range_print_open(struct buffer *text, const struct partition *p,
                        const struct domain *domain, size_t most);

#endif
