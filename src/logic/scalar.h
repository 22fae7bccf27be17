/*
 * Scalar terms: real functions of a few real variables, as a hash-consed DAG.
 *
 * What the range method works on.  A term is read from an expression of the
 * IR; sums, products and powers are put in order and numbers folded as they
 * are made.  A simplification may make a term defined at more points than
 * before (x/x is 1), never change its value at a point where it was defined:
 * a statement about the simpler term, wherever that is defined, covers the
 * statement about the first.  Hence nothing here may serve to refute.
 *
 * Part of the trusted base.  Terms live in a pool, which counts its work:
 * over a limit, or for a NULL argument, makers return NULL.
 */
#ifndef MAJORANT_LOGIC_SCALAR_H
#define MAJORANT_LOGIC_SCALAR_H

#include "base/arena.h"
#include "base/rational.h"
#include "ir/function.h"
#include "lang/ast.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SCALAR_MAX_VARIABLES = 8,
    SCALAR_BOUND = SCALAR_MAX_VARIABLES, /* the variable of an integral */
    SCALAR_SLOTS,                        /* variables, the bound one too */
    SCALAR_MAX_NODES = 1 << 19,          /* of a pool */
    SCALAR_MAX_DEPTH = 200,              /* nested terms */
    SCALAR_MAX_KIDS = 2000,              /* of a sum or product */
    SCALAR_MAX_WEIGHT = 1 << 20,
    SCALAR_MAX_BITS = 4096 /* of a numerator or denominator */
};

enum scalar_op {
    SCALAR_NUMBER,
    SCALAR_PI,
    SCALAR_VARIABLE,
    SCALAR_ADD,
    SCALAR_MUL,     /* a number, if any, comes first */
    SCALAR_POWER,   /* kids[0] ^ number, number not 0 or 1 */
    SCALAR_GENERAL, /* kids[0] ^ kids[1], base of any sign */
    SCALAR_CALL,    /* exp log sin cos tanh erf abs sign relu max min */
    SCALAR_IF,      /* condition, then kids[0] or kids[1] */
    SCALAR_INTEGRAL /* of kids[0] over SCALAR_BOUND; its finite ends follow */
};

struct goal;

struct scalar {
    enum scalar_op op;
    enum function fn;   /* SCALAR_CALL */
    unsigned id;        /* dense within the pool */
    unsigned variables; /* bit k: variable k occurs, and is not bound */
    unsigned depth;
    unsigned weight; /* of the term written out, at most 2^20 */
    bool has_kink;   /* of scalar_is_kink occurs */
    bool has_integral;
    const rational_t *number; /* SCALAR_NUMBER, SCALAR_POWER */
    size_t variable; /* SCALAR_VARIABLE; SCALAR_INTEGRAL: infinite ends */
    const struct scalar *const *kids;
    size_t count;
    const struct goal *condition; /* SCALAR_IF */
};

/* A relation as inequalities with 0 on the right. */
enum goal_kind { GOAL_GE, GOAL_GT, GOAL_AND, GOAL_OR };

struct goal {
    enum goal_kind kind;
    const struct scalar *term; /* GE, GT */
    const struct goal *a, *b;  /* AND, OR */
    unsigned variables, depth;
    bool has_kink;
};

struct scalar_pool;

struct scalar_pool *scalar_pool_new(void);
void scalar_pool_free(struct scalar_pool *pool); /* NULL is allowed */
struct arena *scalar_arena(struct scalar_pool *pool);
/*
 * Work done on terms of the pool, in units of about one value of a node: what
 * searches count instead of time.
 */
void scalar_spend(struct scalar_pool *pool, size_t units);
size_t scalar_spent(const struct scalar_pool *pool);
/* What scalar_spend has counted alone. */
size_t scalar_units(const struct scalar_pool *pool);
/* Where expansion_memo.c keeps what it keeps with the pool. */
struct expansion_memo;
struct expansion_memo **scalar_expansions(struct scalar_pool *pool);
size_t scalar_count(const struct scalar_pool *pool);

const struct scalar *scalar_number(struct scalar_pool *, mpq_srcptr value);
const struct scalar *scalar_int(struct scalar_pool *, long value);
/* num / den, den > 0 */
const struct scalar *scalar_ratio(struct scalar_pool *, long num, long den);
const struct scalar *scalar_pi(struct scalar_pool *);
const struct scalar *scalar_variable(struct scalar_pool *, size_t k);
const struct scalar *scalar_add(struct scalar_pool *,
                                const struct scalar *const *kids, size_t count);
const struct scalar *scalar_mul(struct scalar_pool *,
                                const struct scalar *const *kids, size_t count);
const struct scalar *scalar_power(struct scalar_pool *,
                                  const struct scalar *base,
                                  mpq_srcptr exponent);
const struct scalar *scalar_general(struct scalar_pool *,
                                    const struct scalar *base,
                                    const struct scalar *exponent);
const struct scalar *scalar_call(struct scalar_pool *, enum function fn,
                                 const struct scalar *const *kids,
                                 size_t count);
const struct scalar *scalar_if(struct scalar_pool *,
                               const struct goal *condition,
                               const struct scalar *a, const struct scalar *b);

