/*
 * A normal form of matrix expressions with symbolic sizes, and by it the
 * decision of identities.  Part of the trusted base: the kernel replays the
 * method `algebra` with it.
 *
 * A value is a sum of terms: a rational, times powers of scalar atoms (which
 * commute), times a word of letters (matrix atoms, perhaps transposed, which
 * do not).  Atoms are expressions of the theorem's pool whose parts are in
 * normal form themselves, so equal atoms are the same pointer.  The rules by
 * which terms are rewritten stand in docs/rules.md, "Algebra".
 *
 * An identity is meant wherever both sides are defined.  There, each divisor,
 * inverted matrix and radicand that a side evaluates is what it must be, so
 * x/x = 1, inv(A)*A = I and sqrt(x)^2 = x lose nothing.
 *
 * Termination: every rewrite of a term either makes its word shorter, or puts
 * smaller words (by length, then by the letters) in place of one, or replaces
 * a power of a scalar atom by one nearer to 0 or 1 of atoms made before; rules
 * added by the caller need not go down.  All of it is counted against the
 * limits below, so that any call ends; over a limit the answer is UNKNOWN.
 * The same calls in the same order give the same answers.
 */
#ifndef MAJORANT_LOGIC_NORMAL_H
#define MAJORANT_LOGIC_NORMAL_H

#include "base/truth.h"
#include "ir/theorem.h"

enum {
    NORMAL_MAX_WORK = 200000,     /* terms rewritten in one call */
    NORMAL_MAX_CLEARING = 500000, /* on denominators, in all calls */
    NORMAL_MAX_TERMS = 4000,      /* of one value */
    NORMAL_MAX_LETTERS = 64,      /* of one word */
    NORMAL_MAX_DEPTH = 400,       /* nested values */
    NORMAL_MAX_POWER = 32,        /* literal powers that are multiplied out */
    NORMAL_MAX_UNROLLED = 256,    /* members of families in one call */
    NORMAL_SCOPES = 1024,         /* ways to find a range again */
    NORMAL_MAX_RANGES = 32        /* index facts at a time */
};

/* A scalar atom to a power other than 0. */
struct normal_factor {
    const struct expr *atom;
    long power;
};

/* A matrix atom; `flip`: its transpose. */
struct normal_letter {
    const struct expr *atom;
    bool flip;
};

/*
 * coefficient * factors * letters; without letters the identity matrix (1 if
 * scalar).  Factors are sorted by atom, no coefficient is 0.
 */
struct normal_term {
    const rational_t *coefficient;
    const struct normal_factor *factors;
    size_t nfactors;
    const struct normal_letter *letters;
    size_t nletters;
};

/* A sum of different terms, sorted; none is zero. */
struct normal_form {
    const struct dim *rows, *cols;
    const struct normal_term *terms;
    size_t count;
};

struct normalizer;

/* `t` and its pool must outlive it; new nodes are added to the pool. */
struct normalizer *normal_new(const struct theorem *t);
void normal_free(struct normalizer *n);
/*
 * From now on int givens are in their ranges, and what the theorem's
 * assumptions say of single ones is true.  To be called first.
 */
void normal_assume(struct normalizer *n);
/* Terms rewritten so far, in all calls: memory grows with it. */
size_t normal_effort(const struct normalizer *n);

/*
 * TRUE: equal for all sizes (dims from their minima on) and all inputs with
 * the declared properties, wherever both are defined, given the facts added.
 * Otherwise UNKNOWN, never FALSE.  Relations are UNKNOWN.
 */
enum truth normal_equal(struct normalizer *n, const struct expr *a,
                        const struct expr *b);
/*
 * An expression equal to e wherever e is defined, the same pointer for all
 * expressions with the same normal form; NULL over a limit or for a relation.
 */
const struct expr *normal_expr(struct normalizer *n, const struct expr *e);
/* The terms of e, to be read until normal_free; NULL as for normal_expr. */
const struct normal_form *normal_terms(struct normalizer *n,
                                       const struct expr *e);
/*
 * e * y^k in normal form for a sum y by whose k-th power a term of e, a scalar,
 * is divided; *divisor is y with the power -k.  NULL: there is none.
 */
const struct expr *normal_without_divisor(struct normalizer *n,
                                          const struct expr *e,
                                          struct normal_factor *divisor);
/* Whether the scalar atom is certainly >= 0 (> 0) wherever it is defined. */
bool normal_is_nonnegative(struct normalizer *n, const struct expr *atom);
bool normal_is_positive(struct normalizer *n, const struct expr *atom);

/*
 * The equation lhs == rhs, already proved, as a rule from left to right: for
 * whole subterms, and for words within words where lhs is one word.  The
 * caller answers for its truth in the scope in use and for rhs being defined
 * wherever lhs is.  Rules are applied in the order in which they came.
 * false: over a limit; then nothing was added.
 */
bool normal_add_rule(struct normalizer *n, const struct expr *lhs,
                     const struct expr *rhs);
/*
 * From now on lo <= symbol <= hi, for a free index variable; the last one is
 * taken back by normal_pop_range.  false: too many, or ends too deep to read.
 */
bool normal_push_range(struct normalizer *n, const struct symbol *symbol,
                       const struct expr *lo, const struct expr *hi);
void normal_pop_range(struct normalizer *n);
/*
 * Whether `a` (an index, a size, a count) is certainly >= 0 by the minima of
 * dims, the ranges in use and what was assumed of integers.
 */
bool normal_certainly_nonnegative(struct normalizer *n, const struct dim *a);
/*
 * The defining expression of a member (EX_LET) whose indices certainly match
 * one clause; NULL where that is not certain, or over a limit.
 */
const struct expr *normal_unfold(struct normalizer *n,
                                 const struct expr *member);

/*
 * Answers that are kept.  Only for what follows from the theorem, from what
 * normal_assume took from it and from the ranges in use, which are part of the
 * question: it stays right whatever line is looked at.
 */
enum normal_question {
    NORMAL_IS_AT_LEAST_0, /* a polynomial */
    NORMAL_UNFOLDED,      /* a member: its defining expression */
    NORMAL_IS_INSIDE,     /* a member of a given: its indices in their ranges */
    NORMAL_BODY_HERE,     /* a binder: its body at the innermost variable */
    NORMAL_IS_COVERED,    /* a member: some clause defines it */
    NORMAL_IS_DEFINED,    /* a family (struct let): each member is so */
    NORMAL_IS_NONNEGATIVE, /* a family: each member is >= 0 */
    NORMAL_IS_POSITIVE     /* a family: each member is > 0 */
};
struct normal_answer {
    bool yes;
    const struct expr *term;
};
/* false: it was not asked in this scope; then *answer stays. */
bool normal_recall(const struct normalizer *n, enum normal_question question,
                   const void *about, struct normal_answer *answer);
void normal_retain(struct normalizer *n, enum normal_question question,
                   const void *about, struct normal_answer answer);
/*
 * Sets all ranges in use aside, until they are put back: what is asked between
 * is meant without them.
 */
const struct range_fact *normal_leave_ranges(struct normalizer *n);
void normal_return_ranges(struct normalizer *n,
                          const struct range_fact *ranges);

#endif
