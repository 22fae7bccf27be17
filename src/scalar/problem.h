/*
 * Problems about numbers, and their proofs as trees.
 *
 * A problem: facts (relations that hold) give a goal, for all values of the
 * variables in them.  Nothing here is trusted: a tree becomes lines of a log
 * (scalar/write.c), which the core runs.
 */
#ifndef MAJORANT_SCALAR_PROBLEM_H
#define MAJORANT_SCALAR_PROBLEM_H

#include "core/binder.h"
#include "core/derivative.h"
#include "core/enclose.h"

/* Its lists are of the pool's arena and are shared; facts are only added. */
struct problem {
    const struct form *const *facts;
    size_t nfacts;
    const struct form *goal;
};

enum proof_kind {
    PROOF_ENCLOSED, /* by the core's enclosures */
    PROOF_BOTH,     /* a kid for each part of a conjunction */
    PROOF_ASSUMING, /* not A or C: the kid has A and proves C */
    PROOF_PART,     /* a kid proves a part of a disjunction */
    PROOF_CASES,    /* kids with A, and with not A */
    PROOF_SCALE,    /* kids for the signs of factors */
    PROOF_CLEAR,    /* f is recip(t)^k * g: kids 0 < t, 0 < recip(t), and g */
    PROOF_RISE,     /* kids: at the end, the order, the slope, conditions */
    PROOF_BEND      /* kids: at both ends, two orders, the slope, conditions */
};

struct proof {
    enum proof_kind kind;
    const struct form *goal;
    const struct form *assumed; /* PROOF_ASSUMING, PROOF_CASES */
    unsigned power;             /* PROOF_CLEAR */
    /* PROOF_RISE, PROOF_BEND: t(y) for y between lo and hi */
    const struct form *t, *lo, *hi, *at;
    const struct atom *y; /* a name for the number that is fixed */
    bool strict;          /* the slope is */
    const struct proof **kids;
    size_t nkids;
};

/* The problem with one fact more. */
struct problem problem_with(struct pool *pool, const struct problem *p,
                            const struct form *fact);
/* The letter that the form is by itself, or NULL. */
const struct atom *form_letter(const struct form *f);
/* A name for the n-th number that a proof fixes: no log has it. */
const struct atom *problem_name(struct pool *pool, unsigned n, bool is_integer);

/*
 * A proof, or NULL: none was found with so many problems tried; *fuel is what
 * is left.  Letters of the problem are variables; it has `names` names.
 */
const struct proof *problem_proof(struct pool *pool, const struct problem *p,
                                  unsigned names, size_t *fuel);

#endif