/* Ends of an integral that are infinite. */
enum { INTEGRAL_FROM_MINUS_INFINITY = 1, INTEGRAL_TO_INFINITY = 2 };
/*
 * The integral of `body` over SCALAR_BOUND from lo to hi; an end whose bit is
 * in `infinite` is not looked at.  Parts with a closed form are in it; kinks of
 * the body that are linear in SCALAR_BOUND have become ends.
 * docs/error-analysis.md#parameters
 */
const struct scalar *scalar_integral(struct scalar_pool *,
                                     const struct scalar *body,
                                     const struct scalar *lo,
                                     const struct scalar *hi,
                                     unsigned infinite);
/*
 * The same with nothing done to it, as a term of its own, and a note that its
 * value is `value` wherever it has one, for those who want to compare.
 */
void scalar_note_integral(struct scalar_pool *, const struct scalar *value,
                          const struct scalar *body, const struct scalar *lo,
                          const struct scalar *hi, unsigned infinite);
/* The notes; false: there are not so many. */
bool scalar_integral_note(const struct scalar **raw,
                          const struct scalar **value,
                          const struct scalar_pool *, size_t i);
/* The ends of an integral; NULL: infinite. */
const struct scalar *scalar_integral_lo(const struct scalar *e);
const struct scalar *scalar_integral_hi(const struct scalar *e);
/* SCALAR_BOUND occurs in e, and is not bound there. */
bool scalar_is_in_integral(const struct scalar *e);

/* Shorthands. */
const struct scalar *scalar_sum(struct scalar_pool *, const struct scalar *a,
                                const struct scalar *b);
const struct scalar *scalar_difference(struct scalar_pool *,
                                       const struct scalar *a,
                                       const struct scalar *b);
const struct scalar *scalar_product(struct scalar_pool *,
                                    const struct scalar *a,
                                    const struct scalar *b);
const struct scalar *scalar_times(struct scalar_pool *, long factor,
                                  const struct scalar *a);
const struct scalar *scalar_power_si(struct scalar_pool *,
                                     const struct scalar *base, long exponent);
/* base^(1 / degree) */
const struct scalar *scalar_root(struct scalar_pool *,
                                 const struct scalar *base, long degree);
const struct scalar *scalar_call1(struct scalar_pool *, enum function fn,
                                  const struct scalar *a);

/*
 * An order of terms by their form alone, whatever the pool has seen before:
 * the finder and the checker meet parts of a sum in the same order.  0 only
 * for the same term.
 */
int scalar_compare(const struct scalar *a, const struct scalar *b);
/* Whether it is a number, and its sign. */
bool scalar_is_number(const struct scalar *e, int *sign);
bool scalar_is_zero_node(const struct scalar *e);
/* A positive number, pi or an exponential. */
bool scalar_is_positive_form(const struct scalar *e);
/* exp(exponent * log(base)) */
const struct scalar *scalar_exponential(struct scalar_pool *,
                                        const struct scalar *base,
                                        const struct scalar *exponent);
/* Its value where it is rational: the coefficient of a product, else 1. */
void scalar_coefficient(mpq_t out, const struct scalar *e);
/*
 * abs sign relu max min if, and powers whose base may have any sign.  An
 * integral counts as one thing: only kinks in it that are free of its variable
 * are seen from outside (has_kink, goal_kink).
 */
bool scalar_is_kink(const struct scalar *e);

/* Goals; NULL for a NULL argument. */
const struct goal *goal_compare(struct scalar_pool *, enum goal_kind kind,
                                const struct scalar *term);
const struct goal *goal_join(struct scalar_pool *, enum goal_kind kind,
                             const struct goal *a, const struct goal *b);
/* a rel b */
const struct goal *goal_relation(struct scalar_pool *, enum relop rel,
                                 const struct scalar *a,
                                 const struct scalar *b);
const struct goal *goal_negate(struct scalar_pool *, const struct goal *goal);

/*
 * The partial derivative by variable k.  It is the derivative at every point
 * around which e is analytic; terms with kinks are refused (NULL): resolve
 * them first.
 */
const struct scalar *scalar_derivative(struct scalar_pool *,
                                       const struct scalar *e, size_t k);
/* e with variable k replaced by `value`. */
const struct scalar *scalar_substitute(struct scalar_pool *,
                                       const struct scalar *e, size_t k,
                                       const struct scalar *value);
const struct goal *goal_substitute(struct scalar_pool *, const struct goal *,
                                   size_t k, const struct scalar *value);
/* The term `what` replaced by `value` wherever it occurs. */
const struct scalar *scalar_replace(struct scalar_pool *,
                                    const struct scalar *e,
                                    const struct scalar *what,
                                    const struct scalar *value);
const struct goal *goal_replace(struct scalar_pool *, const struct goal *,
                                const struct scalar *what,
                                const struct scalar *value);
/*
 * A term of the goal with a kink (scalar_is_kink) in whose parts there is
 * none, the first in the order of writing; NULL: there is none.
 */
const struct scalar *goal_kink(const struct goal *goal);

#endif
