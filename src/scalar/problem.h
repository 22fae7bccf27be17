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
#include "scalar/tuning.h"

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
    /* f is v^k * g: kids 0 (fn) v and g, and if t * recip(t) is 1 in it, 0 < t
     * or 0 < -t before, unless that is v */
    PROOF_PRODUCT,
    PROOF_AREA,  /* kids: the body t(y) of an integral, the order of its ends */
    PROOF_RISE,  /* kids: at the end, the order, the slope, conditions */
    PROOF_BEND,  /* kids: at both ends, two orders, the slope, conditions */
    PROOF_EQUAL, /* kids: not below, not above */
    PROOF_SQUARES,  /* by sums of squares (scalar/squares.h) */
    PROOF_HAVE,     /* kids: A, and the goal with A */
    PROOF_INSTANCE, /* kids: 0 < u where the theorem needs it, its hypothesis */
    PROOF_REWRITE   /* kids: what the equations ask, ranges, then the goal by
                       the equations, where y, if there is one, stands for t */
};

/*
 * head == by, for a letter or a product of two: an instance of a theorem, whose
 * hypotheses are kids, or, without one, proved by a kid.
 */
enum { EQUATION_VALUES = 5, EQUATION_PREMISES = 2 };
struct equation {
    const char *theorem; /* or NULL */
    const struct form *values[EQUATION_VALUES];
    const struct form *premises[EQUATION_PREMISES];
    size_t npremises;
    const struct form *head, *by;
};

struct squares;
struct theory;

struct proof {
    enum proof_kind kind;
    const struct form *goal;
    const struct form *assumed; /* PROOF_ASSUMING, _CASES, _HAVE: A */
    unsigned power;             /* PROOF_PRODUCT: k */
    unsigned bits;              /* PROOF_ENCLOSED; 0: as many as usual */
    /* PROOF_RISE, PROOF_BEND: t(y) for y between lo and hi; PROOF_PRODUCT: t */
    const struct form *t, *lo, *hi, *at;
    const struct atom *y; /* a name for the number that is fixed */
    const struct form
        *curve;      /* PROOF_BEND: c, of t = f + c (y - lo) (hi - y) */
    bool strict;     /* the slope is */
    bool has_bodies; /* conditions are about bodies of integrals */
    /* PROOF_INSTANCE: one; PROOF_REWRITE: in this order; facts that the kid has
     * by them */
    const struct equation *equations;
    size_t nequations;
    const struct form *const *before, *const *after;
    size_t nfacts;
    const struct squares *squares; /* PROOF_SQUARES */
    size_t nranges; /* the first so many are what further kids prove */
    const struct proof **kids;
    size_t nkids;
};

/* The problem with one fact more, and without those that say less. */
struct problem problem_with(struct pool *pool, const struct problem *p,
                            const struct form *fact);
/* The same until nothing changes. */
const struct form *form_by_all(struct pool *pool, const struct form *f,
                               const struct equation *equations, size_t count);
/* Numbers as forms. */
const struct form *number_fraction(struct pool *pool, long p, unsigned long q);
const struct form *number_exactly(struct pool *pool, double value);
/* The quotient of the first coefficients of two forms that are not empty. */
const struct form *number_ratio(struct pool *pool, const struct form *f,
                                const struct form *g);
/* A fraction *p / *q so near x with a small denominator, by continued fractions
 * from *p, an integer near x, on; in doubles. */
void number_convergent(double x, double distance, double *p, double *q);
/* The letters of a form, one after another. */
struct walk {
    const struct form *f;
    size_t term, place; /* of the next one; the last one is of that term */
};
struct walk walk_of(const struct form *f);
const struct letter *walk_next(struct walk *w); /* NULL: there are no more */
/* Whether it is that function of something. */
bool atom_is(const struct atom *a, unsigned fn);
/* The letter that the form is by itself, or NULL. */
const struct atom *form_letter(const struct form *f);
typedef bool atom_test(const struct atom *a, const void *context);
/* The first such letter in it, those in arguments before; or NULL. */
const struct atom *form_first(const struct form *f, atom_test *is,
                              const void *context);
/* Whether it has few terms, each a multiple of a letter (a variable) or a
 * number. */
bool form_is_linear(const struct form *f, bool of_variables);
/* Whether the fact compares a variable, and nothing else, with a number. */
bool fact_is_box(const struct form *fact);
/* The problem without a fact. */
struct problem problem_without(struct pool *pool, const struct problem *p,
                               const struct form *fact);
/*
 * The scalar with map(context, atom) in the place of each of its atoms; NULL
 * from map: the atom with its arguments mapped.  NULL: no scalar.
 */
typedef const struct form *atom_map(void *context, const struct atom *a);
/* The scalar by the equations, each letter once. */
const struct form *form_rewritten(struct pool *pool, const struct form *f,
                                  const struct equation *equations,
                                  size_t count);
const struct form *form_mapped(struct pool *pool, const struct form *f,
                               atom_map *map, void *context);
/* A name for the n-th number that a proof fixes: no log has it. */
const struct atom *problem_name(struct pool *pool, unsigned n, bool is_integer);

/*
 * A proof, or NULL: none was found with so many problems tried; *fuel is what
 * is left.  Letters of the problem are variables; it has `names` names.  Sums
 * of squares use what the theory (NULL: nothing) knows of roots and kinks.
 * Where `sums` have names (scalar/sums.c) a log may not see what the search
 * does: what is compared with a number is the sum there.
 */
const struct proof *problem_proof(const struct theory *theory,
                                  struct pool *pool, const struct problem *p,
                                  unsigned names, bool sums, size_t *fuel);

#endif
